"""`Compiled`: what the fast executor needs to know about a part that an expansion adds, as plain data.

Effects, costs, powers and scoring terms of the usual classes need nothing of the kind. Anything else that an
expansion adds (a kind of pieces, a place, a task, an action, a phase, a scoring domain, a term, a tie-break) may have
an attribute ``compiled`` that names, in a word that `keyflower.fast` understands, what it does. If one of them has
none, games with that expansion are played by the reference engine alone, and `keyflower.fast.why_not` names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.extend.costs import Cost
    from keyflower.extend.terms import Need

_Function = TypeVar("_Function", bound=Callable[..., Any])  # Any: whatever the function takes and returns

ON_PASTURES: Final = "on-pastures"
"""Pieces live on pastures, and different types do not share one unless the owner has the power ``slot``.

The kind of pieces declares it on its ``gained``; so do the place, whose only field is pairs of pasture and
pieces; the task that puts new pieces beside a tile, with the fields seat, pieces and tile; the
action that puts one, with the fields piece and pasture; and the widening of transport that drives them.
"""
GROWING: Final = "growing"
"""Pastures with two or more pieces of a type get one more from the supply.

The phase declares it, and so does the task it leaves if the supply is short, with the fields seat, piece,
pastures and number.
"""
PER_PASTURE: Final = "per-pasture"
"""A scoring domain: each pasture scores once for every type of pieces on it; ``numbers`` says how much."""
PASTURE_WORTH: Final = "pasture-worth"
"""A term: every pasture with such a piece scores these points, if that is more than it scores anyway."""
SHELTERED: Final = "sheltered"
"""A term: every piece on the pastures of the tile may be sheltered there for these points, and scores only there."""
EARLIEST_PICK: Final = "earliest-pick"
"""A tie-break: who took a boat first in the last season."""

CARDS: Final = "cards"
"""Unique pieces of a kind that lie in an open row, in a deck and on a discard pile.

The kind of pieces declares it, with a `Card` for each piece as `parts`, the size of the row as `number`, and what a
filled card scores at the end as `points`; so does the place on the table, with the fields row, deck and discarded.
If the deck is empty, the discarded cards are shuffled before the next draw.
"""
CARD_HANDS: Final = "card-hands"
"""A place of a seat: its cards, in the fields known and hidden. Each scores once at the end, filled or not."""
CARD_HOLDS: Final = "card-holds"
"""A place on a boat: its only field is cards that lie there face down. Whoever takes the boat gets them unseen."""
TAKE_CARD: Final = "take-card"
"""A seat takes a card from the row, or one from the deck unseen; then the row is refilled.

The effect declares it, with how many as `number`; so do the task, whose field is the seat, and the action, whose field
is the card, or the word `good` for the deck.
"""
TRADE_CARD: Final = "trade-card"
"""During its turn a seat may discard a card for a piece that the card names.

The widening of the turn declares it, and so does the action, whose fields are the card and the piece. Nobody
can look into the bag or the stack first: if the piece is not there, the seat gets nothing.
"""
DEAL_CARDS: Final = "deal-cards"
"""A phase: all cards in the supply become the deck, and the row is filled."""
LOAD_CARDS: Final = "load-cards"
"""A phase: boats get as many cards from the deck as their cargo says."""
SWEEP_CARDS: Final = "sweep-cards"
"""A phase: the row is discarded and refilled."""
CARD_FILLED: Final = "card-filled"
"""A term: a filled card scores ``points``, if that is more than it scores anyway."""
CARD_UNFILLED: Final = "card-unfilled"
"""A term: a card that is not filled scores ``points``; several such terms add up."""

ADD_ONS: Final = "add-ons"
"""Unique pieces of a kind that stand on upgraded tiles, at most one on each.

Such a piece costs one upgrade point in addition to its cost, gives its tile a colour, must have the colour that the
tile has this season, and doubles the printed points of the tile. The kind of pieces declares it, with an `AddOn` for
each piece as `parts`, in the order in which they are offered; so do the place in a village, whose only field is pairs
of tile and piece; the action, with the fields tile, piece, paid and open; and the widening of transport.
"""
PER_ADD_ON: Final = "per-add-on"
"""A term: `points` for every add-on in the village."""
FREE_ADD_ON: Final = "free-add-on"
"""A term: the best add-on that an upgraded tile could still get counts as if it were there."""
PER_UPGRADED_TILE: Final = "per-upgraded-tile"
"""A term: `points` for every upgraded tile."""
PER_UPGRADE: Final = "per-upgrade"
"""A term: `points` for every upgrade printed on a side that is up and every piece on the home, doubled like them."""
PER_WINTER_TILE: Final = "per-winter-tile"
"""A term: `points` for every village tile of winter."""

ON_HOMES: Final = "on-homes"
"""Pieces stand on homes; each adds an upgrade to every use of its home.

The kind of pieces declares it on its ``gained``; so do the place in a village, with the fields home and
pieces; the task
that puts them there, with the fields seat and pieces; and the widening of `Resolve`.
"""
BOAT_TAKEN: Final = "boat-taken"
"""Whoever takes a boat gets the cards on it, and in winter the effect of its power in ``slot``; a widening
declares it."""
REPLACE_BOAT: Final = "replace-boat"
"""Whoever takes a boat with a power in ``slot`` in autumn replaces it with one that is not in play.

The handler of the task declares it, whose fields are seat and boat; so does the action, whose field is the boat.
"""


@frozen
class Card:
    """A card: what fills it, and what it can be exchanged for."""

    piece: str
    """Its id as a good."""
    needs: tuple[Need, ...]
    """All the pieces that fill it."""
    pieces: tuple[str, ...] = ()
    """What it can be exchanged for, in order: goods, or kinds of goods that stand for all of them."""


@frozen
class AddOn:
    """An add-on: its colour and what it costs."""

    piece: str
    """Its id as a good."""
    colour: str
    """The colour that it gives to its tile."""
    cost: Cost
    """What is paid for it."""


@frozen
class Compiled:
    """A compiled form: a general step of the fast executor, with its numbers."""

    word: str
    """The step: one of the names of this module."""
    good: str = ""
    """The piece it is about, if it is about one."""
    points: int = 0
    """What it scores, if anything."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers by piece, if there are any."""
    slot: str = ""
    """The slot of the power that changes it, if there is one."""
    number: int = 0
    """How many, if it counts something."""
    parts: tuple[Card | AddOn, ...] = ()
    """Its pieces, if each has its own numbers."""


def compiled_as(form: Compiled) -> Callable[[_Function], _Function]:
    """Return a decorator that declares the compiled form of a function, such as a phase."""

    def told(function: _Function) -> _Function:
        setattr(function, "compiled", form)  # noqa: B010  # a function has no such attribute by itself
        return function

    return told


def form_of(part: object) -> Compiled | None:
    """Return the compiled form of a part of an expansion, if it has one."""
    form = getattr(part, "compiled", None)
    return form if isinstance(form, Compiled) else None

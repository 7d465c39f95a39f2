"""`Compiled`: what the fast executor needs to know about a part that an expansion adds, as plain data.

Effects, costs, powers and scoring terms of the usual classes need nothing of the kind. Anything else that an
expansion adds (a kind of pieces, a place, a task, an action, a phase, a scoring domain, a term, a tie-break) may have
an attribute ``compiled`` that says in a word known to `keyflower.fast` what it does. Where one of them says nothing,
games with that expansion are played by the reference engine alone, and `keyflower.fast.why_not` names it.
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
"""Pieces live on pastures, and do not share one with others of their kind unless the owner has the power `slot`.

A kind of pieces says so through its `gained`, and with it all that belongs to it: the place, whose only field is
pairs of pasture and pieces; the task that puts new pieces beside a tile, with the fields seat, pieces and tile; the
action that puts one, with the fields piece and pasture; and the widening of transport that drives them.
"""
GROWING: Final = "growing"
"""Pastures with two or more pieces of a type get one more from the supply.

A phase says so, and the task it leaves where the supply is short, with the fields seat, piece, pastures and number.
"""
PER_PASTURE: Final = "per-pasture"
"""A scoring domain: each pasture pays once for every type of pieces on it; `numbers` says how much."""
PASTURE_WORTH: Final = "pasture-worth"
"""A term: every pasture with a piece pays so much, if that is more than it pays anyway."""
SHELTERED: Final = "sheltered"
"""A term: every piece on the pastures of the tile may be sheltered there for these points, and scores only there."""
EARLIEST_PICK: Final = "earliest-pick"
"""A tie-break: who took a boat first in the last season."""

CARDS: Final = "cards"
"""Pieces of a kind, each of them there once, lie in an open row, in a deck and among used ones.

A kind of pieces says so, with a `Card` for each of them as `parts`, how many lie open as `number`, and as `points` what
a card pays in the end if its needs are filled; and the place on the table, with the fields row, deck and discarded.
An empty deck is made anew from the used cards before the next one is drawn.
"""
CARD_HANDS: Final = "card-hands"
"""A place of a seat: its cards, in the fields known and hidden. Each pays once in the end, filled or not."""
CARD_HOLDS: Final = "card-holds"
"""A place on a boat: cards that lie there face down, as its only field. Who takes the boat gets them unseen."""
TAKE_CARD: Final = "take-card"
"""A seat takes a card of the row, or one from the deck unseen; then the row is filled up.

An effect says so, and how many as `number`; so does the task, whose field is the seat, and the action, whose field is
the card or the word `good` that stands for the deck.
"""
TRADE_CARD: Final = "trade-card"
"""During its turn a seat may discard a card for a piece that the card names.

A widening of the turn says so, and the action, whose fields are the card and the piece. A piece of the bag or the stack
is asked for unseen: if it is not there, nothing comes.
"""
DEAL_CARDS: Final = "deal-cards"
"""A phase: all cards of the supply become the deck, and the row is filled up."""
LOAD_CARDS: Final = "load-cards"
"""A phase: boats get cards from the deck, as many as their cargo says."""
SWEEP_CARDS: Final = "sweep-cards"
"""A phase: the row is discarded and filled up."""
CARD_FILLED: Final = "card-filled"
"""A term: a card that is filled pays `points`, if that is more than it pays anyway."""
CARD_UNFILLED: Final = "card-unfilled"
"""A term: a card that is not filled pays `points`; several such terms add up."""

ADD_ONS: Final = "add-ons"
"""Pieces of a kind, each of them there once, stand on upgraded tiles, one on each at most.

Such a piece costs an upgrade of a transport besides its cost, locks the colour of its tile, must have the colour that
the tile has this season, and doubles the printed points of the tile. A kind of pieces says so, with an `AddOn` for
each of them as `parts`, in the order in which they are offered; and the place in a village, whose only field is pairs
of tile and piece; the action, with the fields tile, piece, paid and open; and the widening of transport.
"""
PER_ADD_ON: Final = "per-add-on"
"""A term: `points` for every add-on in the village."""
FREE_ADD_ON: Final = "free-add-on"
"""A term: the best add-on that an upgraded tile could still get counts as if it were there."""
PER_UPGRADED_TILE: Final = "per-upgraded-tile"
"""A term: `points` for every tile that lies upgraded."""
PER_UPGRADE: Final = "per-upgrade"
"""A term: `points` for every upgrade printed on a side that lies up and every piece on the home, doubled like them."""
PER_WINTER_TILE: Final = "per-winter-tile"
"""A term: `points` for every village tile of winter."""

ON_HOMES: Final = "on-homes"
"""Pieces stand on homes; each adds an upgrade to every use of its home.

A kind of pieces says so through its `gained`; and the place in a village, with the fields home and pieces; the task
that puts them there, with the fields seat and pieces; and the widening of `Resolve`.
"""
BOAT_TAKEN: Final = "boat-taken"
"""Who takes a boat gets the cards on it, and in winter what its power in `slot` does; a widening says so."""
REPLACE_BOAT: Final = "replace-boat"
"""A boat with a power in `slot` is replaced with one that is not in play by whoever takes it in autumn.

The handler of the task says so, whose fields are seat and boat; and the action, whose field is the boat.
"""


@frozen
class Card:
    """A card: what fills it, and what it can be exchanged for."""

    piece: str
    """Its id as a good."""
    needs: tuple[Need, ...]
    """What fills it, all at once."""
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
    """A word that the fast executor knows, with its numbers."""

    word: str
    """What it does: one of the words of this module."""
    good: str = ""
    """The piece it is about, if it is about one."""
    points: int = 0
    """What it pays, if it pays anything."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers by piece, if there are any."""
    slot: str = ""
    """The slot of the power that changes it, if there is one."""
    number: int = 0
    """How many, if it counts something."""
    parts: tuple[Card | AddOn, ...] = ()
    """Its pieces, if they have numbers of their own."""


def compiled_as(form: Compiled) -> Callable[[_Function], _Function]:
    """Return a decorator that tells the compiled form of a function, such as that of a phase."""

    def told(function: _Function) -> _Function:
        setattr(function, "compiled", form)  # noqa: B010  # a function has no such attribute by itself
        return function

    return told


def form_of(part: object) -> Compiled | None:
    """Return the compiled form of a part of an expansion, if it tells one."""
    form = getattr(part, "compiled", None)
    return form if isinstance(form, Compiled) else None

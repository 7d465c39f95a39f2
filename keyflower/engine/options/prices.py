"""Prices: how many workers a seat can spare for a use that also costs a piece (rules 2.6.4)."""

from __future__ import annotations

from keyflower.engine.options.workforce import Caps, Workforce
from keyflower.engine.paying import NO_USE, fitting, paying_groups
from keyflower.extend.costs import Cost
from keyflower.extend.goods import SKILL, WORKER
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.values import frozen
from keyflower.model.enums import COLOURS, USE_CAP
from keyflower.model.pool import EMPTY
from keyflower.model.state import Seat


@frozen(eq=False)
class Price:
    """The cost of a use together with the pieces that may pay it; it follows from the rules alone."""

    cost: Cost
    """What is printed."""
    kind: str
    """The kind of piece that pays."""
    pieces: tuple[str, ...]
    """The pieces that may pay."""
    piece: str
    """The only piece that may pay, or the empty text if there are several."""


def price_of(ruleset: Ruleset, cost: Cost) -> Price:
    """Return a cost with the pieces that may pay it."""
    pieces = fitting(ruleset, cost)
    only = pieces[0] if len(pieces) == 1 else ""
    return Price(cost, ruleset.goods[pieces[0]].kind, pieces, only)


class Spare:
    """How many workers a seat can spare for a use that has a price, when groups may take part."""

    # must agree with payments()

    __slots__ = ("colours", "groups", "have", "there")

    def __init__(self, workforce: Workforce, price: Price) -> None:
        """Count the pieces that may pay."""
        self.have = workforce.have
        self.there = _paying_pieces(workforce.seat, price)
        self.colours: tuple[str, ...] = ()
        self.groups: list[str] = []
        if price.kind is WORKER:
            self.colours = price.pieces
            self.groups = paying_groups(workforce.groups, price.pieces, NO_USE)

    def workers(self, colour: str, moved: tuple[str, ...] = ()) -> int:
        """Return how many workers of a colour can leave the screen while these groups move; -1: it cannot be paid."""
        spare = self.there + len([tile for tile in self.groups if tile not in moved]) - 1
        if spare < 0:
            return -1
        return min(self.have[colour], spare) if colour in self.colours else self.have[colour]


def spare_caps(workforce: Workforce, price: Price) -> Caps | None:  # must agree with payments()
    """Return for each colour the most workers that a use can take from the screen alone and still pay a price.

    `None` if it cannot be paid at all.
    """
    there = _paying_pieces(workforce.seat, price)
    if not there:
        return None
    if price.kind is not WORKER or there > USE_CAP:
        return workforce.caps
    caps = list(workforce.caps)
    for place in range(len(COLOURS)) if not price.piece else (COLOURS.index(price.piece),):
        caps[place] = min(caps[place], there - 1)
    red, blue, yellow, green = caps
    return red, blue, yellow, green


def _paying_pieces(seat: Seat, price: Price) -> int:
    """Return how many pieces of a seat could pay a price, not counting groups."""
    kind, piece = price.kind, price.piece
    if kind is WORKER:
        hidden, shown = seat.workers, seat.open_workers
    elif kind is SKILL:
        hidden, shown = seat.skills, seat.open_skills
    else:
        hidden, shown = seat.stock, EMPTY
    if not piece:
        return hidden.total + shown.total
    there = hidden.amounts[hidden.pieces.index(piece)] if piece in hidden.pieces else 0
    return there + shown[piece] if shown.total else there

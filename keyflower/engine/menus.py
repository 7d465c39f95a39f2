"""Ready-made actions: bids and uses are interned in tables, so that a list of options is made of slices.

A table is filled the first time it is asked for; equal actions are one object wherever they are offered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from keyflower.model.actions import Bid, Move, Pay, Use
from keyflower.vocabulary.pool import EMPTY, some
from keyflower.vocabulary.types import COLOURS, USE_CAP

MOST_WORKERS: Final = 60
"""No seat can ever hold more workers of one colour."""

Row: TypeAlias = tuple[tuple[Use, ...], ...]
"""The uses of a tile in one colour, by the number of workers in hand (0 to 6)."""
NO_ROW: Final[Row] = ((),) * (USE_CAP + 1)
"""The row of a colour that cannot be used."""


@frozen
class Door:
    """The limits that the uses of a tile were made from."""

    tile: str
    """The tile."""
    lock: str | None
    """The colour of the workers standing there."""
    least: int
    """How many workers the next use needs."""
    most: int
    """How many workers still have room."""
    touched: bool
    """Whether there is a bid or a use; with nothing but lying workers there is one and yet no lock."""


Rows: TypeAlias = tuple[Row, Row, Row, Row, Door]
"""How a tile can be used now: a row for each colour, and the limits they were made from."""


@lru_cache(maxsize=4096)
def bids(tile: str, colour: str) -> tuple[Bid, ...]:
    """Return the plain bids for a tile in one colour; the one with ``n`` workers stands at ``n - 1``."""
    return tuple(Bid(tile, some(colour, number)) for number in range(1, MOST_WORKERS + 1))


LONGEST_ROW: Final = 16
"""Up to this many workers of a colour in hand, the bids for an untouched lot are kept ready."""


@lru_cache(maxsize=1024)
def fresh_bids(tile: str) -> tuple[tuple[tuple[Bid, ...], ...], ...]:
    """Return the bids for an untouched lot: a row for each colour, by the number of workers in hand."""
    return tuple(tuple(bids(tile, colour)[:hand] for hand in range(LONGEST_ROW + 1)) for colour in COLOURS)


@lru_cache(maxsize=4096)
def uses(tile: str, colour: str) -> tuple[Use, ...]:
    """Return the plain uses of a tile in one colour; the one with ``n`` workers stands at ``n - 1``."""
    return tuple(Use(tile, some(colour, number)) for number in range(1, USE_CAP + 1))


@lru_cache(maxsize=65536)
def rows(tile: str, lock: str | None, least: int, most: int, *, touched: bool) -> Rows:
    """Return the plain uses of a tile that take `least` to `most` workers of the colour lock, or of any colour."""
    red, blue, yellow, green = (
        _row(tile, colour, least, most) if lock is None or lock == colour else NO_ROW for colour in COLOURS
    )
    return red, blue, yellow, green, Door(tile, lock, least, most, touched)


def _row(tile: str, colour: str, least: int, most: int) -> Row:
    table = uses(tile, colour)
    return tuple(table[least - 1 : min(hand, most)] for hand in range(USE_CAP + 1))


@lru_cache(maxsize=8192)
def joined_use(tile: str, colour: str, groups: tuple[str, ...], number: int) -> Use:
    """Return the use of a tile by some groups and a number of workers of their colour from the screen, shared."""
    return Use(tile, some(colour, number), EMPTY, groups)


@lru_cache(maxsize=8192)
def joined_bid(tile: str, colour: str, groups: tuple[str, ...], number: int) -> Bid:
    """Return the bid for a tile by some groups and a number of workers of their colour from the screen, shared."""
    return Bid(tile, some(colour, number), EMPTY, groups)


@lru_cache(maxsize=1024)
def pay(piece: str) -> Pay:
    """Return the action that pays with one piece from behind the screen, shared."""
    return Pay(some(piece))


@lru_cache(maxsize=65536)
def move(good: str, origin: str, target: str) -> Move:
    """Return the action that moves a piece, shared."""
    return Move(good, origin, target)

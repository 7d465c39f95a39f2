"""Prepared actions: each bid and use is made once and kept in tables, so that a batch of options is a slice.

A table is filled the first time somebody asks for it. Equal actions are the same object wherever they are offered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from keyflower.kernel.values import frozen
from keyflower.model.actions import Bid, Move, PayWith, Use
from keyflower.model.enums import COLOURS, USE_CAP
from keyflower.model.pool import EMPTY, some

MOST_WORKERS: Final = 60
"""No seat can ever hold more workers of one colour."""
MOST_AT_HAND: Final = 16
"""The bids on an untouched lot are prepared for hands of up to this many workers of a colour."""

UsesByHand: TypeAlias = tuple[tuple[Use, ...], ...]
"""The uses of a tile in one colour, by the number of workers in hand (0 to 6)."""
NO_USES: Final[UsesByHand] = ((),) * (USE_CAP + 1)
"""For a colour in which a tile cannot be used."""


@frozen
class UseLimits:
    """What the next use of a tile must keep to."""

    tile: str
    """The tile."""
    lock: str | None
    """The colour of the workers standing there, if any do."""
    least: int
    """How many workers the next use needs."""
    most: int
    """For how many workers there is still room."""
    touched: bool
    """Whether there is a bid, a use or a colour from elsewhere.

    A tile with only lying workers is touched, although it has no lock.
    """


TileUses: TypeAlias = tuple[UsesByHand, UsesByHand, UsesByHand, UsesByHand, UseLimits]
"""How a tile can be used now: the uses in each colour, and the limits they follow from."""


@lru_cache(maxsize=4096)
def bids(tile: str, colour: str) -> tuple[Bid, ...]:
    """Return the plain bids for a tile in one colour; the one with ``n`` workers is at ``n - 1``."""
    return tuple(Bid(tile, some(colour, number)) for number in range(1, MOST_WORKERS + 1))


@lru_cache(maxsize=1024)
def first_bids(tile: str) -> tuple[tuple[tuple[Bid, ...], ...], ...]:
    """Return the bids for an untouched lot, by colour and then by the number of workers in hand."""
    return tuple(tuple(bids(tile, colour)[:hand] for hand in range(MOST_AT_HAND + 1)) for colour in COLOURS)


@lru_cache(maxsize=4096)
def uses(tile: str, colour: str) -> tuple[Use, ...]:
    """Return the plain uses of a tile in one colour; the one with ``n`` workers is at ``n - 1``."""
    return tuple(Use(tile, some(colour, number)) for number in range(1, USE_CAP + 1))


@lru_cache(maxsize=65536)
def tile_uses(tile: str, lock: str | None, least: int, most: int, *, touched: bool) -> TileUses:
    """Return the plain uses of a tile with `least` to `most` workers, in its locked colour or in any."""
    red, blue, yellow, green = (
        _by_hand(tile, colour, least, most) if lock is None or lock == colour else NO_USES
        for colour in COLOURS
    )
    return red, blue, yellow, green, UseLimits(tile, lock, least, most, touched)


def _by_hand(tile: str, colour: str, least: int, most: int) -> UsesByHand:
    plain = uses(tile, colour)
    return tuple(plain[least - 1 : min(hand, most)] for hand in range(USE_CAP + 1))


@lru_cache(maxsize=8192)
def use_with_groups(tile: str, colour: str, groups: tuple[str, ...], number: int) -> Use:
    """Return the use of a tile by some groups and a number of workers of the same colour from the screen."""
    return Use(tile, some(colour, number), EMPTY, groups)


@lru_cache(maxsize=8192)
def bid_with_groups(tile: str, colour: str, groups: tuple[str, ...], number: int) -> Bid:
    """Return the bid for a tile by some groups and a number of workers of the same colour from the screen."""
    return Bid(tile, some(colour, number), EMPTY, groups)


@lru_cache(maxsize=1024)
def pay(piece: str) -> PayWith:
    """Return the action that pays with one piece from behind the screen."""
    return PayWith(some(piece))


@lru_cache(maxsize=65536)
def move(good: str, origin: str, target: str) -> Move:
    """Return the action that moves a piece."""
    return Move(good, origin, target)

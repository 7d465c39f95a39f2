"""Ready-made actions: bids and uses are interned in tables, so that a list of options is made of slices.

A table is filled the first time it is asked for; equal actions are one object wherever they are offered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from keyflower.model.actions import Bid, Use
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import COLOURS, USE_CAP

MOST_WORKERS = 60
"""No seat can ever hold more workers of one colour."""

Row: TypeAlias = tuple[tuple[Use, ...], ...]
"""The uses of a tile in one colour, by the number of workers in hand (0 to 6)."""
Rows: TypeAlias = tuple[Row, Row, Row, Row]
"""A row for each colour, in canonical order."""

NO_ROW: Row = ((),) * (USE_CAP + 1)
"""The row of a colour that cannot be used."""


@lru_cache(maxsize=None)
def workers(colour: str, number: int) -> Pool:
    """Return the pool of some workers of one colour, shared."""
    return Pool.of({colour: number})


@lru_cache(maxsize=4096)
def bids(tile: str, colour: str) -> tuple[Bid, ...]:
    """Return the plain bids for a tile in one colour; the one with ``n`` workers stands at ``n - 1``."""
    return tuple(Bid(tile, workers(colour, number)) for number in range(1, MOST_WORKERS + 1))


@lru_cache(maxsize=4096)
def uses(tile: str, colour: str) -> tuple[Use, ...]:
    """Return the plain uses of a tile in one colour; the one with ``n`` workers stands at ``n - 1``."""
    return tuple(Use(tile, workers(colour, number)) for number in range(1, USE_CAP + 1))


@lru_cache(maxsize=65536)
def use_rows(tile: str, lock: str | None, least: int, most: int) -> Rows:
    """Return the plain uses of a tile that take `least` to `most` workers of the colour lock, or of any colour."""
    red, blue, yellow, green = (
        _row(tile, colour, least, most) if lock is None or lock == colour else NO_ROW for colour in COLOURS
    )
    return (red, blue, yellow, green)


def _row(tile: str, colour: str, least: int, most: int) -> Row:
    table = uses(tile, colour)
    return tuple(table[least - 1 : min(hand, most)] for hand in range(USE_CAP + 1))

"""`Pool`: workers and goods as an immutable multiset; the kernel's pool with the letters of the worker colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from keyflower.kernel import pool as kernel
from keyflower.model.enums import LETTERS


class Pool(kernel.BasePool):
    """An immutable multiset of pieces; it can also hold a number of unknown ones.

    Pieces are named by their ids. Arithmetic returns new pools, order is canonical
    (workers red, blue, yellow, green, then other pieces by name) and zero counts vanish.

    >>> hand = Pool.parse("R2 B1")
    >>> hand + Pool.of(red=1, wood=3)
    Pool.of(red=3, blue=1, wood=3)
    >>> hand["red"], hand.total, str(hand - Pool.of(red=2))
    (2, 3, 'B1')
    >>> Pool.of(red=1, unknown=2).masked()
    Pool.of(unknown=3)
    """

    __slots__ = ()

    LETTERS = LETTERS
    EXAMPLE = "R2 for two red workers or wood3"


EMPTY: Final = Pool()
"""The pool without pieces."""


@lru_cache(maxsize=4096)
def some(piece: str, number: int = 1) -> Pool:
    """Return the pool of some pieces of one name, shared."""
    return Pool.of({piece: number})

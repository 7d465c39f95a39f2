"""The sixteen squares of a town: their names, and which of them belong together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SIZE: Final = 4
"""Squares in a row and in a column."""
NAMES: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
"""The names of the squares, row by row from the top: `a1` is top left, `d4` bottom right."""
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
"""The place of each square in `NAMES`; the rules count with these numbers."""
ALL: Final = tuple(range(len(NAMES)))
"""All squares."""


def _where(wanted: set[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return for each square the squares that lie as far away, in columns and rows, as `wanted` says."""
    return tuple(
        tuple(there for there in ALL if (there % SIZE - here % SIZE, there // SIZE - here // SIZE) in wanted)
        for here in ALL
    )


_NEAR = range(-1, 2)
_FAR = range(1 - SIZE, SIZE)
ADJACENT: Final = _where({(0, -1), (-1, 0), (1, 0), (0, 1)})
"""For each square the squares above, below, left and right of it."""
AROUND: Final = _where({(x, y) for x in _NEAR for y in _NEAR} - {(0, 0)})
"""For each square the up to eight squares around it."""
IN_ROW: Final = _where({(x, 0) for x in _FAR} - {(0, 0)})
"""For each square the other squares of its row."""
IN_COLUMN: Final = _where({(0, y) for y in _FAR} - {(0, 0)})
"""For each square the other squares of its column."""
IN_LINES: Final = tuple(row + column for row, column in zip(IN_ROW, IN_COLUMN, strict=True))
"""For each square the other squares of its row and of its column."""
CORNERS: Final = frozenset({0, 3, 12, 15})
"""The four corners."""
CENTRE: Final = frozenset({5, 6, 9, 10})
"""The four squares in the middle."""


def groups(squares: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the largest connected parts of some squares, in the order of their first squares.

    >>> groups([0, 1, 5, 15])
    [(0, 1, 5), (15,)]
    """
    left = set(squares)
    found = []
    while left:
        part, edge = set[int](), {min(left)}
        while edge:
            part |= edge
            edge = {there for here in edge for there in ADJACENT[here] if there in left} - part
        left -= part
        found.append(tuple(sorted(part)))
    return found


def names(squares: Iterable[int]) -> str:
    """Return the names of squares as a text: ``a1 b2``."""
    return " ".join(NAMES[square] for square in squares)

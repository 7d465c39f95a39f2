"""Patterns: how a card asks for cubes, and every way to lay it on a town."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import frozen

from tinytowns.pieces import EMPTY, RESOURCES
from tinytowns.squares import ALL, SIZE

LANES: Final = {letter: lane * len(ALL) for lane, letter in enumerate(RESOURCES)}
"""Where the sixteen bits of each resource begin in a number that says which cube lies where."""
ANY: Final = sum(1 << lane for lane in LANES.values())
"""A square that counts as every resource, if it is square 0; shift it to another one."""


@frozen
class Placement:
    """One way to lay a pattern on a town."""

    cubes: int
    """The cubes it asks for: one bit for each cube, in the lane of its resource."""
    squares: tuple[int, ...]
    """The squares it covers, in order; squares of the pattern that ask for nothing are left out."""


def orientations(pattern: str) -> list[tuple[str, ...]]:
    """Return a pattern turned and mirrored in every way, without repetition.

    >>> orientations("ws")
    [('ws',), ('w', 's'), ('sw',), ('s', 'w')]
    """
    found: dict[tuple[str, ...], None] = {}
    rows = tuple(pattern.split("/"))
    for _ in range(2):
        for _ in range(4):
            found[rows] = None
            rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        rows = tuple(row[::-1] for row in rows)
    return list(found)


@lru_cache(maxsize=64)
def placements(pattern: str) -> tuple[Placement, ...]:
    """Return every way to lay a pattern on a town: inside the board, each way once.

    >>> len(placements("ws"))
    48
    """
    found: dict[int, Placement] = {}
    for rows in orientations(pattern):
        for top in range(SIZE - len(rows) + 1):
            for left in range(SIZE - len(rows[0]) + 1):
                placement = _laid(rows, top, left)
                found.setdefault(placement.cubes, placement)
    return tuple(sorted(found.values(), key=lambda one: (one.squares, one.cubes)))


def _laid(rows: tuple[str, ...], top: int, left: int) -> Placement:
    asked = {
        (top + y) * SIZE + left + x: letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != EMPTY
    }
    cubes = sum(1 << LANES[letter] + square for square, letter in asked.items())
    return Placement(cubes, tuple(sorted(asked)))

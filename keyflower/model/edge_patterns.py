"""Patterns: the six edges around an empty cell, as a text of six letters, and which tiles fit into them.

Almost every village is new, but the same few hundred patterns occur in all of them. So everything about a pattern is
looked up in tables, and a whole village is checked without a loop in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import compress, repeat
from operator import and_
from typing import Final

from keyflower.model.hexes import Cell, opposite

OPEN: Final = "."
"""In a pattern: there is no tile in this direction."""
NO_EDGES: Final = OPEN * 6
"""The pattern of a cell with nothing around it."""

_TURNS: Final = range(6)
_EVERY: Final = int.from_bytes(b"\1" * 6, "big")
_MOST_KEPT: Final = 5000


class Fitting(dict[str, bytes]):
    """How one tile fits into each pattern: a byte for each rotation, 1 if all edges match; no bytes if none does.

    >>> table = Fitting("RFFRRR")
    >>> list(table["R..F.."]), list(table["WW...."])
    ([0, 1, 1, 0, 0, 0], [])
    """

    def __init__(self, edges: str) -> None:
        """Start an empty table for a tile with these printed edges."""
        super().__init__()
        # for each direction and each kind of edge: the rotations in which the tile has that edge there
        self._having = tuple([{OPEN: _EVERY, **_rotations(edges, place)} for place in _TURNS])

    def __missing__(self, pattern: str) -> bytes:
        """Work out how the tile fits into a pattern that is new to the table."""
        if len(self) > _MOST_KEPT:
            self.clear()
        every = reduce(and_, map(dict.get, self._having, pattern, repeat(0)))
        found = self[pattern] = every.to_bytes(6, "big") if every else b""
        return found


def _rotations(edges: str, place: int) -> dict[str, int]:
    """Return for each kind of edge the rotations in which it faces a direction, as six bytes in one number."""
    # a negative place counts from the end, which is right: edges go round the tile
    facing = [edges[place - turn] for turn in _TURNS]
    return {kind: int.from_bytes(bytes([edge == kind for edge in facing]), "big") for kind in set(edges)}


fitting = lru_cache(maxsize=1024)(Fitting)
"""The table of a tile by its printed edges; each is made once and shared."""


def turns(edges: str, cells: Iterable[Cell], patterns: Iterable[str]) -> tuple[Iterator[Cell], bytes]:
    """Return the cells in which a tile fits, and six bytes for each of them: 1 for every rotation that fits.

    Args:
        edges: the printed edges of the tile.
        cells: where the tile may lie.
        patterns: the pattern of each cell.
    """
    found = list(map(fitting(edges).__getitem__, patterns))
    return compress(cells, found), b"".join(found)


class Entering(dict[str, str]):
    """What each pattern becomes when a tile is laid next to it; equal patterns share one text, to save memory."""

    def __init__(self, direction: int, edge: str) -> None:
        """Start an empty table for a tile that lies in this direction and shows this edge to the cell."""
        super().__init__()
        self._direction = direction
        self._edge = edge

    def __missing__(self, pattern: str) -> str:
        """Put the edge into a pattern that is new to the table."""
        if len(self) > _MOST_KEPT:
            self.clear()
        entered = pattern[: self._direction] + self._edge + pattern[self._direction + 1 :]
        found = self[pattern] = _shared(entered)
        return found


@lru_cache(maxsize=_MOST_KEPT)
def _shared(pattern: str) -> str:
    return pattern


_entering = lru_cache(maxsize=1024)(Entering)


@lru_cache(maxsize=4096)
def entering(facing: str) -> tuple[Entering, ...]:
    """Return how a tile changes the patterns of the six cells around it.

    Args:
        facing: the edges of the tile by the direction they face.
    """
    return tuple([_entering(opposite(place), edge) for place, edge in enumerate(facing)])

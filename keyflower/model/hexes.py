"""The hexagonal grid: cells, directions, rotation of edges, half-edges, and where a cell lies on paper.

Cells are axial coordinates ``(q, r)`` of flat-top hexes. Edges are numbered 0 to 5 clockwise from the top.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""The place of a hex: its axial coordinates ``(q, r)``."""

DIRECTIONS: Final[tuple[Cell, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The step across each edge, clockwise from the top; `COMPASS` names them."""

COMPASS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""The name of each direction, in the order of `DIRECTIONS`."""


def neighbour(cell: Cell, edge: int) -> Cell:
    """Return the cell across one edge.

    >>> neighbour((0, 0), 1)
    (1, -1)
    """
    q, r = DIRECTIONS[edge]
    return (cell[0] + q, cell[1] + r)


@lru_cache(maxsize=4096)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around one, clockwise from the top."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def opposite(edge: int) -> int:
    """Return the direction that points back: the neighbour's number of a shared edge."""
    return (edge + 3) % 6


@lru_cache(maxsize=4096)
def rotated(edges: str, rotation: int) -> str:
    """Return the edges of a rotated tile by direction: printed edge ``e`` faces ``(e + rotation) % 6``.

    >>> rotated("WRRFFF", 1)
    'FWRRFF'
    """
    turn = rotation % 6
    return edges[6 - turn :] + edges[: 6 - turn]


def distance(a: Cell, b: Cell) -> int:
    """Return how many steps two cells are apart."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def minus(edge: int) -> int:
    """Return the half-edge at the anticlockwise end of an edge: ``edge-`` in rules 6.9.

    The twelve half-edges of a tile are numbered clockwise too: edge ``e`` runs from corner ``e`` to
    corner ``e + 1`` and consists of the half-edges ``2e`` (at corner ``e``) and ``2e + 1``.
    """
    return 2 * edge


def plus(edge: int) -> int:
    """Return the half-edge at the clockwise end of an edge: ``edge+`` in rules 6.9."""
    return 2 * edge + 1


def touching_half(half: int) -> int:
    """Return the half-edge across a shared edge: ``i-`` touches ``j+``, ``i+`` touches ``j-`` (rules 6.9).

    >>> touching_half(minus(0)) == plus(3)
    True
    """
    return (half + 6) % 12 ^ 1


def centre(cell: Cell, size: float) -> tuple[float, float]:
    """Return where the middle of a cell is on paper, y growing downward; sides have the length ``size``."""
    q, r = cell
    return (size * 1.5 * q, size * sqrt(3) * (r + q / 2))


def corners(cell: Cell, size: float) -> tuple[tuple[float, float], ...]:
    """Return the six corners of a cell on paper; edge ``e`` runs from corner ``e`` to corner ``e + 1``."""
    x, y = centre(cell, size)
    angles = [(turn - 2) * pi / 3 for turn in range(6)]
    return tuple((x + size * cos(angle), y + size * sin(angle)) for angle in angles)

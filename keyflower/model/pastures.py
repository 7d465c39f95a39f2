"""Pastures: how roads and rivers cut a tile into regions, and how regions of laid tiles join (rules 6.9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from keyflower.kernel.values import frozen
from keyflower.model.enums import ROAD, WATER
from keyflower.model.hexes import Cell, minus, neighbours, opposite, plus

if TYPE_CHECKING:
    from keyflower.model.layout import Placed

Region: TypeAlias = tuple[str, int]
"""A part of one tile between its roads: the name of the tile and the number of the sector, from 1."""


@lru_cache(maxsize=4096)
def label_of(region: Region) -> str:
    """Return the text form of a region. Equal labels are one object, to save memory.

    >>> label_of(("miner", 2))
    'miner/2'
    """
    return f"{region[0]}/{region[1]}"


@frozen(weakref_slot=False)
class Pasture:
    """Connected land in a village: regions that touch each other along half-edges.

    It stores only its regions, because every layout has a dozen pastures and programs keep thousands of states.

    >>> pasture = village.pastures[0]
    >>> pasture.id
    'home_1/1'
    """

    regions: tuple[Region, ...]
    """Its regions in the order their tiles were laid, then by sector; never empty."""

    @property
    def id(self) -> str:
        """The label of its earliest region, so it stays the same when tiles are added.

        >>> [pasture.id for pasture in village.pastures][:2]
        ['home_1/1', 'home_1/2']
        """
        return label_of(self.regions[0])

    @property
    def tiles(self) -> frozenset[str]:
        """The names of the tiles it touches.

        >>> village.pastures[0].tiles
        frozenset({'home_1'})
        """
        return frozenset([name for name, _ in self.regions])

    def touches(self, tile: str) -> bool:
        """Return whether it touches a tile.

        >>> village.pastures[0].touches("home_1")
        True
        """
        return any(name == tile for name, _ in self.regions)


@lru_cache(maxsize=1024)
def sectors(edges: str) -> tuple[int, ...]:
    """Return the sector that owns each half-edge of a printed tile; 0 for the halves of water edges.

    Sectors are numbered from 1, clockwise, starting with the sector of the first edge that is not a road; if that
    edge is a river, with the land after it.

    >>> sectors("WRRRRR")
    (0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 1)
    >>> sectors("WFFWFF")
    (0, 0, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2)
    """
    # rules 6.9: a single water edge is an inlet and cuts nothing; two or more are a river, which does.
    cutting = ROAD + WATER if edges.count(WATER) > 1 else ROAD
    if not any(edge in cutting for edge in edges):
        return tuple(0 if edges[half // 2] == WATER else 1 for half in range(12))
    first = next((edge for edge in range(6) if edges[edge] != ROAD), 0)
    while edges[first] not in cutting:
        first -= 1
    owners = [0] * 12
    number = 0
    is_new = True
    for half in range(2 * first + 1, 2 * first + 13):
        edge = half // 2 % 6
        if half % 2 and edges[edge] in cutting:
            is_new = True
        if edges[edge] != WATER:
            number += is_new
            is_new = False
            owners[half % 12] = number
    return tuple(owners)


@lru_cache(maxsize=4096)
def facing_sectors(edges: str, rotation: int) -> tuple[int, ...]:
    """Return the sector that owns each half-edge of a laid tile, by the direction the half-edge faces."""
    owners = sectors(edges)
    turn = 12 - 2 * (rotation % 6)
    return owners[turn:] + owners[:turn]


@lru_cache(maxsize=4096)
def _borders(edges: str, rotation: int) -> tuple[tuple[int, int], ...]:
    """Return the sectors that own the halves of each edge of a laid tile, by the direction the edge faces."""
    owners = facing_sectors(edges, rotation)
    return tuple((owners[minus(edge)], owners[plus(edge)]) for edge in range(6))


@lru_cache(maxsize=4096)
def regions_of(name: str, edges: str) -> tuple[Region, ...]:
    """Return the regions of a tile in the order of their sectors. They are shared, to save memory."""
    return tuple((name, sector) for sector in range(1, max(sectors(edges)) + 1))


def pastures_of(tiles: Sequence[Placed], known: Sequence[Pasture] = ()) -> tuple[Pasture, ...]:
    """Return the pastures of laid tiles, ordered by their earliest regions.

    Args:
        tiles: The tiles in the order they were laid.
        known: The pastures as they were before the last tiles were laid, if they are known. Those that have not
            changed are returned as they are, so that layouts share them.
    """
    # Regions are numbers here, in the order of `regions`. The parent of a region is an earlier region of the same
    # pasture, or the region itself. So the first region of a pasture is its root, and pastures come out in order.
    regions: list[Region] = []
    parents: list[int] = []
    before: dict[Cell, tuple[int, tuple[tuple[int, int], ...]]] = {}
    for tile in tiles:
        own = _borders(tile.edges, tile.rotation)
        start = len(regions) - 1  # sectors are numbered from 1
        regions += regions_of(tile.name, tile.edges)
        parents += range(start + 1, len(regions))
        for edge, cell in enumerate(neighbours(tile.cell)):
            if cell in before:
                there, theirs = before[cell]
                for ours, other in _touching(own[edge], theirs[opposite(edge)]):
                    _join(parents, start + ours, there + other)
        before[tile.cell] = (start, own)
    groups: dict[int, list[Region]] = {}
    for number, region in enumerate(regions):
        # the parents of earlier regions are roots already
        root = parents[number] = parents[parents[number]]
        if root == number:
            groups[root] = [region]
        else:
            groups[root].append(region)
    earlier = {pasture.regions[0]: pasture for pasture in known}
    pastures = []
    for group in groups.values():
        same = earlier.get(group[0])
        if len(group) == 1:
            pastures.append(_lone(group[0]))
        elif same is not None and len(same.regions) == len(group):
            pastures.append(same)  # pastures only grow: as many regions as before means the same regions
        else:
            pastures.append(Pasture(tuple(group)))
    return tuple(pastures)


@lru_cache(maxsize=4096)
def _lone(region: Region) -> Pasture:
    """Return a pasture of one region, shared between all layouts."""
    return Pasture((region,))


@lru_cache(maxsize=4096)
def _touching(ours: tuple[int, int], theirs: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of sectors that touch along a shared edge: opposite halves meet (rules 6.9)."""
    pairs = ((ours[0], theirs[1]), (ours[1], theirs[0]))
    return tuple(dict.fromkeys((one, other) for one, other in pairs if one and other))


def _join(parents: list[int], one: int, other: int) -> None:
    """Join the pastures of two regions: the earlier root becomes the root of both."""
    while parents[one] != one:
        one = parents[one]
    while parents[other] != other:
        other = parents[other]
    if one < other:
        parents[other] = one
    else:
        parents[one] = other

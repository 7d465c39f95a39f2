"""Pastures: how roads and rivers cut a tile into regions, and how regions of laid tiles join (rules 6.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from attrs import frozen

from keyflower.vocabulary.types import ROAD, WATER

Region: TypeAlias = tuple[str, int]
"""A part of one tile between its roads: the name of the tile and the number of the sector, from 1."""


def label_of(region: Region) -> str:
    """Return the text form of a region.

    >>> label_of(("miner", 2))
    'miner/2'
    """
    return f"{region[0]}/{region[1]}"


@frozen(slots=False)
class Pasture:
    """Connected land of a village: the regions that touch each other along half-edges."""

    regions: tuple[Region, ...]
    """Its regions in the order their tiles were laid, then by sector; never empty."""

    @cached_property
    def id(self) -> str:
        """The label of its earliest region; it stays the same while tiles are added."""
        return label_of(self.regions[0])

    @cached_property
    def tiles(self) -> frozenset[str]:
        """The names of the tiles it touches."""
        return frozenset(name for name, _ in self.regions)


@lru_cache(maxsize=1024)
def sectors(edges: str) -> tuple[int, ...]:
    """Return the sector that owns each half-edge of a printed tile; 0 for the halves of water edges.

    Sectors are numbered from 1, clockwise, beginning with the one that owns the first edge that is no
    road; where that edge is a river, with the land that follows it.

    >>> sectors("WRRRRR")
    (0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 1)
    >>> sectors("WFFWFF")
    (0, 0, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2)
    """
    # rules 6.9: a lone inlet does not cut its sector; water that enters and leaves is a river and does.
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


def regions_of(name: str, edges: str) -> tuple[Region, ...]:
    """Return the regions of a tile in the order of their sectors."""
    return tuple((name, sector) for sector in range(1, max(sectors(edges)) + 1))


def joined(
    known: Sequence[Pasture],
    regions: Sequence[Region],
    contacts: Iterable[tuple[Region, Region]],
    order: Mapping[str, int],
) -> tuple[Pasture, ...]:
    """Return the pastures after new regions came to known pastures.

    Args:
        known: The pastures so far, in order; those that nothing joins are returned as they are.
        regions: The new regions in order; their tiles were laid after all known ones.
        contacts: The pairs of regions that touch along a half-edge, each with at least one new region.
        order: The position of each tile in the order of laying.

    Returns:
        All pastures, ordered by their earliest regions.
    """
    groups = [pasture.regions for pasture in known] + [(region,) for region in regions]
    group_of = {region: number for number, group in enumerate(groups) for region in group}
    parents = list(range(len(groups)))

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = number = parents[parents[number]]
        return number

    for one, other in contacts:
        parents[root(group_of[one])] = root(group_of[other])
    members: dict[int, list[int]] = {}
    for number in range(len(groups)):
        members.setdefault(root(number), []).append(number)
    pastures = []
    for first, *others in members.values():
        if not others:
            pastures.append(known[first] if first < len(known) else Pasture(groups[first]))
        else:
            parts = [region for number in (first, *others) for region in groups[number]]
            pastures.append(Pasture(tuple(sorted(parts, key=lambda part: (order[part[0]], part[1])))))
    return tuple(pastures)

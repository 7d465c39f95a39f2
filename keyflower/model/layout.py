"""`Layout`: the laid tiles of one village and every fact that follows from how they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from attrs import field, frozen

from keyflower.model.graphs import Graph, linked, on_cycles, steps_from
from keyflower.model.misfits import Clash, Misfit
from keyflower.model.pastures import Pasture, Region, facing_sectors, joined, label_of, regions_of
from keyflower.vocabulary.errors import UnknownName, suggest
from keyflower.vocabulary.hexes import (
    Cell,
    minus,
    neighbour,
    neighbours,
    opposite,
    plus,
    rotated,
    touching_half,
)
from keyflower.vocabulary.types import ROAD, WATER, TileKind

Place: TypeAlias = tuple[Cell, int]
"""Where a tile may be laid: the cell and the rotation."""

_Fact = TypeVar("_Fact")

_TURNS: Final = tuple(range(6))
_NO_EDGES: Final = "......"
_FREE: Final = "."
"""In a pattern of edges: nothing lies in this direction."""
_BOATS: Final = (TileKind.BOAT, TileKind.SUMMER_BOAT)


def _plain(kind: str) -> str:
    """Turn a member of an enumeration into the plain text, so that the repr of a tile rebuilds it."""
    return str(kind)


@frozen
class Placed:
    """A laid tile, geometry only: what lies where and how it is turned."""

    name: str
    """The name of the tile, unique in its village."""
    cell: Cell
    """Where it lies."""
    rotation: int
    """By how many edges it is turned clockwise, 0 to 5: printed edge ``e`` faces ``(e + rotation) % 6``."""
    edges: str
    """The printed edges, clockwise from the top, such as ``RFFRRR``."""
    kind: str = field(converter=_plain)
    """The kind of the tile, a value of `TileKind` or of an expansion."""

    @property
    def facing(self) -> str:
        """The edges by the direction they face."""
        return rotated(self.edges, self.rotation)


@lru_cache(maxsize=65536)
def _fitting(edges: str, pattern: str) -> tuple[int, ...]:
    """Return the rotations in which a tile matches the edges around a cell."""
    wanted = [(place, edge) for place, edge in enumerate(pattern) if edge != _FREE]
    # a place below 0 counts from the end, as it should: edges go round
    return tuple(turn for turn in _TURNS if all(edges[place - turn] == edge for place, edge in wanted))


@lru_cache(maxsize=65536)
def _entered(pattern: str, edge: int, kind: str) -> str:
    """Return the pattern of an empty cell with the edge of a tile entered that faces it; shared, to save memory."""
    back = opposite(edge)
    return pattern[:back] + kind + pattern[back + 1 :]


def _surround(tile: Placed, occupied: set[Cell], patterns: dict[Cell, str]) -> None:
    """Enter the edges of one tile into the patterns of the empty cells around it."""
    for edge, cell in enumerate(neighbours(tile.cell)):
        if cell not in occupied:
            patterns[cell] = _entered(patterns.get(cell, _NO_EDGES), edge, tile.facing[edge])


@lru_cache(maxsize=65536)
def _turned(cell: Cell, rotations: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the places in one cell, shared between all layouts."""
    return tuple((cell, rotation) for rotation in rotations)


# Not slotted: the facts are cached properties, which keep their docstrings only in a class with a __dict__.
@frozen(slots=False, cache_hash=True)
class Layout:
    """The tiles of one village as they lie. Equal when the same tiles were laid in the same order.

    Facts are computed when they are first asked for and kept; `adding` a tile carries over what is cheap.

    >>> home = Placed("home_1", (0, 0), 0, "WRRRRR", "home")
    >>> Layout((home,)).places("FRFFFF")[:2]
    (((-1, 0), 1), ((-1, 1), 0))
    """

    tiles: tuple[Placed, ...]
    """The tiles in the order they were laid; the first is the home."""

    def __reduce__(self) -> tuple[type[Layout], tuple[tuple[Placed, ...]]]:
        """Pickle the tiles only: the facts follow from them."""
        return (Layout, (self.tiles,))

    def remember(self, key: str, work_out: Callable[[Layout], _Fact]) -> _Fact:
        """Return something that follows from the tiles alone: worked out once, then kept with them.

        Args:
            key: the name of the fact; it belongs to the module that asks, which always asks for one type.
            work_out: how it is found.
        """
        facts = vars(self)  # beside the cached properties: what is not asked for takes no room
        known: _Fact | None = facts.get(key)
        if known is None:
            known = facts[key] = work_out(self)
        return known

    # ------------------------------------------------------------------ tiles

    @cached_property
    def cells(self) -> Mapping[Cell, Placed]:
        """The tile on each occupied cell."""
        found = {tile.cell: tile for tile in self.tiles}
        if len(found) < len(self.tiles):
            raise ValueError("two tiles of a village cannot lie on the same cell")
        return MappingProxyType(found)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each tile in `tiles`, by name."""
        found = {tile.name: position for position, tile in enumerate(self.tiles)}
        if len(found) < len(self.tiles):
            raise ValueError("two tiles of a village cannot have the same name")
        return MappingProxyType(found)

    def at(self, cell: Cell) -> Placed | None:
        """Return the tile on a cell, or None."""
        return self.cells.get(cell)

    def position(self, name: str) -> int:
        """Return the position of a tile in `tiles`.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        try:
            return self.index[name]
        except KeyError:
            raise UnknownName(f"no tile {name!r} in this village{suggest(name, self.index)}") from None

    def named(self, name: str) -> Placed:
        """Return a tile by its name.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        return self.tiles[self.position(name)]

    def adding(self, placed: Placed) -> Layout:
        """Return the layout with one more tile; whether it fits is not asked here.

        Raises:
            ValueError: if the cell is occupied or the name is taken.
        """
        occupied = {tile.cell for tile in self.tiles}
        if placed.cell in occupied or placed.name in self.index:
            raise ValueError(f"{placed.name} cannot be laid at {placed.cell}: the cell or the name is taken")
        more = Layout((*self.tiles, placed))
        facts = vars(more)
        facts["index"] = {**self.index, placed.name: len(self.tiles)}
        patterns = dict(self._patterns)
        patterns.pop(placed.cell, None)
        _surround(placed, occupied, patterns)
        facts["_patterns"] = patterns
        if "shared_edges" in vars(self):
            facts["shared_edges"] = (*self.shared_edges, *more._meetings(len(self.tiles)))
        if "pastures" in vars(self):
            facts["pastures"] = more._joining(self.pastures, len(self.tiles))
        return more

    # ------------------------------------------------------------------ where a tile may be laid

    @cached_property
    def _patterns(self) -> dict[Cell, str]:
        """The edges around each empty cell that shares an edge with the village, by direction."""
        patterns: dict[Cell, str] = {}
        occupied = {tile.cell for tile in self.tiles}
        for tile in self.tiles:
            _surround(tile, occupied, patterns)
        return patterns

    @cached_property
    def frontier(self) -> tuple[Cell, ...]:
        """The empty cells that share an edge with the village, sorted."""
        return tuple(sorted(self._patterns))

    def places(self, edges: str, *, free: bool = False) -> tuple[Place, ...]:
        """Return every place a tile with these edges may be laid (rules 4.4), by cell, then rotation.

        Args:
            edges: The printed edges of the tile.
            free: Whether edges need not match (boat 2a).
        """
        found: list[Place] = []  # not kept: it is asked for once, and would be most of what a layout weighs
        patterns = self._patterns
        for cell in self.frontier:
            found += _turned(cell, _TURNS if free else _fitting(edges, patterns[cell]))
        return tuple(found)

    @cached_property
    def _room(self) -> dict[str, bool]:
        return {}

    def has_place(self, edges: str, *, free: bool = False) -> bool:
        """Return whether a tile with these edges may be laid anywhere; see `places`."""
        if free:
            return bool(self._patterns)
        known = self._room.get(edges)
        if known is None:
            known = any(_fitting(edges, pattern) for pattern in self._patterns.values())
            self._room[edges] = known
        return known

    def fits(self, edges: str, cell: Cell, rotation: int, *, free: bool = False) -> bool:
        """Return whether a tile may be laid at this place; see `places`."""
        pattern = self._patterns.get(cell)
        return pattern is not None and rotation in (range(6) if free else _fitting(edges, pattern))

    def misfit(self, edges: str, cell: Cell, rotation: int, *, free: bool = False) -> Misfit | None:
        """Return why a tile may not be laid at this place, or None if it may."""
        if self.fits(edges, cell, rotation, free=free):
            return None
        there = self.at(cell)
        if there is not None:
            return Misfit("occupied", cell, rotation, tile=there.name)
        if cell not in self._patterns:
            return Misfit("apart", cell, rotation)
        if rotation not in range(6):
            return Misfit("rotation", cell, rotation)
        clashes = tuple(
            Clash(direction, ours, theirs, self.cells[neighbour(cell, direction)].name)
            for direction, (ours, theirs) in enumerate(
                zip(rotated(edges, rotation), self._patterns[cell], strict=True)
            )
            if theirs not in (_FREE, ours)
        )
        return Misfit("clash", cell, rotation, clashes=clashes)

    # ------------------------------------------------------------------ who touches whom

    def _contacts(self, first: int = 0) -> Iterator[tuple[int, int, int]]:
        """Iterate shared edges of tiles from a position on: earlier tile, later tile, the later's edge."""
        positions = {tile.cell: position for position, tile in enumerate(self.tiles)}
        for later in range(first, len(self.tiles)):
            for edge, cell in enumerate(neighbours(self.tiles[later].cell)):
                earlier = positions.get(cell, later)
                if earlier < later:
                    yield earlier, later, edge

    @cached_property
    def shared_edges(self) -> tuple[tuple[int, int, str], ...]:
        """The shared edges: positions of two tiles, the earlier first, and the edges that meet, as ``RF``."""
        return tuple(self._meetings(0))

    def _meetings(self, first: int) -> Iterator[tuple[int, int, str]]:
        for earlier, later, edge in self._contacts(first):
            yield earlier, later, self.tiles[earlier].facing[opposite(edge)] + self.tiles[later].facing[edge]

    def touching(self, name: str) -> tuple[str, ...]:
        """Return the names of the tiles that share an edge of any kind with this one, clockwise."""
        around = neighbours(self.named(name).cell)
        return tuple(self.cells[cell].name for cell in around if cell in self.cells)

    # ------------------------------------------------------------------ roads and water

    @cached_property
    def road_links(self) -> tuple[tuple[str, str], ...]:
        """The pairs of tiles joined by a road, the earlier tile first."""
        names = [tile.name for tile in self.tiles]
        return tuple((names[a], names[b]) for a, b, meeting in self.shared_edges if meeting == ROAD + ROAD)

    @cached_property
    def _road_steps(self) -> Graph:
        links = ((a, b) for a, b, meeting in self.shared_edges if meeting == ROAD + ROAD)
        return linked(len(self.tiles), links)

    @cached_property
    def _field_steps(self) -> Graph:
        links = ((a, b) for a, b, meeting in self.shared_edges if WATER not in meeting)
        return linked(len(self.tiles), links)

    def steps(self, *, over_fields: bool = False) -> Graph:
        """Return for each tile the positions of the tiles one transport step away (rules 3.3), sorted.

        Args:
            over_fields: Whether every shared edge without water can be crossed (boat 2a).
        """
        return self._field_steps if over_fields else self._road_steps

    @cached_property
    def _known_steps(self) -> dict[tuple[int, bool], tuple[int, ...]]:
        return {}

    def steps_of(self, position: int, *, over_fields: bool = False) -> tuple[int, ...]:
        """Return the transport steps from one tile to each tile by position, -1 where no way leads; see `steps`."""
        known = self._known_steps.get((position, over_fields))
        if known is None:
            known = steps_from(self.steps(over_fields=over_fields), position)
            self._known_steps[position, over_fields] = known
        return known

    def distances(self, *, over_fields: bool = False) -> tuple[tuple[int, ...], ...]:
        """Return the transport steps between tiles by their positions, -1 where no way leads; see `steps`."""
        return tuple(self.steps_of(place, over_fields=over_fields) for place in range(len(self.tiles)))

    @cached_property
    def on_loops(self) -> frozenset[str]:
        """The names of the tiles that lie on a closed road (rules 6.7, Sea Bastion)."""
        return frozenset(self.tiles[position].name for position in on_cycles(self._road_steps))

    @cached_property
    def boats_by_water(self) -> frozenset[str]:
        """The names of the boats joined to the home by water edge to water edge (rules 6.7, Sea Breese)."""
        if not self.tiles:
            return frozenset()
        links = ((a, b) for a, b, meeting in self.shared_edges if meeting == WATER + WATER)
        steps = steps_from(linked(len(self.tiles), links), 0)
        return frozenset(
            tile.name
            for tile, away in zip(self.tiles, steps, strict=True)
            if away >= 0 and tile.kind in _BOATS
        )

    # ------------------------------------------------------------------ pastures

    @cached_property
    def pastures(self) -> tuple[Pasture, ...]:
        """The pastures (rules 6.9), ordered by their earliest regions."""
        return self._joining((), 0)

    def _joining(self, known: tuple[Pasture, ...], first: int) -> tuple[Pasture, ...]:
        """Return the pastures, given those of the tiles before position `first`."""
        regions = [region for tile in self.tiles[first:] for region in regions_of(tile.name, tile.edges)]
        return joined(known, regions, self._region_contacts(first), self.index)

    def _region_contacts(self, first: int) -> Iterator[tuple[Region, Region]]:
        """Iterate the pairs of regions that touch along a half-edge of a tile from a position on."""
        for earlier, later, edge in self._contacts(first):
            old, new = self.tiles[earlier], self.tiles[later]
            old_owners = facing_sectors(old.edges, old.rotation)
            new_owners = facing_sectors(new.edges, new.rotation)
            for half in (minus(edge), plus(edge)):
                ours, theirs = new_owners[half], old_owners[touching_half(half)]
                if ours and theirs:
                    yield (old.name, theirs), (new.name, ours)

    @cached_property
    def _pasture_by_label(self) -> dict[str, Pasture]:
        return {label_of(region): pasture for pasture in self.pastures for region in pasture.regions}

    def pasture(self, label: str) -> Pasture | None:
        """Return a pasture by its id or the label of any of its regions, or None."""
        return self._pasture_by_label.get(label)

    def pastures_of(self, name: str) -> tuple[Pasture, ...]:
        """Return the pastures that touch a tile, in order.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        self.position(name)
        return tuple(pasture for pasture in self.pastures if name in pasture.tiles)

    @cached_property
    def _pasture_steps(self) -> dict[str, Mapping[str, int]]:
        """The steps between pastures; two are adjacent iff some tile is touched by both (rules 3.5)."""
        pastures = self.pastures
        links = [
            (one, other)
            for one in range(len(pastures))
            for other in range(one)
            if not pastures[one].tiles.isdisjoint(pastures[other].tiles)
        ]
        graph = linked(len(pastures), links)
        return {
            pasture.id: MappingProxyType(
                {
                    other.id: away
                    for other, away in zip(pastures, steps_from(graph, start), strict=True)
                    if away >= 0
                }
            )
            for start, pasture in enumerate(pastures)
        }

    def pasture_steps(self, label: str) -> Mapping[str, int]:
        """Return the steps of an animal from a pasture to each one it can reach, itself included, by id.

        Raises:
            UnknownName: if there is no such pasture.
        """
        pasture = self.pasture(label)
        if pasture is None:
            raise UnknownName(f"no pasture {label!r} in this village{suggest(label, self._pasture_by_label)}")
        return self._pasture_steps[pasture.id]

"""`Layout`: the laid tiles of one village and every fact that follows from how they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from itertools import chain, compress
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.fields import open_
from keyflower.kernel.values import frozen
from keyflower.model.edge_patterns import NO_EDGES, OPEN, entering, fitting, turns
from keyflower.model.enums import ROAD, WATER, TileKind
from keyflower.model.graphs import Graph, linked, on_cycles, steps_from
from keyflower.model.hexes import Cell, neighbour, neighbours, opposite, rotated
from keyflower.model.misfits import Clash, Misfit
from keyflower.model.pastures import Pasture, label_of, pastures_of

Fit: TypeAlias = tuple[Cell, int]
"""Where a tile may be laid: the cell and the rotation."""

Border: TypeAlias = tuple[tuple[Cell, ...], tuple[str, ...]]
"""The empty cells around a village, sorted, and the pattern of edges around each of them."""
_Fact = TypeVar("_Fact")

_TURNS: Final = range(6)
_BOATS: Final = (TileKind.BOAT, TileKind.SUMMER_BOAT)


@frozen
class Placed:
    """A laid tile, geometry only: where it is and how it is rotated.

    >>> tile = village.layout.tiles[1]
    >>> tile.name, tile.cell, tile.edges
    ('miner', (0, 1), 'RRFRFR')
    """

    name: str = open_(of="tile")
    """The name of the tile, unique in its village."""
    cell: Cell = open_()
    """Where it lies."""
    rotation: int = open_()
    """By how many edges it is rotated clockwise, 0 to 5: printed edge ``e`` faces ``(e + rotation) % 6``."""
    edges: str = open_()
    """The printed edges, clockwise from the top, such as ``RFFRRR``."""
    # a member of an enumeration becomes the plain text, so that the repr of a tile rebuilds it
    kind: str = open_(converter=str)
    """The kind of the tile, a value of `TileKind` or of an expansion."""

    @property
    def facing(self) -> str:
        """The edges by the direction they face.

        >>> Placed("inn", (1, 0), 1, "RFFFFF", "village").facing
        'FRFFFF'
        """
        return rotated(self.edges, self.rotation)


class _Turned(dict[Cell, tuple[Fit, ...]]):
    """The six fits in each cell, shared between all layouts."""

    def __missing__(self, cell: Cell) -> tuple[Fit, ...]:
        """Make the fits of a cell that is new to the table."""
        if len(self) > _MOST_KEPT:
            self.clear()
        found = self[cell] = tuple([(cell, turn) for turn in _TURNS])
        return found


_TURNED: Final = _Turned()
_MOST_KEPT: Final = 5000


def _enter(tile: Placed, pattern: str, patterns: dict[Cell, str]) -> None:
    """Put the edges of a tile into the patterns of the empty cells around it.

    Args:
        tile: A tile that is laid.
        pattern: The pattern of its own cell, which says which cells around it are empty.
        patterns: The patterns of the empty cells; they are changed in place.
    """
    tables = entering(rotated(tile.edges, tile.rotation))
    for cell, entered, side in zip(neighbours(tile.cell), tables, pattern, strict=True):
        if side == OPEN:
            patterns[cell] = entered[patterns.get(cell, NO_EDGES)]


def _border(patterns: dict[Cell, str]) -> Border:
    """Return cells and their patterns as two tuples, sorted by cell: a third of the memory of a dictionary."""
    cells = tuple(sorted(patterns))
    return cells, tuple(map(patterns.__getitem__, cells))


# Not slotted: the facts are cached properties, which keep their docstrings only in a class with a __dict__.
@frozen(slots=False, cache_hash=True)
class Layout:
    """The tiles of one village as they lie. Equal when the same tiles were laid in the same order.

    Derived facts are worked out when they are first needed, and cached; some follow from those of the layout
    that a tile was added to.

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
        """Return a fact that depends only on the tiles; it is worked out once and cached with them.

        Args:
            key: the name of the fact. Each key belongs to one module and one type.
            work_out: works it out.
        """
        facts = vars(self)  # where the cached properties are kept too: what nobody asks for takes no memory
        known: _Fact | None = facts.get(key)
        if known is None:
            known = facts[key] = work_out(self)
        return known

    # ------------------------------------------------------------------ tiles

    @cached_property
    def cells(self) -> Mapping[Cell, Placed]:
        """The tile on each occupied cell.

        >>> layout = village.layout
        >>> [*layout.cells]
        [(0, 0), (0, 1)]
        """
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
        """Return the tile on a cell, or None.

        >>> layout = village.layout
        >>> layout.at((0, 1)).name
        'miner'
        """
        return self.cells.get(cell)

    def position(self, name: str) -> int:
        """Return the position of a tile in `tiles`.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> layout = village.layout
        >>> layout.position("miner")
        1
        """
        try:
            return self.index[name]
        except KeyError:
            raise UnknownName(f"no tile {name!r} in this village{suggest(name, self.index)}") from None

    def named(self, name: str) -> Placed:
        """Return a tile by its name.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> layout = village.layout
        >>> layout.named("miner").cell
        (0, 1)
        """
        return self.tiles[self.position(name)]

    def adding(self, placed: Placed) -> Layout:
        """Return the layout with one more tile. Whether the tile fits is not checked here.

        Raises:
            ValueError: if the cell is occupied or the name is taken.
        """
        if placed.name in self.index or (placed.cell not in self.border[0] and placed.cell in self.cells):
            raise ValueError(f"{placed.name} cannot be laid at {placed.cell}: the cell or the name is taken")
        more = self.then(placed)
        vars(more)["index"] = MappingProxyType({**self.index, placed.name: len(self.tiles)})
        return more

    def then(self, placed: Placed) -> Layout:
        """Return the layout with one more tile whose cell and name are known to be free."""
        more = Layout((*self.tiles, placed))
        vars(more)["before"] = self
        return more

    # ------------------------------------------------------------------ where a tile may be laid

    @cached_property
    def border(self) -> Border:
        """The empty cells that share an edge with the village, sorted, and the edges around each, by direction.

        These are texts of six letters: ``"R..F.."`` has a road above it, a field below it, and nothing else around.

        >>> layout = village.layout
        >>> cells, patterns = layout.border
        >>> cells[0], patterns[0]
        ((-1, 0), '..R...')
        """
        before: Layout | None = vars(self).get("before")
        patterns = {} if before is None else dict(zip(*before.border, strict=True))
        for tile in self.tiles if before is None else self.tiles[-1:]:
            _enter(tile, patterns.pop(tile.cell, NO_EDGES), patterns)
        return _border(patterns)

    @property
    def frontier(self) -> tuple[Cell, ...]:
        """The empty cells that share an edge with the village, sorted.

        >>> layout = village.layout
        >>> layout.frontier[:2]
        ((-1, 0), (-1, 1))
        """
        return self.border[0]

    def _pattern(self, cell: Cell) -> str | None:
        """Return the pattern of an empty cell next to the village, or None for any other cell."""
        cells, patterns = self.border
        return patterns[cells.index(cell)] if cell in cells else None

    def places(self, edges: str, *, free: bool = False) -> tuple[Fit, ...]:
        """Return every place a tile with these edges may be laid (rules 4.4), by cell, then rotation.

        Args:
            edges: The printed edges of the tile.
            free: Whether edges need not match (boat 2a).

        >>> layout = village.layout
        >>> layout.places("RRRRRR")[:2]
        (((-1, 0), 0), ((-1, 0), 1))
        """
        # not kept: it is asked for once, and would take most of the memory of a layout
        return tuple(self.at_places(_TURNED, edges, free=free))

    def at_places(
        self, ready: Mapping[Cell, tuple[_Fact, ...]], edges: str, *, free: bool = False
    ) -> list[_Fact]:
        """Pick from a table of cells and rotations the entries for the `places` of a tile, in their order.

        Args:
            ready: For each cell, an entry for each of the six rotations.
            edges: The printed edges of the tile.
            free: Whether edges need not match (boat 2a).
        """
        cells, patterns = self.border
        if free:
            return list(chain.from_iterable(map(ready.__getitem__, cells)))
        where, rotations = turns(edges, cells, patterns)
        return list(compress(chain.from_iterable(map(ready.__getitem__, where)), rotations))

    def has_place(self, edges: str, *, free: bool = False) -> bool:
        """Return whether a tile with these edges may be laid anywhere; see `places`.

        >>> layout = village.layout
        >>> layout.has_place("RRRRRR")
        True
        """
        cells, patterns = self.border
        return bool(cells) if free else any(map(fitting(edges).__getitem__, patterns))

    def fits(self, edges: str, cell: Cell, rotation: int, *, free: bool = False) -> bool:
        """Return whether a tile may be laid at this place; see `places`.

        >>> layout = village.layout
        >>> layout.fits("RRRRRR", (1, 0), 0)
        True
        """
        pattern = self._pattern(cell)
        if pattern is None or rotation not in _TURNS:
            return False
        return free or fitting(edges)[pattern][rotation : rotation + 1] == b"\1"

    def misfit(self, edges: str, cell: Cell, rotation: int, *, free: bool = False) -> Misfit | None:
        """Return why a tile may not be laid at this place, or None if it may.

        >>> layout = village.layout
        >>> layout.misfit("FFFFFF", (0, -1), 0).reason
        'clash'
        """
        if self.fits(edges, cell, rotation, free=free):
            return None
        there = self.at(cell)
        if there is not None:
            return Misfit("occupied", cell, rotation, tile=there.name)
        pattern = self._pattern(cell)
        if pattern is None:
            return Misfit("apart", cell, rotation)
        if rotation not in _TURNS:
            return Misfit("rotation", cell, rotation)
        clashes = tuple(
            Clash(direction, ours, theirs, self.cells[neighbour(cell, direction)].name)
            for direction, (ours, theirs) in enumerate(zip(rotated(edges, rotation), pattern, strict=True))
            if theirs not in (OPEN, ours)
        )
        return Misfit("clash", cell, rotation, clashes=clashes)

    # ------------------------------------------------------------------ who touches whom

    @property
    def shared_edges(self) -> tuple[tuple[int, int, str], ...]:
        """The shared edges: the positions of both tiles, the earlier one first, and the edges that meet (``RF``)."""
        found = []
        before: dict[Cell, tuple[int, str]] = {}
        for later, tile in enumerate(self.tiles):
            facing = tile.facing
            for edge, cell in enumerate(neighbours(tile.cell)):
                if cell in before:
                    earlier, theirs = before[cell]
                    found.append((earlier, later, theirs[opposite(edge)] + facing[edge]))
            before[tile.cell] = (later, facing)
        return tuple(found)

    def touching(self, name: str) -> tuple[str, ...]:
        """Return the names of the tiles that share an edge of any kind with this one, clockwise.

        >>> layout = village.layout
        >>> layout.touching("miner")
        ('home_1',)
        """
        around = neighbours(self.named(name).cell)
        there = {tile.cell: tile.name for tile in self.tiles}
        return tuple([there[cell] for cell in around if cell in there])

    # ------------------------------------------------------------------ roads and water

    @cached_property
    def road_links(self) -> tuple[tuple[str, str], ...]:
        """The pairs of tiles joined by a road, the earlier tile first.

        >>> layout = village.layout
        >>> layout.road_links
        (('home_1', 'miner'),)
        """
        names = [tile.name for tile in self.tiles]
        return tuple((names[a], names[b]) for a, b, meeting in self.shared_edges if meeting == ROAD + ROAD)

    @cached_property
    def _road_steps(self) -> Graph:
        # This follows from `shared_edges` too, but roads are asked for often, and here half the directions are enough.
        facings = [tile.facing for tile in self.tiles]
        positions = {tile.cell: position for position, tile in enumerate(self.tiles)}
        links = []
        for cell, here in positions.items():
            facing = facings[here]
            for edge, beside in enumerate(neighbours(cell)[:3]):
                if facing[edge] == ROAD and beside in positions:
                    there = positions[beside]
                    if facings[there][edge + 3] == ROAD:
                        links.append((here, there))
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
        """Return the transport steps from one tile to each tile by position, -1 if there is no way; see `steps`."""
        known = self._known_steps.get((position, over_fields))
        if known is None:
            known = steps_from(self.steps(over_fields=over_fields), position)
            self._known_steps[position, over_fields] = known
        return known

    def distances(self, *, over_fields: bool = False) -> tuple[tuple[int, ...], ...]:
        """Return the transport steps between tiles by their positions, -1 if there is no way; see `steps`."""
        return tuple(self.steps_of(place, over_fields=over_fields) for place in range(len(self.tiles)))

    @cached_property
    def on_loops(self) -> frozenset[str]:
        """The names of the tiles that lie on a closed road (rules 6.7, Sea Bastion).

        >>> layout = village.layout
        >>> layout.on_loops
        frozenset()
        """
        return frozenset(self.tiles[position].name for position in on_cycles(self._road_steps))

    @cached_property
    def boats_by_water(self) -> frozenset[str]:
        """The names of the boats joined to the home by water edge to water edge (rules 6.7, Sea Breese).

        >>> layout = village.layout
        >>> layout.boats_by_water
        frozenset()
        """
        there = {tile.cell: tile for tile in self.tiles}
        queue = list(self.tiles[:1])
        for tile in queue:
            if there.pop(tile.cell, None) is None:
                continue
            facing = tile.facing
            for edge, cell in enumerate(neighbours(tile.cell)):
                if facing[edge] == WATER and cell in there:
                    other = there[cell]
                    if other.facing[opposite(edge)] == WATER:
                        queue.append(other)
        return frozenset([tile.name for tile in queue if tile.kind in _BOATS])

    # ------------------------------------------------------------------ pastures

    @cached_property
    def pastures(self) -> tuple[Pasture, ...]:
        """The pastures (rules 6.9), ordered by their earliest regions.

        >>> layout = village.layout
        >>> len(layout.pastures)
        7
        """
        before: Layout | None = vars(self).get("before")
        while before is not None and "pastures" not in vars(before):
            before = vars(before).get("before")
        return pastures_of(self.tiles, before.pastures if before is not None else ())

    def pasture(self, label: str) -> Pasture | None:
        """Return a pasture by its id or the label of any of its regions, or None.

        >>> layout = village.layout
        >>> layout.pasture(layout.pastures[0].id) == layout.pastures[0]
        True
        """
        for pasture in self.pastures:
            if pasture.id == label:
                return pasture
        for pasture in self.pastures:
            if label in map(label_of, pasture.regions):
                return pasture
        return None

    def pastures_of(self, name: str) -> tuple[Pasture, ...]:
        """Return the pastures that touch a tile, in order.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> layout = village.layout
        >>> len(layout.pastures_of("miner"))
        4
        """
        self.position(name)
        return tuple([pasture for pasture in self.pastures if pasture.touches(name)])

    def pasture_steps(self, label: str) -> Mapping[str, int]:
        """Return the steps from a pasture to each one it can reach, itself included, by id.

        Raises:
            UnknownName: if there is no such pasture.
        """
        pasture = self.pasture(label)
        if pasture is None:
            labels = [label_of(region) for known in self.pastures for region in known.regions]
            raise UnknownName(f"no pasture {label!r} in this village{suggest(label, labels)}")
        return _pasture_steps(self, pasture.id)


# A small cache, for the pastures asked about last: kept with each layout it would take much of a state's memory.
@lru_cache(maxsize=16)
def _pasture_steps(layout: Layout, start: str) -> Mapping[str, int]:
    """Return the steps from one pasture to the others; two are adjacent if they touch the same tile (rules 3.5)."""
    touched = {pasture.id: pasture.tiles for pasture in layout.pastures}
    beside: dict[str, list[str]] = {}
    for pasture, tiles in touched.items():
        for tile in tiles:
            beside.setdefault(tile, []).append(pasture)
    steps = {start: 0}
    queue = [start]
    for pasture in queue:
        for tile in touched[pasture]:
            for other in beside.pop(tile, ()):
                if other not in steps:
                    steps[other] = steps[pasture] + 1
                    queue.append(other)
    return MappingProxyType({pasture: steps[pasture] for pasture in touched if pasture in steps})

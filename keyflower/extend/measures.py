"""Measures of the board that tiles score by: carts, road loops, boats on the water, neighbours, pastures."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from keyflower.extend.powers import DOUBLED
from keyflower.extend.scoring import Count, Measure


def _points(number: int) -> str:
    return f"{number} point{'s' if number != 1 else ''}"


def _tiles(number: int) -> str:
    return f"{number} tile{'s' if number != 1 else ''}"


@frozen
class PerTransport(Measure):
    """Points for every transport capacity printed in the village."""

    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per transport capacity printed in the village"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Add up the numbers on the sides that lie up; they count twice if the owner's transport does."""
        tiles = count.ruleset.tiles
        capacity = sum([tiles[placed.name].face(spot.side).transport for placed, spot in count.village])
        if DOUBLED in count.seat.powers:
            return self.points * capacity * 2, f"transport {capacity}, doubled"
        return self.points * capacity, f"transport {capacity}"


@frozen
class PerLoopTile(Measure):
    """Points for every tile on a closed loop of roads."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per tile on a closed road loop"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count each tile on any loop once (rules 6.7)."""
        number = len(count.village.layout.on_loops)
        return self.points * number, f"{_tiles(number)} on road loops"


@frozen
class ByBoatsOnWater(Measure):
    """Points from a table by the number of boats that water connects to the home."""

    by_side: ClassVar[bool] = False
    table: tuple[int, ...]
    """Points for 0, 1, 2, ... boats; the last entry counts for all higher numbers."""

    def words(self) -> str:
        """Return the term as words."""
        last = len(self.table) - 1
        steps = [f"{number}: {points}" for number, points in enumerate(self.table[:last]) if number]
        steps.append(f"{last} or more: {self.table[last]}")
        return f"points by boats connected to the home by water ({', '.join(steps)})"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Look the number of boats up in the table."""
        number = len(count.village.layout.boats_by_water)
        points = self.table[min(number, len(self.table) - 1)]
        return points, f"{number} boat{'s' if number != 1 else ''} on the water of the home"


@frozen
class PerNeighbour(Measure):
    """Points for every tile that shares an edge with this one."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per tile that touches it"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the tiles around, whatever the edges (rules 6.7)."""
        number = len(count.village.layout.touching(tile))
        return self.points * number, f"touched by {_tiles(number)}"


@frozen
class PerTileOfPasture(Measure):
    """Points for every tile that the pasture of this tile touches, itself included."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per tile touched by the pasture of this tile, itself included"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the distinct tiles of the pastures of this tile (rules 6.8)."""
        touched = {name for pasture in count.village.layout.pastures_of(tile) for name in pasture.tiles}
        return self.points * len(touched), f"its pasture touches {_tiles(len(touched))}"

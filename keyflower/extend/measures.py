"""Measures of the board that tiles score by: transport, road loops, boats on the water, neighbours, pastures."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from keyflower.extend.powers import DOUBLED
from keyflower.extend.scoring import Count, Measure
from keyflower.kernel.text import Message, listed, phrase, phrase_of, phrases
from keyflower.kernel.values import frozen
from keyflower.model.names import some_of


@frozen
class PerTransport(Measure):
    """Points for every unit of transport capacity printed in the village."""

    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return phrase(
            "{points} per transport capacity printed in the village, doubled if your transport is doubled",
            points=some_of("point", self.points),
        )

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Add up the numbers on the sides that are up; they count twice if the owner's transport does."""
        tiles = count.ruleset.tiles
        capacity = sum([tiles[placed.name].face(spot.side).transport for placed, spot in count.village])
        if DOUBLED in count.seat.powers:
            return self.points * capacity * 2, _doubled(capacity)
        return self.points * capacity, _transport(capacity)


@frozen
class PerLoopTile(Measure):
    """Points for every tile on a closed loop of roads."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return phrase("{points} per tile on a closed road loop", points=some_of("point", self.points))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count each tile on any loop once (rules 6.7)."""
        number = len(count.village.layout.on_loops)
        return self.points * number, _on_loops(number)


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
        steps.append(phrase("{number} or more: {points}", number=last, points=self.table[last]))
        return phrase("points by boats connected to the home by water ({table})", table=listed(steps))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Look up the number of boats in the table."""
        number = len(count.village.layout.boats_by_water)
        points = self.table[min(number, len(self.table) - 1)]
        return points, _on_water(number)


@frozen
class PerNeighbour(Measure):
    """Points for every tile that shares an edge with this one."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return phrase("{points} per tile that touches it", points=some_of("point", self.points))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the tiles around, whatever the edges (rules 6.7)."""
        number = len(count.village.layout.touching(tile))
        return self.points * number, _touched(number)


@frozen
class PerTileOfPasture(Measure):
    """Points for every tile that the pasture of this tile touches, itself included."""

    by_side: ClassVar[bool] = False
    points: int = 1

    def words(self) -> str:
        """Return the term as words."""
        return phrase(
            "{points} per tile touched by the pasture of this tile, including itself",
            points=some_of("point", self.points),
        )

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the distinct tiles of the pastures of this tile (rules 6.8)."""
        touched = {name for pasture in count.village.layout.pastures_of(tile) for name in pasture.tiles}
        return self.points * len(touched), _touching(len(touched))


# Scoring asks for a reason each time; reasons are made once for each number and kept, so that it costs no more than
# putting together a plain text did (0.1 instead of 1.5 microseconds).


@lru_cache(maxsize=256)
def _transport(capacity: int) -> Message:
    return phrase_of("score", "transport {capacity}", capacity=capacity)


@lru_cache(maxsize=256)
def _doubled(capacity: int) -> Message:
    return phrase("transport {capacity}, doubled", capacity=capacity)


@lru_cache(maxsize=256)
def _on_loops(number: int) -> Message:
    return phrases("{number} tile on road loops", "{number} tiles on road loops", number)


@lru_cache(maxsize=256)
def _on_water(number: int) -> Message:
    return phrases(
        "{number} boat connected to the home by water",
        "{number} boats connected to the home by water",
        number,
    )


@lru_cache(maxsize=256)
def _touched(number: int) -> Message:
    return phrases("touched by {number} tile", "touched by {number} tiles", number)


@lru_cache(maxsize=256)
def _touching(number: int) -> Message:
    return phrases("its pasture touches {number} tile", "its pasture touches {number} tiles", number)

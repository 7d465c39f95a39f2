"""What lamps are worth: measures of the board, and a domain with a term of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    BACK,
    PER_UPGRADED_TILE,
    PURPLE,
    Compiled,
    Count,
    Drawing,
    Line,
    Measure,
    Noted,
    On,
    Pays,
    Piece,
    Row,
    Sign,
)
from keyflower_toy.goods import LANTERN


def _points(number: int) -> str:
    return f"{number} point{'s' if number != 1 else ''}"


def _lamps(count: Count) -> tuple[str, ...]:
    return tuple(placed.name for placed, spot in count.village if spot.goods[LANTERN])


@frozen
class PerLamp(Measure):
    """Points for every tile with a lantern."""

    by_side: ClassVar[bool] = False
    points: int
    """The points of each."""

    @property
    def look(self) -> Drawing:
        """A lantern on a tile."""
        return Pays(On("tile", Piece(LANTERN)), self.points)

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per tile with a lantern"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the lamps."""
        number = len(_lamps(count))
        return self.points * number, f"{number} with a lantern"


@frozen
class PerTurned(Measure):
    """Points for every upgraded tile."""

    points: int
    """The points of each."""

    @property
    def compiled(self) -> Compiled:
        """The same in a word that the fast executor knows."""
        return Compiled(PER_UPGRADED_TILE, points=self.points)

    @property
    def look(self) -> Drawing:
        """An upgraded tile."""
        return Pays(Sign.UPGRADED, self.points)

    def words(self) -> str:
        """Return the term as words."""
        return f"{_points(self.points)} per upgraded tile"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the tiles that were turned by an upgrade."""
        tiles = count.ruleset.tiles
        number = sum(spot.side == BACK and tiles[placed.name].upgradable for placed, spot in count.village)
        return self.points * number, f"{number} upgraded"


@frozen
class GlowsFor:
    """Points for every two lamps on tiles that touch each other."""

    points: int
    """The points of each pair."""

    @property
    def look(self) -> Drawing:
        """Two lanterns side by side."""
        return Noted(Pays(Row((Piece(LANTERN), Piece(LANTERN)), between="+"), self.points), "each pair")

    def words(self) -> str:
        """Return the text of the tile."""
        return f"{_points(self.points)} per pair of touching tiles with lanterns"


@frozen
class Glow:
    """Scores pairs of touching lamps for the best `GlowsFor` of the village."""

    id = "glow"
    by_side = False

    def score(self, count: Count, *, wildcard: bool) -> tuple[Line, ...]:
        """Return the line of the glow; with `wildcard` purple is one more lamp, on any dark tile."""
        printed = [
            (term.points, placed.name)
            for placed, spot in count.village
            for term in count.ruleset.face(placed.name, spot.side).scores
            if isinstance(term, GlowsFor)
        ]
        if not printed:
            return ()
        points, tile = max(printed)
        lamps = _lamps(count)
        pairs = _pairs(count, lamps)
        used: tuple[tuple[str, str, int], ...] = ()
        if wildcard:
            dark = [name for name in count.village.names if name not in lamps]
            more = max((_pairs(count, (*lamps, name)) for name in dark), default=0)
            if more > pairs:
                pairs, used = more, ((PURPLE, LANTERN, 1),)
        return (Line(tile, points * pairs, used, f"{pairs} pairs of lamps"),)


def _pairs(count: Count, lamps: Iterable[str]) -> int:
    lit = set(lamps)
    return sum(len(lit.intersection(count.village.layout.touching(name))) for name in lit) // 2

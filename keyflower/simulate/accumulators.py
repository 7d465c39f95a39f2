"""Accumulators: statistics that grow game by game and can be merged, also from several processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from keyflower.facade.game import Game
from keyflower.kernel.simulating import Accumulator, Result
from keyflower.vocabulary.types import TileKind

_Z: Final = 1.96
"""How many standard errors a 95 % interval reaches to either side."""


@frozen
class Share:
    """How often something happened, with the 95 % interval of how often it does in the long run."""

    hits: int
    """How often it happened."""
    of: int
    """How often it could have."""

    @property
    def rate(self) -> float:
        """The share, 0 without tries."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson's interval: it never leaves 0 to 1).

        >>> low, high = Share(58, 100).interval
        >>> round(low, 3), round(high, 3)
        (0.482, 0.672)
        """
        if not self.of:
            return 0.0, 1.0
        square, rate = _Z * _Z / self.of, self.rate
        middle = rate + square / 2
        reach = _Z * ((rate * (1 - rate) + square / 4) / self.of) ** 0.5
        return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.rate:.0f} % ({100 * low:.0f}-{100 * high:.0f}) of {self.of}"


@frozen
class Tally:
    """Numbers added up: how many, their sum and the sum of their squares."""

    count: int = 0
    """How many numbers."""
    total: int = 0
    """Their sum."""
    squares: int = 0
    """The sum of their squares."""

    def plus(self, number: int) -> Tally:
        """Return the tally with one more number."""
        return Tally(self.count + 1, self.total + number, self.squares + number * number)

    def merge(self, other: Tally) -> Tally:
        """Return the tally of both."""
        return Tally(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The average, 0 without numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return max(0.0, self.squares / self.count - self.mean**2) ** 0.5 if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; infinite with fewer than two numbers.

        >>> low, high = Tally().plus(4).plus(6).plus(8).interval
        >>> round(low, 2), round(high, 2)
        (3.74, 8.26)
        """
        if self.count < 2:
            return float("-inf"), float("inf")
        reach = _Z * self.deviation / (self.count - 1) ** 0.5
        return self.mean - reach, self.mean + reach


def _merged(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    return {name: one.get(name, Tally()).merge(other.get(name, Tally())) for name in {**one, **other}}


@frozen
class Standing(Accumulator):
    """Points and wins of each bot."""

    points: Mapping[str, Tally] = field(factory=dict)
    """The points, by bot."""
    wins: Mapping[str, int] = field(factory=dict)
    """How many games each bot has won; a shared win counts for all who share it."""
    games: int = 0
    """How many games."""

    needs_game: ClassVar[bool] = False

    def add(self, game: Game | None, result: Result) -> Standing:
        """Return the standing with one more game."""
        points, wins = dict(self.points), dict(self.wins)
        for bot, total in zip(result.bots, result.totals, strict=True):
            points[bot] = points.get(bot, Tally()).plus(total)
            wins.setdefault(bot, 0)
        for bot in {result.bots[seat] for seat in result.winners}:
            wins[bot] += 1
        return Standing(points, wins, self.games + 1)

    def share(self, bot: str) -> Share:
        """Return in how many games a bot has won, with its interval."""
        return Share(self.wins.get(bot, 0), self.games)

    def merge(self, other: Standing) -> Standing:
        """Return the standing after the games of both."""
        wins = {bot: self.wins.get(bot, 0) + other.wins.get(bot, 0) for bot in {**self.wins, **other.wins}}
        return Standing(_merged(self.points, other.points), wins, self.games + other.games)


@frozen
class TilesWon(Accumulator):
    """How many points the owners of each tile ended with."""

    owners: Mapping[str, Tally] = field(factory=dict)
    """The points of the seats in whose village the tile lay at the end, by tile."""

    def add(self, game: Game, result: Result) -> TilesWon:
        """Return the statistic with one more game; homes are left out, as nobody wins them."""
        owners = dict(self.owners)
        for seat, total in enumerate(result.totals):
            for placed, _ in game.village(seat):
                if placed.kind != TileKind.HOME.value:
                    owners[placed.name] = owners.get(placed.name, Tally()).plus(total)
        return evolve(self, owners=owners)

    def merge(self, other: TilesWon) -> TilesWon:
        """Return the statistic of the games of both."""
        return TilesWon(_merged(self.owners, other.owners))

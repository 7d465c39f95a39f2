"""Statistics of any game: shares and averages with their intervals, and the standing of bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from attrs import field, frozen

from keyflower.kernel.codec import strict_converter
from keyflower.kernel.errors import GameError, SetupError

if TYPE_CHECKING:
    from cattrs import Converter

    from keyflower.simulate.plan import AnyGame, Result

_T = TypeVar("_T")

_Z: Final = 1.96
"""How many standard errors a 95 % interval reaches to either side."""


@lru_cache(maxsize=1)
def _converter() -> Converter:
    return strict_converter()


def data_of(statistic: object) -> dict[str, Any]:  # Any: what JSON holds
    """Return a statistic that is an attrs class of plain fields as JSON-able data."""
    data: dict[str, Any] = _converter().unstructure(statistic)
    return data


def from_data(kind: type[_T], data: object) -> _T:
    """Return the statistic that `data_of` has written.

    Raises:
        SetupError: if the data do not fit its fields.
    """
    try:
        return _converter().structure(data, kind)
    except Exception as error:  # whatever cattrs raises for strange data
        reason = str(error) if isinstance(error, GameError) else type(error).__name__
        raise SetupError(f"these are not data of {kind.__name__}: {reason}") from error


@frozen
class Share:
    """How often something happened, with the 95 % interval of its long-run frequency."""

    hits: int
    """How often it happened."""
    of: int
    """How often it could have happened."""

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
        low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
        return (max(0.0, low) if self.hits else 0.0), (min(1.0, high) if self.hits < self.of else 1.0)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.rate:.0f} % ({100 * low:.0f}-{100 * high:.0f}) of {self.of}"


@frozen
class Tally:
    """A running total of numbers: how many, their sum and the sum of their squares."""

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

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.mean:.1f}" if self.count < 2 else f"{self.mean:.1f} ({low:.1f} to {high:.1f})"


def merged(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return the tallies of both, name by name."""
    return {name: one.get(name, Tally()).merge(other.get(name, Tally())) for name in {**one, **other}}


@frozen
class Standing:
    """Points and wins of each bot."""

    points: Mapping[str, Tally] = field(factory=dict)
    """The points, by bot."""
    wins: Mapping[str, int] = field(factory=dict)
    """How many games each bot has won; a shared win counts for all who share it."""
    games: int = 0
    """How many games."""

    needs_game: ClassVar[bool] = False

    def add(self, game: AnyGame | None, result: Result) -> Standing:
        """Return the standing with one more game."""
        points, wins = dict(self.points), dict(self.wins)
        for bot, total in zip(result.bots, result.totals, strict=True):
            points[bot] = points.get(bot, Tally()).plus(total)
            wins.setdefault(bot, 0)
        for bot in {result.bots[seat] for seat in result.winners}:
            wins[bot] += 1
        return Standing(points, wins, self.games + 1)

    @property
    def ranked(self) -> list[tuple[str, Tally]]:
        """The bots with their points, those with the best average first."""
        return sorted(self.points.items(), key=lambda pair: -pair[1].mean)

    def html(self) -> str:
        """Return the standing as a table for notebooks: averages and shares, each with its 95 % interval."""
        head = ("bot", "points", "95 % interval", "wins", "95 % interval", "games")
        rows = [_row("th", head)]
        for bot, points in self.ranked:
            share = self.share(bot)
            averages = (f"{points.mean:.1f}", _between(points.interval, "{:.1f}"))
            shares = (f"{share.rate:.0%}", _between(share.interval, "{:.0%}"))
            rows.append(_row("td", (bot, *averages, *shares, f"{points.count:,}")))
        return f"<table>{''.join(rows)}</table>"

    def share(self, bot: str) -> Share:
        """Return in how many games a bot has won, with its interval."""
        return Share(self.wins.get(bot, 0), self.games)

    def merge(self, other: Standing) -> Standing:
        """Return the standing after the games of both."""
        wins = {bot: self.wins.get(bot, 0) + other.wins.get(bot, 0) for bot in {**self.wins, **other.wins}}
        return Standing(merged(self.points, other.points), wins, self.games + other.games)

    def to_data(self) -> dict[str, object]:
        """Return the standing as JSON-able data."""
        return data_of(self)

    @staticmethod
    def from_data(data: object) -> Standing:
        """Return the standing from the data of `to_data`.

        Raises:
            SetupError: if the data do not come from `to_data`.
        """
        return from_data(Standing, data)


def _between(interval: tuple[float, float], form: str) -> str:
    """Return an interval as text, nothing if it is infinite."""
    low, high = interval
    return f"{form.format(low)} to {form.format(high)}" if isfinite(low) and isfinite(high) else ""


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

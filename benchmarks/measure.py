"""Measuring side by side: slices of work in turns, ratios of neighbours, medians and quartiles.

The machine may be busy, and busier now than a second ago. So nothing here is judged by its time alone: two
sides work in short slices, one after the other, and each slice is compared only with its neighbours.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TypeAlias

from attrs import field, frozen

SLICE_SECONDS = 0.06
"""About how long one slice takes: short enough that a neighbour meets the same machine."""
WARM_SEEDS = 1_000_000
"""Where the seeds of warm-ups begin: no measured slice uses them."""
MOST_SEEDS = 2_000
"""No slice gets more seeds than this."""


@frozen
class Slice:
    """What one slice of work took."""

    amount: float
    """Seconds (or bytes, for memory)."""
    units: int
    """How many steps, games or states it was for."""

    @property
    def cost(self) -> float:
        """The amount per unit."""
        return self.amount / self.units


Arm: TypeAlias = Callable[[Sequence[int]], Slice]
"""One side of a comparison: does its work once for each seed, and says what it took."""


@frozen
class Spread:
    """A median with its quartiles."""

    low: float
    """A quarter of the values is not greater."""
    middle: float
    """The median."""
    high: float
    """A quarter of the values is not less."""

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        """Return the spread of some values."""
        ordered = sorted(values)
        return Spread(quantile(ordered, 0.25), quantile(ordered, 0.5), quantile(ordered, 0.75))

    def scaled(self, factor: float) -> Spread:
        """Return the spread in another unit."""
        return Spread(self.low * factor, self.middle * factor, self.high * factor)

    @property
    def rate(self) -> Spread:
        """How many there are in a second, of what takes so many seconds."""
        return Spread(1 / self.high, 1 / self.middle, 1 / self.low)


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return the value below which a part of the ordered values lies, with straight lines between them."""
    if not ordered:
        raise ValueError("nothing was measured")
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


@frozen
class Budget:
    """How much time a row may take."""

    seconds: float = 8.0
    """About how long the measured rounds of a row go on."""
    rounds: int = 8
    """How many rounds there are at least."""
    slice_seconds: float = SLICE_SECONDS
    """About how long a slice takes."""


QUICK = Budget(seconds=0.2, rounds=2, slice_seconds=0.02)
"""A few seconds for all rows: shows that everything works, not how fast it is."""


class Stopwatch:
    """CPU time of this thread, stopped while things are prepared.

    Of the thread, not of the process: helper threads of numerical libraries spin long after their work.
    """

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time inside."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.seconds += time.thread_time() - begun


@frozen
class Rounds:
    """Slices of several arms, taken in turns."""

    slices: tuple[tuple[Slice, ...], ...] = field()
    """By arm, then by round."""

    def cost(self, arm: int) -> Spread:
        """Return what a unit of an arm cost."""
        return Spread.of([part.cost for part in self.slices[arm]])

    def ratios(self, upper: int, lower: int) -> list[float]:
        """Return the cost of one arm divided by the cost of another, for each pair of neighbouring slices."""
        return neighbour_ratios(self.slices[upper], self.slices[lower], before=upper < lower)

    def ratio(self, upper: int, lower: int) -> Spread:
        """Return the spread of the ratios of neighbours."""
        return Spread.of(self.ratios(upper, lower))


def neighbour_ratios(upper: Sequence[Slice], lower: Sequence[Slice], *, before: bool = True) -> list[float]:
    """Return cost by cost for each pair of neighbours of two arms that took turns.

    Args:
        upper: the slices of the arm above the line.
        lower: the slices of the arm below the line.
        before: whether `upper` had its turn before `lower` in each round.
    """
    first, second = (upper, lower) if before else (lower, upper)
    pairs = list(zip(first, second, strict=True))
    pairs += [(later, earlier) for earlier, later in zip(second, first[1:], strict=False)]
    return [one.cost / other.cost if before else other.cost / one.cost for one, other in pairs]


def seeds_per_slice(arm: Arm, budget: Budget) -> int:
    """Return how many seeds an arm needs for one slice; its work is warm afterwards."""
    number, first = 1, WARM_SEEDS
    for attempt in range(8):
        begun = time.perf_counter()  # by the wall: the arm may work in another process
        arm(range(first, first + number))
        took = max(time.perf_counter() - begun, 1e-6)
        first += number
        wanted = min(max(1, round(number * budget.slice_seconds / took)), MOST_SEEDS)
        if attempt and wanted <= 2 * number:
            return wanted
        number = min(wanted, 50 * number)
    return number


def alternate(
    arms: Sequence[Arm],
    budget: Budget,
    *,
    numbers: Sequence[int] | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Rounds:
    """Let arms work in turns until the time is over.

    Args:
        arms: the sides.
        budget: how long.
        numbers: how many seeds each arm gets per slice; found out (and warmed up) if not given.
        tick: called after each round, to show progress.
    """
    if numbers is None:
        numbers = [seeds_per_slice(arm, budget) for arm in arms]
    slices: list[list[Slice]] = [[] for _ in arms]
    begun = time.perf_counter()
    for number in count():
        for place, arm in enumerate(arms):
            first = 1 + number * numbers[place]
            gc.collect()  # nobody pays for the garbage of the other side
            slices[place].append(arm(range(first, first + numbers[place])))
        tick()
        if number + 1 >= budget.rounds and time.perf_counter() - begun >= budget.seconds:
            break
    return Rounds(tuple(tuple(taken) for taken in slices))

"""What a row found: numbers, what they are judged by, and what was compared."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from attrs import frozen

from benchmarks.measure import Budget, Spread


class Verdict(Enum):
    """How a number stands to its goal."""

    AIM = "aim met"
    COMMIT = "commit met"
    MISSED = "missed"
    NONE = ""


@frozen
class Goal:
    """What is committed to, and what is aimed for."""

    commit: float
    """At least (or at most) this."""
    aim: float
    """Better this."""
    most: bool = False
    """Whether less is better."""

    def verdict(self, value: float) -> Verdict:
        """Return how a value stands to the goal."""
        sign = -1 if self.most else 1
        if sign * value >= sign * self.aim:
            return Verdict.AIM
        return Verdict.COMMIT if sign * value >= sign * self.commit else Verdict.MISSED

    def shortfall(self, value: float) -> float:
        """Return by what factor a value misses the commitment; 1 or less if it does not."""
        return value / self.commit if self.most else self.commit / value


@frozen(kw_only=True)
class Result:
    """One line of the table."""

    name: str
    """The row, and after a dot which of its lines it is."""
    title: str
    """The question that it answers."""
    section: str = ""
    """The part of the table that it belongs to."""
    compared: str = ""
    """What was compared with what, and how."""
    unit: str = ""
    """The unit of both sides."""
    ours: Spread | None = None
    """What a unit costs us."""
    theirs: Spread | None = None
    """What a unit costs the other side."""
    peer: str = ""
    """Who the other side is."""
    value: Spread | None = None
    """The number that is judged."""
    means: str = ""
    """What the number says, such as ``times as fast``."""
    goal: Goal | None = None
    """What it should be."""
    note: str = ""
    """Anything else worth knowing."""
    skipped: str = ""
    """Why there are no numbers."""

    @property
    def verdict(self) -> Verdict:
        """How the number stands to its goal."""
        if self.goal is None or self.value is None:
            return Verdict.NONE
        return self.goal.verdict(self.value.middle)


class Unavailable(Exception):
    """Something that a row needs is not there."""


@frozen
class Row:
    """A row of the goals: one comparison, with one or several lines."""

    name: str
    """What `--only` calls it."""
    title: str
    """The question that it answers."""
    run: Callable[[Budget, Callable[[], None]], list[Result]]
    """Measures it; calls its second argument now and then."""

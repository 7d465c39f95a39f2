"""The log of a game: size, writing, reading, replaying, and a view that follows it."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import Budget
from benchmarks.result import Result, Row, Unavailable


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    raise Unavailable("keyflower/facade/log.py is not there yet")


ROWS = (Row("log", "the log of a game", _run),)

"""State to JSON and back, beside plain cattrs and json on the same classes."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import Budget
from benchmarks.result import Result, Row, Unavailable


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    raise Unavailable("keyflower/facade/codec.py is not there yet")


ROWS = (Row("json", "state to JSON and back", _run),)

"""Importing: wall time over an empty start of the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import evolve

from benchmarks import peers
from benchmarks.measure import Arm, Budget, Rounds, Slice, Spread, alternate
from benchmarks.result import Goal, Result, Row

ROOT = Path(__file__).parents[2]
EMPTY = "pass"
"""A start of the interpreter without any import of ours."""


def start_arm(code: str, *, root: Path = ROOT) -> Arm:
    """Starts of a fresh interpreter that runs a line of code; wall time, files warm."""
    # both sides from compiled files, also where the shell says that Python shall not write any
    compiled = {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "keyflower-bench-compiled")}
    env = {**os.environ, "PYTHONPATH": str(root), **compiled}
    env.pop("PYTHONDONTWRITEBYTECODE", None)

    def arm(seeds: Sequence[int]) -> Slice:
        begun = time.perf_counter()
        for _ in seeds:
            subprocess.run([sys.executable, "-c", code], env=env, cwd=tempfile.gettempdir(), check=True)
        return Slice(time.perf_counter() - begun, len(seeds))

    return arm


def over_empty(rounds: Rounds, arm: int, empty: Sequence[int]) -> list[float]:
    """Return by round what a start took longer than the mean of the empty ones of that round."""
    blank = [
        sum(rounds.slices[place][number].cost for place in empty) / len(empty)
        for number in range(len(rounds.slices[arm]))
    ]
    return [part.cost - nothing for part, nothing in zip(rounds.slices[arm], blank, strict=True)]


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    peers.need("chess")
    codes = (EMPTY, "import keyflower", EMPTY, "import chess", EMPTY, "from keyflower import Game")
    arms = [start_arm(code) for code in codes]
    for arm in arms:
        arm((0,))  # compiles what is not compiled, and reads the files
    rounds = alternate(arms, evolve(budget, rounds=budget.rounds * 2), numbers=[1] * len(arms), tick=tick)
    lazy, chess, eager = (over_empty(rounds, place, (0, 2, 4)) for place in (1, 3, 5))
    usual = Spread.of(chess).middle
    light, needed = Goal(1.0, 0.7, most=True), Goal(1.7, 1.2, most=True)
    return [
        Result(
            name=name,
            title=title,
            compared=f"{code!r} beside 'import chess', each in a fresh interpreter, wall time less that of "
            "an empty start, files warm; the ratio is that to the median of chess",
            unit="ms",
            ours=Spread.of(mine).scaled(1e3),
            theirs=Spread.of(chess).scaled(1e3),
            peer=peers.version("chess"),
            value=Spread.of(mine).scaled(1 / usual),
            means="of its time",
            goal=goal,
            note=f"an empty start takes {rounds.cost(0).middle * 1e3:.0f} ms",
        )
        for name, title, code, mine, goal in (
            ("import", "How long does import keyflower take?", codes[1], lazy, light),
            ("import.eager", "How long does importing all that a game needs take?", codes[5], eager, needed),
        )
    ]


ROWS = (Row("import", "How long does import keyflower take?", _run),)

"""Instructions beside those of an earlier revision: counts, which no other work on the machine changes."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable
from typing import Literal

from benchmarks import native_instructions, ours, quick
from benchmarks.instructions import WARM_GAMES, Tally
from benchmarks.measure import Budget, Spread
from benchmarks.result import Goal, Result, Row, Unavailable

THEN = "revision 17c6267"
"""What the counts are compared with."""
PYTHON = (3, 11)
"""The version of CPython whose bytecode was counted then."""
WARM, COUNTED = range(100, 102), range(200, 204)
"""Games whose calls are made before, and those whose calls are counted: the same ones as then."""
UNREAD = range(90_200, 90_204)
"""Games of which no other row has read a state, so that nothing is known but what all games share."""
NATIVE_GAMES = 60
PLAYED = {"reference": "played by the reference engine", "native": "played natively"}


def _new_games(tally: Tally, seeds: range) -> int:
    for seed in seeds:
        with tally.counting(""):
            ours.new_game(seed)
    return len(seeds)


def _view_samples(tally: Tally, seeds: range) -> int:
    views = [game.view(0) for seed in seeds for game in ours.moments(seed)[:-1]]
    rng = random.Random(1)
    for view in views:
        with tally.counting(""):
            view.sample(rng)
    return len(views)


def _decision_ids(tally: Tally, seeds: range) -> int:
    decisions = [next(iter(game.decisions.values())) for seed in seeds for game in ours.moments(seed)[:-1]]
    for decision in decisions:
        with tally.counting(""):
            decision.id  # noqa: B018  # reading it works it out
    return len(decisions)


def _unpackings(tally: Tally, seeds: range) -> int:
    from keyflower import fast

    quick.need()
    states = [fast.pack(game) for seed in seeds for game in ours.chain(ours.played(seed))]
    for packed in states:
        with tally.counting(""):
            fast.unpack(packed)
    return len(states)


def _row(
    name: str,
    what: str,
    count: Callable[[Tally, range], int],
    *,
    then: float,
    goal: Goal,
    seeds: range = COUNTED,
    executor: Literal["native", "reference"] = "reference",
) -> Row:
    """Return a row that counts the bytecode instructions of a call, once the tables that games share are there."""
    title = f"How many bytecode instructions does {what} take?"

    def run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
        from keyflower import fast

        if sys.version_info[:2] != PYTHON or sys.implementation.name != "cpython":
            raise Unavailable("the counts to compare with are those of CPython 3.11")
        ours.fill_tables(WARM_GAMES, ())
        tally = Tally()
        with fast.played_by(executor):
            count(Tally(), WARM)
            tick()
            calls = count(tally, seeds)
        now = tally.instructions.total() / calls
        return [
            Result(
                name=name,
                title=title,
                compared=f"counted in {calls} calls along random games of four, {PLAYED[executor]}",
                unit="instructions",
                ours=Spread.of([now]),
                theirs=Spread.of([then]),
                peer=THEN,
                value=Spread.of([then / now]),
                means="times fewer",
                goal=goal,
            )
        ]

    return Row(name, title, run)


def _native(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    for tool in ("gcc", "valgrind"):
        if shutil.which(tool) is None:
            raise Unavailable(f"{tool} is not installed")
    results = []
    for name, title, expansions, then in (
        ("counts.native", NATIVE, (), 660_145),
        ("counts.native.farmers", "How many with The Farmers?", ("farmers",), 788_915),
    ):
        instructions, _ = native_instructions.count(NATIVE_GAMES, 4, expansions)
        now = instructions / NATIVE_GAMES
        results.append(
            Result(
                name=name,
                title=title,
                compared=f"counted by callgrind, {NATIVE_GAMES} random games of four with set-up and scoring",
                unit="instructions",
                ours=Spread.of([now]),
                theirs=Spread.of([then]),
                peer=THEN,
                value=Spread.of([now / then]),
                means="times as many",
                goal=Goal(0.75, 0.5, most=True),
            )
        )
        tick()
    return results


NATIVE = "How many machine instructions does a random game take in C?"
ROWS = (
    Row("counts.native", NATIVE, _native),
    _row("counts.unpack", "fast.unpack", _unpackings, then=22_544, goal=Goal(4, 8)),
    _row("counts.view.sample", "view.sample", _view_samples, then=44_589, goal=Goal(3, 3)),
    _row("counts.decision.id", "decision.id", _decision_ids, then=30_067, goal=Goal(5, 5)),
    _row(
        "counts.decision.id.native",
        "decision.id in a game that is played natively",
        _decision_ids,
        then=31_206,
        goal=Goal(5, 5),
        seeds=UNREAD,
        executor="native",
    ),
    _row("counts.game.new", "Game.new", _new_games, then=31_512, goal=Goal(2, 2)),
)

"""Scoring all villages at the end, and one village beside one call of scipy's milp."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks import ours
from benchmarks.measure import Budget, Spread
from benchmarks.result import Goal, Result, Row, Unavailable

ENDS = 160
"""How many games are scored."""
VILLAGES = 160
"""How many villages are also given to milp."""
BATCH = 20
"""How many villages one side scores before it is the turn of the other."""
WALL = time.perf_counter
"""The clock beside milp: HiGHS may work in several threads."""


def _timed(work: Callable[[], object], *, clock: Callable[[], float] = time.thread_time) -> float:
    begun = clock()
    work()
    return clock() - begun


def _ends(number: int, expansions: Sequence[str], tick: Callable[[], None]) -> list[Any]:  # Any: Game
    """Return games that are over, whose villages the solver does not know."""
    games = []
    for seed in range(1, number + 1):
        games.append(ours.played(seed, expansions=expansions))
        tick()
    ours.forget_scores(tuple(expansions))
    return games


def _number(budget: Budget, full: int) -> int:
    """Return how many of them a quick run takes."""
    return full if budget.seconds > 1 else max(4, full // 20)


def _villages(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    results = []
    for expansions in ((), ("farmers",)):
        games = _ends(_number(budget, ENDS), expansions, tick)
        taken = [_timed(partial(getattr, game, "scores")) for game in games]
        again = [_timed(partial(getattr, game, "scores")) for game in games]
        worst, known = max(taken) * 1e3, Spread.of(again).middle * 1e3
        results.append(
            Result(
                name="scoring.farmers" if expansions else "scoring",
                title="scoring four villages, The Farmers"
                if expansions
                else "scoring all four villages at the end",
                compared=f"game.scores, sheets included, at the end of {len(games)} random games of four; "
                f"the solver has forgotten these villages but remembers {ours.OTHERS} other games",
                unit="ms",
                ours=Spread.of(taken).scaled(1e3),
                value=Spread.of(taken).scaled(1e3),
                means="ms",
                goal=Goal(2, 0.5, most=True),
                note=f"the worst took {worst:.2f} ms; the same games once more {known:.2f} ms",
            )
        )
    return results


def _milp_call(problem: Any) -> Callable[[], object] | None:  # Any: Problem
    """Return one call of milp that solves a problem, ready to be timed; None where nothing could score."""
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    from tests.oracle import build_model

    model, size = build_model(problem)
    if not model.gains:
        return None
    matrix = numpy.zeros((len(model.rows), len(model.gains)))
    for number, row in enumerate(model.rows):
        for variable, factor in row.items():
            matrix[number, variable] = factor
    gains = -numpy.array(model.gains, dtype=float)
    limits = LinearConstraint(matrix, numpy.array(model.low), numpy.array(model.high))
    whole, bounds = numpy.ones(len(model.gains), dtype=int), Bounds(0, size)
    return lambda: milp(c=gains, integrality=whole, bounds=bounds, constraints=limits)


def _beside_milp(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    try:
        import scipy

        import tests.oracle  # noqa: F401 only to see whether it is there
    except ImportError as error:
        raise Unavailable(f"needs scipy and tests/oracle.py: {error}") from error
    from keyflower.engine import scoring, solver

    games = _ends(_number(budget, VILLAGES) // 4, (), tick)
    villages = []
    for game in games:
        for place, seat in enumerate(game.state.seats):
            purple = place == game.state.start
            problem = scoring._problem(game.ruleset, seat, seat.village, purple=purple)
            call = _milp_call(problem)
            if call is not None:
                sheet = partial(scoring.score_seat, game.ruleset, game.state, place)
                villages.append((sheet, partial(solver.solve_all, problem), call))
    whole: list[float] = []
    theirs: list[float] = []
    for first in range(0, len(villages), BATCH):  # in turns, but not one by one: milp leaves the caches cold
        batch = villages[first : first + BATCH]
        whole += [_timed(sheet, clock=WALL) for sheet, _, _ in batch]
        theirs += [_timed(call, clock=WALL) for _, _, call in batch]
        tick()
    ours.forget_scores(())
    alone = [_timed(solve, clock=WALL) for _, solve, _ in villages]
    return [
        Result(
            name=name,
            title=title,
            compared=f"{what} beside the milp() call alone on the same pieces and terms (its model is made "
            f"before); {len(theirs)} villages, wall time",
            unit="µs",
            ours=Spread.of(mine).scaled(1e6),
            theirs=Spread.of(theirs).scaled(1e6),
            peer=f"scipy {scipy.__version__}",
            value=Spread.of([slow / fast for slow, fast in zip(theirs, mine, strict=True)]),
            means="times as fast",
            goal=Goal(20, 20),
            note=f"the worst took {max(mine) * 1e6:.0f} µs and {max(theirs) * 1e6:.0f} µs",
        )
        for name, title, what, mine in (
            (
                "milp",
                "scoring one village, beside one milp call",
                "score_seat(), with board, free flip and the sheet that explains it,",
                whole,
            ),
            (
                "milp.solver",
                "the solver alone, beside milp",
                "solve_all(), which shares the pieces out,",
                alone,
            ),
        )
    ]


ROWS = (
    Row("scoring", "scoring all four villages at the end", _villages),
    Row("milp", "scoring one village, beside one milp call", _beside_milp),
)

"""Scoring all villages at the end, and one village beside one call of scipy's milp."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from benchmarks import ours
from benchmarks.measure import Budget, Spread
from benchmarks.result import Goal, Result, Row, Unavailable

ENDS = 160
"""How many games are scored."""
VILLAGES = 160
"""How many villages are also given to milp."""
BATCH = 20
"""How many villages one side scores before it is the turn of the other."""
SHEET = (
    "How long does one village take, with its sheet, beside milp?",
    "score_seat(), with board, free flip and the sheet that explains it,",
)
SOLVER = ("How long does the solver alone take, beside milp?", "solve_all(), which shares the pieces out,")
"""What stands beside milp: title, and what it does."""

Work: TypeAlias = Callable[[], object]


def _timed(work: Work) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def _number(budget: Budget, full: int) -> int:
    """Return how many of them a quick run takes."""
    return full if budget.seconds > 1 else max(4, full // 20)


def _villages(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    results = []
    for expansions in ((), ("farmers",)):
        games = ours.unscored(range(1, 1 + _number(budget, ENDS)), expansions)
        tick()
        taken = [_timed(partial(getattr, game, "scores")) for game in games]
        again = [_timed(partial(getattr, game, "scores")) for game in games]
        ours.forget_scores(expansions)
        solved = [_timed(partial(getattr, game, "scores")) for game in games]
        worst, known, half = max(taken), Spread.of(again).middle, Spread.of(solved).middle
        results.append(
            Result(
                name="scoring.farmers" if expansions else "scoring",
                title="How long with The Farmers?"
                if expansions
                else "How long does scoring four villages take?",
                compared=f"game.scores, sheets included, at the end of {len(games)} random games of four; "
                f"nothing about these villages is known, but {ours.OTHERS} other games were scored before",
                unit="ms",
                ours=Spread.of(taken).scaled(1e3),
                value=Spread.of(taken).scaled(1e3),
                means="ms",
                goal=Goal(2, 0.5, most=True),
                note=f"the worst took {worst * 1e3:.2f} ms; with roads and pastures known from play, but not "
                f"the points, {half * 1e3:.2f} ms; the same games once more {known * 1e3:.2f} ms",
            )
        )
    return results


def _milp_call(problem: Any) -> Work | None:  # Any: Problem
    """Return one call of milp that solves a problem, ready to be timed; None where nothing could score."""
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    from tests.support.oracle import build_model

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
        import scipy  # noqa: F401 only to see whether it is there

        import tests.support.oracle  # noqa: F401 as well
    except ImportError as error:
        raise Unavailable(f"needs scipy and tests/support/oracle.py: {error}") from error
    from keyflower.engine import scoring, solver

    games = ours.unscored(range(1, 1 + _number(budget, VILLAGES) // 4))
    villages = []
    for game in games:
        for place in range(len(game.state.seats)):
            problem = scoring.score_seat(game.ruleset, game.state, place).problem
            assert problem is not None
            call = _milp_call(problem)
            if call is not None:
                sheet = partial(scoring.score_seat, game.ruleset, game.state, place)
                villages.append((sheet, partial(solver.solve_all, problem), call))
    sheets, solvers, calls = zip(*villages, strict=True)
    ours.forget_scores(())
    results = [_in_turns("milp", SHEET, sheets, calls, tick)]
    ours.forget_scores(())
    results.append(_in_turns("milp.solver", SOLVER, solvers, calls, tick))
    return results


def _in_turns(
    name: str,
    what: tuple[str, str],
    mine: Sequence[Work],
    theirs: Sequence[Work],
    tick: Callable[[], None],
) -> Result:
    """Compare village by village: in turns, but not one by one, which would leave the caches cold."""
    import scipy

    title, does = what
    fast: list[float] = []
    slow: list[float] = []
    for first in range(0, len(mine), BATCH):
        fast += map(_timed, mine[first : first + BATCH])
        slow += map(_timed, theirs[first : first + BATCH])
        tick()
    return Result(
        name=name,
        title=title,
        compared=f"{does} beside the milp() call alone on the same pieces and terms (its model is made "
        f"before); {len(mine)} villages",
        unit="µs",
        ours=Spread.of(fast).scaled(1e6),
        theirs=Spread.of(slow).scaled(1e6),
        peer=f"scipy {scipy.__version__}",
        value=Spread.of([long / short for long, short in zip(slow, fast, strict=True)]),
        means="times as fast",
        goal=Goal(20, 20),
        note=f"the worst took {max(fast) * 1e6:.0f} µs and {max(slow) * 1e6:.0f} µs",
    )


ROWS = (
    Row("scoring", "How long does scoring four villages take?", _villages),
    Row("milp", "How long does one village take, with its sheet, beside milp?", _beside_milp),
)

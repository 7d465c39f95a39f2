"""`python -m benchmarks.tuning`: better weights for the steward, by games; can be stopped and started again.

One weight after another is made a little larger or smaller. A steward with the changed weights plays against two with
the best ones so far; it takes their place if it wins clearly more than its third. Every trial has a folder of its own,
so what was played is never played again, and the course of the search is a file that can be read.

    python -m benchmarks.tuning --games 150 --workers 2 --out benchmarks/runs/tuning [--farmers]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, fields

from keyflower.bots import StewardBot, Weights
from keyflower.kernel.driving import name_of
from keyflower.simulate import Share, Standing, simulate

FACTORS = (1.3, 0.75)
"""What a weight is multiplied by."""
PAR = 1 / 3


def changes(weights: Weights) -> Iterator[tuple[str, Weights]]:
    """Iterate weights that differ in one number or one row of numbers, with what was changed."""
    for item in fields(Weights):
        value = getattr(weights, item.name)
        for factor in FACTORS:
            if isinstance(value, tuple):
                most = 1.0 if item.name == "holds" else float("inf")
                scaled = tuple(min(most, round(number * factor, 3)) for number in value)
            else:
                scaled = round(value * factor, 3)
            changed: dict[str, Any] = {item.name: scaled}
            yield f"{item.name} x {factor}", evolve(weights, **changed)


def trial(weights: Weights, best: Weights, games: int, workers: int, out: Path, *, farmers: bool) -> Share:
    """Return how often a steward with some weights wins against two with the best ones."""
    hero, other = StewardBot(weights=weights), StewardBot(weights=best)
    results = simulate(
        [hero, other, other],
        range(games),
        expansions=["farmers"] if farmers else [],
        accumulators=(Standing(),),
        processes=workers,
        chunk=3,
        out=out / f"{weights.id or 'usual'}-against-{best.id or 'usual'}",
    )
    return results.accumulators[0].share(name_of(hero))


def tune(games: int, workers: int, out: Path, *, farmers: bool) -> Weights:
    """Try every change once, from the usual weights on; return the best weights found."""
    best, course = Weights(), []
    number = sum(1 for _ in changes(best))
    for place in range(number):
        what, weights = [*changes(best)][place]
        if weights == best:
            continue
        share = trial(weights, best, games, workers, out, farmers=farmers)
        better = share.interval[0] > PAR
        print(f"{what:16} {share}{' taken' if better else ''}", flush=True)
        best = weights if better else best
        course.append({"change": what, "wins": share.hits, "games": share.of, "taken": better})
        (out / "course.json").write_text(json.dumps({"course": course, "best": asdict(best)}, indent=1))
    return best


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "runs" / "tuning")
    parser.add_argument("--farmers", action="store_true")
    given = parser.parse_args()
    print(tune(given.games, given.workers, given.out, farmers=given.farmers))


if __name__ == "__main__":
    main()

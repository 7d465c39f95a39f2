"""`python -m benchmarks.tuning`: better weights for the steward, by games; can be stopped and started again.

Some numbers of the best weights so far are changed a little, at random. A steward with the changed weights plays
against others with the best ones, in the base game and with The Farmers; it takes their place if it wins clearly more
than its share. Trial number 17 always tries the same change in the same games, so a run that was stopped goes on as if
it had not been, and the course of the search is a file that can be read.

    python -m benchmarks.tuning --trials 400 --threads 2 --out benchmarks/runs/tuning [--rules base farmers]
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import asdict, evolve, fields

from keyflower.bots import Weights
from keyflower.fast import play_many

SEATS = 3
PAR = 1 / SEATS
STAGES = ((240, 0.35), (960, 0.36))
"""How many games are played, and which share of them must be won to go on, or to be taken in the end."""
SPREAD = 0.3
"""How far a number is changed, as the deviation of its logarithm."""
FIXED = ("fresh",)
"""Weights that say yes or no."""
MAY_BEGIN = ("stored", "spare", "breed")
"""Weights that may be zero now and more later; what is zero of the others stays zero."""
SHARES = ("holds", "back")
"""Weights that are never more than one."""
RULES = {"base": (), "farmers": ("farmers",)}

Numbers = dict[str, float | list[float]]


def share(
    weights: Weights, best: Weights, games: int, *, seed: int, rules: Sequence[str], threads: int
) -> float:
    """Return which share of games a steward with some weights wins against others with the best ones."""
    won = 0.0
    for name in rules:
        batch = play_many(
            games // len(rules),
            seed=seed,
            seats=SEATS,
            expansions=RULES[name],
            policy="steward",
            weights=[weights, *[best] * (SEATS - 1)],
            threads=threads,
        )
        shared = batch.winners / batch.winners.sum(axis=1, keepdims=True)
        won += float(shared[batch.players == 0].mean())
    return won / len(rules)


def numbers_of(weights: Weights) -> Numbers:
    """Return weights as JSON-able data."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in asdict(weights).items()
    }


def weights_of(numbers: Numbers) -> Weights:
    """Return the weights that `numbers_of` has written."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in numbers.items()
    }
    return Weights(**given)


def changed(weights: Weights, rng: Random) -> tuple[str, Weights]:
    """Return weights that differ in one to three numbers or rows of numbers, and what was changed."""
    told = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice([item.name for item in fields(Weights) if item.name not in FIXED])
        value = getattr(weights, name)
        row = [*value] if isinstance(value, tuple) else [value]
        places = range(len(row)) if rng.random() < 0.5 else [rng.randrange(len(row))]
        factor, start = rng.lognormvariate(0, SPREAD), rng.choice((0.05, 0.1, 0.2, 0.4))
        for place in places:
            new = row[place] * factor if row[place] else start * (name in MAY_BEGIN)
            row[place] = round(min(1.0, new) if name in SHARES else new, 3)
        given: dict[str, Any] = {name: tuple(row) if isinstance(value, tuple) else row[0]}
        weights = evolve(weights, **given)
        told.append(f"{name} {value} -> {given[name]}")
    return ", ".join(told), weights


def tune(trials: int, threads: int, out: Path, rules: Sequence[str]) -> Weights:
    """Go on with the search up to a number of trials; return the best weights found."""
    out.mkdir(parents=True, exist_ok=True)
    course = out / "course.json"
    known: dict[str, Any] = {"trials": [], "best": numbers_of(Weights())}  # Any: as it is read from JSON
    if course.exists():
        known = json.loads(course.read_text())
    for number in range(len(known["trials"]), trials):
        best = weights_of(known["best"])
        what, weights = changed(best, Random(number))
        taken, won = False, 0.0
        for stage, (games, needed) in enumerate(STAGES):
            seed = 10_000 * (2 * number + stage)
            won = share(weights, best, games, seed=seed, rules=rules, threads=threads)
            taken = won >= needed
            if not taken:
                break
        if taken:
            known["best"] = numbers_of(weights)
            print(f"{number}: {what}: won {100 * won:.1f} %", flush=True)
        known["trials"].append({"change": what, "won": round(won, 4), "taken": taken})
        course.with_suffix(".new").write_text(json.dumps(known, indent=1))
        os.replace(course.with_suffix(".new"), course)
    return weights_of(known["best"])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "runs" / "tuning")
    parser.add_argument("--rules", nargs="+", choices=RULES, default=[*RULES])
    given = parser.parse_args()
    print(tune(given.trials, given.threads, given.out, given.rules))


if __name__ == "__main__":
    main()

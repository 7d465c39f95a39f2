"""`python -m benchmarks.tuning`: better weights for the steward, by games; can be stopped and started again.

An evolution strategy. In every step the weights are changed at random, all at once, in several pairs of opposite
directions; stewards with the changed weights play against stewards with the present ones, and the weights move a little
towards the changes that did better. A change counts by games won and, because that tells little in a few games, by
points. Step number 17 always tries the same changes in the same games, so a run that was stopped goes on as if it had
not been.

    python -m benchmarks.tuning --steps 300 --threads 2 --out benchmarks/runs/tuning [--rules base farmers]

Every tenth step prints how the weights do against those of the package, in other games.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import asdict, evolve, fields, frozen
from numpy.typing import NDArray

from benchmarks.seeds import CHOOSING, TUNING
from keyflower.bots import Weights
from keyflower.fast import Batch, play_many

SEATS = 3
PAIRS = 8
"""Pairs of opposite changes in a step."""
GAMES = 48
"""Games of each changed weights."""
CHANGE = 0.15
"""How far a number is changed, as the deviation of its logarithm."""
PACE = 0.03
"""How far a number moves in a step on average, in the same measure."""
MEMORY = 0.8
"""How much of the direction of the steps before is kept."""
POINT = 0.015
"""What a point more than the others is worth, in games won."""
CHECKED = 600
"""Games against the weights of the package, every tenth step."""
FIXED = ("fresh",)
"""Weights that say yes or no."""
SHARES = ("holds", "back")
"""Weights that are never more than one."""
RULES = {"base": (), "farmers": ("farmers",)}

Numbers = dict[str, float | list[float]]
Row = NDArray[np.float64]


def played(
    weights: Weights, others: Weights, games: int, *, seed: int, rules: str, threads: int | None
) -> Batch:
    """Let a steward with some weights play against others."""
    return play_many(
        games,
        seed=seed,
        seats=SEATS,
        expansions=RULES[rules],
        policy="steward",
        weights=[weights, *[others] * (SEATS - 1)],
        threads=threads,
    )


def share(batch: Batch) -> float:
    """Return which share of the games the first player won."""
    shared = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    return float(shared[batch.players == 0].mean())


def merit(batch: Batch) -> float:
    """Return how well the first player did: games won, and points more than the others have."""
    own = batch.totals[batch.players == 0]
    others = (batch.totals.sum(axis=1) - own) / (SEATS - 1)
    return share(batch) + POINT * float((own - others).mean())


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


@frozen
class Scale:
    """The numbers of weights that can be tuned, as a row of logarithms; what is zero stays zero."""

    weights: Weights
    places: tuple[tuple[str, int], ...]

    @staticmethod
    def of(weights: Weights) -> Scale:
        names = [item.name for item in fields(Weights) if item.name not in FIXED]
        return Scale(
            weights,
            tuple(
                (name, place)
                for name in names
                for place, value in enumerate(_row(getattr(weights, name)))
                if value > 0
            ),
        )

    def row(self) -> Row:
        return np.array([math.log(_row(getattr(self.weights, name))[place]) for name, place in self.places])

    def changed(self, row: Row) -> Weights:
        """Return the weights that a row stands for."""
        given: dict[str, Any] = {}
        for (name, place), value in zip(self.places, row, strict=True):
            known = getattr(self.weights, name)
            new = min(math.exp(value), 1.0 if name in SHARES else math.inf)
            numbers = [*_row(given.get(name, known))]
            numbers[place] = round(new, 4)
            given[name] = tuple(numbers) if isinstance(known, tuple) else numbers[0]
        return evolve(self.weights, **given)


def _row(value: float | tuple[float, ...]) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def direction(scale: Scale, row: Row, step: int, rules: Sequence[str], threads: int | None) -> Row:
    """Return where to go: the changes, each as far as it did better than its opposite."""
    rng = np.random.default_rng(step)
    present, found = scale.changed(row), np.zeros_like(row)
    for pair in range(PAIRS):
        change = rng.standard_normal(len(row))
        merits = [
            sum(
                merit(
                    played(
                        scale.changed(row + sign * CHANGE * change),
                        present,
                        GAMES // len(rules),
                        seed=TUNING[GAMES * (PAIRS * step + pair)],
                        rules=name,
                        threads=threads,
                    )
                )
                for name in rules
            )
            for sign in (1, -1)
        ]
        found += (merits[0] - merits[1]) * change
    return found


def tune(steps: int, threads: int | None, out: Path, rules: Sequence[str]) -> Weights:
    """Go on up to a number of steps; return the weights that were reached."""
    out.mkdir(parents=True, exist_ok=True)
    course = out / "course.json"
    known: dict[str, Any] = {"step": 0, "weights": numbers_of(Weights())}  # Any: as it is read from JSON
    if course.exists():
        known = json.loads(course.read_text())
    scale = Scale.of(weights_of(known["weights"]))
    row = np.array(known.get("row", scale.row()))
    moving = np.array(known.get("moving", np.zeros_like(row)))
    for step in range(known["step"], steps):
        moving = MEMORY * moving + (1 - MEMORY) * direction(scale, row, step, rules, threads)
        row = row + PACE * moving / (np.sqrt((moving**2).mean()) + 1e-12)
        weights = scale.changed(row)
        known = {
            "step": step + 1,
            "weights": numbers_of(weights),
            "row": [*row],
            "moving": [*moving],
        }
        course.with_suffix(".new").write_text(json.dumps(known, indent=1))
        os.replace(course.with_suffix(".new"), course)
        if (step + 1) % 10 == 0:
            against = [
                played(weights, Weights(), CHECKED, seed=CHOOSING[0], rules=name, threads=threads)
                for name in rules
            ]
            won = [f"{name} {100 * share(batch):.0f} %" for name, batch in zip(rules, against, strict=True)]
            print(f"step {step + 1}: against the weights of the package {', '.join(won)}", flush=True)
    return scale.changed(row)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "runs" / "tuning")
    parser.add_argument("--rules", nargs="+", choices=RULES, default=[*RULES])
    given = parser.parse_args()
    print(tune(given.steps, given.threads, given.out, given.rules))


if __name__ == "__main__":
    main()

"""`python -m benchmarks.learning`: learn what a game is worth at the end of a season; can be stopped and started again.

python -m benchmarks.learning play --games 12000 --seats 3 [--expansions farmers] [--out benchmarks/runs/learning]
python -m benchmarks.learning fit [--out benchmarks/runs/learning]

Stewards play games that begin with whims: up to a random move each seat takes options that are some points below its
best, so that positions are seen which nobody good would reach; from there on all play as well as they can. `play`
writes what each seat had at the end of each season, and what it came to, in files of 500 games. `fit` learns from all
files a weighted sum for the margin (ridge regression) and one for the chances to win (a softmax over the seats), for
each season, rules and number of seats, and writes ``keyflower/appraisal/leaf.json``. The last tenth of the games is
not learned from: it tells how much is explained.
"""

from __future__ import annotations

import argparse
import ctypes
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.seeds import TUNING
from keyflower.appraisal.leaf import ENDS, FEATURES
from keyflower.appraisal.weights import SECOND
from keyflower.facade.game import Game
from keyflower.fast.bots import judge_of
from keyflower.fast.packed import native_rules
from keyflower.kernel.bots import player_names
from keyflower.kernel.chance import key_of

CHUNK = 500
"""Games in a file."""
LATEST = 70
"""No seat has whims after so many of its actions."""
WHIM = 3.0
"""How many points below its best a whim goes on average."""
RIDGE = 20.0
"""How much smaller weights are preferred."""
LEAF = Path(__file__).parents[1] / "keyflower" / "appraisal" / "leaf.json"
RUNS = Path(__file__).parent / "runs" / "learning"

Numbers: TypeAlias = NDArray[np.float64]


def played(seats: int, expansions: Sequence[str], first: int) -> tuple[Numbers, NDArray[np.int32]]:
    """Return features (game, season, seat, feature) and totals (game, seat) of one chunk of games."""
    like = Game.new(player_names(seats), seed=0, expansions=expansions)
    rules = native_rules(like.ruleset)
    assert rules is not None, "learning needs the native library"
    rng = Random(f"learning {seats} {sorted(expansions)} {first}")
    features = np.zeros((CHUNK, ENDS, seats, len(FEATURES)))
    totals = np.zeros((CHUNK, seats), np.int32)
    keys = np.array([key_of(TUNING[first + place]) for place in range(CHUNK)], np.uint64)
    streams = np.array([rng.randrange(1 << 64) for _ in range(CHUNK)], np.uint64)
    until = np.array(
        [rng.randrange(LATEST * seats) if rng.random() < 0.85 else 0 for _ in range(CHUNK)], np.int32
    )
    whims = np.array([rng.expovariate(1 / WHIM) for _ in range(CHUNK * seats)])
    rules.long.keyflower_season_ends(
        rules.pointer, judge_of(rules, SECOND).pointer, CHUNK, seats,
        *(column.ctypes.data_as(ctypes.c_void_p) for column in (keys, streams, until, whims, features, totals)),
    )  # fmt: skip
    return features, totals


def play(seats: int, expansions: Sequence[str], games: int, out: Path) -> None:
    """Play games that are not there yet."""
    out.mkdir(parents=True, exist_ok=True)
    name = "+".join(["base", *sorted(expansions)])
    for first in range(0, games, CHUNK):
        path = out / f"{name}-{seats}-{first:06}.npz"
        if path.exists():
            continue
        features, totals = played(seats, expansions, first)
        partial = path.with_suffix(".partial.npz")
        np.savez_compressed(partial, features=features.astype(np.float32), totals=totals)
        partial.replace(path)
        print(path.name, flush=True)


# ---------------------------------------------------------------------- learning


def margins_of(totals: Numbers) -> Numbers:
    """Return what each seat is ahead of the average of the others."""
    others = totals.shape[1] - 1
    margins: Numbers = totals - (totals.sum(axis=1, keepdims=True) - totals) / others
    return margins


def linear(features: Numbers, margins: Numbers) -> Numbers:
    """Return weights whose sums differ between seats as their points do."""
    rows = margins_of_features(features).reshape(-1, features.shape[-1])
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    square = scaled.T @ scaled + RIDGE * np.eye(len(scale))
    found: Numbers = np.linalg.solve(square, scaled.T @ margins.reshape(-1)) / scale
    return np.where(scale > 1e-6, found, 0.0)


def margins_of_features(features: Numbers) -> Numbers:
    """Return each feature of a seat less the average of the others'."""
    others = features.shape[1] - 1
    found: Numbers = features - (features.sum(axis=1, keepdims=True) - features) / others
    return found


def softmax(features: Numbers, wins: Numbers) -> Numbers:
    """Return weights whose sums are the logarithms of odds to win, by Newton's method."""
    centred = features - features.mean(axis=1, keepdims=True)
    scale = centred.reshape(-1, features.shape[-1]).std(axis=0) + 1e-9
    rows = centred / scale
    weights = np.zeros(len(scale))
    for _ in range(30):
        chances = chances_of(rows @ weights)
        gradient = np.einsum("gsf,gs->f", rows, wins - chances) - RIDGE * weights
        mean = np.einsum("gsf,gs->gf", rows, chances)
        curve = np.einsum("gsf,gs,gsh->fh", rows, chances, rows) - mean.T @ mean + RIDGE * np.eye(len(scale))
        step = np.linalg.solve(curve, gradient)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return np.where(scale > 1e-6, weights / scale, 0.0)


def chances_of(strengths: Numbers) -> Numbers:
    """Return chances to win by a softmax over the seats."""
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Numbers = shares / shares.sum(axis=1, keepdims=True)
    return found


def fitted(features: Numbers, totals: Numbers) -> dict[str, object]:
    """Return the weights of all seasons, and how much they explain in games they were not learned from."""
    held = max(1, len(totals) // 10)
    margins = margins_of(totals)
    best = totals == totals.max(axis=1, keepdims=True)
    wins = best / best.sum(axis=1, keepdims=True)
    rows: dict[str, list[object]] = {
        "margin": [],
        "win": [],
        "explained": [],
        "steward": [],
        "calibration": [],
    }
    for season in range(ENDS):
        known, fresh = features[:-held, season], features[-held:, season]
        margin, win = linear(known, margins[:-held]), softmax(known, wins[:-held])
        guess = margins_of_features(fresh) @ margin
        steward = margins_of(fresh[..., 0] + fresh[..., 1])
        rows["margin"].append([round(float(one), 5) for one in margin])
        rows["win"].append([round(float(one), 5) for one in win])
        rows["explained"].append(round(_explained(guess, margins[-held:]), 3))
        rows["steward"].append(
            round(float(np.corrcoef(steward.ravel(), margins[-held:].ravel())[0, 1] ** 2), 3)
        )
        rows["calibration"].append(calibration(chances_of(fresh @ win), wins[-held:]))
    return dict(rows)


def _explained(guess: Numbers, truth: Numbers) -> float:
    return float(1 - ((truth - guess) ** 2).sum() / (truth**2).sum())


def calibration(chances: Numbers, wins: Numbers) -> list[list[float]]:
    """Return for ten ranges of chances what was foreseen, how often it came so, and how many seats there were."""
    place = np.minimum((chances * 10).astype(int), 9)
    return [
        [
            round(float(chances[place == one].mean()), 3),
            round(float(wins[place == one].mean()), 3),
            int((place == one).sum()),
        ]
        for one in range(10)
        if (place == one).any()
    ]


def fit(out: Path) -> None:
    """Learn from all files and write the result."""
    groups: dict[tuple[str, int], list[Path]] = {}
    for path in sorted(out.glob("*-*-*.npz")):
        if ".partial" in path.name:
            continue
        name, number, _ = path.stem.rsplit("-", 2)
        groups.setdefault((name, int(number)), []).append(path)
    fits = []
    for (name, seats), paths in groups.items():
        parts = [np.load(path) for path in paths]
        features = np.concatenate([part["features"] for part in parts]).astype(np.float64)
        totals = np.concatenate([part["totals"] for part in parts]).astype(np.float64)
        learned = fitted(features, totals)
        print(name, seats, len(totals), learned["explained"], "steward", learned["steward"])
        fits.append({"expansions": name.split("+"), "seats": seats, "games": len(totals), **learned})
    data = {"features": list(FEATURES), "fits": fits}
    LEAF.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seats", type=int, nargs="+", default=[3])
    parser.add_argument("--expansions", nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=RUNS)
    given = parser.parse_args()
    if given.what == "fit":
        fit(given.out)
    else:
        for seats in given.seats:
            play(seats, given.expansions, given.games, given.out)


if __name__ == "__main__":
    main()

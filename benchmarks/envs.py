"""`python -m benchmarks.envs`: what a step of each environment costs, with random words, on one core.

The cost is processor time of the step and of what it shows; choosing a word is not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

import numpy as np
from numpy.typing import NDArray

from keyflower.envs import KeyflowerAEC, KeyflowerVector


def pettingzoo(players: int, expansions: list[str], games: int) -> float:
    """Return the seconds of one step of the PettingZoo environment."""
    env, rng, steps, spent = KeyflowerAEC(players=players, expansions=expansions), Random(1), 0, 0.0
    for seed in range(games):
        env.reset(seed=seed)
        ended = False
        while not ended:
            begun = process_time()
            seen, _, ended, _, _ = env.last()
            spent += process_time() - begun
            if not ended:
                word = rng.choice([*np.flatnonzero(seen["action_mask"])])
                begun = process_time()
                env.step(word)
                spent += process_time() - begun
                steps += 1
    return spent / steps


def vector(players: int, expansions: list[str], games: int, steps: int) -> float:
    """Return the seconds of one step of one game of the vector environment."""
    env = KeyflowerVector(games, players=players, expansions=expansions, threads=1)
    rng, spent, moment = np.random.default_rng(1), 0.0, env.reset(seed=1)
    for number in range(2 * steps):
        words: NDArray[np.int64] = (
            rng.random(moment.action_mask.shape, np.float32) * moment.action_mask
        ).argmax(axis=1)
        begun = process_time()
        moment = env.step(words)
        if number >= steps:  # by then the games are at different places
            spent += process_time() - begun
    return spent / steps / games


def best(measure: Callable[[], float], times: int) -> float:
    """Return the least of some measurements: other work only makes them longer."""
    return min(measure() for _ in range(times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2048, help="games side by side")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    for players, expansions in ((2, []), (3, []), (3, ["farmers"]), (4, ["farmers"])):
        one = best(partial(pettingzoo, players, expansions, 3), given.times)
        many = best(partial(vector, players, expansions, given.games, given.steps), given.times)
        name = f"{players} players{', ' + expansions[0] if expansions else ''}"
        print(
            f"{name:20} PettingZoo {1e6 * one:6.0f} µs, vector {1e6 * many:5.2f} µs a step: {one / many:.0f} times"
        )


if __name__ == "__main__":
    main()

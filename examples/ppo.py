"""Train an agent by proximal policy optimization (PPO), with NumPy alone.

The policy is the one of ``train_agent.py``. It learns several times from the same games: the policy may move only so
far from the one that played them before a choice stops counting. A baseline estimates the reward from the observation,
so that a choice counts only by how much better or worse the game went. ``python examples/ppo.py 1408`` trains on 1,408
games and says how much processor time that took. Needs the extra ``envs``.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from train_agent import Numbers, Policy, drawn  # type: ignore[import-not-found]

from keyflower.envs import KeyflowerVector

CLIP = 0.2
"""How far the probability of a word may move, as a part of what it was, before it stops counting."""
EPOCHS = 3
BATCHES = 4
"""How many times the policy learns from each choice, and in how many parts."""
RATE = 0.01
RIDGE = 100.0
"""How much the baseline prefers small weights."""


@frozen
class Choices:
    """All words that were chosen in some games, a row for each."""

    inputs: Numbers
    masks: NDArray[np.int8]
    words: NDArray[np.int64]
    before: Numbers
    """The probability of each when it was chosen."""
    came: Numbers
    """The reward of the game."""


def played(
    policy: Policy, env: KeyflowerVector, seed: int, rng: np.random.Generator
) -> tuple[Choices, float]:
    """Play a game in every row; return the words that were chosen, and the average reward."""
    moment, paid = env.reset(seed=seed), np.zeros(len(env), np.float32)
    going, steps = np.ones(len(env), bool), []
    while going.any():
        inputs = moment.observation[:, policy.columns]
        likely = policy.likely(inputs, moment.action_mask)
        words = drawn(rng, likely)
        rows = np.flatnonzero(going)
        steps.append((inputs[rows], moment.action_mask[rows], words[rows], likely[rows, words[rows]], rows))
        moment = env.step(words)
        paid[going & moment.ended] = moment.reward[going & moment.ended, 0]
        going &= ~moment.ended
    inputs, masks, words, before, rows = (np.concatenate(column) for column in zip(*steps, strict=True))
    return Choices(inputs, masks, words, before, paid[rows]), float(paid.mean())


def advantage(choices: Choices) -> Numbers:
    """Return the reward after each choice, minus what a linear baseline expects."""
    inputs = choices.inputs
    square = inputs.T @ inputs + np.float32(RIDGE) * np.eye(inputs.shape[1], dtype=np.float32)
    beyond = choices.came - inputs @ np.linalg.solve(square, inputs.T @ choices.came)
    found: Numbers = (beyond - beyond.mean()) / (beyond.std() + 1e-6)
    return found


def learn(policy: Policy, choices: Choices, rng: np.random.Generator) -> None:
    """Learn from choices, several times."""
    better = advantage(choices)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(better)), BATCHES):
            likely = policy.likely(choices.inputs[part], choices.masks[part])
            row, words, gain = np.arange(len(part)), choices.words[part], better[part]
            ratio = likely[row, words] / choices.before[part]
            counts = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            wanted = -likely
            wanted[row, words] += 1.0
            wanted *= (counts * ratio * gain)[:, None]
            policy.climb(choices.inputs[part].T @ wanted / np.float32(len(part)), RATE)


def main(games: int, *, at_once: int = 128) -> float:
    """Train on some games; return how many points the agent is ahead of the random player in new ones."""
    env = KeyflowerVector(at_once, players=2, learners=[0], reward="points", threads=1, copy=False)
    policy, rng, rounds = Policy.new(env), np.random.default_rng(1), max(1, games // at_once)

    def ahead(reward: float) -> float:
        return 20 * reward  # a reward of 1 is ten points above the average of both

    for number in range(1, rounds + 1):
        choices, reward = played(policy, env, at_once * number, rng)
        learn(policy, choices, rng)
        if number % 5 == 1 or number == rounds:
            trained = f"{process_time():5.1f} s of processor time, {at_once * number:6} games"
            print(f"{trained}: {ahead(reward):+.1f} points ahead", flush=True)
    rewards = [played(policy, env, at_once * (rounds + after), rng)[1] for after in (1, 2, 3, 4)]
    points = ahead(float(np.mean(rewards)))
    print(f"afterwards, in {4 * at_once} new games: {points:+.1f} points ahead")
    return points


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1408)

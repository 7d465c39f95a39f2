"""Train an agent by REINFORCE: it says its actions word by word and learns which words pay.

The policy is linear in a small part of the features: the season, the question, and what was said so far. Play more
games to learn more: ``python examples/train_agent.py 2000``. Needs ``keyflower[envs]``.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keyflower.envs import KeyflowerEnv

Vector = NDArray[np.float64]


class Policy:
    """Chooses words with probabilities that it changes after every game."""

    def __init__(self, env: KeyflowerEnv, seed: int) -> None:
        names = env.table.features.names
        wanted = ("season ", "question ", "said ")
        self.columns = np.array([place for place, name in enumerate(names) if name.startswith(wanted)])
        self.weights = np.zeros((len(self.columns), env.table.mask(0).size))
        self.rng = np.random.default_rng(seed)
        self.mean = 0.0

    def probabilities(self, seen: dict[str, NDArray[Any]]) -> tuple[Vector, Vector]:
        """Return what the policy looks at, and how likely it says each word."""
        inputs = seen["observation"][self.columns].astype(float)
        logits = np.where(seen["action_mask"] == 1, inputs @ self.weights, -np.inf)
        likely = np.exp(logits - logits.max())
        return inputs, likely / likely.sum()

    def play(self, env: KeyflowerEnv, seed: int, *, learn: bool) -> float:
        """Play a game, learn from it if asked, and return the reward."""
        seen, _ = env.reset(seed=seed)
        steps: list[tuple[Vector, Vector, int]] = []
        ended, reward = False, 0.0
        while not ended:
            inputs, likely = self.probabilities(seen)
            word = int(self.rng.choice(len(likely), p=likely))
            steps.append((inputs, likely, word))
            seen, reward, ended, _, _ = env.step(word)
        if learn:
            self.mean += 0.05 * (reward - self.mean)
            for inputs, likely, word in steps:
                wanted = -likely
                wanted[word] += 1.0
                self.weights += 0.03 * (reward - self.mean) * np.outer(inputs, wanted)
        return reward


def wins(policy: Policy, env: KeyflowerEnv, games: int) -> float:
    """Return the average reward over games that it does not learn from: above 0 is better than the bots."""
    return float(np.mean([policy.play(env, 10_000 + seed, learn=False) for seed in range(games)]))


def main(games: int) -> None:
    env = KeyflowerEnv(bots=["random"], reward="points")
    policy = Policy(env, seed=1)
    tested = max(1, games // 10)
    print(f"before: {10 * wins(policy, env, tested):+.1f} points against par")
    for seed in range(games):
        policy.play(env, seed, learn=True)
    print(f"after {games} games: {10 * wins(policy, env, tested):+.1f} points against par")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)

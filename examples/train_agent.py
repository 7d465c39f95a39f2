"""Train an agent by REINFORCE on hundreds of games at once, and let it play where one game is played.

The agent spells its actions word by word and learns which words are rewarded. Its policy is linear in a part of what it
sees. A minute is enough to beat random players: ``python examples/train_agent.py 60``. Needs the extra ``envs``, and
``analysis`` to draw how it learns: ``python examples/train_agent.py 300 curve.svg``.
"""

from __future__ import annotations

import sys
from time import monotonic

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from keyflower.envs import KeyflowerEnv, KeyflowerVector

Numbers = NDArray[np.float32]
LOOKS_AT = ("season ", "question ", "haul ", "seat 0 ", "said ", "last ")
"""What the policy looks at: features whose names begin like this."""


@define
class Policy:
    """Chooses words with the probabilities of a softmax over a linear function."""

    columns: NDArray[np.int64]
    weights: Numbers
    mean: Numbers = field(init=False)
    square: Numbers = field(init=False)
    steps: int = 0

    def __attrs_post_init__(self) -> None:
        """Begin with averages of nothing."""
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    @staticmethod
    def new(env: KeyflowerVector) -> Policy:
        """Return a policy that rates all words as equally good."""
        names = env.features.names
        columns = np.array([place for place, name in enumerate(names) if name.startswith(LOOKS_AT)])
        return Policy(columns, np.zeros((len(columns), len(env.vocabulary)), np.float32))

    def likely(self, inputs: Numbers, mask: NDArray[np.int8]) -> Numbers:
        """Return the probability of each word, a row for each game."""
        logits = np.where(mask == 1, inputs @ self.weights, np.float32(-1e9))
        raised = np.exp(logits - logits.max(axis=1, keepdims=True)) * mask
        shares: Numbers = (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32, copy=False)
        return shares

    def climb(self, slope: Numbers, rate: float) -> None:
        """Change the weights uphill, by Adam."""
        self.steps += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope * slope - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.weights += rate * mean / (np.sqrt(square) + 1e-8)


def drawn(rng: np.random.Generator, likely: Numbers) -> NDArray[np.int64]:
    """Return a word for each row, drawn with the probabilities of the row."""
    sums = likely.cumsum(axis=1)
    found: NDArray[np.int64] = (rng.random((len(likely), 1), np.float32) * sums[:, -1:] < sums).argmax(axis=1)
    return found


def play(policy: Policy, env: KeyflowerVector, seed: int, rng: np.random.Generator, *, rate: float) -> float:
    """Play a game in every row, learn from all of them if there is a rate, and return the average reward."""
    moment, paid = env.reset(seed=seed), np.zeros(len(env), np.float32)
    going, steps = np.ones(len(env), bool), []
    while going.any():
        inputs = moment.observation[:, policy.columns]
        likely = policy.likely(inputs, moment.action_mask)
        words = drawn(rng, likely)
        if rate:
            wanted = -likely
            wanted[np.arange(len(env)), words] += 1.0
            steps.append((inputs[going], wanted[going], np.flatnonzero(going)))
        moment = env.step(words)
        paid[going & moment.ended] = moment.reward[going & moment.ended, 0]
        going &= ~moment.ended
    if rate:
        better = (paid - paid.mean()) / (paid.std() + 1e-6)
        slope = np.zeros_like(policy.weights)
        for inputs, wanted, rows in steps:
            slope += (inputs * better[rows, None]).T @ wanted
        policy.climb(slope / np.float32(len(env)), rate)
    return float(paid.mean())


def wins_alone(policy: Policy, games: int) -> float:
    """Return how many of some games it wins in the environment for one agent; a shared win counts half."""
    env, rng, won = KeyflowerEnv(bots=["random"]), np.random.default_rng(1), 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            likely = policy.likely(seen["observation"][None, policy.columns], seen["action_mask"][None])
            seen, reward, ended, _, _ = env.step(int(drawn(rng, likely)[0]))
        won += reward + 0.5
    return won / games


def main(seconds: float, *, games: int = 256) -> list[tuple[float, int, float]]:
    """Train for some seconds, and return the seconds, the games and the points against par after each round."""
    env = KeyflowerVector(games, players=2, learners=[0], reward="points", threads=1, copy=False)
    policy, rng, begun = Policy.new(env), np.random.default_rng(1), monotonic()
    curve: list[tuple[float, int, float]] = []
    while not curve or curve[-1][0] < seconds:
        played = games * (len(curve) + 1)
        points = 10 * play(policy, env, played, rng, rate=0.02)
        curve.append((monotonic() - begun, played, points))
        if len(curve) % 10 == 1:
            print(f"{curve[-1][0]:5.0f} s, {played:6} games: {points:+.1f} points against par")
    print(f"against a random bot it wins {100 * wins_alone(policy, games // 4):.0f} of 100 games")
    return curve


def plot(curve: list[tuple[float, int, float]], file: str) -> None:
    """Draw how the agent learns."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 2.6), layout="constrained")
    axes = figure.subplots()
    axes.plot([seconds for seconds, _, _ in curve], [points for _, _, points in curve], linewidth=1.2)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel(f"seconds of training ({curve[-1][1]:,} games in the end)")
    axes.set_ylabel("points above the average\nof both players")
    figure.savefig(file)


if __name__ == "__main__":
    learned = main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
    if len(sys.argv) > 2:
        plot(learned, sys.argv[2])

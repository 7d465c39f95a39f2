"""A table at which agents sit: which seat chooses the next word, which words are allowed, and the rewards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from random import Random
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, SupportsIndex, TypeAlias, get_args

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from keyflower.envs.features import Features
from keyflower.envs.tokens import TokenChoice, Vocabulary
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.arguments import one_of
from keyflower.kernel.bots import AnyBot, player_names, step
from keyflower.kernel.declaration import AnyGame
from keyflower.kernel.errors import GameOver, over
from keyflower.kernel.options import Random as AnyRandom

Reward: TypeAlias = Literal["win", "points"]
"""The reward at the end: the agent's share of the win, or its points, each minus the table's average."""
ILLEGAL: Final = -1.0
"""The reward for a word that is not allowed."""


def checked_reward(given: Reward) -> Reward:
    """Return the name of a reward, after checking it.

    Raises:
        UnknownName: if there is none such.
    """
    one_of(given, get_args(Reward), "reward")
    return given


def checked_mode(given: str | None, modes: Iterable[str]) -> str | None:
    """Return a render mode, or none, after checking it.

    Raises:
        UnknownName: if there is none such.
    """
    return None if given is None else one_of(given, modes, "render mode")


class Vectors(Protocol):
    """Turns views into vectors of the same length."""

    def __len__(self) -> int:
        """Return how many numbers a vector has."""
        ...

    def vector(self, view: Any, choice: TokenChoice | None = None) -> NDArray[np.float32]:  # Any: of the game
        """Return a view as numbers, with what its seat has said of its next action."""
        ...

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the smallest and the largest value that each number can have."""
        ...


class Begins(Protocol):
    """Begins the games of an environment."""

    def begun(self, players: int, seed: int) -> tuple[AnyGame, Vectors, Vocabulary]:
        """Return a new game, how its views become vectors, and its words."""
        ...


@frozen(eq=False)
class EnvSession:
    """A game in which one seat at a time chooses word by word; a value, as the game is."""

    game: AnyGame
    """The game."""
    features: Vectors
    """How views become vectors."""
    words: Vocabulary
    """The words of the game."""
    choice: TokenChoice | None = field(default=None)
    """The words of the next action so far; `None` when the game is over."""

    @staticmethod
    def new(players: int, seed: int, rules: RuleChoice | Begins) -> EnvSession:
        """Set up a game, of Keyflower or any other, and play it to the first real choice."""
        if not isinstance(rules, RuleChoice):
            return EnvSession(*rules.begun(players, seed))._asking()._forced()
        game = rules.game(player_names(players), seed=seed)
        words = Vocabulary.of(game.ruleset)
        return EnvSession(game, Features.of(game.ruleset, players), words)._asking()._forced()

    def __deepcopy__(self, memo: object) -> EnvSession:
        return self  # a value

    def _asking(self) -> EnvSession:
        """Return the table with the choice of the next seat begun."""
        if self.game.over:
            return evolve(self, choice=None)
        return evolve(self, choice=TokenChoice.of(self.words, self.game.decisions[self.seat].options))

    @property
    def seat(self) -> int:
        """The seat that chooses the next word; while several decide at once, the first of them."""
        return next(iter(self.game.decisions))

    def saying(self, token: SupportsIndex) -> EnvSession:
        """Return the table after a word of the seat whose turn it is.

        Raises:
            IllegalAction: if it cannot be said.
            GameOver: if nothing is asked any more.
        """
        if self.choice is None:
            raise GameOver(over())
        choice = self.choice.saying(token)
        if choice.action is None:
            return evolve(self, choice=choice)
        return evolve(self, game=self.game.play(choice.action, seat=self.seat))._asking()._forced()

    def _forced(self) -> EnvSession:
        """Return the table after all questions that have a single answer."""
        table = self
        while table.choice is not None and table.choice.action is not None:
            table = evolve(table, game=table.game.play(table.choice.action, seat=table.seat))._asking()
        return table

    def with_bots(self, bots: Mapping[int, AnyBot], rng: Random) -> EnvSession:
        """Return the table once no bot has anything to decide."""
        table = self
        while table.choice is not None and table.seat in bots:
            table = (
                evolve(table, game=step(table.game, table.seat, bots[table.seat], rng))._asking()._forced()
            )
        return table

    def at_random(self, seats: Set[int], rng: AnyRandom) -> EnvSession:
        """Return the table once none of these seats has anything to decide: they play at random."""
        table = self
        while table.choice is not None and table.seat in seats:
            action = table.game.decisions[table.seat].options.sample(rng)
            table = evolve(table, game=table.game.play(action, seat=table.seat))._asking()._forced()
        return table

    # ------------------------------------------------------------------ what agents see

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees, as numbers."""
        speaks = self.choice is not None and self.seat == seat
        return self.features.vector(self.game.view(seat), self.choice if speaks else None)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return which words a seat may choose: 1 for allowed ones, all 0 while others decide."""
        mask = np.zeros(len(self.words), np.int8)
        if self.choice is not None and self.seat == seat:
            mask[list(self.choice.allowed)] = 1
        return mask

    def dealt_anew(self, rng: AnyRandom) -> EnvSession:
        """Return a table that the deciding seat cannot tell from this one: what it cannot see is redealt."""
        if self.choice is None:
            return self
        twin = evolve(self, game=self.game.view(self.seat).sample(rng))._asking()
        choice = twin.choice
        assert choice is not None, "a deal that fits asks the same question"
        for token in self.choice.said[len(choice.said) :]:
            if token in choice.allowed:
                choice = choice.saying(token)
        return evolve(twin, choice=choice)

    def rewards(self, kind: Reward) -> Mapping[int, float]:
        """Return the reward of each seat: 0 before the game is over."""
        players = range(len(self.game.players))
        if not self.game.over:
            return MappingProxyType(dict.fromkeys(players, 0.0))
        ended = self.game.entry.ended
        assert ended is not None, "a game that is over says how it ended"
        if kind == "points":
            mean = sum(ended.totals) / len(players)
            return {seat: (ended.totals[seat] - mean) / 10 for seat in players}
        share, par = 1 / len(ended.winners), 1 / len(players)
        return {seat: share * (seat in ended.winners) - par for seat in players}

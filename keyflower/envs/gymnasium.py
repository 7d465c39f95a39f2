"""`KeyflowerEnv`: Keyflower for one learning agent against bots, with the interface of Gymnasium.

Since version 1.0 Gymnasium looks for no entry points: it knows an environment as soon as the module is imported that
registers it. This one registers ``keyflower/Keyflower-v0``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keyflower.bots import Bot
from keyflower.bots.by_name import made
from keyflower.envs.session import ILLEGAL, Begins, EnvSession, Reward, checked_mode, checked_reward
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.arguments import several, whole
from keyflower.kernel.bots import MOST_PLAYERS, AnyBot
from keyflower.kernel.errors import IllegalAction

ID: Final = "keyflower/Keyflower-v0"
"""What `gymnasium.make` calls the environment."""
Seen: TypeAlias = dict[str, NDArray[Any]]  # Any: floats and small whole numbers


def seen_space(table: EnvSession) -> spaces.Space[Any]:
    """Return the space of what an agent sees: a dict of the vector and the mask."""
    words, (least, most) = len(table.words), table.features.bounds()
    vector = spaces.Box(least, most, dtype=np.float32)
    return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (words,), np.int8)})


class GameEnv(gymnasium.Env[Seen, np.int64]):
    """Any declared game for one learning agent against bots: ``GameEnv(GameRules(TINY_TOWNS), bots=["greedy"])``.

    The agent chooses its action word by word. An observation is a dict of the vector and the mask; the mask
    is in the
    info too. The reward comes at the end. A word that the mask does not allow ends the game with the reward -1.

    Args:
        rules: how games begin.
        bots: the others, by name or as values, clockwise from the agent.
        seat: where the agent sits.
        reward: ``win`` or ``points``.
        render_mode: ``ansi`` returns the game as text from `render`.
        made: finds a bot by its name; by default the bots that the game declares.

    Raises:
        SetupError: if a game cannot be set up like this.
        UnknownName: if a bot, the reward or the mode is unknown.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        rules: RuleChoice | Begins,
        *,
        bots: Sequence[str | AnyBot] = ("random",),
        seat: int = 0,
        reward: Reward = "win",
        render_mode: str | None = None,
        made: Callable[[Any], AnyBot] | None = None,  # Any: a bot or its name
    ) -> None:
        make: Callable[[Any], AnyBot]  # Any: a bot or its name
        make = getattr(rules, "declaration").bot if made is None else made  # noqa: B009  # only declared games have it
        others = several(bots, "bots", example='["random", "random"]', most=MOST_PLAYERS)
        players = len(others) + 1
        seat = whole(seat, "seat", least=0, most=players - 1)
        self._bots = {(seat + place) % players: make(one) for place, one in enumerate(others, 1)}
        self._seat = seat
        self._reward: Reward = checked_reward(reward)
        self._rules = rules
        self.render_mode = checked_mode(render_mode, self.metadata["render_modes"])
        self._rng = Random(0)
        self.table = EnvSession.new(players, 0, self._rules)
        """The current game."""
        self.action_space = spaces.Discrete(len(self.table.words))
        self.observation_space = seen_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a new game."""
        super().reset(seed=None if seed is None else whole(seed, "seed", least=0))
        number = int(self.np_random.integers(1 << 53))
        self._rng = Random(number)
        table = EnvSession.new(len(self._bots) + 1, number, self._rules)
        self.table = table.with_bots(self._bots, self._rng)
        return self._seen(), self._info()

    def _seen(self) -> Seen:
        return {"observation": self.table.observation(self._seat), "action_mask": self.table.mask(self._seat)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self._seat)}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Choose a word."""
        try:
            table = self.table.saying(action)
        except IllegalAction as error:
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self.table = table.with_bots(self._bots, self._rng)
        paid = float(self.table.rewards(self._reward)[self._seat])
        return self._seen(), paid, self.table.choice is None, False, self._info()

    def render(self) -> str | None:
        """Return the game as text, if that was asked for."""
        return repr(self.table.game) if self.render_mode == "ansi" else None


class KeyflowerEnv(GameEnv):
    """The agent has one seat and chooses its action word by word; bots play the other seats.

    An observation is a dict of the vector and the mask; the mask is in the info too. The reward comes at the
    end. A word that the mask does not allow ends the game with the reward -1.

    Args:
        bots: the others, by name or as values, clockwise from the agent.
        seat: where the agent sits.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        overrides: printed numbers to replace, as `Game.new` takes them.
        without: tiles to leave out, as `Game.new` takes them.
        only: tiles to keep, as `Game.new` takes them.
        reward: ``win`` or ``points``.
        render_mode: ``ansi`` returns the game as text from `render`.

    Raises:
        SetupError: if a game cannot be set up like this.
        UnknownName: if a bot, an expansion, a variant, the reward or the mode is unknown.
    """

    def __init__(
        self,
        *,
        bots: Sequence[str | Bot] = ("random", "random"),
        seat: int = 0,
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        rules = RuleChoice.of(expansions, variants, overrides, without, only)
        super().__init__(rules, bots=bots, seat=seat, reward=reward, render_mode=render_mode, made=made)


if ID not in gymnasium.registry:  # a module may be loaded again
    gymnasium.register(ID, entry_point="keyflower.envs.gymnasium:KeyflowerEnv")

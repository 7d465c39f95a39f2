"""`KeyflowerAEC`: Keyflower for several learning agents, with the interface of PettingZoo."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from keyflower.envs.gymnasium import seen_space
from keyflower.envs.session import Begins, EnvSession, Reward, checked_mode, checked_reward
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.rule_choice import RuleChoice


class GameAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Any declared game for several learning agents: ``GameAEC(GameRules(TINY_TOWNS), players=2)``.

    An agent chooses its action word by word, and the mask says which words are allowed. An observation is a
    dict of the
    vector and the mask. Rewards come at the end and sum to zero. A word that the mask does not allow raises
    `IllegalAction`.

    Args:
        rules: how games begin.
        players: how many seats there are.
        reward: ``win`` or ``points``.
        render_mode: ``ansi`` returns the game as text from `render`, ``human`` writes it to the standard output.

    Raises:
        SetupError: if a game cannot be set up like this.
        UnknownName: if the reward or the mode is unknown.
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]  # as PettingZoo asks
        "name": "kernel_game_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi", "human"],
    }

    def __init__(
        self,
        rules: RuleChoice | Begins,
        *,
        players: int = 2,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._players = players
        self._reward: Reward = checked_reward(reward)
        self._rules = rules
        self.render_mode = checked_mode(render_mode, self.metadata["render_modes"])
        self._seed = -1
        self.table = EnvSession.new(players, 0, self._rules)
        """The current game."""
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen_space(self.table))
        self.action_spaces = {agent: spaces.Discrete(len(self.table.words)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of words."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; without a seed, with the seed of the last game plus one."""
        self._seed = self._seed + 1 if seed is None else seed
        self.table = EnvSession.new(self._players, self._seed, self._rules)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees and which words it may choose."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: Any) -> None:
        """Choose a word for the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.table = self.table.saying(action)
        if self.table.choice is None:
            paid = self.table.rewards(self._reward)
            self.rewards = {agent: paid[seat] for seat, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the game as text (``ansi``), or write it to the standard output (``human``)."""
        if self.render_mode == "human":
            sys.stdout.write(f"{self.table.game!r}\n")
        return repr(self.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


class KeyflowerAEC(GameAEC):
    """One agent for each seat; it chooses its action word by word, and a mask says which words are allowed.

    An observation is a dict of the vector and the mask. Rewards come at the end and sum to zero.
    A word that the mask does not allow raises `IllegalAction`.

    Args:
        players: how many seats there are.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        overrides: printed numbers to replace, as `Game.new` takes them.
        without: tiles to leave out, as `Game.new` takes them.
        only: tiles to keep, as `Game.new` takes them.
        reward: ``win`` or ``points``.
        render_mode: ``ansi`` returns the game as text from `render`.

    Raises:
        SetupError: if a game cannot be set up like this.
        UnknownName: if an expansion, a variant, the reward or the mode is unknown.
    """

    metadata: ClassVar[dict[str, Any]] = {**GameAEC.metadata, "name": "keyflower_v0"}

    def __init__(
        self,
        *,
        players: int = 3,
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        rules = RuleChoice.of(expansions, variants, overrides, without, only)
        super().__init__(rules, players=players, reward=reward, render_mode=render_mode)

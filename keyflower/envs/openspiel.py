"""`KeyflowerSpiel`: Keyflower as a Python game of OpenSpiel, with sampled chance or over a number of deals."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports]  # not on every machine that checks types

from keyflower.envs.session import Begins, EnvSession
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.arguments import instance, one_of, whole

_MOST_PLAYERS = 6
_LONGEST = 100_000
"""An upper bound for the words and draws of a game; whole games take a few thousand."""

_NAME = "python_keyflower"
_MOST_DEALS = 1 << 20
"""No game offers more deals as outcomes of chance."""
_PARAMETERS = {"players": 2, "farmers": False, "deals": 0, "seed": 0}


def _type(
    chance: Any, name: str = _NAME, title: str = "Keyflower", most: int = _MOST_PLAYERS, given: Any = None
) -> Any:  # Any: OpenSpiel has no types
    """Return how OpenSpiel describes a game."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS if given is None else given,
    )


_SAMPLED = _type(pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)
_EXPLICIT = _type(pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)


class GameSpiel(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Any declared game: ``GameSpiel(GameRules(TINY_TOWNS), players=2)``.

    There is one chance node, at the beginning, and its outcome determines all later draws; no player can see
    it. By default chance is sampled: there is one outcome, and taking it deals a new game each time, the
    first
    with a seed that `seed` begins. With ``deals=1024`` chance is explicit instead: there are that many
    outcomes, one for each deal, so a history of actions can be replayed.

    The information state of a player is its view and the words chosen so far. `resample_from_infostate` of a
    state redeals what its player cannot see, so OpenSpiel's own information-set search works with it.
    """

    def __init__(
        self,
        rules: RuleChoice | Begins,
        *,
        players: int = 2,
        deals: int = 0,
        seed: int = 0,
        kind: Any = None,
        given: Any = None,
    ) -> None:  # Any: OpenSpiel has no types
        self.rules, self.deals, self.seed = rules, deals, seed
        self.rng = Random(seed)
        """Where sampled deals come from."""
        table = EnvSession.new(players, 0, rules)
        self.vocabulary, self.features = table.words, table.features
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.vocabulary),
            max_chance_outcomes=max(1, self.deals),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        if kind is None:
            declared = getattr(rules, "declaration")  # noqa: B009  # only declared games have it
            chance = pyspiel.GameType.ChanceMode
            mode = chance.EXPLICIT_STOCHASTIC if deals else chance.SAMPLED_STOCHASTIC
            kind = _type(mode, f"python_{declared.name}", str(declared.title), declared.most, {})
        super().__init__(kind, info, given or {})

    def __deepcopy__(self, memo: Any) -> GameSpiel:
        return self  # OpenSpiel would ask for the state of a generator that Python games cannot give

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return the object that writes observations."""
        return SpielObserver(len(self.features))


class KeyflowerSpiel(GameSpiel):
    """Keyflower: parameters ``players``, ``farmers``, ``deals`` and ``seed``; see `GameSpiel`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        instance(params if params is not None else {}, dict, "params")
        given = {**_PARAMETERS, **(params or {})}
        for name in given:
            one_of(name, _PARAMETERS, "parameter")
        deals = whole(given["deals"], "deals", least=0, most=_MOST_DEALS)
        super().__init__(
            RuleChoice(("farmers",) if given["farmers"] else ()),
            players=whole(given["players"], "players", least=2, most=_MOST_PLAYERS),
            deals=deals,
            seed=whole(given["seed"], "seed", least=0, most=(1 << 31) - 1),
            kind=_EXPLICIT if deals else _SAMPLED,
            given=given,
        )


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A game at one moment, seen by OpenSpiel."""

    def __init__(self, game: GameSpiel) -> None:
        super().__init__(game)
        self._game = game
        self.table: EnvSession | None = None
        """The table; `None` before the deal."""

    def __deepcopy__(self, memo: Any) -> SpielState:
        other = SpielState(self._game)
        other.table = self.table  # a value
        return other

    def current_player(self) -> int:
        """Return which player chooses the next word."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.choice is None else self.table.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None and self.table.choice is not None
        return [*self.table.choice.allowed] if player == self.table.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each equally likely; one that stands for all if chance is sampled."""
        number = max(1, self._game.deals)
        return [(deal, 1 / number) for deal in range(number)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            game = self._game
            seed = game.seed + action if game.deals else game.rng.randrange(1 << 53)
            self.table = EnvSession.new(game.num_players(), seed, game.rules)
        else:
            self.table = self.table.saying(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that a player cannot tell from this one; `sampler` returns numbers from 0 to below 1."""
        other = SpielState(self._game)
        other.table = (
            None if self.table is None else self.table.dealt_anew(Random(int(sampler() * (1 << 53))))
        )
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        return (
            ("a deal" if not self._game.deals else f"deal {action}")
            if player == pyspiel.PlayerId.CHANCE
            else repr(self._game.vocabulary.words[action])
        )

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.table is not None and self.table.choice is None

    def returns(self) -> list[float]:
        """Return the reward of each player."""
        number = self._game.num_players()
        paid = {} if self.table is None else self.table.rewards("win")
        return [float(paid.get(seat, 0.0)) for seat in range(number)]

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player may know, as a text that is different exactly if that is different."""
        seat = self.current_player() if player is None else player
        if self.table is None:
            return ""
        view = self.table.game.view(seat)
        data = json.dumps(view.match.codec().state_to_data(view.state), sort_keys=True)
        speaks = self.table.choice is not None and self.table.seat == seat
        said = self.table.choice.said if speaks and self.table.choice is not None else ()
        return f"{seat} {data} {[*said]}"

    def observation_string(self, player: int | None = None) -> str:
        """Return the same: a view forgets what has been hidden again."""
        return self.information_state_string(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees, as numbers."""
        seat = self.current_player() if player is None else player
        if self.table is None:
            return [0.0] * len(self._game.features)
        return [float(number) for number in self.table.observation(seat)]

    def __str__(self) -> str:
        return "before the deal" if self.table is None else f"{self.table.game!r} {self.table.choice!r}"


class SpielObserver:
    """Writes observations into a vector, with the interface of OpenSpiel."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self.tensor[:] = 0.0 if state.table is None else state.table.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player may know as text."""
        return state.information_state_string(player)


def register() -> None:
    """Register the game with OpenSpiel, so that ``pyspiel.load_game("python_keyflower(players=3)")`` finds it."""
    if _NAME not in pyspiel.registered_names():
        pyspiel.register_game(_SAMPLED, KeyflowerSpiel)

"""`Position`: a moment of a game of Keyflower, as data that people and programs can store, edit and load again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from keyflower.extend.expansion import Expansion
from keyflower.facade.log.header import brought_along
from keyflower.facade.match import Match
from keyflower.kernel.chance import Chance
from keyflower.kernel.position import BasePosition, from_position_data, position_data
from keyflower.kernel.values import frozen
from keyflower.model.state import State

_RULES: Final = frozenset({"expansions", "variants", "overrides", "handicap"})
_DECK: Final = frozenset({"without"})  # only there if tiles were left out


@frozen(eq=True, hash=False, repr=False)
class Position(BasePosition):
    """A moment of a game without its history: rules, players, chance and everything on the table.

    >>> from keyflower import Game
    >>> game = Game.new(["Ann", "Bob"], seed=7)
    >>> Game.from_position(game.position().dumps()) == game
    True
    """

    def __repr__(self) -> str:
        state = self.data.get("state")
        season = state.get("season") if isinstance(state, Mapping) else None
        return f"{super().__repr__()[:-1]}: {season or 'no season'}>"


def position_of(match: Match, state: State, chance: Chance) -> Position:
    """Return the position of a game."""
    return Position(position_data(match, state, chance))


def start_from(
    position: BasePosition | Mapping[str, object] | str,
    *,
    seed: int | None = None,
    expansions: Iterable[Expansion] = (),
) -> tuple[Match, State]:
    """Return the match and the state of a game that begins in a position; see `Game.from_position`."""
    given = brought_along(expansions)
    match, state = from_position_data(Match, position, seed=seed, given=given, keys=_RULES, more=_DECK)
    return match, state

"""`Position`: a moment of a game, as data that people and programs can keep, edit and hand back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import field, frozen

from keyflower.extend.expansion import Expansion
from keyflower.facade.data import state_to_data
from keyflower.facade.log.formats import FORMAT
from keyflower.facade.match import Match
from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.codec import Data, keyed
from keyflower.kernel.errors import LogError
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.lines import chance_to_data, header_to_data, setting_from_data
from keyflower.kernel.soundness import trial
from keyflower.model.state import State

_RULES: Final = ("game", "format", "library", "expansions", "variants", "overrides", "players", "handicap")
_DECK: Final = "without"  # only there if tiles were left out
_KEYS: Final = frozenset({*_RULES, "chance", "state"})


@frozen(eq=True, hash=False)
class Position:
    """A moment of a game without its history: rules, players, chance and everything on the table.

    >>> from keyflower import Game
    >>> game = Game.new(["Ann", "Bob"], seed=7)
    >>> Game.from_position(game.position().dumps()) == game
    True
    """

    data: Mapping[str, Any] = field(converter=dict)  # Any: what JSON holds
    """The position as JSON-able data."""

    def __repr__(self) -> str:
        players, state = self.data.get("players"), self.data.get("state")
        names = ", ".join(map(str, players)) if isinstance(players, list) else "nobody"
        season = state.get("season") if isinstance(state, Mapping) else None
        return f"<Position of {names}: {season or 'no season'}>"

    def to_data(self) -> Data:
        """Return the position as JSON-able data."""
        return dict(self.data)

    def dumps(self) -> str:
        """Return the position as one line of JSON."""
        return compact(dict(self.data))

    @staticmethod
    def loads(text: str) -> Position:
        """Read a position from JSON; whether it is sound is checked by `Game.from_position`.

        Raises:
            LogError: if it is not a JSON object.
        """
        data = read(text)
        if type(data) is not dict:
            raise LogError("a position is an object")
        return Position(data)


def position_of(match: Match, state: State, chance: Chance) -> Position:
    """Return where a game stands."""
    header = header_to_data(match, None)
    data: Data = {key: header[key] for key in (*_RULES, _DECK) if key in header}
    data["chance"] = chance_to_data(chance)
    data["state"] = state_to_data(match.ruleset, state)
    return Position(data)


def start_from(
    position: Position | Mapping[str, object] | str,
    *,
    seed: int | None = None,
    expansions: Iterable[Expansion] = (),
) -> tuple[Match, State]:
    """Return the setting and the state of a game that begins in a position; see `Game.from_position`."""
    given = Position.loads(position) if isinstance(position, str) else position
    data = given.to_data() if isinstance(given, Position) else dict(given)
    found = keyed(data, "position", _KEYS - {"chance"}, _KEYS | {_DECK})
    if found["format"] != FORMAT:
        raise LogError(f"a position has format {FORMAT} here, not {found['format']!r}")
    chance = found.get("chance")
    if chance is None and seed is None:
        raise LogError("the position has no chance source: say seed=... for what comes")
    header = {**found, "kind": "header", "viewer": None, "chance": chance}
    del header["state"]
    if seed is not None:
        header["chance"] = chance_to_data(SeededChance(seed))
    match, _ = setting_from_data(Match, header, tuple(expansions))
    assert isinstance(match, Match)
    if match.halted():
        raise LogError(match.halted())
    state: State = match.reader(header).state_from_data(found["state"])
    if state.viewer is not None:
        raise LogError("this is what one viewer may know: a position is whole")
    wrong = match.problem(state) or trial(match, state)
    if wrong:
        raise LogError(wrong)
    return match, state

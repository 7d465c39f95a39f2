"""`BasePosition`: a moment of a game, as data that people and programs can store, edit and load again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

from attrs import field

from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.codec import Data, keyed
from keyflower.kernel.errors import LogError
from keyflower.kernel.json_text import compact, read, shown
from keyflower.kernel.log.lines import chance_to_data, header_to_data, match_from_data
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.soundness import why_unplayable
from keyflower.kernel.values import frozen

_NEEDED: Final = frozenset({"game", "format", "library", "players", "state"})
_NOT_OF_POSITIONS: Final = ("kind", "viewer", "chance")


@frozen(eq=True, hash=False, repr=False)
class BasePosition:
    """A moment of a game without its history: rules, players, chance and everything on the table."""

    data: Mapping[str, Any] = field(converter=dict)  # Any: what JSON holds
    """The position as JSON-able data."""

    def __repr__(self) -> str:
        players = self.data.get("players")
        names = ", ".join(map(str, players)) if isinstance(players, list) else "nobody"
        return f"<Position of {names}>"

    def to_data(self) -> dict[str, object]:
        """Return the position as JSON-able data."""
        return dict(self.data)

    def dumps(self) -> str:
        """Return the position as one line of JSON."""
        return compact(dict(self.data))

    @classmethod
    def loads(cls, text: str) -> Self:
        """Read a position from JSON; whether it is sound is checked by `from_position` of the game.

        Raises:
            LogError: if it is not a JSON object.
        """
        data = read(text)
        if type(data) is not dict:
            raise LogError("a position is an object")
        return cls(data)


def position_data(
    match: BaseMatch[Any], state: Any, chance: Chance
) -> Data:  # Any: the rules and state of the game
    """Return the position of a game, as data."""
    header = header_to_data(match, None)
    data: Data = {key: value for key, value in header.items() if key not in _NOT_OF_POSITIONS}
    return {**data, "chance": chance_to_data(chance), "state": match.codec().state_to_data(state)}


def from_position_data(
    kind: type[BaseMatch[Any]],  # Any: the rules of the game
    position: BasePosition | Mapping[str, object] | str,
    *,
    seed: int | None = None,
    given: Iterable[object] = (),
    keys: frozenset[str] = frozenset(),
    more: frozenset[str] = frozenset(),
) -> tuple[Any, Any]:  # Any: a match of that class, and its state
    """Return the match and the state of a game that begins in a position.

    Args:
        kind: the class of the match.
        position: the position, its data, or its JSON text.
        seed: a seed for the draws to come; needed if the position has no source of chance.
        given: what the caller passed along, such as rules that are not installed.
        keys: the keys that the rules of the game add to a header; by default whatever is there.
        more: additional keys that are allowed.

    Raises:
        LogError: if the position is not valid; the message says what is wrong.
    """
    whole = BasePosition.loads(position) if isinstance(position, str) else position
    if not isinstance(whole, BasePosition | Mapping):
        raise LogError(f"a position is its data or their JSON text, not {shown(whole)}")
    data = whole.to_data() if isinstance(whole, BasePosition) else dict(whole)
    needed = _NEEDED | keys
    found = keyed(
        data, "position", needed, needed | more | {"chance"} if keys else frozenset({*needed, *data})
    )
    if found["format"] != kind.FORMAT:
        raise LogError(f"a position has format {kind.FORMAT} here, not {found['format']!r}")
    chance = found.get("chance")
    if chance is None and seed is None:
        raise LogError("the position has no chance source: say seed=... for what comes")
    header = {**found, "kind": "header", "viewer": None, "chance": chance}
    del header["state"]
    if seed is not None:
        header["chance"] = chance_to_data(SeededChance(seed))
    match, _ = match_from_data(kind, header, tuple(given))
    if match.halted():
        raise LogError(match.halted())
    state = match.reader(header).state_from_data(found["state"])
    if state.viewer is not None:
        raise LogError("this position shows only what one viewer may know, and cannot be played")
    wrong = match.problem(state) or why_unplayable(match, state)
    if wrong:
        raise LogError(wrong)
    return match, state

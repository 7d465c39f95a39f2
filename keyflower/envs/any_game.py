"""Any declared game for agents that learn: its words, its views as numbers, and how its games begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from zlib import crc32

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from keyflower.envs.tokens import END, TokenChoice, Vocabulary, plain_words
from keyflower.kernel.bots import player_names
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.sentences import said_fields

_HASHED: Final = 1024
"""The length of the vector of a view if the game does not say how a view becomes numbers."""


@frozen(eq=False)
class GameFeatures:
    """How views of a declared game become vectors.

    A game may define this itself. Otherwise every fact of the view is counted at an index that follows from its name
    and value (feature hashing): the same fact always has the same index, and the viewer's own seat comes first.
    """

    declaration: GameDeclaration
    """The game."""
    words: Vocabulary
    """Its words."""
    size: int
    """How many numbers describe the view."""

    def __len__(self) -> int:
        """Return how many numbers a vector has: those of the view, and those of the words so far."""
        return self.size + len(self.words)

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return that each number can have any value, because a game does not declare its bounds."""
        most = np.full(len(self), np.inf, np.float32)
        return -most, most

    def vector(
        self, view: Any, choice: TokenChoice | None = None
    ) -> NDArray[np.float32]:  # Any: a view of the game
        """Return a view as numbers, with the words of its seat's next action so far."""
        own = self.declaration.features
        said = np.zeros(len(self.words), np.float32)
        for number in choice.said if choice is not None else ():
            said[number] += 0.1
        seen = hashed(view) if own is None else np.array(own(view), np.float32)
        return np.concatenate([seen, said])


def hashed(view: Any) -> NDArray[np.float32]:  # Any: a view of any game
    """Return all facts of a view, each counted at an index that follows from what it is."""
    found = np.zeros(_HASHED, np.float32)
    data = view.match.codec().state_to_data(view.state)
    seats = data.get("seats", [])
    data["seats"] = [*seats[view.viewer :], *seats[: view.viewer]]
    for path, value in _facts(data, ""):
        if isinstance(value, int) and not isinstance(value, bool):
            found[crc32(path.encode()) % _HASHED] += value / 10
        else:
            found[crc32(f"{path}={value}".encode()) % _HASHED] += 1
    return found


def _facts(data: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _facts(value, f"{path}/{key}")
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _facts(value, f"{path}/{place}")
    elif isinstance(data, str) and len(data) > 3:  # a board as text: each letter is a fact
        for place, letter in enumerate(data):
            yield f"{path}/{place}", letter
    else:
        yield path, data


@frozen(eq=False)
class GameRules:
    """How the games of an environment begin: a declared game and its options."""

    declaration: GameDeclaration
    """The game."""
    options: dict[str, Any] = field(factory=dict)  # Any: whatever the game takes
    """The options of a new game."""
    _words: list[Vocabulary] = field(factory=list, init=False)
    _size: list[int] = field(factory=list, init=False)

    def begun(self, players: int, seed: int) -> tuple[AnyGame, GameFeatures, Vocabulary]:
        """Return a new game, how its views become vectors, and its words."""
        game = self.declaration.new(player_names(players), seed=seed, **self.options)
        if not self._words:
            own = self.declaration.features
            self._words.append(_vocabulary(game))
            self._size.append(_HASHED if own is None else len(own(game.view(0))))
        return game, GameFeatures(self.declaration, self._words[0], self._size[0]), self._words[0]


def _vocabulary(game: AnyGame) -> Vocabulary:
    """Return the words of a game: its verbs, what its typed fields can mean, then numbers and single characters."""
    words: dict[str, None] = {}
    for kind in game.match.codec().actions.kinds.values():
        words[kind.verb] = None
        for part in said_fields(kind):
            words.update(dict.fromkeys([part.after] if part.after else []))
            words.update(dict.fromkeys(part.domain.names))
    return Vocabulary((END, *words, *plain_words()))

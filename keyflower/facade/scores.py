"""`Scores`: the score sheets of all seats, by number or by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from attrs import frozen

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.kernel.errors import UnknownName, suggest


@frozen(repr=False)
class Scores(Sequence[ScoreSheet]):
    """One sheet a seat, in the order they sit.

    >>> from keyflower.facade.game import Game
    >>> scores = Game.new(["Ann", "Bob"], seed=7).scores
    >>> scores["Ann"] == scores[0], len(scores)
    (True, 2)
    """

    sheets: tuple[ScoreSheet, ...]
    """The sheets, by seat."""
    players: tuple[str, ...]
    """The names, by seat."""

    def __len__(self) -> int:
        """Return how many seats there are."""
        return len(self.sheets)

    def __iter__(self) -> Iterator[ScoreSheet]:
        """Iterate the sheets by seat."""
        return iter(self.sheets)

    @overload
    def __getitem__(self, who: int | str) -> ScoreSheet: ...
    @overload
    def __getitem__(self, who: slice) -> tuple[ScoreSheet, ...]: ...
    def __getitem__(self, who: int | str | slice) -> ScoreSheet | tuple[ScoreSheet, ...]:
        """Return the sheet of a seat, by number or name.

        Raises:
            UnknownName: if nobody has this name.
            IndexError: if there is no such seat.
        """
        if not isinstance(who, str):
            return self.sheets[who]
        if who not in self.players:
            raise UnknownName(f"nobody is called {who!r}{suggest(who, self.players)}")
        return self.sheets[self.players.index(who)]

    def __repr__(self) -> str:
        told = (f"{name} {sheet.total}" for name, sheet in zip(self.players, self.sheets, strict=True))
        return f"<Scores: {', '.join(told)}>"

"""`Scores`: the score sheets of all seats, by number or by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.values import frozen


class Sheet(Protocol):
    """The score sheet of one seat."""

    @property
    def total(self) -> int:
        """All points."""
        ...


SheetT = TypeVar("SheetT", bound=Sheet)


@frozen(repr=False)
class Scores(Sequence[SheetT]):
    """One sheet for each seat, in seat order; ``scores["Ann"]`` and ``scores[0]`` are the same."""

    sheets: tuple[SheetT, ...]
    """The sheets, by seat."""
    players: tuple[str, ...]
    """The names, by seat."""

    def __len__(self) -> int:
        """Return how many seats there are."""
        return len(self.sheets)

    def __iter__(self) -> Iterator[SheetT]:
        """Iterate the sheets by seat."""
        return iter(self.sheets)

    @overload
    def __getitem__(self, who: int | str) -> SheetT: ...
    @overload
    def __getitem__(self, who: slice) -> tuple[SheetT, ...]: ...
    def __getitem__(self, who: int | str | slice) -> SheetT | tuple[SheetT, ...]:
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


class Scored(Generic[SheetT]):
    """What a game and its views have in common: their score sheets, as the match counts them (`BaseMatch.sheet`)."""

    __slots__ = ()

    if TYPE_CHECKING:
        match: Any  # Any: the match and the state of the game
        state: Any

    def score(self, who: int | str) -> SheetT:
        """Return the score sheet of a player, by name or seat, as if the game ended now."""
        sheet: SheetT = self.match.sheet(self.state, self.match.seat_of(who))
        return sheet

    @property
    def scores(self) -> Scores[SheetT]:
        """The score sheet of each seat, by number or name, as if the game ended now."""
        players = self.match.players
        return Scores(tuple(self.score(seat) for seat in range(len(players))), players)

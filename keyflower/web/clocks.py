"""The clocks of a table: how long each person may think, and how much of it is left.

Only people have clocks: a bot that plays for somebody uses none of their time. Nothing runs before the first action of
a person, because until then not everybody may have got the link. All times are those of the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import isfinite
from typing import Any, Final

from attrs import asdict, evolve, frozen

from keyflower.kernel.errors import SetupError
from keyflower.kernel.text import phrase

LONGEST: Final = 30 * 86_400
"""The longest time on a clock, in seconds."""
GRACE: Final = 60.0
"""Whoever comes back has at least this many seconds of the game left."""


class AtZero(StrEnum):
    """What happens when somebody's time has run out."""

    NOTHING = "nothing"
    """Everybody sees it, and waits."""
    BOT = "bot"
    """A bot takes over the seat."""


@frozen
class Clock:
    """The clocks of all seats: what was agreed on, and how they stand."""

    move: int
    """How many seconds each decision may take; 0 if that is not limited."""
    game: int
    """How many seconds all decisions together may take; 0 if that is not limited."""
    zero: AtZero
    """What happens when either of them has run out."""
    left: tuple[float, ...]
    """How much of the game each seat had left when it was asked, or now if it is not asked."""
    since: tuple[float, ...]
    """When each seat was asked; 0 if its clock does not run."""
    asked: tuple[str, ...]
    """Which question each seat thinks about; empty if none."""
    begun: bool = False
    """Whether a person has acted yet."""

    @staticmethod
    def new(move: int, game: int, zero: AtZero, seats: int) -> Clock:
        """Return clocks that have not begun to run."""
        return Clock(move, game, zero, (float(game),) * seats, (0.0,) * seats, ("",) * seats)

    def at(self, now: float, asked: Mapping[int, str], *, begun: bool = False) -> Clock:
        """Return the clocks after something has happened.

        Args:
            now: the time of the server.
            asked: which question each person has to answer now.
            begun: whether a person has just acted.
        """
        going = self.begun or begun
        questions = tuple(asked.get(seat, "") if going else "" for seat in range(len(self.left)))
        changed = [new != old for new, old in zip(questions, self.asked, strict=True)]
        return evolve(
            self,
            begun=going,
            asked=questions,
            left=tuple(
                max(0.0, left - self._spent(seat, now)) if changed[seat] and self.game else left
                for seat, left in enumerate(self.left)
            ),
            since=tuple(
                (now if questions[seat] else 0.0) if changed[seat] else since
                for seat, since in enumerate(self.since)
            ),
        )

    def _spent(self, seat: int, now: float) -> float:
        return max(0.0, now - self.since[seat]) if self.since[seat] else 0.0

    def _ends(self, seat: int) -> float:
        """Return when the time of a seat runs out, if it is being asked."""
        limits = [limit for limit, counts in ((self.move, self.move), (self.left[seat], self.game)) if counts]
        return self.since[seat] + min(limits)

    @property
    def due(self) -> float:
        """When a bot has to take over next; 0 if never."""
        if self.zero is AtZero.NOTHING:
            return 0.0
        return min((self._ends(seat) for seat, since in enumerate(self.since) if since), default=0.0)

    def out(self, now: float) -> list[int]:
        """Return the seats that a bot has to take over because their time has run out."""
        if self.zero is AtZero.NOTHING:
            return []
        return [seat for seat, since in enumerate(self.since) if since and self._ends(seat) <= now]

    def welcome(self, seat: int) -> Clock:
        """Return the clocks when somebody comes back to a seat: a little time is left in any case."""
        if not self.game:
            return self
        return evolve(
            self,
            left=tuple(max(left, GRACE) if one == seat else left for one, left in enumerate(self.left)),
        )

    def again(self) -> Clock:
        """Return the same clocks for a new game."""
        return Clock.new(self.move, self.game, self.zero, len(self.left))

    def told(self) -> dict[str, object]:
        """Return what everybody is told."""
        return {
            "move": self.move,
            "game": self.game,
            "zero": self.zero.value,
            "seats": [
                {"left": round(left, 2), "since": round(since, 2)}
                for left, since in zip(self.left, self.since, strict=True)
            ],
        }

    def to_data(self) -> dict[str, Any]:  # Any: what JSON holds
        """Return the clocks as they are kept."""
        return asdict(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Clock:  # Any: what JSON holds
        """Return kept clocks.

        Raises:
            KeyError, TypeError, ValueError: if they make no sense.
        """
        if not all(map(isfinite, (*data["left"], *data["since"]))):
            raise ValueError("a clock has numbers")
        return Clock(
            int(data["move"]),
            int(data["game"]),
            AtZero(data["zero"]),
            tuple(float(left) for left in data["left"]),
            tuple(float(since) for since in data["since"]),
            tuple(str(asked) for asked in data["asked"]),
            bool(data["begun"]),
        )


def wished(wish: object, seats: int) -> Clock | None:
    """Return the clocks that the lobby asks for: an object with ``move``, ``game`` and ``zero``; `None` for none.

    Raises:
        SetupError: if it makes no sense.
    """
    if wish is None:
        return None
    if not isinstance(wish, dict) or not wish.keys() <= {"move", "game", "zero"}:
        raise SetupError("clock is an object with move, game and zero")
    seconds = [wish.get(key, 0) for key in ("move", "game")]
    for number in seconds:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LONGEST:
            raise SetupError(phrase("a clock has whole seconds, at most {most}", most=LONGEST))
    zero = wish.get("zero", AtZero.NOTHING.value)
    if zero not in [one.value for one in AtZero]:
        raise SetupError("zero is 'nothing' or 'bot'")
    move, game = seconds
    return Clock.new(move, game, AtZero(zero), seats) if move or game else None

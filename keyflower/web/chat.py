"""The chat of a table: what people say, and what happens to seats. It is kept beside the game, never in its log."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from attrs import frozen

from keyflower.kernel.json_text import compact, read
from keyflower.kernel.text import phrase
from keyflower.web.refusals import Refused

TOLD: Final = 100
"""How many of the latest remarks are sent to somebody who joins."""
REACTIONS: Final = ("hello", "nice", "thanks", "moment", "sorry", "well_played")
"""What can be said with one click; all readers see it in their own language."""


class Event(StrEnum):
    """What happened to a seat."""

    AWAY = "away"
    """The others asked a bot to take over."""
    TIME = "time"
    """The time had run out, and a bot took over."""
    ASKED = "asked"
    """The person asked a bot to take over."""
    BACK = "back"
    """The person came back."""


@frozen
class Remark:
    """Something that was said at a table, or happened to a seat."""

    number: int
    """Its number, counted from 1; the oldest remarks are forgotten."""
    seat: int
    """Who said it, or whose seat it is about."""
    time: int
    """When, by the time of the server, in seconds."""
    text: str = ""
    """What was said."""
    reaction: str = ""
    """Or which reaction it was."""
    event: str = ""
    """Or what happened to the seat."""

    def to_data(self) -> dict[str, object]:
        """Return the remark as it is sent."""
        rest = {"text": self.text, "reaction": self.reaction, "event": self.event}
        told = {key: value for key, value in rest.items() if value}
        return {"number": self.number, "seat": self.seat, "time": self.time, **told}

    def line(self) -> str:
        """Return the remark as it is kept."""
        return compact(self.to_data())

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Remark:  # Any: what JSON holds
        """Return a kept remark.

        Raises:
            KeyError, TypeError, ValueError: if it makes no sense.
        """
        number, seat, time = int(data["number"]), int(data["seat"]), int(data["time"])
        return Remark(number, seat, time, *(str(data.get(key, "")) for key in ("text", "reaction", "event")))

    @staticmethod
    def from_line(line: str) -> Remark:
        """Return a kept remark from its line; see `from_data`."""
        data = read(line)
        if not isinstance(data, dict):
            raise TypeError("a remark is an object")
        return Remark.from_data(data)


def legible(text: str, most: int) -> str:
    """Return a text as it is kept: one line, without anything that cannot be seen.

    Raises:
        Refused: if nothing is left, or it is too long.
    """
    line = " ".join(
        "".join(sign if sign.isprintable() or sign in "\u200c\u200d" else " " for sign in text).split()
    )
    if not line or len(line) > most:
        raise Refused(phrase("What is said has 1 to {most} characters.", most=most))
    return line

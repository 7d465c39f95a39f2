"""`EventLog`: the history of a game of Keyflower."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from keyflower.extend.expansion import Expansion
from keyflower.facade.log_files import LogFiles
from keyflower.facade.match import Match
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.log import log as kernel
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.parser import LONGEST_LOG
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season
from keyflower.model.events import SeasonBegan

if TYPE_CHECKING:
    from keyflower.facade.game import Game  # noqa: F401  # named in a text below
    from keyflower.facade.view import View  # noqa: F401  # as above
    from keyflower.kernel.log.rows import Row


# Not slotted: the lines and their digests are worked out once, when they are asked for.
@frozen(slots=False, repr=False)
class EventLog(LogFiles, kernel.BaseEventLog[Match, "Game", "View"]):
    """The history of a game, whole or as one seat may know it.

    >>> from keyflower import Game
    >>> game = Game.new(["Ann", "Bob"], seed=7).play("pass")
    >>> log = game.log
    >>> len(log), str(log[1].action)
    (2, 'pass')
    >>> EventLog.loads(log.dumps()).replay() == game
    True
    """

    MATCH: ClassVar[type[Match]] = Match

    @cached_property
    def seasons(self) -> tuple[Season, ...]:
        """The season in which each entry was played, even if the entry ended it.

        >>> log.seasons[0], log.seasons[-1]
        (<Season.SPRING: 'spring'>, <Season.WINTER: 'winter'>)
        """
        found, season = [], Season.SPRING
        for entry in self.entries:
            found.append(season)
            for event in entry.events:
                if isinstance(event, SeasonBegan):
                    season = event.season
                elif isinstance(event, PositionGiven):
                    season = event.state.season
        return tuple(found)

    def where(
        self, *, season: Season | str | None = None, seat: int | str | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries of a season, of a seat, or of both, in order.

        Raises:
            UnknownName: if there is no such season or seat.

        >>> len(log.where(season="winter", seat="Ann")) < len(log.where(seat="Ann"))
        True
        """
        if season is not None and season not in Season.__members__.values():
            known = [str(item) for item in Season]
            raise UnknownName(
                f"there is no season {str(season)[:60]!r}{suggest(str(season)[:60], known)}: "
                f"seasons are {', '.join(known)}"
            )
        number = None if seat is None else self.match.seat_of(seat)
        return tuple(
            entry
            for entry, played in zip(self.entries, self.seasons, strict=True)
            if (season is None or played == season) and (number is None or entry.seat == number)
        )

    @classmethod
    def loads(cls, text: str | bytes, *, expansions: Iterable[Expansion] = ()) -> Self:
        """Read a log of this or an older format.

        Args:
            text: what `dumps` has returned, or the bytes of a file of it.
            expansions: expansions that are neither built in nor installed.

        Raises:
            LogError: if anything is wrong with it, with line and reason; then nothing is loaded.
            SetupError: if `expansions` is anything but a list of expansions.

        >>> EventLog.loads(log.dumps()) == log
        True
        """
        from keyflower.facade.log.header import brought_along

        return cls._loaded(text, brought_along(expansions))

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, expansions: Iterable[Expansion] = ()) -> Self:
        """Read a log from a file.

        Args:
            path: the file.
            expansions: expansions that are neither built in nor installed.

        Raises:
            OSError: if the file cannot be read.
            LogError: if the log is invalid, with line and reason.
            SetupError: if `expansions` is anything but a list of expansions.

        >>> EventLog.load("nowhere.jsonl")
        Traceback (most recent call last):
            ...
        FileNotFoundError: [Errno 2] No such file or directory: 'nowhere.jsonl'
        """
        from keyflower.facade.files import read_bytes

        return cls.loads(read_bytes(path, LONGEST_LOG), expansions=expansions)

    def besides(self) -> list[Row]:
        """Return the season of each entry.

        >>> log.rows()[0]["season"]
        'spring'
        """
        return [{"season": season.value} for season in self.seasons]

"""`EventLog`: the history of a game of Keyflower."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

from keyflower.extend.expansion import Expansion
from keyflower.facade.log_files import LogFiles
from keyflower.facade.match import Match
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.json_text import compact
from keyflower.kernel.log import log as kernel
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.parser import LONGEST_LOG
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season
from keyflower.model.events import SeasonBegan

if TYPE_CHECKING:
    import polars

    from keyflower.facade.game import Game  # noqa: F401  # named in a text below
    from keyflower.facade.view import View  # noqa: F401  # as above
Row: TypeAlias = dict[str, str | int | None]
"""The values of one event by column."""

_TAKEN = {"entry", "season", "player", "seat", "verb", "action", "event"}


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
            LogError: with line and reason, if anything is wrong with it; then nothing is loaded.
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
            LogError: with line and reason, if the log is invalid.
            SetupError: if `expansions` is anything but a list of expansions.

        >>> EventLog.load("nowhere.jsonl")
        Traceback (most recent call last):
            ...
        FileNotFoundError: [Errno 2] No such file or directory: 'nowhere.jsonl'
        """
        from keyflower.facade.files import read_bytes

        return cls.loads(read_bytes(path, LONGEST_LOG), expansions=expansions)

    def rows(self) -> list[Row]:
        """Return one flat row for each event, all with the same columns.

        Polars needs ``infer_schema_length=None`` to read them.

        >>> [row["event"] for row in log.rows()][:3]
        ['table-set', 'workers-drawn', 'workers-drawn']
        """
        return _rows(self.match, self.entries, self.seasons)

    def frame(self) -> polars.DataFrame:
        """Return the rows as a data frame of polars; needs the extra ``analysis``.

        >>> log.frame().height == len(log.rows())
        True

        Raises:
            MissingExtra: if polars is not there.
        """
        # frames are made in a layer above, so their maker is looked up when somebody asks for one
        frame: polars.DataFrame = import_module("keyflower.simulate.frames").frame_of(self.rows())
        return frame


def _rows(match: Match, entries: Sequence[Entry], seasons: Sequence[Season]) -> list[Row]:
    """Return one row for each event.

    Every row has the same columns: the entry, its season, who acted, the action, the tag of the event, and
    one column for each field that any event of the log has. Pools are their notation, lists are JSON text.
    A column holds whole numbers or texts, never both. The seat of an event itself is the column ``of_seat``.
    """
    write = match.codec().events.write
    rows: list[Row] = []
    columns: dict[str, bool] = {}
    for number, (entry, season) in enumerate(zip(entries, seasons, strict=True)):
        common: Row = {
            "entry": number,
            "season": season.value,
            "seat": entry.seat,
            "player": match.players[entry.seat] if entry.seat >= 0 else None,
            "verb": None if entry.action is None else entry.action.verb,
            "action": None if entry.action is None else str(entry.action),
        }
        for event in entry.events:
            data = write(event)
            row = {**common, "event": data.pop("tag")}
            for key, value in data.items():
                plain = value if isinstance(value, str) or type(value) is int else compact(value)
                name = f"of_{key}" if key in _TAKEN else key
                row[name] = plain
                columns[name] = columns.get(name, True) and type(plain) is int
            rows.append(row)
    return [_filled(row, columns) for row in rows]


def _filled(row: Row, columns: dict[str, bool]) -> Row:
    """Return a row with every column; a column that is not all numbers holds texts."""
    filled = {key: value for key, value in row.items() if key not in columns}
    for name, numbers in columns.items():
        value = row.get(name)
        filled[name] = value if numbers or value is None else str(value)
    return filled

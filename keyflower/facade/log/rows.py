"""A log as flat rows, one for each event: what polars and pandas make a data frame of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from keyflower.facade.match import Match
from keyflower.kernel.json_text import compact
from keyflower.kernel.log.entry import Entry
from keyflower.model.enums import Season

Row: TypeAlias = dict[str, str | int | None]
"""The values of one event by column."""

_TAKEN = {"entry", "season", "player", "seat", "verb", "action", "event"}


def rows_of(match: Match, entries: Sequence[Entry], seasons: Sequence[Season]) -> list[Row]:
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

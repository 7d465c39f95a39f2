"""A log as a table: one flat row for each event, all with the same columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from keyflower.kernel.json_text import compact
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import BaseMatch

Row: TypeAlias = dict[str, str | int | None]
"""The values of one event by column."""

_TAKEN: Final = frozenset({"entry", "player", "seat", "verb", "action", "event"})


def rows_of(
    match: BaseMatch[Any], entries: Sequence[Entry], besides: Iterable[Row]
) -> list[Row]:  # Any: rules of any game
    """Return one row for each event.

    Every row has the same columns: the entry, what the game says `besides` about each entry, who acted, the action, the
    tag of the event, and one column for each field that any event of the log has. Pools are their notation, lists are
    JSON text. A column holds whole numbers or texts, never both. The seat of an event itself is the column ``of_seat``.
    """
    write = match.codec().events.write
    rows: list[Row] = []
    columns: dict[str, bool] = {}
    for number, (entry, more) in enumerate(zip(entries, besides, strict=True)):
        common: Row = {
            "entry": number,
            **more,
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
                name = f"of_{key}" if key in _TAKEN or key in more else key
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

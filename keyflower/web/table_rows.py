"""The statements that keep served tables, in words that SQLite and PostgreSQL both understand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from keyflower.web.table_store import (
    Ages,
    Change,
    Fate,
    Receipt,
    Row,
    Saved,
    Seating,
    Stage,
    StoreError,
    rules_key,
)

SCHEMA: Final = 3
"""The version of the tables of a database; the database carries it."""

_FIRST: Final = (
    "CREATE TABLE IF NOT EXISTS keyflower_tables ("
    "id TEXT PRIMARY KEY, version INTEGER NOT NULL, seats TEXT NOT NULL, header TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS keyflower_entries ("
    'table_id TEXT NOT NULL REFERENCES keyflower_tables(id), "number" INTEGER NOT NULL, line TEXT NOT NULL, '
    'PRIMARY KEY (table_id, "number"))',
)
"""The tables as library 0.2 made them."""

_COLUMNS: Final = {
    "keyflower_schema": "version",
    "keyflower_tables": "id, version, seats, header",
    "keyflower_entries": 'table_id, "number", line',
}
"""What tables of these names have at least; if they have not, they are somebody else's."""
_AT_ONCE: Final = 400
"""No statement names more tables."""

Run: TypeAlias = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]  # Any: what a database holds
"""Runs a statement, whose values are question marks, and returns its rows."""


# ---------------------------------------------------------------------- versions of the database


def bring_up_to_date(run: Run, *, now: str) -> None:
    """Make the tables of a new database, or change those of an old one, step by step, to what is needed today.

    It has to be run in a transaction that no other server can be in.

    Args:
        run: runs a statement.
        now: how the database says the seconds since 1970.

    Raises:
        StoreError: if the database is newer than this library.
    """
    run("CREATE TABLE IF NOT EXISTS keyflower_schema (version INTEGER NOT NULL)", ())
    found = run(f"SELECT {_COLUMNS['keyflower_schema']} FROM keyflower_schema", ())
    if not found:  # new, or made by library 0.2, which wrote no version
        for statement in _FIRST:
            run(statement, ())
    for table, columns in _COLUMNS.items():
        run(f"SELECT {columns} FROM {table} WHERE 1 = 0", ())
    if not found:
        run("INSERT INTO keyflower_schema VALUES (?)", (1,))
    version = int(found[0][0]) if found else 1
    if version > SCHEMA:
        raise StoreError(
            f"its tables have version {version}, and this library knows versions 1 to {SCHEMA}: a newer one is needed"
        )
    for step in _STEPS[version - 1 :]:
        step(run, now)
    if version < SCHEMA:
        run("UPDATE keyflower_schema SET version = ?", (SCHEMA,))


def _name_languages(run: Run, now: str) -> None:
    """Say for every table which language it has: at first, tables had none and were kept as bare lists of seats."""
    for table, seats in run("SELECT id, seats FROM keyflower_tables", ()):
        data = json.loads(seats)
        if isinstance(data, list):
            text = json.dumps({"language": "", "seats": data})
            run("UPDATE keyflower_tables SET seats = ? WHERE id = ?", (text, table))


def _say_what_is_due(run: Run, now: str) -> None:
    """Say for every table who acts next, when it was touched last, and what else a server has to know of it."""
    for column in (
        "touched BIGINT NOT NULL DEFAULT 0",
        "stage TEXT NOT NULL DEFAULT ''",
        "rules TEXT NOT NULL DEFAULT ''",
        "successor TEXT NOT NULL DEFAULT ''",
        "trouble TEXT NOT NULL DEFAULT ''",
    ):
        run(f"ALTER TABLE keyflower_tables ADD COLUMN {column}", ())
    run(f"UPDATE keyflower_tables SET touched = {now}", ())
    for column in ("rules", "stage"):
        run(f"CREATE INDEX keyflower_{column} ON keyflower_tables ({column})", ())


_STEPS: Final[tuple[Callable[[Run, str], None], ...]] = (_name_languages, _say_what_is_due)
"""What leads from each version to the next."""


# ---------------------------------------------------------------------- tables


def seats_to_text(seats: Iterable[Seating], language: str) -> str:
    """Return who sits where, and the language of the table, as JSON."""
    return json.dumps({"language": language, "seats": [[seat.name, seat.bot, seat.key] for seat in seats]})


def seats_from_text(text: str) -> tuple[tuple[Seating, ...], str]:
    """Return who sits where, and the language of the table.

    Raises:
        StoreError: if it makes no sense.
    """
    try:
        data = json.loads(text)
        return tuple(Seating(name, bot, key) for name, bot, key in data["seats"]), str(data["language"])
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"who sits at the table cannot be read ({type(error).__name__})") from error


class TableRows:
    """The rows of served tables; whoever calls a method has begun a transaction."""

    def __init__(self, run: Run, *, now: str, locking: bool) -> None:
        """Keep tables in a database.

        Args:
            run: runs a statement.
            now: how the database says the seconds since 1970.
            locking: whether it can lock single rows.
        """
        self._run = run
        self._now = now
        self._locking = locking

    def create(self, table: Saved) -> None:
        """Keep a new table."""
        header, *entries = table.lines
        self._run(
            "INSERT INTO keyflower_tables (id, version, seats, header, touched, stage, rules, successor) "
            f"VALUES (?, ?, ?, ?, {self._now}, ?, ?, ?)",
            (
                table.id,
                table.version,
                seats_to_text(table.seats, table.language),
                header,
                table.stage.value,
                rules_key(header),
                table.successor,
            ),
        )
        self._insert(table.id, 0, entries)

    def _insert(self, table: str, number: int, lines: Iterable[str]) -> None:
        for place, line in enumerate(lines):
            self._run("INSERT INTO keyflower_entries VALUES (?, ?, ?)", (table, number + place, line))

    def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id; both statements have to see the same moment."""
        wait = " FOR UPDATE" if settled and self._locking else ""
        found = self._run(
            f"SELECT version, seats, header, stage, successor, rules FROM keyflower_tables WHERE id = ?{wait}",
            (table,),
        )
        if not found:
            return None
        lines = self._run('SELECT line FROM keyflower_entries WHERE table_id = ? ORDER BY "number"', (table,))
        version, seats, header, stage, successor, rules = found[0]
        sitting, language = seats_from_text(seats)
        if not isinstance(header, str) or not all(isinstance(line, str) for (line,) in lines):
            raise StoreError("the log of the table is no text")
        return Saved(
            id=table,
            version=version,
            seats=sitting,
            lines=(header, *(line for (line,) in lines)),
            language=language,
            stage=_stage(stage),
            successor=successor,
            rules=rules,
        )

    def write(self, changes: Sequence[Change], *, patient: bool) -> list[Receipt]:
        """Write changes; return for each what became of it."""
        locked = self._locked_elsewhere(changes) if self._locking and not patient else frozenset()
        return [
            Receipt(Fate.NOT_KEPT, None, "locked") if change.table in locked else self._swap(change)
            for change in changes
        ]

    def _locked_elsewhere(self, changes: Sequence[Change]) -> frozenset[str]:
        """Lock the rows of some tables; return those that somebody else holds."""
        wanted = [change.table for change in changes]
        places = ", ".join("?" * len(wanted))
        there = self._run(f"SELECT id FROM keyflower_tables WHERE id IN ({places})", wanted)
        mine = self._run(
            f"SELECT id FROM keyflower_tables WHERE id IN ({places}) ORDER BY id FOR UPDATE SKIP LOCKED",
            wanted,
        )
        return frozenset(name for (name,) in there) - frozenset(name for (name,) in mine)

    def _swap(self, change: Change) -> Receipt:
        swapped = self._run(
            f"UPDATE keyflower_tables SET version = version + 1, touched = {self._now}, stage = ?, "
            "header = COALESCE(?, header), rules = COALESCE(?, rules) WHERE id = ? AND version = ? RETURNING seats",
            (
                change.stage.value,
                change.header,
                None if change.header is None else rules_key(change.header),
                change.table,
                change.version,
            ),
        )
        if not swapped:
            found = self.versions([change.table]).get(change.table)
            return Receipt(Fate.NOT_KEPT, found, "gone" if found is None else "version")
        self._run(
            'DELETE FROM keyflower_entries WHERE table_id = ? AND "number" >= ?',
            (change.table, change.number),
        )
        self._insert(change.table, change.number, change.lines)
        if change.seats is not None:
            _, language = seats_from_text(swapped[0][0])
            self._run(
                "UPDATE keyflower_tables SET seats = ? WHERE id = ?",
                (seats_to_text(change.seats, language), change.table),
            )
        if change.successor is not None:
            self.create(change.successor)
            self._run(
                "UPDATE keyflower_tables SET successor = ? WHERE id = ?", (change.successor.id, change.table)
            )
        return Receipt(Fate.KEPT, change.version + 1)

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        wanted, found = list(tables), {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            places = ", ".join("?" * len(some))
            rows = self._run(f"SELECT id, version FROM keyflower_tables WHERE id IN ({places})", some)
            found.update({str(name): int(version) for name, version in rows})
        return found

    def rules(self, key: str) -> str | None:
        """Return the header of some table whose rules have this key."""
        found = self._run("SELECT header FROM keyflower_tables WHERE rules = ? LIMIT 1", (key,))
        return str(found[0][0]) if found else None

    def note(self, table: str, *, rules: str | None, trouble: str | None, stage: Stage | None) -> None:
        """Write down what was found when a table was opened; who acts next only if nobody has said."""
        self._run(
            "UPDATE keyflower_tables SET rules = COALESCE(?, rules), trouble = COALESCE(?, trouble), "
            "stage = CASE WHEN stage = '' THEN COALESCE(?, '') ELSE stage END WHERE id = ?",
            (rules, trouble, None if stage is None else stage.value, table),
        )

    def duties(self, older: float) -> list[str]:
        """Return the tables at which a bot has had to act for so many seconds."""
        found = self._run(
            f"SELECT id FROM keyflower_tables WHERE stage IN (?, ?) AND {self._now} - touched >= CAST(? AS BIGINT) "
            "ORDER BY touched",
            (Stage.BOT.value, Stage.UNSAID.value, int(older)),
        )
        return [str(name) for (name,) in found]

    def listed(self) -> list[Row]:
        """Return all tables, those that were changed last first."""
        found = self._run(
            f"SELECT id, version, stage, {self._now} - touched, seats, trouble, "
            "(SELECT COUNT(*) FROM keyflower_entries WHERE table_id = id) "
            "FROM keyflower_tables ORDER BY touched DESC, id",
            (),
        )
        return [
            Row(
                str(name),
                int(version),
                _stage(stage),
                int(age),
                int(entries),
                _names(seats),
                str(trouble),
            )
            for name, version, stage, age, seats, trouble, entries in found
        ]

    def expired(self, ages: Ages) -> list[str]:
        """Return the tables that nobody has touched for too long."""
        found = self._run(
            f"SELECT id FROM keyflower_tables WHERE {self._now} - touched > "
            "CASE WHEN stage = ? THEN CAST(? AS BIGINT) WHEN version = 1 THEN CAST(? AS BIGINT) "
            "ELSE CAST(? AS BIGINT) END",
            (Stage.OVER.value, int(ages.finished), int(ages.unplayed), int(ages.untouched)),
        )
        return [str(name) for (name,) in found]

    def delete(self, tables: Iterable[str]) -> int:
        """Delete tables with their logs; return how many there were."""
        gone = 0
        for table in tables:
            self._run("DELETE FROM keyflower_entries WHERE table_id = ?", (table,))
            gone += len(self._run("DELETE FROM keyflower_tables WHERE id = ? RETURNING id", (table,)))
        return gone

    def announce(self, channel: str, table: str) -> None:
        """Tell other servers that a table has changed, when the transaction is done."""
        self._run("SELECT pg_notify(?, ?)", (channel, table))

    def number(self, statement: str) -> int:
        """Return the one number that a statement gives."""
        return int(self._run(statement, ())[0][0])


def _stage(text: object) -> Stage:
    """Return who acts next; a word that this library does not know says nothing."""
    return next((stage for stage in Stage if stage.value == text), Stage.UNSAID)


def _names(seats: str) -> tuple[str, ...]:
    try:
        return tuple(
            f"{seat.name} ({seat.bot})" if seat.bot else seat.name for seat in seats_from_text(seats)[0]
        )
    except StoreError:
        return ()

"""Where served tables are kept: one row a table, one row an entry of its log.

A change is compared and swapped: it names the version of the table it was made for, and if somebody else has changed
the table since, nothing is written. So several servers can share one database.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from attrs import field, frozen

from keyflower.vocabulary.errors import KeyflowerError


class StoreError(KeyflowerError):
    """A database that cannot be opened, or that holds something else."""


@frozen
class Seating:
    """Who sits at a seat: a person with a link, or a bot."""

    name: str
    """The name at the table."""
    bot: str = ""
    """The name of the bot; empty for a person."""
    key: str = field(default="", repr=False)
    """The digest of the secret in the person's link; the secret itself is never kept."""


@frozen
class Saved:
    """A table as it is kept."""

    id: str
    """The name of the table in its address."""
    version: int
    """How often it has been changed."""
    seats: tuple[Seating, ...]
    """Who sits where."""
    lines: tuple[str, ...] = field(repr=False)
    """The log: its header and its entries."""
    language: str = ""
    """The language of those who have not chosen one; empty if each has the own browser's."""

    @property
    def text(self) -> str:
        """The log as text."""
        return "\n".join((*self.lines, ""))


@frozen
class Change:
    """What happened at a table: entries that are new, and from which number on others are taken back."""

    table: str
    """Which table."""
    version: int
    """The version it was made for."""
    number: int
    """The number of the first new entry; entries from there on are replaced."""
    lines: tuple[str, ...]
    """The new entries."""
    header: str | None = None
    """The new header, if the log was written by an older version of the library or of an expansion."""


class Store(Protocol):
    """A database of tables; it is used from one thread."""

    def create(self, table: Saved) -> None:
        """Keep a new table."""
        ...

    def read(self, table: str) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        ...

    def write(self, changes: Sequence[Change]) -> list[bool]:
        """Write changes in one transaction; return for each whether its version was still the newest.

        When this returns, what was written survives the end of the process and of the machine.
        """
        ...

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...


SCHEMA: Final = 2
"""The version of the tables of a database; the database carries it."""

_FIRST: Final = (
    "CREATE TABLE IF NOT EXISTS keyflower_tables ("
    "id TEXT PRIMARY KEY, version INTEGER NOT NULL, seats TEXT NOT NULL, header TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS keyflower_entries ("
    'table_id TEXT NOT NULL REFERENCES keyflower_tables(id), "number" INTEGER NOT NULL, line TEXT NOT NULL, '
    'PRIMARY KEY (table_id, "number"))',
)
"""The tables as library 0.2 made them, in words that SQLite and PostgreSQL both understand."""

Run: TypeAlias = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]  # Any: what a database holds
"""Runs a statement, whose values are question marks, and returns its rows."""


def bring_up_to_date(run: Run) -> None:
    """Make the tables of a new database, or change those of an old one, step by step, to what is needed today.

    It has to be run in a transaction that no other server can be in.

    Raises:
        StoreError: if the database is newer than this library.
    """
    run("CREATE TABLE IF NOT EXISTS keyflower_schema (version INTEGER NOT NULL)", ())
    found = run("SELECT version FROM keyflower_schema", ())
    if not found:  # new, or made by library 0.2, which wrote no version
        for statement in _FIRST:
            run(statement, ())
        run("INSERT INTO keyflower_schema VALUES (?)", (1,))
    version = int(found[0][0]) if found else 1
    if version > SCHEMA:
        raise StoreError(
            f"its tables have version {version}, and this library knows versions 1 to {SCHEMA}: a newer one is needed"
        )
    for step in _STEPS[version - 1 :]:
        step(run)
    if version < SCHEMA:
        run("UPDATE keyflower_schema SET version = ?", (SCHEMA,))


def _name_languages(run: Run) -> None:
    """Say for every table which language it has: at first, tables had none and were kept as bare lists of seats."""
    for table, seats in run("SELECT id, seats FROM keyflower_tables", ()):
        data = json.loads(seats)
        if isinstance(data, list):
            text = json.dumps({"language": "", "seats": data})
            run("UPDATE keyflower_tables SET seats = ? WHERE id = ?", (text, table))


_STEPS: Final[tuple[Callable[[Run], None], ...]] = (_name_languages,)
"""What leads from each version to the next."""


def seats_to_text(table: Saved) -> str:
    """Return who sits where, and the language of the table, as JSON."""
    seats = [[seat.name, seat.bot, seat.key] for seat in table.seats]
    return json.dumps({"language": table.language, "seats": seats})


def restored(table: str, version: int, seats: str, lines: tuple[str, ...]) -> Saved:
    """Return a table from what a database has of it.

    Raises:
        StoreError: if it makes no sense.
    """
    try:
        data = json.loads(seats)
        sitting = tuple(Seating(name, bot, key) for name, bot, key in data["seats"])
        return Saved(table, version, sitting, lines, data["language"])
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"who sits at the table cannot be read ({type(error).__name__})") from error


class SqliteStore:
    """A SQLite file in WAL mode; every commit is on the disk before it counts."""

    def __init__(self, path: Path | str) -> None:
        """Open a file, or make it.

        Raises:
            StoreError: if it cannot be opened, or is no database.
        """
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            # one thread uses it, but not the one that opens it
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("BEGIN IMMEDIATE")  # one server at a time looks whether the tables are there
            try:
                bring_up_to_date(lambda statement, values: self._db.execute(statement, values).fetchall())
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except (OSError, ValueError, sqlite3.Error, StoreError) as error:
            raise StoreError(f"the database {path} cannot be opened: {error}") from error

    def create(self, table: Saved) -> None:
        """Keep a new table."""
        header, *entries = table.lines
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.execute(
                "INSERT INTO keyflower_tables VALUES (?, ?, ?, ?)",
                (table.id, table.version, seats_to_text(table), header),
            )
            self._insert(table.id, 0, entries)
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _insert(self, table: str, number: int, lines: Sequence[str]) -> None:
        self._db.executemany(
            "INSERT INTO keyflower_entries VALUES (?, ?, ?)",
            [(table, number + place, line) for place, line in enumerate(lines)],
        )

    def read(self, table: str) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        self._db.execute("BEGIN")  # both reads see the same moment
        try:
            found = self._db.execute(
                "SELECT version, seats, header FROM keyflower_tables WHERE id = ?", (table,)
            ).fetchone()
            lines = self._db.execute(
                'SELECT line FROM keyflower_entries WHERE table_id = ? ORDER BY "number"', (table,)
            ).fetchall()
        finally:
            self._db.execute("COMMIT")
        if found is None:
            return None
        version, seats, header = found
        return restored(table, version, seats, (header, *(line for (line,) in lines)))

    def write(self, changes: Sequence[Change]) -> list[bool]:
        """Write changes in one transaction; return for each whether its version was still the newest."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            done = [self._swap(change) for change in changes]
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return done

    def _swap(self, change: Change) -> bool:
        swapped = self._db.execute(
            "UPDATE keyflower_tables SET version = version + 1, header = COALESCE(?, header) "
            "WHERE id = ? AND version = ?",
            (change.header, change.table, change.version),
        )
        if swapped.rowcount != 1:
            return False
        self._db.execute(
            'DELETE FROM keyflower_entries WHERE table_id = ? AND "number" >= ?',
            (change.table, change.number),
        )
        self._insert(change.table, change.number, change.lines)
        return True

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        found = {}
        for table in tables:
            row = self._db.execute("SELECT version FROM keyflower_tables WHERE id = ?", (table,)).fetchone()
            if row is not None:
                found[table] = int(row[0])
        return found

    def close(self) -> None:
        """Close the database."""
        self._db.close()


def open_store(where: str) -> Store:
    """Open a database by its address: a file for SQLite, or ``postgresql://...``.

    Raises:
        StoreError: if it cannot be opened.
        MissingExtra: if PostgreSQL is asked for and psycopg is not installed.
    """
    if where.startswith(("postgresql://", "postgres://")):
        from keyflower.web.postgres import PostgresStore

        return PostgresStore(where)
    return SqliteStore(where)

"""Tables in PostgreSQL, for several servers that share them. Needs the extra ``web-postgres``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import Event, Thread
from typing import Any, Final

from keyflower.web import require
from keyflower.web.store import Change, Saved, StoreError, bring_up_to_date, restored, seats_to_text

_CHANNEL: Final = "keyflower"
_SETTING_UP: Final = 7_016_017
"""The lock under which one server at a time looks whether the tables of the database are there."""


class PostgresStore:
    """A PostgreSQL database. Whoever changes a table holds the lock of its row until the change is written.

    Every change is announced, so that servers that hold the table in memory read it again.
    """

    def __init__(self, address: str) -> None:
        """Connect to a database, and make its tables if they are not there.

        Raises:
            StoreError: if it cannot be reached.
            MissingExtra: if psycopg is not installed.
        """
        require("psycopg", extra="web-postgres")
        import psycopg

        self._address = address
        self._error = psycopg.Error
        self._closing = Event()
        self._listener: Thread | None = None
        try:
            self._db = psycopg.connect(address, autocommit=True)
            with self._db.transaction():
                self._db.execute("SELECT pg_advisory_xact_lock(%s)", (_SETTING_UP,))
                bring_up_to_date(self._run)
        except (psycopg.Error, ValueError, StoreError) as error:
            raise StoreError(f"the database cannot be opened: {error}") from error

    def _run(
        self, statement: str, values: Sequence[object]
    ) -> list[tuple[Any, ...]]:  # Any: what a database holds
        done = self._db.execute(statement.replace("?", "%s").encode(), values)
        return [] if done.description is None else done.fetchall()

    def _alive(self) -> None:
        """Connect again if the connection was lost."""
        if self._db.closed:
            import psycopg

            self._db = psycopg.connect(self._address, autocommit=True)

    def create(self, table: Saved) -> None:
        """Keep a new table."""
        self._alive()
        header, *entries = table.lines
        with self._db.transaction():
            self._db.execute(
                "INSERT INTO keyflower_tables VALUES (%s, %s, %s, %s)",
                (table.id, table.version, seats_to_text(table), header),
            )
            self._insert(table.id, 0, entries)

    def _insert(self, table: str, number: int, lines: Sequence[str]) -> None:
        with self._db.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO keyflower_entries VALUES (%s, %s, %s)",
                [(table, number + place, line) for place, line in enumerate(lines)],
            )

    def read(self, table: str) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        self._alive()
        with self._db.transaction():
            self._db.execute(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
            )  # both reads see the same moment
            found = self._db.execute(
                "SELECT version, seats, header FROM keyflower_tables WHERE id = %s", (table,)
            ).fetchone()
            lines = self._db.execute(
                'SELECT line FROM keyflower_entries WHERE table_id = %s ORDER BY "number"', (table,)
            ).fetchall()
        if found is None:
            return None
        version, seats, header = found
        return restored(table, version, seats, (header, *(line for (line,) in lines)))

    def write(self, changes: Sequence[Change]) -> list[bool]:
        """Write changes in one transaction; return for each whether its version was still the newest."""
        self._alive()
        with self._db.transaction():
            return [self._swap(change) for change in changes]

    def _swap(self, change: Change) -> bool:
        swapped = self._db.execute(
            "UPDATE keyflower_tables SET version = version + 1, header = COALESCE(%s, header) "
            "WHERE id = %s AND version = %s",
            (change.header, change.table, change.version),
        )
        if swapped.rowcount != 1:
            return False
        self._db.execute(
            'DELETE FROM keyflower_entries WHERE table_id = %s AND "number" >= %s',
            (change.table, change.number),
        )
        self._insert(change.table, change.number, change.lines)
        self._db.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, change.table))
        return True

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        self._alive()
        found = self._db.execute(
            "SELECT id, version FROM keyflower_tables WHERE id = ANY(%s)", (list(tables),)
        ).fetchall()
        return {str(name): int(version) for name, version in found}

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call a function, from another thread, with the id of each table that any server changes."""
        self._listener = Thread(target=self._listening, args=(heard,), name="keyflower-listen", daemon=True)
        self._listener.start()

    def _listening(self, heard: Callable[[str], None]) -> None:
        import psycopg

        while not self._closing.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as db:
                    db.execute(f"LISTEN {_CHANNEL}".encode())
                    while not self._closing.is_set():
                        for note in db.notifies(timeout=0.5):
                            heard(note.payload)
            except psycopg.Error:
                self._closing.wait(1)

    def close(self) -> None:
        """Close the connections."""
        self._closing.set()
        if self._listener is not None:
            self._listener.join(timeout=3)
        self._db.close()

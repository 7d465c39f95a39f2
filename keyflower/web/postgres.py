"""Tables in PostgreSQL, for several servers that share them. Needs the extra ``web-postgres``."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from queue import Empty, LifoQueue
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from keyflower.web import require
from keyflower.web.row_store import RowStore
from keyflower.web.table_rows import TableRows, bring_up_to_date
from keyflower.web.table_store import (
    Change,
    Fate,
    InDoubt,
    Receipt,
    Saved,
    StoreBusy,
    StoreError,
)

if TYPE_CHECKING:
    from psycopg import Connection

_Value = TypeVar("_Value")
_CHANNEL: Final = "keyflower"
_NOW: Final = "CAST(extract(epoch FROM now()) AS BIGINT)"
_SETTING_UP: Final = 7_016_017
"""The lock under which one server at a time looks whether the tables of the database are there."""
_PATIENCE: Final = 5.0
"""No call may take longer than this, in seconds, besides making a new connection; then whoever waits gets an error."""
_HEARTBEAT: Final = 2.0
"""How often, in seconds, the listening connection is checked."""
_SETTINGS: Final = {
    "connect_timeout": "3",
    "application_name": "keyflower",
    "keepalives": "1",
    "keepalives_idle": "3",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
    # a server that is stopped inside a transaction loses it, and with it the locks that others wait for
    "options": "-c statement_timeout=4s -c lock_timeout=2s -c idle_in_transaction_session_timeout=3s",
}


class _WasDead(Exception):
    """An older connection is dead; a new one may work."""


class _Lane:
    """One connection, and the deadline of its current call."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.db: Connection[tuple[Any, ...]] | None = None  # Any: what a database holds
        self.due: float | None = None

    def connected(self) -> tuple[Connection[tuple[Any, ...]], bool]:
        """Return the connection, and whether it is a new one."""
        import psycopg

        if self.db is not None and not self.db.closed:
            return self.db, False
        self.db = psycopg.connect(self._address, autocommit=True)
        return self.db, True

    def drop(self) -> None:
        """Close the connection; the next call makes a new one."""
        if self.db is not None:
            with suppress(Exception):
                self.db.close()
        self.db = None

    def cut_off(self) -> None:
        """End a call that takes too long, from another thread: closing the socket wakes the one that waits."""
        with suppress(Exception):  # it may be closed at this very moment
            if self.db is not None:
                with socket.socket(fileno=os.dup(self.db.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


class PostgresStore(RowStore):
    """A PostgreSQL database. Whoever changes a table holds the lock of its row until the change is written.

    Every change is announced, so that servers that hold the table in memory read it again. No call waits for ever:
    each has a time after which its connection is given up.
    """

    shared = True
    lanes = 3

    def __init__(self, address: str) -> None:
        """Connect to a database, and make its tables if they are not there.

        Raises:
            StoreError: if it cannot be reached.
            MissingExtra: if psycopg is not installed.
        """
        require("psycopg", extra="web-postgres")
        import psycopg
        from psycopg.conninfo import conninfo_to_dict, make_conninfo

        self._closing = Event()
        self._threads: list[Thread] = []
        try:
            given = conninfo_to_dict(address)
            self._address = make_conninfo(
                address, **{key: value for key, value in _SETTINGS.items() if key not in given}
            )
            self._all = [_Lane(self._address) for _ in range(2 * self.lanes + 2)]  # as the queue has threads
            self._free: LifoQueue[_Lane] = LifoQueue()
            for lane in self._all:
                self._free.put(lane)
            self._ear = _Lane(self._address)
            with psycopg.connect(self._address, autocommit=True) as db, db.transaction():
                db.execute("SET LOCAL statement_timeout = 0")  # an old database may have to be rewritten
                db.execute("SELECT pg_advisory_xact_lock(%s)", (_SETTING_UP,))
                bring_up_to_date(_runner(db), now=_NOW)
        except (psycopg.Error, ValueError, StoreError) as error:
            raise StoreError(f"the database cannot be opened: {error}") from error
        self._begin(self._watch, "keyflower-watch")

    def _begin(self, work: Callable[[], None], name: str) -> None:
        thread = Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        """End calls that take too long."""
        while not self._closing.wait(0.25):
            now = monotonic()
            for lane in (*self._all, self._ear):
                due = lane.due
                if due is not None and due < now:
                    lane.due = None
                    lane.cut_off()

    # ------------------------------------------------------------------ transactions

    def _read(self, work: Callable[[TableRows], _Value]) -> _Value:
        return self._do(work)

    def _write(self, work: Callable[[TableRows], _Value]) -> _Value:
        return self._do(work)

    def _do(self, work: Callable[[TableRows], _Value], *, same_moment: bool = False) -> _Value:
        """Run a transaction on a free connection, and repeat it on a new one if the old one turns out to be dead."""
        due = monotonic() + _PATIENCE
        try:
            lane = self._free.get(timeout=_PATIENCE)
        except Empty:
            raise StoreBusy("lost") from None
        try:
            for _ in range(2):
                with suppress(_WasDead):
                    return self._tried(lane, work, due, same_moment=same_moment)
                if monotonic() >= due:
                    break
            raise StoreBusy("lost")  # there is no new connection to be had, or no time for it
        finally:
            lane.due = None
            self._free.put(lane)

    def _tried(
        self, lane: _Lane, work: Callable[[TableRows], _Value], due: float, *, same_moment: bool
    ) -> _Value:
        """Return what a transaction gives that has to be done by a time.

        Raises:
            _WasDead: if an old connection turned out to be dead; nothing was done.
            StoreBusy: if it was not done.
            InDoubt: if it may have been done.
        """
        import psycopg

        fresh, committing = False, False
        try:
            lane.due = due
            db, fresh = lane.connected()
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if same_moment else "BEGIN")
            value = work(TableRows(_runner(db), now=_NOW, locking=True))
            committing = True
            db.execute("COMMIT")
            return value
        except psycopg.Error as error:
            if committing:
                lane.drop()
                raise InDoubt("the database did not confirm") from error
            if lane.db is not None and not lane.db.closed:
                with suppress(psycopg.Error):
                    lane.db.execute("ROLLBACK")
            else:
                lane.drop()
                if not fresh:
                    raise _WasDead from error
            raise StoreBusy(_reason(error)) from error
        except BaseException:
            lane.drop()  # rolls back
            raise

    # ------------------------------------------------------------------ tables

    def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        # with the row locked nobody can change the table between the two statements
        return self._do(lambda rows: rows.read(table, settled=settled), same_moment=not settled)

    def write(self, changes: Sequence[Change], *, patient: bool = False) -> list[Receipt]:
        """Write changes in one transaction, and announce them; return a receipt for each."""

        def work(rows: TableRows) -> list[Receipt]:
            receipts = rows.write(changes, patient=patient)
            for change, receipt in zip(changes, receipts, strict=True):
                if receipt.fate is Fate.KEPT:
                    rows.announce(_CHANNEL, f"{change.table} {receipt.version}")
            return receipts

        return self._do(work)

    def delete(self, tables: Iterable[str], *, version: int | None = None) -> int:
        """Delete tables with their logs, if a version is given only those that have it; return how many there were."""

        def work(rows: TableRows) -> int:
            names = list(tables)
            gone = rows.delete(names, version=version)
            for name in names:
                rows.announce(_CHANNEL, name)
            return gone

        return self._do(work)

    def size(self) -> int:
        """Return how many bytes the tables take."""
        return self._do(
            lambda rows: rows.number(
                "SELECT pg_total_relation_size('keyflower_tables') + pg_total_relation_size('keyflower_entries') "
                "+ pg_total_relation_size('keyflower_chat') "
                "+ pg_total_relation_size('keyflower_reviews')"
            )
        )

    # ------------------------------------------------------------------ other servers

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call a function, from another thread, with the id and the version of each table that any server changes.

        Without a version the table was deleted. With an empty text it is called when changes may have been missed:
        after every new connection.
        """
        self._begin(lambda: self._listening(heard), "keyflower-listen")

    def _listening(self, heard: Callable[[str], None]) -> None:
        import psycopg

        while not self._closing.is_set():
            try:
                self._ear.due = monotonic() + _PATIENCE
                db, _ = self._ear.connected()
                db.execute(f"LISTEN {_CHANNEL}".encode())
                heard("")
                while not self._closing.is_set():
                    self._ear.due = monotonic() + _PATIENCE
                    db.execute("SELECT 1")
                    self._ear.due = None
                    for note in db.notifies(timeout=_HEARTBEAT):
                        heard(note.payload)
            except (psycopg.Error, OSError):
                self._closing.wait(0.5)
            finally:
                self._ear.due = None
                self._ear.drop()

    def close(self) -> None:
        """Close the connections."""
        self._closing.set()
        for thread in self._threads:
            thread.join(timeout=3)
        for lane in self._all:
            lane.drop()


def _runner(
    db: Connection[tuple[Any, ...]],  # Any: what a database holds
) -> Callable[[str, Sequence[object]], list[tuple[Any, ...]]]:
    def run(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        done = db.execute(statement.replace("?", "%s").encode(), values)
        return [] if done.description is None else done.fetchall()

    return run


def _reason(error: Exception) -> str:
    import psycopg

    if isinstance(error, psycopg.errors.LockNotAvailable | psycopg.errors.DeadlockDetected):
        return "locked"
    return "full" if isinstance(error, psycopg.errors.DiskFull) else "lost"

"""Tables in a SQLite file, which belongs to one server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeVar

from keyflower.web.row_store import RowStore
from keyflower.web.table_rows import TableRows, bring_up_to_date
from keyflower.web.table_store import (
    Change,
    InDoubt,
    Receipt,
    Saved,
    StoreBusy,
    StoreError,
)

_Value = TypeVar("_Value")
_MEMORY: Final = ":memory:"
_NOW: Final = "CAST(strftime('%s', 'now') AS INTEGER)"
_OTHERS: Final = 0o007
_PATIENCE: Final = 2.0
"""How many seconds the file may be locked before this is reported."""


class SqliteStore(RowStore):
    """A SQLite file in WAL mode; every commit is on the disk before it counts.

    One server owns the file: what it has in memory is then always the newest. Reading goes on while something is
    written, on a connection of its own.
    """

    shared = False
    lanes = 1

    def __init__(self, path: Path | str, *, own: bool = True, new: bool = True) -> None:
        """Open a file, or create it readable by its owner only.

        Args:
            path: the file.
            own: whether to open it as its only server; otherwise just for reading.
            new: whether to create a missing file.

        Raises:
            StoreError: if it cannot be opened, is not a database, or belongs to another server.
        """
        self._path = str(path)
        self._lock_file: int | None = None
        self._writing, self._reading = RLock(), RLock()
        try:
            if self._path != _MEMORY:
                if not new and not Path(path).exists():
                    raise StoreError("there is no such file")
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                if own:
                    self._take_possession()
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = self._connect()
            self._begun()
            self._db.execute("PRAGMA journal_mode=WAL")
            if self._path != _MEMORY:  # now it is certainly ours
                _keep_private(Path(path))
            self._reader = self._connect() if self._path != _MEMORY else self._db
        except (OSError, ValueError, sqlite3.Error, StoreError) as error:
            self._give_up()
            raise StoreError(f"the database {path} cannot be opened: {error}") from error
        if self._path == _MEMORY:
            self._reading = self._writing

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=_PATIENCE)
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _begun(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            bring_up_to_date(
                lambda statement, values: self._db.execute(statement, values).fetchall(), now=_NOW
            )
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # ------------------------------------------------------------------ one owner

    def _take_possession(self) -> None:
        """Lock a file beside the database for as long as this process lives."""
        try:
            import fcntl
        except ImportError:  # Windows: there the second server is not noticed
            return
        true_path = os.path.realpath(self._path)  # however many names the file has
        self._lock_file = os.open(f"{true_path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(
                "another server uses it: stop that one first. "
                "A SQLite file belongs to one server; several can share PostgreSQL"
            ) from None

    def _give_up(self) -> None:
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    # ------------------------------------------------------------------ transactions

    def _read(self, work: Callable[[TableRows], _Value]) -> _Value:
        with self._reading:
            try:
                self._reader.execute("BEGIN")
                try:
                    return work(_rows(self._reader))
                finally:
                    self._reader.execute("COMMIT")
            except sqlite3.Error as error:
                raise _busy(error) from error

    def _write(self, work: Callable[[TableRows], _Value]) -> _Value:
        with self._writing:
            try:
                self._db.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                raise _busy(error) from error
            try:
                done = work(_rows(self._db))
            except BaseException as error:
                self._undone()
                if isinstance(error, sqlite3.Error):
                    raise _busy(error) from error
                raise
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                self._undone()
                raise InDoubt(f"the database did not confirm: {error}") from error
            return done

    def _undone(self) -> None:
        """Roll back what was not committed; if that fails too, open a new connection, which rolls back by itself."""
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            if self._path != _MEMORY:
                self._db.close()
                self._db = self._connect()

    # ------------------------------------------------------------------ tables

    def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        if settled:  # whoever is writing has finished by then
            with self._writing:
                return self._read(lambda rows: rows.read(table))
        return self._read(lambda rows: rows.read(table))

    def write(self, changes: Sequence[Change], *, patient: bool = False) -> list[Receipt]:
        """Write changes in one transaction; return a receipt for each."""
        return self._write(lambda rows: rows.write(changes, patient=patient))

    def delete(self, tables: Iterable[str], *, version: int | None = None) -> int:
        """Delete tables with their logs, if a version is given only those that have it; return how many there were."""
        return self._write(lambda rows: rows.delete(tables, version=version))

    def size(self) -> int:
        """Return how many bytes the tables take, without space that is free again."""
        with self._reading:
            try:
                numbers = [
                    int(self._reader.execute(f"PRAGMA {name}").fetchone()[0])
                    for name in ("page_count", "freelist_count", "page_size")
                ]
            except sqlite3.Error as error:
                raise _busy(error) from error
        return (numbers[0] - numbers[1]) * numbers[2]

    def close(self) -> None:
        """Close the database."""
        with self._writing, self._reading:
            self._reader.close()
            self._db.close()
            self._give_up()


def _rows(db: sqlite3.Connection) -> TableRows:
    def run(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:  # Any: what a database holds
        return db.execute(statement, values).fetchall()

    return TableRows(run, now=_NOW, locking=False)


def _busy(error: sqlite3.Error) -> StoreBusy:
    name = getattr(error, "sqlite_errorname", "")
    reason = "locked" if "BUSY" in name or "LOCKED" in name else "full" if "FULL" in name else "failed"
    return StoreBusy(reason)


def _keep_private(path: Path) -> None:
    """Take away everybody else's right to read a database, where an older version granted it."""
    for name in (path, *(Path(f"{path}-{part}") for part in ("wal", "shm"))):
        if name.exists() and name.stat().st_mode & _OTHERS:
            name.chmod(name.stat().st_mode & ~_OTHERS & 0o7777)

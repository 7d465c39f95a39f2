"""The common part of all stores of tables: each call is one transaction on the rows of the tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from keyflower.web.table_rows import TableRows
from keyflower.web.table_store import Ages, Change, Receipt, Row, Saved, Stage

_Value = TypeVar("_Value")


class RowStore(ABC):
    """A database of tables. It can be used from several threads at once, and every call has a time limit.

    SQLite and PostgreSQL differ in how they run transactions. Every call raises `StoreBusy` if the database does not
    answer and nothing was written, and `InDoubt` if nobody knows whether it was.
    """

    shared: ClassVar[bool]
    """Whether other servers may change the tables too."""
    lanes: ClassVar[int]
    """How many writes it can do at the same time."""

    @abstractmethod
    def _read(self, work: Callable[[TableRows], _Value]) -> _Value:
        """Return the result of a transaction that only reads."""

    @abstractmethod
    def _write(self, work: Callable[[TableRows], _Value]) -> _Value:
        """Return the result of a transaction once it is on the disk."""

    def create(self, table: Saved) -> None:
        """Store a new table."""
        self._write(lambda rows: rows.create(table))

    @abstractmethod
    def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id.

        Args:
            table: its id.
            settled: wait for changes that are being written at this moment.

        Raises:
            StoreError: if its data makes no sense.
        """

    @abstractmethod
    def write(self, changes: Sequence[Change], *, patient: bool = False) -> list[Receipt]:
        """Write changes in one transaction; return a receipt for each.

        When this returns, what was kept survives the end of the process and of the machine.

        Args:
            changes: what happened, each at another table, sorted by table.
            patient: wait for a table that another server is changing, instead of leaving it out as ``locked``.
        """

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        return self._read(lambda rows: rows.versions(tables))

    def rules(self, key: str) -> str | None:
        """Return the header of some table whose rules have this key."""
        return self._read(lambda rows: rows.rules(key))

    def note(
        self, table: str, *, rules: str | None = None, trouble: str | None = None, stage: Stage | None = None
    ) -> None:
        """Record what was found when a table was opened; this does not count as a change."""
        self._write(lambda rows: rows.note(table, rules=rules, trouble=trouble, stage=stage))

    def duties(self, older: float = 0, now: float = 0) -> list[str]:
        """Return the tables at which a bot has had to act for this many seconds, or whose clock has run out."""
        return self._read(lambda rows: rows.duties(older, now))

    def listed(self) -> list[Row]:
        """Return all tables, those that were changed last first."""
        return self._read(lambda rows: rows.listed())

    def expired(self, ages: Ages) -> dict[str, int]:
        """Return the tables that nobody has touched for too long, with their versions.

        The time in which nobody served them does not count.
        """
        return self._write(lambda rows: rows.expired(ages))

    def reviewed(self, table: str, game: str, known: Iterable[int] = ()) -> dict[int, str]:
        """Return the reviewed moments of a game by ply, without those that are known already."""
        return self._read(lambda rows: rows.reviewed(table, game, known))

    def keep_review(self, table: str, game: str, lines: Mapping[int, str]) -> None:
        """Store reviewed moments of a game; this does not count as a change of its table."""
        self._write(lambda rows: rows.keep_review(table, game, lines))

    @abstractmethod
    def delete(self, tables: Iterable[str], *, version: int | None = None) -> int:
        """Delete tables with their logs, if a version is given only those that have it; return how many there were."""

    @abstractmethod
    def size(self) -> int:
        """Return how many bytes the tables take."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

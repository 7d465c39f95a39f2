"""What every store of tables does alike: each call is one transaction on the rows of the tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TypeVar

from keyflower.web.table_rows import TableRows
from keyflower.web.table_store import Ages, Row, Saved, Stage

_Value = TypeVar("_Value")


class RowStore(ABC):
    """A database that runs transactions; SQLite and PostgreSQL differ in how they do."""

    @abstractmethod
    def _read(self, work: Callable[[TableRows], _Value]) -> _Value:
        """Return what a transaction gives that changes nothing."""

    @abstractmethod
    def _write(self, work: Callable[[TableRows], _Value]) -> _Value:
        """Return what a transaction gives when it is on the disk."""

    def create(self, table: Saved) -> None:
        """Keep a new table."""
        self._write(lambda rows: rows.create(table))

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        return self._read(lambda rows: rows.versions(tables))

    def rules(self, key: str) -> str | None:
        """Return the header of some table whose rules have this key."""
        return self._read(lambda rows: rows.rules(key))

    def note(
        self, table: str, *, rules: str | None = None, trouble: str | None = None, stage: Stage | None = None
    ) -> None:
        """Write down what was found when a table was opened."""
        self._write(lambda rows: rows.note(table, rules=rules, trouble=trouble, stage=stage))

    def duties(self, older: float = 0) -> list[str]:
        """Return the tables at which a bot has had to act for so many seconds."""
        return self._read(lambda rows: rows.duties(older))

    def listed(self) -> list[Row]:
        """Return all tables, those that were changed last first."""
        return self._read(lambda rows: rows.listed())

    def expired(self, ages: Ages) -> list[str]:
        """Return the tables that nobody has touched for too long."""
        return self._read(lambda rows: rows.expired(ages))

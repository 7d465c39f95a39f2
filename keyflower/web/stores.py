"""Opening the database of a server by its address."""

from __future__ import annotations

from keyflower.web.row_store import RowStore
from keyflower.web.sqlite import SqliteStore


def open_store(where: str, *, own: bool = True, new: bool = True) -> RowStore:
    """Open a database by its address: a file for SQLite, or ``postgresql://...``.

    Args:
        where: the address.
        own: whether a SQLite file is opened as its one server; if not, only to look at it.
        new: whether a SQLite file that is missing is made.

    Raises:
        StoreError: if it cannot be opened.
        MissingExtra: if PostgreSQL is asked for and psycopg is not installed.
    """
    if where.startswith(("postgresql://", "postgres://")):
        from keyflower.web.postgres import PostgresStore

        return PostgresStore(where)
    return SqliteStore(where, own=own, new=new)

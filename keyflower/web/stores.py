"""Opening the database of a server by its address."""

from __future__ import annotations

from keyflower.web.row_store import RowStore
from keyflower.web.sqlite import SqliteStore


def open_store(where: str, *, own: bool = True, new: bool = True) -> RowStore:
    """Open a database by its address: a file for SQLite, or ``postgresql://...``.

    Args:
        where: the address.
        own: whether to open a SQLite file as the one server that writes to it; if not, it is only read.
        new: whether to create a SQLite file that does not exist.

    Raises:
        StoreError: if it cannot be opened.
        MissingExtra: if PostgreSQL is asked for and psycopg is not installed.
    """
    if where.startswith(("postgresql://", "postgres://")):
        from keyflower.web.postgres import PostgresStore

        return PostgresStore(where)
    return SqliteStore(where, own=own, new=new)

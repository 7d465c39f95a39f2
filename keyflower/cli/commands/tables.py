"""``keyflower tables``: the tables of a server, listed, exported, imported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from keyflower.cli.console import say, say_json
from keyflower.facade.files import read_bytes, trouble
from keyflower.kernel.text import Speaker, phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web import require
from keyflower.web.table_store import Row, Store

ACTIONS: Final = ("list", "export", "import", "delete")
"""What can be done with tables."""
_MOST: Final = 100_000_000


def tables(
    console: Console,
    action: str,
    names: Sequence[str],
    *,
    database: str,
    folder: Path,
    as_json: bool,
    language: Speaker,
) -> None:
    """List, export, import or delete the tables of a database.

    Raises:
        KeyflowerError: if something does not exist, cannot be read, or is in use.
    """
    require()
    from keyflower.web.main import usual_database
    from keyflower.web.stores import open_store

    if action not in ACTIONS:
        raise KeyflowerError(
            phrase(
                "tables can be listed, exported, imported or deleted: {actions}", actions=", ".join(ACTIONS)
            )
        )
    if action == "list" and names:
        raise KeyflowerError(phrase("list takes no names: it lists every table"))
    if action in ("import", "delete") and not names:
        raise KeyflowerError(phrase("say which: {action} takes names", action=action))
    # a SQLite file belongs to its server: what changes it has to be that one
    store = open_store(database or str(usual_database()), own=action in ("import", "delete"))
    try:
        if action == "list":
            _list(console, store, as_json=as_json, language=language)
        elif action == "export":
            _export(console, store, names, folder, language)
        elif action == "import":
            _import(console, store, names, language)
        else:
            _delete(console, store, names, language)
    finally:
        store.close()


def _list(console: Console, store: Store, *, as_json: bool, language: Speaker) -> None:
    rows = store.listed()
    if as_json:
        say_json([_row_data(row) for row in rows])
        return
    shown = Table(box=None)
    for title in (
        phrase("table"),
        phrase("players"),
        phrase("actions"),
        phrase("next"),
        phrase("hours ago"),
        phrase("trouble"),
    ):
        shown.add_column(language.say(title))
    for row in rows:
        hours = f"{row.age / 3600:.1f}"
        shown.add_row(row.id, ", ".join(row.names), str(row.entries - 1), row.stage.value, hours, row.trouble)
    console.print(shown)
    say(console, language.say(phrase("Tables: {number}; bytes: {size}", number=len(rows), size=store.size())))


def _row_data(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "version": row.version,
        "players": [*row.names],
        "actions": row.entries - 1,
        "next": row.stage.value,
        "seconds": row.age,
        "trouble": row.trouble,
    }


def _export(console: Console, store: Store, names: Sequence[str], folder: Path, language: Speaker) -> None:
    from keyflower.web.housekeeping import write_export

    for name in names or [row.id for row in store.listed()]:
        saved = store.read(name)
        if saved is None:
            raise KeyflowerError(phrase("There is no table {name}.", name=name))
        path = folder / f"{name}.table.jsonl"
        write_export(path, saved)
        say(console, language.say(phrase("Written: {path}", path=str(path))))


def _import(console: Console, store: Store, names: Sequence[str], language: Speaker) -> None:
    from keyflower.facade.event_log import EventLog
    from keyflower.web.housekeeping import imported

    for name in names:
        try:
            text = read_bytes(name, _MOST).decode("utf-8")
        except OSError as error:
            raise KeyflowerError(
                phrase("{path} cannot be read: {problem}", path=name, problem=trouble(error))
            ) from error
        except UnicodeDecodeError as error:
            raise KeyflowerError(phrase("{path} is no exported table", path=name)) from error
        saved = imported(text)
        if store.read(saved.id) is not None:
            raise KeyflowerError(phrase("There is a table {name} already.", name=saved.id))
        EventLog.loads(saved.text).restore()  # a damaged log is not kept
        store.create(saved)
        say(console, language.say(phrase("Imported: {name}", name=saved.id)))


def _delete(console: Console, store: Store, names: Sequence[str], language: Speaker) -> None:
    missing = [name for name in names if store.read(name) is None]
    if missing:
        raise KeyflowerError(phrase("There is no table {name}.", name=missing[0]))
    say(console, language.say(phrase("Deleted: {number}", number=store.delete(names))))

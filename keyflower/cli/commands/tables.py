"""``keyflower tables``: the tables of a server, listed, exported, imported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import say, say_json
from keyflower.declaration import KEYFLOWER
from keyflower.facade.files import read_bytes, trouble
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.text import Speaker, decimal, phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web import require
from keyflower.web.row_store import RowStore
from keyflower.web.table_store import Row, Saved, Stage, StoreBusy, StoreError

ACTIONS: Final = ("list", "export", "import", "delete")
"""The actions on tables."""
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
    game: GameDeclaration = KEYFLOWER,
) -> None:
    """List, export, import or delete the tables of a game's database.

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
        raise KeyflowerError(phrase("name the tables: {action} needs their names", action=action))
    # a SQLite file belongs to its server: what changes it has to be that one
    store = open_store(
        database or str(usual_database(game.name)), own=action in ("import", "delete"), new=action == "import"
    )
    try:
        if action == "list":
            _list(console, store, as_json=as_json, language=language)
        elif action == "export":
            _export(console, store, names, folder, language)
        elif action == "import":
            _import(console, store, names, language, game)
        else:
            _delete(console, store, names, language)
    finally:
        store.close()


def _list(console: Console, store: RowStore, *, as_json: bool, language: Speaker) -> None:
    rows = store.listed()
    if as_json:
        say_json([_row_data(row) for row in rows])
        return
    shown = Table(box=None)
    shown.add_column(
        language.say(phrase("table")), no_wrap=True, min_width=max((len(row.id) for row in rows), default=0)
    )
    for title in (
        phrase("players"),
        phrase("actions"),
        phrase("next"),
        phrase("hours ago"),
        phrase("trouble"),
    ):
        shown.add_column(language.say(title), overflow="fold")
    acting = {Stage.PERSON: phrase("a person"), Stage.BOT: phrase("a bot"), Stage.OVER: phrase("nobody")}
    for row in rows:
        cells = (
            row.id,
            ", ".join(row.names),
            str(row.entries - 1),
            language.say(acting.get(row.stage, "")),
            language.say(decimal(f"{row.age / 3600:.1f}")),
            row.trouble,
        )
        shown.add_row(*(Text(cell) for cell in cells))
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


def _export(console: Console, store: RowStore, names: Sequence[str], folder: Path, language: Speaker) -> None:
    from keyflower.web.housekeeping import write_export

    _all_there(store, names)
    damaged = []
    for name in names or [row.id for row in store.listed()]:
        try:
            saved = store.read(name)
        except StoreBusy:
            raise
        except StoreError:  # the others can be written all the same
            damaged.append(name)
            continue
        if saved is not None:  # else it has just been deleted
            path = folder / f"{name}.table.jsonl"
            write_export(path, saved)
            say(console, language.say(phrase("Written: {path}", path=str(path))))
    if damaged:
        raise KeyflowerError(
            phrase("These tables are damaged and were not written: {names}", names=", ".join(damaged))
        )


def _import(
    console: Console, store: RowStore, names: Sequence[str], language: Speaker, game: GameDeclaration
) -> None:
    found: dict[str, Saved] = {}
    for name in names:
        saved = _table_in(name, game)
        if saved.id in found or store.versions([saved.id]):
            raise KeyflowerError(phrase("A table {name} exists already.", name=saved.id))
        found[saved.id] = saved
    for saved in found.values():  # all of them are in order
        store.create(saved)
        say(console, language.say(phrase("Imported: {name}", name=saved.id)))


def _table_in(path: str, game: GameDeclaration) -> Saved:
    """Return the table in a file."""
    from keyflower.web.housekeeping import restored

    try:
        return restored(read_bytes(path, _MOST).decode("utf-8"), game)
    except OSError as error:
        raise KeyflowerError(
            phrase("{path} cannot be read: {problem}", path=path, problem=trouble(error))
        ) from error
    except UnicodeDecodeError as error:
        raise KeyflowerError(phrase("{path} is not an exported table", path=path)) from error
    except KeyflowerError as error:
        raise KeyflowerError(
            phrase("{path} cannot be read: {problem}", path=path, problem=error.said)
        ) from error


def _delete(console: Console, store: RowStore, names: Sequence[str], language: Speaker) -> None:
    _all_there(store, names)
    say(console, language.say(phrase("Deleted: {number}", number=store.delete(names))))


def _all_there(store: RowStore, names: Sequence[str]) -> None:
    """Check that there are tables of these names; they may be damaged."""
    known = store.versions(names)
    for name in names:
        if name not in known:
            raise KeyflowerError(phrase("There is no table {name}.", name=name))

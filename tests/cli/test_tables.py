"""``keyflower tables`` on the file of a real server: listed, exported, deleted and brought back."""

import json
import sqlite3

import pytest
from starlette.testclient import TestClient

from keyflower import cli
from keyflower.web.bot_pool import BotPool
from keyflower.web.housekeeping import exported, imported
from keyflower.web.limits import Limits
from keyflower.web.lobby import new_id
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from tests.support.web_player import PEOPLE, SITTING, Player, opened

NAMES = ("Ann [bold]", "Żaneta")


@pytest.fixture
def path(tmp_path):
    """The file of a server at which two tables were opened and one was played at."""
    path = tmp_path / "t.sqlite3"
    server = Server(SqliteStore(path), limits=Limits(), thinker=BotPool(0))
    with TestClient(application(server)) as client:
        played = opened(client, {"players": [{"name": name} for name in NAMES]})
        opened(client, PEOPLE)
        players = [Player(client, seat["link"]) for seat in played["seats"]]
        try:
            for player in players:
                player.hear("table")
            next(player for player in players if player.table["decision"]).play("pass")
        finally:  # or the client would wait for ever
            for player in players:
                player.leave()
            SITTING.clear()
    return path


@pytest.fixture
def tables(path, capfd):
    """Return what runs the command and returns what it says."""

    def run(action, *names, db=path, code=0, out="", more=()):
        folder = ("--out", str(out)) if out else ()
        given = [action, *map(str, names), "--db", str(db), *folder, *more]
        assert cli.main(["tables", *given]) == code
        said = capfd.readouterr()
        assert bool(said.err) == bool(code), said.err
        return said.err if code else said.out

    return run


def ids(tables, **wishes):
    return [row["id"] for row in json.loads(tables("list", more=["--json"], **wishes))]


def contents(path):
    store = SqliteStore(path, own=False)
    found = {row.id: store.read(row.id) for row in store.listed()}
    store.close()
    return found


def broken(path, statement, *values):
    with sqlite3.connect(path) as database:
        database.execute(statement, values)


def test_a_list_shows_whole_names_in_a_narrow_terminal(tables, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = tables("list")
    assert all(name in said for name in ids(tables))
    assert "[bold]" in said and "Żaneta" in said and "Tables: 2" in said
    rows = json.loads(tables("list", more=["--json"]))
    assert sorted((row["actions"], row["players"], row["next"], row["trouble"]) for row in rows) == [
        (0, ["Ann", "Bob"], "person", ""),
        (1, [*NAMES], "person", ""),
    ]
    assert "людина" in tables("list", more=["--language", "uk"])


def test_tables_come_back_from_their_export_as_they_were(tables, path, tmp_path):
    before, folder = contents(path), tmp_path / "backup"
    said = tables("export", out=folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == sorted(f"{name}.table.jsonl" for name in before)
    assert all(file.stat().st_mode & 0o077 == 0 and str(file) in said.replace("\n", "") for file in files)
    assert "Deleted: 2" in tables("delete", *before)
    assert ids(tables) == []
    tables("import", *files)
    assert contents(path) == before
    elsewhere = tmp_path / "elsewhere.sqlite3"
    tables("import", files[0], db=elsewhere)
    assert list(contents(elsewhere)) == [files[0].name.partition(".")[0]]


def test_one_table_is_exported_and_one_deleted(tables, path, tmp_path):
    first, second = ids(tables)
    tables("export", first, out=tmp_path / "one")
    assert [file.name for file in (tmp_path / "one").iterdir()] == [f"{first}.table.jsonl"]
    tables("delete", first)
    assert ids(tables) == [second]


def test_a_served_file_is_listed_and_exported_but_not_changed(tables, path, tmp_path):
    server, before = SqliteStore(path), contents(path)
    try:
        assert sorted(ids(tables)) == sorted(before)
        tables("export", out=tmp_path / "backup")
        files = [*(tmp_path / "backup").iterdir()]
        for action, names in (("delete", before), ("import", files)):
            assert "stop that one first" in tables(action, *names, code=2)
    finally:
        server.close()
    assert contents(path) == before


@pytest.mark.parametrize(
    ("action", "names", "reason"),
    [
        ("wipe", (), "list, export, import, delete"),
        ("list", ("x",), "list takes no names"),
        ("delete", (), "needs their names"),
        ("import", (), "needs their names"),
        ("delete", ("nothing",), "There is no table nothing."),
        ("export", ("../nothing",), "There is no table ../nothing."),
        ("import", ("nothing.jsonl",), "nothing.jsonl cannot be read"),
    ],
)
def test_wrong_input_is_answered_in_words_and_changes_nothing(tables, path, action, names, reason):
    before = contents(path)
    assert reason in tables(action, *names, code=2)
    assert contents(path) == before


@pytest.mark.parametrize("action", ["list", "export", "delete"])
def test_a_database_that_is_missing_is_not_made(tables, tmp_path, action):
    nowhere = tmp_path / "missing" / "t.sqlite3"
    assert "there is no such file" in tables(action, *["x"] * (action == "delete"), db=nowhere, code=2)
    assert not nowhere.parent.exists()


def test_all_files_are_imported_or_none(tables, path, tmp_path):
    tables("export", out=tmp_path / "backup")
    good, other = sorted((tmp_path / "backup").iterdir())
    text = other.read_text("utf-8")
    about, rest = text.split("\n", 1)
    elsewhere = tmp_path / "elsewhere.sqlite3"
    for damaged in (
        "",
        "\n\n",
        about,
        f"{about}\n[]\n",
        rest,
        text[:-40],
        text.replace('"version":', '"version":-'),
        text.replace(imported(text).id, "../../../../etc/passwd"),
        exported(imported(good.read_text("utf-8"))).split("\n", 1)[0]
        + "\n"
        + rest,  # the seats of another game
    ):
        other.write_text(damaged, "utf-8")
        assert str(other.name) in tables("import", good, other, db=elsewhere, code=2).replace("\n", "")
        assert contents(elsewhere) == {}
    assert "already" in tables("import", good, good, db=elsewhere, code=2)
    assert contents(elsewhere) == {}


@pytest.mark.parametrize("column", ["seats", "stage"])
def test_a_damaged_table_is_listed_and_deleted_and_the_others_exported(tables, path, tmp_path, column):
    damaged, good = ids(tables)
    broken(path, f"UPDATE keyflower_tables SET {column} = 'nonsense' WHERE id = ?", damaged)
    assert sorted(ids(tables)) == sorted([damaged, good])
    if column == "seats":
        assert damaged in tables("export", out=tmp_path / "backup", code=2)
        assert [file.name for file in (tmp_path / "backup").iterdir()] == [f"{good}.table.jsonl"]
    else:
        tables("export", out=tmp_path / "backup")
        tables("delete", damaged)
        tables("import", tmp_path / "backup" / f"{damaged}.table.jsonl")
    tables("delete", damaged)
    assert ids(tables) == [good]


def test_names_of_tables_are_never_taken_for_options():
    assert not any(new_id().startswith("-") for _ in range(2_000))

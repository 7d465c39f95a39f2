"""Served tables of other versions: of the database, of the library and of an expansion. Never an error 500."""

import json
import sqlite3
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import keyflower as kf
from keyflower.kernel.json_text import compact
from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Limits
from keyflower.web.lobby import key_of
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from keyflower.web.stores import open_store
from keyflower.web.table_rows import SCHEMA
from keyflower.web.table_store import StoreBusy, StoreError
from tests.facade.test_hostile_logs import resealed
from tests.support.web_player import SITTING, Player

OLD_DATABASE = Path(__file__).parents[1] / "databases" / "schema-1.sql"
"""What library 0.2 wrote, in words that PostgreSQL understands too."""
PLAIN, FARMERS = "an-old-table-with-two-people", "an-old-table-of-the-farmers"
SECRETS = {name: f"secret-of-{name}-" + "x" * 20 for name in ("Ann", "Bob")}


@pytest.fixture
def path(tmp_path):
    """Return a database as library 0.2 left it."""
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript(OLD_DATABASE.read_text("utf-8"))
    return path


def edited(path, table, **changes):
    """Change the header of a kept table, as another version would have written it."""
    with sqlite3.connect(path) as database:
        told = database.execute("SELECT header FROM keyflower_tables WHERE id = ?", (table,)).fetchone()
        header = json.loads(told[0])
        rows = database.execute(
            "SELECT line FROM keyflower_entries WHERE table_id = ? ORDER BY number", (table,)
        )
        lines = resealed([{**header, **changes}, *(json.loads(line) for (line,) in rows)]).splitlines()
        database.execute("UPDATE keyflower_tables SET header = ? WHERE id = ?", (lines[0], table))
        for number, line in enumerate(lines[1:]):
            database.execute(
                "UPDATE keyflower_entries SET line = ? WHERE table_id = ? AND number = ?", (line, table, number)
            )  # fmt: skip


@contextmanager
def served(path):
    limits = Limits(bot_pause=0, rate=10_000, burst=10_000)
    with TestClient(application(Server(SqliteStore(path), limits=limits, thinker=BotPool(0)))) as client:
        try:
            yield client
        finally:  # the server waits for them
            for player in SITTING:
                player.leave()
            SITTING.clear()


def seated(client, table, name):
    player = Player(client, f"/t/{table}#{SECRETS[name]}")
    player.hear("table")
    return player


def kept(path, table):
    """Return a kept table as it is read."""
    store = SqliteStore(path)
    saved = store.read(table)
    store.close()
    assert saved is not None
    return saved


# ---------------------------------------------------------------------- the database


def test_a_database_of_version_1_is_brought_up_to_date_in_place(path):
    assert key_of(SECRETS["Ann"]) == kept(path, PLAIN).seats[0].key
    assert [kept(path, table).language for table in (PLAIN, FARMERS)] == ["", "uk"]
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT version FROM keyflower_schema").fetchall() == [(SCHEMA,)]
        seats = [json.loads(text) for (text,) in database.execute("SELECT seats FROM keyflower_tables")]
    assert all(set(one) == {"language", "seats"} for one in seats)
    for table in (PLAIN, FARMERS):
        assert kf.EventLog.loads(kept(path, table).text).replay().ply == 12


def test_a_new_database_carries_its_version(tmp_path):
    for _ in range(2):
        open_store(str(tmp_path / "new.sqlite3")).close()
    with sqlite3.connect(tmp_path / "new.sqlite3") as database:
        assert database.execute("SELECT version FROM keyflower_schema").fetchall() == [(SCHEMA,)]


def test_a_database_of_a_newer_library_is_refused_in_words(path):
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_schema SET version = 99")
    with pytest.raises(StoreError, match="version 99, and this library knows versions 1 to"):
        SqliteStore(path)
    assert "99" in str(sqlite3.connect(path).execute("SELECT version FROM keyflower_schema").fetchall())


def test_a_database_that_makes_no_sense_is_refused_and_not_changed(path):
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_tables SET seats = 'nonsense'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(path)
    with sqlite3.connect(path) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE name = 'keyflower_schema'").fetchall()
    assert tables == [] and before


# ---------------------------------------------------------------------- the library


@pytest.mark.parametrize("table", [PLAIN, FARMERS])
def test_a_table_of_an_older_library_is_played_on_and_can_be_read_again(path, table):
    edited(path, table, library="0.1.9")
    before = kept(path, table)
    with served(path) as client:
        players = [seated(client, table, name) for name in ("Ann", "Bob")]
        acting = next(player for player in players if player.table["decision"])
        ply = acting.table["ply"]
        choice = acting.table["decision"]["choices"][0]
        while "action" not in choice:
            choice = choice["choices"][0]
        assert acting.play(choice["action"])["ply"] == ply + 1
    after = kept(path, table)
    assert after.version == before.version + 1
    assert '"library":"0.1.9"' not in after.lines[0] and len(after.lines) == len(before.lines) + 1
    assert kf.EventLog.loads(after.text).replay().ply == ply + 1
    with served(path) as client:
        assert client.get(f"/api/tables/{table}").json()["ply"] == ply + 1


# ---------------------------------------------------------------------- expansions

OTHER = [{"id": "base", "version": "1.0"}, {"id": "farmers", "version": "0.9"}]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "not played on"), ("uk", "Фермери"), ("pl", "0.9"), ("ru", "0.9")]
)
def test_a_table_of_another_version_of_an_expansion_is_watched_and_says_why(path, language, words):
    edited(path, FARMERS, expansions=OTHER)
    with served(path) as client:
        answer = client.get(f"/api/tables/{FARMERS}")
        assert answer.status_code == 200 and "0.9" in answer.json()["notice"]
        ann = seated(client, FARMERS, "Ann")
        ann.say({"type": "speak", "language": language})
        told = ann.hear("table")
        assert told["decision"] is None and told["undo"] is False and words in told["notice"]
        assert told["scores"][0]["total"] is not None
        ann.say({"type": "play", "decision": "any", "action": "pass"})
        refused = ann.hear("refused")
        assert "0.9" in refused["reason"] and "code" not in refused
        ann.say({"type": "undo"})
        assert "0.9" in ann.hear("refused")["reason"]
        ann.say({"type": "why", "action": "pass"})
        assert [one["code"] for one in ann.hear("told")["refusals"]] == ["game.other-version"]
    assert kept(path, FARMERS).version == 13  # nothing was written


@pytest.mark.parametrize(
    "changes",
    [
        {"expansions": [{"id": "base", "version": "1.0"}, {"id": "not-installed", "version": "1"}]},
        {"format": 99},
        {"players": ["Ann"]},
        {"variants": ["no-such-variant"]},
    ],
)
def test_a_table_that_cannot_be_opened_says_why(path, changes):
    edited(path, FARMERS, **changes)
    with served(path) as client:
        answer = client.get(f"/api/tables/{FARMERS}", headers={"accept-language": "en"})
        assert answer.status_code == 409 and "cannot be opened here: line 1" in answer.json()["error"]
        with client.websocket_connect(f"/api/tables/{FARMERS}/socket") as socket:
            socket.send_text(compact({"type": "join", "language": "uk"}))
            told = json.loads(socket.receive_text())
            assert (told["to"], told["outcome"]) == ("join", "refused") and told["reason"]
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()
        assert client.get(f"/api/tables/{PLAIN}").status_code == 200


def test_a_damaged_row_and_a_lost_database_are_no_error_500(path, monkeypatch):
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_tables SET seats = '[7]' WHERE id = ?", (PLAIN,))
    with served(path) as client:
        answer = client.get(f"/api/tables/{PLAIN}", headers={"accept-language": "en"})
        assert answer.status_code == 409 and "who sits at the table" in answer.json()["error"]

    def lost(*_, **__):
        raise StoreBusy("lost")

    monkeypatch.setattr(SqliteStore, "read", lost)
    with served(path) as client:
        answer = client.get(f"/api/tables/{FARMERS}", headers={"accept-language": "en"})
        assert answer.status_code == 503 and "try again later" in answer.json()["error"]
        assert answer.headers["retry-after"] == "2"

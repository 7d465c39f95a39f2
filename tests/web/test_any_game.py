"""Another game than Keyflower on the server: Tiny Towns, played over the socket by two people and a bot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient  # only where there is a server

from keyflower.cli import main  # as above
from keyflower.web import Limits, Server, application  # as above
from keyflower.web.bot_pool import BotPool  # as above
from keyflower.web.lobby import open_table  # as above
from keyflower.web.sqlite import SqliteStore  # as above
from tests.support.web_player import SITTING, Player, opened  # as above
from tinytowns import FIRST_GAME, EventLog  # as above
from tinytowns.cli import main as tinytowns_main  # as above
from tinytowns.declaration import TINY_TOWNS  # as above

LIMITS = Limits(bot_pause=0.0, rate=10_000, burst=10_000)  # no person is that quick
WISHES: dict[str, Any] = {
    "players": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "greedy"}],
    "options": {"cavern": True, "monuments": False},
}


@pytest.fixture
def client(tmp_path):
    store = SqliteStore(tmp_path / "t.sqlite3")
    server = Server(store, limits=LIMITS, thinker=BotPool(0), game=TINY_TOWNS)
    with TestClient(application(server)) as found:
        yield found
        for player in [*SITTING]:
            player.leave()
        SITTING.clear()


def leaves(choices: list[dict]) -> list[dict]:
    return [leaf for one in choices for leaf in (leaves(one["choices"]) if "choices" in one else [one])]


def test_two_people_and_a_bot_play_a_whole_game_by_what_they_are_told(client):
    told = opened(client, WISHES)
    people = [Player(client, seat["link"]) for seat in told["seats"] if seat["link"]]
    rng = Random(2)
    for player in people:
        player.hear("table")
    first = people[0].table
    assert first["scene"]["title"] == "Tiny Towns" and first["scene"]["svg"].startswith("<svg")
    for _ in range(3000):
        if any(not player.table["view"]["deciding"] for player in people):
            break
        acting = [player for player in people if player.table["decision"]]
        if not acting:  # whoever knows less is told of the rest; if both know the same, the bot is thinking
            min(people, key=lambda one: one.table["ply"]).hear("table")
            continue
        player = rng.choice(acting)
        leaf = rng.choice(leaves(player.table["decision"]["choices"]))
        svg = player.table["scene"]["svg"]
        if leaf["kind"] == "square":
            assert f'data-key="{leaf["key"]}"' in svg and f'data-seat="{leaf["seat"]}"' in svg
        if player.play(leaf["action"]).get("outcome") == "refused":
            assert player.raw["code"] == "stale", player.raw
            player.hear("table")
    assert any(not player.table["view"]["deciding"] for player in people), "the game came to its end"


def test_wishes_that_make_no_sense_are_refused(client):
    wishes: list[dict[str, object]] = [
        {"options": {"caverns": True}}, {"options": {"cavern": 3}}, {"options": []}, {"tiles": 3},
    ]  # fmt: skip
    for wrong in wishes:
        answer = client.post("/api/tables", json={**WISHES, **wrong})
        assert answer.status_code == 400, wrong
    steward = [{"name": "Ann"}, {"name": "Bob", "bot": "steward"}]
    assert client.post("/api/tables", json={"players": steward}).status_code == 400
    assert [one["name"] for one in client.get("/api/bots").json()] == ["random", "greedy", "search"]


def test_a_lobby_learns_what_is_played(client):
    told = client.get("/api/game", headers={"x-language": "uk"}).json()
    assert told == {
        "name": "tinytowns", "title": "Tiny Towns", "least": 1, "most": 6, "bot": "greedy",
        "languages": ["en", "uk"], "known": False,
    }  # fmt: skip


def test_a_kept_table_is_a_log_of_that_game(client):
    told = opened(client, WISHES)
    Player(client, told["seats"][0]["link"]).hear("table")
    shown = client.get(f"/api/tables/{told['table']}").json()
    assert shown["view"]["players"] == ["Ann", "Bob", "Cid"]
    assert EventLog.MATCH.GAME == "tinytowns"


def test_the_lobby_offers_the_options_of_the_game_and_a_table_has_those_that_are_ticked(client):
    (game,) = client.get("/api/expansions", headers={"x-language": "uk"}).json()
    offered = {one["name"]: one["title"] for one in game["variants"]}
    assert offered["town_hall"] == "Ратуша" and [*offered] == [
        "buildings:first-game", "monuments", "cavern", "town_hall",
    ]  # fmt: skip
    wishes = {"players": WISHES["players"], "variants": ["buildings:first-game", "monuments", "town_hall"]}
    player = Player(client, opened(client, wishes)["seats"][0]["link"])
    player.hear("table")
    state = player.table["view"]["state"]
    assert state["buildings"] == [*FIRST_GAME] and "resource" in state and "master" not in state
    assert not any(seat.get("hand") for seat in state["seats"])
    answer = client.post("/api/tables", json={**wishes, "variants": ["townhall"]})
    assert answer.status_code == 400 and "did you mean town_hall" in answer.json()["error"]


def test_served_tables_are_exported_deleted_and_imported(capfd, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    store, file = SqliteStore(tmp_path / "towns.sqlite3"), str(tmp_path / "towns.sqlite3")
    saved = open_table({"players": [{"name": "Ann"}, {"name": "Bob"}]}, declared=TINY_TOWNS).saved
    store.create(saved)
    store.close()
    assert tinytowns_main(["tables", "export", "--db", file, "--out", "backup"]) == 0
    exported = f"backup/{saved.id}.table.jsonl"
    assert tinytowns_main(["tables", "delete", saved.id, "--db", file]) == 0
    assert tinytowns_main(["tables", "import", exported, "--db", file]) == 0
    store = SqliteStore(tmp_path / "towns.sqlite3", own=False)
    assert store.read(saved.id) == saved
    store.close()
    capfd.readouterr()
    assert main(["tables", "import", exported, "--db", "keyflower.sqlite3"]) == 2
    assert "a log of 'tinytowns', not of keyflower" in capfd.readouterr().err.replace("\n", " ")

"""Reviews at a served table: told as they come, in the reader's language, kept with the table, and never too early."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient  # only where there is a server

import keyflower as kf  # as above
from keyflower.review import hint as review_hint  # as above
from keyflower.review import review  # as above
from keyflower.web import (  # as above
    Limits,
    Server,
    application,
    table_review,  # as above
)
from keyflower.web.bot_pool import BotPool  # as above
from keyflower.web.lobby import kept_table, key_of  # as above
from keyflower.web.protocol_schema import shipped  # as above
from keyflower.web.sqlite import SqliteStore  # as above
from keyflower.web.table_review import moment_to_data  # as above
from keyflower.web.table_store import Seating, may_ask_for_hints  # as above
from tests.support.random_games import Table, whole_game  # as above
from tests.support.web_player import SITTING, Player, opened  # as above
from tinytowns import Game as TinyTowns  # as above
from tinytowns.declaration import TINY_TOWNS  # as above


class Room:
    """A database that servers can be started with, one after the other."""

    def __init__(self, path: Any) -> None:
        self.path = path
        self.open: list[TestClient] = []

    def server(self, thinker: BotPool | None = None, **more: Any) -> TestClient:
        self.shut()
        limits = Limits(bot_pause=0, rate=10_000, burst=10_000)
        server = Server(SqliteStore(self.path), limits=limits, thinker=thinker or BotPool(0), **more)
        client = TestClient(application(server))
        client.__enter__()
        self.open.append(client)
        return client

    def shut(self) -> None:
        for player in [*SITTING]:
            player.leave()
        SITTING.clear()
        while self.open:
            self.open.pop().__exit__(None, None, None)

    def keep(self, game: Any) -> str:  # Any: of any game
        """Keep a game as a table, and return its address; the secret of each seat is its name."""
        store = SqliteStore(self.path)
        saved = kept_table(tuple(Seating(name, "", key_of(name)) for name in game.players), game, "")
        store.create(saved)
        store.close()
        return f"/t/{saved.id}"


@pytest.fixture
def room(tmp_path, monkeypatch):
    for name, number in (("DEALS", 2), ("CANDIDATES", 1)):
        monkeypatch.setattr(table_review, name, number)
    room = Room(tmp_path / "t.sqlite3")
    yield room
    room.shut()


@pytest.fixture(scope="module")
def game() -> kf.Game:
    return whole_game(Table(players=2))[-1]


def asked(player: Player) -> dict:
    player.say({"type": "review", "id": "1"})
    return player.hear("review", "refused")


def whole_review(player: Player) -> dict[int, dict]:
    """Ask for a review, and listen until it is complete."""
    told = asked(player)
    assert told["id"] == "1"
    found = {moment["ply"]: moment for moment in told["moments"]}
    while told["done"] < told["all"]:
        told = player.hear("review")
        assert "id" not in told and "stopped" not in told
        new = {moment["ply"]: moment for moment in told["moments"]}
        assert new and not new.keys() & found.keys()
        found |= new
        assert told["done"] == len(found)
    return found


def test_after_the_end_the_review_is_told_as_it_comes_and_kept(room, game, monkeypatch):
    link = room.keep(game)
    client = room.server()
    found = whole_review(Player(client, f"{link}#Ann"))
    report = review(game, deals=2, candidates=1)
    say = game.language("en")
    expected = [moment_to_data(moment, game.moments[moment.ply], 0, say) for moment in report.moments]
    assert [found[ply] for ply in range(game.ply + 1)] == json.loads(json.dumps(expected))
    words = [
        option["words"] for moment in found.values() for option in moment.get("choice", {}).get("tried", ())
    ]
    assert any(line.startswith("You ") for line in words) and any(line.startswith("Bob ") for line in words)

    def no_need(*given: object) -> str:
        raise AssertionError("it is kept")

    monkeypatch.setattr(table_review, "reviewed", no_need)
    client = room.server()
    watching = asked(Player(client, link, language="uk"))
    assert watching["done"] == watching["all"] == len(watching["moments"])
    jsonschema = pytest.importorskip("jsonschema", reason="messages are checked by jsonschema")
    jsonschema.validate(watching, {**shipped(), "oneOf": [{"$ref": "#/$defs/Server"}]})
    assert {moment["ply"]: moment["chances"] for moment in watching["moments"]} == {
        ply: moment["chances"] for ply, moment in found.items()
    }
    told = [
        option["words"]
        for moment in watching["moments"]
        for option in moment.get("choice", {}).get("tried", ())
    ]
    assert len(told) == len(words) and not any("You " in line or "passes" in line for line in told)


def test_a_review_stops_when_nobody_follows_it_and_goes_on_when_somebody_does(room, game, monkeypatch):
    link, done = room.keep(game), []
    working = table_review.reviewed

    def noted(log: str, plies: list[int]) -> str:
        done.extend(plies)
        return working(log, plies)

    monkeypatch.setattr(table_review, "reviewed", noted)
    client = room.server()
    ann = Player(client, f"{link}#Ann")
    asked(ann)
    ann.hear("review")
    room.shut()
    assert 0 < len(done) < game.ply
    found = whole_review(Player(room.server(), f"{link}#Bob"))
    assert len(found) == game.ply + 1
    assert len(done) - len(set(done)) <= 4, "only what was under way is done twice"


def test_of_two_who_ask_each_is_told_everything_and_nothing_is_done_twice(room, game, monkeypatch):
    link, done = room.keep(game), []
    working = table_review.reviewed

    def noted(log: str, plies: list[int]) -> str:
        done.extend(plies)
        return working(log, plies)

    monkeypatch.setattr(table_review, "reviewed", noted)
    client = room.server()
    ann, watching = Player(client, f"{link}#Ann"), Player(client, link)
    first = asked(ann)
    others = whole_review(watching)
    own = {moment["ply"] for moment in first["moments"]}
    while len(own) <= game.ply:
        own |= {moment["ply"] for moment in ann.hear("review")["moments"]}
    assert own == others.keys() and sorted(done) == [*range(game.ply + 1)]


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(room, game, monkeypatch):
    def fails(log: str, plies: list[int]) -> str:
        raise kf.KeyflowerError("no")

    working = table_review.reviewed
    monkeypatch.setattr(table_review, "reviewed", fails)
    link = room.keep(game)
    ann = Player(room.server(), f"{link}#Ann", language="pl")
    assert asked(ann)["done"] == 0
    stopped = ann.hear("review")
    assert stopped["moments"] == [] and "przerwan" in stopped["stopped"]
    monkeypatch.setattr(table_review, "reviewed", working)
    asked(ann)
    assert ann.hear("review")["done"] > 0


def test_a_game_is_not_reviewed_while_it_goes_on(room):
    link = room.keep(whole_game(Table(players=2))[60])
    told = asked(Player(room.server(), f"{link}#Ann"))
    assert told["outcome"] == "refused" and "not over" in told["reason"]


def test_other_games_are_not_reviewed(room):
    link = room.keep(TinyTowns.new(["Ann", "Bob"], seed=3))
    told = asked(Player(room.server(game=TINY_TOWNS), link))
    assert told["outcome"] == "refused" and "Keyflower" in told["reason"]


def test_a_damaged_moment_is_reviewed_anew(room, game):
    link = room.keep(game)
    client = room.server()
    found = whole_review(Player(client, f"{link}#Ann"))
    room.shut()
    store = SqliteStore(room.path)
    store._write(lambda rows: rows._run("UPDATE keyflower_reviews SET line = '{}' WHERE ply = 7", ()))
    store.close()
    assert whole_review(Player(room.server(), f"{link}#Ann")) == found


def test_reviews_go_with_their_table(room, game):
    link = room.keep(game)
    asked(ann := Player(room.server(), f"{link}#Ann"))
    ann.hear("review")
    room.shut()
    store = SqliteStore(room.path)
    kept = store._read(lambda rows: rows.number("SELECT COUNT(*) FROM keyflower_reviews"))
    assert kept > 0
    assert store.delete([link.removeprefix("/t/")]) == 1
    assert store._read(lambda rows: rows.number("SELECT COUNT(*) FROM keyflower_reviews")) == 0
    store.keep_review(link.removeprefix("/t/"), "1:x", {0: "late"})
    assert store.reviewed(link.removeprefix("/t/"), "1:x") == {}
    store.close()


def test_reviews_are_made_where_bots_think(room, game):
    link = room.keep(game)
    ann = Player(room.server(BotPool(1)), f"{link}#Ann")
    assert asked(ann)["done"] == 0
    assert ann.hear("review")["done"] == 4


# ---------------------------------------------------------------------- hints

ALONE = {"players": [{"name": "Ann"}, {"name": "Bob", "bot": "random"}], "hints": True}


def hint(player: Player) -> dict:
    player.say({"type": "hint", "id": "h"})
    return player.hear("hint", "refused")


def asked_something(player: Player) -> None:
    while not player.table.get("decision"):
        player.hear("table")


def test_against_bots_a_hint_rates_the_best_answers_from_what_the_seat_knows(room):
    client = room.server()
    ann = Player(client, opened(client, ALONE)["seats"][0]["link"], language="uk")
    asked_something(ann)
    assert ann.table["hints"] is True
    told = hint(ann)
    jsonschema = pytest.importorskip("jsonschema", reason="messages are checked by jsonschema")
    jsonschema.validate(told, {**shipped(), "oneOf": [{"$ref": "#/$defs/Server"}]})
    assert told["decision"] == ann.table["decision"]["id"] and told["id"] == "h"
    wins = [option["win"][0] for option in told["tried"]]
    assert len(wins) == 7 and all(0 <= win <= 1 for win in wins)
    assert not any("You " in option["words"] for option in told["tried"])
    ann.play(told["tried"][0]["action"])
    assert ann.table["ply"] > 0


def test_a_hint_is_what_the_library_says_of_the_same_moment(room):
    moment = next(one for one in whole_game(Table(players=2))[40:] if 0 in one.decisions)
    store = SqliteStore(room.path)
    seats = (Seating("Ann", "", key_of("Ann"), hints=True), Seating("Bob", "random"))
    saved = kept_table(seats, moment, "")
    store.create(saved)
    store.close()
    told = hint(Player(room.server(), f"/t/{saved.id}#Ann"))
    expected = review_hint(moment, 0)
    assert [option["action"] for option in told["tried"]] == [str(one.action) for one in expected]
    assert told["tried"][0]["win"][0] == pytest.approx(expected[0].win.mean, abs=1e-4)


def test_no_hints_where_other_people_play_or_the_table_does_not_allow_them(room):
    client = room.server()
    two = {"players": [{"name": "Ann"}, {"name": "Bob"}], "hints": True}
    answer = client.post("/api/tables", json=two, headers={"x-language": "en"})
    assert answer.status_code == 400 and "never where other people play" in answer.json()["error"]
    assert client.post("/api/tables", json={**ALONE, "hints": 1}).status_code == 400
    for wishes in ({"players": two["players"]}, {**ALONE, "hints": False}):
        ann = Player(client, opened(client, wishes)["seats"][0]["link"])
        ann.hear("table")
        assert ann.table["hints"] is False
        assert "one person against bots" in hint(ann)["reason"]


def test_a_seat_that_a_bot_has_taken_over_is_still_a_persons(room):
    """Whoever comes back to it must not find that the other one was helped."""
    taken = (Seating("Ann", "", key_of("Ann"), hints=True), Seating("Bob", "steward", key_of("Bob")))
    assert not may_ask_for_hints(taken, 0)
    assert may_ask_for_hints((taken[0], Seating("Bob", "steward")), 0)


def test_there_are_no_hints_for_spectators_or_while_nothing_is_asked(room):
    client = room.server()
    table = opened(client, ALONE)
    watching = Player(client, table["spectator"])
    watching.hear("table")
    assert "watching" in hint(watching)["reason"]

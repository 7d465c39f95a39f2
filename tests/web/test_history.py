"""The history over the socket: what was known then, everything after the end, the log, and playing on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient  # only where there is a server

import keyflower as kf  # as above
from keyflower.web import Limits, Server, application  # as above
from keyflower.web.bot_pool import BotPool  # as above
from keyflower.web.lobby import kept_table, key_of  # as above
from keyflower.web.sqlite import SqliteStore  # as above
from keyflower.web.table_store import Seating  # as above
from tests.support.random_games import Table, whole_game  # as above
from tests.support.web_player import SITTING, Player  # as above
from tinytowns import Game as TinyTowns  # as above
from tinytowns.declaration import TINY_TOWNS  # as above

MIDDLE = 60


class Served:
    """A server with tables that stand where a test wants them."""

    def __init__(self, store: SqliteStore, client: TestClient) -> None:
        self.store, self.client = store, client

    def sit(self, game: Any, language: str = "en") -> list[Player]:  # Any: of any game
        """Keep a game, and return who looks at it: each seat, and a spectator."""
        seats = tuple(Seating(name, "", key_of(name)) for name in game.players)
        saved = kept_table(seats, game, "")
        self.store.create(saved)
        links = [f"/t/{saved.id}#{name}" for name in game.players]
        found = [Player(self.client, link, language=language) for link in (*links, f"/t/{saved.id}")]
        for player in found:
            player.hear("table")
        return found


@pytest.fixture
def served(tmp_path, request):
    game = getattr(request, "param", None)
    store = SqliteStore(tmp_path / "t.sqlite3")
    server = Server(
        store, limits=Limits(bot_pause=0, rate=10_000, burst=10_000), thinker=BotPool(0), game=game
    )
    with TestClient(application(server)) as client:
        yield Served(store, client)
        for player in [*SITTING]:
            player.leave()
        SITTING.clear()


def asked(player: Player, **message: object) -> dict:
    player.say({"id": "1", **message})
    return player.hear(str(message["type"]), "refused", "stored")


def test_a_moment_shows_a_seat_what_it_could_know_then(served):
    moments = whole_game(Table())
    players = served.sit(moments[MIDDLE])
    for viewer, player in zip((0, 1, 2, -1), players, strict=True):
        told = asked(player, type="moment", ply=25)
        view = moments[25].view(viewer).to_data(options=False)
        assert told["view"] == json.loads(json.dumps({key: view[key] for key in told["view"]}))
        assert told["ply"] == 25 and told["open"] is False and told["id"] == "1"
    assert "?" in asked(players[0], type="moment", ply=25)["view"]["state"]["seats"][1]["workers"]


def test_after_the_end_everybody_is_told_everything(served):
    moments = whole_game(Table())
    players = served.sit(moments[-1])
    states = []
    for player in players:
        told = asked(player, type="moment", ply=25)
        assert told["open"] is True
        states.append({key: value for key, value in told["view"]["state"].items() if key != "viewer"})
    assert all(state == states[0] for state in states), "everybody sees the same game"
    assert "?" not in json.dumps(states[0]["seats"])
    words = [asked(player, type="history")["entries"] for player in players]
    assert [len(entries) for entries in words] == [len(moments)] * 4
    dealt = " ".join(words[3][0]["words"])
    assert all(name in dealt for name in moments[0].players) and words[3][1]["season"] == "spring"


def test_the_history_tells_all_entries_in_the_language_of_the_window(served):
    moments = whole_game(Table())
    ann = served.sit(moments[MIDDLE], "uk")[0]
    told = asked(ann, type="history")
    assert len(told["entries"]) == MIDDLE + 1 and told["open"] is False
    assert told["entries"][-40:] == [
        {**{key: value for key, value in entry.items() if key in ("seat", "words")}, "season": old["season"]}
        for entry, old in zip(ann.table["entries"], told["entries"][-40:], strict=True)
    ]


def test_the_log_is_redacted_until_the_end(served):
    moments = whole_game(Table())
    ann, *_, watching = served.sit(moments[MIDDLE])
    for player, viewer in ((ann, 0), (watching, -1)):
        log = kf.EventLog.loads(asked(player, type="log")["text"])
        assert log.viewer == viewer and log.view() == moments[MIDDLE].view(viewer)
    watching = served.sit(moments[-1])[3]
    assert kf.EventLog.loads(asked(watching, type="log")["text"]).replay() == moments[-1]


def test_a_moment_that_is_not_there_is_refused(served):
    ann, *_, watching = served.sit(whole_game(Table())[MIDDLE])
    assert "Fewer actions than that" in asked(ann, type="moment", ply=MIDDLE + 1)["reason"]
    assert "not over" in asked(ann, type="play_on", ply=3)["reason"]
    assert "watching" in asked(watching, type="play_on", ply=3)["reason"]
    for wrong in (-1, True, "3", None, 1.5):
        assert "whole number" in asked(ann, type="moment", ply=wrong)["reason"]


def test_after_the_end_a_game_is_played_on_from_a_moment_with_bots(served):
    moments = whole_game(Table())
    ann = served.sit(moments[-1])[0]
    assert "already over" in asked(ann, type="play_on", ply=moments[-1].ply)["reason"]
    assert "no such seat" in asked(ann, type="play_on", ply=3, seat=3)["reason"]
    turn = next(moment.ply for moment in moments[20:] if 1 in moment.decisions)
    answer = asked(ann, type="play_on", ply=turn, seat=1)
    assert answer["outcome"] == "stored"
    again = Player(served.client, answer["link"])
    table = again.hear("table")
    assert [bool(seat["bot"]) for seat in table["seats"]] == [True, False, True]
    assert table["ply"] == turn and table["view"]["viewer"] == 1 and table["decision"]
    saved = served.store.read(answer["link"].split("/")[2].split("#")[0])
    assert saved is not None
    kept = kf.EventLog.loads(saved.text).restore()
    assert kept.state == moments[turn].state and kept.chance != moments[turn].chance, "chance begins anew"
    again.play(str(kept.decisions[1].options.sample(Random(1))))
    assert again.table["ply"] > turn


@pytest.mark.parametrize("served", [TINY_TOWNS], indirect=True)
def test_any_game_has_a_history_and_is_played_on(served):
    game, rng, moments = TinyTowns.new(["Ann", "Bob"], seed=3), Random(3), []
    while not game.over:
        moments.append(game)
        seat = rng.choice([*game.decisions])
        game = game.play(game.decisions[seat].options.sample(rng), seat=seat)
    ann, _, watching = served.sit(moments[8])
    told = asked(ann, type="moment", ply=4)
    assert told["scene"]["svg"].startswith("<svg") and len(asked(watching, type="history")["entries"]) == 9
    ann = served.sit(game)[0]
    link = asked(ann, type="play_on", ply=6)["link"]
    assert Player(served.client, link).hear("table")["ply"] >= 6

"""A served table in other languages: what a window is told, and what a table remembers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from starlette.testclient import TestClient

from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Limits
from keyflower.web.lobby import open_table
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from tests.support.web_player import SITTING, Player, opened


@pytest.fixture
def client(tmp_path) -> Iterator[TestClient]:
    limits = Limits(bot_pause=0, rate=10_000, burst=10_000)
    server = Server(SqliteStore(tmp_path / "t.sqlite3"), limits=limits, thinker=BotPool(0))
    with TestClient(application(server)) as client:
        yield client
        for player in SITTING:
            player.leave()
        SITTING.clear()


def words_of(message: dict) -> str:
    """Return everything in a message that a person reads, as one text."""
    decision = message["decision"]
    told = [line for entry in message["entries"] for line in entry["words"]]
    return json.dumps([decision and [decision["prompt"], decision["choices"]], told], ensure_ascii=False)


def test_a_window_is_told_everything_in_the_language_it_joins_with(client):
    table = opened(client)
    link = table["seats"][0]["link"]
    ukrainian, english = (Player(client, link, language=code).hear("table") for code in ("uk", None))
    assert ukrainian["language"] == "uk" and english["language"] == "en"
    assert "Починається" in words_of(ukrainian) and "begins" in words_of(english)
    assert ukrainian["view"] == english["view"], "data stays the same in every language"


def test_a_window_can_switch_to_another_language(client):
    table = opened(client)
    ann = Player(client, table["seats"][0]["link"])
    ann.hear("table")
    ann.say({"type": "speak", "language": "pl"})
    assert ann.hear("table")["language"] == "pl"
    ann.say({"type": "speak", "language": "xx"})
    assert "language is one of" in ann.hear("refused")["reason"]


def test_the_language_of_a_table_is_that_of_seats_which_have_not_chosen(client):
    wishes = {"players": [{"name": "Ann"}, {"name": "Bob"}], "language": "ru"}
    link = opened(client, wishes)["seats"][0]["link"]
    ann = Player(client, link, accept=["pl", "en"])
    ann.hear("table")
    assert ann.table["language"] == "ru"
    ann = Player(client, link, language="uk")
    ann.hear("table")
    assert ann.table["language"] == "uk"


def test_a_table_without_a_language_speaks_what_the_browser_understands(client):
    link = opened(client)["seats"][0]["link"]
    ann = Player(client, link, accept=["de", "pl", "en"])
    ann.hear("table")
    assert ann.table["language"] == "pl"


def test_refusals_are_told_in_the_language_of_the_window(client):
    table = opened(client)
    players = [Player(client, seat["link"], language="uk") for seat in table["seats"]]
    asked = next(player for player in players if player.hear("table")["decision"])
    tile = asked.table["view"]["state"]["lots"][0]["tile"]
    asked.say({"type": "why", "action": f"bid {tile} R40"})
    (refusal, *_) = asked.hear("told")["refusals"]
    assert refusal["code"] == "bid.not-in-hand" and refusal["message"].startswith("за вашою ширмою")
    spectator = Player(client, table["spectator"], language="pl")
    spectator.hear("table")
    spectator.say({"type": "undo"})
    assert spectator.hear("refused")["reason"].startswith("Oglądasz")


def test_tiles_and_pictures_are_served_in_every_language(client):
    table = opened(client)
    rules = client.get(f"/api/tables/{table['table']}").json()["rules"]
    titles = {
        code: client.get(f"/rules/{rules}/tiles{code and '.' + code}.json").json()["tiles"]["miner"]["title"]
        for code in ("", "en", "uk", "pl", "ru")
    }
    assert titles == {"": "Miner", "en": "Miner", "uk": "Рудокоп", "pl": "Górnik", "ru": "Шахтер"}
    assert "Рудокоп" in client.get(f"/rules/{rules}/sprite.uk.svg").text
    assert client.get(f"/rules/{rules}/sprite.xx.svg").status_code == 404


def test_a_table_keeps_its_language(tmp_path):
    store = SqliteStore(tmp_path / "t.sqlite3")
    opening = open_table({"players": [{"name": "Ann"}, {"name": "Bob"}], "language": "uk"})
    store.create(opening.saved)
    assert store.read(opening.saved.id) == opening.saved and opening.saved.language == "uk"
    store.close()


def test_a_language_that_nobody_speaks_is_refused_when_a_table_is_opened(client):
    wishes = {"players": [{"name": "Ann"}, {"name": "Bob"}], "language": "xx"}
    answer = client.post("/api/tables", json=wishes)
    assert answer.status_code == 400 and "languages are en, uk, pl, ru" in answer.json()["error"]


def test_what_is_wrong_with_a_new_table_is_told_in_the_language_of_the_page(client):
    wishes = {"players": [{"name": "Ann", "bot": "easy"}, {"name": "Bob", "bot": "strong"}]}
    told = [
        client.post("/api/tables", json=wishes, headers=headers).json()["error"]
        for headers in ({"x-language": "uk"}, {"accept-language": "de,pl;q=0.8"}, {"accept-language": "de"})
    ]
    assert told == [
        "щонайменше одне місце має бути для людини",
        "co najmniej jedno miejsce musi być dla człowieka",
        "at least one seat is for a person",
    ]


# ---------------------------------------------------------------------- whole games, told over the socket


def actions_in(tree: dict) -> Iterator[str]:
    """Return every action that a tree of choices leads to."""
    if "action" in tree:
        yield tree["action"]
    for choice in tree.get("choices", []):
        yield from actions_in(choice)


def spoken(player: Player) -> list[str]:
    """Return the sentences in the last message about the table."""
    return [line for entry in player.table["entries"] for line in entry["words"]]


@pytest.mark.parametrize("expansions", [[], ["farmers"]], ids=["base", "farmers"])
def test_a_seated_reader_is_addressed_in_every_language_throughout_a_game(client, expansions):
    people = [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]
    link = opened(client, {"players": people, "expansions": expansions})["seats"][0]["link"]
    ann, rng = Player(client, link, language="en"), Random(11)
    others = {code: Player(client, link, language=code) for code in ("uk", "pl", "ru")}
    ann.hear("table")
    told = {"en": spoken(ann), "uk": [], "pl": [], "ru": []}
    while ann.table["view"]["state"]["agenda"]:
        if ann.table["decision"] is None:
            ann.hear("table")
        else:
            ann.play(rng.choice([*actions_in(ann.table["decision"])]))
        told["en"] += spoken(ann)
    for code, reader in others.items():
        while not reader.table or reader.table["view"]["state"]["agenda"]:
            reader.hear("table")
            told[code] += spoken(reader)
    assert any(line.startswith("You draw ") for line in told["en"])
    for lines in told.values():
        assert len(lines) > 100
        assert [line for line in lines if "Ann" in line] == [], "the reader is addressed, not named"
    assert [line for line in told["en"] if re.search(r"\bYou \w+[^s]s\b|unseen|_|\w/\d", line)] == []

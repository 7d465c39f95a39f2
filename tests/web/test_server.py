"""The server of tables: links, sockets, the protocol, what is refused, and that nothing leaks."""

import asyncio
import json
import random
import secrets
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import keyflower as kf
from keyflower.languages import language
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool, choose
from keyflower.web.choice_parts import Parts
from keyflower.web.limits import Bucket, Limits
from keyflower.web.lobby import key_of, new_token, open_table, seat_of
from keyflower.web.protocol_schema import PARTS, schema, shipped
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from keyflower.web.table_store import Change, Fate, Receipt, Saved, StoreBusy, StoreError
from tests.support.random_games import EVERY_KIND, whole_game
from tests.support.web_player import PEOPLE, SITTING, Player, opened


@pytest.fixture
def server(tmp_path) -> Server:
    limits = Limits(bot_pause=0, rate=10_000, burst=10_000)
    return Server(SqliteStore(tmp_path / "t.sqlite3"), limits=limits, thinker=BotPool(0))


@pytest.fixture
def client(server) -> Iterator[TestClient]:
    with TestClient(application(server)) as client:
        yield client
        for player in SITTING:
            player.leave()
        SITTING.clear()


@pytest.fixture
def seated(client) -> Iterator[tuple[Player, Player, dict]]:
    table = opened(client)
    ann, bob = (Player(client, seat["link"]) for seat in table["seats"])
    for player in (ann, bob):
        player.hear("table")
    yield ann, bob, table


def deciding(*players: Player) -> tuple[Player, Player]:
    first = next(player for player in players if player.table["decision"])
    return first, next(player for player in players if player is not first)


# ---------------------------------------------------------------------- tables and links


def test_each_seat_gets_a_secret_link_and_spectators_one_without(client):
    table = opened(client, {"players": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "random"}]})
    links = [seat["link"] for seat in table["seats"]]
    assert links[2] is None
    tokens = [link.split("#")[1] for link in links[:2]]
    assert all(len(token) >= 32 for token in tokens) and len(set(tokens)) == 2
    assert table["spectator"] == f"/t/{table['table']}"


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ([], "a JSON object"),
        ({}, "players are a list"),
        ({"players": [{"name": "A", "bot": "random"}, {"name": "B", "bot": "random"}]}, "for a person"),
        ({"players": [{"name": "A"}, {"name": "B", "bot": "stewart"}]}, "no bot called 'stewart'"),
        ({"players": [{"name": "A"}, {"name": "A"}]}, "same name"),
        ({"players": [{"name": "A"}, {"name": "B\u0007"}]}, "printable"),
        ({"players": [{"name": "A"}, {"name": "B"}], "expansions": ["farmer"]}, "farmers"),
        ({"players": [{"name": "A"}, {"name": "B"}], "seed": 7}, "no 'seed'"),
        ({"players": [{"name": str(number)} for number in range(7)]}, "players"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(client, wishes, reason):
    answer = client.post("/api/tables", json=wishes)
    assert answer.status_code == 400
    assert reason in answer.json()["error"]


def test_a_body_that_is_too_long_or_no_json_is_refused(client):
    assert client.post("/api/tables", content=b"x" * 20_000).status_code == 413
    assert client.post("/api/tables", content=b"{").status_code == 400
    assert client.post("/api/tables", content=b"[" * 10_000).status_code == 400
    assert client.post("/api/tables", content=b"\xff").status_code == 400
    half = {**PEOPLE, "overrides": {"\ud800": 1}}
    assert client.post("/api/tables", content=json.dumps(half)).status_code == 400, "no 500"


def test_tables_are_not_opened_from_other_pages(client):
    answer = client.post("/api/tables", json=PEOPLE, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403


def test_too_many_tables_at_once_are_refused(tmp_path):
    limits = Limits(tables=0, tables_burst=3)
    with TestClient(application(Server(SqliteStore(tmp_path / "t.sqlite3"), limits=limits))) as client:
        codes = [client.post("/api/tables", json=PEOPLE).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


def test_what_a_spectator_may_know_is_served(client):
    table = opened(client)
    data = client.get(f"/api/tables/{table['table']}").json()
    assert data["view"]["viewer"] == kf.SPECTATOR
    assert all(seat["workers"].startswith("?") for seat in data["view"]["state"]["seats"])
    assert client.get("/api/tables/nosuchtable0000000000").status_code == 404


def test_secrets_are_kept_as_digests_only(tmp_path, server):
    opening = open_table({"players": [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]})
    token = opening.tokens[0]
    assert token not in repr(opening.saved) and key_of(token) not in repr(opening.saved)
    assert seat_of(opening.saved.seats, token) == 0
    assert seat_of(opening.saved.seats, "") is None
    assert seat_of(opening.saved.seats, new_token()) is None


# ---------------------------------------------------------------------- playing


def test_a_move_is_told_to_both_seats(seated):
    ann, bob, _ = seated
    first, other = deciding(ann, bob)
    told = first.play("pass")
    assert (told["type"], told["ply"], told["entries"][0]["words"]) == ("change", 1, ["You pass."])
    assert other.hear("table")["decision"] is not None
    assert told["decision"] is None


def test_a_double_click_is_played_once(seated):
    first, other = deciding(*seated[:2])
    asked = first.table["decision"]["id"]
    first.play("pass")
    first.say({"type": "play", "decision": asked, "action": "pass"})
    assert first.hear("refused")["code"] == "stale"
    other.hear("table")
    assert other.table["ply"] == 1


def test_an_illegal_move_is_refused_with_all_reasons(seated):
    first, _ = deciding(*seated[:2])
    refused = first.play("bid keythedral R1")
    assert refused["to"] == "play"
    assert "bid.no-lot" in [refusal["code"] for refusal in refused["refusals"]]


def test_why_not_is_answered(seated):
    first, _ = deciding(*seated[:2])
    first.say({"type": "why", "action": "bid keythedral R1"})
    assert first.hear("told")["refusals"]
    first.say({"type": "why", "action": "pass", "id": "w1"})
    told = first.hear("told")
    assert (told["refusals"], told["id"]) == ([], "w1")
    first.say({"type": "why", "action": "dance"})
    assert "dance" in first.hear("refused")["reason"]


def test_a_move_is_taken_back_until_somebody_answers(seated):
    first, other = deciding(*seated[:2])
    first.play("pass")
    other.hear("table")
    assert first.table["undo"] and not other.table["undo"]
    first.say({"type": "undo"})
    back = first.hear("rollback")
    assert (back["ply"], back["rollback"], back["entries"]) == (0, 0, [])
    assert other.hear("rollback")["decision"] is None
    first.play("pass")
    other.hear("table")
    other.play("pass")
    first.hear("table")
    first.say({"type": "undo"})
    assert first.hear("refused")["refusals"][0]["code"] == "undo.answered"


def test_two_windows_of_one_seat_and_a_spectator_see_the_same_move(client, seated):
    first, _ = deciding(*seated[:2])
    table = seated[2]
    link = table["seats"][first.table["view"]["viewer"]]["link"]
    again, watching = Player(client, link), Player(client, table["spectator"])
    again.hear("table")
    watching.hear("table")
    first.play("pass")
    assert again.hear("table")["ply"] == watching.hear("table")["ply"] == 1
    assert watching.table["decision"] is None
    watching.say({"type": "play", "decision": "x", "action": "pass"})
    assert "watching" in watching.hear("refused")["reason"]


def test_a_window_that_comes_back_is_told_what_it_missed(client, seated):
    first, _ = deciding(*seated[:2])
    table, before = seated[2], seated[0].table["digest"]
    first.play("pass")
    again = Player(client, table["seats"][0]["link"], since={"ply": 0, "digest": before})
    told = again.hear("table")
    assert told["ply"] == 1 and [entry["seat"] for entry in told["entries"]] == [
        first.table["view"]["viewer"]
    ]
    assert "rollback" not in told


def test_a_window_that_was_away_during_an_undo_forgets_the_old_history(client, seated):
    """Bob sees a ply, drops off; it is taken back and another one is played: he must not keep the old words."""
    first, other = deciding(*seated[:2])
    first.play("pass")
    other.hear("table")
    since = {"ply": other.table["ply"], "digest": other.table["digest"]}
    link = seated[2]["seats"][other.table["view"]["viewer"]]["link"]
    other.leave()
    first.say({"type": "undo"})
    first.hear("rollback")
    tile = first.table["decision"]["choices"][0]
    action = tile
    while "action" not in action:
        action = action["choices"][0]
    first.play(action["action"])
    back = Player(client, link, since=since)
    told = back.hear("table")
    assert told["rollback"] == -1, "what was seen is not what was played"
    assert not any("passes" in line for entry in told["entries"] for line in entry["words"])
    again = Player(client, link, since={"ply": told["ply"], "digest": told["digest"]})
    assert again.hear("table")["entries"] == [] and "rollback" not in again.table


def test_a_rematch_has_the_same_people_and_their_links_open_it(client):
    table = opened(client)
    players = [Player(client, seat["link"]) for seat in table["seats"]]
    for player in players:
        player.hear("table")
    players[0].say({"type": "rematch", "id": "r"})
    assert "not over" in players[0].hear("refused")["reason"]
    rng = random.Random(5)
    while ready := [player for player in players if player.table["decision"]]:
        way = {"choices": ready[0].table["decision"]["choices"]}
        while "action" not in way:
            way = rng.choice(way["choices"])
        ready[0].play(way["action"])
        for player in players:
            if player is not ready[0]:
                player.hear("table")
    for player in players:
        player.say({"type": "rematch"})
    for player in players:
        while player.hear("stored")["to"] != "rematch":
            pass
    assert players[0].table["next"] == players[1].table["next"] != ""
    token = table["seats"][1]["link"].split("#")[1]
    again = Player(client, f"/t/{players[0].table['next']}#{token}")
    assert again.hear("table")["view"]["viewer"] == 1 and again.table["ply"] == 0


def test_bots_answer_by_themselves(client):
    table = opened(
        client,
        {"players": [{"name": "Ann"}, {"name": "Bob", "bot": "random"}, {"name": "Cid", "bot": "greedy"}]},
    )
    ann = Player(client, table["seats"][0]["link"])
    ann.hear("table")
    while not ann.table["decision"]:
        ann.hear("table")
    ann.play("pass")
    while not ann.table["decision"]:
        ann.hear("table")
    assert ann.table["ply"] >= 3


@pytest.mark.parametrize("wishes", [PEOPLE, {**PEOPLE, "expansions": ["farmers"]}], ids=["base", "farmers"])
def test_a_whole_game_is_played_from_the_choices_alone(client, wishes):
    """Every message fits the schema of the protocol; the choices alone are enough to play to the end."""
    from jsonschema import Draft202012Validator

    valid = Draft202012Validator({"$ref": "#/$defs/Server", "$defs": shipped()["$defs"]})
    rng = random.Random(5)
    table = opened(client, wishes)
    players = [Player(client, seat["link"]) for seat in table["seats"]]
    for player in players:
        player.hear("table")
    for _ in range(2_000):
        ready = [player for player in players if player.table["decision"]]
        if not ready:
            break
        mover = rng.choice(ready)
        way = {"choices": mover.table["decision"]["choices"]}
        while "action" not in way:
            way = rng.choice(way["choices"])
        assert mover.play(way["action"])["type"] == "change", way
        for player in players:
            if player is not mover:
                player.hear("table")
            if rng.random() < 0.1:
                error = next(valid.iter_errors(player.raw), None)
                assert error is None, f"{error.json_path}: {error.message[:300]}"
    assert all(player.table["view"]["state"]["agenda"] == [] for player in players)
    assert all(sheet["lines"] for sheet in players[0].table["scores"])


# ---------------------------------------------------------------------- strangers and floods


def test_a_wrong_secret_opens_nothing(client):
    table = opened(client)
    with client.websocket_connect(f"/api/tables/{table['table']}/socket") as socket:
        socket.send_text(json.dumps({"type": "join", "token": secrets.token_urlsafe(24)}))
        assert "does not belong to a seat" in json.loads(socket.receive_text())["reason"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_sockets_of_other_pages_are_closed(client):
    table = opened(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"/api/tables/{table['table']}/socket", headers={"origin": "https://evil.example"}
        ) as socket,
    ):
        socket.receive_text()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", '{"type":"dance"}', '{"type":["join"]}', '{"type":"play"}',
     '{"type":"play","decision":7,"action":"pass"}',
     '{"type":"why","action":[]}', '{"type":"undo","all":true}', '{"type":"join","version":99}', "[" * 5000, "\u0000"],
)  # fmt: skip
def test_nonsense_is_answered_in_words(seated, text):
    ann = seated[0]
    ann.socket.send_text(text)
    assert ann.hear("refused")["reason"]
    first, _ = deciding(*seated[:2])
    assert first.play("pass")["type"] == "change"


def test_a_flood_is_cut_off(tmp_path):
    limits = Limits(rate=0, burst=20)
    with TestClient(application(Server(SqliteStore(tmp_path / "t.sqlite3"), limits=limits))) as client:
        ann = Player(client, opened(client)["seats"][0]["link"])
        answers = 0
        with pytest.raises(WebSocketDisconnect):
            for _ in range(40):
                ann.say({"type": "why", "action": "pass"})
            while True:
                answers += ann.hear("told", "refused")["to"] == "why"
        assert answers <= 20
        ann.leave()
        SITTING.clear()


def test_a_window_that_does_not_keep_up_is_cut_off_and_the_others_are_not():
    from keyflower.web.connection import TOO_SLOW, Window

    async def scene() -> None:
        slow, quick = Window(0, 4), Window(1, 4)
        for number in range(10):
            slow.tell(str(number))
            quick.tell(str(number))
            quick.waiting.get_nowait()
        assert slow.ended and not quick.ended
        told = [slow.waiting.get_nowait() for _ in range(slow.waiting.qsize())]
        assert told == ["0", "1", "2", "3", TOO_SLOW]

    asyncio.run(scene())


def test_a_window_that_reads_slowly_fills_no_memory():
    from keyflower.web.connection import TOO_SLOW, Window

    async def scene() -> None:
        slow, quick = (Window(0, 100, letters=10) for _ in range(2))
        for text in (
            "a long review",
            "then news",
            "a history",
        ):  # a single message is sent however long it is
            quick.tell(text)
            assert quick.waiting.get_nowait() == text
            slow.tell(text)
        assert slow.ended and not quick.ended
        assert [slow.waiting.get_nowait() for _ in range(slow.waiting.qsize())] == ["a long review", TOO_SLOW]

    asyncio.run(scene())


def test_a_bucket_fills_again():
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_pages_and_pictures_are_served_with_safe_headers(client, seated):
    page = client.get(f"/t/{seated[2]['table']}")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    rules = seated[0].table["rules"]
    sprite = client.get(f"/rules/{rules}/sprite.svg")
    assert sprite.text.startswith("<svg") and sprite.headers["cache-control"] == "no-cache"
    tiles = client.get(f"/rules/{rules}/tiles.json").json()
    assert tiles["tiles"]["miner"]["title"] == "Miner" and tiles["goods"]["wood"] == "resource"
    schema = client.get(f"/rules/{rules}/schema.json").json()
    assert set(PARTS) <= set(schema["$defs"]) and "farmers" not in json.dumps(schema["$defs"]["SeenTable"])
    for path in ("/static/../store.py", "/static/nothing.js", "/rules/0/sprite.svg", f"/rules/{rules}/x"):
        assert client.get(path).status_code == 404


# ---------------------------------------------------------------------- nothing leaks


@pytest.mark.parametrize("table", EVERY_KIND[::9], ids=str)
def test_games_that_differ_only_in_what_is_hidden_tell_a_seat_the_same(table):
    """Byte for byte: deal the hidden rest anew, and every message to the seat stays as it was."""
    rng = random.Random(3)
    moments = whole_game(table)
    for moment in rng.sample(moments, 6):
        for viewer in range(-1, len(moment.players)):
            twin = moment.view(viewer).sample(rng)
            stands = [
                messages.standing(game, viewer, about={}, language=language("en")) for game in (moment, twin)
            ]
            undo = [stand.table.pop("undo") for stand in stands]
            assert undo[0] or not undo[1]  # a dealt game has no history, so nothing can be taken back
            told = [messages.table(stand, Parts(), messages.News(5, "", [])) for stand in stands]
            assert told[0] == told[1]
            # differences and parts of choices are made of nothing but what is told
            before = messages.standing(moments[0], viewer, about={}, language=language("en"))
            told = [messages.change(before, stand, Parts(), messages.News(5, "", [])) for stand in stands]
            assert told[0] == told[1]


def test_digests_are_made_of_what_the_viewer_may_know():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    for viewer in (-1, 0, 1):
        dealt = [kf.Game.new(["Ann", "Bob"], seed=seed).entry for seed in (7, 8)]
        same = dealt[0].redacted(viewer) == dealt[1].redacted(viewer)
        digests = [[*messages.digests([entry], viewer)] for entry in dealt]
        assert (digests[0] == digests[1]) == same
        assert digests[0] == [*messages.digests([game.entry.redacted(viewer)], viewer)]


def test_a_message_to_a_seat_is_made_of_its_redacted_entries(seated, server):
    first, other = deciding(*seated[:2])
    live = server._tables[seated[2]["table"]]
    colour = next(iter(live.game.screen(live.game.decision.seat).workers))
    first.play(f"bid {live.game.lots[0].tile} {colour}1")
    told = other.hear("table")
    viewer = told["view"]["viewer"]
    events = live.game.entry.redacted(viewer).to_data()["events"]
    assert [event for event in told["entries"][0]["events"] if event not in events] == []
    assert told["view"]["state"] == live.game.view(viewer).to_data()["state"]


# ---------------------------------------------------------------------- the store


def saved() -> Saved:
    return open_table(PEOPLE).saved


def test_a_change_for_an_old_version_writes_nothing(tmp_path):
    store = SqliteStore(tmp_path / "t.sqlite3")
    table = saved()
    store.create(table)
    change = Change(table.id, 1, 1, ("one",))
    assert store.write([change, change]) == [Receipt(Fate.KEPT, 2), Receipt(Fate.NOT_KEPT, 2, "version")]
    found = store.read(table.id)
    assert found is not None and (found.version, found.lines[2:]) == (2, ("one",))
    assert store.write([Change(table.id, 2, 1, ("other", "more"))]) == [Receipt(Fate.KEPT, 3)]
    assert store.write([Change("nobody's", 2, 1, ("x",))]) == [Receipt(Fate.NOT_KEPT, None, "gone")]
    found = store.read(table.id)
    assert found is not None and found.lines[2:] == ("other", "more")
    assert store.versions([table.id, "no"]) == {table.id: 3}
    store.close()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "x").write_text("hello " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "x")


def test_a_store_that_fails_changes_nothing_and_says_so(client, server, seated, monkeypatch):
    first, _ = deciding(*seated[:2])

    def full(changes, *, patient=False):
        raise StoreBusy("full")

    with monkeypatch.context() as patch:
        patch.setattr(server._store, "write", full)
        refused = first.play("pass")
    assert (refused["outcome"], refused["code"]) == ("refused", "busy")
    assert first.play("pass")["ply"] == 1


def test_an_answer_says_stored_refused_or_unknown(server, seated, monkeypatch):
    first, _ = deciding(*seated[:2])
    write, read = server._store.write, server._store.read

    def broken(*_, **__):
        raise OSError("connection lost")

    def lost(changes, **_):  # the change is kept, and then the connection breaks
        write(changes)
        raise OSError("connection lost")

    asked = first.table["decision"]["id"]
    with monkeypatch.context() as patch:
        patch.setattr(server._store, "write", broken)
        patch.setattr(server._store, "read", broken)
        first.say({"type": "play", "decision": asked, "action": "pass", "id": "a"})
        told = first.hear("unknown")
        assert (told["id"], told["to"]) == ("a", "play")
    with monkeypatch.context() as patch:
        patch.setattr(server._store, "write", lost)
        first.say({"type": "play", "decision": asked, "action": "pass", "id": "b"})
        told = first.hear("stored")
        assert (told["id"], told["ply"], first.table["ply"]) == ("b", 1, 1), (
            "it is there: nobody says it is not"
        )
    assert len(read(seated[2]["table"]).lines) == 3


def test_a_store_that_fails_opens_no_table_and_says_so(client, server, monkeypatch):
    def full(table):
        raise OSError("no space left on device")

    monkeypatch.setattr(server._store, "create", full)
    answer = client.post("/api/tables", json=PEOPLE)
    assert (answer.status_code, answer.json()["error"][:30]) == (503, "the server could not keep the ")


def test_secrets_are_in_no_log(client, caplog):
    caplog.set_level("DEBUG")
    table = opened(client)
    tokens = [seat["link"].split("#")[1] for seat in table["seats"]]
    ann = Player(client, table["seats"][0]["link"])
    ann.hear("table")
    ann.say({"type": "join", "token": tokens[0]})
    ann.hear("refused")
    told = "\n".join(record.getMessage() for record in caplog.records)
    assert not any(token in told for token in tokens)


def test_without_the_extra_the_package_works_and_names_it(monkeypatch):
    from keyflower import web

    monkeypatch.setattr(web, "find_spec", lambda name: None if name == "starlette" else object())
    with pytest.raises(kf.MissingExtra, match=r"\[web\]"):
        _ = web.serve
    monkeypatch.setattr(web, "find_spec", lambda name: None)
    with pytest.raises(kf.MissingExtra, match=r"\[web-postgres\]"):
        web.require("psycopg", extra="web-postgres")


def test_a_bot_knows_only_the_view_of_its_seat():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    seat = game.decision.seat
    from keyflower.facade.data.codec import codec
    from keyflower.kernel.json_text import compact
    from keyflower.kernel.log.lines import header_to_data

    view = game.view(seat)
    header, state = (
        compact(header_to_data(view.match, seat)),
        compact(codec(game.ruleset).state_to_data(view.state)),
    )
    assert "?" in state and "seed" not in header
    assert game.why_not(choose(header, state, "greedy", 5)) == ()


# ---------------------------------------------------------------------- the protocol


def test_the_shipped_schema_of_the_protocol_is_up_to_date():
    assert shipped() == schema(), "run python tools/write_schemas.py"
    assert set(PARTS) <= set(shipped()["$defs"])


@pytest.mark.parametrize(
    ("message", "fits"),
    [({"type": "join", "version": 3, "token": "x", "since": {"ply": 4, "digest": "0a"}}, True),
     ({"type": "join", "since": 4}, False), ({"type": "rematch", "id": "r"}, True), ({"type": "join"}, True),
     ({"type": "undo"}, True), ({"type": "play", "decision": "x", "action": "pass"}, True),
     ({"type": "play", "decision": "x", "action": {"verb": "pass"}}, True),
     ({"type": "play", "decision": "x"}, False), ({"type": "why", "action": 7}, False), ({"type": "dance"}, False)],
)  # fmt: skip
def test_the_schema_and_the_server_agree_on_what_a_client_may_say(message, fits):
    from jsonschema import Draft202012Validator

    valid = Draft202012Validator({"$ref": "#/$defs/Client", "$defs": shipped()["$defs"]})
    assert valid.is_valid(message) == fits
    if fits:
        messages.heard(json.dumps(message))
    else:
        with pytest.raises(messages.BadMessage):
            messages.heard(json.dumps(message))


def test_how_long_bots_think_is_measured_with_the_rules_of_the_table(client, monkeypatch):
    from keyflower.bots import SearchBot
    from keyflower.web import lobby

    asked: list[kf.Game] = []
    monkeypatch.setattr(lobby, "_waits", lobby._waits.__wrapped__)  # what is made up here is not kept

    def wait_in(bot: SearchBot, game: kf.Game) -> float:
        asked.append(game)
        return 10 * bot.wait if len(game.ruleset.expansions) > 1 else bot.wait

    monkeypatch.setattr(SearchBot, "wait_in", wait_in)
    slow = client.get("/api/bots?expansion=farmers&expansion=merchants").json()
    usual = client.get("/api/bots").json()
    assert [bot["wait"] for bot in slow] == [pytest.approx(10 * bot["wait"]) for bot in usual]
    assert [one.id for one in asked[0].ruleset.expansions] == ["base", "farmers", "merchants"]
    answer = client.get("/api/bots?expansion=bakers")
    assert answer.status_code == 400 and "bakers" in answer.json()["error"]


def test_the_lobby_is_told_the_bots_and_how_long_they_think(client):
    offered = client.get("/api/bots").json()
    assert [bot["name"] for bot in offered] == ["easy", "steady", "strong", "random", "greedy", "steward"]
    waits = [bot["wait"] for bot in offered]
    assert 0 < waits[0] < waits[1] < waits[2] and waits[3:] == [0, 0, 0]
    wishes: dict[str, list[dict[str, str]]] = {
        "players": [{"name": "Ann"}, *({"name": bot["name"], "bot": bot["name"]} for bot in offered[:5])]
    }
    assert client.post("/api/tables", json=wishes).status_code in (200, 201)
    wishes["players"][1]["bot"] = "stronger"
    answer = client.post("/api/tables", json=wishes)
    assert answer.status_code == 400 and "easy, steady, strong" in answer.json()["error"]

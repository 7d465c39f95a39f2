"""Clocks, bots that play for people, chat and webhooks at served tables; time is what the test says it is."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient  # only where there is a server

from keyflower.kernel.errors import SetupError  # as above
from keyflower.model.errors import KeyflowerError  # as above
from keyflower.web import Limits, Server, application, webhooks  # as above
from keyflower.web.bot_pool import BotPool  # as above
from keyflower.web.chat import REACTIONS, Remark  # as above
from keyflower.web.clocks import GRACE, AtZero, Clock  # as above
from keyflower.web.housekeeping import exported, restored  # as above
from keyflower.web.metrics import Metrics  # as above
from keyflower.web.sqlite import SqliteStore  # as above
from keyflower.web.webhooks import Allowed, NotCalled, Webhooks  # as above
from tests.support.patience import PATIENCE, until
from tests.support.web_player import PEOPLE, SITTING, Player, opened  # as above

NOON = 1_000_000.0


class Served:
    """A server whose time stands still until the test moves it."""

    def __init__(self, path: Any) -> None:  # Any: a path
        self.now = NOON
        self.calls: list[tuple[str, dict]] = []
        self.store = SqliteStore(path)
        limits = Limits(bot_pause=0, rate=10_000, burst=10_000, chat_kept=5, call_pause=0)
        self.server = Server(
            self.store,
            limits=limits,
            thinker=BotPool(0),
            webhooks="public",
            post=self.post,
            time=lambda: self.now,
        )

    async def post(self, address: str, body: bytes) -> None:
        self.calls.append((address, json.loads(body)))

    def table(self, client: TestClient, **wishes: object) -> tuple[dict, list[Player]]:
        table = opened(client, {**PEOPLE, **wishes})
        people = [Player(client, seat["link"]) for seat in table["seats"] if seat["link"]]
        for player in people:
            player.hear("table")
        return table, people

    def ring(self, client: TestClient, table: dict) -> None:
        """Let the server look at its duties, as it does every few seconds."""
        live = self.server._tables[table["table"]]
        assert client.portal is not None
        client.portal.call(live.wake)


@pytest.fixture
def served(tmp_path) -> Served:
    return Served(tmp_path / "t.sqlite3")


@pytest.fixture
def client(served) -> Iterator[TestClient]:
    with TestClient(application(served.server)) as client:
        yield client
        for player in SITTING:
            player.leave()
        SITTING.clear()


def asked(*players: Player) -> tuple[Player, Player]:
    first = next(player for player in players if player.table["decision"])
    return first, next(player for player in players if player is not first)


def refused(player: Player, **message: object) -> str:
    player.say({"id": "x", **message})
    return str(player.hear("refused")["reason"])


# ---------------------------------------------------------------------- clocks


def test_a_clock_runs_for_whoever_is_asked_and_only_after_a_person_has_acted():
    stopped: Clock = Clock.new(60, 600, AtZero.BOT, 2).at(10, {0: "a"})
    assert not stopped.due and not stopped.out(10_000)
    clock = stopped.at(20, {1: "b"}, begun=True)
    assert [*clock.since] == [0, 20] and clock.due == 80
    clock = clock.at(50, {0: "c"})
    assert [*clock.left] == [600, 570] and [*clock.since] == [50, 0]
    assert clock.out(109.9) == [] and clock.out(110) == [0]
    assert clock.at(70, {0: "c"}) == clock, "the same question: nothing begins anew"
    assert Clock.from_data(json.loads(json.dumps(clock.to_data()))) == clock


def test_the_time_of_the_game_runs_out_too_and_nothing_may_come_of_it():
    clock = Clock.new(0, 100, AtZero.BOT, 1).at(0.5, {0: "a"}, begun=True)
    assert clock.due == 100.5 and clock.out(100.5) == [0]
    gone = clock.at(500, {})
    assert gone.left == (0.0,) and gone.welcome(0).left == (GRACE,)
    assert gone.again() == Clock.new(0, 100, AtZero.BOT, 1)
    quiet = Clock.new(0, 100, AtZero.NOTHING, 1).at(1, {0: "a"}, begun=True)
    assert quiet.due == 0 and quiet.out(1_000) == []


@pytest.mark.parametrize(
    "wish", [7, {"move": -1}, {"move": 1.5}, {"game": True}, {"move": 10**9}, {"zero": "win"}, {"hour": 1}]
)
def test_a_clock_that_makes_no_sense_is_refused(client, wish):
    answer = client.post("/api/tables", json={**PEOPLE, "clock": wish})
    assert answer.status_code == 400 and answer.json()["error"]


def test_everybody_is_told_the_clocks_and_they_are_kept(served, client):
    table, people = served.table(client, clock={"move": 60, "game": 600, "zero": "bot"})
    first, other = asked(*people)
    assert first.table["clocks"]["seats"][0] == {"left": 600, "since": 0}
    assert first.raw.get("time") == NOON or first.table["clocks"]["move"] == 60
    served.now += 30
    first.play("pass")
    told = other.hear("table")
    seat = told["view"]["viewer"]
    assert told["clocks"]["seats"][seat] == {"left": 600, "since": NOON + 30}
    assert other.raw["time"] == NOON + 30
    saved = served.store.read(table["table"])
    assert saved is not None and saved.clock is not None and saved.clock.due == NOON + 90
    assert served.store.duties(3600, NOON + 89) == []
    assert served.store.duties(3600, NOON + 90) == [table["table"]]


def test_a_table_without_clocks_tells_none_and_no_time(served, client):
    _, people = served.table(client)
    assert people[0].table["clocks"] is None and "time" not in people[0].raw


def test_a_bot_takes_over_at_zero_and_the_person_comes_back(served, client):
    table, people = served.table(client, clock={"move": 60, "zero": "bot"})
    first, late = asked(*people)
    first.play("pass")
    seat = late.hear("table")["view"]["viewer"]
    served.now += 61
    served.ring(client, table)
    event = late.hear("chat")["remarks"][0]
    assert (event["seat"], event["event"]) == (seat, "time")
    first.hear("chat")
    while first.table["ply"] < 2:
        first.hear("table")
    assert first.table["seats"][seat]["stand_in"] and first.table["seats"][seat]["bot"]
    assert not late.table["decision"]
    assert "Take your seat back" in refused(late, type="play", decision="x", action="pass")
    assert "Take your seat back" in refused(late, type="undo")
    late.say({"type": "come_back", "id": "b"})
    assert late.hear("chat")["remarks"][0]["event"] == "back"
    assert late.hear("stored")["to"] == "come_back"
    assert late.table["seats"][seat]["bot"] == ""
    assert "No bot plays for you" in refused(late, type="come_back")


def test_an_answer_in_the_last_moment_counts(served, client):
    table, people = served.table(client, clock={"move": 60, "zero": "bot"})
    first, other = asked(*people)
    first.play("pass")
    other.hear("table")
    served.now += 59
    other.play("pass")
    served.now += 59
    served.ring(client, table)
    first.say({"type": "history", "id": "h"})
    first.hear("history")
    assert not any(seat["bot"] for seat in first.table["seats"])


def test_a_clock_goes_on_at_another_server(served, client, tmp_path):
    table, people = served.table(client, clock={"move": 60, "game": 900, "zero": "bot"})
    asked(*people)[0].play("pass")
    for player in people:
        player.leave()
    saved = served.store.read(table["table"])
    again = Served(tmp_path / "other.sqlite3")
    again.store.create(saved)
    again.now = NOON + 60
    with TestClient(application(again.server)) as second:
        assert second.portal is not None
        live = second.portal.call(again.server.table, table["table"])
        assert live is not None
        second.portal.call(live.wake)
        second.portal.call(until, lambda: any(seat.bot for seat in live.seats))
        assert any(seat.stand_in for seat in live.seats), "the time had run out before it began"


# ---------------------------------------------------------------------- bots that play for people


def test_those_who_remain_let_a_bot_take_over_and_only_for_somebody_who_has_left(served, client):
    players = {"players": [{"name": name} for name in ("Ann", "Bob", "Cid")]}
    _, (ann, bob, cid) = served.table(client, **players)
    assert "Cid is here" in refused(ann, type="take_over", seat=2)
    cid.leave()
    ann.hear("here")
    assert "only just left" in refused(ann, type="take_over", seat=2)
    served.now += 21
    ann.say({"type": "take_over", "seat": 2, "id": "a"})
    assert ann.hear("answer")["outcome"] == "told", "Bob is here too"
    while "asking" not in (here := bob.hear("here")):
        pass
    assert here["asking"] == {"2": [0]}
    bob.say({"type": "take_over", "seat": 2, "id": "b"})
    assert bob.hear("chat")["remarks"][0]["event"] == "away"
    assert bob.hear("answer")["outcome"] == "stored"
    assert bob.table["seats"][2]["stand_in"]
    assert "already" in refused(ann, type="take_over", seat=2)
    assert "no such seat" in refused(ann, type="take_over", seat=7)


def test_somebody_who_has_to_go_lets_a_bot_play(served, client):
    _, people = served.table(client)
    first, other = asked(*people)
    seat = first.table["view"]["viewer"]
    first.say({"type": "take_over", "seat": seat, "id": "a"})
    assert other.hear("chat")["remarks"][0] == {"number": 1, "seat": seat, "time": NOON, "event": "asked"}
    while not other.table["decision"]:
        other.hear("table")
    assert other.table["ply"] >= 1, "the bot has acted"


def test_a_spectator_neither_talks_nor_changes_seats(served, client):
    table, _ = served.table(client)
    guest = Player(client, table["spectator"])
    guest.hear("table")
    for message in ({"type": "chat", "text": "hi"}, {"type": "take_over", "seat": 0}, {"type": "come_back"}):
        assert "only players act" in refused(guest, **message)


# ---------------------------------------------------------------------- chat


def test_what_is_said_is_told_to_all_kept_and_exported_but_not_in_the_log(served, client):
    table, (ann, bob) = served.table(client)
    guest = Player(client, table["spectator"])
    guest.hear("table")
    ann.say({"type": "chat", "text": "  <b>Hello</b>\n\u202eyou ", "id": "1"})
    remark = {"number": 1, "seat": 0, "time": NOON, "text": "<b>Hello</b> you"}
    for player in (ann, bob, guest):
        assert player.hear("chat")["remarks"] == [remark]
    assert ann.hear("answer")["outcome"] == "stored"
    bob.say({"type": "chat", "reaction": REACTIONS[0]})
    assert guest.hear("chat")["remarks"][0]["reaction"] == REACTIONS[0]
    saved = served.store.read(table["table"])
    assert [one.text for one in saved.chat] == ["<b>Hello</b> you", ""]
    assert "Hello" not in saved.text
    assert restored(exported(saved)).chat == saved.chat
    again = Player(client, table["seats"][1]["link"])
    assert [one["number"] for one in again.hear("chat")["remarks"]] == [1, 2]


def test_chat_is_bounded_in_length_and_number(served, client):
    table, (ann, _) = served.table(client)
    assert "1 to 300" in refused(ann, type="chat", text="x" * 301)
    assert "1 to 300" in refused(ann, type="chat", text=" \u202e ")
    for wrong in (
        {},
        {"text": 7},
        {"text": ""},
        {"reaction": "boo"},
        {"text": "a", "reaction": REACTIONS[0]},
    ):
        assert "chat has a text" in refused(ann, type="chat", **wrong)
    for number in range(8):
        ann.say({"type": "chat", "text": f"line {number}"})
        ann.hear("stored")
    saved = served.store.read(table["table"])
    assert [one.number for one in saved.chat] == [4, 5, 6, 7, 8]
    assert served.server._tables[table["table"]]._kept.chat == saved.chat


def test_chat_costs_more_than_an_action():
    costs = Limits().costs
    assert costs["chat"] > costs["play"] and {"take_over", "come_back"} <= costs.keys()


def test_an_exported_table_with_chat_or_clocks_that_make_no_sense_is_refused(served, client):
    table, (ann, _) = served.table(client, clock={"move": 60})
    ann.say({"type": "chat", "text": "hi"})
    ann.hear("stored")
    text = exported(served.store.read(table["table"]))
    assert restored(text).clock is not None
    about, rest = text.split("\n", 1)
    clock, seats = (json.loads(about)[key] for key in ("clock", "seats"))
    for key, value in (
        ("chat", [7]),
        ("chat", [{"number": "x"}]),
        ("chat", 3),
        ("clock", "{}"),
        ("clock", "no"),
        ("clock", clock.replace('"left": [0.0', '"left": [NaN')),
        ("clock", clock.replace('"move": 60', '"move": 1e999')),
        ("seats", seats.replace('"Ann", ""', '"Ann", 5')),
        ("seats", seats.replace('"Ann", ""', '"Ann", {}')),
        ("version", 2**31),
    ):
        assert json.loads(about)[key] != value
        with pytest.raises(KeyflowerError, match="not an exported table"):
            restored(json.dumps({**json.loads(about), key: value}) + "\n" + rest)


# ---------------------------------------------------------------------- webhooks

HOOK = "https://hooks.example.org/keyflower?for=us"


def test_the_address_of_a_table_is_called_when_a_person_has_to_decide(served, client):
    table, people = served.table(client, webhook=HOOK)
    first, other = asked(*people)
    client.portal.call(until, lambda: served.calls)
    first.play("pass")
    other.hear("table")
    client.portal.call(until, lambda: len(served.calls) > 1)
    (where, opening), (_, then) = served.calls
    seats = [player.table["view"]["viewer"] for player in (first, other)]
    assert where == HOOK and opening["ply"] == 0 and then["ply"] == 1
    assert [call["seats"][0]["seat"] for call in (opening, then)] == seats
    assert then["link"] == f"/t/{table['table']}"
    secrets = [seat["link"].split("#")[1] for seat in table["seats"]]
    assert not any(secret in json.dumps(then) for secret in secrets)


def test_a_server_that_calls_nobody_says_so(tmp_path):
    server = Server(SqliteStore(tmp_path / "t.sqlite3"), thinker=BotPool(0))
    with TestClient(application(server)) as client:
        assert client.get("/api/server").json() == {"webhooks": False}
        answer = client.post("/api/tables", json={**PEOPLE, "webhook": HOOK})
        assert answer.status_code == 400 and "calls no addresses" in answer.json()["error"]


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "https://", "//example.org", "https://a@b/",
        "http://x:99999/", "http://127.0.0.1/", "http://[::1]/", "http://10.0.0.8:80/", "http://192.168.1.1/",
        "http://169.254.169.254/latest", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://224.0.0.1/",
        "http://100.64.0.1/", "http://[fd00::1]/", "http://[fec0::1]/", "https://x.org/" + "a" * 500,
        "https://x.org/a b", "https://x.org/\n",
        7, ["https://x.org"],
    ],
)  # fmt: skip
def test_only_public_addresses_of_the_web_are_called(address):
    with pytest.raises(SetupError):
        webhooks.wished(address, Allowed.PUBLIC)


def test_an_operator_may_allow_the_own_network():
    assert webhooks.wished("http://127.0.0.1:9/x", Allowed.ALL) == "http://127.0.0.1:9/x"
    assert webhooks.wished(HOOK, Allowed.PUBLIC) == HOOK and webhooks.wished("", Allowed.NONE) == ""


class Receiver:
    """A web server in the same process, which answers what it is told to."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = [*answers]
        self.heard: list[bytes] = []

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/in?x=1"

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        self.heard.append(head + await reader.readexactly(length))
        writer.write(self.answers.pop(0))
        await writer.drain()
        writer.close()


OK, AWAY, BROKEN = (
    b"HTTP/1.1 204 No Content\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n",
    b"hello\r\n",
)


def test_a_call_is_one_post_and_follows_nothing():
    async def run() -> None:
        receiver = Receiver(OK, AWAY, BROKEN)
        async with receiver as address:
            post = webhooks.posting(Allowed.ALL, 5)
            await post(address, b'{"a":1}')
            for _ in range(2):
                with pytest.raises(NotCalled):
                    await post(address, b"{}")
            with pytest.raises(NotCalled, match="own network"):
                await webhooks.posting(Allowed.PUBLIC, 5)(address.replace("127.0.0.1", "localhost"), b"{}")
        assert receiver.heard[0].startswith(b"POST /in?x=1 HTTP/1.1\r\n") and len(receiver.heard) == 3
        assert receiver.heard[0].endswith(b'\r\n\r\n{"a":1}')

    asyncio.run(run())


def test_names_that_nobody_looks_up_hold_up_nothing_else(monkeypatch):
    free, answered = Event(), []

    def slow(*_: object, **__: object) -> list[object]:
        answered.append(free.wait(60))
        return []

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        post = webhooks.posting(Allowed.PUBLIC, PATIENCE)
        calls = [asyncio.ensure_future(post(HOOK, b"{}")) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.to_thread(free.set)  # as tables are opened
        assert all(
            isinstance(done, NotCalled) for done in await asyncio.gather(*calls, return_exceptions=True)
        )

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    asyncio.run(run())
    assert answered == [True, True]


def test_certificates_are_read_once_and_not_where_tables_are_played(monkeypatch):
    readers, read = [], ssl.create_default_context

    def noted() -> ssl.SSLContext:
        readers.append(current_thread())
        return read()

    async def run() -> None:
        for _ in range(2):
            with pytest.raises(OSError):  # nobody is there
                await webhooks.posting(Allowed.ALL, PATIENCE)("https://127.0.0.1:1/", b"{}")

    monkeypatch.setattr(ssl, "create_default_context", noted)
    webhooks._certificates.cache_clear()
    asyncio.run(run())
    assert len(readers) == 1 and main_thread() not in readers


def test_whoever_answers_slowly_is_called_rarely(monkeypatch):
    now, slept = [0.0], []

    async def post(address: str, body: bytes) -> None:
        now[0] += float(body)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def run() -> None:
        calls = Webhooks(Allowed.ALL, Limits(), Metrics(), post=post, clock=lambda: now[0])
        monkeypatch.setattr(webhooks, "compact", lambda news: str(news["seconds"]))
        monkeypatch.setattr(asyncio, "sleep", sleep)
        for seconds in (0.1, 9):
            calls.call("one", "http://x", {"seconds": seconds})
            await asyncio.gather(*calls._callers.values())

    asyncio.run(run())
    assert slept == [5, 90]


def test_a_call_that_fails_is_tried_again_and_given_up_and_the_newest_counts():
    async def run() -> None:
        made: list[bytes] = []
        ready = asyncio.Event()

        async def post(address: str, body: bytes) -> None:
            made.append(body)
            await ready.wait()
            raise NotCalled("no")

        metrics = Metrics()
        limits = Limits(call_again=(0, 0), call_pause=0, calls=1)
        calls = Webhooks(Allowed.ALL, limits, metrics, post=post)
        calls.call("one", "http://x", {"n": 1})
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for number in (2, 3):
            calls.call("one", "http://x", {"n": number})
        calls.call("two", "http://x", {"n": 4})
        ready.set()
        while calls.length:
            await asyncio.sleep(0)
        assert made == [b'{"n":1}', b'{"n":3}', b'{"n":3}']
        assert metrics.calls.total(outcome="dropped") == 1 and metrics.calls.total(outcome="given up") == 1

    asyncio.run(run())


def test_remarks_are_kept_as_lines():
    remark = Remark(3, 1, 12, "«ї»")
    assert Remark.from_line(remark.line()) == remark

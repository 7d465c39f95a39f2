"""What strangers and clients may ask of a server, how often, and how it answers what is too much or makes no sense."""

import base64
import json
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import EntryPoint
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from keyflower.facade import registry
from keyflower.web import main, windows
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Gate, Limits, Newcomers, household_of
from keyflower.web.main import serve
from keyflower.web.patient_http import patient
from keyflower.web.security import Security, own_names
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from tests.support.patience import PATIENCE, until
from tests.support.web_player import PEOPLE, Player, opened
from tests.support.web_server import everybody_leaves, served


@pytest.fixture
def path(tmp_path):
    return tmp_path / "t.sqlite3"


@pytest.fixture
def client(path) -> Iterator[TestClient]:
    _, client = served(path)
    with client:
        yield client
        everybody_leaves()


# ---------------------------------------------------------------------- windows and floods


def test_spectators_never_keep_a_seat_out(path):
    _, client = served(path, watchers=3)
    with client:
        table = opened(client)
        for _ in range(3):
            Player(client, table["spectator"]).hear("table")
        late = Player(client, table["spectator"])
        told = late.hear("wait")
        assert told["again"] > 0 and told["reason"]
        Player(client, table["seats"][1]["link"]).hear("table")
        everybody_leaves()


def test_a_seat_never_keeps_itself_out(path):
    _, client = served(path, seat_windows=2)
    with client:
        link = opened(client)["seats"][0]["link"]
        windows = [Player(client, link) for _ in range(3)]
        for window in windows[1:]:
            window.hear("table")
        assert "too many windows" in windows[0].hear("refused")["reason"]
        everybody_leaves()


def test_what_is_over_is_answered_with_the_time_to_try_again(path):
    now = [0.0]
    gate = Gate(Limits(rate=1, burst=4, household=2, strangers=1), lambda: now[0])
    first, second, third = gate.window(), gate.window(), gate.window()
    assert gate.message(first, "a", "speak", seated=True) is None
    over = gate.message(first, "a", "play", seated=True)
    assert over is not None and (over.reason, over.again) == ("window", 1)
    assert gate.message(second, "a", "speak", seated=True) is None
    over = gate.message(third, "a", "play", seated=True)
    assert over is not None and (over.reason, over.again) == ("address", 0.5)
    assert gate.message(gate.window(), "b", "speak", seated=False) is None
    over = gate.message(gate.window(), "c", "why", seated=False)
    assert over is not None and over.reason == "strangers"
    assert gate.message(gate.window(), "d", "play", seated=True) is None, "seats do not pay for strangers"
    now[0] = 4
    assert gate.message(first, "a", "play", seated=True) is None


def test_a_window_that_asks_too_much_hears_so_and_may_go_on(path):
    server, client = served(path, rate=20, burst=10)
    now = [0.0]
    server.gate._clock = lambda: now[0]
    with client:
        ann = Player(client, opened(client)["seats"][0]["link"])
        ann.hear("table")
        for number in range(8):
            ann.say({"type": "why", "action": "pass", "id": str(number)})
        answers = [ann.hear("told", "refused") for _ in range(8)]
        assert [answer["outcome"] for answer in answers] == ["told"] * 6 + ["refused"] * 2
        assert (answers[-1]["code"], answers[-1]["again"]) == ("busy", 1)
        now[0] = 1
        ann.say({"type": "why", "action": "pass", "id": "last"})
        assert ann.hear("told", "refused")["outcome"] == "told"
        everybody_leaves()


def test_connections_of_one_address_are_counted():
    gate = Gate(Limits(address_windows=2))
    assert gate.come("a") is None and gate.come("a") is None
    over = gate.come("a")
    assert over is not None and over.reason == "address windows"
    assert gate.come("b") is None
    gate.go("a")
    assert gate.come("a") is None


def test_whoever_is_silent_makes_room_for_whoever_speaks():
    newcomers, ended = Newcomers(4), list[str]()
    ends = {name: partial(ended.append, name) for name in ("a1", "b1", "a2", "a3", "c1", "b2", "c2")}
    for name, end in ends.items():
        newcomers.come(name[0], end)
    assert ended == ["a1", "a2", "b1"], "the oldest of whoever has the most"
    newcomers.known("a", ends["a1"])
    assert len(newcomers) == 4
    newcomers.known("c", ends["c1"])
    newcomers.come("d", ends["a1"])
    assert len(ended) == 3 and len(newcomers) == 4


def test_silent_sockets_of_many_addresses_keep_nobody_out(path):
    _, client = served(path, silent=3)
    with client:
        table = opened(client)
        with ExitStack() as stack:
            address = f"/api/tables/{table['table']}/socket"
            silent = [stack.enter_context(client.websocket_connect(address)) for _ in range(5)]
            Player(client, table["seats"][0]["link"]).hear("table")
            for line in silent[:2]:
                told = json.loads(line.receive_text())
                assert told["type"] == "wait" and told["again"] > 0
            everybody_leaves()


def test_tables_are_counted_by_address_and_together():
    gate = Gate(Limits(address_tables=0, address_tables_burst=2, tables=0, tables_burst=3))
    reasons = [getattr(gate.opening(who), "reason", "") for who in "aaabc"]
    assert reasons == ["", "", "tables of an address", "", "tables"]
    assert household_of("::ffff:10.0.0.1") == "10.0.0.1" and household_of("unix") == "unix"
    assert household_of("10.0.0.1:4711") == "10.0.0.1", "a port, as some proxies add it, makes no new address"
    assert household_of("[2001:db8:1:2::1]:4711") == household_of("2001:db8:1:2::9")


def test_bytes_are_no_message_and_close_nothing(client):
    table = opened(client)
    ann = Player(client, table["seats"][0]["link"])
    ann.hear("table")
    ann.socket.send_bytes(b"\x00\xff")
    assert ann.hear("refused")["to"] == "message"
    ann.say({"type": "why", "action": "pass"})
    ann.hear("told", "refused")


# ---------------------------------------------------------------------- requests


@pytest.mark.parametrize(
    "origin", ["http://[", "null", "http://evil.example", "http://testserver@evil.example"]
)
def test_strange_origins_are_refused_in_words(client, origin):
    answer = client.post("/api/tables", json=PEOPLE, headers={"origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "address", ["/static/" + "x" * 300, "/static/%00", "/static/..%2Fserver.py", "/t/x/", "/api/tables/"]
)
def test_strange_paths_are_not_found_and_lead_nowhere(client, address):
    answer = client.get(address, headers={"host": "evil.example"}, follow_redirects=False)
    assert answer.status_code == 404 and "location" not in answer.headers


def test_the_database_is_not_asked_for_names_that_no_table_has(path):
    server, client = served(path)
    server.desk = cast(Any, None)  # whoever asks it fails
    with ExitStack() as stack:
        ask = stack.enter_context(pytest.MonkeyPatch.context())
        ask.setattr(server, "start", nothing)
        ask.setattr(server, "stop", nothing)
        stack.enter_context(client)
        for strange in ("%00" * 16, "%ff" * 16, "x" * 15, "x" * 65, "'" * 16, "x%0a" + "x" * 16):
            assert client.get(f"/api/tables/{strange}").status_code == 404
        assert client.get("/rules/%00/sprite.svg").status_code == 404


async def nothing():
    pass


def test_the_lobby_offers_what_can_be_played_although_an_installed_expansion_is_broken(client, monkeypatch):
    broken = EntryPoint("broken", "no_such_module:X", registry.GROUP)
    monkeypatch.setattr(registry, "_entry_points", lambda: (broken,))
    answer = client.get("/api/expansions")
    assert answer.status_code == 200
    assert [one["name"] for one in answer.json()] == ["base", "farmers", "merchants"]
    wishes = {**PEOPLE, "expansions": ["broken"]}
    assert "cannot be loaded" in client.post("/api/tables", json=wishes).json()["error"]
    opened(client, {**PEOPLE, "expansions": ["farmers"]})


def test_every_answer_has_safe_headers_and_secret_links_are_not_stored(client):
    for answer in (
        client.post("/api/tables", json=PEOPLE),
        client.post("/api/tables", content=b"{"),
        client.get("/nothing"),
        client.get("/api/bots"),
        client.get("/"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert client.post("/api/tables", json=PEOPLE).headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in client.get("/").headers


def test_even_an_error_of_the_server_is_answered_with_safe_headers_and_in_words(path, monkeypatch):
    server, client = served(path)

    async def broken(name: str) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(server, "fresh", broken)
    client = TestClient(client.app, raise_server_exceptions=False)
    with client:
        answer = client.get("/api/tables/0123456789abcdef0123")
    assert answer.status_code == 500
    assert answer.json() == {"error": "the server could not answer; what went wrong is in its log"}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_pictures_are_asked_for_again_by_their_content(client):
    ann = Player(client, opened(client)["seats"][0]["link"])
    rules = ann.hear("table")["rules"]
    tiles = client.get(f"/rules/{rules}/tiles.json")
    assert tiles.headers["cache-control"] == "no-cache"
    again = client.get(f"/rules/{rules}/tiles.json", headers={"if-none-match": tiles.headers["etag"]})
    assert again.status_code == 304


def test_rules_are_found_by_a_server_that_has_never_seen_the_table(path):
    _, client = served(path)
    with client:
        ann = Player(client, opened(client, {**PEOPLE, "expansions": ["farmers"]})["seats"][0]["link"])
        rules = ann.hear("table")["rules"]
        everybody_leaves()
    _, other = served(path)
    with other:
        assert "farmers" in other.get(f"/rules/{rules}/tiles.json").text
        assert other.get("/rules/0123456789abcdef/tiles.json").status_code == 404


def test_rules_of_a_table_that_is_damaged_are_read_from_another_one(path):
    _, client = served(path)
    with client:
        tables = [opened(client)["table"] for _ in range(2)]
        rules = client.get(f"/api/tables/{tables[0]}").json()["rules"]
    for damaged, header in ((tables[:1], "{}"), (tables, "[]")):
        with sqlite3.connect(path) as database:
            for table in damaged:
                database.execute("UPDATE keyflower_tables SET header = ? WHERE id = ?", (header, table))
        _, client = served(path)
        with client:
            assert client.get(f"/api/tables/{tables[0]}").status_code == 409
            found = client.get(f"/rules/{rules}/tiles.json")
            assert found.status_code == (409 if header == "[]" else 200), found.text


def test_pages_are_counted_by_address_only(path):
    _, client = served(path, rate=0, burst=2, household=1, strangers=0)
    with client:
        codes = [client.get("/").status_code for _ in range(9)]
        assert codes == [200] * 8 + [429], "what strangers have used up does not count"


def test_whoever_connects_again_and_again_is_counted_by_address(path, monkeypatch):
    monkeypatch.setattr(windows, "_AGAIN", 0)
    server, client = served(path, rate=0, burst=12, household=1)
    with client:
        table = opened(client)
        for _ in range(2):  # connecting counts 1, saying join 4
            Player(client, table["seats"][0]["link"]).hear("table")
        with ExitStack() as stack:
            address = f"/api/tables/{table['table']}/socket"
            lines = [stack.enter_context(client.websocket_connect(address)) for _ in range(3)]
            told = json.loads(lines[2].receive_text())
            assert told["type"] == "wait" and told["again"] > 0
        assert server.metrics.refused.total(reason="address") == 1
        everybody_leaves()


def test_every_kind_of_message_has_a_cost():
    assert {*messages.KINDS} <= {*Limits().costs}


def test_only_own_names_are_answered(path):
    security = Security(hosts=own_names("127.0.0.1", ["https://keyflower.example"]))
    server = Server(SqliteStore(path), thinker=BotPool(0), security=security)
    with TestClient(application(server)) as client:
        for host, status in (
            ("localhost:8017", 200),
            ("127.0.0.1", 200),
            ("[::1]:8017", 200),
            ("keyflower.example", 200),
            ("evil.example", 421),
            ("", 421),
        ):
            assert client.get("/api/bots", headers={"host": host}).status_code == status, host
            assert client.get("/health", headers={"host": host}).status_code == 200, "proxies ask by any name"
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/api/tables/x/socket", headers={"host": "evil.example"}) as socket,
        ):
            socket.receive_text()


def test_tables_are_opened_with_the_password(path):
    security = Security(password="let me in", open_to_all=False)
    server = Server(SqliteStore(path), limits=Limits(passwords=3), thinker=BotPool(0), security=security)

    def said(password: str) -> dict[str, str]:
        return {"authorization": "Basic " + base64.b64encode(f"x:{password}".encode()).decode()}

    with TestClient(application(server)) as client:
        answer = client.post("/api/tables", json=PEOPLE)
        assert answer.status_code == 401 and "Basic" in answer.headers["www-authenticate"]
        assert client.post("/api/tables", json=PEOPLE, headers=said("let me in")).status_code == 201
        codes = [client.post("/api/tables", json=PEOPLE, headers=said("guess")).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        answer = client.post("/api/tables", json=PEOPLE, headers=said("let me in"))
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
        assert (
            client.post("/api/tables", json=PEOPLE, headers={"authorization": "Basic ?"}).status_code == 429
        )


def test_an_address_is_believed_from_a_header_only_if_told_so():
    from starlette.datastructures import Headers

    scope = {"client": ("10.0.0.9", 5)}
    headers = Headers({"x-forwarded-for": "6.6.6.6, 203.0.113.7"})
    assert Security().household(scope, headers) == "10.0.0.9"
    assert Security(proxy="x-forwarded-for").household(scope, headers) == "203.0.113.7"
    assert Security(proxy="x-forwarded-for").household(scope, Headers({})) == "10.0.0.9"
    lines = Headers(raw=[(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"203.0.113.7")])
    assert Security(proxy="x-forwarded-for").household(scope, lines) == "203.0.113.7", "the proxy's own line"


# ---------------------------------------------------------------------- new links


def test_a_new_link_closes_the_old_one(client):
    table = opened(client)
    old = table["seats"][0]["link"]
    ann, again = Player(client, old), Player(client, old)
    ann.hear("table")
    again.hear("table")
    ann.say({"type": "new_link", "id": "n"})
    told = ann.hear("stored")
    assert told["to"] == "new_link" and told["link"].startswith(f"/t/{table['table']}#")
    with pytest.raises(WebSocketDisconnect):
        while True:
            again.hear("table")
    stranger = Player(client, old)
    assert "does not belong to a seat" in stranger.hear("refused")["reason"]
    assert Player(client, told["link"]).hear("table")["view"]["viewer"] == 0
    watching = Player(client, table["spectator"])
    watching.say({"type": "new_link"})
    assert "watching" in watching.hear("refused")["reason"]


# ---------------------------------------------------------------------- clients that leave or say nothing


def test_a_client_that_leaves_during_a_post_opens_nothing_and_breaks_nothing(client, path):
    heard = iter(
        [{"type": "http.request", "body": b'{"players": [', "more_body": True}, {"type": "http.disconnect"}]
    )
    sent = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/tables",
        "raw_path": b"/api/tables",
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"content-length", b"400")],
        "client": ("127.0.0.1", 5),
        "server": ("testserver", 80),
        "scheme": "http",
    }

    async def receive():
        return next(heard)

    async def send(message):
        sent.append(message)

    client.portal.call(client.app, scope, receive, send)  # raises nothing
    assert next(heard, None) is None, "it was read to where the client left"
    assert [message["status"] for message in sent if message["type"] == "http.response.start"] == [400]
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT COUNT(*) FROM keyflower_tables").fetchone() == (0,)
    opened(client)


@contextmanager
def real_server(answer, http: type[H11Protocol]) -> Iterator[tuple[socket.socket, Callable[[], None]]]:
    """A real server at a port, and what starts it: whoever connects before that is there when it begins."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        answer, http=http, lifespan="off", log_config=None, timeout_keep_alive=int(PATIENCE)
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    with listening:
        yield listening, thread.start
        server.should_exit = True
        thread.join()


async def fine(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_connections_that_never_finish_a_request_are_closed(said):
    with real_server(fine, patient(0.1, 3)) as (listening, start):
        start()
        with socket.create_connection(listening.getsockname(), timeout=PATIENCE) as line:
            line.sendall(said)
            assert line.recv(1000) == b"", "the server ends it, and says nothing"


def test_connections_that_say_nothing_make_room():
    with real_server(fine, patient(PATIENCE, 3)) as (listening, start), ExitStack() as stack:
        start()
        lines = [
            stack.enter_context(socket.create_connection(listening.getsockname(), timeout=PATIENCE))
            for _ in range(4)
        ]
        assert lines[0].recv(1000) == b"", "the oldest one"
        for asked in lines[1:]:
            asked.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert asked.recv(1000).startswith(b"HTTP/1.1 200")


def test_a_client_that_never_reads_its_answer_is_cut_off():
    gone = Event()

    class Watched(patient(0.1, 3)):  # type: ignore[misc]  # made by a function
        def connection_lost(self, exc):
            super().connection_lost(exc)
            gone.set()

    async def long(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 20_000_000})

    with real_server(long, Watched) as (listening, start):
        start()
        with socket.create_connection(listening.getsockname(), timeout=PATIENCE) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert gone.wait(PATIENCE)


@pytest.mark.parametrize(
    ("unread", "done", "ended"),
    [
        ([9_000, 7_000, 5_000, 0], True, "close"),
        ([9_000, 8_500], False, "abort"),
        ([9_000, 9_000], True, "abort"),
        ([9_000, 0, 20_000], False, ""),  # the next answer
    ],
)
def test_slow_readers_are_told_from_those_that_do_not_read(unread, done, ended):
    kind, ends, looks = patient(1, 3), list[str](), list[object]()
    line: Any = kind.__new__(kind)  # Any: only as much of a connection as it looks at
    line.transport = SimpleNamespace(
        get_protocol=lambda: line,
        get_write_buffer_size=partial(next, iter(unread)),
        is_closing=lambda: bool(ends),
        close=lambda: ends.append("close"),
        abort=lambda: ends.append("abort"),
    )
    line.cycle = SimpleNamespace(response_complete=done)
    line.loop = SimpleNamespace(call_later=lambda _, look: looks.append(look))
    line._unread = 0
    for number in range(len(unread)):
        line._look()
        assert bool(looks) == (number + 1 < len(unread) or not ended), "it looks again unless it has ended it"
        looks.clear()
    assert ends == ([ended] if ended else [])


def test_a_request_that_is_being_answered_is_not_cut_off():
    looks = 0

    class Counted(patient(0.02, 3)):  # type: ignore[misc]  # made by a function
        def _look(self):
            nonlocal looks
            looks += 1
            super()._look()

    async def slow(scope, receive, send):
        await until(lambda: looks > 1)
        await fine(scope, receive, send)

    with real_server(slow, Counted) as (listening, start):
        with socket.create_connection(listening.getsockname(), timeout=PATIENCE) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")  # it is there when the server looks first
            start()
            told = b""
            while part := line.recv(1000):  # the end comes when nothing else is asked
                told += part
        assert told.startswith(b"HTTP/1.1 200") and told.endswith(b"ok")


class Arrived(Exception):
    """Somebody has reached the server."""


def test_whoever_comes_as_soon_as_the_address_is_told_is_not_turned_away(path):
    def say(text):
        if ":" in text and text.startswith("Open"):
            socket.create_connection(("127.0.0.1", int(text.rpartition(":")[2]))).close()
            raise Arrived

    with pytest.raises(Arrived):
        serve(host="127.0.0.1", port=0, database=str(path), say=say)


@pytest.mark.parametrize(
    ("how", "anybody", "said"),
    [
        ({"host": "127.0.0.1"}, True, ""),
        ({"host": "127.0.0.1", "proxy": "x-forwarded-for"}, False, "needs this password"),
        ({"host": "127.0.0.1", "origins": ["https://example.org"]}, False, "needs this password"),
        ({"host": "127.0.0.1", "origins": ["http://localhost:3000"]}, True, ""),
        ({"host": "127.0.0.1", "proxy": "forwarded", "open_to_all": True}, True, "Everybody who reaches"),
        ({"host": "0.0.0.0"}, False, "needs this password"),
        ({"host": "0.0.0.0", "password": "mine"}, False, ""),
        ({"host": "0.0.0.0", "open_to_all": True}, True, "Everybody who reaches"),
    ],
)
def test_only_on_this_machine_are_tables_opened_without_being_asked(path, monkeypatch, how, anybody, said):
    kept, texts = list[Security](), list[str]()

    def remembered(*args, security, **more):
        kept.append(security)
        return Server(*args, security=security, **more)

    def say(text):
        texts.append(str(text))
        if "Ctrl-C" in text:
            raise Arrived

    monkeypatch.setattr(main, "Server", remembered)
    with pytest.raises(Arrived):
        serve(**how, port=0, database=str(path), say=say)
    (security,) = kept
    assert security.open_to_all is anybody
    assert bool(security.password) is not anybody
    told = [text for text in texts if "password" in text or "Everybody" in text]
    assert bool(told) is bool(said) and said in "".join(told)
    assert "mine" not in "".join(texts)


def test_a_guided_game_has_always_the_same_deal_and_is_for_one_person(client):
    alone = [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]
    dealt = []
    for _ in range(2):
        told = opened(client, {"players": alone, "guided": True})
        player = Player(client, told["seats"][0]["link"])
        player.hear("table")
        assert player.table["decision"], "the learner begins"
        dealt.append(player.table["view"]["state"])
    assert dealt[0] == dealt[1]
    for wrong in ({"players": PEOPLE["players"], "guided": True}, {"players": alone, "guided": "yes"}):
        assert "guided" in client.post("/api/tables", json=wrong).json()["error"]

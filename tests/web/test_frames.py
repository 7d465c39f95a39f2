"""A whole game over a real socket: every message, in both directions, fits the composed schema of its table."""

import asyncio
import json
import socket
import threading
import time
import urllib.request
from contextlib import ExitStack
from itertools import cycle
from random import Random

import pytest

from keyflower.web import ClientTable
from tests.support.patience import PATIENCE
from tests.support.toy import installed

jsonschema = pytest.importorskip("jsonschema", reason="messages are checked by jsonschema")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs uvicorn")

RULES = ["farmers", "merchants", "lanterns"]
SAID = {
    "join", "play", "why", "undo", "rematch", "new_link", "speak", "history", "moment", "log", "review", "play_on",
    "hint",
}  # fmt: skip
TOLD = {"table", "change", "answer", "here", "wait", "history", "moment", "log", "review"}


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture
def address(tmp_path, toy, monkeypatch):
    """A server on a port of its own, at which nobody but those who play may look on."""
    from keyflower.web import table_review, write_queue
    from keyflower.web.bot_pool import BotPool
    from keyflower.web.limits import Limits
    from keyflower.web.server import Server, application
    from keyflower.web.sqlite import SqliteStore

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    limits = Limits(bot_pause=0, rate=100_000, burst=100_000, watchers=0, patience=PATIENCE)
    monkeypatch.setattr(write_queue, "_PATIENCE", PATIENCE)
    for name, number in (("DEALS", 2), ("CANDIDATES", 1)):  # these rules are not compiled
        monkeypatch.setattr(table_review, name, number)
    server = Server(SqliteStore(tmp_path / "t.sqlite3"), limits=limits, thinker=BotPool(0))
    running = uvicorn.Server(
        uvicorn.Config(application(server), log_level="error", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=lambda: asyncio.run(running.serve(sockets=[listening])), daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.02)
    yield f"127.0.0.1:{listening.getsockname()[1]}"
    running.should_exit = True
    thread.join(timeout=PATIENCE)


class Frames:
    """Checks every message by the schema that the server gives out for the table, and notes which kinds it met."""

    def __init__(self, address: str, rules: str) -> None:
        with urllib.request.urlopen(f"http://{address}/rules/{rules}/schema.json") as answer:
            definitions = json.load(answer)["$defs"]
        self._checks = {
            side: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": definitions})
            for side in ("Client", "Server")
        }
        self.met: dict[str, set[str]] = {"Client": set(), "Server": set()}
        self.number = 0

    def check(self, side: str, message: dict) -> None:
        self.number += 1
        self.met[side].add(message["type"])
        error = next(self._checks[side].iter_errors(message), None)
        assert error is None, f"{message['type']} at {error.json_path}: {error.message[:600]}"


class Window:
    """The window of a seat, or of somebody who looks on."""

    def __init__(self, address: str, link: str) -> None:
        from websockets.sync.client import connect

        path, _, self.token = link.partition("#")
        where = f"ws://{address}/api/tables/{path.rsplit('/', 1)[1]}/socket"
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(connect(where, max_size=None, open_timeout=PATIENCE))
        self.known = ClientTable()
        self.frames: Frames | None = None
        self._unchecked: list[tuple[str, dict]] = []

    def check_with(self, frames: Frames) -> None:
        """Check what was said and told before the schema was known, and all that follows."""
        self.frames = frames
        for side, message in self._unchecked:
            frames.check(side, message)

    def _note(self, side: str, message: dict) -> None:
        if self.frames is None:
            self._unchecked.append((side, message))
        else:
            self.frames.check(side, message)

    def say(self, **message: object) -> None:
        self._note("Client", message)
        self._socket.send(json.dumps(message))

    def hear(self, *wanted: str) -> dict:
        """Wait for a message of one of these types; a table that stands differently is remembered."""
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            self._note("Server", message)
            if message["type"] in ("table", "change"):
                self.known = self.known.heard(message)
            if message["type"] in wanted:
                return message
            assert message["type"] != "answer", f"{wanted} was expected: {message}"

    def join(self) -> None:
        self.say(type="join", version=3, token=self.token, language="uk")
        self.hear("table")

    def until(self, ply: int) -> None:
        """Hear on until the table stands at a ply."""
        while self.known.ply != ply:
            self.hear("table", "change")

    def leave(self) -> None:
        self._stack.close()


def actions_in(choices):
    """Every action of a tree of choices."""
    for choice in choices:
        if "action" in choice:
            yield choice["action"]
        yield from actions_in(choice.get("choices", ()))


def opened(address: str, players: int) -> list[str]:
    wishes = {"players": [{"name": name} for name in ("Ann", "Bob", "Cid")[:players]], "expansions": RULES}
    request = urllib.request.Request(
        f"http://{address}/api/tables", json.dumps(wishes).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return [seat["link"] for seat in json.load(answer)["seats"]]


def ask(window: Window, what: str) -> dict:
    """Say something besides an answer to the open question, and return the answer."""
    match what:
        case "why":
            window.say(
                type="why", action={"verb": "exchange", "contract": "contract_golds", "piece": "gold"}, id="w"
            )
        case "speak":
            window.say(type="speak", language="pl")
            return window.hear("table")
        case "history" | "log":
            window.say(type=what, id="h")
            return window.hear(what)
        case "moment":
            window.say(type="moment", ply=window.known.ply // 2, id="m")
            return window.hear("moment")
        case "review":
            window.say(type="review", id="r")  # answered at once: moments are told as they are reviewed
            return window.hear("review")
        case "play_on":
            window.say(type="play_on", ply=0, id="o")
        case "stale":
            window.say(type="play", decision="nothing", action="pass", id="s")
        case _:
            window.say(type=what, id=what)
    return window.hear("answer")


def test_every_message_of_a_whole_game_fits_the_schema_of_its_table(address):
    rng = Random(4)
    links = opened(address, 2)
    windows = [Window(address, link) for link in links]
    for window in windows:
        window.join()
    frames = Frames(address, windows[0].known.table["rules"])
    for window in windows:
        window.check_with(frames)
    onlooker = Window(address, links[0].partition("#")[0])
    onlooker.check_with(frames)
    onlooker.say(type="join", version=3)
    onlooker.hear("wait")
    moves = 0
    others = cycle(
        (
            "why",
            "undo",
            "speak",
            "history",
            "moment",
            "log",
            "play_on",
            "new_link",
            "rematch",
            "stale",
            "hint",
        )
    )
    while any(window.known.decision for window in windows):
        window = rng.choice([one for one in windows if one.known.decision])
        if moves % 5 == 4:
            answer = ask(window, next(others))
            if answer.get("to") == "undo" and answer["outcome"] == "stored":
                for one in windows:
                    one.until(answer["ply"])
        asked = window.known.decision
        if asked is None:  # it has just been taken back
            continue
        action = rng.choice([*actions_in(asked["choices"])])
        window.say(type="play", decision=asked["id"], action=action, id="p")
        answer = window.hear("answer")
        assert answer["outcome"] == "stored" or answer.get("code") == "stale", answer
        moves += 1
        if answer["outcome"] == "stored":
            for one in windows:
                one.until(answer["ply"])
        assert moves < 3_000
    for what in ("rematch", "history", "moment", "log", "review", "play_on"):
        ask(windows[0], what)
    for window in windows:
        window.leave()
    assert frames.met == {"Client": SAID, "Server": TOLD}
    assert moves > 60 and frames.number > 3 * moves

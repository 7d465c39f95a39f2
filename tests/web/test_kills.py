"""Law 11: what has been told is never lost, whenever the process is killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from keyflower.web import ClientTable
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def killed(path: Path, rounds: int, seed: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.kill_server", str(path), str(rounds), str(seed)],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def test_a_killed_server_comes_back_at_what_it_told_last(tmp_path):
    assert killed(tmp_path / "t.sqlite3", 25, 3).endswith("none lost\n")


@pytest.mark.nightly
@pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") != "nightly", reason="runs only under HYPOTHESIS_PROFILE=nightly"
)
def test_a_server_killed_hundreds_of_times_loses_nothing(tmp_path):
    assert "killed 500 times" in killed(tmp_path / "t.sqlite3", 500, 4)


class Process:
    """`keyflower serve` in a process of its own."""

    def __init__(self, path: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "keyflower", "serve", "--lobby", "--no-browser"]
        self._process = subprocess.Popen(
            [*command, "--port", str(port), "--db", str(path)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = ""
        while not line.startswith("Open http"):
            line = self._process.stdout.readline()
            assert line, "the server ended before it was ready"
        self.port = int(line.strip().rpartition(":")[2])

    def stop(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def first_action(choices: list[dict]) -> str:
    """Return the first action that a tree of choices leads to."""
    while "action" not in choices[0]:
        choices = choices[0]["choices"]
    return choices[0]["action"]


def joined(port: int, link: str, stack: ExitStack):
    """Return the socket of a seat and what it is told first."""
    from websockets.sync.client import connect

    path, _, token = link.partition("#")
    while True:
        try:
            link_to = f"ws://127.0.0.1:{port}/api/tables/{path.rsplit('/', 1)[1]}/socket"
            connection = stack.enter_context(connect(link_to, max_size=None, open_timeout=PATIENCE))
            break
        except OSError:
            time.sleep(0.1)
    connection.send(json.dumps({"type": "join", "token": token}))
    return connection, heard(connection, ClientTable())


def heard(connection, known: ClientTable) -> ClientTable:
    """Return how the table stands after the next message that says so."""
    while True:
        message = json.loads(connection.recv(timeout=PATIENCE))
        if message["type"] in ("table", "change"):
            return known.heard(message)


def test_a_real_server_killed_between_and_during_moves_comes_back(tmp_path):
    path, rng = tmp_path / "t.sqlite3", random.Random(5)
    server = Process(path)
    body = json.dumps({"players": [{"name": "Ann"}, {"name": "Bob"}]}).encode()
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/tables", body) as answer:
                links = [seat["link"] for seat in json.load(answer)["seats"]]
            break
        except OSError:
            time.sleep(0.1)
    told = 0
    for _ in range(4):
        stack = ExitStack()
        seats = [joined(server.port, link, stack) for link in links]
        assert all(known.ply in (told, told + 1) for _, known in seats), "an action that was told is gone"
        for _ in range(rng.randrange(1, 4)):
            mover = next(number for number, (_, known) in enumerate(seats) if known.decision)
            asked = seats[mover][1].decision
            action = first_action(asked["choices"][::-1])
            seats[mover][0].send(json.dumps({"type": "play", "decision": asked["id"], "action": action}))
            seats = [(connection, heard(connection, known)) for connection, known in seats]
            told = seats[0][1].ply
        server.stop()
        mover = next(number for number, (_, known) in enumerate(seats) if known.decision)
        asked = seats[mover][1].decision
        action = first_action(asked["choices"][::-1])
        seats[mover][0].send(json.dumps({"type": "play", "decision": asked["id"], "action": action}))
        server.go_on()
        time.sleep(rng.uniform(0, 0.01))
        server.kill()  # perhaps before, perhaps while, perhaps after it is written
        stack.close()
        server = Process(path)
    server.kill()

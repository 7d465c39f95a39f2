"""Load on a server of tables: ``python -m benchmarks.serving [--tables 1000] [--moves 50] [--seconds 20] [--write]``.

A server in a process of its own holds the tables; this process is all the clients. Every seat is connected. So many
times a second a seat that has to decide plays one of its choices, and the time until it is told is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

from keyflower.web import ClientTable


class Seat:
    """One connected seat: it keeps the last message, and measures how long an answer takes."""

    def __init__(self, socket: Any) -> None:  # Any: websockets has no stubs here
        self.socket = socket
        self.known = ClientTable()
        self.asked = False
        self.sent = 0.0
        self.answers: list[float] = []
        self.listening: asyncio.Task[None] | None = None  # kept here, or it could be collected while it runs

    async def listen(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in ("table", "change"):
                self.known = self.known.heard(message)
                self.asked = self.known.decision is not None
            elif message["type"] == "answer" and self.sent:
                if message["outcome"] == "stored":
                    self.answers.append(time.perf_counter() - self.sent)
                self.sent = 0.0

    async def act(self, rng: Random) -> bool:
        decision = self.known.decision
        if decision is None:
            return False
        choice: dict[str, Any] = {"choices": decision["choices"]}
        while "action" not in choice:
            choice = rng.choice(choice["choices"])
        self.asked, self.sent = False, time.perf_counter()
        await self.socket.send(
            json.dumps({"type": "play", "decision": decision["id"], "action": choice["action"]})
        )
        return True


async def connected(port: int, link: str) -> Seat:
    from websockets.asyncio.client import connect

    path, _, token = link.partition("#")
    table = path.rsplit("/", 1)[1]
    uri = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    household = sum(table.encode()) % 200 + 1, sum(table.encode()[::2]) % 200 + 1  # limits are by address
    home = f"127.2.{household[0]}.{household[1]}"
    seat = Seat(
        await connect(
            uri, compression=None, max_size=None, ping_interval=None, open_timeout=60, local_addr=(home, 0)
        )
    )
    await seat.socket.send(json.dumps({"type": "join", "token": token}))
    seat.listening = asyncio.create_task(seat.listen())
    return seat


def opened(port: int) -> list[str]:
    wishes = {"players": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid"}]}
    body = json.dumps(wishes).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body)
    with urllib.request.urlopen(request) as answer:
        return [seat["link"] for seat in json.load(answer)["seats"]]


def used(pid: int) -> float:
    """Return the seconds of processor time that a process has used, where the system tells."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def load(port: int, pid: int, tables: int, moves: float, seconds: float) -> dict[str, float]:
    rng = Random(1)
    links = [link for _ in range(tables) for link in await asyncio.to_thread(opened, port)]
    seats: list[Seat] = []
    for start in range(0, len(links), 50):
        seats += await asyncio.gather(*(connected(port, link) for link in links[start : start + 50]))
    while not all(seat.known.table for seat in seats):  # everybody has been told how the table stands
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    begun, played, before = time.perf_counter(), 0, used(pid)
    while (now := time.perf_counter()) - begun < seconds:
        ready = [seat for seat in rng.sample(seats, min(len(seats), 60)) if seat.asked]
        if ready and await ready[0].act(rng):
            played += 1
        await asyncio.sleep(max(0.002, begun + played / moves - now))
    await asyncio.sleep(2)
    answers = sorted(answer for seat in seats for answer in seat.answers)
    return {
        "tables": tables,
        "seats": len(seats),
        "moves a second": round(played / seconds, 1),
        "processor ms a move": round(1000 * (used(pid) - before) / max(1, played), 1),
        "median ms": round(1000 * statistics.median(answers), 1),
        "95 % ms": round(1000 * answers[int(len(answers) * 0.95)], 1),
        "worst ms": round(1000 * answers[-1], 1),
    }


PAGE = Path("docs/howto/serving.inc")
"""The table in the documentation."""
GOAL = 50
"""The median answer in milliseconds that we want to stay below."""
SERVER = """
import sys
from keyflower.web.limits import Limits
from keyflower.web.main import serve

many = 10**6  # all tables are opened from one address
limits = Limits(tables=many, tables_burst=many, address_tables=many, address_tables_burst=many)
serve(port=int(sys.argv[1]), database=sys.argv[2], limits=limits, say=lambda text: print(text, flush=True))
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--port", type=int, default=8319)
    parser.add_argument("--write", action="store_true", help="write the table of the documentation")
    chosen = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(chosen.port), str(Path(folder) / "t.sqlite3")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            while "Open" not in server.stdout.readline():
                pass
            time.sleep(1)
            found = asyncio.run(load(chosen.port, server.pid, chosen.tables, chosen.moves, chosen.seconds))
            memory = Path(f"/proc/{server.pid}/status")
            if memory.exists():
                line = next(line for line in memory.read_text().splitlines() if line.startswith("VmRSS"))
                found["server MB"] = round(int(line.split()[1]) / 1024)
        finally:
            server.terminate()
            server.wait(20)
    found["load before"] = round(busy, 1)
    found["cores"] = os.cpu_count() or 1
    for name, value in found.items():
        print(f"{name:>20}  {value:g}")
    if chosen.write:
        rows = "".join(f"| {name} | {value:,g} |\n" for name, value in found.items())
        PAGE.write_text(f"| | measured |\n|---|---|\n{rows}")
    if busy > 1:
        print("The machine was busy with other work: run it again when `uptime` shows a load below 1.")
    reached = found["median ms"] < GOAL
    print(f"The goal of a median below {GOAL} ms is {'reached' if reached else 'missed'}.")


if __name__ == "__main__":
    main()

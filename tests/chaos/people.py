"""Who plays meanwhile: people at tables with bots, who come back whenever they are cut off, and those who attack."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from keyflower.web import ClientTable
from tests.chaos.comparison import Told

WISHES = {"players": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "random"}]}
LOST = (OSError, WebSocketException, TimeoutError, asyncio.TimeoutError)


async def asked(port: int, path: str, body: object = None, *, address: str = "127.0.0.1") -> tuple[int, Any]:
    """Send a request over HTTP from an address; return the status and what was answered."""
    reader, writer = await asyncio.wait_for(
        asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)), 10
    )
    try:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
        writer.write(f"{head}connection: close\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data)
        answer = await asyncio.wait_for(reader.read(), 20)
    finally:
        writer.close()
    first, _, rest = answer.partition(b"\r\n\r\n")
    return int(first.split()[1]), rest


async def opened(ports: list[int], address: str, wishes: object = None) -> dict[str, Any]:
    """Open a table, at any server that answers."""
    for attempt in range(200):
        try:
            status, text = await asked(
                ports[attempt % len(ports)], "/api/tables", wishes or WISHES, address=address
            )
            if status == 201:
                return dict(json.loads(text))
        except (*LOST, IndexError, ValueError):
            pass
        await asyncio.sleep(0.2)
    raise AssertionError("no server opens a table")


class Person:
    """A person at a table, who notes everything that was told."""

    def __init__(self, ports: list[int], link: str, address: str, rng: Random, pause: float) -> None:
        path, _, self._token = link.partition("#")
        self.table = path.rsplit("/", 1)[1]
        self._ports, self._address, self._rng, self._pause = ports, address, rng, pause
        self.known = ClientTable()
        self.told: dict[int, str] = {}
        self.stored: list[int] = []
        self.waits: list[float] = []
        self.unknown = 0
        self.since = time.monotonic()
        """When something new was told last."""
        self.over = False
        self._port = self._next = 0
        self._line: ClientConnection | None = None

    def heard(self) -> Told:
        """Return what was told here."""
        return Told(dict(self.told), tuple(self.stored), self.unknown)

    async def move(self) -> None:
        """Leave, to sit down at another server."""
        if self._line is not None:
            others = [port for port in self._ports if port != self._port]
            self._next = self._rng.choice(others)
            await self._line.close()

    async def play(self) -> None:
        """Play until the game is over, and come back whenever the connection is lost."""
        while not self.over:
            with suppress(*LOST):
                self._port, self._next = self._next or self._rng.choice(self._ports), 0
                await self._sit(self._port)
            await asyncio.sleep(0.1)

    async def _sit(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket"
        async with connect(
            url,
            open_timeout=6,
            max_size=None,
            compression=None,
            local_addr=(self._address, 0),
            close_timeout=1,
        ) as line:
            self._line = line
            seen = {"ply": self.known.ply, "digest": self.known.digest} if self.known.ply >= 0 else None
            await line.send(json.dumps({"type": "join", "token": self._token, "since": seen}))
            sent, asked_at = "", 0.0
            while not self.over:
                message = json.loads(await asyncio.wait_for(line.recv(), 15))
                if message["type"] in ("table", "change"):
                    self._note(message)
                    sent = "" if message["type"] == "table" else sent  # whatever was in doubt is known now
                elif message["type"] == "answer" and message["to"] == "play":
                    if message["outcome"] == "stored":
                        self.stored.append(message["ply"])
                        self.waits.append(time.monotonic() - asked_at)
                    elif message["outcome"] == "unknown":
                        self.unknown += 1
                    elif message.get("code") == "busy":
                        await asyncio.sleep(0.5)
                        sent = ""
                decision = self.known.decision
                if decision is not None and decision["id"] != sent:
                    await asyncio.sleep(self._pause)
                    choice: dict[str, Any] = {"choices": decision["choices"]}
                    while "action" not in choice:
                        choice = self._rng.choice(choice["choices"])
                    sent, asked_at = decision["id"], time.monotonic()
                    await line.send(
                        json.dumps({"type": "play", "decision": sent, "action": choice["action"]})
                    )

    def _note(self, message: dict[str, Any]) -> None:
        before = self.known.ply
        self.known = self.known.heard(message)
        self.told[self.known.ply] = self.known.digest
        if self.known.ply > before:
            self.since = time.monotonic()
        self.over = self.known.table["view"]["state"]["agenda"] == []


# ---------------------------------------------------------------------- attacks


async def watchers(port: int, table: str, number: int, address: str) -> None:
    """Open a table in many windows without a seat."""
    async with asyncio.TaskGroup() as group:
        for _ in range(number):
            group.create_task(_window(port, table, address, None))


async def flood(
    port: int, table: str, number: int, message: object, address: str, *, token: str = ""
) -> None:
    """Send the same message, or several in turn, on many sockets, as fast as it goes."""
    async with asyncio.TaskGroup() as group:
        for _ in range(number):
            group.create_task(_window(port, table, address, message, token=token))


async def _window(port: int, table: str, address: str, message: object, *, token: str = "") -> None:
    url = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    while True:
        with suppress(*LOST):
            async with connect(
                url,
                open_timeout=20,
                max_size=None,
                compression=None,
                local_addr=(address, 0),
                close_timeout=1,
            ) as line:
                await line.send(json.dumps({"type": "join", "token": token}))
                turns = cycle(message if isinstance(message, list) and message else [message])
                while message is not None:
                    await line.send(json.dumps(next(turns)))
                    with suppress(TimeoutError):
                        # wait_for of Python 3.11 may swallow a cancellation
                        async with asyncio.timeout(0.05):
                            await line.recv()
                while message is None:
                    await line.recv()
        await asyncio.sleep(0.3)


async def deaf(port: int, table: str, number: int, address: str) -> None:
    """Open a table in many windows and never read what is sent there."""
    lines = []
    for _ in range(number):
        line = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1)
        line[1].write(_upgrade(port, table) + _framed(json.dumps({"type": "join", "token": ""}).encode()))
        line[0]._transport.pause_reading()  # type: ignore[attr-defined]  # nothing else leaves it unread
        lines.append(line)
    await asyncio.sleep(3600)


def _upgrade(port: int, table: str) -> bytes:
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def _framed(text: bytes) -> bytes:
    """Return a short text as a frame of a client, with a mask that changes nothing."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def silent(port: int, number: int, address: str, table: str = "") -> None:
    """Connect and say nothing; at a table, after opening a socket. Whoever is cut off comes again."""

    async def one() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                writer.write(_upgrade(port, table) if table else b"")
                while await reader.read(1000):
                    pass
                writer.close()
            await asyncio.sleep(0.5)

    async with asyncio.TaskGroup() as group:
        for _ in range(number):
            group.create_task(one())


async def browsing(port: int, table: str, address: str) -> None:
    """Ask for pages, pictures and tables, as fast as it goes."""
    paths = [
        "/",
        "/api/bots?expansion=farmers",
        f"/api/tables/{table}",
        "/static/table.css",
        "/api/expansions",
    ]
    for path in cycle(paths):
        with suppress(*LOST, IndexError, ValueError):
            await asked(port, path, address=address)
        await asyncio.sleep(0.005)


async def opening(port: int, address: str) -> None:
    """Open tables with strong bots and leave them, as fast as it goes."""
    wishes = {"players": [{"name": "X"}, *({"name": f"B{n}", "bot": "strong"} for n in range(5))]}
    while True:
        with suppress(*LOST, IndexError, ValueError):
            await asked(port, "/api/tables", wishes, address=address)
        await asyncio.sleep(0.02)

"""A real server and a real browser: Debian's Chromium, driven by Playwright. Run with ``make browser``."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from keyflower.kernel.declaration import GameDeclaration

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install playwright"
)

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)


class Served:
    """A server in a thread of this process; games are dealt by seed, so that they can be played again."""

    def __init__(
        self, path, seed: int = 7, port: int = 0, game: GameDeclaration | None = None, **options: Any
    ) -> None:  # Any: what the server takes
        import uvicorn

        from keyflower.web.bot_pool import BotPool
        from keyflower.web.limits import Limits
        from keyflower.web.server import Server, application
        from keyflower.web.sqlite import SqliteStore

        self.listening = socket.socket()
        self.listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listening.bind(("127.0.0.1", port))
        self.port = self.listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        limits = Limits(bot_pause=0.01, rate=1000, burst=1000)
        self.server = Server(SqliteStore(path), limits=limits, thinker=BotPool(0), game=game, **options)
        self._running = uvicorn.Server(
            uvicorn.Config(
                application(self.server), log_level="error", ws_max_size=16384, timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        while not self._running.started:
            time.sleep(0.02)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self._running.serve(sockets=[self.listening])

    def open(self, **wishes: object) -> dict:
        data = json.dumps(wishes).encode()
        request = urllib.request.Request(
            f"{self.address}/api/tables", data, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def resume(self, game) -> list[str]:
        """Keep a game that stands somewhere in the middle, and return the links of its seats."""
        from keyflower.web.lobby import key_of, new_token
        from keyflower.web.table_store import Saved, Seating

        tokens = [new_token() for _ in game.players]
        seats = tuple(
            Seating(name, "", key_of(token)) for name, token in zip(game.players, tokens, strict=True)
        )
        saved = Saved(secrets.token_urlsafe(16), 1, seats, tuple(game.log.lines()))
        self.server._store.create(saved)
        return [f"{self.address}/t/{saved.id}#{token}" for token in tokens]

    def stop(self) -> None:
        self._running.should_exit = True
        self._thread.join(timeout=10)


@pytest.fixture
def dealt_by_seed(monkeypatch) -> Random:
    """Deal served games, and let their bots choose, from a seed instead of a secret."""
    from keyflower.kernel.chance import SeededChance

    rng = Random(7)
    monkeypatch.setattr("keyflower.web.lobby.secret_chance", lambda: SeededChance(7))
    monkeypatch.setattr(secrets, "randbits", rng.getrandbits)
    return rng


@pytest.fixture
def served(tmp_path, dealt_by_seed) -> Iterator[Served]:
    server = Served(tmp_path / "tables.sqlite3")
    yield server
    server.stop()


PATIENCE = 120_000
"""How many milliseconds a page may take: tests wait for what they want to see, however slow the machine is."""


class Patient:
    """A browser whose pages have a lot of time."""

    def __init__(self, browser: Any) -> None:  # Any: of Playwright, which is typed only where it is installed
        self._browser = browser

    def new_context(self, **how: Any) -> Any:  # Any: what Playwright takes and gives
        """Open a context in which every wait is patient."""
        context = self._browser.new_context(**how)
        context.set_default_timeout(PATIENCE)
        return context

    def new_page(self, **how: Any) -> Any:  # Any: what Playwright takes and gives
        """Open a page of its own."""
        return self.new_context(**how).new_page()


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield Patient(found)
        found.close()

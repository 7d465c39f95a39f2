"""A server for tests of served tables, with a client that speaks to it in the same process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Limits
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from tests.support.web_player import SITTING


def served(path: Path, **limits: Any) -> tuple[Server, TestClient]:  # Any: any field of Limits
    """Return a server on a file, and a client of it."""
    given = {"bot_pause": 0, "rate": 10_000, "burst": 10_000, **limits}
    server = Server(SqliteStore(path), limits=Limits(**given), thinker=BotPool(0))
    return server, TestClient(application(server))


def everybody_leaves() -> None:
    """Let all players leave; the server waits for them before it stops."""
    for player in SITTING:
        player.leave()
    SITTING.clear()

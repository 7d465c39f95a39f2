"""A client of a served table as somebody would write it from the documentation alone."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient

PEOPLE = {"players": [{"name": "Ann"}, {"name": "Bob"}]}


def opened(client: TestClient, wishes: dict | None = None) -> dict:
    answer = client.post("/api/tables", json=wishes or PEOPLE)
    assert answer.status_code == 201, answer.text
    return answer.json()


SITTING: list[Player] = []
"""Whoever sits at a table; the server waits for them before it stops."""


class Player:
    """A client as somebody would write it from the documentation alone."""

    def __init__(self, client: TestClient, link: str, since: int | None = None, **wishes: object) -> None:
        path, _, token = link.partition("#")
        self._context = client.websocket_connect(f"/api/tables/{path.split('/')[-1]}/socket")
        self.socket: Any = self._context.__enter__()  # None once the player has left
        join = {"type": "join", "version": 2, "token": token, **wishes}
        self.say({**join, "since": since} if since is not None else join)
        self.table: dict = {}
        SITTING.append(self)

    def say(self, message: dict) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *types: str) -> dict:
        while True:
            message = json.loads(self.socket.receive_text())
            if message["type"] in ("table", "rollback"):
                self.table = message
            if message["type"] in types:
                return message

    def play(self, action: str) -> dict:
        self.say({"type": "play", "decision": self.table["decision"]["id"], "action": action})
        return self.hear("table", "refused")

    def leave(self) -> None:
        if self.socket is not None:
            self.socket = None
            self._context.__exit__(None, None, None)

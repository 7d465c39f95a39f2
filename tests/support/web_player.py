"""A client of a served table as somebody would write it from the documentation alone."""

from __future__ import annotations

import json
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from starlette.testclient import TestClient

from keyflower.web import ClientTable

PEOPLE: dict[str, object] = {"players": [{"name": "Ann"}, {"name": "Bob"}]}


def opened(client: TestClient, wishes: dict | None = None) -> dict:
    answer = client.post("/api/tables", json=wishes or PEOPLE)
    assert answer.status_code == 201, answer.text
    return answer.json()


SITTING: list[Player] = []
"""Whoever sits at a table; the server waits for them before it stops."""


class Player:
    """A client as somebody would write it from the documentation alone."""

    def __init__(self, client: TestClient, link: str, since: dict | None = None, **wishes: object) -> None:
        path, _, token = link.partition("#")
        self._context = client.websocket_connect(f"/api/tables/{path.split('/')[-1]}/socket")
        self.socket: Any = self._context.__enter__()  # None once the player has left
        join = {"type": "join", "version": 3, "token": token, **wishes}
        self.say({**join, "since": since} if since is not None else join)
        self.table: dict = {}
        self.raw: dict = {}
        self.known = ClientTable()
        self.bytes: list[int] = []
        SITTING.append(self)

    def say(self, message: dict) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *wanted: str) -> dict:
        """Wait for a message: ``table`` is any that says how the table stands, ``rollback`` one that takes back."""
        while True:
            text = self.socket.receive_text()
            message, self.raw = json.loads(text), json.loads(text)
            self.bytes.append(len(text.encode()))
            names = {message["type"], message.get("outcome")}
            if message["type"] in ("table", "change"):
                names = {"rollback"} if "rollback" in message and message["type"] == "change" else {"table"}
                self.known = self.known.heard(message)
                message = self.table = {
                    **self.known.table,
                    "type": message["type"],
                    "ply": self.known.ply,
                    "digest": self.known.digest,
                    "entries": [*self.known.entries],
                    "decision": self.known.decision,
                    **({} if self.known.rollback is None else {"rollback": self.known.rollback}),
                }
            if names & {*wanted}:
                return message

    def play(self, action: str) -> dict:
        self.say({"type": "play", "decision": self.table["decision"]["id"], "action": action})
        return self.hear("table", "refused")

    def leave(self) -> None:
        if self.socket is not None:
            self.socket = None
            with suppress(CancelledError):  # the server was quicker: the socket is closed already
                self._context.__exit__(None, None, None)

"""One connection that watches a table, its queue of messages, and how it is closed."""

from __future__ import annotations

import asyncio

from keyflower.web import protocol as messages
from keyflower.web.choice_parts import Parts

GOODBYE = 1000
"""The close code of a window that is no longer needed."""
NOT_ALLOWED = 1008
"""The close code for strangers and for those who ask too much."""
TOO_SLOW = 1013
"""The close code for windows that do not keep up, and while the server cannot help; they may come back."""


class _Waiting(asyncio.Queue["str | int"]):
    """The messages that wait for a client, and how many characters they have."""

    letters = 0

    def _put(self, item: str | int) -> None:
        super()._put(item)
        self.letters += _length(item)

    def _get(self) -> str | int:
        item = super()._get()
        self.letters -= _length(item)
        return item


def _length(item: str | int) -> int:
    return len(item) if isinstance(item, str) else 0


class Window:
    """One connection that watches a table."""

    def __init__(
        self,
        viewer: int,
        most: int,
        language: str = messages.ENGLISH,
        address: str = "",
        *,
        letters: int = 4_000_000,
    ) -> None:
        """Watch as a seat or as a spectator; at most this many messages wait, and so many characters besides one."""
        self.viewer = viewer
        self.language = language
        self.address = address
        self.parts = Parts()
        self.waiting = _Waiting(most + 1)
        self.ended = False
        self._most = most
        self._letters = letters

    def tell(self, text: str) -> None:
        """Put a message into the queue; a window that does not keep up is disconnected."""
        if self.ended:
            return
        full = self.waiting.qsize() and self.waiting.letters + len(text) > self._letters
        if full or self.waiting.qsize() >= self._most:
            self.end(TOO_SLOW)
            return
        self.waiting.put_nowait(text)

    def end(self, code: int) -> None:
        """Close the window, with a code, after sending what is in its queue."""
        if not self.ended:
            self.ended = True
            self.waiting.put_nowait(code)

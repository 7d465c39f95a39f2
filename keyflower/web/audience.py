"""The windows that watch a table, and what each of them is sent."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import Speaker
from keyflower.web import protocol as messages
from keyflower.web.chat import TOLD, Remark
from keyflower.web.choice_parts import Parts
from keyflower.web.connection import TOO_SLOW, Window
from keyflower.web.table_store import Seating

logger = logging.getLogger("keyflower.web")

HISTORY = 40
"""How many entries a client gets in words when it joins without having seen anything."""


@contextmanager
def alone(window: Window) -> Iterator[None]:
    """Close a window that cannot be told something, perhaps because of a faulty text in its language; others go on."""
    try:
        yield
    except Exception:
        logger.exception("a window could not be told how its table stands")
        window.end(TOO_SLOW)


class Audience:
    """The windows of a table. Each is told what its viewer may know, in its language, and only what is new to it."""

    def __init__(self, time: Callable[[], float], declared: GameDeclaration) -> None:
        """Begin with nobody; the table says what there is to see.

        Args:
            time: the time of the server.
            declared: which game is played.
        """
        self.windows: dict[Window, None] = {}
        self.chain: list[AnyGame] = []
        self.about: dict[str, object] = {}
        self.played_by_bots: frozenset[int] = frozenset()
        self._time = time
        self._declared = declared
        self._speakers: dict[str, Speaker] = {}
        self._stands: dict[tuple[int, str], messages.Standing] = {}
        self._digests: dict[int, list[str]] = {}

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self.chain) - 1

    def speaker(self, language: str) -> Speaker:
        """Return a language, with the words of this table's expansions."""
        if language not in self._speakers:
            self._speakers[language] = self.chain[-1].match.language(language)
        return self._speakers[language]

    def present(self) -> frozenset[int]:
        """Return the seats whose players are connected."""
        return frozenset(window.viewer for window in self.windows if window.viewer != SPECTATOR)

    # ------------------------------------------------------------------ telling

    def tell_all(self, window: Window, since: tuple[int, str] | None) -> None:
        """Send a window everything, but only the latest entries, or the new ones if its history is still correct."""
        window.parts = Parts()
        known = -1 if since is None else since[0]
        true = since is not None and 0 <= known <= self.ply and self.digest(window.viewer, known) == since[1]
        first = known + 1 if true else max(0, self.ply - HISTORY + 1)
        entries = self._entries(first, window.viewer, self.speaker(window.language), shown=true)
        news = self._news(window.viewer, entries, None if true else -1)
        window.tell(messages.table(self._standing(window.viewer, window.language), window.parts, news))

    def tell(self, first: int, rollback: int | None = None) -> None:
        """Tell every window what has changed, with the entries from a number on."""
        for known in self._digests.values():
            del known[first:]
        before, self._stands = self._stands, {}
        told: dict[tuple[int, str], messages.News] = {}
        for window in self.windows:
            viewer, key = window.viewer, (window.viewer, window.language)
            with alone(window):
                if key not in told:
                    entries = self._entries(first, viewer, self.speaker(window.language), shown=True)
                    told[key] = self._news(viewer, entries, rollback)
                window.tell(messages.change(before[key], self._standing(*key), window.parts, told[key]))

    def tell_again(self) -> None:
        """Tell every window how the table stands, although nothing has changed."""
        for window in self.windows:
            with alone(window):
                self.tell_all(window, (self.ply, self.digest(window.viewer, self.ply)))

    def tell_presence(self, seats: Sequence[Seating], asking: Mapping[int, Iterable[int]]) -> None:
        """Send every window who is connected, and who asks for bots to take over."""
        here = Counter(window.viewer for window in self.windows)
        present = [bool(here[seat]) or bool(one.bot) for seat, one in enumerate(seats)]
        text = messages.here(present, asking)
        for window in self.windows:
            window.tell(text)

    def tell_chat(self, chat: Sequence[Remark], window: Window | None = None) -> None:
        """Send new remarks to everybody, or the latest ones to a single window."""
        if chat:
            text = messages.chat(chat[-TOLD:])
            for one in self.windows if window is None else (window,):
                one.tell(text)

    def _news(self, viewer: int, entries: list[messages.Message], rollback: int | None) -> messages.News:
        time = None if self.about["clocks"] is None else self._time()
        return messages.News(self.ply, self.digest(viewer, self.ply), entries, rollback, time)

    def _standing(self, viewer: int, language: str) -> messages.Standing:
        """Return the state of the table for all windows of a viewer in a language."""
        key = (viewer, language)
        if key not in self._stands:
            self._stands[key] = messages.standing(
                self.chain[-1],
                viewer,
                about=self.about,
                language=self.speaker(language),
                declared=self._declared,
                acts=viewer not in self.played_by_bots,
            )
        return self._stands[key]

    def digest(self, viewer: int, ply: int) -> str:
        """Return the digest of the entries up to a ply, as a viewer may know them."""
        known = self._digests.setdefault(viewer, [])
        rest = [moment.entry for moment in self.chain[len(known) : ply + 1]]
        known.extend(messages.digests(rest, viewer, known[-1] if known else ""))
        return known[ply]

    def _entries(self, first: int, viewer: int, language: Speaker, *, shown: bool) -> list[messages.Message]:
        new = [moment.entry for moment in self.chain[first:]]
        return messages.entries_to_data(
            self.chain[-1], new, viewer, shown=shown, language=language, declared=self._declared
        )

"""A table that is being played: the game, who looks at it, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping

from keyflower.facade.game import Game
from keyflower.facade.log.log import EventLog
from keyflower.kernel.errors import (
    GameOver,
    IllegalAction,
    NotContinued,
    NotYourTurn,
    Refusal,
    StaleDecision,
)
from keyflower.kernel.log.writing import Pen
from keyflower.kernel.setting import SPECTATOR
from keyflower.kernel.wording import SEMICOLON, Speaker, listed, phrase
from keyflower.vocabulary.errors import KeyflowerError
from keyflower.web import messages
from keyflower.web.desk import Desk
from keyflower.web.store import Change, Saved
from keyflower.web.thinking import Thinker

logger = logging.getLogger("keyflower.web")

HISTORY = 40
"""So many entries a client is told in words when it joins without having seen anything."""
_TRIES = 4
"""How often an action is tried again when another server has changed the table in between."""


class Refused(KeyflowerError):
    """Something a seat tried and may not do."""

    def __init__(self, reason: str, refusals: tuple[Refusal, ...] = (), *, code: str = "") -> None:
        """Refuse with one sentence, the reasons of the rules, and ``stale`` if the question was not open any more."""
        self.reason = reason
        self.refusals = refusals
        self.code = code
        super().__init__(reason)


class Window:
    """One connection that looks at a table."""

    def __init__(self, viewer: int, most: int, language: str = messages.ENGLISH) -> None:
        """Look with the eyes of a seat, or of a spectator; at most so many messages wait."""
        self.viewer = viewer
        self.language = language
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(most + 1)
        self.slow = False
        self._most = most

    def tell(self, text: str) -> None:
        """Put a message into the queue; a window that does not keep up is cut off."""
        if self.slow:
            return
        if self.waiting.qsize() >= self._most:
            self.slow = True
            self.waiting.put_nowait(None)
            return
        self.waiting.put_nowait(text)


class LiveTable:
    """A table in memory. The database is told first, then the windows; so nobody knows what could be lost."""

    def __init__(
        self, saved: Saved, desk: Desk, thinker: Thinker, *, bot_pause: float, rules: Callable[[Game], str]
    ) -> None:
        """Take up a table where the database says it stands."""
        self.id = saved.id
        self.seats = saved.seats
        self.language = saved.language
        self.windows: set[Window] = set()
        self._desk = desk
        self._thinker = thinker
        self._pause = bot_pause
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._take(saved)
        self._rules = rules(self.game)
        self._about: Mapping[str, object] = {
            "table": self.id,
            "rules": self._rules,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in self.seats],
        }
        self._speakers: dict[str, Speaker] = {}

    def _take(self, saved: Saved) -> None:
        self.game: Game = EventLog.loads(saved.text).restore()
        self.version = saved.version
        self._chain = list(self.game.moments)
        lines, self._pens = _written(self._chain)
        # a table that an older version wrote is written anew with its next change: no log is in two versions
        self._anew = lines if lines != saved.lines else None

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._chain) - 1

    # ------------------------------------------------------------------ windows

    def join(self, window: Window, since: int | None) -> None:
        """Let a window look: it is told how the table stands, and what happened since it looked last."""
        self.windows.add(window)
        first = max(0, self.ply - HISTORY + 1) if since is None else max(0, min(since + 1, self.ply + 1))
        self._tell_one(window, first, whole=since is not None)
        self._tell_presence()
        self._wake()

    def speak(self, window: Window, language: str) -> None:
        """Tell a window everything again in another language."""
        window.language = language
        self._tell_one(window, max(0, self.ply - HISTORY + 1), whole=False)

    def speaker(self, language: str) -> Speaker:
        """Return who speaks a language, with the words of this table's expansions."""
        if language not in self._speakers:
            self._speakers[language] = self.game.language(language)
        return self._speakers[language]

    def _tell_one(self, window: Window, first: int, *, whole: bool) -> None:
        language = self.speaker(window.language)
        entries = self._entries(first, window.viewer, language, whole=whole)
        window.tell(
            messages.table(self.game, window.viewer, self.ply, entries, about=self._about, language=language)
        )

    def leave(self, window: Window) -> None:
        """Forget a window."""
        self.windows.discard(window)
        self._tell_presence()

    def _tell_presence(self) -> None:
        here = Counter(window.viewer for window in self.windows)
        text = messages.here(
            bool(here[seat]) or bool(self.seats[seat].bot) for seat in range(len(self.seats))
        )
        for window in self.windows:
            window.tell(text)

    def _entries(self, first: int, viewer: int, language: Speaker, *, whole: bool) -> list[messages.Message]:
        new = [(number, self._chain[number].entry) for number in range(first, self.ply + 1)]
        return messages.entries_to_data(self.game, new, viewer, whole=whole, language=language)

    def _tell(self, first: int, rollback: int | None = None) -> None:
        """Tell every window what is new from an entry on."""
        texts: dict[tuple[int, str], str] = {}
        for window in self.windows:
            viewer, key = window.viewer, (window.viewer, window.language)
            if key not in texts:
                language = self.speaker(window.language)
                entries = self._entries(first, viewer, language, whole=True)
                texts[key] = messages.table(
                    self.game,
                    viewer,
                    self.ply,
                    entries,
                    about=self._about,
                    language=language,
                    rollback=rollback,
                )
            window.tell(texts[key])

    def spectator_data(self) -> messages.Message:
        """Return what a spectator may know."""
        return {
            **self._about,
            "language": self.language,
            "ply": self.ply,
            "view": self.game.view(SPECTATOR).to_data(),
            "notice": self.speaker(self.language or messages.ENGLISH).say(self.game.halted),
        }

    # ------------------------------------------------------------------ acting

    async def play(self, seat: int, decision: str, action: str | Mapping[str, object]) -> None:
        """Play an action for a seat: into the database first, then to the windows.

        Raises:
            Refused: if it is not possible now; nothing has changed.
        """
        # a client that leaves must not take an action away that is half written
        await asyncio.shield(asyncio.ensure_future(self._play(seat, decision, action)))

    async def _play(self, seat: int, decision: str, action: str | Mapping[str, object]) -> None:
        async with self._lock:
            for _ in range(_TRIES):
                game = self._tried(seat, decision, action)
                line, pen = self._pens[-1].write(game.entry, game.chance)
                number = self.ply + 1
                if await self._desk.write(self._change(number, (line,))):
                    self._changed()
                    self.game = game
                    self._chain.append(game)
                    self._pens.append(pen)
                    self._tell(number)
                    break
                await self._reload()
            else:
                raise Refused(phrase("The table is busy. Please try again."), code="busy")
        self._wake()

    def _change(self, number: int, lines: tuple[str, ...]) -> Change:
        """Return what is to be written: entries from a number on, and all before if they are in an older version."""
        if self._anew is None:
            return Change(self.id, self.version, number, lines)
        header, *entries = self._anew
        return Change(self.id, self.version, 0, (*entries[:number], *lines), header)

    def _changed(self) -> None:
        """Note that the database has taken a change."""
        self.version += 1
        self._anew = None

    def _tried(self, seat: int, decision: str, action: str | Mapping[str, object]) -> Game:
        try:
            return self.game.play(action, seat=seat, decision=decision)
        except IllegalAction as error:
            reasons = listed([refusal.message for refusal in error.refusals], SEMICOLON)
            raise Refused(reasons, error.refusals) from None
        except NotContinued as error:
            raise Refused(error.said) from None
        except (StaleDecision, NotYourTurn, GameOver) as error:
            raise Refused(error.said, code="stale") from None
        except KeyflowerError as error:
            raise Refused(error.said) from None

    async def undo(self, seat: int) -> None:
        """Take back the last action of a seat.

        Raises:
            Refused: if it may not be taken back; nothing has changed.
        """
        await asyncio.shield(asyncio.ensure_future(self._undo(seat)))

    async def _undo(self, seat: int) -> None:
        async with self._lock:
            for _ in range(_TRIES):
                try:
                    game = self.game.undo(seat=seat)
                except IllegalAction as error:
                    raise Refused(error.refusals[0].message, error.refusals) from None
                chain = list(game.moments)
                same = _shared(self._chain, chain)
                pens, lines = self._pens[:same], []
                for moment in chain[same:]:
                    line, pen = pens[-1].write(moment.entry, moment.chance)
                    lines.append(line)
                    pens.append(pen)
                if await self._desk.write(self._change(same, tuple(lines))):
                    self._changed()
                    self.game, self._chain, self._pens = game, chain, pens
                    self._tell(same, rollback=same - 1)
                    break
                await self._reload()
        self._wake()

    def why(self, seat: int, action: str | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return why an action is not possible for a seat; nothing if it is.

        Raises:
            Refused: if it is no action.
        """
        try:
            return self.game.view(seat).why_not(action)
        except KeyflowerError as error:
            raise Refused(error.said) from None

    # ------------------------------------------------------------------ other servers

    async def catch_up(self) -> None:
        """Read what another server has written, and tell the windows."""
        async with self._lock:
            await self._reload()
        self._wake()

    async def _reload(self) -> None:
        saved = await self._desk.read(self.id)
        if saved is None or saved.version == self.version:
            return
        before = self._chain
        self._take(saved)
        same = _shared(before, self._chain)
        self._tell(same, rollback=same - 1 if same < len(before) else None)

    # ------------------------------------------------------------------ bots

    def _wake(self) -> None:
        """Let a bot think if one has to decide."""
        if (self._bots is None or self._bots.done()) and self._next_bot() is not None:
            self._bots = asyncio.create_task(self._bots_play())

    def _next_bot(self) -> int | None:
        open_seats = () if self.game.over else self.game.decisions
        return next((seat for seat in open_seats if self.seats[seat].bot), None)

    async def _bots_play(self) -> None:
        try:
            while (seat := self._next_bot()) is not None:
                view = self.game.view(seat)
                asked = view.decision.id
                thinking = asyncio.ensure_future(self._thinker.choose(view, self.seats[seat].bot))
                await asyncio.sleep(self._pause)
                try:
                    await self._play(seat, asked, await thinking)
                except Refused as refused:
                    if refused.code != "stale":
                        raise
        except Exception:
            logger.exception("a bot at a table could not go on")

    async def close(self) -> None:
        """Stop the bots."""
        if self._bots is not None:
            self._bots.cancel()


def _written(chain: list[Game]) -> tuple[tuple[str, ...], list[Pen]]:
    """Return the lines of a chain of games as they are written today, and for each the pen for what comes next."""
    header, pen = Pen.begin(chain[0].setting)
    lines, pens = [header], []
    for moment in chain:
        line, pen = pen.write(moment.entry, moment.chance)
        lines.append(line)
        pens.append(pen)
    return tuple(lines), pens


def _shared(before: list[Game], after: list[Game]) -> int:
    """Return how many entries two chains have in common."""
    number = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and (old.entry != new.entry or old.chance != new.chance):
            break
        number += 1
    return number

"""A table that is being played: the game, who looks at it, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping

from keyflower.facade.event_log import EventLog
from keyflower.facade.game import Game
from keyflower.kernel.errors import (
    GameOver,
    IllegalAction,
    NotContinued,
    NotYourTurn,
    Refusal,
    StaleDecision,
)
from keyflower.kernel.log.writer import LogWriter
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import SEMICOLON, Speaker, listed, phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool
from keyflower.web.choice_parts import Parts
from keyflower.web.lobby import again_table
from keyflower.web.table_store import Change, Saved
from keyflower.web.write_queue import WriteQueue

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


class Unknown(KeyflowerError):
    """Something of which nobody knows whether it was stored."""


class Window:
    """One connection that looks at a table."""

    def __init__(self, viewer: int, most: int, language: str = messages.ENGLISH) -> None:
        """Look with the eyes of a seat, or of a spectator; at most so many messages wait."""
        self.viewer = viewer
        self.language = language
        self.parts = Parts()
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


class TableSession:
    """A table in memory. The database is told first, then the windows; so nobody knows what could be lost."""

    def __init__(
        self,
        saved: Saved,
        desk: WriteQueue,
        thinker: BotPool,
        *,
        bot_pause: float,
        rules: Callable[[Game], str],
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
        self._about: dict[str, object] = {
            "table": self.id,
            "rules": self._rules,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in self.seats],
            "next": "",
        }
        self._speakers: dict[str, Speaker] = {}
        self._stands: dict[tuple[int, str], messages.Standing] = {}
        self._digests: dict[int, list[str]] = {}

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

    def join(self, window: Window, since: tuple[int, str] | None) -> None:
        """Let a window look: it is told how the table stands, and what happened since it looked last."""
        self.windows.add(window)
        self._tell_all(window, since)
        self._tell_presence()
        self._wake()

    def speak(self, window: Window, language: str) -> None:
        """Tell a window everything again in another language."""
        window.language = language
        self._tell_all(window, None)

    def speaker(self, language: str) -> Speaker:
        """Return who speaks a language, with the words of this table's expansions."""
        if language not in self._speakers:
            self._speakers[language] = self.game.language(language)
        return self._speakers[language]

    def _tell_all(self, window: Window, since: tuple[int, str] | None) -> None:
        """Tell a window everything; of what happened, the latest, or what is new if its history is still true."""
        window.parts = Parts()
        known = -1 if since is None else since[0]
        true = since is not None and 0 <= known <= self.ply and self._digest(window.viewer, known) == since[1]
        first = known + 1 if true else max(0, self.ply - HISTORY + 1)
        entries = self._entries(first, window.viewer, self.speaker(window.language), shown=true)
        digest = self._digest(window.viewer, self.ply)
        news = messages.News(self.ply, digest, entries, None if true else -1)
        window.tell(messages.table(self._standing(window.viewer, window.language), window.parts, news))

    def _standing(self, viewer: int, language: str) -> messages.Standing:
        """Return how the table stands for all windows of a viewer in a language."""
        key = (viewer, language)
        if key not in self._stands:
            self._stands[key] = messages.standing(
                self.game, viewer, about=self._about, language=self.speaker(language)
            )
        return self._stands[key]

    def _digest(self, viewer: int, ply: int) -> str:
        """Return the digest of the entries up to a ply, as a viewer may know them."""
        known = self._digests.setdefault(viewer, [])
        rest = [moment.entry for moment in self._chain[len(known) : ply + 1]]
        known.extend(messages.digests(rest, viewer, known[-1] if known else ""))
        return known[ply]

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

    def _entries(self, first: int, viewer: int, language: Speaker, *, shown: bool) -> list[messages.Message]:
        new = [moment.entry for moment in self._chain[first:]]
        return messages.entries_to_data(self.game, new, viewer, shown=shown, language=language)

    def _tell(self, first: int, rollback: int | None = None) -> None:
        """Tell every window what has changed, with the entries from a number on."""
        for known in self._digests.values():
            del known[first:]
        before, self._stands = self._stands, {}
        news: dict[tuple[int, str], messages.News] = {}
        for window in self.windows:
            viewer, key = window.viewer, (window.viewer, window.language)
            if key not in news:
                entries = self._entries(first, viewer, self.speaker(window.language), shown=True)
                news[key] = messages.News(self.ply, self._digest(viewer, self.ply), entries, rollback)
            window.tell(messages.change(before[key], self._standing(*key), window.parts, news[key]))

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

    async def play(self, seat: int, decision: str, action: str | Mapping[str, object]) -> int:
        """Play an action for a seat, into the database first, then to the windows, and return its ply.

        Raises:
            Refused: if it is not possible now; nothing has changed.
            Unknown: if the database did not say whether it was stored.
        """
        # a client that leaves must not take an action away that is half written
        return await asyncio.shield(asyncio.ensure_future(self._play(seat, decision, action)))

    async def _play(self, seat: int, decision: str, action: str | Mapping[str, object]) -> int:
        async with self._lock:
            for _ in range(_TRIES):
                game = self._tried(seat, decision, action)
                line, pen = self._pens[-1].write(game.entry, game.chance)
                number = self.ply + 1
                if await self._stored(self._change(number, (line,))):
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
        return number

    async def _stored(self, change: Change) -> bool:
        """Store a change; return whether it was made for the newest version. If the store fails, look what it holds.

        Raises:
            Refused: if it was not stored.
            Unknown: if the store does not say.
        """
        try:
            return await self._desk.write(change)
        except Exception:  # a full disk, a lost connection
            logger.exception("a change could not be stored")
        try:
            saved = await self._desk.read(self.id)
        except Exception as error:
            raise Unknown(
                phrase("The server does not know yet whether this was stored. Look again in a moment.")
            ) from error
        if saved is None or saved.version == change.version:
            raise Refused(phrase("The server could not keep it. Nothing has changed."), code="busy")
        return saved.version == change.version + 1 and saved.lines[change.number + 1 :] == change.lines

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

    async def undo(self, seat: int) -> int:
        """Take back the last action of a seat, and return the ply that is then the last one.

        Raises:
            Refused: if it may not be taken back; nothing has changed.
        """
        return await asyncio.shield(asyncio.ensure_future(self._undo(seat)))

    async def _undo(self, seat: int) -> int:
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
                if await self._stored(self._change(same, tuple(lines))):
                    self._changed()
                    self.game, self._chain, self._pens = game, chain, pens
                    self._tell(same, rollback=same - 1)
                    break
                await self._reload()
            else:
                raise Refused(phrase("The table is busy. Please try again."), code="busy")
        self._wake()
        return self.ply

    def why(self, seat: int, action: str | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return why an action is not possible for a seat; nothing if it is.

        Raises:
            Refused: if it is no action.
        """
        try:
            return self.game.view(seat).why_not(action)
        except KeyflowerError as error:
            raise Refused(error.said) from None

    # ------------------------------------------------------------------ after the end

    async def rematch(self, seat: int) -> str:
        """Return a new table with the same people, bots and rules; links keep their secrets.

        Raises:
            Refused: if the game is not over.
        """
        async with self._lock:
            if not self.game.over:
                raise Refused(phrase("The game is not over yet."))
            if not self._about["next"]:
                again = again_table(self.seats, self.game, self.language)
                await self._desk.create(again)
                self._about = {**self._about, "next": again.id}
                self._tell(self.ply + 1)
            return str(self._about["next"])

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


def _written(chain: list[Game]) -> tuple[tuple[str, ...], list[LogWriter]]:
    """Return the lines of a chain of games as they are written today, and for each the pen for what comes next."""
    header, pen = LogWriter.begin(chain[0].match)
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

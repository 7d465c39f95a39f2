"""A table that is being played: the game, who looks at it, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping

from attrs import evolve

from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.errors import (
    GameOver,
    IllegalAction,
    NotContinued,
    NotYourTurn,
    Refusal,
    StaleDecision,
)
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import SEMICOLON, Speaker, listed, phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web import history
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool
from keyflower.web.chain import read_game, shared, written
from keyflower.web.choice_parts import Parts
from keyflower.web.connection import GOODBYE, NOT_ALLOWED, Window
from keyflower.web.lobby import again_table, key_of, new_token, stage_of
from keyflower.web.metrics import Metrics
from keyflower.web.refusals import Refused, Unknown
from keyflower.web.table_store import (
    Change,
    Fate,
    InDoubt,
    Receipt,
    Saved,
    Seating,
    StoreBusy,
    rules_key,
)
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")

HISTORY = 40
"""So many entries a client is told in words when it joins without having seen anything."""
_TRIES = 4
"""How often an action is tried again when another server has changed the table in between."""
_BACK_OFF = (0.5, 1.0, 2.0, 4.0)
"""So many seconds pass before something that failed is tried again; the last one from then on."""


class TableSession:
    """A table in memory. The database is told first, then the windows; so nobody knows what could be lost."""

    def __init__(
        self,
        saved: Saved,
        desk: WriteQueue,
        thinker: BotPool,
        *,
        bot_pause: float,
        metrics: Metrics | None = None,
        declared: GameDeclaration | None = None,
    ) -> None:
        """Take up a table where the database says it stands.

        Raises:
            KeyflowerError: if the log is damaged, or of rules that are not installed here.
        """
        self.id = saved.id
        self.language = saved.language
        self.windows: dict[Window, None] = {}
        self.gone = False
        self._metrics = Metrics() if metrics is None else metrics
        self._desk = desk
        self._thinker = thinker
        self._pause = bot_pause
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._settling: asyncio.Task[None] | None = None
        self._speakers: dict[str, Speaker] = {}
        self._stands: dict[tuple[int, str], messages.Standing] = {}
        self._digests: dict[int, list[str]] = {}
        self._declared = declared
        self._take(saved, read_game(saved, declared))

    def _take(self, saved: Saved, game: AnyGame) -> None:
        self.game = game
        self.version = saved.version
        self.seats = saved.seats
        self._chain = list(self.game.moments)
        lines, self._pens = written(self._chain)
        self.rules = rules_key(lines[0])
        # a table that an older version wrote is written anew with its next change: no log is in two versions
        self._anew = lines if lines != saved.lines else None
        self._sit(saved.seats, saved.successor)

    def _sit(self, seats: tuple[Seating, ...], successor: str) -> None:
        self.seats = seats
        self._about: dict[str, object] = {
            "table": self.id,
            "rules": self.rules,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
            "next": successor,
        }

    @property
    def quiet(self) -> bool:
        """Whether nobody looks and nothing is going on: it can be read again when it is needed."""
        thinking = self._bots is not None and not self._bots.done()
        settling = self._settling is not None and not self._settling.done()
        return not self.windows and not thinking and not settling and not self._lock.locked()

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._chain) - 1

    # ------------------------------------------------------------------ windows

    def join(self, window: Window, since: tuple[int, str] | None) -> None:
        """Let a window look: it is told how the table stands, and what happened since it looked last."""
        self.windows[window] = None
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
            self._speakers[language] = self.game.match.language(language)
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
                self.game,
                viewer,
                about=self._about,
                language=self.speaker(language),
                declared=self._declared,
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
        self.windows.pop(window, None)
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
        return messages.entries_to_data(
            self.game, new, viewer, shown=shown, language=language, declared=self._declared
        )

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
            await self._sure()
            for _ in range(_TRIES):
                game = self._tried(seat, decision, action)
                line, pen = self._pens[-1].write(game.entry, game.chance)
                number = self.ply + 1
                if await self._kept(self._change(number, (line,), game)):
                    self.game = game
                    self._chain.append(game)
                    self._pens.append(pen)
                    self._tell(number)
                    break
            else:
                raise self._busy()
        self._metrics.moves.add()
        self._wake()
        return number

    async def _kept(self, change: Change) -> bool:
        """Store a change; return whether it is kept. If not, the table has been read anew and it may be tried again.

        Raises:
            Refused: if it was not stored and cannot be now.
            Unknown: if the store does not say.
        """
        receipt = await self._desk.write(change)
        if receipt.fate is Fate.KEPT and receipt.version == self.version + 1:
            self.version += 1
            self._anew = None
            return True
        self._metrics.unkept.add(reason=receipt.reason or receipt.fate.value)
        if receipt.fate is Fate.UNKNOWN:
            self._settle()
            raise Unknown
        if receipt.fate is Fate.NOT_KEPT and receipt.version in (None, self.version):
            if receipt.reason == "gone":
                self._vanish()
            raise self._busy(receipt)
        try:  # another server has changed the table since
            await self._reload()
        except Exception:
            self._settle()
            if receipt.fate is Fate.KEPT:
                raise Unknown from None
            raise self._busy() from None
        return False

    async def _sure(self) -> None:
        """Find out how the table stands if that is in doubt; whoever asks holds the lock.

        Raises:
            Refused: if the store still does not say.
        """
        if self._settling is None or self._settling.done():
            return
        try:
            await self._find_out()
        except Exception:
            raise self._busy() from None
        self._settling.cancel()

    async def _find_out(self) -> None:
        """Read how the table stands, and tell the windows, also if nothing has changed: they wait to hear it."""
        version = self.version
        await self._reload(settled=True)
        if version == self.version and not self.gone:
            for window in self.windows:
                self._tell_all(window, (self.ply, self._digest(window.viewer, self.ply)))

    def _busy(self, receipt: Receipt | None = None) -> Refused:
        if receipt is None:
            return Refused(phrase("The table is busy. Please try again."), code="busy")
        return Refused(phrase("The server could not keep it. Nothing has changed."), code="busy")

    def _settle(self) -> None:
        """Ask the store again and again how the table stands, until it says."""
        if self._settling is None or self._settling.done():
            self._settling = asyncio.create_task(self._settled())

    async def _settled(self) -> None:
        tries = 0
        while not self.gone:
            await asyncio.sleep(_BACK_OFF[min(tries, len(_BACK_OFF) - 1)])
            tries += 1
            try:
                async with self._lock:
                    await self._find_out()
            except Exception:
                logger.warning("a table is still in doubt", extra={"tries": tries})
            else:
                break
        asyncio.get_running_loop().call_soon(self._wake)

    def _vanish(self) -> None:
        """The table has been deleted: whoever looks at it is sent away."""
        self.gone = True
        for window in self.windows:
            window.end(GOODBYE)

    def _change(self, number: int, lines: tuple[str, ...], game: AnyGame) -> Change:
        """Return what is to be written: entries from a number on, and all before if they are in an older version."""
        stage = stage_of(game, self.seats)
        if self._anew is None:
            return Change(self.id, self.version, number, lines, stage=stage)
        header, *entries = self._anew
        return Change(self.id, self.version, 0, (*entries[:number], *lines), header, stage=stage)

    def _tried(self, seat: int, decision: str, action: str | Mapping[str, object]) -> AnyGame:
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
            Unknown: if the database did not say whether it was stored.
        """
        return await asyncio.shield(asyncio.ensure_future(self._undo(seat)))

    async def _undo(self, seat: int) -> int:
        async with self._lock:
            await self._sure()
            for _ in range(_TRIES):
                try:
                    game = self.game.undo(seat=seat)
                except IllegalAction as error:
                    raise Refused(error.refusals[0].message, error.refusals) from None
                chain = list(game.moments)
                same = shared(self._chain, chain)
                pens, lines = self._pens[:same], []
                for moment in chain[same:]:
                    line, pen = pens[-1].write(moment.entry, moment.chance)
                    lines.append(line)
                    pens.append(pen)
                if await self._kept(self._change(same, tuple(lines), game)):
                    self.game, self._chain, self._pens = game, chain, pens
                    self._tell(same, rollback=same - 1)
                    break
            else:
                raise self._busy()
        self._wake()
        return self.ply

    def why(self, seat: int, action: str | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return why an action is not possible for a seat; nothing if it is.

        Raises:
            Refused: if it is no action.
        """
        try:
            refused: tuple[Refusal, ...] = self.game.view(seat).why_not(action)
        except KeyflowerError as error:
            raise Refused(error.said) from None
        return refused

    # ------------------------------------------------------------------ links

    async def new_link(self, seat: int, keep: Window | None = None) -> str:
        """Give a seat a new secret, and return the new link; the old one opens nothing any more.

        Args:
            seat: whose link it is.
            keep: the window that asked; all others of the seat are closed.

        Raises:
            Refused: if it was not stored; the old link is still good.
            Unknown: if the database did not say; it has the new link, in case it is good.
        """
        return await asyncio.shield(asyncio.ensure_future(self._new_link(seat, keep)))

    async def _new_link(self, seat: int, keep: Window | None) -> str:
        token = new_token()
        link = f"/t/{self.id}#{token}"
        async with self._lock:
            await self._sure()
            for _ in range(_TRIES):
                seats = tuple(
                    evolve(one, key=key_of(token)) if number == seat else one
                    for number, one in enumerate(self.seats)
                )
                change = evolve(self._change(self.ply + 1, (), self.game), seats=seats)
                try:
                    if await self._kept(change):
                        break
                except Unknown as unknown:
                    raise Unknown(link) from unknown
            else:
                raise self._busy()
            self._sit(seats, str(self._about["next"]))
        for window in self.windows:
            if window.viewer == seat and window is not keep:
                window.end(NOT_ALLOWED)
        return link

    # ------------------------------------------------------------------ after the end

    async def rematch(self, seat: int) -> str:
        """Return a new table with the same people, bots and rules; links keep their secrets.

        Raises:
            Refused: if the game is not over, or it was not stored.
            Unknown: if the database did not say whether it was stored.
        """
        return await asyncio.shield(asyncio.ensure_future(self._rematch()))

    async def _rematch(self) -> str:
        async with self._lock:
            await self._sure()
            for _ in range(_TRIES):
                if not self.game.over:
                    raise Refused(phrase("The game is not over yet."))
                if self._about["next"]:
                    break
                again = again_table(self.seats, self.game, self.language)
                if await self._kept(evolve(self._change(self.ply + 1, (), self.game), successor=again)):
                    self._sit(self.seats, again.id)
                    self._tell(self.ply + 1)
                    break
            else:
                raise self._busy()
            return str(self._about["next"])

    def look(self, window: Window, said: messages.Looked) -> str:
        """Return what somebody asks about the past: what happened, how the table stood, or the log.

        Raises:
            Refused: if so many actions have not been played.
        """
        viewer, language = window.viewer, self.speaker(window.language)
        match said:
            case messages.History():
                return history.history(
                    self._chain, viewer, id=said.id, language=language, declared=self._declared
                )
            case messages.Moment():
                return history.moment(
                    self._chain,
                    said.ply,
                    viewer,
                    id=said.id,
                    about=self._about,
                    language=language,
                    declared=self._declared,
                )
            case messages.Log():
                return history.log(self.game, viewer, id=said.id)

    async def play_on(self, ply: int, seat: int) -> str:
        """Open a new table that goes on from a moment, and return the link of the seat.

        Raises:
            Refused: if the game is not over or there is no such moment, or the table was not stored.
            Unknown: if the database did not say whether it was stored.
        """
        table = history.branch(
            self._chain, ply, seat, seats=self.seats, language=self.language, declared=self._declared
        )
        link = f"/t/{table.saved.id}#{table.tokens[seat]}"
        try:
            await self._desk.create(table.saved)
        except InDoubt:
            raise Unknown(link) from None
        except StoreBusy:
            raise self._busy() from None
        self._metrics.opened.add()
        return link

    # ------------------------------------------------------------------ other servers

    async def catch_up(self) -> None:
        """Read what another server has written, and tell the windows."""
        async with self._lock:
            await self._reload()
        self._wake()

    async def _reload(self, *, settled: bool = False) -> None:
        saved = await self._desk.read(self.id, settled=settled)
        if saved is None:
            self._vanish()
            return
        if saved.version == self.version:
            return
        before, sitting = self._chain, self.seats
        game = await asyncio.to_thread(read_game, saved, self._declared)
        self._take(saved, game)
        same = shared(before, self._chain)
        self._tell(same, rollback=same - 1 if same < len(before) else None)
        for window in self.windows:  # a new link was given through another server
            seat = window.viewer
            if seat != SPECTATOR and sitting[seat].key != self.seats[seat].key:
                window.end(NOT_ALLOWED)

    # ------------------------------------------------------------------ bots

    def _wake(self) -> None:
        """Let a bot think if one has to decide."""
        if self.gone or (self._bots is not None and not self._bots.done()):
            return
        if self._next_bot() is not None:
            self._bots = asyncio.create_task(self._bots_play())

    def wake(self) -> None:
        """Take up what bots have to do here."""
        self._wake()

    def _next_bot(self) -> int | None:
        open_seats = () if self.game.over else self.game.decisions
        return next((seat for seat in open_seats if self.seats[seat].bot), None)

    async def _bots_play(self) -> None:
        """Let bots act until none has to; what fails is tried again, later each time."""
        failed = 0
        while not self.gone and (seat := self._next_bot()) is not None:
            try:
                await self._bot_plays(seat)
                failed = 0
            except Exception as error:
                wait = _BACK_OFF[min(failed, len(_BACK_OFF) - 1)]
                failed += 1
                self._metrics.bots_failed.add()
                logger.warning(
                    "a bot could not act, and tries again",
                    extra={"error": type(error).__name__, "failed": failed, "seconds": wait},
                )
                await asyncio.sleep(wait)

    async def _bot_plays(self, seat: int) -> None:
        view = self.game.view(seat)
        asked = view.decision.id
        choosing = self._thinker.choose(
            view, self.seats[seat].bot, payers=self.payers, declared=self._declared
        )
        thinking = asyncio.ensure_future(choosing)
        try:
            await asyncio.sleep(self._pause)
            action = await thinking
        finally:
            thinking.cancel()
        try:
            await asyncio.shield(asyncio.ensure_future(self._play(seat, asked, action)))
        except Refused as refused:
            if refused.code != "stale":
                raise

    def payers(self) -> frozenset[str]:
        """Return the addresses of the people at the table, for whom its bots think; nobody if all have left."""
        return frozenset(window.address for window in self.windows if window.viewer != SPECTATOR)

    async def close(self) -> None:
        """Stop the bots."""
        for task in (self._bots, self._settling):
            if task is not None:
                task.cancel()

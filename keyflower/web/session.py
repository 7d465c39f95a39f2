"""A table that is being played: who sits there, what each of them may do, and the bots among them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from time import time as time_of_day
from typing import Any

from attrs import evolve

from keyflower.declaration import KEYFLOWER
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
from keyflower.web.chat import Event, legible
from keyflower.web.connection import NOT_ALLOWED, Window
from keyflower.web.kept_table import BACK_OFF, KeptTable, Step
from keyflower.web.limits import Limits
from keyflower.web.lobby import again_table, asked_people, key_of, new_token
from keyflower.web.metrics import Metrics
from keyflower.web.refusals import Refused, Unknown
from keyflower.web.table_review import TableReview, hint_for
from keyflower.web.table_store import InDoubt, Saved, Seating, StoreBusy, may_ask_for_hints
from keyflower.web.webhooks import Webhooks
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")


class TableSession:
    """A table that people and bots play at."""

    def __init__(
        self,
        saved: Saved,
        desk: WriteQueue,
        thinker: BotPool,
        *,
        limits: Limits,
        metrics: Metrics | None = None,
        declared: GameDeclaration = KEYFLOWER,
        webhooks: Webhooks | None = None,
        time: Callable[[], float] = time_of_day,
    ) -> None:
        """Load a table in the state that the database has.

        Raises:
            KeyflowerError: if the log is damaged, or of rules that are not installed here.
        """
        self.id = saved.id
        self.language = saved.language
        self._metrics = Metrics() if metrics is None else metrics
        self._desk = desk
        self._thinker = thinker
        self._limits = limits
        self._declared = declared
        self._webhooks = webhooks
        self._time = time
        self._bots: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._gone_since: dict[int, float] = dict.fromkeys(range(len(saved.seats)), time())
        self._asking: dict[int, set[int]] = {}
        self._kept = KeptTable(
            saved,
            desk,
            metrics=self._metrics,
            declared=declared,
            time=time,
            awake=self._wake,
            moved_on=self._call,
            remarks=limits.chat_kept,
        )
        self._audience = self._kept.audience
        self._review = TableReview(saved.id, desk, thinker)

    # ------------------------------------------------------------------ how it stands

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self._kept.game

    @property
    def seats(self) -> tuple[Seating, ...]:
        """Who sits where."""
        return self._kept.seats

    @property
    def version(self) -> int:
        """How often the table has been changed."""
        return self._kept.version

    @property
    def rules(self) -> str:
        """The key of its rules."""
        return self._kept.rules

    @property
    def successor(self) -> str:
        """The id of the table of the rematch; empty if there is none."""
        return self._kept.successor

    @property
    def gone(self) -> bool:
        """Whether it has been deleted."""
        return self._kept.gone

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return self._audience.ply

    @property
    def windows(self) -> dict[Window, None]:
        """The windows of the table."""
        return self._audience.windows

    @property
    def _chain(self) -> list[AnyGame]:
        return self._audience.chain

    @property
    def quiet(self) -> bool:
        """Whether it has no windows and nothing to do, so it can be dropped from memory."""
        thinking = self._bots is not None and not self._bots.done()
        busy = thinking or self._tasks or self._review.at_work or self._kept.unsettled
        return not self.windows and not busy

    # ------------------------------------------------------------------ windows

    def join(self, window: Window, since: tuple[int, str] | None) -> None:
        """Add a window: it is sent the table, and what has happened since it last looked."""
        self.windows[window] = None
        self._gone_since.pop(window.viewer, None)
        self._asking.pop(window.viewer, None)
        self._audience.tell_all(window, since)
        self._audience.tell_chat(self._kept.chat, window)
        self._tell_presence()
        self._wake()

    def speak(self, window: Window, language: str) -> None:
        """Send a window everything again in another language."""
        window.language = language
        self._audience.tell_all(window, None)

    def speaker(self, language: str) -> Speaker:
        """Return a language, with the words of this table's expansions."""
        return self._audience.speaker(language)

    def leave(self, window: Window) -> None:
        """Forget a window."""
        self.windows.pop(window, None)
        if window.viewer not in self._audience.present():
            self._gone_since[window.viewer] = self._time()
            for who in self._asking.values():
                who.discard(window.viewer)
        self._review.leave(window)
        self._tell_presence()

    def _tell_presence(self) -> None:
        self._audience.tell_presence(self.seats, self._asking)

    def spectator_data(self) -> messages.Message:
        """Return what a spectator may know."""
        return {
            **self._audience.about,
            "language": self.language,
            "ply": self.ply,
            "view": self.game.view(SPECTATOR).to_data(),
            "notice": self.speaker(self.language or messages.ENGLISH).say(self.game.halted),
        }

    # ------------------------------------------------------------------ acting

    async def play(
        self, seat: int, decision: str, action: str | Mapping[str, object], *, bot: bool = False
    ) -> int:
        """Play an action for a seat, into the database first, then to the windows, and return its ply.

        Args:
            seat: who acts.
            decision: the id of the question.
            action: the answer.
            bot: whether a bot acts.

        Raises:
            Refused: if it is not possible now; nothing has changed.
            Unknown: if the database did not say whether it was stored.
        """
        number = 0

        def make() -> Step:
            nonlocal number
            self._may_act(seat, bot=bot)
            number = self.ply + 1
            return self._kept.moved(self._tried(seat, decision, action), begun=not bot)

        await self._kept.change(make)
        self._metrics.moves.add()
        self._wake()
        return number

    def _may_act(self, seat: int, *, bot: bool = False) -> None:
        if bool(self.seats[seat].bot) != bot:
            raise Refused(phrase("A bot plays for you. Take your seat back first."), code="stale")

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

        def make() -> Step:
            self._may_act(seat)
            try:
                return self._kept.moved(self.game.undo(seat=seat))
            except IllegalAction as error:
                raise Refused(error.refusals[0].message, error.refusals) from None

        await self._kept.change(make)
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
        """Give a seat a new secret, and return the new link; the old one no longer works.

        Args:
            seat: whose link it is.
            keep: the window that asked; all others of the seat are closed.

        Raises:
            Refused: if it was not stored; the old link is still good.
            Unknown: if the database did not say; it has the new link, in case it is good.
        """
        token = new_token()
        link = f"/t/{self.id}#{token}"
        try:
            await self._kept.change(lambda: self._kept.beside(seats=self._with(seat, key=key_of(token))))
        except Unknown as unknown:
            raise Unknown(link) from unknown
        for window in self.windows:
            if window.viewer == seat and window is not keep:
                window.end(NOT_ALLOWED)
        return link

    def _with(self, seat: int, **changes: Any) -> tuple[Seating, ...]:  # Any: fields of `Seating`
        """Return the seats with one of them changed."""
        return tuple(
            evolve(one, **changes) if number == seat else one for number, one in enumerate(self.seats)
        )

    # ------------------------------------------------------------------ after the end

    async def rematch(self, seat: int) -> str:
        """Return a new table with the same people, bots and rules; links keep their secrets.

        Raises:
            Refused: if the game is not over, or it was not stored.
            Unknown: if the database did not say whether it was stored.
        """
        kept = self._kept

        def make() -> Step | None:
            if not self.game.over:
                raise Refused(phrase("The game is not over yet."))
            if kept.successor:
                return None
            again = again_table(self.seats, self.game, self.language, clock=kept.clock, webhook=kept.webhook)
            return kept.beside(successor=again)

        await kept.change(make)
        return kept.successor

    async def review(self, window: Window, id: str) -> str:
        """Return what is known of the review of the game; the window is told the rest as it comes.

        Raises:
            Refused: if the game is not over, or cannot be reviewed.
        """
        return await self._review.follow(
            window, self._chain, self._kept.pen.total, id=id, language=self.speaker(window.language)
        )

    async def hint(self, window: Window, id: str) -> str:
        """Return ratings of the best answers to the open question of a seat.

        Raises:
            Refused: if the table does not allow it, other people play, or nothing is asked.
        """
        if not may_ask_for_hints(self.seats, window.viewer):
            raise Refused(phrase("Hints are only for one person against bots, where the table allows them."))
        return await hint_for(self._thinker, self.game, window, id=id, language=self.speaker(window.language))

    def look(self, window: Window, said: messages.Past) -> str:
        """Answer a question about the past: everything that happened, the table at a moment, or the log.

        Raises:
            Refused: if fewer actions have been played.
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
                    about=self._audience.about,
                    language=language,
                    declared=self._declared,
                )
            case messages.Log():
                return history.log(self.game, viewer, id=said.id)

    async def play_on(self, ply: int, seat: int) -> str:
        """Open a new table that continues from a moment, and return the link of the seat.

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
            raise self._kept.busy() from None
        self._metrics.opened.add()
        return link

    # ------------------------------------------------------------------ other servers

    async def catch_up(self, version: int | None = None) -> None:
        """Read what another server has written and send it to the windows, unless this version is known already."""
        heard = self._kept.chat[-1].number if self._kept.chat else 0
        await self._kept.catch_up(version)
        for remark in self._kept.chat:  # those at another server did not see that somebody is here
            if (
                remark.number > heard
                and remark.event == Event.AWAY
                and remark.seat in self._audience.present()
            ):
                self._begin(self._change_seat(remark.seat, Event.BACK))
        self._wake()

    # ------------------------------------------------------------------ bots

    def _wake(self) -> None:
        """Let a bot think if one has to decide."""
        self._set_alarm()
        if self.gone or (self._bots is not None and not self._bots.done()):
            return
        if self._next_bot() is not None:
            self._bots = asyncio.create_task(self._bots_play())

    def wake(self) -> None:
        """Take up what bots have to do here."""
        self._ring()
        self._wake()

    def _next_bot(self) -> int | None:
        open_seats = () if self.game.over else self.game.decisions
        return next((seat for seat in open_seats if self.seats[seat].bot), None)

    async def _bots_play(self) -> None:
        """Let bots act until none has to; whatever fails is tried again after longer and longer pauses."""
        failed = 0
        while not self.gone and (seat := self._next_bot()) is not None:
            try:
                await self._bot_plays(seat)
                failed = 0
            except Exception as error:
                wait = BACK_OFF[min(failed, len(BACK_OFF) - 1)]
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
            await asyncio.sleep(self._limits.bot_pause)
            action = await thinking
        finally:
            thinking.cancel()
        try:
            await self.play(seat, asked, action, bot=True)
        except Refused as refused:
            if refused.code != "stale":
                raise

    def payers(self) -> frozenset[str]:
        """Return the addresses of the people at the table, for whom its bots think; nobody if all have left."""
        return frozenset(window.address for window in self.windows if window.viewer != SPECTATOR)

    # ------------------------------------------------------------------ bots that play for people

    async def take_over(self, seat: int, who: int) -> bool:
        """Let a bot take over a seat, for the person there or for those who remain; return whether it has.

        Args:
            seat: the seat.
            who: the seat of whoever asks. Unless it is the same, all people who are here have to ask.

        Raises:
            Refused: if the person is here, or a bot plays there already; nothing has changed.
            Unknown: if the database did not say whether it was stored.
        """
        if not 0 <= seat < len(self.seats):
            raise Refused(phrase("There is no such seat."))
        if seat == who:
            await self._seated(seat, Event.ASKED)
            return True
        name, gone = self.seats[seat].name, self._gone_since.get(seat)
        if self.seats[seat].bot:
            raise self._played_by_bot(seat)
        if gone is None or self._time() - gone < self._limits.away:
            raise Refused(phrase("{name} is here, or has only just left.", name=name))
        self._asking.setdefault(seat, set()).add(who)
        remaining = {one for one in self._audience.present() if not self.seats[one].bot} - {seat}
        if remaining <= self._asking[seat]:
            await self._seated(seat, Event.AWAY)
            return True
        self._tell_presence()
        return False

    def _played_by_bot(self, seat: int) -> Refused:
        return Refused(phrase("A bot plays for {name} already.", name=self.seats[seat].name))

    async def come_back(self, seat: int) -> None:
        """Give a seat back to its person.

        Raises:
            Refused: if no bot plays there; nothing has changed.
            Unknown: if the database did not say whether it was stored.
        """
        await self._seated(seat, Event.BACK)

    async def _seated(self, seat: int, event: Event) -> None:
        """Give a seat to a bot, or back to its person, and tell everybody."""
        kept, back = self._kept, event is Event.BACK

        def make() -> Step | None:
            if event is Event.TIME and (kept.clock is None or seat not in kept.clock.out(self._time())):
                return None  # an answer came in the last moment
            if self.game.over:
                raise Refused(phrase("The game is over."))
            if back and not self.seats[seat].stand_in:
                raise Refused(phrase("No bot plays for you."))
            if not back and self.seats[seat].bot:
                raise self._played_by_bot(seat)
            return kept.beside(
                seats=self._with(seat, bot="" if back else self._declared.usual_bot),
                remark=kept.remark(seat, event=event.value),
                welcome=seat if back else None,
            )

        await kept.change(make)
        self._asking.pop(seat, None)
        self._tell_presence()
        if not back:
            self._metrics.taken_over.add(reason=event.value)
        self._wake()

    async def _change_seat(self, seat: int, event: Event) -> None:
        """Change a seat although nobody waits for the answer."""
        try:
            await self._seated(seat, event)
        except (Refused, Unknown):  # what a clock asks for is tried again with the duties of bots
            logger.warning("a seat could not be given to a bot, or back")

    # ------------------------------------------------------------------ clocks

    def _set_alarm(self) -> None:
        """Set an alarm for the next clock that runs out."""
        self.rest()
        if self._kept.clock is not None and self._kept.clock.due and not self.gone:
            wait = max(0.25, self._kept.clock.due - self._time())  # also if it could not be stored
            self._alarm = asyncio.get_running_loop().call_later(wait, self.wake)

    def _ring(self) -> None:
        """Let bots take over the seats whose time has run out."""
        for seat in [] if self._kept.clock is None or self._tasks else self._kept.clock.out(self._time()):
            self._begin(self._change_seat(seat, Event.TIME))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def rest(self) -> None:
        """Cancel the alarm: the table is dropped from memory, or another alarm is set."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    # ------------------------------------------------------------------ chat and webhook

    async def say(self, seat: int, said: messages.Chat) -> None:
        """Say something to everybody at the table, into the database first.

        Raises:
            Refused: if it is too long, or was not stored.
            Unknown: if the database did not say whether it was stored.
        """
        text, kept = legible(said.text, self._limits.chat_length) if said.text else "", self._kept
        await kept.change(lambda: kept.beside(remark=kept.remark(seat, text=text, reaction=said.reaction)))

    def announce(self) -> None:
        """Call the address of a table that has just been opened."""
        self._call(None)

    def _call(self, before: AnyGame | None) -> None:
        """Call the address of the table if people have to decide who had nothing to decide before."""
        if self._webhooks is None or not self._kept.webhook:
            return
        waiting = {} if before is None else asked_people(before, self.seats)
        new = [seat for seat in asked_people(self.game, self.seats) if seat not in waiting]
        if new:
            news = {
                "type": "decide",
                "table": self.id,
                "link": f"/t/{self.id}",
                "ply": self.ply,
                "seats": [{"seat": seat, "name": self.seats[seat].name} for seat in new],
            }
            self._webhooks.call(self.id, self._kept.webhook, news)

    async def close(self) -> None:
        """Stop the bots and the review."""
        self.rest()
        await self._review.close()
        self._kept.close()
        for task in (self._bots, *self._tasks):
            if task is not None:
                task.cancel()

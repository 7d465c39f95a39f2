"""A table in memory and in the database: a change is sent only after it has been stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from attrs import evolve, field, frozen

from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.log.writer import LogWriter
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import phrase
from keyflower.web.audience import Audience
from keyflower.web.chain import read_game, shared, written
from keyflower.web.chat import Remark
from keyflower.web.clocks import Clock
from keyflower.web.connection import GOODBYE, NOT_ALLOWED
from keyflower.web.lobby import asked_people, stage_of
from keyflower.web.metrics import Metrics
from keyflower.web.refusals import Refused, Unknown
from keyflower.web.table_store import Change, Fate, Receipt, Saved, Seating, may_ask_for_hints, rules_key
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")

_TRIES = 4
"""How often a change is tried again when another server has changed the table in between."""
BACK_OFF = (0.5, 1.0, 2.0, 4.0)
"""How many seconds pass before something that failed is tried again; the last number is repeated."""


@frozen
class Step:
    """A change, and the table in memory after it has been stored."""

    change: Change
    """What is stored."""
    first: int
    """The number of the first entry that is new."""
    chain: list[AnyGame] = field(factory=list, repr=False)
    """All moments of the game after the change; empty if the game is the same."""
    pens: list[LogWriter] = field(factory=list, repr=False)
    """For each moment the writer of the next entry."""


class KeptTable:
    """A table in memory; a change goes to the database first, so nobody sees anything that could be lost."""

    def __init__(
        self,
        saved: Saved,
        desk: WriteQueue,
        *,
        metrics: Metrics,
        declared: GameDeclaration,
        time: Callable[[], float],
        awake: Callable[[], None],
        moved_on: Callable[[AnyGame], None],
        remarks: int,
    ) -> None:
        """Load a table in the state that the database has.

        Args:
            saved: the table as it is kept.
            desk: the queue through which it is read and changed.
            metrics: where changes that fail are counted.
            declared: which game is played.
            time: the time of the server.
            awake: called when the table was in doubt and its state is known again.
            moved_on: called with the game before, when an action has been stored or taken back.
            remarks: how many remarks are kept.

        Raises:
            KeyflowerError: if the log is damaged, or of rules that are not installed here.
        """
        self.id = saved.id
        self.gone = False
        self.time = time
        self.lock = asyncio.Lock()
        self.audience = Audience(time, declared)
        self._desk = desk
        self._metrics = metrics
        self._declared = declared
        self._awake = awake
        self._moved_on = moved_on
        self._most = remarks
        self._settling: asyncio.Task[None] | None = None
        self._take(saved, read_game(saved, declared))

    def _take(self, saved: Saved, game: AnyGame) -> None:
        self.game = game
        self.version = saved.version
        self.audience.chain = list(game.moments)
        lines, self._pens = written(self.audience.chain)
        self.rules = rules_key(lines[0])
        # a table that an older version wrote is written anew with its next change: no log is in two versions
        self._anew = lines if lines != saved.lines else None
        self.webhook = saved.webhook
        self._adopt(saved.seats, saved.successor, saved.clock, saved.chat)

    def _adopt(
        self, seats: tuple[Seating, ...], successor: str, clock: Clock | None, chat: tuple[Remark, ...]
    ) -> None:
        self.seats, self.successor, self.clock, self.chat = seats, successor, clock, chat
        self.audience.played_by_bots = frozenset(number for number, seat in enumerate(seats) if seat.bot)
        self.audience.about = {
            "table": self.id,
            "rules": self.rules,
            "seats": [
                {"name": seat.name, "bot": seat.bot, **({"stand_in": True} if seat.stand_in else {})}
                for seat in seats
            ],
            "next": successor,
            "hints": any(may_ask_for_hints(seats, seat) for seat in range(len(seats))),
            "clocks": None if clock is None else clock.told(),
        }

    # ------------------------------------------------------------------ changes

    async def change(self, make: Callable[[], Step | None]) -> None:
        """Make a step, store it, and send it to the windows.

        Args:
            make: returns the step for the table as it is now, or `None` if nothing has to change any more. It is
                called again if another server was faster.

        Raises:
            Refused: if it is not possible, or could not be stored; nothing has changed.
            Unknown: if the database did not say whether it was stored.
        """
        # a client that leaves must not take a change away that is half written
        changing = asyncio.ensure_future(self._change(make))
        changing.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may hear of it
        await asyncio.shield(changing)

    async def _change(self, make: Callable[[], Step | None]) -> None:
        async with self.lock:
            await self._sure()
            for _ in range(_TRIES):
                step = make()
                if step is None or await self._kept(step):
                    return
            raise self.busy()

    def moved(self, game: AnyGame, *, begun: bool = False) -> Step:
        """Return the step to another moment of the game, one action further or some actions back.

        Args:
            game: the game then.
            begun: whether a person has acted.
        """
        chain = [*self.audience.chain, game] if game.parent is self.game else list(game.moments)
        same = shared(self.audience.chain, chain)
        pens, lines = self._pens[:same], []
        for moment in chain[same:]:
            line, pen = pens[-1].write(moment.entry, moment.chance)
            lines.append(line)
            pens.append(pen)
        return Step(self._written(same, tuple(lines), game, self.seats, begun=begun), same, chain, pens)

    def beside(
        self,
        *,
        seats: tuple[Seating, ...] | None = None,
        successor: Saved | None = None,
        remark: Remark | None = None,
        welcome: int | None = None,
    ) -> Step:
        """Return a step beside the game, which stays where it is.

        Args:
            seats: who sits where from now on.
            successor: the table of the rematch.
            remark: what is said.
            welcome: who comes back: some time is left for them.
        """
        change = self._written(self.audience.ply + 1, (), self.game, seats or self.seats)
        if change.clock is not None and welcome is not None:
            change = evolve(change, clock=change.clock.welcome(welcome))
        chat, oldest = ((), 0) if remark is None else ((remark,), remark.number - self._most + 1)
        return Step(
            evolve(change, seats=seats, successor=successor, chat=chat, oldest=oldest), self.audience.ply + 1
        )

    def remark(self, seat: int, *, text: str = "", reaction: str = "", event: str = "") -> Remark:
        """Return what somebody says, or what happens to a seat, as the next remark."""
        number = self.chat[-1].number + 1 if self.chat else 1
        return Remark(number, seat, int(self.time()), text, reaction, event)

    def _written(
        self,
        number: int,
        lines: tuple[str, ...],
        game: AnyGame,
        seats: tuple[Seating, ...],
        *,
        begun: bool = False,
    ) -> Change:
        """Return what has to be written: the entries from a number on, or all if the log is of an older version."""
        header = None
        if self._anew is not None:
            header, *entries = self._anew
            number, lines = 0, (*entries[:number], *lines)
        clock = self.clock and self.clock.at(self.time(), asked_people(game, seats), begun=begun)
        stage = stage_of(game, seats)
        return Change(self.id, self.version, number, lines, header, stage=stage, clock=clock)

    async def _kept(self, step: Step) -> bool:
        """Store a step, and return whether it worked; if not, the table has been read again for another try.

        Raises:
            Refused: if it was not stored and cannot be now.
            Unknown: if the store does not say.
        """
        receipt = await self._desk.write(step.change)
        if receipt.fate is Fate.KEPT and receipt.version == self.version + 1:
            self._made(step)
            return True
        self._metrics.unkept.add(reason=receipt.reason or receipt.fate.value)
        if receipt.fate is Fate.UNKNOWN:
            self._settle()
            raise Unknown
        if receipt.fate is Fate.NOT_KEPT and receipt.version in (None, self.version):
            if receipt.reason == "gone":
                self._vanish()
            raise self.busy(receipt)
        try:  # another server has changed the table since
            await self._reload()
        except Exception:
            self._settle()
            if receipt.fate is Fate.KEPT:
                raise Unknown from None
            raise self.busy() from None
        return receipt.fate is Fate.KEPT

    def _made(self, step: Step) -> None:
        """Take over what has been stored, and send it to the windows."""
        change, about, before, played = step.change, self.audience.about, self.game, len(self.audience.chain)
        self.version += 1
        self._anew = None
        self._adopt(
            self.seats if change.seats is None else change.seats,
            self.successor if change.successor is None else change.successor.id,
            change.clock,
            (*(remark for remark in self.chat if remark.number >= change.oldest), *change.chat),
        )
        if step.chain:
            self.game, self.audience.chain, self._pens = step.chain[-1], step.chain, step.pens
        if step.chain or self.audience.about != about:
            self.audience.tell(step.first, step.first - 1 if step.first < played else None)
        self.audience.tell_chat(change.chat)
        if step.chain:
            self._moved_on(before)

    async def _sure(self) -> None:
        """Find out the state of the table if it is in doubt; the caller holds the lock.

        Raises:
            Refused: if the store still does not say.
        """
        if self._settling is None or self._settling.done():
            return
        try:
            await self._find_out()
        except Exception:
            raise self.busy() from None
        self._settling.cancel()
        asyncio.get_running_loop().call_soon(self._awake)

    async def _find_out(self) -> None:
        """Read the state of the table, and send it to the windows that wait for it, even if nothing has changed."""
        version, audience = self.version, self.audience
        await self._reload(settled=True)
        if version == self.version and not self.gone:
            audience.tell_again()

    def busy(self, receipt: Receipt | None = None) -> Refused:
        """Return the refusal for something that could not be stored."""
        if receipt is None:
            return Refused(phrase("The table is busy. Please try again."), code="busy")
        return Refused(phrase("The server could not store it. Nothing has changed."), code="busy")

    def _settle(self) -> None:
        """Ask the store repeatedly for the state of the table, until it answers."""
        if self._settling is None or self._settling.done():
            self._settling = asyncio.create_task(self._settled())

    async def _settled(self) -> None:
        tries = 0
        while not self.gone:
            await asyncio.sleep(BACK_OFF[min(tries, len(BACK_OFF) - 1)])
            tries += 1
            try:
                async with self.lock:
                    await self._find_out()
            except Exception:
                logger.warning("a table is still in doubt", extra={"tries": tries})
            else:
                break
        asyncio.get_running_loop().call_soon(self._awake)

    def _vanish(self) -> None:
        """The table has been deleted: close its windows."""
        self.gone = True
        for window in self.audience.windows:
            window.end(GOODBYE)

    # ------------------------------------------------------------------ other servers

    async def catch_up(self, version: int | None = None) -> None:
        """Read what another server has written and send it to the windows, unless this version is known already."""
        async with self.lock:
            if version is None or version > self.version:
                await self._reload()

    async def _reload(self, *, settled: bool = False) -> None:
        saved = await self._desk.read(self.id, settled=settled)
        if saved is None:
            self._vanish()
            return
        if saved.version == self.version:
            return
        before, sitting, heard = self.audience.chain, self.seats, self.chat[-1].number if self.chat else 0
        game = await asyncio.to_thread(read_game, saved, self._declared)
        self._take(saved, game)
        same = shared(before, self.audience.chain)
        self.audience.tell(same, rollback=same - 1 if same < len(before) else None)
        self.audience.tell_chat([remark for remark in self.chat if remark.number > heard])
        for window in self.audience.windows:  # a new link was given through another server
            seat = window.viewer
            if seat != SPECTATOR and sitting[seat].key != self.seats[seat].key:
                window.end(NOT_ALLOWED)

    @property
    def pen(self) -> LogWriter:
        """The pen for the next entry; it has the digest of the whole log."""
        return self._pens[-1]

    @property
    def unsettled(self) -> bool:
        """Whether something is being written, or the table is in doubt."""
        return self.lock.locked() or (self._settling is not None and not self._settling.done())

    def close(self) -> None:
        """Stop asking the store."""
        if self._settling is not None:
            self._settling.cancel()

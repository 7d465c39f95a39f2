"""Bots at served tables: they run in their own processes, in fair turns, so that nobody waits for them.

A supervisor keeps the processes: one that dies or hangs is replaced, by one and only one new process, later each
time; the question it had is asked again. Bots that answer at once have a separate process, so they never wait
behind those that think for seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from time import monotonic, sleep
from typing import Any, Final, TypeAlias

from attrs import define, field

from keyflower.declaration import KEYFLOWER
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.lines import header_to_data, match_from_data
from keyflower.kernel.match import BaseMatch
from keyflower.model.errors import KeyflowerError
from keyflower.simulate.executors import belong, deaf
from keyflower.web.metrics import Metrics
from keyflower.web.table_game import table_game

logger = logging.getLogger("keyflower.web")

Payers: TypeAlias = Callable[[], frozenset[str]]
"""Returns for whom a bot works at this moment: the addresses of the people at the table."""
Asked: TypeAlias = tuple[Callable[..., str], tuple[object, ...]]
"""A question to a process: a function of a module and its arguments; the answer is a text."""
_HALF_LIFE: Final = 60.0
"""After this many seconds, half of the time that somebody has used is forgotten."""
_TRIES: Final = 3
"""How often a question that kills its process is asked in all; after that, any legal action is played."""
_READY: Final = 60.0
"""How many seconds a new process may take before its first answer."""
_AT_ONCE: Final = 6.0
"""How many seconds a bot that does not search may take; after that, its process counts as hanging."""
_PATIENCE: Final = 20.0
"""How many seconds a bot that searches may take, plus how many times its usual time."""
_BACK_OFF: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
"""How many seconds pass before a process is replaced, by how many have ended in a row."""


class ThinkerLost(KeyflowerError):
    """The process that was to answer has died, or did not answer in time."""


def choose(header: str, state: str, name: str, seed: int, home: str = KEYFLOWER.home) -> str:
    """Let a bot choose: what its seat may know goes in as text, its action comes out in the notation."""
    declared, match = GameDeclaration.at(home), _match(header, home)
    view = declared.game.VIEW(match, match.codec().state_from_data(read(state)))
    return str(declared.bot(name).choose(view, view.decision, Random(seed)))


@lru_cache(maxsize=64)
def _match(header: str, home: str) -> BaseMatch[Any]:  # Any: the rules of any game
    data = read(header)
    assert isinstance(data, dict)
    match, _ = match_from_data(GameDeclaration.at(home).match, data, ())
    return match


def _answer(line: Connection) -> None:
    """Answer questions as long as there are any: the main loop of a bot process."""
    belong()
    line.send((True, "ready"))
    while True:
        try:
            asked: Asked = line.recv()
        except EOFError:
            return
        try:
            work, given = asked
            line.send((True, work(*given)))
        except Exception as error:  # the table hears of it; this process goes on
            line.send((False, f"{type(error).__name__}: {error}"))


class _Thinker:
    """One bot process; it is started when it is first needed, and again when it is lost."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._process: BaseProcess | None = None
        self._line: Any = None  # Any: the ends of a pipe are of another class on each system
        self._lost = 0
        self.closed = False

    def ask(self, asked: Asked, seconds: float) -> str:
        """Return the answer, in a thread.

        Raises:
            ThinkerLost: if the process died, or took more seconds.
            KeyflowerError: if the bot could not choose.
        """
        try:
            line = self._connected()
            line.send(asked)
            if not line.poll(seconds):
                raise ThinkerLost(f"no answer for {seconds:.0f} seconds")
            good, told = line.recv()
        except (EOFError, OSError, ThinkerLost) as error:
            self.end()
            self._lost += 1
            raise ThinkerLost(str(error) or type(error).__name__) from error
        self._lost = 0
        if not good:
            raise KeyflowerError(told)
        return str(told)

    def _connected(self) -> Any:  # Any: as above
        if self._line is not None:
            return self._line
        if self.closed:
            raise ThinkerLost("the server stops")
        wait = _BACK_OFF[min(self._lost, len(_BACK_OFF) - 1)]
        if self._lost:
            self._metrics.restarts.add()
            logger.warning(
                "a thinking process was lost; a new one is begun", extra={"lost": self._lost, "seconds": wait}
            )
            sleep(wait)  # in a thread of its own
        context = get_context("spawn")  # not forked: the server has threads
        line, far = context.Pipe()
        self._process = context.Process(target=_answer, args=(far,), daemon=True, name="keyflower-bot")
        with deaf():
            self._process.start()
        far.close()
        self._line = line
        if not line.poll(_READY):
            raise ThinkerLost("the process did not begin")
        line.recv()
        return line

    def end(self) -> None:
        """End the process."""
        process, line, self._process, self._line = self._process, self._line, None, None
        if process is not None:
            process.kill()
            process.join(2)
        if line is not None:
            line.close()

    @property
    def pid(self) -> int | None:
        """The number of the process, if it has been started."""
        return None if self._process is None else self._process.pid


@define(eq=False)
class _Question:
    """A question that waits for a process."""

    asked: Asked
    seconds: float
    payers: Payers
    order: int
    answer: asyncio.Future[str]
    tries: int = field(default=0)


class FairQueue:
    """Waiting questions. The table that has used the least computing time lately comes first."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin without any."""
        self._waiting: list[_Question] = []
        self._used: dict[str, tuple[float, float]] = {}
        self._clock = clock

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, question: _Question) -> None:
        """Let a question wait."""
        self._waiting.append(question)

    def take(self) -> _Question | None:
        """Return the next question."""
        self._waiting = [one for one in self._waiting if not one.answer.done()]
        if not self._waiting:
            return None
        best = min(self._waiting, key=self._rank)
        self._waiting.remove(best)
        return best

    def _rank(self, question: _Question) -> tuple[bool, float, int]:
        payers = question.payers()
        used = min((self.used(payer) for payer in payers), default=0.0)
        return not payers, round(used, 3), question.order

    def used(self, payer: str) -> float:
        """Return how many seconds of computing somebody has used lately."""
        seconds, then = self._used.get(payer, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - then) / _HALF_LIFE) if seconds else 0.0

    def charge(self, payers: frozenset[str], seconds: float) -> None:
        """Count used seconds: everybody at the table pays a share."""
        for payer in payers:
            self._used[payer] = (self.used(payer) + seconds / len(payers), self._clock())
        if len(self._used) > 10_000:
            self._used = {payer: used for payer, used in self._used.items() if self.used(payer) > 0.01}


class _Lane:
    """A queue and the processes that work on it."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self.queue = FairQueue()
        self.thinkers = [_Thinker(metrics) for _ in range(processes)]
        self._free = [*self.thinkers]
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="keyflower-bots")
        self._metrics = metrics
        self._working: set[asyncio.Task[None]] = set()

    def put(self, question: _Question) -> None:
        self.queue.put(question)
        if self._free:
            task = asyncio.create_task(self._work(self._free.pop()))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _work(self, thinker: _Thinker) -> None:
        try:
            while (question := self.queue.take()) is not None:
                await self._asked(thinker, question)
        finally:
            self._free.append(thinker)

    async def _asked(self, thinker: _Thinker, question: _Question) -> None:
        begun, payers = monotonic(), question.payers()
        try:
            answer = await asyncio.get_running_loop().run_in_executor(
                self._threads, thinker.ask, question.asked, question.seconds
            )
        except ThinkerLost as lost:
            question.tries += 1
            if question.tries < _TRIES and not thinker.closed:
                self.queue.put(question)
            elif not question.answer.done():
                question.answer.set_exception(lost)
        except Exception as error:
            if not question.answer.done():
                question.answer.set_exception(error)
        else:
            if not question.answer.done():
                question.answer.set_result(answer)
        finally:
            seconds = monotonic() - begun
            self.queue.charge(payers, seconds)
            self._metrics.thought.add(seconds)

    def close(self) -> None:
        for thinker in self.thinkers:
            thinker.closed = True
            thinker.end()
        for task in self._working:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


class BotPool:
    """Asks bots, in fair turns."""

    def __init__(self, processes: int = 1, *, metrics: Metrics | None = None) -> None:
        """Run slow bots in this many processes, and fast ones in one more; with 0, all in threads of this one."""
        self._processes = processes
        self.metrics = Metrics() if metrics is None else metrics
        self._order = 0
        self._lanes: tuple[_Lane, _Lane] | None = None

    async def choose(
        self,
        view: Any,  # Any: a view of the game
        name: str,
        *,
        payers: Payers = frozenset,
        declared: GameDeclaration = KEYFLOWER,
    ) -> str:
        """Return the action of a bot in the notation.

        Args:
            view: what its seat may know.
            name: which bot.
            payers: for whom it thinks; it is asked again when the turn comes.
            declared: which game is played.
        """
        header = compact(header_to_data(view.match, view.viewer))
        state = compact(view.match.codec().state_to_data(view.state))
        seed = secrets.randbits(64)
        asked = (header, state, name, seed, declared.home)
        wait = table_game(declared).wait(name)
        try:
            return await self.answer(
                choose,
                *asked,
                seconds=_PATIENCE * (1 + wait) if wait else _AT_ONCE,
                payers=payers,
                at_once=wait == 0,
            )
        except KeyflowerError as error:  # it cannot answer, or this very question ends its processes
            logger.warning(
                "a bot was given up, and plays any legal action",
                extra={"bot": name, "error": str(error)[:300]},
            )
            return str(view.decision.options.sample(Random(seed)))

    async def answer(
        self,
        work: Callable[..., str],
        *given: object,
        seconds: float,
        payers: Payers = frozenset,
        at_once: bool = False,
    ) -> str:
        """Return what a function of a module answers, in one of the processes, when its turn has come.

        Args:
            work: the function.
            given: what it is called with.
            seconds: a process that takes longer is stopped.
            payers: for whom it is done; it is asked again when the turn comes.
            at_once: whether it takes hardly any time, like a bot that does not search.

        Raises:
            KeyflowerError: if it fails, or ends every process that is asked.
        """
        if not self._processes:
            return await asyncio.to_thread(work, *given)
        if self._lanes is None:
            self._lanes = (_Lane(1, self.metrics), _Lane(self._processes, self.metrics))
        self._order += 1
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._lanes[not at_once].put(_Question((work, given), seconds, payers, self._order, answer))
        return await answer

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return sum(len(lane.queue) for lane in self._lanes or ())

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that have been started."""
        thinkers = [thinker for lane in self._lanes or () for thinker in lane.thinkers]
        return [thinker.pid for thinker in thinkers if thinker.pid is not None]

    def close(self) -> None:
        """End the processes."""
        for lane in self._lanes or ():
            lane.close()
        self._lanes = None

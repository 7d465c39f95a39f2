"""The queue between the event loop and the database: changes that arrive together are written together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from keyflower.web.row_store import RowStore
from keyflower.web.table_store import (
    Ages,
    Change,
    Fate,
    InDoubt,
    Receipt,
    Row,
    Saved,
    Stage,
    StoreBusy,
    receipt_of,
)

_Value = TypeVar("_Value")
_MOST: Final = 2_000
"""How many changes may wait for the database."""
_BATCH: Final = 200
"""How many changes are written in one transaction at most."""
_PATIENCE: Final = 12.0
"""The longest wait for the database, in seconds."""


class WriteQueue:
    """Hands work to a store in threads; during a commit, the next changes are collected.

    Reads have their own threads, so they do not wait for writes.
    """

    def __init__(self, store: RowStore) -> None:
        """Open the queue for a store."""
        self._store = store
        self._writers = ThreadPoolExecutor(store.lanes, thread_name_prefix="keyflower-write")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="keyflower-read")
        # those who wait for locked tables have threads of their own, so that all others keep theirs
        self._waiters = ThreadPoolExecutor(store.lanes, thread_name_prefix="keyflower-wait")
        self._waiting: list[tuple[Change, asyncio.Future[Receipt]]] = []
        self._flushing = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def length(self) -> int:
        """How many changes wait."""
        return len(self._waiting)

    async def create(self, table: Saved) -> None:
        """Keep a new table; when this returns, it is on the disk.

        Raises:
            StoreBusy: if it was not kept.
            InDoubt: if it is not known whether it was kept; nobody has its links, so it will expire unplayed.
        """
        await self._do(self._writers, lambda: self._store.create(table))

    async def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        threads = self._waiters if settled else self._readers
        return await self._do(threads, lambda: self._store.read(table, settled=settled))

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        wanted = list(tables)
        return await self._do(self._readers, lambda: self._store.versions(wanted))

    async def rules(self, key: str) -> str | None:
        """Return the header of some table whose rules have this key."""
        return await self._do(self._readers, lambda: self._store.rules(key))

    async def note(
        self, table: str, *, rules: str | None = None, trouble: str | None = None, stage: Stage | None = None
    ) -> None:
        """Record what was found when a table was opened."""
        await self._do(
            self._writers, lambda: self._store.note(table, rules=rules, trouble=trouble, stage=stage)
        )

    async def duties(self, older: float = 0, now: float = 0) -> list[str]:
        """Return the tables at which a bot has had to act for this many seconds, or whose clock has run out by now."""
        return await self._do(self._readers, lambda: self._store.duties(older, now))

    async def listed(self) -> list[Row]:
        """Return all tables, those that were changed last first."""
        return await self._do(self._readers, self._store.listed)

    async def expired(self, ages: Ages) -> dict[str, int]:
        """Return the tables that nobody has touched for too long, with their versions; see `RowStore.expired`."""
        return await self._do(self._writers, lambda: self._store.expired(ages))

    async def delete(self, tables: Iterable[str], *, version: int | None = None) -> int:
        """Delete tables with their logs, if they have this version; return how many there were."""
        names = list(tables)
        return await self._do(self._writers, lambda: self._store.delete(names, version=version))

    @property
    def shared(self) -> bool:
        """Whether other servers may change the tables too."""
        return self._store.shared

    async def reviewed(self, table: str, game: str, known: Iterable[int] = ()) -> dict[int, str]:
        """Return the reviewed moments of a game by ply, without those that are known already."""
        told = list(known)
        return await self._do(self._readers, lambda: self._store.reviewed(table, game, told))

    async def keep_review(self, table: str, game: str, lines: Mapping[int, str]) -> None:
        """Keep reviewed moments of a game."""
        await self._do(self._writers, lambda: self._store.keep_review(table, game, lines))

    async def size(self) -> int:
        """Return how many bytes the tables take."""
        return await self._do(self._readers, self._store.size)

    # ------------------------------------------------------------------ changes

    async def write(self, change: Change) -> Receipt:
        """Write a change, and return its receipt. If the database did not answer, it is asked again."""
        if len(self._waiting) >= _MOST:
            return Receipt(Fate.NOT_KEPT, None, "full")
        done: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._flushing < self._store.lanes:
            self._flushing += 1
            self._begin(self._flush())
        return await done

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flush(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
                await self._flush_batch(batch)
        finally:  # here, not when the task is done: whoever comes in between would wait for ever
            self._flushing -= 1

    async def _flush_batch(self, batch: list[tuple[Change, asyncio.Future[Receipt]]]) -> None:
        # always in the same order, so that two servers cannot wait for each other
        batch.sort(key=lambda pair: pair[0].table)
        receipts = await self._written([change for change, _ in batch])
        for (change, done), receipt in zip(batch, receipts, strict=True):
            if receipt.reason == "locked" and receipt.fate is Fate.NOT_KEPT:  # it waits, the others do not
                self._begin(self._alone(change, done))
            elif not done.done():
                done.set_result(receipt)

    async def _written(self, changes: list[Change]) -> list[Receipt]:
        try:
            return await self._do(self._writers, lambda: self._store.write(changes))
        except StoreBusy as busy:
            return [Receipt(Fate.NOT_KEPT, None, _why(busy)) for _ in changes]
        except Exception:  # the answer was lost
            return [*await asyncio.gather(*(self._looked(change) for change in changes))]

    async def _alone(self, change: Change, done: asyncio.Future[Receipt]) -> None:
        """Write a change to a table that is locked elsewhere: it waits without delaying others."""
        try:
            receipt = (await self._do(self._waiters, lambda: self._store.write([change], patient=True)))[0]
        except StoreBusy as busy:
            receipt = Receipt(Fate.NOT_KEPT, None, _why(busy))
        except Exception:
            receipt = await self._looked(change)
        if not done.done():
            done.set_result(receipt)

    async def _looked(self, change: Change) -> Receipt:
        """Return the receipt of a change whose answer was lost."""
        try:
            found = await self.read(change.table, settled=True)
        except Exception:
            return Receipt(Fate.UNKNOWN)
        return receipt_of(change, found)

    async def _do(self, threads: ThreadPoolExecutor, work: Callable[[], _Value]) -> _Value:
        call = threads.submit(work)
        running = asyncio.wrap_future(call)
        try:  # not wait_for: that of Python 3.11 may swallow a cancellation
            async with asyncio.timeout(_PATIENCE):
                return await asyncio.shield(running)
        except TimeoutError:
            if call.cancel():  # it has not begun, and now never will
                raise StoreBusy("lost") from None
            running.add_done_callback(
                lambda late: late.cancelled() or late.exception()
            )  # nobody waits any more
            raise InDoubt("the database does not answer") from None

    async def close(self) -> None:
        """Write what is waiting, and close the store."""
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.to_thread(self._store.close)
        for threads in (self._writers, self._readers, self._waiters):
            threads.shutdown(wait=False)


def _why(busy: StoreBusy) -> str:
    """Return the reason of a receipt; ``waited`` where a table was locked for too long."""
    return "waited" if str(busy) == "locked" else str(busy)

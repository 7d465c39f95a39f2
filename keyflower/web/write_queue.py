"""The desk between the event loop and the database: changes that come together are written together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from keyflower.web.table_store import Change, Saved, Store

_Value = TypeVar("_Value")


class WriteQueue:
    """Hands work to a store in a thread of its own; while one commit is under way, the next changes gather."""

    def __init__(self, store: Store) -> None:
        """Open the desk for a store."""
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keyflower-store")
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._flushing: asyncio.Task[None] | None = None

    async def create(self, table: Saved) -> None:
        """Keep a new table; when this returns, it is on the disk."""
        await self._do(lambda: self._store.create(table))

    async def read(self, table: str) -> Saved | None:
        """Return a table, or `None` if there is none of this id."""
        return await self._do(lambda: self._store.read(table))

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        wanted = list(tables)
        return await self._do(lambda: self._store.versions(wanted))

    async def write(self, change: Change) -> bool:
        """Write a change; return whether it was made for the newest version. When this returns, it is on the disk."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush())
        return await done

    async def _flush(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            # always in the same order, so that two servers cannot wait for each other
            batch.sort(key=lambda pair: pair[0].table)
            changes = [change for change, _ in batch]
            try:
                results = await self._do(lambda changes=changes: self._store.write(changes))  # type: ignore[misc]
            except Exception as error:  # a full disk, a lost connection: whoever waits has to know
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
                continue
            for (_, done), result in zip(batch, results, strict=True):
                if not done.done():
                    done.set_result(result)

    async def _do(self, work: Callable[[], _Value]) -> _Value:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        """Write what is waiting, and close the store."""
        if self._flushing is not None:
            await asyncio.wait([self._flushing])
        await self._do(self._store.close)
        self._thread.shutdown()

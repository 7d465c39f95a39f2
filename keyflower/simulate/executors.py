"""Workers: many chunks of tasks on any executor, a bounded number of them at a time, in order.

A worker that dies costs the tasks it had, and most of the time not even those: they are tried again.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from signal import SIG_IGN, SIGINT, SIGTERM, raise_signal, signal
from threading import Thread
from typing import Generic, Protocol, TypeAlias, TypeVar

from attrs import frozen

_T = TypeVar("_T")
_R = TypeVar("_R")

Chunk: TypeAlias = Sequence[_T]

AHEAD = 64
"""How many chunks are queued at an executor whose number of workers is unknown."""
_PDEATHSIG = 1
"""The ``prctl`` option for a signal when the parent process ends."""
_CLUSTERS = ("dask", "distributed", "ray")
"""Libraries whose errors are about their workers; errors of tasks are returned as values."""


@frozen
class _Raised:
    """An error of a task, returned as a value."""

    error: Exception


@frozen
class _Work(Generic[_T, _R]):
    """Does the tasks of a chunk; a class, so that it can be sent to other processes."""

    function: Callable[[Chunk[_T]], _R]

    def __call__(self, chunk: Chunk[_T]) -> _R | _Raised:
        try:
            return self.function(chunk)
        except Exception as error:
            return _Raised(error)


class _Crew(Protocol):
    """An executor for chunks."""

    def submit(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> Future[_R | _Raised]:
        """Submit a chunk to a worker.

        Raises:
            BrokenExecutor: if there are no workers any more.
        """
        ...

    def alone(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> _R | _Raised:
        """Do a chunk where it cannot harm others."""
        ...

    def close(self, *, done: bool) -> None:
        """Release the workers; what they have not done yet is no longer needed."""
        ...


def pool(processes: int, *, method: str | None = None) -> Executor:
    """Return processes that never outlive this one; `method` is how they are started, if not in the default way."""
    from concurrent.futures import (
        ProcessPoolExecutor,  # here, because its module draws random bytes when it loads
    )

    context = None if method is None else get_context(method)
    return ProcessPoolExecutor(processes, mp_context=context, initializer=belong)


@contextmanager
def deaf() -> Iterator[None]:
    """Block Ctrl-C in processes started meanwhile, until they have set their own handler."""
    if sys.platform == "win32":
        yield
        return
    from signal import SIG_BLOCK, SIG_SETMASK, pthread_sigmask

    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def belong() -> None:
    """Let a process of a pool end with the process that started it.

    Ctrl-C reaches all processes of a terminal, and each would complain: only the first one heeds it. If that one is
    killed, the others would wait for work for ever.
    """
    signal(SIGINT, SIG_IGN)
    if sys.platform != "win32":
        from signal import SIG_UNBLOCK, pthread_sigmask

        pthread_sigmask(SIG_UNBLOCK, {SIGINT})
    if sys.platform == "linux":
        _die_with_parent()
    parent = parent_process()
    if parent is not None:  # it may be gone already
        Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _die_with_parent() -> None:
    """Ask Linux for a signal when the parent ends: a process busy in native code would not notice otherwise."""
    from ctypes import CDLL
    from signal import SIGKILL

    CDLL(None).prctl(_PDEATHSIG, int(SIGKILL))


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    if sys.platform != "win32":
        from signal import SIGKILL

        raise_signal(SIGKILL)  # nobody is left who could be told anything
    raise_signal(SIGTERM)


class OwnProcesses:
    """A pool of processes of our own, which is replaced when one of them dies."""

    def __init__(self, processes: int) -> None:
        """Start with fresh processes."""
        self.processes = processes
        self._pool = pool(processes)

    def submit(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> Future[_R | _Raised]:
        """Hand a chunk to a process."""
        with deaf():
            try:
                return self._pool.submit(work, chunk)
            except BrokenExecutor:
                self._pool.shutdown(wait=False)
                self._pool = pool(self.processes)
                return self._pool.submit(work, chunk)

    def alone(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> _R | _Raised:
        """Do a chunk in a separate process."""
        with pool(1) as one:
            with deaf():
                future = one.submit(work, chunk)
            return future.result()

    def close(self, *, done: bool) -> None:
        """End the processes, at once if their work is no longer needed."""
        if not done:
            # Python 3.14 calls this `terminate_workers`; before, only the pool itself knows its processes
            for process in [*(getattr(self._pool, "_processes", None) or {}).values()]:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)


@frozen
class LentExecutor:
    """An executor that the caller has passed: it is used, but not shut down."""

    executor: Executor
    """A pool, or the executor of a cluster."""

    def submit(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> Future[_R | _Raised]:
        """Hand a chunk to the executor."""
        if type(self.executor).__module__.partition(".")[0] != "distributed":
            return self.executor.submit(work, chunk)
        # Dask takes a call it has seen before for the same call, also one whose worker died. To know it again it looks
        # at everything we hand over: 3.1 ms of this process for a chunk, 2.2 ms without.
        return self.executor.submit(work, chunk, pure=False)  # type: ignore[call-arg]  # a word of Dask's own

    def alone(self, work: _Work[_T, _R], chunk: Chunk[_T]) -> _R | _Raised:
        """Hand a chunk to the executor and wait for it."""
        return self.submit(work, chunk).result()

    def close(self, *, done: bool) -> None:
        """Leave the executor to its owner."""


def worked(
    function: Callable[[Chunk[_T]], _R],
    chunks: Iterable[Chunk[_T]],
    crew: OwnProcesses | LentExecutor,
    *,
    ahead: int,
) -> Generator[tuple[Chunk[_T], _R | None], None, None]:
    """Iterate chunks of tasks with their results, in order; the result of a task that kills its worker is `None`.

    A chunk whose worker died is tried again as a whole, then task by task: then each task is a separate chunk.

    Args:
        function: does the tasks of a chunk; it must be picklable if the workers are other processes.
        chunks: the tasks; they are fetched as they are needed.
        crew: the executor.
        ahead: how many chunks are queued at a time; this limits the memory.

    Raises:
        Exception: whatever a task raises.
    """
    work = _Work(function)
    waiting: deque[tuple[Chunk[_T], Future[_R | _Raised] | None]] = deque()
    try:
        for chunk in chunks:
            waiting.append((chunk, _handed(work, chunk, crew)))
            if len(waiting) >= ahead:
                yield from _first(work, waiting, crew)
        while waiting:
            yield from _first(work, waiting, crew)
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()
        crew.close(done=not waiting)


def _handed(work: _Work[_T, _R], chunk: Chunk[_T], crew: _Crew) -> Future[_R | _Raised] | None:
    """Submit a chunk; return `None` if no worker is left."""
    try:
        return crew.submit(work, chunk)
    except BrokenExecutor:
        return None


def _first(
    work: _Work[_T, _R], waiting: deque[tuple[Chunk[_T], Future[_R | _Raised] | None]], crew: _Crew
) -> Iterator[tuple[Chunk[_T], _R | None]]:
    """Iterate the oldest chunk with its results: as a whole, or task by task if its worker was lost twice."""
    chunk, future = waiting.popleft()
    found = _result(future) or _result(_handed(work, chunk, crew))
    if found is not None:
        yield chunk, _unpacked(found[0])
        return
    for task in chunk:
        alone = _alone(work, (task,), crew)
        yield (task,), None if alone is None else _unpacked(alone[0])


def _result(future: Future[_R | _Raised] | None) -> tuple[_R | _Raised] | None:
    """Return the results of a chunk, or `None` if its worker was lost."""
    return None if future is None else _unless_lost(future.result)


def _alone(work: _Work[_T, _R], chunk: Chunk[_T], crew: _Crew) -> tuple[_R | _Raised] | None:
    """Return the results of a chunk done by itself, or `None` if it killed its worker."""
    return _unless_lost(lambda: crew.alone(work, chunk))


def _unless_lost(asked: Callable[[], _R | _Raised]) -> tuple[_R | _Raised] | None:
    try:
        return (asked(),)
    except (BrokenExecutor, CancelledError):
        return None
    except Exception as error:
        if _from_cluster(error):
            return None
        raise


def _from_cluster(error: Exception) -> bool:
    return type(error).__module__.partition(".")[0] in _CLUSTERS


def _unpacked(found: _R | _Raised) -> _R:
    if isinstance(found, _Raised):
        raise found.error
    return found

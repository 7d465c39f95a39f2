"""Workers: many chunks of tasks on any executor, a bounded number of them at a time, in order.

A worker that dies costs the tasks it had, and most of the time not even those: they are tried again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from typing import Generic, Protocol, TypeAlias, TypeVar

from attrs import frozen

_T = TypeVar("_T")
_R = TypeVar("_R")

Chunk: TypeAlias = tuple[_T, ...]

AHEAD = 64
"""How many chunks wait at an executor whose number of workers is not known."""
_CLUSTERS = ("dask", "distributed", "ray")
"""Errors of tasks come back as values: what these libraries raise themselves is about their workers."""


@frozen
class _Raised:
    """An error of a task, on its way back."""

    error: Exception


@frozen
class _Each(Generic[_T, _R]):
    """Does the tasks of a chunk one after the other; a class, so that other processes can be handed one."""

    function: Callable[[_T], _R]

    def __call__(self, chunk: Chunk[_T]) -> list[_R] | _Raised:
        try:
            return [self.function(task) for task in chunk]
        except Exception as error:
            return _Raised(error)


class _Crew(Protocol):
    """Where chunks go."""

    def submit(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> Future[list[_R] | _Raised]:
        """Hand a chunk to a worker.

        Raises:
            BrokenExecutor: if there are no workers any more.
        """
        ...

    def alone(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> list[_R] | _Raised:
        """Do a chunk where nothing else can suffer from it."""
        ...

    def close(self) -> None:
        """Let the workers go."""
        ...


class OwnPool:
    """A pool of processes of our own, which is replaced when one of them dies."""

    def __init__(self, processes: int) -> None:
        """Start with fresh processes."""
        self.processes = processes
        self._pool = ProcessPoolExecutor(processes)

    def submit(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> Future[list[_R] | _Raised]:
        """Hand a chunk to a process."""
        try:
            return self._pool.submit(work, chunk)
        except BrokenExecutor:
            self._pool.shutdown(wait=False)
            self._pool = ProcessPoolExecutor(self.processes)
            return self._pool.submit(work, chunk)

    def alone(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> list[_R] | _Raised:
        """Do a chunk in a process of its own."""
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(work, chunk).result()

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)


@frozen
class Lent:
    """Somebody else's executor: it is used and left as it is."""

    executor: Executor
    """A pool, or the executor of a cluster."""

    def submit(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> Future[list[_R] | _Raised]:
        """Hand a chunk to the executor."""
        return self.executor.submit(work, chunk)

    def alone(self, work: _Each[_T, _R], chunk: Chunk[_T]) -> list[_R] | _Raised:
        """Hand a chunk to the executor and wait for it."""
        return self.executor.submit(work, chunk).result()

    def close(self) -> None:
        """Leave the executor to its owner."""


def worked(
    function: Callable[[_T], _R], chunks: Iterable[Chunk[_T]], crew: OwnPool | Lent, *, ahead: int
) -> Generator[tuple[Chunk[_T], list[_R | None]], None, None]:
    """Iterate chunks with the results of their tasks, in order; a task that kills its worker has the result `None`.

    A chunk whose worker died is tried once more as a whole, then task by task.

    Args:
        function: does one task; it must be picklable if the workers are other processes.
        chunks: the tasks; they are fetched as they are needed.
        crew: who works.
        ahead: how many chunks are handed out at a time: this bounds the memory.

    Raises:
        Exception: whatever a task raises.
    """
    work = _Each(function)
    waiting: deque[tuple[Chunk[_T], Future[list[_R] | _Raised] | None]] = deque()
    try:
        for chunk in chunks:
            waiting.append((chunk, _handed(work, chunk, crew)))
            if len(waiting) >= ahead:
                yield _first(work, waiting, crew)
        while waiting:
            yield _first(work, waiting, crew)
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()
        crew.close()


def _handed(work: _Each[_T, _R], chunk: Chunk[_T], crew: _Crew) -> Future[list[_R] | _Raised] | None:
    """Hand out a chunk; `None` if nobody is left to take it."""
    try:
        return crew.submit(work, chunk)
    except BrokenExecutor:
        return None


def _first(
    work: _Each[_T, _R],
    waiting: deque[tuple[Chunk[_T], Future[list[_R] | _Raised] | None]],
    crew: _Crew,
) -> tuple[Chunk[_T], list[_R | None]]:
    """Return the oldest chunk with its results."""
    chunk, future = waiting.popleft()
    found = _result(future)
    if found is None:
        found = _result(_handed(work, chunk, crew))
    return chunk, list(found) if found is not None else [_alone(work, task, crew) for task in chunk]


def _result(future: Future[list[_R] | _Raised] | None) -> list[_R] | None:
    """Return the results of a chunk, or `None` if its worker was lost."""
    if future is None:
        return None
    try:
        found = future.result()
    except (BrokenExecutor, CancelledError):
        return None
    except Exception as error:
        if _from_cluster(error):
            return None
        raise
    return _unpacked(found)


def _alone(work: _Each[_T, _R], task: _T, crew: _Crew) -> _R | None:
    """Return the result of one task, or `None` if its worker dies of it."""
    try:
        found = crew.alone(work, (task,))
    except (BrokenExecutor, CancelledError):
        return None
    except Exception as error:
        if _from_cluster(error):
            return None
        raise
    return _unpacked(found)[0]


def _from_cluster(error: Exception) -> bool:
    return type(error).__module__.partition(".")[0] in _CLUSTERS


def _unpacked(found: list[_R] | _Raised) -> list[_R]:
    if isinstance(found, _Raised):
        raise found.error
    return found

"""Worker processes: many tasks in several processes; if a process dies, only its task is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def worked(
    function: Callable[[_T], _R], tasks: Sequence[_T], processes: int
) -> Iterator[tuple[_T, _R | None]]:
    """Iterate tasks with their results, in order. The result of a task that kills its process is `None`.

    When a process dies, the pool of all processes is gone. Those tasks that may have been running then are
    tried once more, each in a process of its own; all others go on in a new pool.
    """
    left = list(tasks)
    while left:
        done = 0
        with ProcessPoolExecutor(min(processes, len(left))) as pool:
            for task, result in _until_broken(function, left, pool):
                yield task, result
                done += 1
        left = left[done:]
        suspects, left = left[: processes + 1], left[processes + 1 :]  # the pool fetches one task ahead
        for task in suspects:
            yield task, _alone(function, task)


def _until_broken(
    function: Callable[[_T], _R], tasks: Sequence[_T], pool: ProcessPoolExecutor
) -> Iterator[tuple[_T, _R]]:
    """Iterate results in order as long as the processes live."""
    futures: list[Future[_R]] = []
    try:
        futures += [pool.submit(function, task) for task in tasks]
        for task, future in zip(tasks, futures, strict=True):
            yield task, future.result()
    except BrokenProcessPool:
        return
    finally:
        for future in futures:
            future.cancel()


def _alone(function: Callable[[_T], _R], task: _T) -> _R | None:
    """Return the result of a task in a process of its own, or `None` if the process dies of it."""
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(function, task).result()
        except BrokenProcessPool:
            return None

"""`python -m benchmarks.clusters`: the same simulation by a pool, by Dask and by Ray, each with two workers.

Prints games a second, whether the results are the same, and how much memory a million queued games take. Needs the
extras `cluster` and `ray`; what is not installed is left out.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from keyflower.kernel.driving import RandomBot
from keyflower.kernel.running import play_games
from keyflower.kernel.simulating import Plan, Result
from keyflower.simulate import Parts, simulate
from keyflower.simulate.ray import RayExecutor

WORKERS = 2


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    with ProcessPoolExecutor(workers) as executor:
        yield executor


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@contextmanager
def ray(workers: int) -> Iterator[Executor]:
    with RayExecutor(num_cpus=workers, include_dashboard=False, log_to_driver=False) as executor:
        yield executor


def crews() -> dict[str, Callable[[int], Any]]:  # Any: a context with an executor
    """Return who can play here."""
    found: dict[str, Callable[[int], Any]] = {"pool": pool}
    found |= {"dask": dask} if find_spec("distributed") else {}
    found |= {"ray": ray} if find_spec("ray") else {}
    return found


# ---------------------------------------------------------------------- speed


def digest(games: Sequence[Result]) -> str:
    """Return a short text that is the same if and only if the games are."""
    return blake2b(repr([*games]).encode(), digest_size=6).hexdigest()


def rate(executor: Executor, games: int) -> tuple[float, str]:
    """Return games a second, and a digest of what came of them."""
    simulate(["greedy", "steward"], range(20), executor=executor, chunk=1)  # everybody is awake
    begun = perf_counter()
    results = simulate(["greedy", "steward"], range(games), executor=executor, chunk=5)
    return games / (perf_counter() - begun), digest(results.games)


# ---------------------------------------------------------------------- memory


def start(players: Sequence[str], seed: int) -> Any:  # Any: as little as a simulation needs of a game
    ended = SimpleNamespace(totals=(seed % 50, 0), winners=(0,))
    return SimpleNamespace(entry=SimpleNamespace(ended=ended))


def drive(game: Any, bots: Sequence[object], rng: Random) -> tuple[Any, int]:
    return game, 1


def resident() -> float:
    """Return the megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(executor: Executor, games: int) -> float:
    """Return by how many megabytes this process grows while games that take no time are handed out and stored."""
    plan = Plan(start, (("a", RandomBot()), ("b", RandomBot())), drive=drive)
    with tempfile.TemporaryDirectory() as folder:
        play_games(plan, range(2000), executor=executor, out=Parts(Path(folder) / "first"), chunk=500)
        before, most = resident(), 0.0

        def watch(done: int, total: int) -> None:
            nonlocal most
            most = max(most, resident())

        play_games(
            plan, range(games), executor=executor, out=Parts(Path(folder) / "all"), chunk=500, progress=watch
        )
    return most - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--queued", type=int, default=1_000_000)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    with pool(1) as executor:
        alone, known = rate(executor, given.games)
    print(f"{'one process':12} {alone:6.2f} games/s")
    best = 0.0
    for name, crew in crews().items():
        with crew(WORKERS) as executor:
            found, told = rate(executor, given.games)
            grown = growth(executor, given.queued)
        best = best or found
        print(
            f"{name + ' of two':12} {found:6.2f} games/s, {found / alone:.2f} of one, {found / best:.2f} of the pool; "
            f"{'the same games' if told == known else 'OTHER GAMES'}; "
            f"{given.queued:,} queued games: {grown:+.0f} MB; load {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    main()

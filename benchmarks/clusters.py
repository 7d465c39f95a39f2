"""`python -m benchmarks.clusters`: the same simulation by a pool, by Dask and by Ray, each with two workers.

Prints games a second, whether the results are the same, and how much memory a million queued games take. Needs the
extras `cluster` and `ray`; what is not installed is left out. It takes about eight minutes and wants the machine for
itself.

Everybody is compared with one process, and with two processes that play as many games without a word between them:
no simulation can be quicker than those, and how far they are from twice one process is up to the machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from types import SimpleNamespace
from typing import Any

from attrs import frozen

from keyflower.kernel.bots import RandomBot
from keyflower.simulate import RunStore, simulate
from keyflower.simulate.plan import Plan, Result
from keyflower.simulate.ray import RayExecutor
from keyflower.simulate.run import play_games

WORKERS = 2
ROUNDS = 2
"""Everything is measured so often, and the quickest counts."""


@frozen
class Kind:
    """A kind of games."""

    title: str
    bots: tuple[str, ...]
    games: int


KINDS = (
    Kind("greedy and steward, asked in Python", ("greedy", "steward"), 100),
    Kind("three stewards, on the fast executor", ("steward",) * 3, 2000),
)


# ---------------------------------------------------------------------- who plays


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    with ProcessPoolExecutor(workers) as executor:
        yield executor


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    import distributed

    with _local_cluster(workers) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


def _local_cluster(workers: int) -> Any:  # Any: Dask has no types
    import distributed

    begin: Any = distributed.LocalCluster  # what it says of its types is too narrow: None is no dashboard
    return begin(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50)


@contextmanager
def dask_elsewhere(workers: int) -> Iterator[Executor]:
    """Give a Dask cluster whose scheduler lives in a process of its own, as it does on a real cluster."""
    import distributed

    spawn = multiprocessing.get_context("spawn")
    address, stop = spawn.SimpleQueue(), spawn.Event()
    host = spawn.Process(target=_host, args=(workers, address, stop))
    host.start()
    with distributed.Client(address.get()) as client:
        yield client.get_executor()
    stop.set()
    host.join()


def _host(workers: int, address: Any, stop: Any) -> None:  # Any: a queue and an event of another context
    with _local_cluster(workers) as cluster:
        address.put(cluster.scheduler_address)
        stop.wait()


@contextmanager
def ray(workers: int) -> Iterator[Executor]:
    with RayExecutor(
        "local", num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR"
    ) as executor:
        yield executor


Crew = Callable[[int], Any]
"""Gives a context with an executor of so many workers (Any: whatever context it is)."""


def crews() -> dict[str, Crew]:
    """Return who can play here."""
    found: dict[str, Crew] = {"pool": pool}
    found |= {"dask": dask} if find_spec("distributed") else {}
    found |= {"ray": ray} if find_spec("ray") else {}
    return found


# ---------------------------------------------------------------------- speed


@frozen
class Measured:
    """How quickly some games were played."""

    rate: float
    """Games a second."""
    digest: str
    """A short text that is the same if and only if the results are."""
    here: float
    """Milliseconds of CPU that this process took for a game."""
    there: float
    """Milliseconds of CPU that the workers took for a game; 0 if nobody could be asked."""


def digest(games: Sequence[Result]) -> str:
    """Return a short text that is the same if and only if the games are."""
    return blake2b(repr([*games]).encode(), digest_size=6).hexdigest()


def _clock(asked_at: float) -> tuple[int, float]:
    sleep(0.05)  # so that another worker takes the next question
    return os.getpid(), process_time()


def spent(executor: Executor | None) -> dict[int, float]:
    """Return the seconds of CPU that each worker has taken so far."""
    if executor is None:
        return {}
    asked = [
        executor.submit(_clock, perf_counter()) for _ in range(4 * WORKERS)
    ]  # Dask asks the same only once
    return dict(sorted(answer.result() for answer in asked))


def measured(kind: Kind, play: Callable[[int], Sequence[Result]], executor: Executor | None) -> Measured:
    """Play the games of a kind several times, and return the quickest."""
    play(kind.games // 10)  # everybody is awake and knows the rules
    found = []
    for _ in range(ROUNDS):
        before, own, begun = spent(executor), process_time(), perf_counter()
        games = play(kind.games)
        seconds, own = perf_counter() - begun, process_time() - own
        after = spent(executor)
        there = sum(after[pid] - before[pid] for pid in after if pid in before)
        found.append(
            Measured(kind.games / seconds, digest(games), 1000 * own / kind.games, 1000 * there / kind.games)
        )
    return max(found, key=lambda one: one.rate)


def by(kind: Kind, executor: Executor | None) -> Measured:
    """Measure a simulation by an executor, or in this process."""
    return measured(kind, lambda games: simulate(kind.bots, range(games), executor=executor).games, executor)


def _played(bots: tuple[str, ...], games: int) -> list[Result]:
    return [*simulate(bots, range(games)).games]


def two_apart(kind: Kind) -> Measured:
    """Measure two processes that each play the first half of the games, without anything between them."""

    def play(games: int) -> list[Result]:
        halves = [executor.submit(_played, kind.bots, games // WORKERS) for _ in range(WORKERS)]
        return [result for half in halves for result in half.result()]

    with pool(WORKERS) as executor:
        return measured(kind, play, executor)


def compare(kind: Kind) -> None:
    """Print how quickly everybody plays a kind of games."""
    print(f"\n{kind.title}: {kind.games} games, the quicker of {ROUNDS} times")
    here = by(kind, None)
    line("in this process", here)
    with pool(1) as executor:
        alone = by(kind, executor)
    line("pool of one", alone, f"{alone.rate / here.rate:.2f} of this process")
    apart = two_apart(kind)
    line("two apart", apart, f"{apart.rate / alone.rate:.2f} of one: what this machine can do")
    best = 0.0
    for name, crew in crews().items():
        with crew(WORKERS) as executor:
            found = by(kind, executor)
        best = best or found.rate
        line(
            f"{name} of two",
            found,
            f"{found.rate / alone.rate:.2f} of one, {found.rate / apart.rate:.2f} of two apart, "
            f"{found.rate / best:.2f} of the pool; "
            f"{'the same games' if found.digest == here.digest else 'OTHER GAMES'}",
        )


def line(name: str, found: Measured, words: str = "") -> None:
    told = f"{name:16} {found.rate:7.2f} games/s; CPU a game {found.here:7.2f} ms here"
    told += f", {found.there:7.2f} ms there" if found.there else ""
    print(f"{told}; load {os.getloadavg()[0]:.1f}{'; ' if words else ''}{words}", flush=True)


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
        play_games(plan, range(2000), executor=executor, out=RunStore(Path(folder) / "first"), chunk=500)
        before, most = resident(), 0.0

        def watch(done: int, total: int) -> None:
            nonlocal most
            most = max(most, resident())

        play_games(
            plan,
            range(games),
            executor=executor,
            out=RunStore(Path(folder) / "all"),
            chunk=500,
            progress=watch,
        )
    return most - before


def weigh(games: int) -> None:
    """Print how much memory many queued games take, at everybody's."""
    print(f"\n{games:,} queued games, by how much this process grows")
    found = {f"{name} of two": crew for name, crew in crews().items()}
    if find_spec("distributed"):
        found["dask, its scheduler elsewhere"] = dask_elsewhere
    spawn = multiprocessing.get_context("spawn")  # a fresh process each: what one frees, the next would fill
    for name, crew in found.items():
        begun = perf_counter()
        with ProcessPoolExecutor(1, mp_context=spawn) as fresh:
            grown = fresh.submit(_weigh, crew, games).result()
        print(f"{name:30} {grown:+6.1f} MB in {perf_counter() - begun:.0f} s", flush=True)


def _weigh(crew: Crew, games: int) -> float:
    with crew(WORKERS) as executor:
        return growth(executor, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=float, default=1.0, help="how many times as many games as usual")
    parser.add_argument(
        "--queued", type=int, default=1_000_000, help="how many games are queued for the memory"
    )
    given = parser.parse_args()
    for kind in KINDS:
        if given.games:
            compare(Kind(kind.title, kind.bots, max(20, round(kind.games * given.games))))
    if given.queued:
        weigh(given.queued)


if __name__ == "__main__":
    # functions of a module that workers can import are handed over by name, those of a program as a whole
    import_module("benchmarks.clusters").main()

"""Running a simulation: in this process, in several or on a cluster, in memory or into a store."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from typing import Any, TypeAlias, overload

from attrs import frozen

from keyflower.kernel.errors import SetupError
from keyflower.kernel.simulating import GAMES, Accumulator, Archive, Plan, Played, Result, Results, Row, Task
from keyflower.kernel.workers import AHEAD, Lent, OwnPool, worked

CHUNK = 50
"""How many games a part has at most, and a worker is handed at a time."""
PARTS = 2000
"""How many parts a run may have before they become larger than that."""
TAIL = 16
"""A worker is handed at most this share of what is left: towards the end so few games that all finish together."""

Games: TypeAlias = tuple[Sequence[Task], Played | None]
"""What was to be played, and what came of it: `None` if it was lost."""


def play_games(
    plan: Plan,
    seeds: Iterable[int],
    *,
    processes: int = 1,
    executor: Executor | None = None,
    out: Archive | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[Any, ...]]:  # of the classes that the plan was given
    """Let bots play one game for each seed; the same seeds give the same results, wherever they are played.

    If a worker dies, its games are tried again; a game that kills its worker each time is counted as lost.

    Args:
        plan: what the games have in common.
        seeds: one game is played for each.
        processes: how many processes play; with more than one, the plan must be picklable.
        executor: who plays instead, such as the executor of a cluster; `processes` may say how many workers it has.
        out: where everything is kept as it comes. Games that are there already are not played again.
        chunk: how many games a part of the store holds, and a worker is handed at a time, at most.
        progress: called with the number of games that are done and of all games.

    Raises:
        SetupError: if there are no bots or no processes, or another run is kept there.
    """
    if not plan.bots:
        raise SetupError("a simulation needs one bot for each seat")
    if processes < 1:
        raise SetupError(f"at least one process plays, not {processes}")
    if chunk is not None and chunk < 1:
        raise SetupError(f"a chunk has at least one game, not {chunk}")
    seeds = seeds if isinstance(seeds, Sequence) else list(seeds)
    size = chunk or _size(len(seeds), out)
    if out is not None:
        out.begin(plan.to_data(size))
    run = _Run(plan, seeds, size, out)
    whole = run.whole()
    missing = (piece for part in range(run.number) if part not in whole for piece in run.pieces(part))
    with closing(_played(plan, missing, processes, executor)) as played:
        return run.gathered(whole, played, progress)


def _size(games: int, out: Archive | None) -> int:
    """Return how many games a part has: as many as in the store, or so few that little is lost by a stop.

    It depends on nothing but the number of games, so that everybody adds up the same statistics in the same order.
    """
    known = {} if out is None else out.known_plan()
    return int(known.get("chunk", 0)) or max(1, min(games // TAIL, max(CHUNK, games // PARTS)))


def _played(
    plan: Plan, pieces: Iterator[Numbered], processes: int, executor: Executor | None
) -> Generator[Games, None, None]:
    """Iterate games as they are played, in order."""
    if executor is not None:
        yield from worked(plan.play, pieces, Lent(executor), ahead=max(AHEAD, 4 * processes))
    elif processes > 1:
        yield from worked(plan.play, pieces, OwnPool(processes), ahead=4 * processes)
    else:
        for tasks in pieces:
            yield tasks, plan.play(tasks)


@frozen
class Numbered(Sequence[Task]):
    """Seeds that follow one another in a run, with their numbers; those of a range take hardly any room.

    A million games in chunks of 500 were 5 KB a chunk as pairs of numbers, and a cluster keeps several copies of each.
    """

    first: int
    """The number of the first."""
    seeds: Sequence[int]
    """The seeds."""

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.seeds)

    @overload
    def __getitem__(self, index: int) -> Task: ...
    @overload
    def __getitem__(self, index: slice) -> Numbered: ...
    def __getitem__(self, index: int | slice) -> Task | Numbered:
        """Return the number and the seed of one game, or some that follow one another."""
        numbers = range(self.first, self.first + len(self.seeds))
        if isinstance(index, int):
            return numbers[index], self.seeds[index]
        return Numbered(numbers[index].start, self.seeds[index])


@frozen
class _Run:
    """One simulation under way."""

    plan: Plan
    seeds: Sequence[int]
    size: int
    parts: Archive | None

    @property
    def number(self) -> int:
        """How many parts the run has."""
        return -(-len(self.seeds) // self.size)

    def tasks(self, part: int) -> Numbered:
        """Return the games of a part."""
        first = part * self.size
        return Numbered(first, self.seeds[first : first + self.size])

    def pieces(self, part: int) -> Iterator[Numbered]:
        """Iterate the games of a part as they are handed out: all at once, and in ever smaller pieces at the end."""
        tasks, place = self.tasks(part), 0
        while place < len(tasks):
            left = len(self.seeds) - part * self.size - place
            number = max(1, left // TAIL)
            yield tasks[place : place + number]
            place += number

    def whole(self) -> frozenset[int]:
        """Return the parts that are in the store and need not be played again.

        Raises:
            SetupError: if the store holds games that do not belong to this run.
        """
        if self.parts is None:
            return frozenset()
        found = set()
        for part in self.parts.numbers():
            wanted = dict(self.tasks(part)) if part < self.number else {}
            there = self._kept(self.parts, part)
            for number, seed in there.items():
                if wanted.get(number) != seed:
                    raise SetupError(self._other_games(number, seed, wanted.get(number)))
            if there == wanted:
                found.add(part)
        return frozenset(found)

    def _kept(self, parts: Archive, part: int) -> dict[int, int]:
        """Return number and seed of the games of a part that can be read; none if its statistics cannot."""
        try:
            rows, statistics = parts.part(part) or (), parts.statistics(part)
        except SetupError:  # damaged: played again
            return {}
        return (
            {row["number"]: row["seed"] for row in rows}
            if len(statistics) == len(self.plan.accumulators)
            else {}
        )

    def _other_games(self, number: int, seed: int, wanted: int | None) -> str:
        if wanted is None:
            return (
                f"{self.parts} already holds more games than the {len(self.seeds)} you ask for. "
                "Ask for at least as many as before, or give a new folder"
            )
        return (
            f"{self.parts} holds other games: game {number} was played with seed {seed}, "
            f"and you ask for seed {wanted}. Give a new folder for other seeds"
        )

    def gathered(
        self, whole: frozenset[int], played: Iterator[Games], progress: Callable[[int, int], None] | None
    ) -> Results[tuple[Any, ...]]:
        """Add up the parts in order: those of the store, and the others as they are played."""
        kept: list[Result] = []
        lost: list[int] = []
        sums, done = self.plan.accumulators, 0
        for part in range(self.number):
            if part in whole and self.parts is not None:
                statistics = self.parts.statistics(part)
            else:
                games = self._gathered(part, played, lost)
                statistics = games.statistics
                if self.parts is None:
                    kept += games.results
                else:
                    self.parts.write(part, games.tables, statistics)
            sums = _merged(sums, statistics)
            done += len(self.tasks(part))
            if progress is not None:
                progress(done, len(self.seeds))
        if self.parts is None:
            return Results(tuple(kept), sums, tuple(lost))
        return Results(StoredGames(self.parts, done - len(lost)), sums, tuple(lost), self.parts)

    def _gathered(self, part: int, played: Iterator[Games], lost: list[int]) -> Played:
        """Put the pieces of a part together; the seeds of lost games are noted."""
        results: list[Result] = []
        statistics, there, wanted = self.plan.accumulators, 0, len(self.tasks(part))
        tables: dict[str, list[Row]] = {name: [] for name, _ in self.plan.tables}
        rows: list[Row] = []
        while there < wanted:
            tasks, games = next(played)
            there += len(tasks)
            if games is None:
                lost += [seed for _, seed in tasks]
                continue
            results += games.results
            statistics = _merged(statistics, games.statistics)
            if self.parts is not None:
                rows += [result.row(number) for (number, _), result in zip(tasks, games.results, strict=True)]
            for name, more in games.tables.items():
                tables[name] += more
        return Played(tuple(results), statistics, {**tables, GAMES: rows})


def _merged(sums: tuple[Accumulator, ...], more: tuple[Accumulator, ...]) -> tuple[Accumulator, ...]:
    return tuple(one.merge(part) for one, part in zip(sums, more, strict=True))


class StoredGames(Sequence[Result]):
    """The results in a store, read when they are asked for."""

    def __init__(self, parts: Archive, number: int) -> None:
        """Read from a store that holds so many games."""
        self._parts, self._number = parts, number

    def __len__(self) -> int:
        """Return how many games there are."""
        return self._number

    def __iter__(self) -> Iterator[Result]:
        """Iterate the results in the order of the seeds."""
        return map(Result.of_row, self._parts.rows())

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, index: int | slice) -> Result | tuple[Result, ...]:
        """Return one result or several; this reads the store from its beginning."""
        places = range(self._number)[index]
        if isinstance(places, int):
            return next(islice(iter(self), places, None))
        found = {place: result for place, result in enumerate(self) if place in places}
        return tuple(found[place] for place in places)

"""Running a simulation: in this process, in several or on a cluster, in memory or into a store."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from typing import Any, TypeAlias, overload

from attrs import frozen

from keyflower.kernel.arguments import called, several, shown, whole
from keyflower.kernel.errors import SetupError
from keyflower.kernel.json_text import compact
from keyflower.simulate.executors import AHEAD, LentExecutor, OwnProcesses, worked
from keyflower.simulate.plan import (
    GAMES,
    Accumulator,
    Archive,
    Job,
    KeptAccumulator,
    Plan,
    Played,
    Result,
    Results,
    Row,
)

CHUNK = 50
"""The most games in a part, and the most that a worker gets at a time."""
PARTS = 2000
"""How many parts a run may have; beyond that, parts are larger."""
TAIL = 16
"""The largest share of the remaining games that a worker gets, so that all workers finish together."""
MOST_GAMES = 1_000_000_000
"""How many games one run may have."""
MOST_LISTED = 1_000_000
"""How many seeds are taken from an iterable without a length, which may never end."""
MOST_PROCESSES = 500
"""How many processes may be asked for."""

Games: TypeAlias = tuple[Sequence[Job], Played | None]
"""The games of a piece of work, and their results: `None` if they were lost."""


def play_games(
    plan: Plan,
    seeds: Iterable[int],
    *,
    processes: int = 1,
    executor: Executor | None = None,
    out: Archive | None = None,
    chunk: int | None = None,
    share: tuple[int, int] = (1, 1),
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[Any, ...]]:  # of the classes that the plan was given
    """Let bots play one game for each seed; the same seeds give the same results, wherever they are played.

    If a worker dies, its games are tried again; a game that kills its worker each time is counted as lost.

    Args:
        plan: what the games have in common.
        seeds: one game is played for each.
        processes: how many processes play; with more than one, the plan must be picklable.
        executor: what runs the games instead, such as the executor of a cluster; `processes` may give its number of
        workers.
        out: where games are written as they finish. Games that are already there are not played again.
        chunk: the most games in a part of the store, and the most that a worker gets at a time.
        share: which share of the parts is played here, such as ``(3, 200)`` for the third of 200; all by default.
        progress: called with the number of finished games and the number of all games.

    Raises:
        SetupError: if there are no bots or no processes, or the folder contains a different run.
    """
    if not plan.bots:
        raise SetupError("a simulation needs one bot for each seat")
    processes = whole(processes, "processes", least=1, most=None if executor else MOST_PROCESSES)
    chunk = None if chunk is None else whole(chunk, "chunk", least=1)
    if progress is not None:
        called(progress, "progress")
    if executor is not None:
        called(getattr(executor, "submit", None), "the submit of an executor")
    share = _checked_share(share)
    seeds = _listed(seeds)
    size = chunk or _size(len(seeds), out)
    if out is not None:
        _check_kept(plan.accumulators)
        out.begin(plan.to_data(size))
    run = _Run(plan, seeds, size, out, share)
    there = run.whole()
    missing = (piece for part in run.own if part not in there for piece in run.pieces(part))
    if executor is None and processes > 1:
        left = sum(len(run.tasks(part)) for part in run.own if part not in there)
        crew: OwnProcesses | LentExecutor | None = OwnProcesses(
            max(1, min(processes, left))
        )  # no more than have something to do
    else:
        crew = None if executor is None else LentExecutor(executor)
    with closing(_played(plan, missing, processes, crew)) as played:
        return run.gathered(there, played, progress)


def _checked_share(share: object) -> tuple[int, int]:
    """Return which share of a run is played here.

    Raises:
        SetupError: if it is not a share.
    """
    if not isinstance(share, tuple) or len(share) != 2:
        raise SetupError(f"a share is two numbers, such as (3, 200) for the third of 200, not {shown(share)}")
    of = whole(share[1], "the number of shares", least=1, most=MOST_GAMES)
    return whole(share[0], "a share", least=1, most=of), of


def _listed(seeds: Iterable[int]) -> Sequence[int]:
    """Return seeds that can be counted.

    Raises:
        SetupError: if they are not seeds, or there are far too many.
    """
    if isinstance(seeds, str | bytes) or not isinstance(seeds, Iterable):
        raise SetupError(f"seeds are given as a range or a list, such as range(20), not as {shown(seeds)}")
    if not isinstance(seeds, Sequence):
        seeds = several(seeds, "seeds that are not a range or a list", example="range(20)", most=MOST_LISTED)
    try:
        number = len(seeds)
    except OverflowError:
        number = MOST_GAMES + 1
    if number > MOST_GAMES:
        raise SetupError(f"at most {MOST_GAMES:,} games are played in one run")
    if not isinstance(seeds, range):
        for seed in seeds:
            if isinstance(seed, bool) or not isinstance(seed, int):
                raise SetupError(f"a seed is a whole number, not {shown(seed)}")
    return seeds


def _check_kept(accumulators: Iterable[Accumulator]) -> None:
    """Check, before anything is played, that the statistics can be stored.

    Raises:
        SetupError: if one of them cannot become data and come back.
    """
    for one in accumulators:
        if not isinstance(one, KeptAccumulator):
            raise SetupError(
                f"{type(one).__name__} cannot be kept in a folder: it needs the methods to_data and from_data, "
                "which turn it into JSON-able data and back"
            )
        try:
            compact(one.to_data())
        except (TypeError, ValueError, RecursionError) as error:
            raise SetupError(
                f"what {type(one).__name__}.to_data returns cannot be written as JSON: {error}"
            ) from error


def _kept_data(accumulators: Iterable[Accumulator]) -> list[object]:
    return [one.to_data() for one in accumulators if isinstance(one, KeptAccumulator)]


def _size(games: int, out: Archive | None) -> int:
    """Return how many games a part has: as many as in the store, or few enough that a stop loses little.

    It depends only on the number of games, so that statistics are always added up in the same order.
    """
    known = {} if out is None else out.known_plan()
    return int(known.get("chunk", 0)) or max(1, min(games // TAIL, max(CHUNK, games // PARTS)))


def _played(
    plan: Plan, pieces: Iterator[Numbered], processes: int, crew: OwnProcesses | LentExecutor | None
) -> Generator[Games, None, None]:
    """Iterate games as they are played, in order."""
    if crew is not None:
        ahead = 4 * crew.processes if isinstance(crew, OwnProcesses) else max(AHEAD, 4 * processes)
        yield from worked(plan.play, pieces, crew, ahead=ahead)
    else:
        for tasks in pieces:
            yield tasks, plan.play(tasks)


@frozen
class Numbered(Sequence[Job]):
    """Consecutive seeds of a run, with their numbers; seeds from a range take hardly any memory.

    As pairs of numbers, a chunk of 500 games took 5 KB, and a cluster keeps several copies of each.
    """

    first: int
    """The number of the first."""
    seeds: Sequence[int]
    """The seeds."""

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.seeds)

    @overload
    def __getitem__(self, index: int) -> Job: ...
    @overload
    def __getitem__(self, index: slice) -> Numbered: ...
    def __getitem__(self, index: int | slice) -> Job | Numbered:
        """Return the number and the seed of one game, or a slice of several."""
        numbers = range(self.first, self.first + len(self.seeds))
        if isinstance(index, int):
            return numbers[index], self.seeds[index]
        return Numbered(numbers[index].start, self.seeds[index])


@frozen
class _Run:
    """A running simulation."""

    plan: Plan
    seeds: Sequence[int]
    size: int
    parts: Archive | None
    share: tuple[int, int] = (1, 1)

    @property
    def number(self) -> int:
        """How many parts the run has."""
        return -(-len(self.seeds) // self.size)

    @property
    def own(self) -> range:
        """The parts that are played here."""
        place, of = self.share
        return range(place - 1, self.number, of)

    def tasks(self, part: int) -> Numbered:
        """Return the games of a part."""
        first = part * self.size
        return Numbered(first, self.seeds[first : first + self.size])

    def pieces(self, part: int) -> Iterator[Numbered]:
        """Iterate the games of a part as workers get them: all at once, and in ever smaller pieces at the end."""
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
            if part >= self.number:
                raise SetupError(self._more_games())
            wanted, there = [*self.tasks(part)], self._kept(self.parts, part)
            seeds = dict(wanted)
            for number, seed in there:
                if number not in seeds:
                    raise SetupError(self._more_games())
                if seed != seeds[number]:
                    raise SetupError(
                        f"{self.parts} holds other games: game {number} was played with seed {seed}, "
                        f"and you ask for seed {seeds[number]}. Give a new folder for other seeds"
                    )
            if there == wanted:
                found.add(part)
        return frozenset(found)

    def _kept(self, parts: Archive, part: int) -> list[Job]:
        """Return number and seed of the games of a part; none if it is damaged, so that it is played again."""
        try:
            self._statistics(parts, part)
            rows = parts.part(part) or ()
        except SetupError:
            return []
        return [(row.get("number", -1), row.get("seed", -1)) for row in rows]

    def _statistics(self, parts: Archive, part: int) -> tuple[Accumulator, ...]:
        """Return the statistics of a part.

        Raises:
            SetupError: if they are damaged, or not those of this plan.
        """
        data = parts.statistics(part)
        if len(data) != len(self.plan.accumulators):
            raise SetupError(f"{parts} holds other statistics")
        return tuple(
            one.from_data(data)
            for one, data in zip(self.plan.accumulators, data, strict=True)
            if isinstance(one, KeptAccumulator)
        )

    def _more_games(self) -> str:
        return (
            f"{self.parts} already holds more games than the {len(self.seeds)} you ask for. "
            "Ask for at least as many as before, or give a new folder"
        )

    def gathered(
        self, whole: frozenset[int], played: Iterator[Games], progress: Callable[[int, int], None] | None
    ) -> Results[tuple[Any, ...]]:
        """Add up the parts in order: those of the store, and the others as they are played."""
        kept: list[Result] = []
        lost: list[int] = []
        sums, done = self.plan.accumulators, 0
        total = sum(len(self.tasks(part)) for part in self.own)
        for part in self.own:
            if part in whole and self.parts is not None:
                statistics = self._statistics(self.parts, part)
            else:
                games = self._gathered(part, played, lost)
                statistics = games.statistics
                if self.parts is None:
                    kept += games.results
                else:
                    self.parts.write(part, games.tables, _kept_data(statistics))
            sums = _merged(sums, statistics)
            done += len(self.tasks(part))
            if progress is not None:
                progress(done, total)
        if self.parts is None:
            return Results(tuple(kept), sums, tuple(lost))
        return Results(StoredGames(self.parts, done - len(lost)), sums, tuple(lost), self.parts)

    def _gathered(self, part: int, played: Iterator[Games], lost: list[int]) -> Played:
        """Combine the pieces of a part; the seeds of lost games are recorded."""
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
        """Read from a store with this number of games."""
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

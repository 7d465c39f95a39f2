"""Running a simulation: in this process, in several or on a cluster, in memory or into a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import Any, TypeAlias, overload

from attrs import frozen

from keyflower.kernel.errors import SetupError
from keyflower.kernel.simulating import GAMES, Accumulator, Archive, Plan, Played, Result, Results, Row
from keyflower.kernel.workers import AHEAD, Lent, OwnPool, worked

CHUNK = 50
"""How many games a worker is handed at a time, at most."""

Task: TypeAlias = tuple[int, int]
"""The number and the seed of a game."""
Games: TypeAlias = tuple[tuple[Task, ...], list[Played | None]]
"""The games of a part: what was to be played, and the outcome (`None` if a game was lost)."""


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
        executor: who plays instead, such as the executor of a cluster.
        out: where everything is kept as it comes. Games that are there already are not played again.
        chunk: how many games a worker is handed at a time, and a part of the store holds.
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
    workers = processes if executor is None else AHEAD
    size = chunk or _chunk(len(seeds), workers, out)
    if out is not None:
        out.begin(plan.to_data(size))
    run = _Run(plan, seeds, size, out)
    whole = run.whole()
    missing = (run.tasks(part) for part in range(run.number) if part not in whole)
    return run.gathered(whole, _played(plan, missing, processes, executor), progress)


def _chunk(games: int, workers: int, out: Archive | None) -> int:
    """Return how many games a chunk has: that of the run in the store, or so few that everybody gets some."""
    known = {} if out is None else out.known_plan()
    return int(known.get("chunk", 0)) or max(1, min(CHUNK, games // (8 * workers)))


def _played(
    plan: Plan, chunks: Iterator[tuple[Task, ...]], processes: int, executor: Executor | None
) -> Iterator[Games]:
    """Iterate chunks of games as they are played, in order."""
    if executor is not None:
        yield from worked(partial(Plan.play, plan), chunks, Lent(executor), ahead=AHEAD)
    elif processes > 1:
        yield from worked(partial(Plan.play, plan), chunks, OwnPool(processes), ahead=4 * processes)
    else:
        for tasks in chunks:
            yield tasks, [plan.play(task) for task in tasks]


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

    def tasks(self, part: int) -> tuple[Task, ...]:
        """Return the games of a part."""
        first = part * self.size
        return tuple(enumerate(self.seeds[first : first + self.size], first))

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
            there = {row["number"]: row["seed"] for row in self.parts.part(part) or ()}
            for number, seed in there.items():
                if wanted.get(number) != seed:
                    asked = f"seed {wanted[number]}" if number in wanted else "not at all"
                    raise SetupError(
                        f"{self.parts} holds other games: number {number} was played with seed {seed}, "
                        f"and is asked for with {asked}. Give a new folder for other seeds or fewer games"
                    )
            if there == wanted:
                found.add(part)
        return frozenset(found)

    def gathered(
        self, whole: frozenset[int], played: Iterator[Games], progress: Callable[[int, int], None] | None
    ) -> Results[tuple[Any, ...]]:
        """Add up the parts in order: those of the store, and the others as they are played."""
        kept: list[Result] = []
        lost: list[int] = []
        sums, done = self.plan.accumulators, 0
        for part in range(self.number):
            if part in whole and self.parts is not None:
                sums = _merged(sums, self.parts.statistics(part))
                done += len(self.tasks(part))
            else:
                tasks, games = next(played)
                statistics = self.plan.accumulators
                for game in games:
                    statistics = statistics if game is None else _merged(statistics, game.statistics)
                lost += [seed for (_, seed), game in zip(tasks, games, strict=True) if game is None]
                if self.parts is None:
                    kept += [game.result for game in games if game is not None]
                else:
                    self.parts.write(part, _tables(self.plan, tasks, games), statistics)
                sums = _merged(sums, statistics)
                done += len(tasks)
            if progress is not None:
                progress(done, len(self.seeds))
        if self.parts is None:
            return Results(tuple(kept), sums, tuple(lost))
        return Results(StoredGames(self.parts, done - len(lost)), sums, tuple(lost), self.parts)


def _merged(sums: tuple[Accumulator, ...], more: tuple[Accumulator, ...]) -> tuple[Accumulator, ...]:
    return tuple(one.merge(part) for one, part in zip(sums, more, strict=True))


def _tables(plan: Plan, tasks: tuple[Task, ...], games: Sequence[Played | None]) -> dict[str, list[Row]]:
    """Return the rows of a part, by table."""
    pairs = [(number, game) for (number, _), game in zip(tasks, games, strict=True) if game is not None]
    tables = {name: [row for _, game in pairs for row in game.tables[name]] for name, _ in plan.tables}
    return {**tables, GAMES: [game.result.row(number) for number, game in pairs]}


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

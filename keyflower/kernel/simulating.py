"""Simulating many games of bots, in this process or in several, and adding up what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from attrs import frozen

from keyflower.kernel.driving import AnyBot, play_out
from keyflower.kernel.errors import SetupError
from keyflower.kernel.game import Game

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
"""The players of simulated games, by seat."""

AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of any kind."""


def player_names(number: int) -> list[str]:
    """Return names for some players; whether the rules allow that many is not checked here."""
    return [*NAMES, *(f"Player {seat + 1}" for seat in range(len(NAMES), number))][:number]


@frozen
class Result:
    """The outcome of one game."""

    seed: int
    """The seed it was played with."""
    bots: tuple[str, ...]
    """The names of the bots, by seat."""
    totals: tuple[int, ...]
    """The points, by seat."""
    winners: tuple[int, ...]
    """The seats that won."""
    plies: int
    """How many actions were played."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat, for data frames."""
        return [
            {
                "seed": self.seed,
                "seat": seat,
                "bot": bot,
                "points": points,
                "won": seat in self.winners,
                "plies": self.plies,
            }
            for seat, (bot, points) in enumerate(zip(self.bots, self.totals, strict=True))
        ]


class Accumulator(Protocol):
    """A statistic as a value: adding a game returns a new one."""

    def add(self, game: Any, result: Result) -> Self:  # Any: the game it is about
        """Return the statistic with one more finished game."""
        ...

    def merge(self, other: Self) -> Self:
        """Return the statistic of the games of both."""
        ...


Kept_co = TypeVar("Kept_co", bound=tuple[object, ...], covariant=True)


@frozen
class Results(Generic[Kept_co]):
    """The results of many games."""

    games: tuple[Result, ...]
    """One result for each game, in the order of the seeds."""
    accumulators: Kept_co
    """The statistics, in the order they were asked for and of the classes they were given."""
    lost: tuple[int, ...] = ()
    """The seeds of games whose process died; these games are missing everywhere else."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat of each game, for data frames."""
        return [row for result in self.games for row in result.rows()]


Driver: TypeAlias = Callable[[AnyGame, Sequence[AnyBot], Random], tuple[AnyGame, int]]
"""Lets the bots of all seats play a game to its end; returns the game and how many actions were played."""


def _driven(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    game = play_out(game, bots, rng)
    return game, game.ply


@frozen
class Plan:
    """What every game of a simulation has in common."""

    start: Callable[[Sequence[str], int], AnyGame]
    """Sets up a game for some players from a seed; with several processes it must be picklable."""
    bots: tuple[tuple[str, AnyBot], ...]
    """The bots with their names, by seat."""
    accumulators: tuple[Accumulator, ...] = ()
    """Empty statistics to fill."""
    rotate: bool = True
    """Whether the bots move on by one seat after every game."""
    drive: Driver | None = None
    """Plays a game to its end; `None` lets the bots do so step by step. It must come to the same game."""

    def play(self, numbered: tuple[int, int]) -> tuple[Result, tuple[Accumulator, ...]]:
        """Play one game, given by number and seed; return its result with the statistics of this game alone."""
        number, seed = numbered
        turn = number % len(self.bots) if self.rotate else 0
        seated = self.bots[turn:] + self.bots[:turn]
        game = self.start(player_names(len(seated)), seed)
        game, plies = (self.drive or _driven)(game, [bot for _, bot in seated], Random(seed))
        ended = game.entry.ended
        assert ended is not None, "a game that is over says how it ended"
        result = Result(seed, tuple(name for name, _ in seated), ended.totals, ended.winners, plies)
        return result, tuple(one.add(game, result) for one in self.accumulators)


def play_games(
    plan: Plan,
    seeds: Iterable[int],
    *,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[Any, ...]]:  # of the classes that the plan was given
    """Let bots play one game for each seed; the same seeds give the same results.

    Args:
        plan: what the games have in common.
        seeds: one game is played for each.
        processes: how many processes play; with more than one, the plan must be picklable. If a process dies, its
            game is tried once more and then counted as lost.
        progress: called with the number of games played and of all games.

    Raises:
        SetupError: if there are no bots or no processes.
    """
    if not plan.bots:
        raise SetupError("a simulation needs one bot for each seat")
    if processes < 1:
        raise SetupError(f"at least one process plays, not {processes}")
    tasks = list(enumerate(seeds))
    results: list[Result] = []
    lost: list[int] = []
    gathered = plan.accumulators
    for (_, seed), played in _played(plan, tasks, processes):
        if played is None:
            lost.append(seed)
        else:
            results.append(played[0])
            gathered = tuple(one.merge(part) for one, part in zip(gathered, played[1], strict=True))
        if progress is not None:
            progress(len(results) + len(lost), len(tasks))
    return Results(tuple(results), gathered, tuple(lost))


Played: TypeAlias = tuple[Result, tuple[Accumulator, ...]]
"""The result of one game, with the statistics of this game alone."""


def _played(
    plan: Plan, tasks: list[tuple[int, int]], processes: int
) -> Iterator[tuple[tuple[int, int], Played | None]]:
    """Iterate the tasks with their results, in order; `None` for a game that was lost."""
    if processes == 1:
        yield from ((task, plan.play(task)) for task in tasks)
        return
    from keyflower.kernel.workers import worked

    yield from worked(partial(Plan.play, plan), tasks, processes)

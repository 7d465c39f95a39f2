"""`simulate`: many games, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar, TypeVarTuple, cast, overload

from attrs import frozen

from keyflower.bots import Bot
from keyflower.bots import bot as named_bot
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.simulate.accumulators import Accumulator
from keyflower.simulate.driver import play_out
from keyflower.simulate.results import Result
from keyflower.vocabulary.errors import SetupError

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
"""The players of simulated games, by seat."""


def player_names(number: int) -> list[str]:
    """Return names for so many players; whether the rules allow so many is not asked here."""
    return [*NAMES, *(f"Player {seat + 1}" for seat in range(len(NAMES), number))][:number]


_A = TypeVar("_A", bound=Accumulator)
_All = TypeVarTuple("_All")
_Kept_co = TypeVar("_Kept_co", bound=tuple[object, ...], covariant=True)


@frozen
class Results(Generic[_Kept_co]):
    """What many games came to."""

    games: tuple[Result, ...]
    """One result for each game, in the order of the seeds."""
    accumulators: _Kept_co
    """The statistics, in the order they were asked for and of the classes they were given."""
    lost: tuple[int, ...] = ()
    """The seeds of games whose process died; they are missing in everything else."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat of each game, for data frames."""
        return [row for result in self.games for row in result.rows()]


@frozen
class _Plan:
    """What every game of a simulation has in common."""

    bots: tuple[tuple[str, Bot], ...]
    expansions: tuple[str | Expansion, ...]
    variants: tuple[str, ...]
    accumulators: tuple[Accumulator, ...]
    rotate: bool

    def play(self, numbered: tuple[int, int]) -> tuple[Result, tuple[Accumulator, ...]]:
        """Play one game and return its result with the statistics of this game alone."""
        number, seed = numbered
        turn = number % len(self.bots) if self.rotate else 0
        seated = self.bots[turn:] + self.bots[:turn]
        game = Game.new(
            player_names(len(seated)), seed=seed, expansions=self.expansions, variants=self.variants
        )
        game = play_out(game, [bot for _, bot in seated], Random(seed))
        result = Result(
            seed,
            tuple(name for name, _ in seated),
            tuple(sheet.total for sheet in game.scores),
            tuple(game.seat_of(name) for name in game.winners),
            game.ply,
        )
        return result, tuple(one.add(game, result) for one in self.accumulators)


@overload
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    accumulators: tuple[()] = (),
    rotate: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[()]]: ...
@overload
def simulate(  # type: ignore[overload-overlap]  # a tuple keeps each class, a list only what they share
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    accumulators: tuple[*_All],
    rotate: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[*_All]]: ...
@overload
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    accumulators: Sequence[_A],
    rotate: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[_A, ...]]: ...
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    accumulators: Sequence[Accumulator] | tuple[object, ...] = (),
    rotate: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[Any, ...]]:  # the overloads say which
    """Let bots play one game for each seed.

    Args:
        bots: one for each seat, by name or as a value.
        seeds: one game is played for each; the same seeds give the same results.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        accumulators: empty statistics to fill.
        rotate: whether the bots move on by one seat after every game.
        processes: how many processes play; with more than one, bots and expansions must be picklable. If a
            process dies, its game is tried once more and then counted as lost.
        progress: called with the number of games played and of all games.

    Raises:
        SetupError: if there are no bots or no processes.
        UnknownName: if a bot, an expansion or a variant is unknown.
    """
    if not bots:
        raise SetupError("a simulation needs one bot for each seat")
    if processes < 1:
        raise SetupError(f"at least one process plays, not {processes}")
    plan = _Plan(
        tuple((bot, named_bot(bot)) if isinstance(bot, str) else (_name(bot), bot) for bot in bots),
        tuple(expansions),
        tuple(variants),
        cast("tuple[Accumulator, ...]", tuple(accumulators)),  # what the overloads let through
        rotate,
    )
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


def _name(bot: Bot) -> str:
    return type(bot).__name__.removesuffix("Bot").lower()


_Played: TypeAlias = tuple[Result, tuple[Accumulator, ...]]


def _played(
    plan: _Plan, tasks: list[tuple[int, int]], processes: int
) -> Iterator[tuple[tuple[int, int], _Played | None]]:
    """Iterate the tasks with their results, in order; `None` for a game that was lost."""
    if processes == 1:
        yield from ((task, plan.play(task)) for task in tasks)
        return
    from keyflower.simulate.workers import worked

    yield from worked(partial(_Plan.play, plan), tasks, processes)

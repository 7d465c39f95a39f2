"""`simulate`: many games of Keyflower, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar, TypeVarTuple, cast, overload

from attrs import frozen

from keyflower.bots import Bot
from keyflower.bots import bot as named_bot
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.kernel.driving import AnyBot, RandomBot, play_out
from keyflower.kernel.simulating import Accumulator, AnyGame, Plan, Results, play_games

_A = TypeVar("_A", bound=Accumulator)
_All = TypeVarTuple("_All")


@frozen
class _Start:
    """Sets up the games of a simulation; a class, so that other processes can be handed one."""

    expansions: tuple[str | Expansion, ...]
    variants: tuple[str, ...]

    def __call__(self, players: Sequence[str], seed: int) -> Game:
        return Game.new(players, seed=seed, expansions=self.expansions, variants=self.variants)


def _driven(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    """Let the fast executor play where all bots play at random; the game is the same."""
    if isinstance(game, Game) and all(type(bot) is RandomBot for bot in bots):
        from keyflower.fast.rollouts import played_out

        return played_out(game, rng)
    ended = play_out(game, bots, rng)
    return ended, ended.ply


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
    plan = Plan(
        _Start(tuple(expansions), tuple(variants)),
        tuple((bot, named_bot(bot)) if isinstance(bot, str) else (_name(bot), bot) for bot in bots),
        cast("tuple[Accumulator, ...]", tuple(accumulators)),  # what the overloads let through
        rotate,
        _driven,
    )
    return play_games(plan, seeds, processes=processes, progress=progress)


def _name(bot: Bot) -> str:
    return type(bot).__name__.removesuffix("Bot").lower()

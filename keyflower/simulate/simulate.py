"""`simulate` plays many games of Keyflower, in one process, several or a cluster; `rollout` plays one to its end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, TypeVarTuple, Unpack, cast, overload

from attrs import evolve, frozen

from keyflower.bots import Bot, StewardBot, Weights
from keyflower.bots.by_name import made
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.arguments import check_rng, instance, one_of, several, shown, whole
from keyflower.kernel.bots import AnyBot, RandomBot, name_of
from keyflower.kernel.chance import SeededChance
from keyflower.kernel.errors import SetupError
from keyflower.kernel.options import Random as AnyRandom
from keyflower.simulate.plan import Accumulator, AnyGame, FinalScore, Plan, Results, TableOf, driven
from keyflower.simulate.rows import NEED_THE_WAY, TABLES
from keyflower.simulate.run import play_games
from keyflower.simulate.store import RunStore

if TYPE_CHECKING:
    from keyflower.fast.results import Beginning

_MOST_PLIES = 1_000_000
"""No game takes more actions than this."""
_A = TypeVar("_A", bound=Accumulator)
_All = TypeVarTuple("_All")


@frozen
class _Start:
    """Sets up the games of a simulation; a class, so that it can be sent to other processes."""

    rules: RuleChoice

    def __call__(self, players: Sequence[str], seed: int) -> Game:
        like = self._like(players)
        if like is None or type(seed) is not int:
            return self.game(players, seed)
        return Game.begun(evolve(like.match, origin=SeededChance(seed)))

    def game(self, players: Sequence[str], seed: int) -> Game:
        """Set up a game from nothing."""
        return self.rules.game(players, seed=seed)

    def _like(self, players: Sequence[str]) -> Game | None:
        """Return a game with the same rules and players; `None` if an expansion has parts that cannot be looked up."""
        try:
            hash(self)
        except TypeError:
            return None
        return _first_game(tuple(players), self)

    def outcome(self, players: Sequence[str], bots: Sequence[AnyBot], seed: int) -> FinalScore | None:
        """Return how a game of random bots and stewards ends; `None` if the fast executor cannot play it alone."""
        weights, like = _weights(bots), self._like(players)
        if weights is None or like is None or type(seed) is not int:
            return None
        return _beginning(like).outcome(seed, weights)

    def about(self) -> tuple[tuple[str, object], ...]:
        """Return the rules as JSON-able data, for the folder of a run."""
        return tuple(self.rules.to_data().items())


@lru_cache(maxsize=8)
def _first_game(players: tuple[str, ...], start: _Start) -> Game:
    """Return one game of a plan, kept for the others: they have its rules in common, compiled once.

    A worker gets the plan again with every chunk, and rules with an expansion that is given as a value would be
    put together and compiled for every game: that took 10 ms.
    """
    return start.game(players, 0)


def _beginning(like: Game) -> Beginning:
    """Return the common beginning of all games with the same rules and number of players, made once."""
    from keyflower.fast.results import Beginning

    known: dict[int, Beginning] = like.ruleset.remember("simulate.beginnings", dict)
    seats = len(like.players)
    if seats not in known:
        known[seats] = Beginning(like)
    return known[seats]


def _weights(bots: Sequence[AnyBot]) -> list[Weights | None] | None:
    """Return the weights of stewards, `None` for random bots; nothing if one of them is another bot."""
    if any(type(bot) not in (RandomBot, StewardBot) for bot in bots):
        return None
    return [bot.weights if isinstance(bot, StewardBot) else None for bot in bots]


def _driven(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    """Let the fast executor play random bots and stewards; the final game is the same, without its history."""
    from keyflower.fast.rollouts import played_out

    weights = _weights(bots)
    if isinstance(game, Game) and weights is not None:
        played = played_out(game, rng, weights=weights)
        if played is not None:
            return played
    return driven(game, bots, rng)


def _driven_step_by_step(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    """Let the fast executor choose for random bots and stewards; the game has its history."""
    from keyflower.fast.playthroughs import played_through

    weights = _weights(bots)
    if isinstance(game, Game) and weights is not None:
        played = played_through(game, rng, weights=weights)
        if played is not None:
            return played, played.ply
    return driven(game, bots, rng)


class _Options(TypedDict, total=False):
    """The other arguments of `simulate`, for its overloads; its docstring describes them."""

    expansions: Iterable[str | Expansion]
    variants: Iterable[str]
    overrides: Mapping[str, object] | None
    without: Iterable[TileName] | TileName
    only: Iterable[TileName] | TileName | None
    rotate: bool
    processes: int
    executor: Executor | None
    out: str | os.PathLike[str] | None
    tables: Iterable[str]
    chunk: int | None
    share: tuple[int, int]
    progress: Callable[[int, int], None] | None


@overload
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    accumulators: tuple[()] = (),
    **options: Unpack[_Options],
) -> Results[tuple[()]]: ...
@overload
def simulate(  # type: ignore[overload-overlap]  # a tuple keeps each class, a list only what they share
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    accumulators: tuple[*_All],
    **options: Unpack[_Options],
) -> Results[tuple[*_All]]: ...
@overload
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    accumulators: Sequence[_A],
    **options: Unpack[_Options],
) -> Results[tuple[_A, ...]]: ...
def simulate(
    bots: Sequence[str | Bot],
    seeds: Iterable[int],
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    overrides: Mapping[str, object] | None = None,
    without: Iterable[TileName] | TileName = (),
    only: Iterable[TileName] | TileName | None = None,
    accumulators: Sequence[Accumulator] | tuple[object, ...] = (),
    rotate: bool = True,
    processes: int = 1,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    tables: Iterable[str] = (),
    chunk: int | None = None,
    share: tuple[int, int] = (1, 1),
    progress: Callable[[int, int], None] | None = None,
) -> Results[tuple[Any, ...]]:  # the overloads say which
    """Let bots play one game for each seed.

    Args:
        bots: one for each seat, by name or as a value.
        seeds: one game is played for each; the same seeds give the same results.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        overrides: printed numbers to replace, as `Game.new` takes them.
        without: tiles to leave out, as `Game.new` takes them.
        only: tiles to keep, as `Game.new` takes them.
        accumulators: empty statistics to fill.
        rotate: whether the bots move on by one seat after every game.
        processes: how many processes play; with more than one, bots and expansions must be picklable.
        executor: what runs the games instead: any executor of `concurrent.futures`, including that of a Dask or Ray
            cluster. If it has more than 16 workers, give their number as `processes`, so that all of them have work.
        out: a folder to which games are written as they finish, as JSON Lines, or as Parquet if its name ends
            in ``.parquet``. A run that was stopped is resumed: games that are already there are not played again.
        tables: what else to write there: ``seats``, ``tiles``, ``lines``, ``lots``, ``boats``, ``actions``.
        chunk: how many games a file in the folder holds, which is also the most that a worker gets at a time (it gets
            fewer towards the end). By default at most 50, or more if there would be more than 2,000 files.
        share: which share of the run to play, such as ``(3, 200)`` for the third of 200, for independent
            jobs; `merge` combines their folders.
        progress: called with the number of finished games and the number of all games.

    The results do not depend on where the games run. If a worker dies, its games are tried again; a game that kills its
    worker every time is counted as lost.

    Raises:
        SetupError: if there are no bots or no processes, or the folder contains a different run.
        UnknownName: if a bot, an expansion, a variant or a table is unknown.
    """
    start = _Start(RuleChoice.of(expansions, variants, overrides, without, only))
    wanted = several(tables, "tables", example='["seats"]')
    seated = several(bots, "bots", example='["steward", "random"]')
    plan = Plan(
        start,
        tuple((bot if isinstance(bot, str) else name_of(bot), made(bot)) for bot in seated),
        _statistics(several(accumulators, "accumulators", example="[Standing()]")),
        rotate,
        _driven if NEED_THE_WAY.isdisjoint(wanted) else _driven_step_by_step,
        tuple((name, _table(name)) for name in wanted),
        start.outcome,
        start.about(),
    )
    store = None if out is None else RunStore(Path(out))
    return play_games(
        plan,
        seeds,
        processes=processes,
        executor=executor,
        out=store,
        chunk=chunk,
        share=share,
        progress=progress,
    )


def _table(name: str) -> TableOf:
    return TABLES[one_of(name, TABLES, "table")]


def _statistics(given: tuple[object, ...]) -> tuple[Accumulator, ...]:
    """Return the accumulators that the overloads accept, with their real type.

    Raises:
        SetupError: if one of them is not a statistic.
    """
    for one in given:
        if isinstance(one, type) or not all(callable(getattr(one, name, None)) for name in ("add", "merge")):
            raise SetupError(f"a statistic is a value with the methods add and merge, not {shown(one)}")
    return cast("tuple[Accumulator, ...]", given)  # they have its methods


def rollout(game: Game, rng: AnyRandom, *, plies: int | None = None) -> Game:
    """Return the game after random play, every option equally likely, without its history.

    The fast executor plays if it can; the reference engine would play exactly the same game.

    Args:
        game: where to start.
        rng: the source of all choices.
        plies: how many actions at most; by default until the game is over.

    >>> from random import Random
    >>> game = Game.new(["Ann", "Bob"], seed=1)
    >>> rollout(game, Random(1)).over, rollout(game, Random(1), plies=3).over
    (True, False)
    """
    from keyflower.fast.rollouts import rollout as fast_rollout

    instance(game, Game, "game")
    check_rng(rng)
    plies = None if plies is None else min(whole(plies, "plies", least=0), _MOST_PLIES)
    return fast_rollout(game, rng, plies=plies)

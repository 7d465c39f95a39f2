"""`simulate_game`: many games of any game on the kernel, and the tables that every game has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from keyflower.kernel.arguments import one_of, several
from keyflower.kernel.bots import AnyBot, name_of
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.simulate.plan import Accumulator, Plan, Result, Results, Row, TableOf
from keyflower.simulate.run import play_games
from keyflower.simulate.store import RunStore


def seats(game: AnyGame, result: Result) -> Iterator[Row]:
    """Iterate one row for each seat: who sat there, and how it did."""
    for seat, (bot, points) in enumerate(zip(result.bots, result.totals, strict=True)):
        yield {"seat": seat, "bot": bot, "points": points, "won": seat in result.winners}


def actions(game: AnyGame, result: Result) -> Iterator[Row]:
    """Iterate one row for each action, in the order they were played."""
    for moment in game.moments[1:]:
        action, seat = moment.last_action, moment.last_seat
        verb = "" if action is None else action.verb
        yield {"ply": moment.ply, "seat": seat, "bot": result.bots[seat], "verb": verb, "text": str(action)}


TABLES: Final[Mapping[str, TableOf]] = MappingProxyType({"seats": seats, "actions": actions})
"""The tables that every game has, by name; a game may declare more."""


@frozen
class _Start:
    """Sets up the games of a simulation; a value, so that it can be sent to other processes."""

    game: type[AnyGame]
    options: tuple[tuple[str, Any], ...]  # Any: whatever the game takes

    def __call__(self, players: Sequence[str], seed: int) -> AnyGame:
        new: Callable[..., AnyGame] = getattr(self.game, "new")  # noqa: B009  # each game has arguments of its own
        return new(players, seed=seed, **dict(self.options))


def simulate_game(
    declaration: GameDeclaration,
    bots: Sequence[str | AnyBot],
    seeds: Iterable[int],
    *,
    accumulators: Sequence[Accumulator] = (),
    rotate: bool = True,
    processes: int = 1,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    tables: Iterable[str] = (),
    chunk: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,  # Any: whatever the game takes
) -> Results[tuple[Any, ...]]:  # Any: the statistics that were given
    """Let bots play one game for each seed; the same seeds give the same results, wherever they are played.

    Args:
        declaration: the game.
        bots: one for each seat, by name or as a value.
        seeds: one game is played for each.
        accumulators: empty statistics to fill.
        rotate: whether the bots move on by one seat after every game.
        processes: how many processes play.
        executor: what runs the games instead, such as the executor of a Dask or Ray cluster.
        out: a folder to which games are written as they finish; a stopped run is resumed.
        tables: further tables to write there: ``seats``, ``actions``, and those that the game declares.
        chunk: how many games a file in the folder holds at most.
        progress: called with the number of finished games and the number of all games.
        options: the options of each new game.

    Raises:
        SetupError: if there are no bots or no processes, or the games cannot be set up like this.
        UnknownName: if a bot or a table is unknown.
    """
    known = {**TABLES, **declaration.tables}
    wanted = several(tables, "tables", example='["seats"]')
    seated = several(bots, "bots", example='["random", "random"]')
    if seated:
        declaration.new(
            [f"Player {seat}" for seat in range(len(seated))], seed=0, **options
        )  # says what is wrong
    plan = Plan(
        _Start(declaration.game, tuple(options.items())),
        tuple((bot if isinstance(bot, str) else name_of(bot), declaration.bot(bot)) for bot in seated),
        tuple(accumulators),
        rotate,
        tables=tuple((name, known[one_of(name, known, "table")]) for name in wanted),
        about=(("game", declaration.name), ("options", repr(sorted(options.items())))),
    )
    store = None if out is None else RunStore(Path(out))
    return play_games(
        plan, seeds, processes=processes, executor=executor, out=store, chunk=chunk, progress=progress
    )

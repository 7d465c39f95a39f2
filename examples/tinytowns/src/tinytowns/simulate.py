"""Many games of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from typing import Any

from attrs import frozen

from keyflower.kernel import Bot, name_of
from keyflower.simulate import Archive, Plan, Results, play_games
from tinytowns.bots import bot as named_bot
from tinytowns.game import Game, View


@frozen
class _Start:
    """Sets up the games of a simulation; a value, so that other processes can have it."""

    options: tuple[tuple[str, Any], ...]  # Any: whatever `Game.new` takes

    def __call__(self, players: Sequence[str], seed: int) -> Game:
        return Game.new(players, seed=seed, **dict(self.options))


def simulate(
    bots: Sequence[str | Bot[View]],
    seeds: Iterable[int],
    *,
    rotate: bool = True,
    processes: int = 1,
    executor: Executor | None = None,
    out: Archive | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,  # Any: as `Game.new` takes them
) -> Results[tuple[Any, ...]]:  # no statistics are asked for here
    """Let bots play one game for each seed; the same seeds give the same results.

    Args:
        bots: one for each seat, by name or as a value.
        seeds: one game is played for each.
        rotate: whether the bots move on by one seat after every game.
        processes: how many processes play.
        executor: who plays instead, such as the executor of a cluster.
        out: where the games are kept as they come; games that are there are not played again.
        progress: called with the number of games played and of all games.
        options: as `Game.new` takes them, such as ``cavern=True``.

    Raises:
        SetupError: if there are no bots or no processes, or the games cannot be set up so.
        UnknownName: if a bot is unknown.

    >>> results = simulate(["greedy", "random"], range(2), monuments=False)
    >>> [row["bot"] for row in results.rows()]
    ['greedy', 'random', 'random', 'greedy']
    """
    seated = tuple((one, named_bot(one)) if isinstance(one, str) else (name_of(one), one) for one in bots)
    about = (("options", repr(sorted(options.items()))),)
    plan = Plan(_Start(tuple(options.items())), seated, rotate=rotate, about=about)
    return play_games(plan, seeds, processes=processes, executor=executor, out=out, progress=progress)

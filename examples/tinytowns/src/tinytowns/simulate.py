"""Many games of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from keyflower.kernel.driving import Bot
from keyflower.kernel.simulating import Plan, Results, play_games
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
    progress: Callable[[int, int], None] | None = None,
    **options: Any,  # Any: as `Game.new` takes them
) -> Results[tuple[Any, ...]]:  # no statistics are asked for here
    """Let bots play one game for each seed; the same seeds give the same results.

    Args:
        bots: one for each seat, by name or as a value.
        seeds: one game is played for each.
        rotate: whether the bots move on by one seat after every game.
        processes: how many processes play.
        progress: called with the number of games played and of all games.
        options: as `Game.new` takes them, such as ``cavern=True``.

    Raises:
        SetupError: if there are no bots or no processes, or the games cannot be set up so.
        UnknownName: if a bot is unknown.

    >>> results = simulate(["greedy", "random"], range(2), monuments=False)
    >>> [row["bot"] for row in results.rows()]
    ['greedy', 'random', 'random', 'greedy']
    """
    seated = tuple(
        (one, named_bot(one)) if isinstance(one, str) else (type(one).__name__, one) for one in bots
    )
    plan = Plan(_Start(tuple(options.items())), seated, rotate=rotate)
    return play_games(plan, seeds, processes=processes, progress=progress)

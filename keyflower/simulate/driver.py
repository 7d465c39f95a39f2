"""Driving a game: every open decision goes to the bot of its seat, with nothing but the view of that seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from keyflower.bots.bot import Bot
from keyflower.facade.game import Game


def step(game: Game, seat: int, bot: Bot, rng: Random) -> Game:
    """Return the game after a bot has answered the open decision of a seat."""
    view = game.view(seat)
    return game.play(bot.choose(view, view.decision, rng), seat=seat)


def play_out(
    game: Game,
    bots: Sequence[Bot] | Mapping[int, Bot],
    rng: Random,
    *,
    watch: Callable[[Game], None] | None = None,
) -> Game:
    """Let bots play a game to its end.

    Args:
        game: where to start.
        bots: the bot of each seat.
        rng: the randomness of the bots; that of the game itself is in the game.
        watch: called with the game after every action.

    Returns:
        The finished game; its parents lead back to the start.
    """
    while not game.over:
        seat = next(iter(game.decisions))
        game = step(game, seat, bots[seat], rng)
        if watch is not None:
            watch(game)
    return game

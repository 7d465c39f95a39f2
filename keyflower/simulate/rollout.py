"""Rollouts: random play for those who need where it leads to and not the way, such as a tree search."""

from __future__ import annotations

from random import Random

from keyflower.engine.flow import advance
from keyflower.engine.options import decision, open_seats
from keyflower.facade.game import Game


def rollout(game: Game, rng: Random, *, plies: int | None = None) -> Game:
    """Return the game after random play, every option equally likely, without the way there.

    The same as sampling and playing step by step with the same `rng`, but quicker: what is offered is legal, so
    it is not checked again, and of the games in between only the last one is kept (as `Game.parent`).

    Args:
        game: where to start.
        rng: the source of all choices.
        plies: how many actions at most; by default until the game is over.

    >>> game = Game.new(["Ann", "Bob"], seed=1)
    >>> rollout(game, Random(1)).over, rollout(game, Random(1), plies=3).over
    (True, False)
    """
    setting = game.setting
    ruleset, state, chance = setting.ruleset, game.state, game.chance
    before, seat, action = (state, chance), -1, None
    while state.agenda and plies != 0:
        before = state, chance
        seat = open_seats(ruleset, state)[0]
        action = decision(ruleset, state, seat).options.sample(rng)
        step = advance(ruleset, state, seat, action, chance)
        state, chance = step.state, step.chance
        plies = None if plies is None else plies - 1
    if action is None:
        return game
    return Game(setting, state, chance, Game(setting, *before), seat, action)

"""Rollouts: random play for callers that need only the final game, not the history, such as a tree search."""

from __future__ import annotations

from keyflower.engine.flow import FLOW, handler
from keyflower.extend.handlers import Table
from keyflower.facade.game import Game
from keyflower.kernel.arguments import check_rng, instance, whole
from keyflower.kernel.chance import Asking
from keyflower.kernel.options import Options, Random

_MOST_PLIES = 1_000_000
"""No game takes more actions."""


def reference_rollout(game: Game, rng: Random, *, plies: int | None = None) -> Game:
    """Return what `rollout` returns, by the reference engine.

    The same as sampling and playing step by step with the same `rng`, but quicker: what is offered is legal, so
    it is not checked again, and of the games in between only the last one is kept (as `Game.parent`).

    Args:
        game: where to start.
        rng: the source of all choices.
        plies: how many actions at most; by default until the game is over.

    """
    setting = game.setting
    ruleset, state, chance = setting.ruleset, game.state, game.chance
    before, seat, action = (state, chance), -1, None
    while state.agenda and plies != 0:
        before = state, chance
        task, asking = state.agenda[0], Asking(chance)
        table, known = Table(ruleset, state, asking), handler(ruleset, type(task))
        seat = known.seats(table, task)[0]
        action = Options(known, table, task, seat).sample(rng)
        step = FLOW.carry_out(ruleset, state, known.decide(table, task, seat, action), asking)
        state, chance = step.state, asking.chance
        plies = None if plies is None else plies - 1
    if action is None:
        return game
    return Game(setting, state, chance, Game(setting, *before), seat, action)


def rollout(game: Game, rng: Random, *, plies: int | None = None) -> Game:
    """Return the game after random play, every option equally likely, without its history.

    The fast executor plays where it can; the reference engine would play the very same game.

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

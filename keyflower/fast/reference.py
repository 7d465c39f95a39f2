"""The same by the reference engine, for machines without the native library and rules that cannot be compiled."""

from __future__ import annotations

from keyflower.engine.flow import FLOW, handler
from keyflower.engine.game_end import totals_of, winners
from keyflower.extend.handlers import Table
from keyflower.facade.game import Game
from keyflower.kernel.chance import Asking
from keyflower.kernel.options import Options, Random


def counted(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of each seat and the seats that win, as if the game ended now."""
    table = Table(game.ruleset, game.state, Asking(game.chance))
    totals = totals_of(table, game.state)
    return totals, winners(table, totals)


def owners_of(game: Game, tiles: tuple[str, ...]) -> list[int]:
    """Return who owns each tile, -1 for nobody."""
    found = (game.state.owner(tile) for tile in tiles)
    return [-1 if owner is None else owner for owner in found]


def reference_rollout(game: Game, rng: Random, *, plies: int | None = None) -> Game:
    """Return what `rollout` of a game returns, by the reference engine.

    The same as sampling and playing step by step with the same `rng`, but quicker: what is offered is legal, so
    it is not checked again, and of the games in between only the last one is kept (as `Game.parent`).

    Args:
        game: where to start.
        rng: the source of all choices.
        plies: how many actions at most; by default until the game is over.
    """
    match = game.match
    ruleset, state, chance = match.ruleset, game.state, game.chance
    before, seat, action = (state, chance), -1, None
    while state.agenda and plies != 0:
        before = state, chance
        task, asking = state.agenda[0], Asking(chance)
        table, known = Table(ruleset, state, asking), handler(ruleset, type(task))
        seat = known.seats(table, task)[0]
        action = Options(known, table, task, seat).sample(rng)
        step = FLOW.carry_out(table, known.decide(table, task, seat, action), asking)
        state, chance = step.state, asking.chance
        plies = None if plies is None else plies - 1
    if action is None:
        return game
    return Game(match, state, chance, Game(match, *before), seat, action)

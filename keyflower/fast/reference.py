"""The same by the reference engine, for machines without the native library and rules that cannot be compiled."""

from __future__ import annotations

from keyflower.engine.game_end import totals_of, winners
from keyflower.extend.handlers import Table
from keyflower.facade.game import Game
from keyflower.kernel.chance import Asking


def counted(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of each seat and the seats that win, as if the game ended now."""
    table = Table(game.ruleset, game.state, Asking(game.chance))
    totals = totals_of(table, game.state)
    return totals, winners(table, totals)


def owners_of(game: Game, tiles: tuple[str, ...]) -> list[int]:
    """Return who owns each tile, -1 for nobody."""
    found = (game.state.owner(tile) for tile in tiles)
    return [-1 if owner is None else owner for owner in found]

"""Whether a state of another version of the rules can be read, although its numbers may not add up any more."""

from __future__ import annotations

from collections.abc import Iterator

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.kernel.fields import UNSEEN
from keyflower.model.state import State


def illegible(ruleset: Ruleset, state: State, players: int) -> str:
    """Return why a state cannot even be read with some rules, in one sentence; the empty text if it can.

    Pieces and tiles are not counted: another version may have had more of them, or other numbers.
    """
    try:
        return next(_reasons(ruleset, state, players), "")
    except Exception as error:  # a state from outside may break any assumption
        return f"the position makes no sense ({type(error).__name__}: {str(error)[:120]})"


def _reasons(ruleset: Ruleset, state: State, players: int) -> Iterator[str]:
    if len(state.seats) != players:
        yield f"there are {len(state.seats)} seats for {players} players"
    if state.start not in range(players):
        yield "the start player does not play"
    for tile in tiles_of(state):
        if tile != UNSEEN and tile not in ruleset.tiles:
            yield f"these versions of the expansions have no tile {tile[:60]!r}"
    for pool in pools_of(state):
        for piece in pool:
            if piece not in ruleset.goods:
                yield f"these versions of the expansions have no piece {piece[:60]!r}"
    for number, seat in enumerate(state.seats):
        if not seat.village.layout.tiles:
            yield f"the village of seat {number} has no home"
        sides = [(placed.name, spot.side) for placed, spot in seat.village]
        for tile, side in (*sides, *seat.won):
            if side not in range(len(ruleset.tiles[tile].faces)):
                yield f"{tile} has no side {side}"

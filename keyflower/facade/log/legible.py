"""Whether a state from another version of the rules can be read, although its numbers may no longer add up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from keyflower.extend.goods import Good, GoodKind
from keyflower.extend.overrides import as_mapping
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.log.versions import Versions
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.kernel.fields import UNSEEN
from keyflower.model.enums import Season, TileKind
from keyflower.model.layout import Placed
from keyflower.model.state import State

_SEASONS: Final = {TileKind.VILLAGE: Season.SPRING, TileKind.SUMMER_BOAT: Season.SUMMER}
"""The season of a blank tile, where its kind needs one."""


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


def with_blanks(ruleset: Ruleset, state: State, earlier: Versions) -> Ruleset:
    """Return the rules with a blank tile or piece for each one in a state that a later version has dropped.

    A blank has the name, and as a laid tile the edges, but it does nothing and scores nothing. The same rules are
    returned if nothing is missing.
    """
    tiles = sorted({*tiles_of(state)} - {*ruleset.tiles, UNSEEN})
    pieces = sorted({piece for pool in pools_of(state) for piece in pool} - {*ruleset.goods})
    if not earlier or not (tiles or pieces):
        return ruleset
    laid = {placed.name: placed for seat in state.seats for placed, _ in seat.village}
    most = {piece: sum(pool[piece] for pool in pools_of(state)) for piece in pieces}
    changed = [
        evolve(
            expansion,
            tiles=(*expansion.tiles, *(_blank_tile(name, laid.get(name)) for name in tiles)),
            goods=(*expansion.goods, *(_blank_piece(piece, most[piece]) for piece in pieces)),
        )
        if expansion.id == earlier[-1][0]
        else expansion
        for expansion in ruleset.expansions
    ]
    return Ruleset.compose(changed, variants=ruleset.chosen, overrides=as_mapping(ruleset.overrides))


def _blank_tile(name: str, laid: Placed | None) -> Tile:
    kind, edges = (TileKind.VILLAGE, "FFFFFF") if laid is None else (TileKind(laid.kind), laid.edges)
    return Tile(
        name,
        title=_title(name),
        kind=kind,
        season=_SEASONS.get(kind),
        edges=edges,
        front=Face(),
        back=Face(),
        arrivals=((0, 0),) * 3 if kind is TileKind.BOAT else (),
        reconstructed=("front", "back") if laid else ("edges", "front", "back"),
    )


def _blank_piece(name: str, number: int) -> Good:
    return Good(name, GoodKind.RESOURCE, number, title=_title(name).lower())


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()

"""Options tried in the same deals, each played on by stewards to the end of the season: what reviews are made of."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import evolve

from keyflower.appraisal.leaf import Leaf, Row
from keyflower.appraisal.weights import Weights
from keyflower.facade.game import Game
from keyflower.fast.bots import judge_of
from keyflower.fast.packed import Packed, native_rules, pack
from keyflower.kernel.chance import Counted, SeededChance

NO_OPTION: Final = -1
"""Stands for no option: stewards continue at once."""
NOBODY: Final = -1
"""The viewer for whom nothing is redealt: everything stays where it is."""
_NOISE: Final = 0.05
"""How far stewards misjudge an option, so that equals are not always the same one."""
Value: TypeAlias = tuple[Row, Row]
"""The result of a game: the margin of each seat, and its chance to win."""


def native_leaf(leaf: Leaf) -> ctypes.Array[ctypes.c_double]:
    """Return a learned value as the native library reads it."""
    numbers = [number for rows in (leaf.margin, leaf.win) for row in rows for number in row]
    return (ctypes.c_double * len(numbers))(*numbers)


def with_other_draws(game: Game, seed: int) -> Game:
    """Return a game with other draws to come than the real ones.

    The numbers for them begin where the game is in its stream: what is drawn later is then the same, before and after
    a draw, in the game of a seed.
    """
    drawn = game.chance.counter if isinstance(game.chance, Counted) else 0
    return evolve(game, chance=SeededChance(seed, drawn))


def as_it_lies(game: Game) -> Packed:
    """Return a game packed with everything hidden as it is; only later draws will be different."""
    return pack(with_other_draws(game, 0))


def can_try(game: Game) -> bool:
    """Return whether the native library plays these rules."""
    return native_rules(game.ruleset) is not None


def tried(
    packed: Packed,
    places: Sequence[int],
    *,
    seat: int,
    viewer: int,
    known: bytes | None,
    weights: Weights,
    leaf: Leaf,
    deals: range,
    key: int,
    seasons: int = 1,
) -> list[list[Value]]:
    """Return the result of each option in each deal.

    Args:
        packed: the game, or any deal of it that is consistent with what the viewer knows.
        places: the options by their indices; `NO_OPTION` lets stewards continue at once.
        seat: whose options they are.
        viewer: the seat whose hidden pieces are redealt, so that it learns nothing; `NOBODY` to redeal nothing.
        known: what the viewer knows to be behind the screens (`bots.known_pieces`).
        weights: what things are worth to the stewards that continue.
        leaf: what a game is worth at the end of a season.
        deals: which deals; each deal is the same whatever the others are.
        key: where all randomness begins.
        seasons: at the end of how many seasons they stop; at the end of the game at the latest.
    """
    rules = packed.origin.rules
    assert rules is not None, "only the native library tries options of packed games"
    seats, number = len(packed.origin.match.players), len(places)
    judge, numbers = judge_of(rules, weights), native_leaf(leaf)  # held until the call is over
    values = (ctypes.c_double * (number * len(deals) * seats * 2))()
    done = rules.long.keyflower_try(
        rules.machine.pointer, packed.form, judge.pointer, numbers, viewer, seat, known, number,
        (ctypes.c_int32 * number)(*places), seasons - 1, deals.start, deals.stop, key, _NOISE, values,
    )  # fmt: skip
    assert done == number, "these places are options of the seat"
    flat, size = [*values], 2 * seats
    games = [
        (tuple(flat[at : at + seats]), tuple(flat[at + seats : at + size]))
        for at in range(0, len(flat), size)
    ]
    return [games[at : at + len(deals)] for at in range(0, len(games), len(deals))]

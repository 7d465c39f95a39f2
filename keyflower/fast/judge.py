"""Judges: a player's weights, and what follows from them and the rules alone, in the memory of the native library.

`keyflower.bots.Appraiser` works everything out; ``native/bots/appraisal.c`` reads the row in the same order.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Final

from keyflower.bots.appraisal import RINGS, Appraiser
from keyflower.bots.steward import WHIM
from keyflower.bots.weights import Weights
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.fast.library import NativeRules
from keyflower.model.enums import BACK, COLOURS, FRONT, SEASONS

SIZES: Final = 16
"""How many sizes of bids the library tells apart."""
_LAST: Final = len(SEASONS) - 1


class Judge:
    """What things are worth to a player, ready for the native library."""

    __slots__ = ("_free", "pointer")

    def __init__(self, rules: NativeRules, weights: Weights) -> None:
        """Hand the numbers over."""
        self._free = rules.short.keyflower_free
        row = [*_row(rules.tables.ruleset, weights)]
        self.pointer: int = rules.short.keyflower_judge(rules.pointer, (ctypes.c_double * len(row))(*row))
        assert self.pointer, "there is no memory left"

    def __del__(self) -> None:
        """Give the memory back."""
        self._free(self.pointer)


def judge_of(rules: NativeRules, weights: Weights) -> Judge:
    """Return the judge of some weights, made once for a ruleset."""
    known: dict[Weights, Judge] = rules.tables.ruleset.remember("fast.judges", dict)
    if weights not in known:
        if len(known) >= KEPT:
            known.pop(next(iter(known)))
        known[weights] = Judge(rules, weights)
    return known[weights]


def judges_of(rules: NativeRules, weights: Sequence[Weights | None]) -> ctypes.Array[ctypes.c_void_p] | None:
    """Return the judges of all seats in a row, `None` where a seat plays at random; `None` if all do."""
    if all(given is None for given in weights):
        return None
    judges = [None if given is None else judge_of(rules, given).pointer for given in weights]
    return (ctypes.c_void_p * len(judges))(*judges)


KEPT: Final = 1024
"""How many judges are kept for a ruleset: far more than play at a time, so that none in use is given back."""


def _row(ruleset: Ruleset, weights: Weights) -> Iterator[float]:
    """Iterate the numbers in the order in which ``appraisal.c`` reads them."""
    appraiser = Appraiser.of(ruleset, 0, weights)
    yield from weights.worker
    yield from weights.skill
    yield from weights.good
    yield from [weights.green if colour == "green" else 0.0 for colour in COLOURS]
    yield from (weights.back, weights.lost, WHIM, weights.offered)
    yield from (weights.fresh, weights.stored, weights.spare, weights.breed)
    yield from (weights.store, weights.fits)
    yield from weights.ready
    yield from weights.road
    yield from weights.plan
    yield from weights.hauled
    yield from (appraiser.reach(far) for far in range(RINGS))
    holds = weights.holds[:SIZES]
    yield len(holds)
    yield from holds
    for tile in ruleset.tiles.values():
        yield from _tile(appraiser, tile)


def _tile(appraiser: Appraiser, tile: Tile) -> Iterator[float]:
    for side in (FRONT, BACK):
        face = tile.face(side)
        for when in range(_LAST + 1):
            yield appraiser.use_value(face.use, when)
        for when in range(_LAST + 1):
            yield appraiser.working(when, tile.name, side)
        for when in range(_LAST + 1):
            yield 0.0 if when == _LAST else appraiser.promised(tile, side, when)
    for when in range(_LAST + 1):
        yield appraiser.back_gain(tile, when)

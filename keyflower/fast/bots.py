"""What stewards and searches think of their options, worked out by the native library on a packed game."""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from attrs import frozen

from keyflower.appraisal.appraiser import RINGS, Appraiser
from keyflower.appraisal.rating import STEPS, WHIM, Rated
from keyflower.appraisal.weights import Weights
from keyflower.extend import compiled as words
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.view import View
from keyflower.fast import capacity as limits
from keyflower.fast.action_codes import told
from keyflower.fast.compiler import Tables
from keyflower.fast.library import NativeAction, NativeRules
from keyflower.fast.own_parts import OwnParts
from keyflower.fast.packed import Packed, native_rules, pack
from keyflower.fast.record import PackedError
from keyflower.kernel.errors import HiddenInformation
from keyflower.model.enums import BACK, COLOURS, FRONT, SEASONS
from keyflower.model.state import State

TRIED: Final = 32
"""How many options a search tries at most: its own candidates and those it is asked for."""
KEPT: Final = 1024
"""How many judges are kept for a ruleset: far more than play at a time, so that none in use is given back."""
SIZES: Final = 16
"""How many sizes of bids the library tells apart."""
_LAST: Final = len(SEASONS) - 1


class Judge:
    """What things are worth to a player, and what follows from that and the rules alone, for the native library.

    `Appraiser` works everything out; ``native/bots/bots.h`` has the same row.
    """

    __slots__ = ("_free", "pointer")

    def __init__(self, rules: NativeRules, weights: Weights) -> None:
        """Hand the numbers over."""
        self._free = rules.short.keyflower_free
        row = array("d", _row(rules.tables.ruleset, rules.tables.own, weights))
        self.pointer: int = rules.short.keyflower_judge(rules.pointer, *row.buffer_info())
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
    if not any(weights):
        return None
    judges = [None if given is None else judge_of(rules, given).pointer for given in weights]
    return (ctypes.c_void_p * len(judges))(*judges)


def _row(ruleset: Ruleset, own: OwnParts, weights: Weights) -> Iterator[float]:
    """Iterate the numbers of `Judge` of ``native/bots/bots.h``, in the same order."""
    appraiser = Appraiser.of(ruleset, 0, weights)
    multiply = [kind for kind in ruleset.piece_kinds.values() if kind.worth.multiplies]
    yield from weights.worker
    yield from weights.skill
    yield from weights.good
    yield from [weights.green if colour == "green" else 0.0 for colour in COLOURS]
    yield from (weights.back, weights.lost, WHIM, weights.offered, weights.first_boat)
    yield from (weights.fresh, weights.stored)
    yield from (weights.spare, weights.breed) if multiply else (0.0, 0.0)
    yield from (weights.store, weights.fits)
    yield from weights.ready
    yield from weights.road
    yield from weights.plan
    yield from weights.hauled
    for word in (words.CARDS, words.ON_HOMES):
        kind = ruleset.piece_kinds.get(own.kinds.get(word, ""))
        yield from [0.0] * len(SEASONS) if kind is None else [held / 100 for held in kind.worth.held]
    yield from (appraiser.reach(far) for far in range(RINGS))
    yield from (weights.holds[min(size, len(weights.holds) - 1)] for size in range(SIZES))
    for tile in ruleset.tiles.values():
        yield from _tile(appraiser, tile)


def _tile(appraiser: Appraiser, tile: Tile) -> Iterator[float]:
    for side in (FRONT, BACK):
        yield from [appraiser.working(when, tile.name, side) for when in range(_LAST + 1)]
        yield from [appraiser.promised(tile, side, when) for when in range(_LAST)]
        yield 0.0
    yield from [appraiser.back_gain(tile, when) for when in range(_LAST + 1)]


# ---------------------------------------------------------------------- rating


class _Room:
    """Memory for the answers of the library."""

    def __init__(self, ideas: int) -> None:
        self.actions = (NativeAction * ideas)()
        self.worths = (ctypes.c_double * ideas)()
        self.lines = (NativeAction * (ideas * STEPS))()
        self.lengths = (ctypes.c_int32 * ideas)()
        self.names = ctypes.create_string_buffer(64)

    def opinions(self, tables: Tables, number: int) -> list[Rated]:
        """Return the first answers."""
        names = self.names.raw
        return [
            Rated(
                told(tables, self.actions[place], names),
                self.worths[place],
                tuple(
                    told(tables, self.lines[place * STEPS + step], names)
                    for step in range(self.lengths[place])
                ),
            )
            for place in range(number)
        ]


_rooms: Final = threading.local()


def _room(ideas: int) -> _Room:
    """Return the memory of this thread."""
    try:
        room: _Room = _rooms.room
    except AttributeError:
        room = _rooms.room = _Room(ideas)
    return room


def any_deal(view: View) -> Packed | None:
    """Return some packed game that is consistent with a view, for ratings in which nothing hidden matters.

    It is always the same one, and `None` where the native library cannot play.
    """
    if native_rules(view.ruleset) is None:
        return None
    try:
        return pack(view.sample(Random(0)))
    except (PackedError, HiddenInformation):
        return None


def opinions(packed: Packed, seat: int, weights: Weights) -> list[Rated]:
    """Return the options of a seat that are worth considering, with their ratings.

    Nothing that the seat cannot see makes a difference: hidden pieces are not looked at, and what chance would draw is
    counted as unknown.
    """
    rules = packed.origin.rules
    assert rules is not None, "only the native library thinks on packed games"
    room = _room(rules.short.keyflower_ideas())
    number = rules.short.keyflower_rate(
        rules.machine.pointer, packed.form, judge_of(rules, weights).pointer, seat,
        room.actions, room.worths, room.lines, room.lengths, room.names,
    )  # fmt: skip
    return room.opinions(rules.tables, number)


# ---------------------------------------------------------------------- searching


class SearchPlan(ctypes.Structure):
    """How a search proceeds: `SearchPlan` of ``native/bots/bots.h``, where each field is explained."""

    _fields_ = (
        ("seconds", ctypes.c_double),
        ("playouts", ctypes.c_int32),
        ("ideas", ctypes.c_int32),
        ("gap", ctypes.c_double),
        ("trust", ctypes.c_double),
        ("envy", ctypes.c_double),
        ("whim", ctypes.c_double),
        ("seasons", ctypes.c_int32),
        ("stake", ctypes.c_double),
        ("leaf", ctypes.c_void_p),
        ("also", ctypes.POINTER(ctypes.c_int32)),
        ("asked", ctypes.c_int32),
    )


@frozen
class Tried:
    """The result of trying an option."""

    rated: Rated
    """What the steward thinks of it."""
    playouts: int
    """In how many games it was tried."""
    total: float
    """The sum of their results."""


def known_pieces(packed: Packed, state: State) -> bytes:
    """Return what a view knows to be behind the screens, for the native library."""
    workers, skills, *_ = packed.origin.tables.goods
    row = bytearray()
    for seat in state.seats:
        row += bytes([seat.workers[piece] for piece in workers])
        row += bytes([seat.skills[piece] for piece in skills]).ljust(limits.TYPES, b"\0")
    return bytes(row.ljust(limits.SEATS * (len(workers) + limits.TYPES), b"\0"))


def searched(
    packed: Packed, seat: int, weights: Weights, plan: SearchPlan, *, known: bytes, key: int
) -> list[Tried]:
    """Try the best options of a seat in games consistent with what it knows; return the results, the best first.

    Args:
        packed: any deal of the game that fits.
        seat: who searches.
        weights: what things are worth to all who play.
        plan: how the search goes about it.
        known: what the seat knows to be behind the screens (`known_pieces`).
        key: where the randomness of the search begins.
    """
    rules = packed.origin.rules
    assert rules is not None, "only the native library searches packed games"
    judge = judge_of(rules, weights)  # held until the search is over
    room, totals, tried = _Room(TRIED), (ctypes.c_double * TRIED)(), (ctypes.c_int32 * TRIED)()
    number = rules.long.keyflower_search(
        rules.machine.pointer, packed.form, judge.pointer, seat, ctypes.byref(plan), known, key,
        room.actions, room.worths, totals, tried, room.lines, room.lengths, room.names,
    )  # fmt: skip
    found = room.opinions(rules.tables, number)
    return [Tried(one, tried[place], totals[place]) for place, one in enumerate(found)]

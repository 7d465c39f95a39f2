"""What stewards and searches think of their options, worked out by the native library on a packed game."""

from __future__ import annotations

import ctypes
import threading
from typing import Final

from attrs import frozen

from keyflower.bots.weights import Weights
from keyflower.fast.action_codes import told
from keyflower.fast.compiler import Tables
from keyflower.fast.judge import judge_of
from keyflower.fast.library import NativeAction
from keyflower.fast.packed import Packed
from keyflower.kernel.actions import Action
from keyflower.model.state import State

STEPS: Final = 6
"""How many follow-up decisions of one action are thought through."""
TRIED: Final = 16
"""How many options a search tries at most."""


@frozen
class Opinion:
    """An option, what it promises, and the follow-up decisions that go with it."""

    action: Action
    worth: float
    line: tuple[Action, ...]


class _Room:
    """Memory for the answers of the library."""

    def __init__(self, ideas: int) -> None:
        self.actions = (NativeAction * ideas)()
        self.worths = (ctypes.c_double * ideas)()
        self.lines = (NativeAction * (ideas * STEPS))()
        self.lengths = (ctypes.c_int32 * ideas)()
        self.names = ctypes.create_string_buffer(64)

    def opinions(self, tables: Tables, number: int) -> list[Opinion]:
        """Return the first answers."""
        names = self.names.raw
        return [
            Opinion(
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


def opinions(packed: Packed, seat: int, weights: Weights) -> list[Opinion]:
    """Return the options of a seat that are worth a thought, with what they promise.

    Nothing that the seat cannot see makes a difference: hidden pieces are not looked at, and what chance would draw is
    counted as unknown.
    """
    rules = packed.origin.rules
    assert rules is not None, "only the native library thinks on packed games"
    room = _room(rules.short.keyflower_ideas())
    number = rules.short.keyflower_rate(
        rules.machine.emptied(), packed.form, judge_of(rules, weights).pointer, seat,
        room.actions, room.worths, room.lines, room.lengths, room.names,
    )  # fmt: skip
    return room.opinions(rules.tables, number)


# ---------------------------------------------------------------------- searching


class SearchPlan(ctypes.Structure):
    """How a search goes about it: `SearchPlan` of ``native/bots/bots.h``, where each field is explained."""

    _fields_ = (
        ("seconds", ctypes.c_double),
        ("playouts", ctypes.c_int32),
        ("ideas", ctypes.c_int32),
        ("gap", ctypes.c_double),
        ("trust", ctypes.c_double),
        ("envy", ctypes.c_double),
        ("whim", ctypes.c_double),
        ("seasons", ctypes.c_int32),
    )


@frozen
class Tried:
    """What came of trying an option."""

    opinion: Opinion
    """What the steward thinks of it."""
    playouts: int
    """In how many games it was tried."""
    total: float
    """The sum of what they came to."""


def known_pieces(packed: Packed, state: State) -> bytes:
    """Return what a view knows to be behind the screens, for the native library."""
    workers, skills, *_ = packed.origin.tables.goods
    row = bytearray()
    for seat in state.seats:
        row += bytes([seat.workers[piece] for piece in workers])
        row += bytes([seat.skills[piece] for piece in skills]).ljust(_TYPES, b"\0")
    return bytes(row.ljust(_SEATS * (len(workers) + _TYPES), b"\0"))


_SEATS: Final = 6
_TYPES: Final = 8


def searched(
    packed: Packed, seat: int, weights: Weights, plan: SearchPlan, *, known: bytes, key: int
) -> list[Tried]:
    """Try the best options of a seat in games that fit what it knows; return what came of it, the best first.

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
        rules.machine.emptied(), packed.form, judge.pointer, seat, ctypes.byref(plan), known, key,
        room.actions, room.worths, totals, tried, room.lines, room.lengths, room.names,
    )  # fmt: skip
    found = room.opinions(rules.tables, number)
    return [Tried(one, tried[place], totals[place]) for place, one in enumerate(found)]

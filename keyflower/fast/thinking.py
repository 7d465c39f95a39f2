"""What the steward thinks of its options, worked out by the native library on a packed game."""

from __future__ import annotations

import ctypes
from functools import lru_cache

from attrs import frozen

from keyflower.bots.weights import Weights
from keyflower.fast.actions import told
from keyflower.fast.games import Packed
from keyflower.fast.judging import judge_of
from keyflower.fast.library import NativeAction
from keyflower.kernel.actions import Action

STEPS = 6
"""How many follow-up decisions of one action are thought through."""


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


@lru_cache(maxsize=1)
def _room(ideas: int) -> _Room:
    return _Room(ideas)


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
    tables, names = rules.tables, room.names.raw
    return [
        Opinion(
            told(tables, room.actions[place], names),
            room.worths[place],
            tuple(
                told(tables, room.lines[place * STEPS + step], names) for step in range(room.lengths[place])
            ),
        )
        for place in range(number)
    ]

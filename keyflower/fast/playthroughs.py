"""Playthroughs: games that the native library plays to their end, with a game for every step."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from random import Random
from typing import Final

from keyflower.appraisal.weights import Weights
from keyflower.facade.game import Game
from keyflower.fast.action_codes import told
from keyflower.fast.bots import judges_of
from keyflower.fast.library import NativeAction
from keyflower.fast.packed import native_rules, pack
from keyflower.fast.record import PackedError, stream_of
from keyflower.kernel.actions import Action

_ROOM: Final = 1024
"""The initial room for steps; longer playthroughs get more."""


class _Step(ctypes.Structure):
    """One action: `Step` of ``native/playthrough.c``."""

    _fields_ = (("seat", ctypes.c_int32), ("action", NativeAction), ("names", ctypes.c_uint8 * 32))


def way_of(
    game: Game, rng: Random, *, weights: Sequence[Weights | None] = ()
) -> list[tuple[int, Action]] | None:
    """Return how a game is played to its end: seats and actions; `None` if the native library cannot play it.

    Args:
        game: where to start.
        rng: the source of all choices.
        weights: what things are worth to each seat: these play as stewards; seats without weights play at random.
    """
    rules = native_rules(game.ruleset)
    if rules is None or stream_of(game.chance) is None or type(rng) is not Random:
        return None
    machine, form, room = rules.machine, pack(game).form, _ROOM
    version, state, gauss = rng.getstate()
    while True:
        words, steps = (ctypes.c_uint32 * len(state))(*state), (_Step * room)()
        number = rules.long.keyflower_way(
            machine.pointer, form, judges_of(rules, weights), machine.stream, words, steps, room
        )
        if number < 0:
            raise PackedError("this game cannot be played to its end")
        if number <= room:
            break
        room = number
    rng.setstate((version, tuple(words), gauss))
    return [(step.seat, told(rules.tables, step.action, bytes(step.names))) for step in steps[:number]]


def played_through(game: Game, rng: Random, *, weights: Sequence[Weights | None] = ()) -> Game | None:
    """Return the game at its end, with the whole way as its parents; `None` if the native library cannot play it.

    It is the game that bots play step by step; the reference engine follows, which takes a twentieth of the time.
    """
    way = way_of(game, rng, weights=weights)
    if way is None:
        return None
    for seat, action in way:
        game = game.play(action, seat=seat)
    return game

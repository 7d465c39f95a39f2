"""Playthroughs: games that the native library plays to their end, with a game for every step."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from random import Random

from keyflower.appraisal.weights import Weights
from keyflower.facade.game import Game
from keyflower.fast.action_codes import told
from keyflower.fast.bots import judges_of
from keyflower.fast.packed import native_rules, pack
from keyflower.fast.record import PackedError, stream_of
from keyflower.fast.rollouts import lent
from keyflower.kernel.actions import Action


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
    machine, form, judges = rules.machine, pack(game).form, judges_of(rules, weights)
    way: list[tuple[int, Action]] = []
    with lent(machine, rng) as words:
        while True:
            length = rules.long.keyflower_rollout(
                machine.pointer, form, judges, machine.stream, words, 1,
                machine.after, machine.before, machine.told, ctypes.byref(machine.action), machine.names,
            )  # fmt: skip
            if length < 0:
                raise PackedError("this game cannot be played to its end")
            seat, played, *_ = machine.told
            if not played:
                return way
            way.append((seat, told(rules.tables, machine.action, machine.names.raw)))
            form = machine.written(length)


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

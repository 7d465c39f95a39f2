"""Continuing packed games: rollouts, packed games stored as bytes, and new deals of what is hidden."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, SupportsIndex, overload

from attrs import frozen

from keyflower.appraisal.weights import Weights
from keyflower.facade.game import Game
from keyflower.fast.action_codes import told
from keyflower.fast.bots import judges_of
from keyflower.fast.library import Machine
from keyflower.fast.packed import (
    Packed,
    apply,
    checked,
    native_rules,
    nobody,
    options,
    pack,
    packed_with,
    rules_behind,
    seat_in,
    unpack,
)
from keyflower.fast.record import PackedError, chance_of, packed_form, stream_of
from keyflower.fast.record_reader import state_of
from keyflower.fast.reference import reference_rollout
from keyflower.fast.stream import Stream
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.json_text import shown
from keyflower.kernel.options import Random as AnyRandom
from keyflower.kernel.view import TRIES

_MOST_PLIES: Final = (1 << 31) - 1
"""As many as the native library counts to."""


@overload
def rollout(game: Game, rng: AnyRandom, *, plies: int | None = None) -> Game: ...


@overload
def rollout(game: Packed, rng: AnyRandom, *, plies: int | None = None) -> Packed: ...


def rollout(game: Game | Packed, rng: AnyRandom, *, plies: int | None = None) -> Game | Packed:
    """Return the game after random play, every option equally likely: the game that `simulate.rollout` returns.

    Args:
        game: where to start; what is returned is packed if this is.
        rng: the source of all choices: `random.Random`, `Stream`, or anything with `randrange`.
        plies: how many actions at most; by default until the game is over.

    >>> game = Game.new(["Ann", "Bob"], seed=1)
    >>> rollout(game, Random(1)) == reference_rollout(game, Random(1))
    True
    """
    given: tuple[object, object] = (game, plies)
    if plies is not None and (not isinstance(given[1], int) or plies < 0):
        raise PackedError(f"plies are a whole number from 0, not {shown(plies)}")
    _check_choices(rng)
    if isinstance(game, Packed):
        return played_on(game, rng, plies).after
    if not isinstance(given[0], Game):
        raise PackedError(f"a game, packed or not, is played on, not {shown(game)}")
    if native_rules(game.ruleset) is None or stream_of(game.chance) is None:
        return reference_rollout(game, rng, plies=plies)
    return _unpacked(game, played_on(pack(game), rng, plies, keep=True))


def played_out(
    game: Game, rng: AnyRandom, *, weights: Sequence[Weights | None] = ()
) -> tuple[Game, int] | None:
    """Return the game after play to its end and how many actions were played; `None` if the native library cannot.

    Args:
        game: where to start.
        rng: the source of all choices.
        weights: what things are worth to each seat: these play as stewards; seats without weights play at random.
    """
    if native_rules(game.ruleset) is None or stream_of(game.chance) is None or not _is_known(rng):
        return None
    way = played_on(pack(game), rng, None, keep=True, weights=weights)
    return _unpacked(game, way), way.plies


def _check_choices(rng: AnyRandom) -> None:
    if not hasattr(rng, "randrange"):
        raise PackedError(
            f"choices come from something with randrange, such as Random(7), not from {shown(rng)}"
        )


def _is_known(rng: AnyRandom) -> bool:
    return type(rng) in (Random, Stream)


@contextmanager
def lent(machine: Machine, rng: AnyRandom) -> Iterator[int | None]:
    """Let the native library draw from a `Random`, by its words, or from a `Stream`, which needs none."""
    if isinstance(rng, Stream):
        machine.stream[:] = [rng.key, rng.counter]
        yield None
        rng.counter = machine.stream[1]
    else:
        assert isinstance(rng, Random)
        version, state, gauss = rng.getstate()
        words = array("I", state)  # arrays turn into tuples fifteen times as fast as those of ctypes do
        yield words.buffer_info()[0]
        rng.setstate((version, tuple(words), gauss))


@frozen
class Playthrough:
    """Where random play led to."""

    after: Packed
    """The game in the end."""
    plies: int
    """How many actions were played."""
    before: Packed | None = None
    """The game before the last action, if it was to be kept."""
    seat: int = -1
    """The seat that took the last action."""
    action: Action | None = None
    """The last action, if the game before it was to be kept."""


def _unpacked(game: Game, way: Playthrough) -> Game:
    """Return the game that random play led to, with the one before the last action as its parent."""
    if way.before is None:
        return game
    match, before, after = game.match, unpack(way.before), unpack(way.after)
    return Game(
        match, after.state, after.chance, Game(match, before.state, before.chance), way.seat, way.action
    )


def played_on(
    packed: Packed,
    rng: AnyRandom,
    plies: int | None,
    *,
    keep: bool = False,
    weights: Sequence[Weights | None] = (),
) -> Playthrough:
    """Play on; with `keep` the game before the last action is kept."""
    rules, limit = packed.origin.rules, -1 if plies is None else min(plies, _MOST_PLIES)
    if rules is None or not _is_known(rng):
        return _stepped(packed, rng, limit)
    machine = rules.machine
    last, native, names = machine.told, machine.action, machine.names
    with lent(machine, rng) as words:
        length = rules.long.keyflower_rollout(
            machine.pointer, packed.form, judges_of(rules, weights), machine.stream, words, limit,
            machine.after, machine.before if keep else None, last, ctypes.byref(native), names,
        )  # fmt: skip
        if length < 0:
            raise nobody(packed, None, length)
    after = packed_with(machine.written(length), packed.origin)
    seat, played, length = last[:3]
    if not keep or not played:
        return Playthrough(after, played)
    earlier = packed_with(machine.written(length, before=True), packed.origin)
    return Playthrough(after, played, earlier, seat, told(rules.tables, native, names.raw))


def _stepped(packed: Packed, rng: AnyRandom, limit: int) -> Playthrough:
    """Play step by step, with a source of choices that only Python knows."""
    before, seat, action, played = None, -1, None, 0
    while played != limit and not packed.over:
        found = options(packed)
        if not found:
            raise nobody(packed, None, -3)
        seat, place = found.seat, rng.randrange(len(found))
        before, action, packed = packed, found[place], apply(packed, place, seat=seat)
        played += 1
    return Playthrough(packed, played, before, seat, action)


def packed_from(form: bytes, like: Game) -> Packed:
    """Return a packed game from stored bytes, after checking them completely.

    Args:
        form: the bytes of a packed game.
        like: a game with the same rules, players and seed.

    Raises:
        PackedError: if the bytes are not what packing a game like this one gives.
    """
    given: object = form
    if not isinstance(given, bytes | bytearray | memoryview):
        raise PackedError(f"a packed game is kept as bytes, not as {shown(given)}")
    kept, origin = bytes(form), pack(like).origin
    state = state_of(origin.tables, kept)
    wrong = origin.match.problem(state)
    if not wrong and packed_form(origin.tables, state, *chance_of(kept)) != kept:
        wrong = "packing it gives other bytes"
    if wrong:
        raise PackedError(f"these bytes are not a packed game: {wrong}")
    packed = checked(kept, origin)
    rollout(packed, Stream(0))  # or somebody would be stuck later
    return packed


# ---------------------------------------------------------------------- hidden pieces


def redeal(packed: Packed, seat: SupportsIndex, rng: AnyRandom) -> Packed:
    """Return the game with everything that a seat cannot see redealt; all deals are equally likely.

    The same deal as ``unpack(packed).view(seat).sample(stream)`` for a `Stream`; any other source is used to
    start a stream.

    Raises:
        HiddenInformation: if no deal was found in which those who decide now can do so.
    """
    rules_behind(packed)
    origin, viewer = packed.origin, seat_in(packed, seat)
    _check_choices(rng)
    stream = rng if isinstance(rng, Stream) else Stream(rng.randrange(1 << 64))
    if origin.rules is None:
        return pack(unpack(packed).view(viewer).sample(stream))
    machine = origin.rules.machine
    numbers = machine.stream
    numbers[0] = stream.key
    numbers[1] = stream.counter
    length = origin.rules.short.keyflower_redeal(
        machine.pointer, packed.form, viewer, numbers, TRIES, machine.after
    )
    if length < 0:
        raise nobody(packed, None, length)
    if not length:
        raise HiddenInformation("no deal was found in which those who decide now can do so")
    stream.counter = numbers[1]
    return packed_with(machine.written(length), origin)

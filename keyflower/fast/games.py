"""Packed games: the same game as `Game`, as a few hundred bytes that the native library plays on."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, overload

from attrs import evolve, field, frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.facade import soundness
from keyflower.facade.game import Game
from keyflower.facade.setting import Setting
from keyflower.fast.actions import listed
from keyflower.fast.library import Machine, Rules, library, rules_of
from keyflower.fast.packing import PackedError, chance_of, packed_form, state_of, with_chance
from keyflower.fast.streams import Stream
from keyflower.fast.tables import Tables, tables_of
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.errors import GameOver, HiddenInformation, NotYourTurn
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.options import Random as AnyRandom
from keyflower.kernel.view import TRIES
from keyflower.vocabulary.errors import RulesetError

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def stream_of(chance: Chance) -> tuple[int, int] | None:
    """Return where the stream of a chance source begins and how much of it is used; `None` if it has none."""
    if type(chance) is SeededChance:
        return chance.seed * _STEP & _MASK, chance.counter
    return None


def why_not(ruleset: Ruleset) -> tuple[str, ...]:
    """Return every reason why games with these rules are played by the reference engine; none if they are not.

    >>> import keyflower as kf
    >>> why_not(kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"]).ruleset)
    ()
    """
    tables = tables_of(ruleset)
    reasons = tables if isinstance(tables, tuple) else ()
    if library() is None:
        reasons = (*reasons, "the native library was not built (python -m keyflower.fast.build)")
    return reasons


def compile(ruleset: Ruleset) -> Tables:
    """Return the tables of a ruleset: worked out once, then kept with it.

    Raises:
        RulesetError: if it has parts that cannot be compiled; the message names them.
    """
    tables = tables_of(ruleset)
    if isinstance(tables, tuple):
        raise RulesetError(f"these rules cannot be compiled: {'; '.join(tables)}")
    return tables


def native_rules(ruleset: Ruleset) -> Rules | None:
    """Return the rules in the memory of the native library, or `None` if the reference engine has to play."""
    tables = tables_of(ruleset)
    return None if isinstance(tables, tuple) else rules_of(tables)


def rules_or_error(ruleset: Ruleset) -> Rules:
    """Return the rules in the memory of the native library.

    Raises:
        RulesetError: if games with these rules are played by the reference engine.
    """
    rules = native_rules(ruleset)
    if rules is None:
        raise RulesetError(f"these games are played by the reference engine: {'; '.join(why_not(ruleset))}")
    return rules


@frozen(eq=False)
class Origin:
    """What packed games have in common that come from one game."""

    setting: Setting
    """Rules and players."""
    rules: Rules
    """The compiled rules."""
    chance: SeededChance
    """The chance source; how much of it is used is told by each form."""


@frozen
class Packed:
    """A game as bytes; equal when the bytes, the rules and the players are."""

    form: bytes
    """The state and the state of chance."""
    origin: Origin = field(repr=False, eq=False)
    """What it shares with other packed games."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.deciding

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        machine = self.origin.rules.machine
        bits = self.origin.rules.native.short.keyflower_deciding(machine.pointer, self.form)
        return tuple([seat for seat in range(6) if bits >> seat & 1])


def pack(game: Game) -> Packed:
    """Return a game as bytes.

    Raises:
        RulesetError: if the rules cannot be compiled, or the native library is missing.
        PackedError: if the game does not fit, or its chance has no stream.
    """
    rules = rules_or_error(game.ruleset)
    stream = stream_of(game.chance)
    if stream is None:
        raise PackedError(f"a game with {type(game.chance).__name__} cannot be packed: its chance is no stream")
    assert isinstance(game.chance, SeededChance)
    form = packed_form(rules.tables, game.state, *stream)
    return Packed(form, Origin(game.setting, rules, evolve(game.chance, counter=0)))


def unpack(packed: Packed) -> Game:
    """Return the game that was packed; its history is not kept.

    Raises:
        PackedError: if the bytes are no packed game.
    """
    origin = packed.origin
    tables = origin.rules.tables
    try:
        state = state_of(tables, packed.form)
    except PackedError:
        raise
    except Exception as error:  # bytes from outside may break any assumption
        raise PackedError(f"these bytes are no packed game ({type(error).__name__}: {error})") from None
    _, counter = chance_of(packed.form)
    chance = evolve(origin.chance, counter=counter)
    given = Entry(-1, None, (PositionGiven(state),))
    return Game(evolve(origin.setting, origin=chance), state, chance, None, -1, None, given)


def packed_from(form: bytes, like: Game) -> Packed:
    """Return a packed game from bytes that were kept somewhere, checked in full.

    Args:
        form: the bytes of a packed game.
        like: a game with the same rules, players and chance.

    Raises:
        PackedError: if the bytes are no game that could have been packed.
    """
    packed = evolve(pack(like), form=bytes(form))
    game = unpack(packed)
    wrong = soundness.problem(game.ruleset, game.state, len(game.players))
    if wrong:
        raise PackedError(f"these bytes are no packed game: {wrong}")
    if pack(game).form != packed.form:
        raise PackedError("these bytes are no packed game: they are not what packing it gives")
    return packed


# ---------------------------------------------------------------------- deciding


class Options(Sequence[Action]):
    """The legal actions of one seat, in the order of the reference engine; each is made when it is asked for."""

    __slots__ = ("_number", "packed", "seat")

    def __init__(self, packed: Packed, seat: int) -> None:
        """Count the options of a seat."""
        self.packed = packed
        self.seat = seat
        machine = packed.origin.rules.machine
        self._number: int = machine.rules.native.short.keyflower_count(machine.pointer, packed.form, seat)

    def __len__(self) -> int:
        """Return how many options there are."""
        return self._number

    @overload
    def __getitem__(self, place: int) -> Action: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...

    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        """Return the option at a place, or a run of them."""
        if isinstance(place, slice):
            return list(self)[place]
        at = place + self._number if place < 0 else place
        if not 0 <= at < self._number:
            raise IndexError(f"there are {self._number} options")
        return listed(self.packed.origin.rules.machine, self.packed.form, self.seat, at, at + 1)[0]

    def __iter__(self) -> Iterator[Action]:
        """Iterate all options."""
        return iter(listed(self.packed.origin.rules.machine, self.packed.form, self.seat, 0, self._number))

    def __repr__(self) -> str:
        return f"<{self._number} options of seat {self.seat}>"


def _acting(packed: Packed, seat: int | None) -> int:
    seats = packed.deciding
    if not seats:
        raise GameOver("the game is over: nobody can act any more")
    if seat is None:
        return seats[0]
    if seat not in seats:
        raise NotYourTurn(f"seat {seat} has nothing to decide now; {' and '.join(map(str, seats))} does")
    return seat


def options(packed: Packed, *, seat: int | None = None) -> Options:
    """Return the legal actions of a seat; by default of the first that decides.

    Raises:
        GameOver: if the game has ended.
        NotYourTurn: if the seat has nothing to decide now.
    """
    return Options(packed, _acting(packed, seat))


def apply(packed: Packed, place: int, *, seat: int | None = None) -> Packed:
    """Return the game after the option at a place of `options`.

    Raises:
        GameOver: if the game has ended.
        NotYourTurn: if the seat has nothing to decide now.
        IndexError: if there is no such option.
    """
    machine = packed.origin.rules.machine
    after = machine.after
    length = machine.rules.native.short.keyflower_apply(
        machine.pointer, packed.form, _acting(packed, seat), place, after
    )
    if not length:
        raise IndexError(f"there is no option {place}")
    return Packed(after[:length], packed.origin)


def totals(packed: Packed) -> tuple[int, ...]:
    """Return the points of each seat as if the game ended now, exactly as the reference engine counts them."""
    machine = packed.origin.rules.machine
    machine.rules.native.short.keyflower_totals(machine.pointer, packed.form, machine.totals)
    return tuple(machine.totals[: len(packed.origin.setting.players)])


def winners(packed: Packed) -> tuple[int, ...]:
    """Return the seats that win if the game ends now, ties broken as the rules say."""
    machine = packed.origin.rules.machine
    bits = machine.rules.native.short.keyflower_totals(machine.pointer, packed.form, machine.totals)
    return tuple([seat for seat in range(6) if bits >> seat & 1])


# ---------------------------------------------------------------------- random play


@overload
def rollout(game: Game, rng: AnyRandom, *, plies: int | None = None) -> Game: ...


@overload
def rollout(game: Packed, rng: AnyRandom, *, plies: int | None = None) -> Packed: ...


def rollout(game: Game | Packed, rng: AnyRandom, *, plies: int | None = None) -> Game | Packed:
    """Return the game after random play, every option equally likely: the game that `simulate.rollout` returns.

    Args:
        game: where to start, packed or not; what is returned is packed as well or not either.
        rng: the source of all choices: `random.Random`, `Stream`, or anything with `randrange`.
        plies: how many actions at most; by default until the game is over.
    """
    if isinstance(game, Packed):
        return _played(game, rng, plies)[0]
    if native_rules(game.ruleset) is None or stream_of(game.chance) is None:
        from keyflower.simulate.rollout import reference_rollout

        return reference_rollout(game, rng, plies=plies)
    start = pack(game)
    after, before, seat, place = _played(start, rng, plies, before=True)
    if before is None:
        return game
    last = options(before, seat=seat)[place]
    setting = game.setting
    parent, ended = unpack(before), unpack(after)
    return Game(setting, ended.state, ended.chance, Game(setting, parent.state, parent.chance), seat, last)


def _played(
    packed: Packed, rng: AnyRandom, plies: int | None, *, before: bool = False
) -> tuple[Packed, Packed | None, int, int]:
    """Return the game after random play, the one before its last action, and what that action was."""
    limit = -1 if plies is None else plies
    if type(rng) is not Random and type(rng) is not Stream:
        return _stepped(packed, rng, limit)
    origin, machine = packed.origin, packed.origin.rules.machine
    words, kept = None, None
    stream = machine.stream
    if isinstance(rng, Stream):
        stream[0], stream[1] = rng.key, rng.counter
    else:
        kept = rng.getstate()
        words = (ctypes.c_uint32 * 625)(*kept[1])
    earlier = machine.before if before else None
    length = machine.rules.native.long.keyflower_rollout(
        machine.pointer, packed.form, stream, words, limit, machine.after, earlier, machine.told
    )
    after = Packed(machine.after[:length], origin)
    if isinstance(rng, Stream):
        rng.counter = stream[1]
    elif kept is not None and words is not None:
        rng.setstate((kept[0], tuple(words), kept[2]))
    seat, place, played = machine.told
    if not before or not played:
        return after, None, seat, place
    return after, Packed(_cut(machine, machine.before), origin), seat, place


def _cut(machine: Machine, form: Any) -> bytes:  # Any: ctypes has no name for the type of its buffers
    """Return a form that the library wrote, without what lies behind it."""
    copy = ctypes.create_string_buffer(len(form))
    length: int = machine.rules.native.short.keyflower_copy(machine.pointer, form.raw, copy)
    return copy.raw[:length]


def _stepped(packed: Packed, rng: AnyRandom, limit: int) -> tuple[Packed, Packed | None, int, int]:
    """Play step by step with a source of choices that only Python knows."""
    before, seat, place = None, -1, -1
    while limit:
        seats = packed.deciding
        if not seats:
            break
        seat = seats[0]
        place = rng.randrange(len(Options(packed, seat)))
        before, packed = packed, apply(packed, place, seat=seat)
        limit -= 1
    return packed, before, seat, place


# ---------------------------------------------------------------------- hidden pieces


def redeal(packed: Packed, seat: int, rng: AnyRandom | Random) -> Packed:
    """Return the game with everything dealt anew that a seat cannot see, all deals being equally likely.

    The same deal as ``unpack(packed).view(seat).sample(stream)`` for a `Stream`. From another source of choices a
    stream is begun.

    Raises:
        HiddenInformation: if no deal was found in which those who decide now can do so.
    """
    origin, machine = packed.origin, packed.origin.rules.machine
    stream = rng if isinstance(rng, Stream) else Stream(rng.randrange(1 << 64))
    numbers = machine.stream
    numbers[0], numbers[1] = stream.key, stream.counter
    length = machine.rules.native.short.keyflower_redeal(
        machine.pointer, packed.form, seat, numbers, TRIES, machine.after
    )
    if not length:
        raise HiddenInformation("no deal was found in which those who decide now can do so")
    stream.counter = numbers[1]
    chance = SeededChance(stream.randrange(1 << 53))
    begun = stream_of(chance)
    assert begun is not None
    return Packed(with_chance(machine.after[:length], *begun), evolve(origin, chance=chance))

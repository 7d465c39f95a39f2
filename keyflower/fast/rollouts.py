"""Random play on packed games: rollouts, deals of what is hidden, and batches on all cores."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from operator import index
from random import Random
from typing import TYPE_CHECKING, Final, overload

from attrs import evolve, frozen

from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.fast.games import Packed, apply, native_rules, options, pack, packed_with, stream_of, unpack
from keyflower.fast.streams import Stream
from keyflower.kernel.chance import SeededChance
from keyflower.kernel.errors import HiddenInformation, MissingExtra, SetupError
from keyflower.kernel.options import Random as AnyRandom
from keyflower.kernel.simulating import player_names
from keyflower.kernel.view import TRIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 256
"""Games that a thread plays before it asks for more."""


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

    >>> from keyflower.simulate.rollout import reference_rollout
    >>> game = Game.new(["Ann", "Bob"], seed=1)
    >>> rollout(game, Random(1)) == reference_rollout(game, Random(1))
    True
    """
    if isinstance(game, Packed):
        return _played(game, rng, plies).after
    if native_rules(game.ruleset) is None or stream_of(game.chance) is None:
        return _by_reference(game, rng, plies)
    return _unpacked(game, _played(pack(game), rng, plies, keep=True))


def played_out(game: Game, rng: AnyRandom) -> tuple[Game, int]:
    """Return the game after random play to its end, as `rollout` does, and how many actions were played."""
    if native_rules(game.ruleset) is None or stream_of(game.chance) is None:
        return _counted(game, rng)
    way = _played(pack(game), rng, None, keep=True)
    return _unpacked(game, way), way.plies


def _by_reference(game: Game, rng: AnyRandom, plies: int | None) -> Game:
    from keyflower.simulate.rollout import reference_rollout  # brings all bots along: half of a first use

    return reference_rollout(game, rng, plies=plies)


def _counted(game: Game, rng: AnyRandom) -> tuple[Game, int]:
    """Play a game by the reference engine, and count its actions."""
    plies = 0
    while not game.over:
        game = _by_reference(game, rng, 1)
        plies += 1
    return game, plies


@frozen
class _Way:
    """Where random play led to."""

    after: Packed
    """The game in the end."""
    plies: int
    """How many actions were played."""
    before: Packed | None = None
    """The game before the last action, if it was to be kept."""
    seat: int = -1
    """Who took the last action."""
    place: int = -1
    """Which of the options it was."""


def _unpacked(game: Game, way: _Way) -> Game:
    """Return the game that random play led to, with the one before the last action as its parent."""
    if way.before is None:
        return game
    action = options(way.before, seat=way.seat)[way.place]
    setting, before, after = game.setting, unpack(way.before), unpack(way.after)
    return Game(
        setting, after.state, after.chance, Game(setting, before.state, before.chance), way.seat, action
    )


def _played(packed: Packed, rng: AnyRandom, plies: int | None, *, keep: bool = False) -> _Way:
    """Play at random; with `keep` the game before the last action is kept."""
    rules, limit = packed.origin.rules, -1 if plies is None else plies
    if rules is None or type(rng) not in (Random, Stream):
        return _stepped(packed, rng, limit)
    machine = rules.machine
    stream, told = machine.stream, machine.told
    kept, words = None, None
    if isinstance(rng, Stream):
        stream[0], stream[1] = rng.key, rng.counter
    else:
        assert isinstance(rng, Random)
        kept = rng.getstate()
        words = (ctypes.c_uint32 * len(kept[1]))(*kept[1])
    before = machine.before if keep else None
    length = rules.long.keyflower_rollout(
        machine.emptied(), packed.form, stream, words, limit, machine.after, before, told
    )
    after = Packed(machine.written(length), packed.origin)
    if isinstance(rng, Stream):
        rng.counter = stream[1]
    elif kept is not None and words is not None:
        rng.setstate((kept[0], tuple(words), kept[2]))
    seat, place, played, length = told
    earlier = Packed(machine.written_before(length), packed.origin) if keep and played else None
    return _Way(after, played, earlier, seat, place)


def _stepped(packed: Packed, rng: AnyRandom, limit: int) -> _Way:
    """Play step by step, with a source of choices that only Python knows."""
    before, seat, place, played = None, -1, -1, 0
    while played != limit and not packed.over:
        found = options(packed)
        seat, place = found.seat, rng.randrange(len(found))
        before, packed = packed, apply(packed, place, seat=seat)
        played += 1
    return _Way(packed, played, before, seat, place)


# ---------------------------------------------------------------------- hidden pieces


def redeal(packed: Packed, seat: int, rng: AnyRandom) -> Packed:
    """Return the game with everything dealt anew that a seat cannot see, all deals being equally likely.

    The same deal as ``unpack(packed).view(seat).sample(stream)`` for a `Stream`; from another source of choices a
    stream is begun.

    Raises:
        HiddenInformation: if no deal was found in which those who decide now can do so.
    """
    origin = packed.origin
    stream = rng if isinstance(rng, Stream) else Stream(rng.randrange(1 << 64))
    if origin.rules is None:
        return pack(unpack(packed).view(seat).sample(stream))
    machine = origin.rules.machine
    numbers = machine.stream
    numbers[0] = stream.key
    numbers[1] = stream.counter
    length = origin.rules.short.keyflower_redeal(
        machine.emptied(), packed.form, index(seat), numbers, TRIES, machine.after
    )
    if not length:
        raise HiddenInformation("no deal was found in which those who decide now can do so")
    stream.counter = numbers[1]
    return packed_with(machine.written(length), origin)


# ---------------------------------------------------------------------- batches


@frozen(eq=False)
class Batch:
    """What many random games came to, as columns: one entry for each game."""

    seed: int
    """The seed of the batch."""
    tiles: tuple[str, ...]
    """The tiles, in the order of the columns of `owners`."""
    totals: NDArray[np.int32]
    """The points: a row for each game, a column for each seat."""
    winners: NDArray[np.bool_]
    """Who won: a row for each game, a column for each seat; ties that stand have several winners."""
    plies: NDArray[np.int32]
    """How many actions were played."""
    owners: NDArray[np.int8]
    """In whose village each tile lay in the end, -1 for nobody: a row for each game, a column for each tile."""

    def __len__(self) -> int:
        """Return how many games were played."""
        return len(self.plies)

    def tiles_owned(self, seat: int) -> NDArray[np.int64]:
        """Return how many tiles lay in the village of a seat, for each game."""
        found: NDArray[np.int64] = (self.owners == seat).sum(axis=1)
        return found

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games, seed {self.seed}>"


def play_many(
    number: int,
    *,
    seed: int,
    seats: int = 4,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    handicap: Iterable[int] = (),
    overrides: Mapping[str, object] | None = None,
    policy: str = "random",
    threads: int | None = None,
) -> Batch:
    """Play whole games at random, on all cores.

    Game number ``i`` is ``simulate.rollout(Game.new(names, seed=seed + i, ...), Stream.of_game(seed, i))``, whoever
    plays it and on how many cores.

    Args:
        number: how many games.
        seed: any whole number; the same seed gives the same games.
        seats: how many players.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        handicap: the seats that start with more.
        overrides: printed numbers to replace.
        policy: how the seats play; ``"random"`` takes every option with equal chance.
        threads: how many threads play; by default one for each core.

    Raises:
        SetupError: if these games cannot be set up.
        MissingExtra: if numpy is not installed.
    """
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("fast", "numpy") from None
    if policy != "random":
        raise SetupError(f"there is no policy {policy!r} for batches: only 'random' is played there")
    if number < 0:
        raise SetupError(f"the number of games is a whole number from 0, not {number}")
    chosen = tuple(sorted(set(handicap)))
    names = player_names(seats)
    like = Game.new(
        names, seed=seed, expansions=expansions, variants=variants, handicap=chosen, overrides=overrides
    )
    tiles = tuple(like.ruleset.tiles)
    totals = np.zeros((number, seats), np.int32)
    bits = np.zeros(number, np.uint32)
    plies = np.zeros(number, np.int32)
    owners = np.full((number, len(tiles)), -1, np.int8)
    rules = native_rules(like.ruleset)
    if rules is None:
        from keyflower.fast.reference import counted
        from keyflower.fast.reference import owners as owners_of

        for place in range(number):
            chance = SeededChance(seed + place)
            game = Game.begun(evolve(like.setting, origin=chance))
            ended, plies[place] = _counted(game, Stream.of_game(seed, place))
            totals[place], won = counted(ended)
            bits[place] = sum(1 << seat for seat in won)
            owners[place] = owners_of(ended, tiles)
    else:
        mask = sum(1 << seat for seat in chosen)
        play = rules.long.keyflower_play_many

        def played(start: int) -> None:
            places = range(start, min(start + CHUNK, number))
            keys = np.array([_key(seed + place) for place in places], np.uint64)
            streams = np.array([Stream.of_game(seed, place).key for place in places], np.uint64)
            filled = [column[start : places.stop].ctypes.data for column in (totals, bits, plies, owners)]
            play(rules.pointer, len(places), seats, mask, keys.ctypes.data, streams.ctypes.data, *filled)

        workers, starts = threads or os.cpu_count() or 1, range(0, number, CHUNK)
        if workers == 1:
            for start in starts:
                played(start)
        else:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(workers) as pool:
                for _ in pool.map(played, starts):
                    pass
    winners = (bits[:, None] >> np.arange(seats, dtype=np.uint32) & 1).astype(bool)
    return Batch(seed, tiles, totals, winners, plies, owners)


def _key(seed: int) -> int:
    """Return where the stream of chance of a game begins."""
    begun = stream_of(SeededChance(seed))
    assert begun is not None, "a seed begins a stream"
    return begun[0]

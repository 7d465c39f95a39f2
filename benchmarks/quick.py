"""The fast executor doing a piece of work for each seed."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchmarks import ours
from benchmarks.measure import Arm, Slice, Stopwatch
from benchmarks.result import Unavailable

if TYPE_CHECKING:
    from keyflower.fast import Packed


def need() -> None:
    """Raise `Unavailable` if the reference engine would do the work."""
    from keyflower import fast

    if fast.executor != "native":
        raise Unavailable("the native library was not built: run python -m keyflower.fast")


def games(seeds: Sequence[int]) -> Slice:
    """Whole random games of four, set-up and exact totals included, on one core."""
    from keyflower import fast

    watch = Stopwatch()
    with watch.running():
        fast.play_many(50 * len(seeds), seed=50 * seeds[0], threads=1)
    return Slice(watch.seconds, 50 * len(seeds))


def step_arm(*, seats: int = 4, expansions: Sequence[str] = ()) -> Arm:
    """Steps inside rollouts of packed games: count the options, find one, play it; set-up is not counted."""

    def arm(seeds: Sequence[int]) -> Slice:
        from keyflower import fast
        from keyflower.fast.rollouts import played_on

        watch, steps = Stopwatch(), 0
        for seed in seeds:
            packed = fast.pack(ours.new_game(seed, seats=seats, expansions=expansions))
            streams = [fast.Stream(1000 * seed + number) for number in range(20)]
            with watch.running():
                for stream in streams:
                    steps += played_on(packed, stream, None).plies
        return Slice(watch.seconds, steps)

    return arm


def tree_step(seeds: Sequence[int]) -> Slice:
    """Steps from Python as a tree search takes them: `options`, then `apply`, every state kept."""
    from keyflower import fast

    watch, steps = Stopwatch(), 0
    for seed in seeds:
        packed = fast.pack(ours.new_game(seed))
        rng = random.Random(seed)
        kept = []
        with watch.running():
            while not packed.over:
                kept.append(packed)
                options = fast.options(packed)
                packed = fast.apply(packed, rng.randrange(len(options)))
                steps += 1
    return Slice(watch.seconds, steps)


def unpack(seeds: Sequence[int]) -> Slice:
    """Packed games as values again, each state once, in the order of play."""
    from keyflower import fast

    watch, number = Stopwatch(), 0
    for seed in seeds:
        states = _walk(seed)
        with watch.running():
            for packed in states:
                fast.unpack(packed)
        number += len(states)
    return Slice(watch.seconds, number)


def listed(seeds: Sequence[int]) -> Slice:
    """Lists of all options, of each state once."""
    from keyflower import fast

    watch, number = Stopwatch(), 0
    for seed in seeds:
        states = _walk(seed)
        with watch.running():
            for packed in states:
                list(fast.options(packed))
        number += len(states)
    return Slice(watch.seconds, number)


def _walk(seed: int) -> list[Packed]:
    """Return the states of a random game but for its end."""
    from keyflower import fast

    packed, rng, states = fast.pack(ours.new_game(seed)), random.Random(seed), []
    while not packed.over:
        states.append(packed)
        packed = fast.apply(packed, rng.randrange(len(fast.options(packed))))
    return states


def memory_arm(*, expansions: Sequence[str] = ()) -> Arm:
    """Bytes per further state of packed games whose every state is kept."""

    def arm(seeds: Sequence[int]) -> Slice:
        from keyflower import fast

        amount = number = 0
        for seed in seeds:
            packed = fast.pack(ours.new_game(seed, expansions=expansions))
            fast.apply(packed, 0)
            rng, kept = random.Random(seed), []
            gc.collect()
            tracemalloc.start()
            try:
                before = tracemalloc.get_traced_memory()[0]
                while not packed.over:
                    packed = fast.apply(packed, rng.randrange(len(fast.options(packed))))
                    kept.append(packed)
                amount += tracemalloc.get_traced_memory()[0] - before
                number += len(kept)
                del kept
            finally:
                tracemalloc.stop()
        return Slice(amount, number)

    return arm


def redeal(seeds: Sequence[int]) -> Slice:
    """Deals of what one seat cannot see, by the fast executor; the states are packed before."""
    from keyflower import fast

    states = [fast.pack(game) for seed in seeds for game in ours.moments(seed)[:-1]]
    watch, stream = Stopwatch(), fast.Stream(seeds[0])
    with watch.running():
        for packed in states:
            fast.redeal(packed, 0, stream)
    return Slice(watch.seconds, len(states))


def cores_arm(threads: int) -> Arm:
    """Batches on some cores, by the wall."""

    def arm(seeds: Sequence[int]) -> Slice:
        from keyflower import fast

        number = 4000 * len(seeds)
        begun = time.perf_counter()
        fast.play_many(number, seed=seeds[0], threads=threads)
        return Slice(time.perf_counter() - begun, number)

    return arm


def held_arm(number: int, *, keep: bool = True, frozen: bool = False) -> Arm:
    """Steps while states pile up to a number; `frozen`: gc.freeze() after every game."""

    def arm(seeds: Sequence[int]) -> Slice:
        watch, steps, held = Stopwatch(), 0, []
        seed = 1000 * seeds[0]
        try:
            while steps < number:
                with watch.running():
                    games = ours.chain(ours.played(seed))
                    if frozen:
                        gc.freeze()
                steps += len(games)
                seed += 1
                if keep:
                    held.append(games)
        finally:
            gc.unfreeze()
        return Slice(watch.seconds, steps)

    return arm

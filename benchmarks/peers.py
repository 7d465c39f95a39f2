"""The other side: catanatron (a mutable engine of Catan), OpenSpiel, pgx and chess, doing comparable work.

catanatron is used as its own loop uses it: `play_tick` lets the player choose among the legal moves that the
tick before worked out, applies the move and works out the next ones. Its random players draw from the global
generator, which `Game(seed=...)` seeds.
"""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from time import process_time
from typing import Any

from benchmarks.measure import Arm, Slice, Stopwatch
from benchmarks.result import Unavailable

BETWEEN_CHECKS = 20
"""Ticks between two looks whether the game is over: looking is not part of a tick."""


def need(module: str) -> None:
    """Raise `Unavailable` if a peer is not installed."""
    try:
        __import__(module)
    except ImportError as error:
        raise Unavailable(f"{module} is not installed: pip install '.[bench]'") from error


def version(distribution: str) -> str:
    """Return name and version of a peer."""
    try:
        return f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        return f"{distribution} (not installed)"


def new_game(seed: int) -> Any:  # Any: catanatron is untyped
    """Return a fresh game of four random players."""
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(color) for color in Color], seed=seed)


def is_over(game: Any) -> bool:  # Any: catanatron is untyped
    """Return whether its own loop would end here."""
    from catanatron.game import TURNS_LIMIT

    return game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT


def tick(seeds: Sequence[int]) -> Slice:
    """Ticks of whole random games; set-up is not counted."""
    watch, ticks = Stopwatch(), 0
    for seed in seeds:
        game = new_game(seed)
        while not is_over(game):
            with watch.running():
                for _ in range(BETWEEN_CHECKS):
                    game.play_tick()
            ticks += BETWEEN_CHECKS
    return Slice(watch.seconds, ticks)


def options_tick(seeds: Sequence[int]) -> Slice:
    """Ticks of whole random games, counted by the legal moves that were worked out."""
    watch, number = Stopwatch(), 0
    for seed in seeds:
        game = new_game(seed)
        while not is_over(game):
            with watch.running():
                for _ in range(BETWEEN_CHECKS):
                    number += len(game.state.playable_actions)
                    game.play_tick()
    return Slice(watch.seconds, number)


def option_counts(seeds: Sequence[int]) -> Slice:
    """How many legal moves the ticks of random games have."""
    counts = []
    for seed in seeds:
        game = new_game(seed)
        while not is_over(game):
            counts.append(len(game.state.playable_actions))
            game.play_tick()
    return Slice(sum(counts), len(counts))


def spiel_option_counts(name: str) -> Arm:
    """Return an arm that says how many legal actions the steps of random games of OpenSpiel have."""

    def arm(seeds: Sequence[int]) -> Slice:
        import pyspiel

        counts = []
        for seed in seeds:
            rng, state = random.Random(seed), pyspiel.load_game(name).new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                counts.append(len(actions))
                state.apply_action(actions[rng.randrange(len(actions))])
        return Slice(sum(counts), len(counts))

    return arm


def copy_tick(seeds: Sequence[int]) -> Slice:
    """Ticks on a copy, so that the game before stays as it was; it is let go one step later."""
    watch, ticks = Stopwatch(), 0
    for seed in seeds:
        game = new_game(seed)
        while not is_over(game):
            with watch.running():
                for _ in range(BETWEEN_CHECKS):
                    game = game.copy()
                    game.play_tick()
            ticks += BETWEEN_CHECKS
    return Slice(watch.seconds, ticks)


def games(seeds: Sequence[int]) -> Slice:
    """Whole random games, set-up included, by its own loop."""
    watch = Stopwatch()
    with watch.running():
        for seed in seeds:
            new_game(seed).play()
    return Slice(watch.seconds, len(seeds))


def memory(seeds: Sequence[int]) -> Slice:
    """Bytes per further state of games whose every state is kept."""
    amount = states = 0
    for seed in seeds:
        game = new_game(seed)
        gc.collect()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            kept = [game]
            while (
                not is_over(game) and len(kept) < 400
            ):  # 400 states show it, and are quick under tracemalloc
                game = game.copy()
                game.play_tick()
                kept.append(game)
            gc.collect()
            amount += tracemalloc.get_traced_memory()[0] - before
            states += len(kept) - 1
            del kept
        finally:
            tracemalloc.stop()
    return Slice(amount, states)


def spiel_arm(name: str) -> Arm:
    """Steps of random games of OpenSpiel as a tree search takes them: a copy, its legal actions, one of them."""

    def arm(seeds: Sequence[int]) -> Slice:
        import pyspiel

        watch, steps = Stopwatch(), 0
        for seed in seeds:
            rng, state = random.Random(seed), pyspiel.load_game(name).new_initial_state()
            with watch.running():
                while not state.is_terminal():
                    state = state.clone()
                    actions = state.legal_actions()
                    state.apply_action(actions[rng.randrange(len(actions))])
                    steps += 1
        return Slice(watch.seconds, steps)

    return arm


def pgx_arm(name: str, *, tables: int = 64, moves: int = 40) -> Arm:
    """Steps of random games of pgx on the CPU, many tables at once; compiling is not counted."""

    def arm(seeds: Sequence[int]) -> Slice:
        import jax

        begin, advance = _pgx_calls(name)
        seconds = 0.0
        for seed in seeds:
            key = jax.random.PRNGKey(seed)
            state = begin(jax.random.split(key, tables))
            jax.block_until_ready(advance(state, key))
            start = process_time()  # not our stopwatch, which times one thread: JAX works in others
            for _ in range(moves):
                state, key = advance(state, key)
            jax.block_until_ready(state)
            seconds += process_time() - start
        return Slice(seconds, len(seeds) * moves * tables)

    return arm


@cache
def _pgx_calls(name: str) -> tuple[Any, Any]:  # Any: compiled functions of JAX, which has no types here
    """Return what begins some tables, and what plays a random legal action at each of them."""
    import jax
    import pgx

    game = pgx.make(name)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:  # Any: as above
        key, used = jax.random.split(key)
        actions = jax.random.categorical(used, jax.numpy.log(state.legal_action_mask.astype("float32")))
        return jax.vmap(game.step)(state, actions), key

    return jax.jit(jax.vmap(game.init)), jax.jit(advance)

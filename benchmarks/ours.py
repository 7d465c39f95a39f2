"""Our side: the library doing a piece of work for each seed; imports of it are inside, see `against`."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmarks.measure import Arm, Slice, Stopwatch

if TYPE_CHECKING:
    from keyflower.facade.game import Game

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


def new_game(seed: int, *, seats: int = 4, expansions: Sequence[str] = ()) -> Game:
    """Return a fresh game."""
    from keyflower import Game

    return Game.new(NAMES[:seats], seed=seed, expansions=expansions)


def played(seed: int, *, seats: int = 4, expansions: Sequence[str] = ()) -> Game:
    """Return a game that was played at random to its end."""
    game = new_game(seed, seats=seats, expansions=expansions)
    rng = random.Random(seed)
    while not game.over:
        seat, decision = next(iter(game.decisions.items()))
        game = game.play(decision.options.sample(rng), seat=seat)
    return game


def chain(game: Game) -> list[Game]:
    """Return a game with all those before it, the first one first."""
    games = [game]
    while games[-1].parent is not None:
        games.append(games[-1].parent)
    return games[::-1]


# ---------------------------------------------------------------------- steps


def step_arm(*, seats: int = 4, expansions: Sequence[str] = (), keep: bool = False) -> Arm:
    """Steps of whole random games: the list of all legal options, then play; set-up is not counted."""

    def arm(seeds: Sequence[int]) -> Slice:
        watch, steps = Stopwatch(), 0
        for seed in seeds:
            game = new_game(seed, seats=seats, expansions=expansions)
            rng = random.Random(seed)
            kept = []
            with watch.running():
                while not game.over:
                    seat, decision = next(iter(game.decisions.items()))
                    options = list(decision.options)
                    if keep:
                        kept.append(game)
                    game = game.play(options[rng.randrange(len(options))], seat=seat)
                    steps += 1
        return Slice(watch.seconds, steps)

    return arm


def games(seeds: Sequence[int]) -> Slice:
    """Whole random games, set-up and final scoring included, by `options.sample`."""
    watch = Stopwatch()
    with watch.running():
        for seed in seeds:
            played(seed)
    return Slice(watch.seconds, len(seeds))


def tiles_in_play(seeds: Sequence[int], *, seats: int) -> float:
    """Return how many tiles a step meets on average: in the auction and in the villages."""
    tiles = steps = 0
    for seed in seeds:
        for game in chain(played(seed, seats=seats)):
            tiles += len(game.lots) + sum(1 for seat in game.state.seats for _ in seat.village)
            steps += 1
    return tiles / steps


# ---------------------------------------------------------------------- memory


def memory_arm(*, listing: bool, expansions: Sequence[str] = ()) -> Arm:
    """Bytes per further state of games whose every state is kept; shared tables are filled before."""

    def once(game: Game, seed: int) -> list[Game]:
        rng = random.Random(seed)
        kept = []
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            if listing:
                options = list(decision.options)
                action = options[rng.randrange(len(options))]
            else:
                action = decision.options.sample(rng)
            game = game.play(action, seat=seat)
            kept.append(game)
        return kept

    def arm(seeds: Sequence[int]) -> Slice:
        amount = states = 0
        for seed in seeds:
            once(new_game(seed, expansions=expansions), seed)
            game = new_game(seed, expansions=expansions)
            gc.collect()
            tracemalloc.start()
            try:
                before = tracemalloc.get_traced_memory()[0]
                kept = once(game, seed)
                gc.collect()
                amount += tracemalloc.get_traced_memory()[0] - before
                states += len(kept)
                del kept
            finally:
                tracemalloc.stop()
        return Slice(amount, states)

    return arm


# ---------------------------------------------------------------------- JSON


@lru_cache(maxsize=64)
def moments(seed: int) -> tuple[Game, ...]:
    """Return every tenth game of a random game of four."""
    return tuple(chain(played(seed))[::10])


def json_arm(*, back: bool = True) -> Arm:
    """States to JSON text and back, or only there."""
    from keyflower.facade.codec import state_from_data, state_to_data
    from keyflower.facade.json_text import compact, read

    def arm(seeds: Sequence[int]) -> Slice:
        watch, states = Stopwatch(), 0
        for seed in seeds:
            for game in moments(seed):
                with watch.running():
                    text = compact(state_to_data(game.ruleset, game.state))
                    if back:
                        state = state_from_data(game.ruleset, read(text))
                assert not back or state == game.state
                states += 1
        return Slice(watch.seconds, states)

    return arm


# ---------------------------------------------------------------------- scoring


OTHERS = 40
"""How many other games the solver has scored before it is measured."""


@lru_cache(maxsize=4)
def _other_ends(expansions: Sequence[str]) -> tuple[Game, ...]:
    return tuple(played(2_000_000 + number, expansions=expansions) for number in range(OTHERS))


def forget_scores(expansions: Sequence[str]) -> None:
    """Empty what the solver remembers, then let it score other games: as a bot in the middle of its work.

    The last action of a game scores it, so without this every village would be known already.
    """
    import keyflower.engine.solver
    import keyflower.engine.solver_bundles
    import keyflower.engine.solver_plan

    for module in (keyflower.engine.solver, keyflower.engine.solver_bundles, keyflower.engine.solver_plan):
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()
    for game in _other_ends(expansions):
        _ = game.scores


def scoring_arm(*, expansions: Sequence[str] = ()) -> Arm:
    """All four villages at the end of random games, with sheets that explain the points."""

    def arm(seeds: Sequence[int]) -> Slice:
        ended = [played(seed, expansions=expansions) for seed in seeds]
        forget_scores(tuple(expansions))
        watch = Stopwatch()
        with watch.running():
            for game in ended:
                _ = game.scores
        return Slice(watch.seconds, len(ended))

    return arm


ARMS: dict[str, tuple[str, float, Callable[[], Arm]]] = {
    "step": ("µs per step", 1e6, step_arm),
    "step, states kept": ("µs per step", 1e6, lambda: step_arm(keep=True)),
    "step, Farmers": ("µs per step", 1e6, lambda: step_arm(expansions=("farmers",))),
    "step, two seats": ("µs per step", 1e6, lambda: step_arm(seats=2)),
    "step, six seats": ("µs per step", 1e6, lambda: step_arm(seats=6)),
    "random game": ("ms per game", 1e3, lambda: games),
    "state to JSON and back": ("µs per state", 1e6, json_arm),
    "scoring four villages": ("ms per game", 1e3, scoring_arm),
    "memory": ("bytes per kept state", 1, lambda: memory_arm(listing=False)),
    "memory, options listed": ("bytes per kept state", 1, lambda: memory_arm(listing=True)),
}
"""What two revisions are compared by: unit, factor to that unit, and the work."""

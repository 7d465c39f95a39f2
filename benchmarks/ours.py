"""Our side: the library doing a piece of work for each seed; imports of it are inside, see `against`."""

from __future__ import annotations

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve

from benchmarks.measure import WARM_SEEDS, Arm, Slice, Stopwatch

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


def by(executor: Literal["native", "reference"], arm: Arm) -> Arm:
    """Let one executor play the games of an arm; otherwise that depends on how much the process has played."""

    def told(seeds: Sequence[int]) -> Slice:
        from keyflower import fast

        if not hasattr(fast, "played_by"):  # an older revision, which has the reference engine alone
            return arm(seeds)
        with fast.played_by(executor):
            return arm(seeds)

    return told


def step_arm(*, seats: int = 4, expansions: Sequence[str] = (), keep: bool = False) -> Arm:
    """Steps of whole random games: the list of all legal options, then play; set-up is not counted."""

    def new(seed: int) -> Game:
        return new_game(seed, seats=seats, expansions=expansions)

    return _steps_of(new, keep=keep)


def towns_arm(seeds: Sequence[int]) -> Slice:
    """The same steps in Tiny Towns, a second game on the kernel."""
    from tinytowns import Game

    return _steps_of(lambda seed: Game.new(NAMES[:4], seed=seed, cavern=True))(seeds)


def _steps_of(new: Callable[[int], Any], *, keep: bool = False) -> Arm:  # Any: a game of either kind
    def arm(seeds: Sequence[int]) -> Slice:
        watch, steps = Stopwatch(), 0
        for seed in seeds:
            game = new(seed)
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


def listed(seeds: Sequence[int]) -> Slice:
    """Lists of all options, along random games; playing is not counted."""
    watch, number = Stopwatch(), 0
    for seed in seeds:
        game, rng = new_game(seed), random.Random(seed)
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            with watch.running():
                options = list(decision.options)
            game = game.play(options[rng.randrange(len(options))], seat=seat)
            number += 1
    return Slice(watch.seconds, number)


def sampled(seeds: Sequence[int]) -> Slice:
    """Steps as a rollout in Python takes them: an option drawn without listing all, then play."""
    watch, steps = Stopwatch(), 0
    for seed in seeds:
        game, rng = new_game(seed), random.Random(seed)
        with watch.running():
            while not game.over:
                seat, decision = next(iter(game.decisions.items()))
                game = game.play(decision.options.sample(rng), seat=seat)
                steps += 1
    return Slice(watch.seconds, steps)


def played_only(seeds: Sequence[int]) -> Slice:
    """What `play` alone takes along random games, each played once."""
    watch, steps = Stopwatch(), 0
    for seed in seeds:
        game, rng = new_game(seed), random.Random(seed)
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            action = decision.options.sample(rng)
            with watch.running():
                game = game.play(action, seat=seat)
            steps += 1
    return Slice(watch.seconds, steps)


def options_arm(seeds: Sequence[int]) -> Slice:
    """Steps that list all options and play one, counted by the options listed."""
    watch, number = Stopwatch(), 0
    for seed in seeds:
        game, rng = new_game(seed), random.Random(seed)
        with watch.running():
            while not game.over:
                seat, decision = next(iter(game.decisions.items()))
                options = list(decision.options)
                number += len(options)
                game = game.play(options[rng.randrange(len(options))], seat=seat)
    return Slice(watch.seconds, number)


def option_counts(seeds: Sequence[int]) -> Slice:
    """How many options the steps of random games have."""
    counts = [
        len(next(iter(game.decisions.values())).options)
        for seed in seeds
        for game in chain(played(seed))[:-1]
    ]
    return Slice(sum(counts), len(counts))


def decision_ids(seeds: Sequence[int]) -> Slice:
    """Ids of decisions, each asked once."""
    decisions = [next(iter(game.decisions.values())) for seed in seeds for game in moments(seed)[:-1]]
    watch = Stopwatch()
    with watch.running():
        for decision in decisions:
            decision.id  # noqa: B018  # reading it works it out
    return Slice(watch.seconds, len(decisions))


def view_samples(seeds: Sequence[int]) -> Slice:
    """Whole games dealt to fit a view, each view asked once."""
    views = [game.view(0) for seed in seeds for game in moments(seed)[:-1]]
    watch, rng = Stopwatch(), random.Random(seeds[0])
    with watch.running():
        for view in views:
            view.sample(rng)
    return Slice(watch.seconds, len(views))


def new_games(seeds: Sequence[int]) -> Slice:
    """Games that are set up."""
    new_game(seeds[0])
    watch = Stopwatch()
    with watch.running():
        for seed in seeds:
            new_game(seed)
    return Slice(watch.seconds, len(seeds))


def picture_arm(*, following: bool) -> Arm:
    """Pictures of tables in the middle of a game: of tables not drawn before, or each one move after a drawn one."""

    def arm(seeds: Sequence[int]) -> Slice:
        watch, number = Stopwatch(), 0
        for seed in seeds:
            games = moments(seed)
            game = games[len(games) // 2]
            if following:
                game.svg()
                seat, decision = next(iter(game.decisions.items()))
                game = game.play(decision.options[0], seat=seat)
            with watch.running():
                game.svg()
            number += 1
        return Slice(watch.seconds, number)

    return arm


def games(seeds: Sequence[int]) -> Slice:
    """Whole random games, set-up and final scoring included, by `rollout`."""
    from keyflower import simulate

    watch = Stopwatch()
    with watch.running():
        for seed in seeds:
            if hasattr(simulate, "rollout"):
                simulate.rollout(new_game(seed), random.Random(seed))
            else:  # an older revision
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


@lru_cache(maxsize=8)
def fill_tables(number: int, expansions: Sequence[str]) -> None:
    """Play some games, so that the tables which all games share are there."""
    for seed in range(WARM_SEEDS, WARM_SEEDS + number):
        played(seed, expansions=expansions)


def memory_arm(*, listing: bool, expansions: Sequence[str] = (), others: int = 100) -> Arm:
    """Bytes per further state of games whose every state is kept, after some other games."""

    def kept(game: Game, seed: int) -> list[Game]:
        rng = random.Random(seed)
        states = []
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            if listing:
                options = list(decision.options)
                action = options[rng.randrange(len(options))]
            else:
                action = decision.options.sample(rng)
            game = game.play(action, seat=seat)
            states.append(game)
        return states

    def arm(seeds: Sequence[int]) -> Slice:
        fill_tables(others, tuple(expansions))
        amount = number = 0
        for seed in seeds:
            game = new_game(seed, expansions=expansions)
            gc.collect()
            tracemalloc.start()
            try:
                before = tracemalloc.get_traced_memory()[0]
                states = kept(game, seed)
                gc.collect()
                amount += tracemalloc.get_traced_memory()[0] - before
                number += len(states)
                del states
            finally:
                tracemalloc.stop()
        return Slice(amount, number)

    return arm


# ---------------------------------------------------------------------- JSON


@lru_cache(maxsize=64)
def moments(seed: int) -> tuple[Game, ...]:
    """Return every tenth game of a random game of four."""
    return tuple(chain(played(seed))[::10])


def json_arm(*, back: bool = True) -> Arm:
    """States to JSON text and back, or only there."""
    from keyflower.facade.data.codec import codec
    from keyflower.kernel.json_text import compact, read

    def arm(seeds: Sequence[int]) -> Slice:
        watch, games = Stopwatch(), [game for seed in seeds for game in moments(seed)]
        for game in games:
            with watch.running():
                text = compact(codec(game.ruleset).state_to_data(game.state))
                if back:
                    state = codec(game.ruleset).state_from_data(read(text))
            assert not back or state == game.state
        return Slice(watch.seconds, len(games))

    return arm


# ---------------------------------------------------------------------- logs


@lru_cache(maxsize=64)
def saved(seed: int) -> tuple[Game, str]:
    """Return a random game of four at its end, and its log as text."""
    game = played(seed)
    return game, game.log.dumps()


def _each(work: Callable[[Stopwatch, int], int]) -> Arm:
    """Return an arm that does its work for each seed; the work counts its units and its time."""

    def arm(seeds: Sequence[int]) -> Slice:
        watch = Stopwatch()
        units = sum(work(watch, seed) for seed in seeds)
        return Slice(watch.seconds, units)

    return arm


def _write(watch: Stopwatch, seed: int) -> int:
    game = played(seed)  # a fresh one, whose events nobody has asked for
    with watch.running():
        game.log.dumps()
    return 1


def _dumps(watch: Stopwatch, seed: int) -> int:
    log = saved(seed)[0].log
    with watch.running():
        log.dumps()
    return 1


def _loads(watch: Stopwatch, seed: int) -> int:
    from keyflower import EventLog

    text = saved(seed)[1]
    with watch.running():
        EventLog.loads(text)
    return 1


def _replay(watch: Stopwatch, seed: int) -> int:
    from keyflower import EventLog

    game, text = saved(seed)
    with watch.running():
        again = EventLog.loads(text).replay()
    assert again == game
    return 1


def _restore(watch: Stopwatch, seed: int) -> int:
    from keyflower import EventLog

    game, text = saved(seed)
    with watch.running():
        again = EventLog.loads(text).restore()
    assert again == game
    return 1


def _view(watch: Stopwatch, seed: int) -> int:
    from keyflower import View

    game = saved(seed)[0]
    log = game.log.redacted(1)
    view = View.before(log.match, 1)
    with watch.running():
        for entry in log:
            view = view.after(entry)
    assert view == game.view(1)
    return len(log)


write_log, dump_log, load_log, replay_log, restore_log, follow_log = (
    _each(work) for work in (_write, _dumps, _loads, _replay, _restore, _view)
)


# ---------------------------------------------------------------------- scoring


OTHERS = 40
"""How many other games the solver has scored before it is measured."""


@lru_cache(maxsize=4)
def _other_ends(expansions: Sequence[str]) -> tuple[Game, ...]:
    return tuple(played(2_000_000 + number, expansions=expansions) for number in range(OTHERS))


def fresh(game: Game) -> Game:
    """Return an equal game whose villages have not worked out anything about themselves yet."""
    from keyflower.model.layout import Layout
    from keyflower.model.village import Village

    seats = [
        evolve(
            seat, village=Village(Layout(seat.village.layout.tiles), seat.village.spots, seat.village.places)
        )
        for seat in game.state.seats
    ]
    return evolve(game, state=evolve(game.state, seats=tuple(seats)))


def forget_scores(expansions: Sequence[str]) -> None:
    """Empty what the solver remembers, then let it score other games: as a bot in the middle of its work.

    The last action of a game scores it, so without this every village would be known already.
    """
    import keyflower.engine.scoring  # noqa: F401 with all that it needs

    for name, module in tuple(sys.modules.items()):
        if name.startswith(("keyflower.engine.solver", "keyflower.engine.scoring")):
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()
    for game in _other_ends(expansions):
        _ = game.scores


def unscored(seeds: Sequence[int], expansions: Sequence[str] = ()) -> list[Game]:
    """Return random games of four that are over, whose villages nobody has scored."""
    games = [fresh(played(seed, expansions=expansions)) for seed in seeds]
    forget_scores(tuple(expansions))
    return games


def scoring_arm(*, expansions: Sequence[str] = ()) -> Arm:
    """All four villages at the end of random games, with sheets that explain the points."""

    def arm(seeds: Sequence[int]) -> Slice:
        ended = unscored(seeds, expansions)
        watch = Stopwatch()
        with watch.running():
            for game in ended:
                _ = game.scores
        return Slice(watch.seconds, len(ended))

    return arm


ARMS: dict[str, tuple[str, float, Callable[[], Arm]]] = {
    "step": ("µs per step", 1e6, lambda: by("native", step_arm())),
    "step, reference": ("µs per step", 1e6, lambda: by("reference", step_arm())),
    "step, states kept": ("µs per step", 1e6, lambda: by("native", step_arm(keep=True))),
    "step, Farmers": ("µs per step", 1e6, lambda: by("native", step_arm(expansions=("farmers",)))),
    "step, two seats": ("µs per step", 1e6, lambda: by("native", step_arm(seats=2))),
    "step, six seats": ("µs per step", 1e6, lambda: by("native", step_arm(seats=6))),
    "sample and play": ("µs per step", 1e6, lambda: by("native", sampled)),
    "sample and play, reference": ("µs per step", 1e6, lambda: by("reference", sampled)),
    "play": ("µs per step", 1e6, lambda: by("native", played_only)),
    "play, reference": ("µs per step", 1e6, lambda: by("reference", played_only)),
    "decision.id": ("µs per decision", 1e6, lambda: decision_ids),
    "view.sample": ("µs per deal", 1e6, lambda: view_samples),
    "Game.new": ("µs per game", 1e6, lambda: new_games),
    "random game": ("ms per game", 1e3, lambda: games),
    "state to JSON and back": ("µs per state", 1e6, json_arm),
    "scoring four villages": ("ms per game", 1e3, scoring_arm),
    "log, dumps": ("ms per game", 1e3, lambda: dump_log),
    "log, loads": ("ms per game", 1e3, lambda: load_log),
    "log, loads and replay": ("ms per game", 1e3, lambda: replay_log),
    "log, loads and restore": ("ms per game", 1e3, lambda: restore_log),
    "view, one entry": ("µs per entry", 1e6, lambda: follow_log),
    "memory": ("bytes per kept state", 1, lambda: memory_arm(listing=False, others=50)),
    "memory, options listed": ("bytes per kept state", 1, lambda: memory_arm(listing=True, others=50)),
}
"""What two revisions are compared by: unit, factor to that unit, and the work."""

"""Playing: steps by both executors, whole games; The Farmers, six seats, another game, many states held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Literal

from attrs import evolve

from benchmarks import ours, peers, quick
from benchmarks.measure import Arm, Budget, Slice, alternate
from benchmarks.result import Goal, Result, Row, Unavailable

CATANATRON = peers.version("catanatron")
SPIEL = peers.version("open_spiel")
OPTIONS = "How many options does a step have?"
HELD = 50_000
"""States that are held in the row about the collector."""
FLAT = 1.1
"""The greatest ratio of six seats to two that counts as flat."""
UNREAD = 90_000
"""Where the seeds of games begin of which no other row has read a state: of those, most parts are known."""
REFERENCE_STEP = ours.by("reference", ours.sampled)
"""What other work is compared with."""


def _beside_catanatron(
    name: str,
    title: str,
    mine: Arm,
    other: Arm,
    *,
    compared: str,
    goal: Goal | None = None,
    longer: int = 1,
) -> Row:
    def run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
        peers.need("catanatron")
        rounds = alternate(
            (mine, other), evolve(budget, slice_seconds=budget.slice_seconds * longer), tick=tick
        )
        return [
            Result(
                name=name,
                title=title,
                compared=compared,
                unit="a second",
                ours=rounds.cost(0).rate,
                theirs=rounds.cost(1).rate,
                peer=CATANATRON,
                value=rounds.ratio(1, 0),
                means="times as fast",
                goal=goal,
            )
        ]

    return Row(name, title, run)


def _ids_of_unread(seeds: Sequence[int]) -> Slice:
    return ours.decision_ids([UNREAD + seed for seed in seeds])


def _in_steps(
    name: str,
    title: str,
    arm: Arm,
    *,
    compared: str,
    goal: Goal | None = None,
    executor: Literal["native", "reference"] = "reference",
) -> Row:
    """Return a row that tells the cost of one call in steps of the reference engine."""

    def run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
        rounds = alternate((ours.by(executor, arm), REFERENCE_STEP), budget, tick=tick)
        return [
            Result(
                name=name,
                title=title,
                compared=f"{compared}, beside a step of the reference engine",
                unit="µs",
                ours=rounds.cost(0).scaled(1e6),
                theirs=rounds.cost(1).scaled(1e6),
                peer="a step",
                value=rounds.ratio(0, 1),
                means="steps",
                goal=goal,
            )
        ]

    return Row(name, title, run)


def _options(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    sides: list[tuple[str, str, str, Arm]] = []
    for name, title, module, peer, arm in (
        ("options", OPTIONS, "catanatron", CATANATRON, peers.option_counts),
        ("options.chess", "How many beside chess?", "pyspiel", SPIEL, peers.spiel_option_counts("chess")),
    ):
        if find_spec(module) is not None:
            sides.append((name, title, peer, arm))
    if not sides:
        raise Unavailable("neither catanatron nor OpenSpiel is installed")
    few = evolve(budget, seconds=0)
    arms = [ours.option_counts, *(arm for *_, arm in sides)]
    rounds = alternate(arms, few, numbers=[2] * len(arms), tick=tick)
    return [
        Result(
            name=name,
            title=title,
            compared="the mean over all steps of random games, each with all its seats",
            unit="options",
            ours=rounds.cost(0),
            theirs=rounds.cost(place),
            peer=peer,
            value=rounds.ratio(0, place),
            means="times as many",
        )
        for place, (name, title, peer, _) in enumerate(sides, 1)
    ]


def _farmers(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    arms = (ours.step_arm(expansions=("farmers",)), ours.step_arm())
    rounds = alternate([ours.by("reference", arm) for arm in arms], budget, tick=tick)
    return [
        Result(
            name="farmers",
            title="How much more does a step of the engine cost with The Farmers?",
            compared="the same step of the reference engine with The Farmers and without, four seats",
            unit="µs",
            ours=rounds.cost(0).scaled(1e6),
            theirs=rounds.cost(1).scaled(1e6),
            peer="base game",
            value=rounds.ratio(0, 1),
            means="times the cost",
            goal=Goal(1.5, 1.2, most=True),
        )
    ]


def _seats(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    arms = (ours.step_arm(seats=6), ours.step_arm(seats=2))
    rounds = alternate([ours.by("reference", arm) for arm in arms], budget, tick=tick)
    some = range(1, 2 + budget.rounds)
    six, two = (ours.tiles_in_play(some, seats=seats) for seats in (6, 2))
    return [
        Result(
            name="seats",
            title="How much more does it cost with six seats than with two?",
            compared="the same step of the reference engine with six seats and with two, base game; the commitment "
            "is the ratio of the tiles that a step meets in the auction and in the villages",
            unit="µs",
            ours=rounds.cost(0).scaled(1e6),
            theirs=rounds.cost(1).scaled(1e6),
            peer="two seats",
            value=rounds.ratio(0, 1),
            means="times the cost",
            goal=Goal(six / two, FLAT, most=True),
            note=f"tiles in play: {six:.1f} and {two:.1f}; flat means up to {FLAT}",
        )
    ]


def _towns(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    peers.need("tinytowns")
    rounds = alternate((ours.towns_arm, ours.by("reference", ours.step_arm())), budget, tick=tick)
    return [
        Result(
            name="towns",
            title="How much does a step of Tiny Towns cost beside Keyflower?",
            compared="list(decision.options) and game.play(one of them) in whole random games of four, Tiny Towns "
            "with monuments and cavern beside Keyflower by the reference engine; set-up not counted",
            unit="µs",
            ours=rounds.cost(0).scaled(1e6),
            theirs=rounds.cost(1).scaled(1e6),
            peer="Keyflower",
            value=rounds.ratio(0, 1),
            means="times the cost",
            goal=Goal(0.7, 0.5, most=True),
        )
    ]


def _held(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    number = HELD if budget.seconds > 1 else 300
    held = (quick.held_arm(number), quick.held_arm(number, frozen=True), quick.held_arm(number, keep=False))
    arms = [ours.by("reference", arm) for arm in held]
    rounds = alternate(arms, evolve(budget, seconds=0, rounds=2), numbers=[1, 1, 1], tick=tick)
    return [
        Result(
            name=name,
            title=title,
            compared=f"steps of the reference engine while states pile up to {number:,}, beside the same games let go",
            unit="µs",
            ours=rounds.cost(place).scaled(1e6),
            theirs=rounds.cost(2).scaled(1e6),
            peer="games that are let go",
            value=rounds.ratio(place, 2),
            means="times the cost",
        )
        for place, (name, title) in enumerate(
            (
                ("held", f"How much more does a step cost while {HELD:,} states are held?"),
                ("held.frozen", "How much more with gc.freeze() after every game?"),
            )
        )
    ]


ROWS = (
    _beside_catanatron(
        "step",
        "How many steps a second, all legal options listed?",
        ours.by("native", ours.step_arm()),
        peers.tick,
        goal=Goal(0.7, 1.2),
        compared="list(decision.options) and game.play(one of them), natively, beside play_tick() with random players, "
        "which chooses, applies and works out the next legal moves; whole games of four, set-up not counted",
    ),
    _beside_catanatron(
        "step.reference",
        "How many of these by the reference engine alone, all legal options listed?",
        ours.by("reference", ours.step_arm()),
        peers.tick,
        compared="the same, with fast.played_by('reference')",
    ),
    _beside_catanatron(
        "sample",
        "How many steps a second, an option drawn without listing all?",
        ours.by("native", ours.sampled),
        peers.tick,
        goal=Goal(0.8, 1.5),
        compared="decision.options.sample(rng) and game.play of it, natively, as a rollout in Python "
        "does, beside play_tick(); whole games of four, set-up not counted",
    ),
    _beside_catanatron(
        "sample.reference",
        "How many of these by the reference engine alone, without listing all?",
        REFERENCE_STEP,
        peers.tick,
        compared="the same, with fast.played_by('reference')",
    ),
    _beside_catanatron(
        "step.options",
        "How many options a second are listed and played on?",
        ours.by("native", ours.options_arm),
        peers.options_tick,
        goal=Goal(5, 10),
        compared="the same steps, natively, beside play_tick(), counted by the options that were listed",
    ),
    _in_steps(
        "picture",
        "How long does a picture of a table take?",
        ours.picture_arm(following=False),
        goal=Goal(150, 60, most=True),
        compared="game.svg() of a table of four in the middle of a game",
    ),
    _in_steps(
        "picture.next",
        "How long does the next picture take?",
        ours.picture_arm(following=True),
        goal=Goal(30, 10, most=True),
        compared="game.svg() of a table of four after one more move",
    ),
    _in_steps(
        "decision.id",
        "How long does the id of a decision take?",
        ours.decision_ids,
        compared="decision.id, every tenth decision of random games of four, played by the reference engine",
    ),
    _in_steps(
        "decision.id.native",
        "How long does it take in a game that is played natively?",
        _ids_of_unread,
        compared="the same in games played natively, whose states have not been read yet",
        executor="native",
    ),
    _in_steps(
        "view.sample",
        "How long does a deal of what a seat cannot see take?",
        ours.view_samples,
        compared="view.sample(rng), once for every tenth state of random games of four",
    ),
    _in_steps(
        "game.new",
        "How long does setting up a game take?",
        ours.new_games,
        compared="Game.new with four players and the base game, the rules composed before",
    ),
    _beside_catanatron(
        "keep",
        "How many steps a second, every state kept?",
        ours.by("native", ours.step_arm(keep=True)),
        peers.copy_tick,
        goal=Goal(8, 14),
        compared="the same step, natively, with every state kept to the end of the game beside copy() and play_tick()",
    ),
    _beside_catanatron(
        "games",
        "How many random games a second, from new to scored?",
        ours.games,
        peers.games,
        goal=Goal(10, 20),
        longer=4,  # games differ in length more than steps do
        compared="set-up by the reference engine and simulate.rollout(game, rng), which the fast executor plays, to "
        "the final scores beside Game(seed=...).play() of four random players",
    ),
    Row("options", OPTIONS, _options),
    Row("farmers", "How much more does a step of the engine cost with The Farmers?", _farmers),
    Row("seats", "How much more does it cost with six seats than with two?", _seats),
    Row("towns", "How much does a step of Tiny Towns cost beside Keyflower?", _towns),
    Row("held", f"How much more does a step cost while {HELD:,} states are held?", _held),
)

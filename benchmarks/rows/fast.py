"""The fast executor: whole games, steps, kept states, deals and batches."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from benchmarks import ours, peers, quick
from benchmarks.measure import Arm, Budget, Spread, alternate
from benchmarks.result import Goal, Result, Row
from benchmarks.rows.imports import EMPTY, over_empty, start_arm

CATANATRON = peers.version("catanatron")
OPEN_SPIEL = peers.version("open_spiel")
PGX = peers.version("pgx")
FIRST_USE = (
    "from keyflower import Game, fast\n"
    "packed = fast.pack(Game.new(['Ann', 'Bob'], seed=1))\n"
    "fast.apply(packed, 0)\n"
)


def _beside(
    name: str,
    title: str,
    mine: Arm,
    other: Arm,
    *,
    goal: Goal,
    compared: str,
    peer: str = CATANATRON,
    means: str = "times as fast",
) -> Row:
    """Return a row that sets the fast executor beside somebody else: how many a second, or at what cost."""

    def run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
        quick.need()
        for module, installed in (("catanatron", CATANATRON), ("pyspiel", OPEN_SPIEL), ("pgx", PGX)):
            if peer == installed:
                peers.need(module)
        rounds = alternate((mine, other), budget, tick=tick)
        return [
            Result(
                name=name,
                title=title,
                compared=compared,
                unit="µs" if goal.most else "a second",
                ours=rounds.cost(0).scaled(1e6) if goal.most else rounds.cost(0).rate,
                theirs=rounds.cost(1).scaled(1e6) if goal.most else rounds.cost(1).rate,
                peer=peer,
                value=rounds.ratio(0, 1) if goal.most else rounds.ratio(1, 0),
                means=means,
                goal=goal,
            )
        ]

    return Row(name, title, run)


def _memory(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    quick.need()
    few = evolve(budget, seconds=0, rounds=max(2, budget.rounds // 2))
    arms = (quick.memory_arm(), quick.memory_arm(expansions=("farmers",)))
    rounds = alternate(arms, few, numbers=[1, 1], tick=tick)
    return [
        Result(
            name=name,
            title=title,
            compared="bytes (tracemalloc) that packed games of four grow by, each state kept",
            unit="bytes",
            ours=rounds.cost(place),
            value=rounds.cost(place),
            means="bytes",
            goal=Goal(800, 500, most=True),
        )
        for place, (name, title) in enumerate(
            (
                ("fast.memory", "How many bytes does a kept state take?"),
                ("fast.memory.farmers", "How many bytes with The Farmers?"),
            )
        )
    ]


def _first_use(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    quick.need()
    arms = [start_arm(code) for code in (EMPTY, "from keyflower import Game", FIRST_USE, EMPTY)]
    for arm in arms:
        arm((0,))
    rounds = alternate(arms, budget, numbers=[1] * len(arms), tick=tick)
    whole, game = (over_empty(rounds, place, (0, 3)) for place in (2, 1))
    more = Spread.of([one - other for one, other in zip(whole, game, strict=True)])
    return [
        Result(
            name="fast.first",
            title="How long does the first use take?",
            compared="a fresh interpreter that packs a new game and plays one action, less one that only imports Game; "
            "wall time, files warm; the rules are compiled in it",
            unit="s",
            ours=more,
            value=more,
            means="s",
            goal=Goal(0.3, 0.1, most=True),
            note=f"the whole start takes {Spread.of(whole).middle:.2f} s longer than an empty one",
        )
    ]


ROWS = (
    _beside(
        "fast.packed",
        "How many random games a second?",
        quick.games,
        peers.games,
        goal=Goal(40, 80),
        compared="fast.play_many on one core, four seats, set-up and exact totals included, "
        "beside Game(seed=...).play()",
    ),
    _beside(
        "fast.step",
        "How many steps a second inside a rollout?",
        quick.step_arm(),
        peers.tick,
        goal=Goal(80, 120),
        compared="fast.rollout of packed games of four beside play_tick() with random players",
    ),
    _beside(
        "fast.tree",
        "How many steps a second in a search tree?",
        quick.tree_step,
        peers.copy_tick,
        goal=Goal(33, 45),
        compared="fast.options and fast.apply, every state kept, beside copy() and play_tick()",
    ),
    _beside(
        "fast.tree.chess",
        "How many steps a second in a search tree, beside OpenSpiel's chess?",
        quick.tree_step,
        peers.spiel_arm("chess"),
        goal=Goal(1.2, 2),
        compared="fast.options and fast.apply beside clone(), legal_actions() and apply_action(), both from Python",
        peer=OPEN_SPIEL,
    ),
    _beside(
        "fast.step.pgx",
        "How many steps a second inside a rollout, beside pgx's chess on the CPU?",
        quick.step_arm(),
        peers.pgx_arm("chess"),
        goal=Goal(20, 40),
        compared="fast.rollout of packed games of four beside 64 tables at once, compiled by JAX before",
        peer=PGX,
    ),
    _beside(
        "fast.list",
        "How long does a list of all options take?",
        quick.listed,
        ours.by("reference", ours.listed),
        goal=Goal(0.6, 0.3, most=True),
        compared="list(fast.options(packed)) beside list(decision.options), each state of random games of four once",
        peer="the reference",
        means="times its time",
    ),
    _beside(
        "fast.unpack",
        "How long does it take to make a Game of a packed game?",
        quick.unpack,
        ours.by("reference", ours.sampled),
        goal=Goal(1, 0.5, most=True),
        compared="fast.unpack, each state of random games of four once, beside a step of the reference engine",
        peer="the reference",
        means="steps of the reference",
    ),
    Row("fast.memory", "How many bytes does a kept state take?", _memory),
    _beside(
        "fast.redeal",
        "How many deals of hidden pieces a second?",
        quick.redeal,
        ours.view_samples,
        goal=Goal(50, 100),
        compared="fast.redeal beside View.sample, every tenth state of games of four",
        peer="the reference",
    ),
    _beside(
        "fast.cores",
        "How many random games a second on two cores?",
        quick.cores_arm(2),
        quick.cores_arm(1),
        goal=Goal(1.8, 1.95),
        compared="fast.play_many with two threads beside one, by the wall: an idle machine is needed to see it",
        peer="one core",
    ),
    _beside(
        "fast.farmers",
        "How much more does a step with The Farmers cost?",
        quick.step_arm(expansions=("farmers",)),
        quick.step_arm(),
        goal=Goal(1.3, 1.15, most=True),
        compared="a step inside a rollout with The Farmers and without",
        peer="base game",
        means="times the cost",
    ),
    _beside(
        "fast.seats",
        "How much more does a step cost with six seats than with two?",
        quick.step_arm(seats=6),
        quick.step_arm(seats=2),
        goal=Goal(1.3, 1.15, most=True),
        compared="a step inside a rollout with six seats and with two",
        peer="two seats",
        means="times the cost",
    ),
    Row("fast.first", "How long does the first use take?", _first_use),
)

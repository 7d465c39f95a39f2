"""Playing: steps, steps that keep the old state, whole games; Farmers against base, six seats against two."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from benchmarks import ours, peers
from benchmarks.measure import Arm, Budget, alternate
from benchmarks.result import Goal, Result, Row

CATANATRON = peers.version("catanatron")
FLAT = 1.1
"""The greatest ratio of six seats to two that counts as flat."""


def _beside_catanatron(
    name: str,
    title: str,
    mine: Arm,
    other: Arm,
    *,
    unit: str,
    factor: float,
    goal: Goal,
    compared: str,
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
                unit=unit,
                ours=rounds.cost(0).scaled(factor),
                theirs=rounds.cost(1).scaled(factor),
                peer=CATANATRON,
                value=rounds.ratio(1, 0),
                means="times as fast",
                goal=goal,
            )
        ]

    return Row(name, title, run)


def _farmers(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    rounds = alternate((ours.step_arm(expansions=("farmers",)), ours.step_arm()), budget, tick=tick)
    return [
        Result(
            name="farmers",
            title="Farmers against base, per step",
            compared="the same step with The Farmers and without, four seats",
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
    rounds = alternate((ours.step_arm(seats=6), ours.step_arm(seats=2)), budget, tick=tick)
    some = range(1, 2 + budget.rounds)
    six, two = (ours.tiles_in_play(some, seats=seats) for seats in (6, 2))
    return [
        Result(
            name="seats",
            title="six seats against two, per step",
            compared="the same step with six seats and with two, base game; the commitment is the ratio of "
            "the tiles that a step meets in the auction and in the villages",
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
    rounds = alternate((ours.towns_arm, ours.step_arm()), budget, tick=tick)
    return [
        Result(
            name="towns",
            title="Tiny Towns against Keyflower, per step",
            compared="list(decision.options) and game.play(one of them) in whole random games of four, Tiny Towns "
            "with monuments and cavern beside Keyflower; set-up not counted",
            unit="µs",
            ours=rounds.cost(0).scaled(1e6),
            theirs=rounds.cost(1).scaled(1e6),
            peer="Keyflower",
            value=rounds.ratio(0, 1),
            means="times the cost",
            goal=Goal(0.7, 0.5, most=True),
        )
    ]


ROWS = (
    _beside_catanatron(
        "step",
        "step: list of all legal options + play",
        ours.step_arm(),
        peers.tick,
        unit="µs",
        factor=1e6,
        goal=Goal(2, 3.5),
        compared="list(decision.options) and game.play(one of them) beside play_tick() with random players, "
        "which chooses, applies and works out the next legal moves; whole games of four, set-up not counted",
    ),
    _beside_catanatron(
        "keep",
        "step that keeps the old state",
        ours.step_arm(keep=True),
        peers.copy_tick,
        unit="µs",
        factor=1e6,
        goal=Goal(8, 14),
        compared="the same step with every state kept to the end of the game beside copy() and play_tick()",
    ),
    _beside_catanatron(
        "games",
        "whole random game",
        ours.games,
        peers.games,
        unit="ms",
        factor=1e3,
        goal=Goal(10, 20),
        longer=4,  # games differ in length more than steps do
        compared="set-up and simulate.rollout(game, rng) to the final scores beside Game(seed=...).play() of "
        "four random players",
    ),
    Row("farmers", "Farmers against base, per step", _farmers),
    Row("seats", "six seats against two, per step", _seats),
    Row("towns", "Tiny Towns against Keyflower, per step", _towns),
)

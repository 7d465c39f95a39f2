"""Memory per further kept state."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from benchmarks import ours, peers
from benchmarks.measure import Arm, Budget, alternate
from benchmarks.result import Goal, Result, Row, Unavailable


def _elsewhere(arm: Arm) -> Arm:
    """Let an arm play other games than its neighbour, which would leave it filled tables."""
    return lambda seeds: arm([seed + 500_000 for seed in seeds])


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    few = evolve(budget, seconds=0, rounds=max(2, budget.rounds // 2))
    others = 100 if budget.seconds > 1 else 5
    arms: list[Arm] = [
        ours.memory_arm(listing=False, others=others),
        _elsewhere(ours.memory_arm(listing=True, others=others)),
        ours.memory_arm(listing=False, others=others, expansions=("farmers",)),
    ]
    arms = [ours.by("native", arm) for arm in arms]
    try:
        peers.need("catanatron")
        arms.append(peers.memory)
    except Unavailable:
        pass
    rounds = alternate(arms, few, numbers=[1] * len(arms), tick=tick)
    theirs = rounds.cost(3).scaled(1e-3) if len(arms) > 3 else None
    lines = (
        ("memory", "How much memory does a kept state take?", "options sampled, not listed"),
        ("memory.listed", "How much if all options were listed?", "the lists are let go"),
        ("memory.farmers", "How much with The Farmers?", "options sampled, not listed"),
    )
    return [
        Result(
            name=name,
            title=title,
            compared=f"bytes (tracemalloc) that games of four grow by, each state kept, {how}, played natively; "
            f"{others} other games are played before, so that the tables which all games share are there",
            unit="kB",
            ours=rounds.cost(place).scaled(1e-3),
            theirs=theirs,
            peer=f"{peers.version('catanatron')}, copy() kept",
            value=rounds.cost(place).scaled(1e-3),
            means="kB",
            goal=Goal(1.5, 0.8, most=True),
        )
        for place, (name, title, how) in enumerate(lines)
    ]


ROWS = (Row("memory", "How much memory does a kept state take?", _run),)

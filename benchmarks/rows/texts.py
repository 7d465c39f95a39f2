"""State to JSON and back by the public path, beside plain cattrs and json on the same classes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmarks import ours, peers
from benchmarks.measure import WARM_SEEDS, Arm, Budget, Slice, Stopwatch, alternate
from benchmarks.result import Goal, Result, Row, Unavailable

if TYPE_CHECKING:
    from cattrs import Converter

SEEDS = 4
"""How many games a slice takes its states from."""


@lru_cache(maxsize=2)
def plain(*, detailed: bool = False) -> Converter:
    """Return a converter that is told only what it cannot guess: the kinds of tasks and places, and what a pool is.

    Without detailed validation cattrs is faster: the goal is judged by that.
    """
    from cattrs import Converter

    from keyflower.kernel.tasks import Task
    from keyflower.model.places import OwnPlace
    from keyflower.model.pool import Pool
    from keyflower.model.tasks import TASKS

    converter = Converter(detailed_validation=detailed)
    converter.register_unstructure_hook(Pool, lambda pool: (pool.pieces, pool.amounts, pool.unknown))
    converter.register_structure_hook(Pool, lambda data, _: Pool(tuple(data[0]), tuple(data[1]), data[2]))
    _tell_apart(converter, Task, {kind.tag: kind for kind in TASKS})
    _tell_apart(converter, OwnPlace, {})  # the base game has none
    return converter


def _tell_apart(converter: Converter, root: type, kinds: dict[str, type]) -> None:
    """Teach a converter the kinds of a root class by their tags."""
    unstructured = {kind: converter.get_unstructure_hook(kind) for kind in kinds.values()}
    structured = {tag: converter.get_structure_hook(kind) for tag, kind in kinds.items()}
    converter.register_unstructure_hook_func(
        lambda kind: kind is root, lambda value: {"tag": value.tag, **unstructured[type(value)](value)}
    )
    converter.register_structure_hook_func(
        lambda kind: kind is root, lambda data, _: structured[data["tag"]](data, kinds[data["tag"]])
    )


def cattrs_arm(*, back: bool = True, detailed: bool = False) -> Arm:
    """States to JSON and back with cattrs."""
    from keyflower.model.state import State

    def arm(seeds: Sequence[int]) -> Slice:
        converter, watch, states = plain(detailed=detailed), Stopwatch(), 0
        for seed in seeds:
            for game in ours.moments(seed):
                with watch.running():
                    text = json.dumps(converter.unstructure(game.state))
                    if back:
                        state = converter.structure(json.loads(text), State)
                assert not back or state == game.state
                states += 1
        return Slice(watch.seconds, states)

    return arm


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    try:
        from keyflower.kernel.json_text import compact
    except ImportError as error:
        raise Unavailable(f"the codec is not there yet: {error}") from error

    arms = (
        ours.json_arm(),
        cattrs_arm(),
        ours.json_arm(back=False),
        cattrs_arm(back=False),
        cattrs_arm(detailed=True),
    )
    for arm in arms:
        arm(range(WARM_SEEDS, WARM_SEEDS + SEEDS))
    # the same states on all sides: states differ more than sides do
    rounds = alternate(arms, budget, numbers=[SEEDS] * len(arms), tick=tick)
    games = ours.moments(1)
    mine, other = (
        sum(len(text.encode()) for text in texts) / len(games)
        for texts in (
            [compact(game.match.codec().state_to_data(game.state)) for game in games],
            [json.dumps(plain().unstructure(game.state)) for game in games],
        )
    )
    lines = (
        (
            "json",
            "How long does a state take to JSON and back?",
            "without detailed validation",
            0,
            1,
            Goal(1.1, 0.8, most=True),
        ),
        ("json.default", "How long beside cattrs as it comes?", "as it comes", 0, 4, None),
        ("json.writing", "How long only to JSON?", "", 2, 3, None),
    )
    return [
        Result(
            name=name,
            title=title,
            compared="a state to data and strictly back, with JSON text in between, "
            f"beside json and a cattrs converter {match}, every tenth state of random games of four"
            if match
            else "",
            unit="µs",
            ours=rounds.cost(upper).scaled(1e6),
            theirs=rounds.cost(lower).scaled(1e6),
            peer=peers.version("cattrs"),
            value=rounds.ratio(upper, lower),
            means="of its time",
            goal=goal,
            note="" if match else f"a state has {mine:.0f} and {other:.0f} bytes",
        )
        for name, title, match, upper, lower, goal in lines
    ]


ROWS = (Row("json", "How long does a state take to JSON and back?", _run),)

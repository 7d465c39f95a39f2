"""The log of a game: size, writing, reading, replaying, and a view that follows it; beside pickle."""

from __future__ import annotations

import io
import pickle
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from benchmarks import ours
from benchmarks.measure import WARM_SEEDS, Budget, Slice, Spread, Stopwatch, alternate
from benchmarks.result import Result, Row, Unavailable

SEEDS = 2
"""How many games a slice writes or reads."""
DEEP = 50_000
"""A recursion limit for pickle: each game holds the one before it."""


# ---------------------------------------------------------------------- pickle of the same game


class _Pickler(pickle.Pickler):
    """Leaves the rules out, as a log does: they are named, not written."""

    def persistent_id(self, obj: object) -> str | None:
        return "rules" if type(obj).__name__ == "Ruleset" else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, rules: object) -> None:
        super().__init__(io.BytesIO(data))
        self.rules = rules

    def persistent_load(self, pid: object) -> object:
        return self.rules


@contextmanager
def _deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def pickled(game: Any) -> bytes:  # Any: Game
    """Return a game with its whole history, without its rules, as pickle writes it."""
    stream = io.BytesIO()
    with _deep():
        _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(game)
    return stream.getvalue()


def pickle_arm(seeds: Sequence[int]) -> Slice:
    """Games written by pickle."""
    watch = Stopwatch()
    for seed in seeds:
        game = ours.played(seed)  # a fresh one: the events of its log are not part of it
        with watch.running():
            pickled(game)
    return Slice(watch.seconds, len(seeds))


def unpickle_arm(seeds: Sequence[int]) -> Slice:
    """Games read by pickle."""
    watch = Stopwatch()
    for seed in seeds:
        game = ours.played(seed)
        data = pickled(game)
        with watch.running(), _deep():
            again = _Unpickler(data, game.ruleset).load()
        assert again == game
    return Slice(watch.seconds, len(seeds))


# ---------------------------------------------------------------------- the row


def _sizes(budget: Budget) -> list[Result]:
    texts, packed, pickles = [], [], []
    for seed in range(1, 1 + SEEDS * budget.rounds):
        data = ours.saved(seed)[1].encode()
        texts.append(len(data) / 1e3)
        packed.append(len(zlib.compress(data)) / 1e3)
        pickles.append(len(pickled(ours.played(seed))) / 1e3)
    ratios = [small / large for small, large in zip(texts, pickles, strict=True)]
    return [
        Result(
            name="log.size",
            title="How large is the log of a game?",
            compared="bytes of game.log.dumps(), whole random games of four, beside pickle of the game with "
            "its history (rules left out in both)",
            unit="kB",
            ours=Spread.of(texts),
            theirs=Spread.of(pickles),
            peer="pickle",
            value=Spread.of(ratios),
            means="of its size",
            note=f"compressed (zlib) {Spread.of(packed).middle:.1f} kB",
        )
    ]


LINES = (
    (
        "log.write",
        "How long does the log of a game take to write?",
        0,
        6,
        "events are worked out when the log is asked for",
    ),
    ("log.dumps", "How long if its events are there already?", 1, 6, "the events are there already"),
    (
        "log.loads",
        "How long does a log take to read and check?",
        2,
        7,
        "reads and checks the text, gives no game yet",
    ),
    ("log.replay", "How long to read and replay?", 3, 7, "every action is checked and played again"),
    (
        "log.restore",
        "How long to read and restore?",
        4,
        7,
        "events are copied, the pieces counted at the end",
    ),
)


def _run(budget: Budget, tick: Callable[[], None]) -> list[Result]:
    try:
        ours.saved(1)
    except (ImportError, AttributeError) as error:
        raise Unavailable(f"the log is not there yet: {error}") from error
    arms = (
        ours.write_log,
        ours.dump_log,
        ours.load_log,
        ours.replay_log,
        ours.restore_log,
        ours.follow_log,
        pickle_arm,
        unpickle_arm,
    )
    for arm in arms:
        arm(range(WARM_SEEDS, WARM_SEEDS + SEEDS))
    rounds = alternate(arms, budget, numbers=[SEEDS] * len(arms), tick=tick)
    times = [
        Result(
            name=name,
            title=title,
            compared=f"whole random games of four beside pickle.{'dump' if lower == 6 else 'load'}: {what}",
            unit="ms",
            ours=rounds.cost(upper).scaled(1e3),
            theirs=rounds.cost(lower).scaled(1e3),
            peer="pickle",
            value=rounds.ratio(upper, lower),
            means="times its time",
        )
        for name, title, upper, lower, what in LINES
    ]
    view = Result(
        name="log.view",
        title="How long does a view take to follow one entry?",
        compared="view.after(entry) for each entry of a log redacted for a seat",
        unit="µs",
        ours=rounds.cost(5).scaled(1e6),
    )
    return [*_sizes(budget), *times, view]


ROWS = (Row("log", "How large and how quick is the log of a game?", _run),)

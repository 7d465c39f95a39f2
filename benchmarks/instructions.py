"""`python -m benchmarks.instructions`: how many bytecode instructions a step takes, and who takes them.

Times on a busy machine waver by half; the number of instructions and calls does not. It leaves out what C code
does within one instruction, so it tells where the interpreter is kept busy, not how long a step takes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from benchmarks import ours, peers
from benchmarks.measure import WARM_SEEDS
from keyflower import fast

WARM_GAMES = 15
"""Games played before counting, so that the tables which all games share are there."""


class Tally:
    """Counts instructions and calls by label and by function."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.label = ""
        self.instructions: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:  # Any: what sys.settrace expects
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            self.instructions[self.label] += 1
            self.functions[f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_qualname}"] += 1
        elif event == "call":
            self.calls[self.label] += 1
        return self._trace

    @contextmanager
    def counting(self, label: str) -> Iterator[None]:
        """Count everything that happens inside, under a label."""
        self.label = label
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)


def count_ours(games: int, *, expansions: tuple[str, ...] = ()) -> tuple[Tally, Counter[str]]:
    """Play random games of four and count: listing the options and playing one, by kind of decision."""
    ours.fill_tables(WARM_GAMES, expansions)
    tally, steps = Tally(), Counter[str]()
    for seed in range(WARM_SEEDS, WARM_SEEDS + games):
        rng = random.Random(seed)
        game = ours.new_game(seed, expansions=expansions)
        while not game.over:
            kind = game.state.agenda[0].tag
            with tally.counting(f"options: {kind}"):
                seat, decision = next(iter(game.decisions.items()))
                options = list(decision.options)
            action = options[rng.randrange(len(options))]
            with tally.counting(f"play: {kind}, {action.kind}"):
                game = game.play(action, seat=seat)
            steps[f"options: {kind}"] += 1
            steps[f"play: {kind}, {action.kind}"] += 1
    return tally, steps


def count_theirs(ticks: int) -> Tally:
    """Let catanatron tick and count."""
    tally = Tally()
    game = peers.new_game(1)
    for _ in range(ticks):
        if game.winning_color() is not None:
            game = peers.new_game(2)
        with tally.counting("tick"):
            game.play_tick()
    return tally


def report(games: int, expansions: tuple[str, ...]) -> str:
    """Return the table."""
    with fast.played_by("reference"):
        tally, steps = count_ours(games, expansions=expansions)
    number = sum(count for label, count in steps.items() if label.startswith("options"))
    total = tally.instructions.total()
    lines = [
        f"a step: {total / number:.0f} instructions in {tally.calls.total() / number:.0f} calls ({number} steps)"
    ]
    for label, count in tally.instructions.most_common(16):
        lines.append(f"  {count / total:6.1%}  {count / steps[label]:7.0f} each  {label}")
    lines.append("the functions that take most:")
    for name, count in tally.functions.most_common(16):
        lines.append(f"  {count / total:6.1%}  {count / number:7.1f} a step  {name}")
    try:
        peers.need("catanatron")
    except peers.Unavailable as error:
        lines.append(str(error))
    else:
        ticks = 600
        theirs = count_theirs(ticks)
        lines.append(
            f"catanatron's tick: {theirs.instructions.total() / ticks:.0f} instructions in "
            f"{theirs.calls.total() / ticks:.0f} calls"
        )
    return "\n".join(lines)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="how many games to count (default: 4)")
    parser.add_argument("--farmers", action="store_true", help="with The Farmers")
    given = parser.parse_args()
    sys.stdout.write(report(given.games, ("farmers",) if given.farmers else ()) + "\n")


if __name__ == "__main__":
    main()

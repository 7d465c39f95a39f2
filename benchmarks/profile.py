"""`python -m benchmarks.profile`: where a step goes, by room of the library and by function.

Two looks at the same work. A sampler (a timer signal that notes the stack) says how the time is shared, with
next to no weight of its own. cProfile counts calls exactly, but charges small functions for being counted.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from attrs import field, frozen

from benchmarks import report
from benchmarks.measure import WARM_SEEDS, Arm, Slice
from benchmarks.ours import by, step_arm

PACKAGE = report.ROOT / "keyflower"
INTERVAL = 0.001
"""CPU seconds between two samples, if the system can do it."""
DOCS = report.ROOT / "docs" / "benchmarks.md"


def _steps(expansions: Sequence[str]) -> Arm:
    return by("reference", step_arm(expansions=expansions))


@frozen
class Samples:
    """What the sampler saw."""

    total: Counter[str] = field(factory=Counter)
    """Under "": how many samples there are."""
    rooms: Counter[str] = field(factory=Counter)
    """By module: in how many samples the innermost frame of the library was in it."""
    below: Counter[str] = field(factory=Counter)
    """By function: in how many samples it was on the stack."""

    def note(self, frame: FrameType | None) -> None:
        """Note one stack."""
        seen: set[str] = set()
        inner = ""
        while frame is not None:
            room = room_of(frame.f_code.co_filename)
            if room:
                inner = inner or room
                seen.add(f"{room}:{frame.f_code.co_qualname}")
            frame = frame.f_back
        self.total[""] += 1
        self.rooms[inner or "(the loop that plays)"] += 1
        self.below.update(seen)


def room_of(filename: str) -> str:
    """Return the module of the library that a file is, or the empty text.

    attrs compiles methods under names such as ``<attrs generated init keyflower.model.state.State>``.
    """
    if filename.startswith("<attrs generated"):
        words = filename.strip("<>").split()
        return ".".join(words[-1].split(".")[1:-1]) if words[-1].startswith("keyflower.") else ""
    path = Path(filename)
    if not path.is_relative_to(PACKAGE):
        return ""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


@contextmanager
def sampling(samples: Samples) -> Iterator[None]:
    """Note the stack at each tick of the CPU clock."""
    before = signal.signal(signal.SIGPROF, lambda _, frame: samples.note(frame))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def sampled(seeds: Sequence[int], expansions: Sequence[str]) -> tuple[Samples, Slice]:
    """Play games under the sampler."""
    samples, arm = Samples(), _steps(expansions)
    with sampling(samples):
        taken = arm(seeds)
    return samples, taken


def counted(seeds: Sequence[int], expansions: Sequence[str]) -> pstats.Stats:
    """Play games under cProfile."""
    arm = _steps(expansions)
    profiler = cProfile.Profile()
    profiler.enable()
    arm(seeds)
    profiler.disable()
    return pstats.Stats(profiler)


def share(part: int, whole: int) -> str:
    """Return a part in percent."""
    return f"{100 * part / max(whole, 1):5.1f} %"


def room_table(samples: Samples, taken: Slice) -> list[tuple[str, str, str]]:
    """Return rooms with their share and the microseconds of a step that they take."""
    whole = samples.total[""]
    return [
        (room, share(seen, whole), f"{taken.cost * 1e6 * seen / max(whole, 1):6.1f} µs")
        for room, seen in samples.rooms.most_common()
        if seen * 200 >= whole
    ]


def function_table(stats: pstats.Stats, steps: int, *, number: int = 30) -> list[str]:
    """Return the functions with the most own time: calls and microseconds per step."""
    found = []
    # typeshed does not know the table of pstats
    for (filename, _, name), (_, calls, own, total, _) in stats.stats.items():  # type: ignore[attr-defined]
        room = room_of(filename)
        where = f"{room}:{name}" if room else name
        found.append(
            (own, f"{own / steps * 1e6:8.2f} {total / steps * 1e6:8.2f} {calls / steps:8.2f}  {where}")
        )
    return [text for _, text in sorted(found, reverse=True)[:number]]


def profile(games: int, expansions: Sequence[str]) -> tuple[str, str]:
    """Return the whole profile as text, and its summary as Markdown."""
    _steps(expansions)(range(WARM_SEEDS, WARM_SEEDS + max(3, games // 10)))
    seeds = range(1, games + 1)
    samples, taken = sampled(seeds, expansions)
    few = range(1, max(2, games // 5) + 1)
    stats = counted(few, expansions)
    steps = _steps(expansions)(few).units
    whole = samples.total[""]
    rooms = room_table(samples, taken)
    machine = report.Machine.here()
    title = f"{taken.cost * 1e6:.1f} µs per step ({taken.units} steps of {games} games, {whole} samples)"
    lines = [
        "Where a step goes: all legal options listed, one played; four seats, random play"
        + (f", with {', '.join(expansions)}" if expansions else ""),
        machine.words(),
        "",
        f"Sampled: {title}",
        "",
        "own time by room",
        *(f"  {part}  {cost}  {room}" for room, part, cost in rooms),
        "",
        "on the stack (a function with everything it calls)",
        *(f"  {share(seen, whole)}  {name}" for name, seen in samples.below.most_common(40)),
        "",
        f"Counted by cProfile, {steps} steps: own µs, µs with callees, calls per step",
        "",
        *(f"  {line}" for line in function_table(stats, steps)),
        "",
    ]
    table = [
        "| module | share of a step | own time |",
        "| --- | --- | --- |",
        *(f"| `{room}` | {part.strip()} | {cost.strip()} |" for room, part, cost in rooms[:12]),
    ]
    return "\n".join(lines), f"{title}; {machine.date}, revision {machine.revision}.\n\n" + "\n".join(table)


def main(arguments: Sequence[str] | None = None) -> int:
    """Profile, print, and write build/profile.txt."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profile", description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="how many games are played under the sampler")
    parser.add_argument("--farmers", action="store_true", help="with The Farmers")
    parser.add_argument(
        "--out", type=Path, default=report.ROOT / "build" / "profile.txt", help="where to write it"
    )
    parser.add_argument("--docs", action="store_true", help=f"also put the summary into {DOCS.name}")
    chosen = parser.parse_args(arguments)
    text, summary = profile(chosen.games, ("farmers",) if chosen.farmers else ())
    print(text)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(text, encoding="utf-8")
    if chosen.docs:
        report.update_docs(DOCS, "profile", summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())

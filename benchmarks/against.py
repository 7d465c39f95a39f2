"""`python -m benchmarks.against REV`: the work tree beside another revision of the project, row by row."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from attrs import evolve, frozen

from benchmarks.measure import QUICK, WARM_SEEDS, Budget, Rounds, Spread, alternate, seeds_per_slice
from benchmarks.ours import ARMS
from benchmarks.report import ROOT, number, spread
from benchmarks.result import Unavailable
from benchmarks.rows.imports import EMPTY, over_empty, start_arm
from benchmarks.worker import Worker

NOISE = 0.05
"""Ratios nearer to 1 than this are called the same."""
CODES = ("import keyflower", "from keyflower import Game")
"""What is imported in a fresh interpreter."""


class UnknownRevision(Exception):
    """The revision is not in this repository."""


def commit_of(revision: str, *, root: Path = ROOT) -> str:
    """Return the full name of a commit.

    Raises:
        UnknownRevision: if there is none.
    """
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        reason = found.stderr.strip() or "git knows no such branch, tag or commit"
        raise UnknownRevision(f"unknown revision {revision!r}: {reason}")
    return found.stdout.strip()


@contextmanager
def checked_out(commit: str, *, root: Path = ROOT) -> Iterator[Path]:
    """Check a commit out into a temporary work tree, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="keyflower-bench-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(root), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=False)


@frozen
class Line:
    """One line of the comparison."""

    name: str
    """What was measured."""
    unit: str
    """The unit of both sides."""
    now: float
    """What a unit costs in the work tree."""
    then: float
    """What it cost in the other revision."""
    ratio: Spread
    """Cost now by cost then, of neighbouring slices."""
    note: str = ""
    """What else is known."""

    @property
    def words(self) -> str:
        """Whether that is better."""
        ratio = self.ratio.middle
        if abs(ratio - 1) < NOISE or self.ratio.low <= 1 <= self.ratio.high:
            return "the same"
        return f"{number(1 / ratio)}× better" if ratio < 1 else f"{number(ratio)}× worse"


def _same_work(rounds: Rounds) -> str:
    """Return a note if the two sides did different work for the same seeds."""
    ours, theirs = ([part.units for part in arm] for arm in rounds.slices)
    return "" if ours == theirs else "they play different games"


def compare(now: Worker, then: Worker, name: str, budget: Budget) -> Line:
    """Compare one arm of two workers, slice by slice, with the same seeds on both sides."""
    unit, factor, _ = ARMS[name]
    if name.startswith("memory"):  # counted, not timed: a few games show it
        seeds, budget = 1, evolve(budget, seconds=0, rounds=2)
    else:
        seeds = seeds_per_slice(now.arm(name), budget)
    then.ask(name, range(WARM_SEEDS, WARM_SEEDS + seeds))
    rounds = alternate((now.arm(name), then.arm(name)), budget, numbers=(seeds, seeds))
    mine, other = (rounds.cost(place).middle * factor for place in (0, 1))
    return Line(name, unit, mine, other, rounds.ratio(0, 1), _same_work(rounds))


def compare_imports(tree: Path, budget: Budget) -> Iterator[Line]:
    """Compare the time of imports over an empty start."""
    for code in CODES:
        arms = [start_arm(EMPTY), start_arm(code), start_arm(EMPTY), start_arm(code, root=tree)]
        for arm in arms:
            arm((0,))
        few = evolve(budget, seconds=budget.seconds / 2)
        rounds = alternate(arms, few, numbers=(1, 1, 1, 1))
        now, then = (over_empty(rounds, place, (0, 2)) for place in (1, 3))
        usual = Spread.of(then).middle
        ratio = Spread.of(now).scaled(1 / usual)
        yield Line(code, "ms", Spread.of(now).middle * 1e3, usual * 1e3, ratio)


def show(line: Line) -> None:
    """Print one line."""
    cost = f"{number(line.now):>8} {number(line.then):>8}  {line.unit}"
    ratio = f"{number(line.ratio.middle)} ({spread(line.ratio)})"
    print(f"{line.name:27} {cost:41} {ratio:20} {line.words:14} {line.note}".rstrip(), flush=True)


def run(commit: str, names: Sequence[str], budget: Budget, *, imports: bool) -> None:
    """Compare the work tree with a commit and print what was found."""
    with checked_out(commit) as tree:
        if not (tree / "keyflower" / "__init__.py").exists():
            raise UnknownRevision(f"there is no keyflower package in {commit[:12]}")
        with closing(Worker(ROOT, ROOT)) as now, closing(Worker(tree, ROOT)) as then:
            print(f"{'':27} {'now':>8} {commit[:8]:>8}  {'':22} now by then (quartiles)")
            for name in names:
                try:
                    show(compare(now, then, name, budget))
                except Unavailable as reason:
                    print(f"{name:27} left out: {reason}", flush=True)
        if imports:
            for line in compare_imports(tree, budget):
                show(line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the work tree, as it is, with another revision."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("revision", help="a branch, tag or commit")
    parser.add_argument("--quick", action="store_true", help="shows that it works, not how fast it is")
    parser.add_argument(
        "--only", action="append", choices=[*ARMS, "import"], metavar="NAME", help=", ".join(ARMS)
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="about how long each row takes")
    chosen = parser.parse_args(arguments)
    names = [name for name in ARMS if not chosen.only or name in chosen.only]
    budget = QUICK if chosen.quick else Budget(seconds=chosen.seconds)
    try:
        run(commit_of(chosen.revision), names, budget, imports=not chosen.only or "import" in chosen.only)
        if chosen.quick:
            print("Quick: it works, but a few slices say little about what is faster.")
    except UnknownRevision as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

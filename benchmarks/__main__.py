"""`python -m benchmarks`: every row of the goals, side by side with its peer."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from benchmarks import report
from benchmarks.measure import QUICK, Budget
from benchmarks.result import Result, Row, Unavailable
from benchmarks.rows import ROWS, SECTIONS

FAILED = "failed, "
"""How the reason begins if a row broke."""
DOCS = report.ROOT / "docs" / "benchmarks.md"


class Progress:
    """Shows on stderr what is being measured."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.number = 0
        self.title = ""
        self.begun = time.perf_counter()
        self.live = sys.stderr.isatty()

    def row(self, title: str) -> None:
        """Begin a row."""
        self.number += 1
        self.title = title
        if not self.live:
            print(f"[{self.number}/{self.total}] {title}", file=sys.stderr, flush=True)

    def tick(self) -> None:
        """Show that the row goes on."""
        if self.live:
            seconds = time.perf_counter() - self.begun
            line = f"[{self.number}/{self.total}] {self.title} ({seconds:.0f} s)"
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        """Clear the line."""
        if self.live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run(rows: Sequence[Row], budget: Budget, progress: Progress) -> list[Result]:
    """Measure rows one after the other."""
    results: list[Result] = []
    for row in rows:
        progress.row(row.title)
        try:
            results += row.run(budget, progress.tick)
        except Unavailable as reason:
            results.append(Result(name=row.name, title=row.title, skipped=str(reason)))
        except Exception as error:  # the other rows are still worth having
            print(f"\n{row.name} failed:", file=sys.stderr)
            traceback.print_exc()
            failed = f"{FAILED}{type(error).__name__}: {error}"
            results.append(Result(name=row.name, title=row.title, skipped=failed))
    progress.done()
    sections = {row.name: section for section, rows in SECTIONS.items() for row in rows}
    return [evolve(result, section=sections.get(_row_of(result.name), "")) for result in results]


def _row_of(name: str) -> str:
    """Return the row that a line belongs to: its longest beginning that is the name of a row."""
    begins = [row.name for row in ROWS if name == row.name or name.startswith(f"{row.name}.")]
    return max(begins, key=len, default="")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write build/bench.json."""
    names = [row.name for row in ROWS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds: shows that it works, not how fast it is"
    )
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument(
        "--seconds", type=float, default=Budget().seconds, help="about how long each row takes"
    )
    parser.add_argument(
        "--json", type=Path, default=report.ROOT / "build" / "bench.json", help="where to write it"
    )
    parser.add_argument("--docs", action="store_true", help=f"also put the table into {DOCS.name}")
    chosen = parser.parse_args(arguments)
    if chosen.docs and (chosen.quick or chosen.only):
        parser.error("the docs get whole tables: --docs goes with neither --quick nor --only")
    budget = QUICK if chosen.quick else Budget(seconds=chosen.seconds)
    rows = [row for row in ROWS if not chosen.only or row.name in chosen.only]
    machine = report.Machine.here()
    results = run(rows, budget, Progress(len(rows)))
    machine = machine.later()
    print(report.text(results, machine))
    if chosen.quick:
        print("\nQuick: it works, but a few slices say little about how fast it is.")
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(report.as_json(results, machine), encoding="utf-8")
    if chosen.docs:
        report.update_docs(DOCS, "table", report.markdown(results, machine))
        report.update_docs(DOCS, "goals", report.goals(results))
    return 1 if any(result.skipped.startswith(FAILED) for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())

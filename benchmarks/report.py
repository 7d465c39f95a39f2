"""The report: a table for the terminal, the same as JSON, and the marked block of docs/benchmarks.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sysconfig
import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from attrs import asdict, evolve, frozen

from benchmarks.measure import Spread
from benchmarks.peers import version
from benchmarks.result import Goal, Result, Verdict

ROOT = Path(__file__).parents[1]


@frozen
class Machine:
    """Where and when the numbers were taken."""

    date: str
    """The day."""
    revision: str
    """The revision of the project, with a plus if files had changed."""
    python: str
    """Implementation, version, and how it was built."""
    processor: str
    """The processor, and how many of it."""
    system: str
    """The operating system."""
    load: str
    """How busy the machine was."""
    peers: tuple[str, ...]
    """What was compared with."""

    @staticmethod
    def here() -> Machine:
        """Return what this machine is now."""
        return Machine(
            datetime.now(UTC).date().isoformat(),
            _revision(),
            f"{platform.python_implementation()} {platform.python_version()} ({_build()})",
            f"{_processor()}, {os.cpu_count()} cores",
            f"{platform.system()} {platform.release()}",
            _load(),
            tuple(version(name) for name in ("catanatron", "chess", "attrs", "cattrs")),
        )

    def later(self) -> Machine:
        """Return the same when all is measured: with how busy it was at the start and at the end."""
        return evolve(self, load=f"{self.load} at the start and {_load()} at the end")

    def words(self) -> str:
        """Return all of it as one paragraph."""
        return (
            f"{self.date}, revision {self.revision}; {self.python} on {self.processor}, {self.system}, "
            f"load {self.load}; {', '.join(self.peers)}."
        )


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _build() -> str:
    """Return how Python was compiled, as far as it tells."""
    configured = sysconfig.get_config_var("CONFIG_ARGS") or ""
    told = [word for word in ("--enable-optimizations", "--with-lto") if word in configured]
    compiler = sysconfig.get_config_var("OPT") or sysconfig.get_config_var("PY_CFLAGS") or "flags unknown"
    return f"{' '.join(compiler.split())}; configure: {' '.join(told) or 'no optimisations named'}"


def _revision() -> str:
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty=+"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


# ---------------------------------------------------------------------- words


def number(value: float) -> str:
    """Return a number with about three digits.

    >>> number(0.04321), number(12.345), number(1234.5), number(123_456), number(2_345_678)
    ('0.043', '12.3', '1,234', '123,000', '2.35 million')
    """
    size = abs(value)
    if size >= 1e6:
        return f"{number(value / 1e6)} million"
    if size >= 10_000:
        return f"{round(value, -3 if size >= 1e5 else -2):,.0f}"
    if size >= 100:
        return f"{value:,.0f}"
    if size >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if size >= 0.1 else f"{value:.3f}"


def spread(value: Spread) -> str:
    """Return quartiles as text."""
    return f"{number(value.low)}–{number(value.high)}"


def goal(wanted: Goal | None) -> str:
    """Return commitment and aim as text."""
    if wanted is None:
        return ""
    sign = "≤" if wanted.most else "≥"
    if wanted.commit == wanted.aim:
        return f"{sign} {number(wanted.commit)}"
    return f"{sign} {number(wanted.commit)} / {number(wanted.aim)}"


def verdict(result: Result) -> str:
    """Return whether the goal is met, and by how much it is missed."""
    if result.verdict is Verdict.MISSED:
        assert result.goal is not None
        assert result.value is not None
        return f"missed by {number(result.goal.shortfall(result.value.middle))}×"
    return result.verdict.value


HEAD = ("what", "ours", "theirs", "", "quartiles", "commit / aim", "verdict")


def cells(result: Result) -> tuple[str, ...]:
    """Return one line of the table."""
    if result.skipped:
        return (result.title, "–", "", f"left out: {result.skipped}", "", "", "")
    ours = f"{number(result.ours.middle)} {result.unit}" if result.ours else ""
    theirs = f"{number(result.theirs.middle)} {result.unit}" if result.theirs else ""
    value = f"{number(result.value.middle)} {result.means}" if result.value else ""
    around = spread(result.value) if result.value else ""
    return (result.title, ours, theirs, value, around, goal(result.goal), verdict(result))


# ---------------------------------------------------------------------- tables


def text(results: Sequence[Result], machine: Machine) -> str:
    """Return the table for a terminal, and below it what was compared."""
    rows = [HEAD, *(cells(result) for result in results)]
    full = [row for row in rows if not row[3].startswith("left out")]
    widths = [max(len(row[place]) for row in full) for place in range(len(HEAD))]
    widths[0] = max(len(row[0]) for row in rows)
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    notes = [f"{result.title}: {_compared(result)}" for result in results if _compared(result)]
    wrapped = [textwrap.fill(note, 110, subsequent_indent="    ") for note in notes]
    return "\n".join([*lines, "", *wrapped, "", textwrap.fill(machine.words(), 110)])


def _compared(result: Result) -> str:
    beside = f"beside {result.peer}" if result.peer and result.theirs else ""
    return "; ".join(part for part in (result.compared, beside, result.note) if part)


def markdown(results: Sequence[Result], machine: Machine) -> str:
    """Return the numbers for the docs: for each section what was measured, beside whom, and what was compared."""
    head = ("", "ours", "theirs", "ratio or value", "quartiles")
    parts = [f"Taken on {machine.words()}"]
    for section in dict.fromkeys(result.section for result in results):
        own = [result for result in results if result.section == section]
        rows = [head, ("---",) * len(head), *(cells(result)[:5] for result in own)]
        notes = [f"* *{result.title}* – {_compared(result)}." for result in own if _compared(result)]
        parts += [f"### {section}", _table(rows), "\n".join(notes)]
    return "\n\n".join(part for part in parts if part)


def goals(results: Sequence[Result]) -> str:
    """Return what we have committed to and what we aim for, for the docs: the misses first, then the rest."""
    head = ("", "ratio or value", "commit / aim", "verdict")
    judged = [result for result in results if result.verdict is not Verdict.NONE]
    missed = [result for result in judged if result.verdict is Verdict.MISSED]
    met = [result for result in judged if result.verdict is not Verdict.MISSED]
    parts = [f"{len(missed)} of {len(judged)} commitments are missed."]
    for title, part in (("### Missed", missed), ("### Met", met)):
        rows = [(row[0], row[3], row[5], row[6]) for row in map(cells, part)]
        parts += [title, _table([head, ("---",) * len(head), *rows])] if rows else []
    return "\n\n".join(parts)


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def as_json(results: Sequence[Result], machine: Machine) -> str:
    """Return everything as JSON."""
    data = {
        "machine": asdict(machine),
        "results": [
            {**asdict(result), "verdict": result.verdict.value, "verdict_text": verdict(result)}
            for result in results
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------------- docs


def put_block(page: str, name: str, content: str) -> str:
    """Return a page with the content of its marked block replaced.

    Raises:
        ValueError: if the page has no such block.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no block between {begin} and {end}")
    return f"{before}{begin}\n\n{content}\n\n{end}{after}"


def update_docs(path: Path, name: str, content: str) -> None:
    """Replace the content of a marked block in a file."""
    path.write_text(put_block(path.read_text(encoding="utf-8"), name, content), encoding="utf-8")

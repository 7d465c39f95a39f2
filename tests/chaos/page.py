"""The counts of everything that was done to served tables: kept in a file, and written to the docs as tables."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path("docs/howto/chaos.inc")


def read() -> dict[str, Any]:
    """Return what has been counted so far."""
    found: dict[str, Any] = json.loads(RESULTS.read_text())
    return found


def write(results: dict[str, Any]) -> None:
    """Keep the results, and write the page."""
    new = RESULTS.with_suffix(".new")
    new.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    new.replace(RESULTS)
    PAGE.write_text(page(results))


def revision() -> str:
    """Return the last commit that changed the package."""
    said = subprocess.run(
        ["git", "log", "-1", "--format=%h", "--", "keyflower"], capture_output=True, text=True, check=True
    )
    return said.stdout.strip()


def table(faults: dict[str, tuple[str, dict[str, Any]]]) -> list[str]:
    """Return the lines of a table of faults: how often each was tried, in words, and its counts."""
    return [
        "| fault | times | longest time until every table continued | over 10 s "
        "| longest, without the wait for a processor | over 10 s |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | {times} | {row['longest']} s | {row['late']} | {row['own']} s | {row['own late']} |"
            for name, (times, row) in faults.items()
        ),
    ]


def page(results: dict[str, Any]) -> str:
    """Return the results as tables."""
    faults = {name: row for name, row in results.items() if row.get("times")}
    newest = {name: row["newest"] for name, row in faults.items() if "newest" in row}
    lines = []
    if newest:
        lines += ["With the newest server that each fault was tried with, and its revision:", ""]
        lines += table({name: (f"{row['times']} ({row['revision']})", row) for name, row in newest.items()})
        lines += ["", "All runs, also those with earlier servers:", ""]
    lines += table({name: (f"{row['times']} (goal {row['goal']})", row) for name, row in faults.items()})
    lines += [
        "",
        '| store | tables | entries sent | lost or changed | answered "unknown" |',
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {name.removesuffix(': total')} | {row['tables']} | {row['told']:,} | {row['lost']} | {row['unknown']} |"
        for name, row in results.items()
        if name.endswith("total")
    ]
    lines += [
        "",
        "| attack | answers to honest seats | median time | 95 % | time to open a seat | load | revision |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {name.removeprefix('attack: ')} | {row['answers']} | {row['median']} ms | {row['95 %']} ms "
        f"| {row['join']} s | {row['load']} | {row['revision']} |"
        for name, row in results.items()
        if name.startswith("attack:")
    ]
    done: dict[str, int] = {}
    for row in faults.values():
        for name, number in row["revisions"].items():
            done[name] = done.get(name, 0) + number
    said = ", ".join(f"{number:,} with {name}" for name, number in done.items())
    busiest = max((row.get("load", 0) for row in results.values()), default=0)
    lines += [
        "",
        f"Faults by revision of the package: {said}. "
        f"All of them were tried on one machine with {os.cpu_count()} cores, which were busy with other work as well "
        f"(the load was up to {busiest:g}), so times are upper bounds, not measurements of a quiet machine.",
        "",
    ]
    return "\n".join(lines)

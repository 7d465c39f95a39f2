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


def page(results: dict[str, Any]) -> str:
    """Return the results as tables."""
    faults = [(name, row) for name, row in results.items() if row.get("times")]
    lines = [
        "| fault | times | longest time until every table continued | over 10 s "
        "| longest, without the wait for a processor | over 10 s |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {row['times']} of {row['goal']} | {row['longest']} s | {row['late']} | {row['own']} s "
        f"| {row['own late']} |"
        for name, row in faults
    ]
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
    for _, row in faults:
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

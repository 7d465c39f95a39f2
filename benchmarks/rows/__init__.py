"""The rows of the goals, in the order of the table."""

from __future__ import annotations

from benchmarks.result import Row
from benchmarks.rows import counts, fast, imports, logs, memory, play, scoring, texts

SECTIONS: dict[str, tuple[Row, ...]] = {
    "The fast executor": fast.ROWS,
    "Playing": play.ROWS,
    "Memory": memory.ROWS,
    "Scoring": scoring.ROWS,
    "JSON and logs": (*texts.ROWS, *logs.ROWS),
    "Starting": imports.ROWS,
    "Counts beside an earlier revision": counts.ROWS,
}
"""Every row, by the part of the table that it belongs to."""
ROWS: tuple[Row, ...] = tuple(row for rows in SECTIONS.values() for row in rows)
"""Every row."""

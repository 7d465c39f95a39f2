"""The rows of the goals, in the order of the table."""

from __future__ import annotations

from benchmarks.result import Row
from benchmarks.rows import fast, imports, logs, memory, play, scoring, texts

ROWS: tuple[Row, ...] = (
    *fast.ROWS,
    *play.ROWS,
    *memory.ROWS,
    *texts.ROWS,
    *imports.ROWS,
    *scoring.ROWS,
    *logs.ROWS,
)
"""Every row."""

"""Rows as data frames of polars, which is an extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keyflower._install import missing_extra

if TYPE_CHECKING:
    import polars


def frame_of(rows: Sequence[Mapping[str, object]]) -> polars.DataFrame:
    """Return rows that have the same columns as a data frame.

    Raises:
        MissingExtra: if polars is not installed.
    """
    try:
        import polars as pl
    except ImportError as error:
        raise missing_extra("data frames need polars", "analysis") from error
    return pl.DataFrame([dict(row) for row in rows], infer_schema_length=None)

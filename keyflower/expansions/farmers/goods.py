"""The pieces of The Farmers (rules 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyflower.expansions.farmers.putting import ANIMAL
from keyflower.extend import Good, GoodKind

GOODS = (
    Good("wheat", GoodKind.PRODUCE, 30, transport=1),
    Good("sheep", ANIMAL, 32),
    Good("pig", ANIMAL, 24, plural="pigs"),
    Good("cow", ANIMAL, 12, plural="cows"),
)
"""Wheat and the three species of animals."""

HERD_POINTS: Final[Mapping[str, int]] = {"sheep": 1, "pig": 2, "cow": 3}
"""The points of each pasture that holds a species (rules 6.8)."""

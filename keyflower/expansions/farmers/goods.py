"""The pieces of The Farmers (rules 1.2)."""

from __future__ import annotations

from keyflower.extend.goods import Good, GoodKind

GOODS = (
    Good("wheat", GoodKind.PRODUCE, 30, transport=1),
    Good("sheep", GoodKind.ANIMAL, 32, herd_points=1),
    Good("pig", GoodKind.ANIMAL, 24, herd_points=2),
    Good("cow", GoodKind.ANIMAL, 12, herd_points=3),
)
"""Wheat and the three species of animals."""

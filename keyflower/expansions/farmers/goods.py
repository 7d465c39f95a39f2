"""The pieces of The Farmers (rules 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyflower.expansions.farmers.herds import ANIMAL
from keyflower.extend import Good, GoodKind, Outline, Shape, oval

_GRAIN: Final = "#f0c04a"
_STRAW: Final = "#8a6512"
_PINK: Final = "#f2a3ae"
_HIDE: Final = "#f6f1e7"
_PATCH: Final = "#6b4226"
_WOOL: Final = "#ffffff"

_WHEAT = Shape(
    (
        Outline("M0 11.5L0 -4", line=_STRAW, width=1.6),
        Outline("M0 6.5Q-9 5.5 -7 -1Q-1 0.5 0 6.5Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 6.5Q9 5.5 7 -1Q1 0.5 0 6.5Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 1Q-9 0 -7 -6.5Q-1 -5 0 1Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 1Q9 0 7 -6.5Q1 -5 0 1Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 -4.5Q-9 -5.5 -7 -12Q-1 -10.5 0 -4.5Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 -4.5Q9 -5.5 7 -12Q1 -10.5 0 -4.5Z", _GRAIN, _STRAW, 0.9),
        Outline("M0 -5Q-3.5 -9 0 -12Q3.5 -9 0 -5Z", _GRAIN, _STRAW, 0.9),
    ),
    letters="Wh",
    letter_size=8.5,
    at=(0, 3),
    plate="#fff6d8",
    size=(20, 24),
)
_SHEEP = Shape(
    (
        Outline("M-5 5L-5 10.5M2 5L2 10.5", width=2),
        *(
            Outline(oval(x, y, r), _WOOL)
            for x, y, r in ((-5, -3.5, 5), (1.5, -5, 5), (-5.5, 2.5, 5), (2, 3, 5.2))
        ),
        Outline(oval(-1.6, -1, 7.5, 6), _WOOL, "none"),
        Outline(oval(8.2, -2.5, 3.4, 4.3), "#3a3a3a", width=0.8),
        Outline(oval(9, -3.6, 0.8), _WOOL, "none"),
    ),
    letters="Sh",
    letter_size=8.5,
    at=(-2, -0.6),
    size=(24, 22),
)
_PIG = Shape(
    (
        Outline("M-7 5L-7 10.5M2 5L2 10.5", width=2),
        Outline("M-11.2 -2Q-13 -5 -10.5 -5"),
        Outline(oval(-2, 0, 9.5, 7), _PINK),
        Outline("M4 -6.5L8.5 -9L8 -4Z", _PINK, width=1),
        Outline(oval(6.8, -1, 4.6), _PINK),
        Outline(oval(10.4, 0.2, 1.8, 2.5), "#d9707f", width=0.8),
    ),
    letters="P",
    letter_size=10,
    at=(-3.4, 0),
    size=(25, 20),
)
_COW = Shape(
    (
        Outline("M-9 5L-9 10.5M-5 5L-5 10.5M0 5L0 10.5M4 5L4 10.5", width=2),
        Outline(
            "M-8 -5.75H3A3 3 0 0 1 6 -2.75V2.75A3 3 0 0 1 3 5.75H-8A3 3 0 0 1 -11 2.75V-2.75A3 3 0 0 1 -8 -5.75Z",
            _HIDE,
        ),
        Outline(oval(-8, -3, 2.6), _PATCH, "none"),
        Outline(oval(3.4, 3.6, 2.2), _PATCH, "none"),
        Outline("M5.5 -8L11 -8L10.2 0L6.6 0Z", _PATCH),
        Outline("M5.8 -8L3.6 -10.5M10.8 -8L12.6 -10.5", width=1.6),
    ),
    letters="C",
    letter_size=10,
    at=(-2.4, 0),
    size=(25, 23),
)

GOODS = (
    Good("wheat", GoodKind.PRODUCE, 30, transport=1, look=_WHEAT),
    Good("sheep", ANIMAL, 32, look=_SHEEP),
    Good("pig", ANIMAL, 24, plural="pigs", look=_PIG),
    Good("cow", ANIMAL, 12, plural="cows", look=_COW),
)
"""Wheat and the three species of animals."""

HERD_POINTS: Final[Mapping[str, int]] = {"sheep": 1, "pig": 2, "cow": 3}
"""The points of each pasture that holds a species (rules 6.8)."""

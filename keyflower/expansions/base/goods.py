"""The pieces of the base game (rules 1.1)."""

from __future__ import annotations

from typing import Final

from keyflower.extend import LIGHT, Good, GoodKind, Outline, PerPiece, Shape, Source, Term, oval

_TOOL: Final = "#3d3426"


def _token(*tool: Outline) -> Shape:
    """Return a round token with a tool on it."""
    return Shape((Outline(oval(0, 0, 11), "#f0e2c0"), *tool), letters="", size=(23, 23))


_ANVIL = _token(
    Outline(
        "M-8 -4.5L7.5 -4.5L7.5 -2C4 -1.5 2.8 0 2.8 2L4.6 2.6L5.6 5.5L-5.6 5.5L-4.6 2.6L-2.8 2"
        "C-2.8 -0.4 -4.5 -2 -8 -2.4Z",
        _TOOL,
        width=0.6,
    )
)
_PICKAXE = _token(
    Outline("M-8 -0.5Q0 -9 8 -0.5", line=_TOOL, width=2.8), Outline("M0 -4.5L0 7.5", line=_TOOL, width=2.4)
)
_SAW = _token(
    Outline(
        "M-9 -2.2L3 -4.2L3 2L3 1L1.3 3.2L-0.4 1L-2.1 3.2L-3.8 1L-5.5 3.2L-7.2 1L-8.9 3.2Z", _TOOL, width=0.4
    ),
    Outline("M3 -3.5Q9 -4.5 8.6 0Q8 4 3 1.6", line=_TOOL, width=2.2),
)
_GOLD = Shape(
    (
        Outline("M0 -11.5L11.5 0L0 11.5L-11.5 0Z", "#f2bf26"),
        Outline("M-5 -5L0 -9.4L5 -5", line="#fff3c4"),
    ),
    letters="G",
    letter_size=11,
    size=(23, 23),
)
_IRON = Shape(
    (("M-6.5 -8L6.5 -8L11.5 8L-11.5 8Z", "#46525e"),), letters="I", letter_size=12, ink=LIGHT, size=(23, 18)
)
_STONE = Shape(
    (("M-10.5 2L-7 -7L1 -10L8.5 -6.5L11 3L6 9.5L-6 9.5Z", "#c4c6c9"),),
    letters="S",
    letter_size=12,
    size=(22, 21),
)
_WOOD = Shape(
    (
        Outline("M-4.5 -7H4.5A7 7 0 0 1 4.5 7H-4.5A7 7 0 0 1 -4.5 -7Z", "#9c5f2a"),
        Outline(oval(7.5, 0, 4, 7), "#e2b981", width=1),
        Outline(oval(7.5, 0, 1.5, 3), line="#7a4a1e", width=0.9),
    ),
    letters="W",
    letter_size=9.5,
    ink=LIGHT,
    at=(-4, 0),
    size=(23, 16),
)

WORKERS = (
    Good("red", GoodKind.WORKER, 40, source=Source.BAG),
    Good("blue", GoodKind.WORKER, 40, source=Source.BAG),
    Good("yellow", GoodKind.WORKER, 40, source=Source.BAG),
    Good("green", GoodKind.WORKER, 20),
)
"""The workers; the green ones wait in the open supply."""

SKILLS = (
    Good("anvil", GoodKind.SKILL, 16, source=Source.STACK, plural="anvils", look=_ANVIL),
    Good("pickaxe", GoodKind.SKILL, 16, source=Source.STACK, plural="pickaxes", look=_PICKAXE),
    Good("saw", GoodKind.SKILL, 16, source=Source.STACK, plural="saws", look=_SAW),
)
"""The skill tokens."""

RESOURCES = (
    Good("gold", GoodKind.RESOURCE, 48, wild=True, look=_GOLD),
    Good("iron", GoodKind.RESOURCE, 24, look=_IRON),
    Good("stone", GoodKind.RESOURCE, 24, look=_STONE),
    Good("wood", GoodKind.RESOURCE, 24, look=_WOOD),
)
"""The resources; gold stands for any of them."""

GOODS = (*WORKERS, *SKILLS, *RESOURCES)
"""All pieces of the base game."""

TERMS: tuple[Term, ...] = (PerPiece(1, ("gold",)),)
"""What scores without any tile (rules 6.2: unallocated gold)."""

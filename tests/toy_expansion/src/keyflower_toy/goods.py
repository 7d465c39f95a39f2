"""The pieces of The Lanterns, and what is left of them at the end."""

from __future__ import annotations

from keyflower.extend import LIGHT, Good, GoodKind, Need, Outline, PerPiece, PerSet, Shape, Source, oval

OIL = "oil"
LANTERN = "lantern"
TORCH = "torch"

DROP = Shape((("M0 -11C6 -3 9 1 9 5A9 9 0 0 1 -9 5C-9 1 -6 -3 0 -11Z", "#3d3426"),), ink=LIGHT, at=(0, 4))
"""A drop of oil; its letters are its initials."""
LAMP = Shape(
    (
        Outline("M-4 -8Q0 -13 4 -8"),
        Outline("M-7 -8H7V9H-7Z", "#7a5c2e"),
        Outline(oval(0, 0.5, 4.5, 6), "#ffd84d", "#b98000", 1),
    ),
    letters="",
    size=(16, 24),
)
"""A lantern; it has no letters."""

GOODS = (
    Good(OIL, GoodKind.PRODUCE, 24, title="Lamp oil", transport=1, look=DROP),
    Good(LANTERN, GoodKind.RESOURCE, 16, title="Lantern", look=LAMP),
    Good(TORCH, GoodKind.SKILL, 3, title="Torch", source=Source.STACK, words="a skill like any other"),
)
"""Oil lives behind the screen, lanterns live on tiles, torches wait among the skills."""

OIL_LEFT = PerSet(1, (Need((OIL,), 3),))
"""Scores without any tile."""
COMETS_LEFT = PerPiece(1, ("comet",))
"""So do the comets that a chart counts."""

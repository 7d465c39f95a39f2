"""The pieces of The Lanterns, and what is left of them at the end."""

from __future__ import annotations

from keyflower.extend import Good, GoodKind, Need, PerPiece, PerSet

OIL = "oil"
LANTERN = "lantern"

GOODS = (
    Good(OIL, GoodKind.PRODUCE, 24, title="Lamp oil", transport=1),
    Good(LANTERN, GoodKind.RESOURCE, 16, title="Lantern"),
)
"""Oil lives behind the screen, lanterns live on tiles."""

OIL_LEFT = PerSet(1, (Need((OIL,), 3),))
"""Scores without any tile."""
COMETS_LEFT = PerPiece(1, ("comet",))
"""So do the comets that a chart counts."""

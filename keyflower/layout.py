"""The geometry of villages: where tiles lie, what fits where, and the hexes underneath.

>>> from keyflower.layout import distance
>>> distance((0, 0), (2, -1))
2
"""

from keyflower.model.hexes import (
    COMPASS,
    DIRECTIONS,
    Cell,
    centre,
    corners,
    distance,
    minus,
    neighbour,
    neighbours,
    opposite,
    plus,
    rotated,
    touching_half,
)
from keyflower.model.layout import Fit, Layout, Placed
from keyflower.model.misfits import Clash, Misfit
from keyflower.model.pastures import Pasture, Region

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "Cell",
    "Clash",
    "Fit",
    "Layout",
    "Misfit",
    "Pasture",
    "Placed",
    "Region",
    "centre",
    "corners",
    "distance",
    "minus",
    "neighbour",
    "neighbours",
    "opposite",
    "plus",
    "rotated",
    "touching_half",
]

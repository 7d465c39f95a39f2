"""The geometry of hexes: cells, edges and distances.

>>> from keyflower.hexes import distance
>>> distance((0, 0), (2, -1))
2
"""

from keyflower.vocabulary.hexes import (
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

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "Cell",
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

"""Tiles by their edges, and strategies that lay them: for the tests of layouts and villages."""

from hypothesis import strategies as st

from keyflower.model.hexes import neighbours
from keyflower.model.layout import Layout, Placed

HOMES = ("WRRRRR", "RWRRRR", "RRRWRR", "RRWRRR", "RRRRWR", "RRRRRW")
BOAT = "WFFWFF"
SHELTER = "FFFFFF"
WINTER = "RFFFFF"
SPRING, SUMMER, AUTUMN = ("RFFRRR", "RRFRRF", "RFRRFR"), ("FRRFRF", "RFFRFR", "RRFRFF"), ("RRFFFF", "FRFFRF")
TURN_ORDER = ("FFFRFF", "RFFRFF", "FRFRFR", "FRRFRR")
ODD = ("RRRRRR", "WWFRFF", "FWFFRW", "WWWWWW", "FFWFFF", "RFFWFF")
"""No printed tile has these, but an expansion's may."""
TILES = (*SPRING, *SUMMER, *AUTUMN, *TURN_ORDER, WINTER, SHELTER, BOAT)
HOME = Placed("home", (0, 0), 0, "WRRRRR", "home")
ALONE = Layout((HOME,))
S, SE = (0, 1), (1, 0)


def kind_of(edges):
    return "summer_boat" if edges == BOAT else "village"


def lay(layout, name, edges, cell, rotation, *, free=False):
    """Lay a tile where the rules allow it."""
    assert layout.fits(edges, cell, rotation, free=free)
    return layout.adding(Placed(name, cell, rotation, edges, kind_of(edges)))


def contacts(layout, cell):
    return sum(other in layout.cells for other in neighbours(cell))


def ids(layout):
    return [pasture.id for pasture in layout.pastures]


@st.composite
def layouts(draw, tiles=TILES, most=11):
    """A home and tiles laid one by one at places that the rules allow, some of them freely (boat 2a)."""
    layout = Layout((Placed("home", (0, 0), 0, draw(st.sampled_from(HOMES)), "home"),))
    for number in range(draw(st.integers(0, most))):
        edges = draw(st.sampled_from(tiles))
        free = draw(st.integers(0, 3)) == 0
        places = layout.places(edges, free=free)
        if places:
            if draw(st.booleans()):  # where most tiles touch, so that loops close and pastures meet
                most_touched = max(contacts(layout, cell) for cell, _ in places)
                places = tuple(place for place in places if contacts(layout, place[0]) == most_touched)
            cell, rotation = places[draw(st.integers(0, 10**4)) % len(places)]
            layout = lay(layout, f"t{number}", edges, cell, rotation, free=free)
    return layout

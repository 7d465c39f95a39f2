"""The winter tiles of The Farmers: one road each; they only score (rules 6.2, 6.8)."""

from __future__ import annotations

from keyflower.expansions.farmers.scoring import HerdWorth
from keyflower.extend import Face, Need, PerSet, PerTileOfPasture, Season, Tile

BAKERY = Tile(
    "bakery",
    title="Bakery",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerSet(4, (Need(("wheat",)), Need("resource"), Need("skill"))),)),
)
DAIRY = Tile(
    "dairy",
    title="Dairy",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(HerdWorth("cow", 7),)),
)
GRANARY = Tile(
    "granary",
    title="Granary",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerSet(3, (Need(("wheat",), 2),)),)),
)
DOWNS = Tile(
    "downs",
    title="Downs",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerTileOfPasture(1),)),
)
TRUFFLE_ORCHARD = Tile(
    "truffle_orchard",
    title="Truffle orchard",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(HerdWorth("pig", 5),)),
)
WEAVER = Tile(
    "weaver",
    title="Weaver",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(HerdWorth("sheep", 3),)),
)

WINTER = (BAKERY, DAIRY, GRANARY, DOWNS, TRUFFLE_ORCHARD, WEAVER)
"""All winter tiles of The Farmers."""

"""The autumn tiles of The Farmers: two roads each, the shelter none."""

from __future__ import annotations

from keyflower.expansions.farmers.scoring import Sheltered
from keyflower.extend import Cost, Face, Gain, Season, Tile

COW_SHED = Tile(
    "cow_shed",
    title="Cow shed",
    season=Season.AUTUMN,
    edges="RFFRFF",
    front=Face(use=Gain(cow=1)),
    back=Face(use=Gain(cow=2), points=3),
    upgrade=Cost(any_resource=2),
    reconstructed=("upgrade", "back", "points", "edges"),
)
PIGGERY = Tile(
    "piggery",
    title="Piggery",
    season=Season.AUTUMN,
    edges="RFRFFF",
    front=Face(use=Gain(pig=1, wheat=1)),
    back=Face(use=Gain(pig=1, wheat=2), points=5),
    upgrade=Cost(wood=1, iron=1),
    reconstructed=("front.wheat", "upgrade", "back.wheat", "points", "edges"),
)
RANCH = Tile(
    "ranch",
    title="Ranch",
    season=Season.AUTUMN,
    edges="RRFFFF",
    front=Face(use=Gain(cow=1, wheat=1)),
    back=Face(use=Gain(cow=1, wheat=2), points=5),
    upgrade=Cost(stone=1, iron=1),
    reconstructed=("front.wheat", "upgrade", "back.wheat", "points", "edges"),
)
SHEEP_SHELTER = Tile(
    "sheep_shelter",
    title="Sheep shelter",
    season=Season.AUTUMN,
    edges="FFFFFF",
    front=Face(scores=(Sheltered("sheep", 1),)),
    back=Face(scores=(Sheltered("sheep", 3),)),
    upgrade=Cost(any_skill=1),
    reconstructed=("upgrade", "points"),
)

AUTUMN = (COW_SHED, PIGGERY, RANCH, SHEEP_SHELTER)
"""All autumn tiles of The Farmers."""

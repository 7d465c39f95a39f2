"""The spring tiles of The Farmers: four roads each."""

from __future__ import annotations

from keyflower.extend import Carry, Cost, Draw, Face, Gain, Season, Tile

FARM_YARD = Tile(
    "farm_yard",
    title="Farm yard",
    season=Season.SPRING,
    edges="FRFRRR",
    front=Face(use=Gain(sheep=1) | Gain(wheat=1) | Draw(skills=1)),
    back=Face(use=Gain(sheep=1, wheat=1) & Draw(skills=1), points=3),
    upgrade=Cost(any_resource=2),
    reconstructed=("upgrade", "points", "edges"),
)
PADDOCK = Tile(
    "paddock",
    title="Paddock",
    season=Season.SPRING,
    edges="FFRRRR",
    front=Face(use=Gain(wheat=1) & Carry(1, upgrades=1)),
    back=Face(use=Gain(wheat=2) & Carry(2, upgrades=2), points=5),
    upgrade=Cost(stone=1, iron=1),
    reconstructed=("upgrade", "back.transport", "back.upgrades", "points", "edges"),
)
SHEEP_FOLD = Tile(
    "sheep_fold",
    title="Sheep fold",
    season=Season.SPRING,
    edges="FRRFRR",
    front=Face(use=Gain(sheep=1)),
    back=Face(use=Gain(sheep=2), points=3),
    upgrade=Cost(wood=1, stone=1),
    reconstructed=("upgrade", "back", "points", "edges"),
)
WHEAT_FIELD = Tile(
    "wheat_field",
    title="Wheat field",
    season=Season.SPRING,
    edges="FRFRRR",
    front=Face(use=Gain(wheat=2)),
    back=Face(use=Gain(wheat=3), points=3),
    upgrade=Cost(wood=1, iron=1),
    reconstructed=("upgrade", "points", "edges"),
)

SPRING = (FARM_YARD, PADDOCK, SHEEP_FOLD, WHEAT_FIELD)
"""All spring tiles of The Farmers."""

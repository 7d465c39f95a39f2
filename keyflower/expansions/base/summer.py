"""The summer tiles of the base game: three roads each; the summer boats are in a separate module."""

from __future__ import annotations

from keyflower.extend import Carry, Cost, Draw, Face, Gain, Pay, Season, Tile

BREWER = Tile(
    "brewer",
    title="Brewer",
    season=Season.SUMMER,
    edges="FRRFRF",
    front=Face(use=Pay(any_skill=1) >> Draw(workers=2)),
    back=Face(use=Pay(any_skill=1) >> Draw(workers=3), points=3),
    upgrade=Cost(stone=1, iron=1),
)
CARPENTER = Tile(
    "carpenter",
    title="Carpenter",
    season=Season.SUMMER,
    edges="FRFRRF",
    front=Face(use=Pay(saw=1) >> Gain(wood=3)),
    back=Face(use=Pay(saw=1) >> Gain(gold=3), points=7),
    upgrade=Cost(wood=3),
)
FARRIER = Tile(
    "farrier",
    title="Farrier",
    season=Season.SUMMER,
    edges="RFRFFR",
    front=Face(use=Carry(3, upgrades=1)),
    back=Face(use=Carry(5, upgrades=2), points=5),
    upgrade=Cost(any_resource=2),
)
HIRING_FAIR = Tile(
    "hiring_fair",
    title="Hiring fair",
    season=Season.SUMMER,
    edges="FFRRFR",
    front=Face(use=Pay(any_skill=1) >> Draw(skills=2)),
    back=Face(use=Pay(any_skill=1) >> Draw(skills=3), points=5),
    upgrade=Cost(wood=1, iron=1),
)
MASON = Tile(
    "mason",
    title="Mason",
    season=Season.SUMMER,
    edges="FRRFFR",
    front=Face(use=Pay(pickaxe=1) >> Gain(stone=3)),
    back=Face(use=Pay(pickaxe=1) >> Gain(gold=3), points=7),
    upgrade=Cost(stone=3),
)
SMELTER = Tile(
    "smelter",
    title="Smelter",
    season=Season.SUMMER,
    edges="RRFRFF",
    front=Face(use=Pay(anvil=1) >> Gain(iron=3)),
    back=Face(use=Pay(anvil=1) >> Gain(gold=3), points=7),
    upgrade=Cost(iron=3),
)
STORE = Tile(
    "store",
    title="Store",
    season=Season.SUMMER,
    edges="RFFRFR",
    front=Face(use=Pay(blue=1) >> Gain(green=1)),
    back=Face(use=Pay(blue=1) >> Gain(green=2), points=3),
    upgrade=Cost(gold=1),
)
TAVERN = Tile(
    "tavern",
    title="Tavern",
    season=Season.SUMMER,
    edges="FRFFRR",
    front=Face(use=Pay(any_worker=1) >> Draw(workers=2)),
    back=Face(use=Pay(any_worker=1) >> Draw(workers=3)),
    upgrade=Cost(wood=1, stone=1, iron=1),
)

SUMMER = (BREWER, CARPENTER, FARRIER, HIRING_FAIR, MASON, SMELTER, STORE, TAVERN)
"""All summer tiles of the base game except the boats."""

"""The autumn tiles of the base game: two roads each."""

from __future__ import annotations

from keyflower.extend import Carry, Cost, Draw, Face, Gain, Pay, PerStored, Season, Tile

BARN = Tile(
    "barn",
    title="Barn",
    season=Season.AUTUMN,
    edges="RRFFFF",
    front=Face(scores=(PerStored(1, "resource"),)),
    back=Face(scores=(PerStored(2, "resource"),)),
    upgrade=Cost(any_skill=1),
)
BLACKSMITH = Tile(
    "blacksmith",
    title="Blacksmith",
    season=Season.AUTUMN,
    edges="FFRRFF",
    front=Face(scores=(PerStored(2, ("iron",)),)),
    back=Face(scores=(PerStored(3, ("iron",)),)),
    upgrade=Cost(anvil=1),
)
STONE_YARD = Tile(
    "stone_yard",
    title="Stone yard",
    season=Season.AUTUMN,
    edges="FRFRFF",
    front=Face(scores=(PerStored(2, ("stone",)),)),
    back=Face(scores=(PerStored(3, ("stone",)),)),
    upgrade=Cost(pickaxe=1),
)
TIMBER_YARD = Tile(
    "timber_yard",
    title="Timber yard",
    season=Season.AUTUMN,
    edges="FRFFFR",
    front=Face(scores=(PerStored(2, ("wood",)),)),
    back=Face(scores=(PerStored(3, ("wood",)),)),
    upgrade=Cost(saw=1),
)
FAIR = Tile(
    "fair",
    title="Fair",
    season=Season.AUTUMN,
    edges="FFFFRR",
    front=Face(use=Pay(red=1) >> Gain(green=1)),
    back=Face(use=Pay(red=1) >> Gain(green=2), points=5),
    upgrade=Cost(gold=1),
)
FORGE = Tile(
    "forge",
    title="Forge",
    season=Season.AUTUMN,
    edges="RFRFFF",
    front=Face(points=3),
    back=Face(points=10),
    upgrade=Cost(iron=3),
)
GOLDSMITH = Tile(
    "goldsmith",
    title="Goldsmith",
    season=Season.AUTUMN,
    edges="FRFFRF",
    back=Face(points=7),
    upgrade=Cost(gold=2),
)
SAWMILL = Tile(
    "sawmill",
    title="Sawmill",
    season=Season.AUTUMN,
    edges="RFFRFF",
    front=Face(points=3),
    back=Face(points=10),
    upgrade=Cost(wood=3),
)
SCULPTOR = Tile(
    "sculptor",
    title="Sculptor",
    season=Season.AUTUMN,
    edges="FFRFFR",
    front=Face(points=3),
    back=Face(points=10),
    upgrade=Cost(stone=3),
)
WELL = Tile(
    "well",
    title="Well",
    season=Season.AUTUMN,
    edges="FFFRFR",
    front=Face(points=3),
    back=Face(points=7),
    upgrade=Cost(any_resource=3),
)
INN = Tile(
    "inn",
    title="Inn",
    season=Season.AUTUMN,
    edges="RFFFRF",
    front=Face(use=Draw(workers=1)),
    back=Face(use=Draw(workers=3)),
    upgrade=Cost(any_resource=1, any_skill=1),
)
WAINWRIGHT = Tile(
    "wainwright",
    title="Wainwright",
    season=Season.AUTUMN,
    edges="FFRFRF",
    front=Face(use=Carry(4, upgrades=2)),
    back=Face(use=Carry(6, upgrades=2), points=5),
    upgrade=Cost(any_resource=2),
)

AUTUMN = (
    BARN,
    BLACKSMITH,
    STONE_YARD,
    TIMBER_YARD,
    FAIR,
    FORGE,
    GOLDSMITH,
    SAWMILL,
    SCULPTOR,
    WELL,
    INN,
    WAINWRIGHT,
)
"""All autumn tiles of the base game."""

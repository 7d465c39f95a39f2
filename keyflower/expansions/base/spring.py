"""The spring tiles of the base game: four roads each."""

from __future__ import annotations

from keyflower.extend import Carry, Cost, Draw, Face, Gain, Pay, Season, Tile

ALEHOUSE = Tile(
    "alehouse",
    title="Alehouse",
    season=Season.SPRING,
    edges="RRRRFF",
    front=Face(use=Draw(workers=1)),
    back=Face(use=Draw(workers=2)),
    upgrade=Cost(wood=1, stone=1, iron=1),
)
APPRENTICE_HALL = Tile(
    "apprentice_hall",
    title="Apprentice hall",
    season=Season.SPRING,
    edges="RRFRRF",
    front=Face(use=Draw(skills=1)),
    back=Face(use=Draw(skills=2), points=3),
    upgrade=Cost(wood=1, stone=1),
)
GOLD_MINE = Tile(
    "gold_mine",
    title="Gold mine",
    season=Season.SPRING,
    edges="RFRRFR",
    front=Face(use=Gain(gold=1)),
    back=Face(use=Gain(gold=2), points=3),
    upgrade=Cost(stone=1, iron=1),
)
KEY_MINE = Tile(
    "key_mine",
    title="Key mine",
    season=Season.SPRING,
    edges="RFFRRR",
    front=Face(use=Gain(iron=1)),
    back=Face(use=Gain(iron=3), points=3),
    upgrade=Cost(anvil=1),
)
KEYSTONE_QUARRY = Tile(
    "keystone_quarry",
    title="Keystone quarry",
    season=Season.SPRING,
    edges="RFRRRF",
    front=Face(use=Gain(stone=1)),
    back=Face(use=Gain(stone=3), points=3),
    upgrade=Cost(pickaxe=1),
)
KEYWOOD = Tile(
    "keywood",
    title="Keywood",
    season=Season.SPRING,
    edges="RRFRRF",
    front=Face(use=Gain(wood=1)),
    back=Face(use=Gain(wood=3), points=3),
    upgrade=Cost(saw=1),
)
MINER = Tile(
    "miner",
    title="Miner",
    season=Season.SPRING,
    edges="RRFRFR",
    front=Face(use=Gain(iron=2)),
    back=Face(use=Gain(iron=1, gold=1), points=3),
    upgrade=Cost(anvil=1),
)
PEDDLER = Tile(
    "peddler",
    title="Peddler",
    season=Season.SPRING,
    edges="RFRRRF",
    front=Face(use=Pay(yellow=1) >> Gain(green=1)),
    back=Face(use=Pay(yellow=1) >> Gain(green=2)),
    upgrade=Cost(gold=1),
)
QUARRYMAN = Tile(
    "quarryman",
    title="Quarryman",
    season=Season.SPRING,
    edges="RFRRFR",
    front=Face(use=Gain(stone=2)),
    back=Face(use=Gain(stone=1, gold=1), points=3),
    upgrade=Cost(pickaxe=1),
)
STABLE = Tile(
    "stable",
    title="Stable",
    season=Season.SPRING,
    edges="RRFRFR",
    front=Face(use=Carry(2, upgrades=1)),
    back=Face(use=Carry(4, upgrades=2), points=5),
    upgrade=Cost(wood=1, iron=1),
)
WOODCUTTER = Tile(
    "woodcutter",
    title="Woodcutter",
    season=Season.SPRING,
    edges="RRRRFF",
    front=Face(use=Gain(wood=2)),
    back=Face(use=Gain(wood=1, gold=1), points=3),
    upgrade=Cost(saw=1),
)
WORKSHOP = Tile(
    "workshop",
    title="Workshop",
    season=Season.SPRING,
    edges="RFFRRR",
    front=Face(use=Gain(wood=1) | Gain(stone=1) | Gain(iron=1)),
    back=Face(use=Gain(wood=1, stone=1, iron=1), points=3),
    upgrade=Cost(any_resource=2),
)

SPRING = (
    ALEHOUSE,
    APPRENTICE_HALL,
    GOLD_MINE,
    KEY_MINE,
    KEYSTONE_QUARRY,
    KEYWOOD,
    MINER,
    PEDDLER,
    QUARRYMAN,
    STABLE,
    WOODCUTTER,
    WORKSHOP,
)
"""All spring tiles of the base game."""

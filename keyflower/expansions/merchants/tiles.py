"""The village tiles of The Merchants (merchants 6)."""

from __future__ import annotations

from keyflower.expansions.merchants.contract_choice import GainContracts
from keyflower.expansions.merchants.scoring import PerExtension, PerUpgradedTile, UnfilledContracts
from keyflower.extend import Cost, Draw, Face, Gain, Season, Tile

ASSAYER = Tile(
    "assayer",
    title="Assayer",
    season=Season.SPRING,
    edges="FFRRRR",
    front=Face(use=GainContracts(1) | Gain(stone=1) | Gain(iron=1)),
    upgrade=Cost(pickaxe=1),
    back=Face(use=Gain(stone=1, iron=1) & GainContracts(1), points=3),
)
BOOKKEEPER = Tile(
    "bookkeeper",
    title="Bookkeeper",
    season=Season.SUMMER,
    edges="RRFFRF",
    front=Face(use=GainContracts(1) | Draw(skills=1)),
    upgrade=Cost(iron=1, any_resource=1),
    back=Face(use=Draw(skills=1) & GainContracts(1), points=3),
)
MERCHANT = Tile(
    "merchant",
    title="Merchant",
    season=Season.AUTUMN,
    edges="RFFFFR",
    front=Face(use=GainContracts(1)),
    upgrade=Cost(stone=1, any_resource=1),
    back=Face(use=GainContracts(2), points=3),
)
ARTISAN = Tile(
    "artisan",
    title="Artisan",
    season=Season.WINTER,
    edges="FRFFFF",
    front=Face(scores=(PerUpgradedTile(2),)),
)
BUILDER = Tile(
    "builder",
    title="Builder",
    season=Season.WINTER,
    edges="FFFRFF",
    front=Face(scores=(PerExtension(3),)),
)
MULETEER = Tile(
    "muleteer",
    title="Muleteer",
    season=Season.WINTER,
    edges="FFFFFR",
    front=Face(scores=(UnfilledContracts(3),)),
)

VILLAGE_TILES = (ASSAYER, BOOKKEEPER, MERCHANT, ARTISAN, BUILDER, MULETEER)
"""All village tiles by season."""

"""The homes: five roads, one inlet, and a cart (rules 1.6)."""

from __future__ import annotations

from keyflower.extend import Carry, Cost, Face, Tile, TileKind

HOME_1 = Tile(
    "home_1",
    title="Home 1",
    kind=TileKind.HOME,
    number=1,
    edges="WRRRRR",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(wood=1, stone=1),
)
HOME_2 = Tile(
    "home_2",
    title="Home 2",
    kind=TileKind.HOME,
    number=2,
    edges="RWRRRR",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(stone=1, iron=1),
)
HOME_3 = Tile(
    "home_3",
    title="Home 3",
    kind=TileKind.HOME,
    number=3,
    edges="RRRWRR",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(wood=1, iron=1),
)
HOME_4 = Tile(
    "home_4",
    title="Home 4",
    kind=TileKind.HOME,
    number=4,
    edges="RRWRRR",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(wood=1, stone=1),
)
HOME_5 = Tile(
    "home_5",
    title="Home 5",
    kind=TileKind.HOME,
    number=5,
    edges="RRRRWR",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(stone=1, iron=1),
)
HOME_6 = Tile(
    "home_6",
    title="Home 6",
    kind=TileKind.HOME,
    number=6,
    edges="RRRRRW",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=5),
    upgrade=Cost(wood=1, iron=1),
)

HOMES = (HOME_1, HOME_2, HOME_3, HOME_4, HOME_5, HOME_6)
"""All homes by number."""

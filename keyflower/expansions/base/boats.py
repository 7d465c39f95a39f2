"""The boats, in the order of the row: what arrives on them, and what they score in winter (rules 6.7)."""

from __future__ import annotations

from keyflower.extend import (
    FREE_FLIP,
    ByBoatsOnWater,
    Face,
    PerLoopTile,
    PerPiece,
    PerTransport,
    Power,
    Tile,
    TileKind,
)

KEYFLOWER = Tile(
    "boat_keyflower",
    title="Keyflower",
    kind=TileKind.BOAT,
    min_players=2,
    edges="WFFWFF",
    arrivals=((7, 1), (7, 1), (3, 2)),
    front=Face(scores=(PerTransport(1),)),
)
SEA_BASTION = Tile(
    "boat_sea_bastion",
    title="Sea Bastion",
    kind=TileKind.BOAT,
    min_players=2,
    edges="WFFWFF",
    arrivals=((6, 2), (6, 2), (6, 2)),
    front=Face(scores=(PerLoopTile(1),)),
)
SEA_BREESE = Tile(
    "boat_sea_breese",
    title="Sea Breese",
    kind=TileKind.BOAT,
    min_players=3,
    edges="WFFWFF",
    arrivals=((6, 1), (4, 1), (4, 1)),
    front=Face(scores=(ByBoatsOnWater((0, 2, 4, 8, 16, 32)),)),
)
FLIPPER = Tile(
    "boat_flipper",
    title="Flipper",
    kind=TileKind.BOAT,
    min_players=4,
    edges="WFFWFF",
    arrivals=((5, 2), (5, 2), (2, 2)),
    front=Face(powers=(Power(FREE_FLIP, "one of your tiles is upgraded for free before scoring"),), points=2),
)
IANVINCIBLE = Tile(
    "boat_ianvincible",
    title="Ianvincible",
    kind=TileKind.BOAT,
    min_players=5,
    edges="WFFWFF",
    arrivals=((5, 1), (5, 1), (3, 1)),
    front=Face(points=5),
)
WHITE_WIND = Tile(
    "boat_white_wind",
    title="White Wind",
    kind=TileKind.BOAT,
    min_players=6,
    edges="WFFWFF",
    arrivals=((4, 2), (4, 2), (4, 1)),
    front=Face(scores=(PerPiece(1, "worker"),)),
)

BOATS = (KEYFLOWER, SEA_BASTION, SEA_BREESE, FLIPPER, IANVINCIBLE, WHITE_WIND)
"""All boats in the order of the row (rules 2.1.3)."""

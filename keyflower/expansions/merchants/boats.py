"""The boats II, each an alternative to the boat of the base game that has its name (merchants 7)."""

from __future__ import annotations

from typing import Final

from keyflower.expansions.merchants.boat_choice import REPLACED, WHEN_TAKEN
from keyflower.expansions.merchants.scoring import FilledContracts, FreeExtension, PerUpgrade, PerWinterTile
from keyflower.extend import Cost, Face, Gain, Noted, Piece, Power, Row, Sign, Tile, TileKind, phrase

_MARKS: Final = ("min_players",)
"""What no source prints on these boats: they are used with as many players as their namesakes (merchants M19)."""

_IN_WINTER: Final = Noted(Row((Sign.BOAT, Piece("gold", 3))), phrase("taken in winter"))
_EXCHANGED: Final = Noted(Row((Sign.BOAT, Sign.SWAP, Sign.BOAT)), phrase("replaced after autumn"))

KEYFLOWER_II = Tile(
    "boat_keyflower_ii",
    title="Keyflower II",
    kind=TileKind.BOAT,
    pair="base:boat_keyflower",
    min_players=2,
    edges="WFFWFF",
    arrivals=((7, 0), (4, 1), (4, 1)),
    cargo=(Cost(gold=1),) * 3,
    front=Face(
        powers=(Power(WHEN_TAKEN, "when it is taken in winter:", effect=Gain(gold=3), look=_IN_WINTER),)
    ),
    reconstructed=_MARKS,
)
SEA_BASTION_II = Tile(
    "boat_sea_bastion_ii",
    title="Sea Bastion II",
    kind=TileKind.BOAT,
    pair="base:boat_sea_bastion",
    min_players=2,
    edges="WFFWFF",
    arrivals=((6, 1), (6, 1), (4, 1)),
    cargo=(Cost(cabin=1),) * 3,
    front=Face(
        powers=(
            Power(
                REPLACED,
                "whoever takes it at the end of autumn replaces it with a boat that is not in play",
                look=_EXCHANGED,
            ),
        )
    ),
    reconstructed=_MARKS,
)
SEA_BREESE_II = Tile(
    "boat_sea_breese_ii",
    title="Sea Breese II",
    kind=TileKind.BOAT,
    pair="base:boat_sea_breese",
    min_players=3,
    edges="WFFWFF",
    arrivals=((5, 1), (5, 1), (5, 1)),
    cargo=(Cost(any_contract=1),) * 3,
    front=Face(scores=(PerWinterTile(2),)),
    reconstructed=_MARKS,
)
FLIPPER_II = Tile(
    "boat_flipper_ii",
    title="Flipper II",
    kind=TileKind.BOAT,
    pair="base:boat_flipper",
    min_players=4,
    edges="WFFWFF",
    arrivals=((4, 2), (2, 2), (2, 2)),
    cargo=(Cost(green=1),) * 3,
    front=Face(scores=(FreeExtension(),)),
    reconstructed=_MARKS,
)
IANVINCIBLE_II = Tile(
    "boat_ianvincible_ii",
    title="Ianvincible II",
    kind=TileKind.BOAT,
    pair="base:boat_ianvincible",
    min_players=5,
    edges="WFFWFF",
    arrivals=((5, 1), (5, 1), (5, 1)),
    cargo=(Cost(cabin=1),) * 3,
    front=Face(scores=(PerUpgrade(2),)),
    reconstructed=_MARKS,
)
WHITE_WIND_II = Tile(
    "boat_white_wind_ii",
    title="White Wind II",
    kind=TileKind.BOAT,
    pair="base:boat_white_wind",
    min_players=6,
    edges="WFFWFF",
    arrivals=((5, 2), (3, 2), (3, 2)),
    cargo=(Cost(any_contract=1),) * 3,
    front=Face(scores=(FilledContracts(10),)),
    reconstructed=_MARKS,
)

BOATS = (KEYFLOWER_II, SEA_BASTION_II, SEA_BREESE_II, FLIPPER_II, IANVINCIBLE_II, WHITE_WIND_II)
"""All boats II in the order of the row."""

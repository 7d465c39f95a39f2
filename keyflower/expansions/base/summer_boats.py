"""The summer boats of the base game: two sides each, one of which is drawn and never turned (rules 3.6)."""

from __future__ import annotations

from keyflower.extend import (
    COUNTER_BID,
    COUNTS_AS,
    DOUBLED,
    LAY_FREELY,
    MIXED_USE,
    OVER_FIELDS,
    PAY_ANY_RESOURCE,
    SEASON_END,
    Draw,
    Face,
    Gain,
    Power,
    Season,
    Tile,
    TileKind,
)

_SEASON_END = "at the end of summer, autumn and winter"

BOAT_1 = Tile(
    "boat_1",
    title="Boat 1",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(powers=(Power(SEASON_END, _SEASON_END, effect=Draw(workers=2)),)),
    back=Face(powers=(Power(SEASON_END, _SEASON_END, effect=Gain(green=1)),)),
)
BOAT_2 = Tile(
    "boat_2",
    title="Boat 2",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(
        powers=(
            Power(OVER_FIELDS, "resources are also transported over fields"),
            Power(LAY_FREELY, "tiles are laid without matching edges"),
        )
    ),
    back=Face(
        powers=(
            Power(
                DOUBLED,
                "all own transport and upgrade numbers are doubled, and so are the points of the Keyflower",
            ),
        )
    ),
)
BOAT_3 = Tile(
    "boat_3",
    title="Boat 3",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(powers=(Power(PAY_ANY_RESOURCE, "when upgrading any resource replaces any other"),)),
    back=Face(
        powers=(
            Power(
                COUNTS_AS,
                "in the final scoring any resource replaces any other",
                counts_as=(("resource", "resource"),),
            ),
        )
    ),
)
BOAT_4 = Tile(
    "boat_4",
    title="Boat 4",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(powers=(Power(COUNTER_BID, "may outbid red, blue and yellow bids with another colour"),)),
    back=Face(powers=(Power(MIXED_USE, "may use a tile that has workers with workers of any colours"),)),
)

SUMMER_BOATS = (BOAT_1, BOAT_2, BOAT_3, BOAT_4)
"""All summer boats of the base game by number."""

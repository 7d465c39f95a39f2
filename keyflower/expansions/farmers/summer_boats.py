"""The summer boats of The Farmers (rules 3.6)."""

from __future__ import annotations

from keyflower.expansions.farmers.herds import MIXED_HERDS
from keyflower.extend import (
    COUNTS_AS,
    SEASON_END,
    Face,
    Gain,
    Noted,
    On,
    Piece,
    Power,
    Row,
    Season,
    Tile,
    TileKind,
    phrase,
)

_SHARED = Noted(On("pasture", Row((Piece("sheep"), Piece("pig")))), phrase("species may mix"))
_SEASON_END = "at the end of summer, autumn and winter"

BOAT_5 = Tile(
    "boat_5",
    title="Boat 5",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(
        powers=(Power(MIXED_HERDS, "different species may share a pasture and still breed", look=_SHARED),)
    ),
    back=Face(
        powers=(
            Power(
                COUNTS_AS,
                "in the final scoring wheat replaces any resource and any resource replaces wheat",
                counts_as=(("produce", "resource"), ("resource", "produce")),
            ),
        )
    ),
)
BOAT_6 = Tile(
    "boat_6",
    title="Boat 6",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(powers=(Power(SEASON_END, _SEASON_END, effect=Gain(wheat=2)),)),
    back=Face(powers=(Power(SEASON_END, _SEASON_END, effect=Gain(sheep=1, pig=1)),)),
)

SUMMER_BOATS = (BOAT_5, BOAT_6)
"""All summer boats of The Farmers by number."""

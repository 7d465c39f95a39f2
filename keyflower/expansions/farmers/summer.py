"""The summer tiles of The Farmers: three roads each; the summer boats are in a separate module."""

from __future__ import annotations

from keyflower.extend import Cost, Face, Gain, Season, Tile

SHEPHERDS_HUT = Tile(
    "shepherds_hut",
    title="Shepherd's hut",
    season=Season.SUMMER,
    edges="RRFFRF",
    front=Face(use=Gain(sheep=1, wheat=1)),
    back=Face(use=Gain(sheep=1, wheat=2), points=5),
    upgrade=Cost(wood=1, stone=1),
    reconstructed=("front.wheat", "upgrade", "back.wheat", "points", "edges"),
)
PIGSTY = Tile(
    "pigsty",
    title="Pigsty",
    season=Season.SUMMER,
    edges="RFFRRF",
    front=Face(use=Gain(pig=1)),
    back=Face(use=Gain(pig=2), points=3),
    upgrade=Cost(any_resource=2),
    reconstructed=("upgrade", "back", "points", "edges"),
)

SUMMER = (SHEPHERDS_HUT, PIGSTY)
"""All summer tiles of The Farmers except the boats."""

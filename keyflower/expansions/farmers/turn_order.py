"""The turn-order tiles of The Farmers: those of the base game, with goods for the winner (rules 1.3)."""

from __future__ import annotations

from keyflower.extend import Face, Gain, PerNeighbour, Tile, TileKind

TURN_ORDER_1 = Tile(
    "turn_order_1",
    title="Turn order 1",
    kind=TileKind.TURN_ORDER,
    number=1,
    edges="FFFRFF",
    goods=Gain(wheat=1),
    front=Face(scores=(PerNeighbour(1),)),
    replaces="base:turn_order_1",
    reconstructed=("goods",),
)
TURN_ORDER_2 = Tile(
    "turn_order_2",
    title="Turn order 2",
    kind=TileKind.TURN_ORDER,
    number=2,
    edges="RFFRFF",
    goods=Gain(wheat=1),
    front=Face(scores=(PerNeighbour(1),)),
    replaces="base:turn_order_2",
    reconstructed=("goods",),
)
TURN_ORDER_3 = Tile(
    "turn_order_3",
    title="Turn order 3",
    kind=TileKind.TURN_ORDER,
    number=3,
    edges="FRFRFR",
    goods=Gain(wheat=2),
    front=Face(scores=(PerNeighbour(1),)),
    replaces="base:turn_order_3",
    reconstructed=("goods",),
)

TURN_ORDER = (TURN_ORDER_1, TURN_ORDER_2, TURN_ORDER_3)
"""All turn-order tiles of The Farmers by number."""

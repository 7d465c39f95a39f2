"""The turn-order tiles: a number, and points for the tiles around them in winter (rules 6.7)."""

from __future__ import annotations

from keyflower.extend import Face, PerNeighbour, Tile, TileKind

TURN_ORDER_1 = Tile(
    "turn_order_1",
    title="Turn order 1",
    kind=TileKind.TURN_ORDER,
    number=1,
    edges="FFFRFF",
    front=Face(scores=(PerNeighbour(1),)),
)
TURN_ORDER_2 = Tile(
    "turn_order_2",
    title="Turn order 2",
    kind=TileKind.TURN_ORDER,
    number=2,
    edges="RFFRFF",
    front=Face(scores=(PerNeighbour(1),)),
)
TURN_ORDER_3 = Tile(
    "turn_order_3",
    title="Turn order 3",
    kind=TileKind.TURN_ORDER,
    number=3,
    edges="FRFRFR",
    front=Face(scores=(PerNeighbour(1),)),
)
TURN_ORDER_4 = Tile(
    "turn_order_4",
    title="Turn order 4",
    kind=TileKind.TURN_ORDER,
    number=4,
    edges="FRRFRR",
    front=Face(scores=(PerNeighbour(1),)),
)

TURN_ORDER = (TURN_ORDER_1, TURN_ORDER_2, TURN_ORDER_3, TURN_ORDER_4)
"""All turn-order tiles by number."""

"""The tiles of The Lanterns."""

from __future__ import annotations

from keyflower.extend import (
    COUNTS_AS,
    SEASON_END,
    Carry,
    Cost,
    Draw,
    Face,
    Gain,
    Noted,
    Pay,
    PerNeighbour,
    PerPiece,
    Piece,
    Power,
    Row,
    Season,
    Sign,
    Tile,
    TileKind,
)
from keyflower_toy.darkness import Grope
from keyflower_toy.fireflies import ForOil
from keyflower_toy.goods import LANTERN, OIL
from keyflower_toy.lamps import FREE_LIGHT, Illuminate
from keyflower_toy.scoring import GlowsFor, PerLamp, PerTurned
from keyflower_toy.stars import Gaze, PerStarKind

_NO_OIL = "lighting a lamp takes no oil"
_FREE = Noted(Row((Sign.FREE, Piece(OIL))), "each lamp")

OIL_PRESS = Tile(
    "oil_press",
    title="Oil press",
    season=Season.SPRING,
    edges="FRRFRR",
    front=Face(use=Gain(oil=2)),
    back=Face(use=Gain(oil=3), points=2),
    upgrade=Cost(wood=1, stone=1),
)
LAMPLIGHTER = Tile(
    "lamplighter",
    title="Lamplighter",
    season=Season.SPRING,
    edges="FRRRRF",
    front=Face(use=Illuminate(1)),
    back=Face(use=Illuminate(2), points=3),
    upgrade=Cost(lantern=1),
)
CHANDLER = Tile(
    "chandler",
    title="Chandler's shop",
    season=Season.SUMMER,
    edges="RFRFFR",
    front=Face(use=Pay(oil=1) >> Draw(workers=2)),
    back=Face(use=(Gain(oil=1) | Illuminate(1)) & Draw(workers=1), points=2),
    upgrade=Cost(any_resource=1, any_skill=1),
)
LANTERN_BOAT = Tile(
    "lantern_boat",
    title="Lantern boat",
    kind=TileKind.SUMMER_BOAT,
    season=Season.SUMMER,
    edges="WFFWFF",
    front=Face(powers=(Power(FREE_LIGHT, _NO_OIL, look=_FREE),)),
    back=Face(
        powers=(
            Power(SEASON_END, "at the end of summer, autumn and winter", effect=Illuminate(1)),
            Power(COUNTS_AS, "your lanterns count as gold", counts_as=((LANTERN, "gold"),)),
        )
    ),
)
BACK_ALLEY = Tile(
    "back_alley",
    title="Back alley",
    season=Season.AUTUMN,
    edges="RFFRFF",
    front=Face(use=Grope(2)),
    back=Face(use=Grope(3), points=2),
    upgrade=Cost(stone=1),
)
WICK_MAKER = Tile(
    "wick_maker",
    title="Wick maker",
    season=Season.AUTUMN,
    edges="FFRFRF",
    front=Face(use=Gain(oil=1)),
    back=Face(use=Gain(oil=1), points=1, powers=(Power(FREE_LIGHT, _NO_OIL, look=_FREE),)),
    upgrade=Cost(any_resource=1),
)
OBSERVATORY = Tile(
    "observatory",
    title="Observatory",
    season=Season.AUTUMN,
    edges="FRFRFF",
    front=Face(use=Gaze(2)),
    back=Face(use=Gaze(2) & Gain(comet=1), points=1),
    upgrade=Cost(any_resource=2),
)
LIGHTHOUSE = Tile(
    "lighthouse",
    title="Lighthouse",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerLamp(2),)),
)
NIGHT_MARKET = Tile(
    "night_market",
    title="Night market",
    season=Season.WINTER,
    edges="FFRFFF",
    front=Face(scores=(GlowsFor(2), PerPiece(1, ("oil",)))),
)
NIGHT_WATCH = Tile(
    "night_watch",
    title="Night watch",
    season=Season.WINTER,
    edges="FFFFRF",
    front=Face(scores=(PerTurned(2),)),
)
PLANETARIUM = Tile(
    "planetarium",
    title="Planetarium",
    season=Season.WINTER,
    edges="FRFFFF",
    front=Face(scores=(PerStarKind(3),)),
)
LIGHTSHIP = Tile(
    "lightship",
    title="Lightship",
    kind=TileKind.BOAT,
    edges="WFFWFF",
    min_players=2,
    arrivals=((6, 1), (6, 2), (4, 2)),
    cargo=(Cost(oil=1, any_star=1), Cost(oil=1, comet=1), Cost(any_star=1)),
    front=Face(scores=(PerLamp(1),)),
)
GLADE = Tile(
    "glade",
    title="Glade",
    season=Season.SPRING,
    edges="FRFFRF",
    front=Face(use=Gain(firefly=1)),
    back=Face(use=ForOil(Gain(firefly=3)), points=1),
    upgrade=Cost(wood=1),
    reconstructed=("edges",),
)
LAMPLIT_HOME = Tile(
    "lamplit_home",
    title="Lamplit home",
    kind=TileKind.HOME,
    number=7,
    pair="base:home_6",
    edges="RRRRRW",
    front=Face(use=Carry(1, upgrades=1)),
    back=Face(use=Carry(2, upgrades=1), points=4),
    upgrade=Cost(lantern=1),
)
NIGHT_ORDER = Tile(
    "night_order",
    title="Night order",
    kind=TileKind.TURN_ORDER,
    number=4,
    replaces="base:turn_order_4",
    edges="FRRFRR",
    front=Face(scores=(PerNeighbour(1),)),
    goods=Gain(oil=1),
)

TILES = (
    OIL_PRESS,
    LAMPLIGHTER,
    CHANDLER,
    LANTERN_BOAT,
    BACK_ALLEY,
    WICK_MAKER,
    OBSERVATORY,
    LIGHTHOUSE,
    NIGHT_MARKET,
    NIGHT_WATCH,
    PLANETARIUM,
    LIGHTSHIP,
    GLADE,
    LAMPLIT_HOME,
    NIGHT_ORDER,
)
"""All tiles, by season."""

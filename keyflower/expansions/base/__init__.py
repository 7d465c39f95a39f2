"""The base game: the first expansion, added in the same way as every other."""

from __future__ import annotations

from keyflower.expansions.base.autumn import AUTUMN
from keyflower.expansions.base.boats import BOATS
from keyflower.expansions.base.goods import GOODS, TERMS
from keyflower.expansions.base.homes import HOMES
from keyflower.expansions.base.player_counts import OPEN_HANDS, base_setup
from keyflower.expansions.base.spring import SPRING
from keyflower.expansions.base.summer import SUMMER
from keyflower.expansions.base.summer_boats import SUMMER_BOATS
from keyflower.expansions.base.turn_order import TURN_ORDER
from keyflower.expansions.base.winter import WINTER
from keyflower.extend import Expansion

EXPANSION = Expansion(
    id="base",
    version="1.0",
    title="Keyflower",
    languages="keyflower.expansions.base.languages",
    words="the base game: 64 tiles, workers, skills and resources",
    goods=GOODS,
    tiles=(*HOMES, *BOATS, *TURN_ORDER, *SPRING, *SUMMER, *SUMMER_BOATS, *AUTUMN, *WINTER),
    terms=TERMS,
    setup=base_setup,
    variants=(OPEN_HANDS,),
)
"""The base game."""

__all__ = ["EXPANSION"]

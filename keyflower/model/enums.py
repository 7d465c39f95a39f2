"""The closed sets of words that all other modules use: seasons, colours, edges, kinds of tiles."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Season(StrEnum):
    """One of the four rounds of the game, in playing order.

    >>> [season.value for season in Season]
    ['spring', 'summer', 'autumn', 'winter']
    """

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


SEASONS: Final = tuple(Season)
"""The seasons in playing order."""
WINTER: Final = Season.WINTER
"""The last season; under a separate name, because finding a member of an enumeration takes ten times as long."""


class TileKind(StrEnum):
    """The kind of a hex tile, which decides where the tile comes from and what may be done with it.

    >>> TileKind("village") is TileKind.VILLAGE
    True
    """

    HOME = "home"
    VILLAGE = "village"
    SUMMER_BOAT = "summer_boat"
    BOAT = "boat"
    TURN_ORDER = "turn_order"


COLOURS: Final = ("red", "blue", "yellow", "green")
"""The colours of workers, in canonical order."""

PURPLE: Final = "purple"
"""The start player's worker; it is never placed and never leaves its holder's side."""

LETTERS: Final = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", PURPLE: "P"}
"""The letter of each colour in the notation (``R2`` is two red workers)."""

ROAD: Final = "R"
FIELD: Final = "F"
WATER: Final = "W"

FRONT: Final = 0
"""The side of a tile that lies up when it is laid (side *a* of a summer boat)."""
BACK: Final = 1
"""The upgraded side of a tile (side *b* of a summer boat)."""

USE_CAP: Final = 6
"""No tile takes more workers than this for uses in one season (rules 2.6.3)."""

MOST_SEATS: Final = 12
"""No game has more seats than this, whatever its expansions."""

"""Colours and letters of the pieces: you recognise a piece by its shape and letter, never by colour alone."""

from __future__ import annotations

from typing import Final

from keyflower.extend.looks import DARK
from keyflower.model.enums import Season, TileKind

PARCHMENT: Final = "#fdf6e3"
"""The square in the middle of a tile."""
GILDED: Final = "#ffe9a8"
"""The square in the middle of an upgraded tile."""
GILDED_EDGE: Final = "#9a6b00"
"""The frame of an upgraded tile."""

PANEL: Final = "#fffffe"
"""Framed parts of a picture: screens, bids, uses."""
MAT: Final = "#f4efdf"
"""The background of a seat's screen and village."""
PANEL_EDGE: Final = "#c9c0a8"
"""The frame of such a part."""
LEADING: Final = "#fff3c5"
"""The bid that leads."""
PIECE_INK: Final = DARK
"""Letters on pieces: dark in every theme, as the pieces keep their colours."""
TRAY: Final = "#8a6d44"
"""The tray in which goods lie on a tile."""
TOKEN: Final = "#fff8e8"
"""The token that carries a lying good."""
PLATE: Final = "#fffef2"
"""The plate under animals on a pasture."""
SECTOR: Final = "#3f5f1b"
"""The numbers of pastures."""
TUFT: Final = "#5d8f35"
"""The colour of grass at field edges."""

MEADOWS: Final = ("#d3e9b4", "#b4d98c", "#e4f1cf", "#97c873", "#c3dcb8")
"""The greens of pastures; neighbouring ones get different ones."""
WATER_FILL: Final = "#5b9bd5"
WATER_EDGE: Final = "#2f6ea8"
WATER_WAVE: Final = "#e6f2fc"
ROAD_FILL: Final = "#c9a26b"
ROAD_EDGE: Final = "#6e4f25"
ROAD_DASH: Final = "#f3e3c3"

WORKER_FILLS: Final = {
    "red": "#d02f2f",
    "blue": "#1f6fb5",
    "yellow": "#f5d43a",
    "green": "#1d8a57",
    "purple": "#7a3f9d",
}
"""The colours of workers; their lightness differs as much as their hue."""
DARK_WORKERS: Final = ("red", "blue", "green", "purple")
"""The workers whose letter is white."""
UNKNOWN_FILL: Final = "#b9b9b9"
"""Pieces that the viewer may only count."""

SEASON_FILLS: Final = {
    Season.SPRING: "#8cc152",
    Season.SUMMER: "#f4c430",
    Season.AUTUMN: "#d9722e",
    Season.WINTER: "#8fb8de",
}
"""The frames of tiles by season; a sign shows the season too."""
KIND_FILLS: Final = {
    TileKind.HOME: "#a8835a",
    TileKind.VILLAGE: "#8a8a8a",
    TileKind.SUMMER_BOAT: "#f4c430",
    TileKind.BOAT: "#2f6ea8",
    TileKind.TURN_ORDER: "#7a3f9d",
}
"""The frames of tiles that belong to no season."""


def initials(name: str) -> str:
    """Return the letters for a piece without its own: up to three initials of its words.

    >>> initials("holy_water"), initials("salt")
    ('HW', 'Sa')
    """
    words = [word for word in name.replace("-", "_").split("_") if word]
    if len(words) > 1:
        return "".join(word[0].upper() for word in words[:3])
    return name[:2].capitalize()

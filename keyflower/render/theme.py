"""Light and dark: the colours of pictures as a palette that a page can change, and the dark one.

Pieces keep their colours in both; their background and the texts beside them change.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from keyflower.render import fonts as lettering
from keyflower.render import palette


@frozen
class Tone:
    """A colour by its role."""

    name: str
    """The role; the CSS variable is ``--kf-`` and this name."""
    light: str
    """The colour in the light theme, as the pictures are drawn."""
    dark: str
    """The colour in the dark theme."""


TONES: Final = (
    Tone("ink", lettering.INK, "#ece5d5"),
    Tone("paper", lettering.PAPER, "#1c1a16"),
    Tone("parchment", palette.PARCHMENT, "#37322a"),
    Tone("gilded", palette.GILDED, "#574615"),
    Tone("gilded-edge", palette.GILDED_EDGE, "#e3b648"),
    Tone("faint", lettering.FAINT, "#b9af9b"),
    Tone("panel", palette.PANEL, "#2a2721"),
    Tone("panel-edge", palette.PANEL_EDGE, "#544c3b"),
    Tone("mat", palette.MAT, "#23201b"),
    Tone("leading", palette.LEADING, "#5e4c18"),
    Tone("tray", palette.TRAY, "#7a6140"),
    Tone("plate", palette.PLATE, "#3c3b2b"),
    Tone("sector", palette.SECTOR, "#d4e9b0"),
    Tone("tuft", palette.TUFT, "#80ae57"),
    *(
        Tone(f"meadow-{number}", light, dark)
        for number, (light, dark) in enumerate(
            zip(palette.MEADOWS, ("#3d502c", "#486230", "#344526", "#55743a", "#405341"), strict=True)
        )
    ),
    Tone("road", palette.ROAD_FILL, "#8b6c41"),
    Tone("road-edge", palette.ROAD_EDGE, "#c9a878"),
    Tone("water", palette.WATER_FILL, "#2f6193"),
)
"""All colours that differ between the themes."""

_BY_LIGHT: Final = {tone.light: tone for tone in TONES}
_LIGHT: Final = re.compile("|".join(_BY_LIGHT))


def darkened(picture: str) -> str:
    """Return a picture in dark colours."""
    return _LIGHT.sub(lambda found: _BY_LIGHT[found[0]].dark, picture)


def with_variables(picture: str) -> str:
    """Return a picture whose colours are the CSS variables of the page that shows it; see `style_sheet`."""
    return _LIGHT.sub(lambda found: f"var(--kf-{_BY_LIGHT[found[0]].name})", picture)


def style_sheet() -> str:
    """Return CSS that sets the variables: light or dark like the system, or as ``data-theme`` says."""
    light = "".join(f"--kf-{tone.name}:{tone.light};" for tone in TONES)
    dark = "".join(f"--kf-{tone.name}:{tone.dark};" for tone in TONES)
    return (
        f":root{{color-scheme:light;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}"
    )

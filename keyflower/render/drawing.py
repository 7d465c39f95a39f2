"""Drawing: the building blocks of pictures, for any game. Needs the extra ``svg``.

An `Art` is a drawing around its own middle that knows its size. Shapes and letters make small ones, `beside`, `above`
and `at` put them together, and `document` makes the SVG.
"""

from keyflower._install import missing_extra
from keyflower.render.fonts import FAINT, INK, PAPER, text_width

try:
    from keyflower.render.art import (
        Art,
        above,
        at,
        beside,
        box,
        curve,
        disc,
        document,
        flowed,
        framed,
        group,
        letters,
        named,
        padded,
        polygon,
        scaled,
        words,
        wrapped,
    )
except ImportError as error:
    raise missing_extra("pictures need the library svg.py", "svg") from error

__all__ = [
    "FAINT",
    "INK",
    "PAPER",
    "Art",
    "above",
    "at",
    "beside",
    "box",
    "curve",
    "disc",
    "document",
    "flowed",
    "framed",
    "group",
    "letters",
    "named",
    "padded",
    "polygon",
    "scaled",
    "text_width",
    "words",
    "wrapped",
]

"""Looks: plain values that describe how pieces, powers, effects and terms are drawn, for every surface.

A piece has a `Shape`: outlines around the origin in a space of about 24 by 24, with letters on it::

    HUT = Shape((("M-9 10V-1L0 -10L9 -1V10Z", "#c98f4a"), ("M-3 10V3H3V10Z", "#5b3a1e")))

The look of something that is printed on a tile is put together from a few elements:
``Pays(On("tile", Piece("wood")), 3)``. Nothing here needs a drawing library, and looks are ignored when values are
compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias, TypeGuard

from attrs import field

from keyflower.kernel.values import frozen
from keyflower.model.errors import RulesetError

BLANK: Final = "blank"
"""A fill that depends on the piece: white for any piece of the kind, grey for an unknown one, else its colour."""
DARK: Final = "#26221d"
"""The colour of letters on light pieces; the same in every theme, because pieces keep their colours."""
LIGHT: Final = "#ffffff"
"""The colour of letters on dark pieces."""

_PATH: Final = re.compile(r"[Mm][-+.,\s\dMmLlHhVvCcSsQqTtAaZz]*")
_LARGEST: Final = 120
"""How wide and high a piece may be; most are a fifth of that."""
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")


class Outline(NamedTuple):
    """One line or area of a shape."""

    path: str
    """SVG path data, such as ``M-9 10V-1L0 -10Z``."""
    fill: str = "none"
    """A colour such as ``#c98f4a``, ``none``, or `BLANK` in the shape of a kind of pieces."""
    line: str = ""
    """The colour of the line, ``none`` for no line; if empty, the ink of the picture."""
    width: float = 1.2
    """The width of the line."""


def _outlines(given: Iterable[Outline | tuple[str, str]]) -> tuple[Outline, ...]:
    return tuple([one if isinstance(one, Outline) else Outline(*one) for one in given])


@frozen(kw_only=True)
class Shape:
    """How a piece looks: outlines on top of each other, with letters or a small drawing on them."""

    outlines: tuple[Outline, ...] = field(converter=_outlines, kw_only=False)
    """The outlines from bottom to top: `Outline` values, or pairs of a path and its fill."""
    letters: str | None = None
    """The text on it: by default the initials of the piece; nothing if empty."""
    ink: str = DARK
    """The colour of the letters."""
    at: tuple[float, float] = (0, 0)
    """The centre of the letters."""
    letter_size: float = 0
    """The size of the letters; 0 chooses it by their number."""
    plate: str = ""
    """The colour of a small plate under the letters, if they need one."""
    shows: Drawing | None = None
    """A drawing instead of the letters, scaled to the room."""
    room: tuple[float, float] | None = None
    """The width and height of the room for that drawing; by default most of the shape."""
    size: tuple[float, float] = (24, 24)
    """Its width and height."""

    def __attrs_post_init__(self) -> None:
        for path, fill, line, _ in self.outlines:
            if not _PATH.fullmatch(path):
                raise RulesetError(
                    f"an outline is SVG path data such as 'M-9 10V-1L0 -10Z', not {path[:60]!r}"
                )
            for colour in (fill, line):
                _check(colour, "none", BLANK, "")
        for colour in (self.ink, self.plate):
            _check(colour, "")
        if not all(0 < one <= _LARGEST for one in self.size):
            raise RulesetError(f"a shape is up to {_LARGEST} wide and high, not {self.size}")


def _check(colour: str, *words: str) -> None:
    if colour not in words and not _COLOUR.fullmatch(colour):
        raise RulesetError(f"a colour is written as in '#c98f4a', not {colour[:60]!r}")


def oval(x: float, y: float, wide: float, high: float = 0) -> str:
    """Return the path of an ellipse with these radii around a point; a circle if only one radius is given.

    >>> oval(0, -1, 5)
    'M-5 -1A5 5 0 1 0 5 -1A5 5 0 1 0 -5 -1Z'
    """
    high = high or wide
    left, right = f"{x - wide:g} {y:g}", f"{x + wide:g} {y:g}"
    arc = f"A{wide:g} {high:g} 0 1 0"
    return f"M{left}{arc} {right}{arc} {left}Z"


# ---------------------------------------------------------------------- elements of drawings


class Sign(StrEnum):
    """Signs that the tiles of all expansions share."""

    TRANSPORT = "transport"
    """A cart."""
    UPGRADE = "upgrade"
    """An arrow pointing up."""
    UPGRADED = "upgraded"
    """An upgraded tile."""
    TILE = "tile"
    """A tile."""
    WINTER = "winter"
    """A winter tile."""
    BOAT = "boat"
    """A boat."""
    SWAP = "swap"
    """One thing for another."""
    FREE = "free"
    """Free of charge."""


@frozen
class Piece:
    """A piece, with a number if there are several."""

    good: str
    """Its id."""
    count: int = 1
    """How many."""


@frozen
class AnyOf:
    """Any pieces of a kind."""

    kind: str
    """The kind."""
    count: int = 1
    """How many."""


@frozen
class Row:
    """Drawings side by side."""

    parts: tuple[Drawing, ...]
    """The drawings."""
    between: str = field(default="", kw_only=True)
    """What is written between them, such as a plus."""
    columns: int = field(default=0, kw_only=True)
    """How many fit in a line; 0 puts all of them in one line."""


@frozen
class On:
    """A drawing that lies on a tile or a pasture."""

    where: Literal["tile", "pasture"]
    """Which of the two."""
    what: Drawing
    """What lies there."""


@frozen
class Pays:
    """A drawing, an arrow and points."""

    what: Drawing
    """What brings the points."""
    points: int
    """The points."""


@frozen
class Noted:
    """A drawing with a few words below it."""

    what: Drawing
    """The drawing."""
    text: str
    """The words, made with `phrase` so that they can be translated."""


Drawing: TypeAlias = Sign | Piece | AnyOf | Row | On | Pays | Noted
"""An element of a look, or several put together."""


def is_drawing(look: object) -> TypeGuard[Drawing]:
    """Return whether something is a drawing."""
    return isinstance(look, Sign | Piece | AnyOf | Row | On | Pays | Noted)


def look_of(part: object) -> Drawing | None:
    """Return the look of an effect, a power or a term; `None` if it has none and its words are shown instead."""
    look = getattr(part, "look", None)
    return look if is_drawing(look) else None


def named_in(drawing: Drawing) -> Iterator[tuple[str, bool]]:
    """Iterate the names in a drawing, each with whether it names a kind rather than a piece."""
    match drawing:
        case Piece():
            yield drawing.good, False
        case AnyOf():
            yield drawing.kind, True
        case Row():
            for part in drawing.parts:
                yield from named_in(part)
        case On() | Pays() | Noted():
            yield from named_in(drawing.what)
        case _:
            pass

"""The algebra of drawings: an `Art` is centred on the origin and knows its size, so arts can be combined."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from functools import lru_cache, wraps
from math import fsum  # exact, and so the same on every Python; the sum of 3.11 is not that of 3.12
from typing import Final, ParamSpec, TypeAlias, TypeVar
from xml.sax.saxutils import escape

import svg
from attrs import frozen

from keyflower.kernel.text import Speaker, Wording
from keyflower.render.fonts import FONT, INK, text_width

Point: TypeAlias = tuple[float, float]
"""A point of the picture, y growing downward."""

E = TypeVar("E", bound=svg.Element)
P = ParamSpec("P")

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@frozen
class Art:
    """A drawing around the origin."""

    width: float
    """Its width."""
    height: float
    """Its height."""
    elements: tuple[svg.Element, ...]
    """What is drawn."""


NO_ART: Final = Art(0, 0, ())
"""The empty drawing."""


def num(value: float) -> float:
    """Return a number short enough for a picture."""
    short = round(value, 2)
    return int(short) if short == int(short) else short


class Told(str):
    """A text escaped for XML that remembers the message it was made from."""

    __slots__ = ("message",)

    message: Wording
    """The message."""


def escaped(text: str) -> str:
    """Return a text escaped for XML, also for attributes; characters that XML does not allow are replaced."""
    safe = escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text), {'"': "&quot;"})
    if not isinstance(text, Wording):
        return safe
    told = Told(safe)
    told.message = text
    return told


def translated(elements: Iterable[svg.Element], language: Speaker) -> list[svg.Element]:
    """Return elements with their tooltips, labels and signs in a language; for texts that take no room."""
    return [_translated(element, language) for element in elements]


def _translated(element: svg.Element, language: Speaker) -> svg.Element:
    if isinstance(element, Drawn):
        return Drawn(written(translated(element.shown, language))) if element.shown else element
    text, extra = getattr(element, "text", None), element.extra
    label = extra.get("aria-label") if extra else None
    if not (element.elements or isinstance(text, Told) or isinstance(label, Told)):
        return element
    new = copy(element)  # the same drawing may be part of other pictures
    if element.elements:
        new.elements = translated(element.elements, language)
    if isinstance(text, Told) and isinstance(new, svg.Title | svg.Text):
        new.text = escaped(language.say(text.message))
    if extra and isinstance(label, Told):
        new.extra = {**extra, "aria-label": escaped(language.say(label.message))}
    return new


# ---------------------------------------------------------------------- the text of a picture


class Drawn(svg.Element):
    """A finished part of a picture, as text: parts that many pictures share are written out once."""

    def __init__(self, drawing: str, shown: tuple[svg.Element, ...] = ()) -> None:
        """Keep the text, and what it shows in case it is needed in another language."""
        self.drawing = drawing
        self.shown = shown

    def as_str(self) -> str:
        """Return the text."""
        return self.drawing


def drawn(art: Art, language: Speaker) -> Art:
    """Return a drawing whose elements are written out, with tooltips and labels in a language."""
    if not art.elements:
        return art
    elements = art.elements if language.code == "en" else translated(art.elements, language)
    return Art(art.width, art.height, (Drawn(written(elements)),))


def shared(draw: Callable[P, Art]) -> Callable[P, Art]:
    """Cache a drawing that depends on a few plain values, written out: a picture has a hundred workers, all alike."""

    @lru_cache(maxsize=1024, typed=True)
    def make(*given: P.args, **named: P.kwargs) -> Art:
        art = draw(*given, **named)
        return (
            Art(art.width, art.height, (Drawn(written(art.elements), art.elements),)) if art.elements else art
        )

    return wraps(draw)(make)  # type: ignore[return-value]  # a cache does not say what it takes


MOST_KEPT: Final = 4000
"""The size of the cache of drawings, a few kilobytes each; a picture of a table has about a hundred.

When the cache is full, the older half is dropped.
"""
_kept: Final[dict[Hashable, tuple[Art, tuple[object, ...]]]] = {}


def kept(draw: Callable[[], Art], *shown: Hashable, language: Speaker, of: tuple[object, ...] = ()) -> Art:
    """Return a finished drawing from the cache, or make it.

    Args:
        draw: makes the drawing.
        shown: everything that it depends on, and what kind of drawing it is.
        language: the language of its tooltips and labels.
        of: objects that it also depends on, compared by identity: tiles, rules.
    """
    key = (*shown, id(language), *map(id, of))
    known = _kept.get(key)
    if known is None:
        if len(_kept) >= MOST_KEPT:
            for old in list(_kept)[: MOST_KEPT // 2]:
                del _kept[old]
        known = _kept[key] = (
            drawn(draw(), language),
            (language, *of),
        )  # held, so that no other object gets the id
    return known[0]


def made(kind: type[E], **given: object) -> E:
    """Return an element with only the given fields: this takes 0.6 µs, setting all hundred fields takes 9."""
    element = object.__new__(kind)  # fields that are not set are None, by the class
    vars(element).update(given)
    return element


_INSIDE: Final = frozenset({"elements", "text", "data", "extra"})
"""The fields of an element that are not attributes."""
_PLAIN: Final = frozenset({str, int, float})
"""Values that are written as they are."""


@lru_cache(maxsize=1024)
def _attribute(field: str) -> str:
    return field.rstrip("_").replace("__", ":").replace("_", "-")


def written(elements: Iterable[svg.Element]) -> str:
    """Return elements as text: the same as `as_str` of each, in a fifth of the time."""
    pieces: list[
        str
    ] = []  # joined once: the text of a table is too long to be copied for each group around it
    for element in elements:
        _write(element, pieces)
    return "".join(pieces)


def _write(element: svg.Element, pieces: list[str]) -> None:
    if isinstance(element, Drawn):
        pieces.append(element.drawing)
        return
    parts = [
        f'{_attribute(field)}="{value if type(value) in _PLAIN else element._as_str(value, field)}"'
        for field, value in vars(element).items()
        if value is not None and field not in _INSIDE
    ]
    parts += [f'data-{key}="{value}"' for key, value in (element.data or {}).items()]
    parts += [f'{key}="{value}"' for key, value in (element.extra or {}).items()]
    opening = " ".join([element.element_name, *parts])
    if element.text:
        pieces.append(f"<{opening}>{element.text}</{element.element_name}>")
    elif element.elements:
        pieces.append(f"<{opening}>")
        for inner in element.elements:
            _write(inner, pieces)
        pieces.append(f"</{element.element_name}>")
    else:
        pieces.append(f"<{opening}/>")


_COMMANDS: Final = {2: "L", 4: "Q", 6: "C"}
"""The command of a path by how many numbers it takes: a line, a quadratic or a cubic curve."""


# ---------------------------------------------------------------------- shapes


@lru_cache(maxsize=4096)  # sectors of tiles, hexes and icons are used repeatedly
def _closed(points: tuple[Point, ...]) -> str:
    return f"M {' L '.join([f'{num(x)} {num(y)}' for x, y in points])} Z "


def polygon(
    points: Iterable[Point], *, fill: str, stroke: str = INK, width: float = 1.2, mark: str = ""
) -> svg.Path:
    """Return a closed shape with straight sides; `mark` is its class."""
    shape = made(
        svg.Path,
        d=_closed(tuple(points)),
        fill=fill,
        stroke=stroke,
        stroke_width=num(width),
        stroke_linejoin="round",
    )
    if mark:
        shape.class_ = [mark]
    return shape


def curve(
    steps: Sequence[Sequence[float]], *, fill: str = "none", stroke: str = INK, width: float = 1.2
) -> svg.Path:
    """Return a path: the first step is where it starts; 2 numbers are a line, 4 a quadratic, 6 a cubic curve.

    A path with a fill is closed.
    """
    start, *others = [[num(number) for number in step] for step in steps]
    data = [f"M {start[0]} {start[1]}"]
    data += [f"{_COMMANDS[len(step)]} {' '.join(map(str, step))}" for step in others]
    if fill != "none":
        data.append("Z ")
    return made(
        svg.Path,
        d=" ".join(data),
        fill=fill,
        stroke=stroke,
        stroke_width=num(width),
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def outline(path: str, *, fill: str, stroke: str = INK, width: float = 1.2) -> svg.Path:
    """Return a path by its path data; a width of 0 draws no line."""
    line: dict[str, object] = {"stroke_width": num(width)} if width else {}
    return made(
        svg.Path,
        d=path,
        fill=fill,
        stroke=stroke if width else "none",
        **line,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def disc(
    x: float, y: float, radius: float, *, fill: str, stroke: str = INK, width: float = 1.2
) -> svg.Circle:
    """Return a circle."""
    return made(
        svg.Circle, cx=num(x), cy=num(y), r=num(radius), fill=fill, stroke=stroke, stroke_width=num(width)
    )


def box(
    width: float,
    height: float,
    *,
    fill: str,
    stroke: str = INK,
    line: float = 1.2,
    round_: float = 4,
    x: float = 0,
    y: float = 0,
) -> svg.Rect:
    """Return a rectangle with round corners around a point."""
    return made(
        svg.Rect,
        x=num(x - width / 2),
        y=num(y - height / 2),
        width=num(width),
        height=num(height),
        rx=num(round_),
        fill=fill,
        stroke=stroke,
        stroke_width=num(line),
    )


def letters(
    text: str, *, size: float, x: float = 0, y: float = 0, fill: str = INK, bold: bool = True
) -> svg.Text:
    """Return a text whose middle is at a point."""
    # a third of the size below the middle puts capitals there in every viewer, unlike dominant-baseline
    return made(
        svg.Text,
        x=num(x),
        y=num(y + 0.36 * size),
        text=escaped(text),
        font_size=num(size),
        font_weight="bold" if bold else None,
        text_anchor="middle",
        fill=fill,
        stroke="none",
    )


# ---------------------------------------------------------------------- putting together


def words(text: str, *, size: float = 12, fill: str = INK, bold: bool = True) -> Art:
    """Return a line of text."""
    return Art(text_width(text, size), size * 1.2, (letters(text, size=size, fill=fill, bold=bold),))


def wrapped(text: str, *, size: float, most: int, fill: str = INK, bold: bool = True) -> Art:
    """Return a text, centred, in lines of about `most` characters."""
    return above(*(words(line, size=size, fill=fill, bold=bold) for line in lines_of(text, most)), gap=0)


def lines_of(text: str, most: int) -> list[str]:
    """Break a text into lines of at most `most` characters where that is possible, all about equally long.

    >>> lines_of("tiles are laid without matching edges", 16)
    ['tiles are laid', 'without matching', 'edges']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def group(
    elements: Iterable[svg.Element],
    *,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    mark: str = "",
    title: str = "",
    data: dict[str, str] | None = None,
    opacity: float | None = None,
    label: str = "",
) -> svg.G:
    """Return elements moved and scaled, with a class, a tooltip, data for programs and a name for screen readers."""
    content = list(elements)
    if title:
        content.insert(0, made(svg.Title, text=escaped(title)))
    given: dict[str, object] = {"class_": mark} if mark else {}
    x, y, scale = num(x), num(y), round(scale, 4)
    if x or y or scale != 1:
        moves = [f"translate({x} {y})"] if x or y else []
        given["transform"] = " ".join([*moves, f"scale({scale})"]) if scale != 1 else moves[0]
    if opacity is not None:
        given["opacity"] = opacity
    if data:
        given["data"] = {key: escaped(value) for key, value in data.items()}
    if label:
        given["extra"] = {"role": "group", "aria-label": escaped(label)}
    return made(svg.G, **given, elements=content)


def at(art: Art, x: float, y: float) -> svg.G:
    """Return a drawing moved to another point."""
    return group(art.elements, x=x, y=y)


def named(
    art: Art, *, mark: str = "", title: str = "", data: dict[str, str] | None = None, label: str = ""
) -> Art:
    """Return a drawing with a class, a tooltip, data for programs, and a name for screen readers."""
    return Art(art.width, art.height, (group(art.elements, mark=mark, title=title, data=data, label=label),))


def scaled(art: Art, factor: float) -> Art:
    """Return a drawing made larger or smaller."""
    if round(factor, 4) == 1 or not art.elements:
        return art
    return Art(art.width * factor, art.height * factor, (group(art.elements, scale=factor),))


def beside(*arts: Art, gap: float = 3, top: bool = False) -> Art:
    """Return drawings in a row, centred or flush with the highest."""
    shown = [art for art in arts if art.elements]
    if len(shown) < 2:
        return shown[0] if shown else NO_ART
    width = fsum(art.width for art in shown) + gap * (len(shown) - 1)
    height = max(art.height for art in shown)
    x = -width / 2
    elements = []
    for art in shown:
        elements.append(at(art, x + art.width / 2, (art.height - height) / 2 if top else 0))
        x += art.width + gap
    return Art(width, height, tuple(elements))


def above(*arts: Art, gap: float = 3, left: bool = False) -> Art:
    """Return drawings one above the other, centred or flush left."""
    shown = [art for art in arts if art.elements]
    if len(shown) < 2:
        return shown[0] if shown else NO_ART
    width = max(art.width for art in shown)
    height = fsum(art.height for art in shown) + gap * (len(shown) - 1)
    y = -height / 2
    elements = []
    for art in shown:
        elements.append(at(art, (art.width - width) / 2 if left else 0, y + art.height / 2))
        y += art.height + gap
    return Art(width, height, tuple(elements))


def flowed(arts: Sequence[Art], width: float, *, gap: float = 12) -> Art:
    """Return drawings in rows that are no wider than this, where possible."""
    rows: list[list[Art]] = []
    used = 0.0
    for art in arts:
        if rows and used + gap + art.width <= width:
            rows[-1].append(art)
            used += gap + art.width
        else:
            rows.append([art])
            used = art.width
    return above(*(beside(*row, gap=gap, top=True) for row in rows), gap=gap, left=True)


def padded(art: Art, space: float) -> Art:
    """Return a drawing with free space around it."""
    return Art(art.width + 2 * space, art.height + 2 * space, art.elements)


def framed(
    art: Art, *, pad: float = 4, fill: str = "none", stroke: str = INK, line: float = 1, round_: float = 5
) -> Art:
    """Return a drawing in a rectangle with round corners."""
    width, height = art.width + 2 * pad, art.height + 2 * pad
    frame = box(width, height, fill=fill, stroke=stroke, line=line, round_=round_)
    return Art(width, height, (frame, *art.elements))


def document(
    art: Art,
    *,
    title: str,
    description: str = "",
    scale: float = 1,
    background: str = "",
    parts: bool = False,
    language: Speaker | None = None,
) -> str:
    """Return a drawing as the text of an SVG file that screen readers can announce.

    Args:
        art: the drawing.
        title: what it is called.
        description: what it shows.
        scale: pixels for each unit.
        background: the colour behind it.
        parts: whether screen readers read the names of its parts too; otherwise it is one image.
        language: the language of names and tooltips; English by default.
    """
    width, height = art.width, art.height
    drawn: Iterable[svg.Element] = art.elements
    if language is not None:
        title, description = language.say(title), language.say(description)
        drawn = drawn if language.code == "en" else translated(drawn, language)
    content: list[svg.Element] = [svg.Title(text=escaped(title))]
    if description:
        content.append(svg.Desc(text=escaped(description)))
    if background:
        content.append(box(width, height, fill=background, stroke="none", line=0, round_=0))
    picture = svg.SVG(
        viewBox=svg.ViewBoxSpec(num(-width / 2), num(-height / 2), num(width), num(height)),
        width=num(width * scale),
        height=num(height * scale),
        extra={"role": "group" if parts else "img", "aria-label": escaped(title), "font-family": FONT},
        elements=[*content, *drawn],
    )
    return written([picture])

"""The pieces: workers, skill tokens, resources, produce and animals, each in a space of about 24 by 24."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import svg

from keyflower.expansions.farmers.animal_placement import ANIMAL
from keyflower.extend.goods import GoodKind
from keyflower.kernel.text import Message, phrase, phrase_of
from keyflower.model.names import good_name
from keyflower.model.pool import Pool
from keyflower.render.art import (
    NO_ART,
    Art,
    beside,
    box,
    curve,
    disc,
    framed,
    group,
    letters,
    named,
    polygon,
    scaled,
    shared,
    words,
)
from keyflower.render.fonts import INK, PAPER, text_width
from keyflower.render.palette import (
    DARK_WORKERS,
    PIECE_INK,
    PIECE_LETTERS,
    TOKEN,
    TRAY,
    UNKNOWN_FILL,
    WORKER_FILLS,
    initials,
)

WHITE: Final = "#ffffff"
_TOOL: Final = "#3d3426"
_TOKEN: Final = "#f0e2c0"

_BODY: Final = (
    (-3, -4),
    (-6.5, -3.5, -10.5, -1.5, -10.5, 1),
    (-10.5, 3.4, -8, 3.2, -6, 2.6),
    (-6.3, 5.5, -7.8, 8, -9, 11.5),
    (-2, 11.5),
    (-1.6, 9, -0.8, 8.3, 0, 8.3),
    (0.8, 8.3, 1.6, 9, 2, 11.5),
    (9, 11.5),
    (7.8, 8, 6.3, 5.5, 6, 2.6),
    (8, 3.2, 10.5, 3.4, 10.5, 1),
    (10.5, -1.5, 6.5, -3.5, 3, -4),
)


def meeple(fill: str, text: str, *, ink: str, lying: bool = False) -> Art:
    """Return a worker with a text on its chest; a lying one lies on its side, the text stays upright."""
    body: list[svg.Element] = [curve(_BODY, fill=fill), disc(0, -7.2, 4.4, fill=fill)]
    size = 9.5 if len(text) < 2 else 8
    if not lying:
        plate = (
            [box(text_width(text, size) + 3, 9.5, fill=fill, line=0.9, round_=3, y=3)]
            if len(text) > 1
            else []
        )
        return Art(21, 24, (*body, *plate, letters(text, size=size, y=3, fill=ink)))
    turned = svg.G(transform=[svg.Rotate(-90)], elements=body)
    ground = svg.Line(x1=-12, y1=11.5, x2=12, y2=11.5, stroke=INK, stroke_width=1.4)
    return Art(24, 24, (turned, letters(text, size=size, x=2.6, fill=ink), ground))


@shared
def worker(colour: str, *, lying: bool = False) -> Art:
    """Return a worker of a colour, with the letter of the notation."""
    fill = WORKER_FILLS.get(colour, WHITE)
    ink = WHITE if colour in DARK_WORKERS else PIECE_INK
    art = meeple(fill, PIECE_LETTERS.get(colour, initials(colour)), ink=ink, lying=lying)
    posture = " lying" if lying else ""
    name = good_name(colour, f"{colour} worker")
    title = phrase("{piece}, lying", piece=name) if lying else name
    return named(art, mark=f"worker {colour}{posture}", title=title)


def crowd(workers: Pool, *, lying: Pool | None = None, gap: float = 1) -> Art:
    """Return workers one by one, those that lie behind those that stand, the unknown ones last."""
    flat = Pool() if lying is None else lying
    standing = workers - flat
    arts = [worker(colour) for colour in standing.expanded()]
    arts += [worker(colour, lying=True) for colour in flat.expanded()]
    arts += [unknown(GoodKind.WORKER)] * standing.unknown
    return beside(*arts, gap=gap)


# ---------------------------------------------------------------------- skills


def _anvil() -> list[svg.Element]:
    steps = (
        (-8, -4.5),
        (7.5, -4.5),
        (7.5, -2),
        (4, -1.5, 2.8, 0, 2.8, 2),
        (4.6, 2.6),
        (5.6, 5.5),
        (-5.6, 5.5),
    )
    return [curve((*steps, (-4.6, 2.6), (-2.8, 2), (-2.8, -0.4, -4.5, -2, -8, -2.4)), fill=_TOOL, width=0.6)]


def _pickaxe() -> list[svg.Element]:
    return [
        curve(((-8, -0.5), (0, -9, 8, -0.5)), stroke=_TOOL, width=2.8),
        curve(((0, -4.5), (0, 7.5)), stroke=_TOOL, width=2.4),
    ]


def _saw() -> list[svg.Element]:
    teeth = [(3 - step * 1.7, 3.2 if step % 2 else 1) for step in range(8)]
    return [
        polygon([(-9, -2.2), (3, -4.2), (3, 2), *teeth], fill=_TOOL, width=0.4),
        curve(((3, -3.5), (9, -4.5, 8.6, 0), (8, 4, 3, 1.6)), stroke=_TOOL, width=2.2),
    ]


_TOOLS: Final[Mapping[str, Callable[[], list[svg.Element]]]] = {
    "anvil": _anvil,
    "pickaxe": _pickaxe,
    "saw": _saw,
}


def _skill(name: str) -> Art:
    tool = _TOOLS.get(name)
    inside = tool() if tool else [letters(PIECE_LETTERS.get(name, initials(name)), size=9, fill=PIECE_INK)]
    return Art(23, 23, (disc(0, 0, 11, fill=_TOKEN), *inside))


# ---------------------------------------------------------------------- resources and produce


def _gold() -> Art:
    shape = polygon([(0, -11.5), (11.5, 0), (0, 11.5), (-11.5, 0)], fill="#f2bf26")
    facet = curve(((-5, -5), (0, -9.4), (5, -5)), stroke="#fff3c4", width=1.2)
    return Art(23, 23, (shape, facet, letters("G", size=11, fill=PIECE_INK)))


def _iron() -> Art:
    shape = polygon([(-6.5, -8), (6.5, -8), (11.5, 8), (-11.5, 8)], fill="#46525e")
    return Art(23, 18, (shape, letters("I", size=12, fill=WHITE)))


def _stone() -> Art:
    corners = [(-10.5, 2), (-7, -7), (1, -10), (8.5, -6.5), (11, 3), (6, 9.5), (-6, 9.5)]
    return Art(22, 21, (polygon(corners, fill="#c4c6c9"), letters("S", size=12, fill=PIECE_INK)))


def _wood() -> Art:
    log = box(23, 14, fill="#9c5f2a", round_=7)
    ring = svg.Ellipse(cx=7.5, cy=0, rx=4, ry=7, fill="#e2b981", stroke=INK, stroke_width=1)
    core = svg.Ellipse(cx=7.5, cy=0, rx=1.5, ry=3, fill="none", stroke="#7a4a1e", stroke_width=0.9)
    return Art(23, 16, (log, ring, core, letters("W", size=9.5, x=-4, fill=WHITE)))


def _wheat(text: str = "Wh") -> Art:
    grain, straw = "#f0c04a", "#8a6512"
    elements: list[svg.Element] = [curve(((0, 11.5), (0, -4)), stroke=straw, width=1.6)]
    for y in (5.5, 0, -5.5):
        elements += [
            curve(
                ((0, y + 1), (-9, y, -7, y - 6.5), (-1, y - 5, 0, y + 1)), fill=grain, stroke=straw, width=0.9
            ),
            curve(
                ((0, y + 1), (9, y, 7, y - 6.5), (1, y - 5, 0, y + 1)), fill=grain, stroke=straw, width=0.9
            ),
        ]
    elements.append(
        curve(((0, -5), (-3.5, -9, 0, -12), (3.5, -9, 0, -5)), fill=grain, stroke=straw, width=0.9)
    )
    plate = box(text_width(text, 8.5) + 2, 9.5, fill="#fff6d8", line=0.8, round_=3, y=3)
    return Art(20, 24, (*elements, plate, letters(text, size=8.5, y=3, fill=PIECE_INK)))


# ---------------------------------------------------------------------- animals


def _legs(*places: float, top: float = 5) -> list[svg.Element]:
    return [curve(((x, top), (x, 10.5)), width=2) for x in places]


def _sheep() -> Art:
    wool = [
        disc(x, y, r, fill=WHITE) for x, y, r in ((-5, -3.5, 5), (1.5, -5, 5), (-5.5, 2.5, 5), (2, 3, 5.2))
    ]
    middle = svg.Ellipse(cx=-1.6, cy=-1, rx=7.5, ry=6, fill=WHITE)
    face = svg.Ellipse(cx=8.2, cy=-2.5, rx=3.4, ry=4.3, fill="#3a3a3a", stroke=INK, stroke_width=0.8)
    eye = disc(9, -3.6, 0.8, fill=WHITE, width=0)
    return Art(
        24,
        22,
        (*_legs(-5, 2), *wool, middle, face, eye, letters("Sh", size=8.5, x=-2, y=-0.6, fill=PIECE_INK)),
    )


def _pig() -> Art:
    pink = "#f2a3ae"
    body = svg.Ellipse(cx=-2, cy=0, rx=9.5, ry=7, fill=pink, stroke=INK, stroke_width=1.2)
    ear = polygon([(4, -6.5), (8.5, -9), (8, -4)], fill=pink, width=1)
    head = disc(6.8, -1, 4.6, fill=pink)
    snout = svg.Ellipse(cx=10.4, cy=0.2, rx=1.8, ry=2.5, fill="#d9707f", stroke=INK, stroke_width=0.8)
    tail = curve(((-11.2, -2), (-13, -5, -10.5, -5)), width=1.2)
    return Art(
        25, 20, (*_legs(-7, 2), tail, body, ear, head, snout, letters("P", size=10, x=-3.4, fill=PIECE_INK))
    )


def _cow() -> Art:
    hide, patch = "#f6f1e7", "#6b4226"
    body = box(17, 11.5, fill=hide, round_=3, x=-2.5, y=0)
    spots = [disc(-8, -3, 2.6, fill=patch, width=0), disc(3.4, 3.6, 2.2, fill=patch, width=0)]
    head = polygon([(5.5, -8), (11, -8), (10.2, 0), (6.6, 0)], fill=patch)
    horns = [curve(((5.8, -8), (3.6, -10.5)), width=1.6), curve(((10.8, -8), (12.6, -10.5)), width=1.6)]
    return Art(
        25,
        23,
        (*_legs(-9, -5, 0, 4), body, *spots, head, *horns, letters("C", size=10, x=-2.4, fill=PIECE_INK)),
    )


_GOODS: Final[Mapping[str, Callable[[], Art]]] = {
    "gold": _gold,
    "iron": _iron,
    "stone": _stone,
    "wood": _wood,
    "wheat": _wheat,
    "sheep": _sheep,
    "pig": _pig,
    "cow": _cow,
}


# ---------------------------------------------------------------------- any piece


def _blank(kind: str, text: str, *, fill: str = WHITE) -> Art:
    """Return a piece of a kind that shows a text instead of what it is."""
    if kind == GoodKind.WORKER:
        return meeple(fill, text, ink=PIECE_INK)
    size = 12 if len(text) < 2 else 8.5
    if kind == GoodKind.SKILL:
        return Art(23, 23, (disc(0, 0, 11, fill=fill), letters(text, size=size, fill=PIECE_INK)))
    if kind == ANIMAL:
        shape = svg.Ellipse(cx=0, cy=-1, rx=11, ry=8, fill=fill, stroke=INK, stroke_width=1.2)
        return Art(23, 22, (*_legs(-6, 6), shape, letters(text, size=size, y=-1, fill=PIECE_INK)))
    if kind == GoodKind.PRODUCE:
        return _wheat(text)
    if kind == GoodKind.RESOURCE:
        return Art(22, 22, (box(21, 21, fill=fill), letters(text, size=size, fill=PIECE_INK)))
    tag = polygon([(-10.5, -10.5), (5, -10.5), (10.5, -5), (10.5, 10.5), (-10.5, 10.5)], fill=fill)
    return Art(22, 22, (tag, letters(text, size=size, fill=PIECE_INK)))


@shared
def piece(name: str) -> Art:
    """Return a piece by its name; one that has no drawing gets a tag with its initials."""
    if name in WORKER_FILLS:
        return worker(name)
    if name in _TOOLS:
        art = _skill(name)
    elif name in _GOODS:
        art = _GOODS[name]()
    else:
        art = _blank("", initials(name), fill="#d9ccec")
    return named(art, mark=f"piece {name}", title=good_name(name, name.replace("_", " ")))


def _kind_name(kind: str) -> Message:
    return phrase_of("piece", "produce") if kind == GoodKind.PRODUCE else good_name(kind)


@shared
def any_of(kind: str) -> Art:
    """Return a piece of a kind of which any one will do."""
    return named(
        _blank(kind, phrase_of("sign", "any")),
        mark=f"any-{kind}",
        title=phrase("any {kind}", kind=_kind_name(kind)),
    )


@shared
def drawn(kind: str) -> Art:
    """Return a piece that is drawn at random."""
    return named(
        _blank(kind, "?"), mark=f"drawn-{kind}", title=phrase("{kind} drawn at random", kind=_kind_name(kind))
    )


@shared
def unknown(kind: str = "") -> Art:
    """Return a piece that the viewer may only count."""
    title = phrase("unknown {kind}", kind=_kind_name(kind)) if kind else phrase("unknown piece")
    return named(_blank(kind, "?", fill=UNKNOWN_FILL), mark="unknown", title=title)


def times(art: Art, number: int) -> Art:
    """Return a piece with its number in front; a single one without."""
    if number == 1:
        return art
    return beside(words(str(number), size=15), art, gap=1.5)


def pool_art(pool: Pool, *, kind: str = "", gap: float = 5) -> Art:
    """Return pieces with their numbers; `kind` is what unknown ones are."""
    arts = [times(piece(name), number) for name, number in pool.items()]
    if pool.unknown:
        arts.append(times(unknown(kind), pool.unknown))
    return beside(*arts, gap=gap)


def tray(goods: Pool) -> Art:
    """Return goods that lie on a tile: tokens in a tray, so that nobody takes them for what is printed there."""
    tokens = []
    for name, number in goods.items():
        token = Art(28, 28, (disc(0, 0, 13.5, fill=TOKEN, width=1.6), *scaled(piece(name), 0.86).elements))
        count = words(f"×{number}", size=15, fill=TOKEN) if number > 1 else NO_ART
        tokens.append(beside(token, count, gap=2))
    if not tokens:
        return NO_ART
    return named(framed(beside(*tokens, gap=7), pad=4, fill=TRAY, line=1.4, round_=9), mark="tray")


def kinds_art(parts: Iterable[tuple[str, int]]) -> Art:
    """Return pieces of which any one of a kind will do, with their numbers."""
    arts = [times(any_of(kind), number) for kind, number in parts]
    return beside(*arts, gap=5) if arts else NO_ART


@shared
def label_chip(text: str, *, fill: str = INK, ink: str = PAPER) -> Art:
    """Return a short text on a dark disc or pill: who somebody is."""
    width = max(20.0, words(text, size=12).width + 8)
    return Art(width, 20, (group([box(width, 20, fill=fill, round_=10), letters(text, size=12, fill=ink)]),))

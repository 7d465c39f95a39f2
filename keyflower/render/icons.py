"""Icons of what tiles do: carts, upgrades, points, arrows, seasons and measures of the board."""

from __future__ import annotations

from math import cos, pi, sin

import svg

from keyflower.kernel.text import name, phrase, phrase_of
from keyflower.model.enums import Season, TileKind
from keyflower.model.names import season_name, some_of
from keyflower.render.art import (
    NO_ART,
    Art,
    Point,
    at,
    box,
    curve,
    disc,
    group,
    letters,
    named,
    num,
    polygon,
    scaled,
    shared,
    words,
)
from keyflower.render.fonts import INK
from keyflower.render.palette import (
    GILDED,
    GILDED_EDGE,
    KIND_FILLS,
    MEADOWS,
    PIECE_INK,
    ROAD_EDGE,
    ROAD_FILL,
    SEASON_FILLS,
    WATER_FILL,
)

_WHITE = "#ffffff"


def around(radius: float, number: int, *, turn: float = 0) -> list[Point]:
    """Return points on a circle, clockwise; `turn` is the angle of the first one as a part of a full turn."""
    angles = [2 * pi * (step / number + turn) for step in range(number)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def hexagon(radius: float) -> list[Point]:
    """Return the corners of a flat-top hex."""
    return around(radius, 6, turn=-1 / 3)


# ---------------------------------------------------------------------- numbers


@shared
def star(points: int | str) -> Art:
    """Return points: a star with the number on it."""
    outer, inner = around(14, 5, turn=-0.25), around(8.6, 5, turn=-0.15)
    tips = [tip for pair in zip(outer, inner, strict=True) for tip in pair]
    text = str(points)
    shape = polygon(tips, fill="#ffd84d", stroke="#7a5200", width=1.3)
    art = Art(
        27, 26, (shape, letters(text, size=(12, 12, 10.5, 8)[min(len(text), 3)], y=0.8, fill=PIECE_INK))
    )
    title = some_of("point", points) if isinstance(points, int) else phrase_of("sign", "points")
    return named(art, mark="points", title=title)


@shared
def cart(number: int | str) -> Art:
    """Return a transport capacity: a cart with the number on it."""
    load = polygon([(-13, -9), (10, -9), (8, 5), (-10.5, 5)], fill="#8a5a2b")
    shaft = curve(((9, 2), (15, -3)), width=1.8)
    wheels = [disc(x, 7, 4, fill="#e9d3ac") for x in (-6, 4)] + [
        disc(x, 7, 1, fill=INK, width=0) for x in (-6, 4)
    ]
    text = letters(str(number), size=12.5, x=-1.4, y=-2, fill=_WHITE)
    art = Art(29, 22, (shaft, load, *wheels, text))
    return named(art, mark="transport", title=phrase("transport {number}", number=number))


@shared
def upgrade(number: int | str = "") -> Art:
    """Return upgrades: an arrow upward with the number on it."""
    steps = [(0, -12.5), (11, -2), (6.6, -2), (6.6, 11.5), (-6.6, 11.5), (-6.6, -2), (-11, -2)]
    shape = polygon(steps, fill="#2b5f75")
    size = 11.5 if len(str(number)) < 2 else 9
    art = Art(22, 24, (shape, letters(str(number), size=size, y=2.6, fill=_WHITE)))
    title = phrase("upgrade {number}", number=number) if number else phrase_of("sign", "upgrade")
    return named(art, mark="upgrade", title=title)


@shared
def arrow() -> Art:
    """Return an arrow to the right, for the result."""
    steps = [(-7, -2.2), (0.5, -2.2), (0.5, -6.5), (7.5, 0), (0.5, 6.5), (0.5, 2.2), (-7, 2.2)]
    return Art(15, 13, (polygon(steps, fill=INK, width=0.4),))


def swap() -> Art:
    """Return a pair of arrows, for an exchange."""
    small = scaled(arrow(), 0.8)
    back = svg.G(transform=[svg.Rotate(180)], elements=list(small.elements))
    return Art(13, 18, (group(small.elements, y=-4.5), group([back], y=4.5)))


def sign(text: str, *, size: float = 14) -> Art:
    """Return a sign between icons: plus, slash, not equal."""
    return words(text, size=size)


# ---------------------------------------------------------------------- seasons and kinds of tiles


def _petals() -> list[svg.Element]:
    return [
        *(disc(x, y, 3.4, fill=_WHITE, width=0.9) for x, y in around(5, 5, turn=-0.25)),
        disc(0, 0, 2.6, fill="#f2bf26", width=0.9),
    ]


def _sun() -> list[svg.Element]:
    rays = zip(around(6, 8), around(9.5, 8), strict=True)
    return [*(curve((a, b), width=1.5) for a, b in rays), disc(0, 0, 4.8, fill="#ffe36b", width=1)]


def _leaf() -> list[svg.Element]:
    blade = curve(((-6.5, 7), (-9, -5, 7.5, -8.5), (9, 5, -6.5, 7)), fill="#c85a17", width=1)
    return [blade, curve(((-8.5, 9), (3, -3)), width=1.2)]


def _flake() -> list[svg.Element]:
    tips = around(9, 6)
    arms = (curve((tips[step], tips[step + 3]), stroke="#1f4e7d", width=2) for step in range(3))
    return [*arms, disc(0, 0, 2, fill="#1f4e7d", width=0)]


@shared
def season_glyph(season: Season) -> Art:
    """Return a flower, a sun, a leaf or a snow flake."""
    drawings = {Season.SPRING: _petals, Season.SUMMER: _sun, Season.AUTUMN: _leaf, Season.WINTER: _flake}
    fill = SEASON_FILLS[season]
    elements = (disc(0, 0, 11, fill=fill, width=1), *drawings[season]())
    return named(Art(22, 22, elements), mark="season", title=season_name(season))


def boat() -> Art:
    """Return a boat."""
    hull = polygon([(-10, 2), (10, 2), (6, 8), (-6, 8)], fill="#8a5a2b", width=1)
    sail = polygon([(0, -10), (7.5, 0), (0, 0)], fill=_WHITE, width=1)
    small = polygon([(-1.6, -7), (-1.6, 0), (-7, 0)], fill=_WHITE, width=1)
    return Art(21, 19, (sail, small, hull))


def house() -> Art:
    """Return a house."""
    walls = box(13, 9, fill=_WHITE, round_=0, y=3.5, line=1)
    return Art(20, 18, (walls, polygon([(-9, -0.5), (0, -8.5), (9, -0.5)], fill="#b8472f", width=1)))


@shared
def kind_glyph(kind: TileKind, season: Season | None, number: int = 0) -> Art:
    """Return the sign for the kind of a tile: its season, a boat, a house, or the number of the turn order."""
    if kind is TileKind.VILLAGE:
        return NO_ART if season is None else season_glyph(season)
    fill = KIND_FILLS[kind]
    if kind is TileKind.TURN_ORDER:
        inside: tuple[svg.Element, ...] = (letters(str(number or ""), size=13, fill=_WHITE),)
    elif kind is TileKind.HOME:
        inside = (at(scaled(house(), 0.85), 0, -0.8),)
    else:
        inside = (at(scaled(boat(), 0.85), 0, 0),)
    return named(
        Art(22, 22, (disc(0, 0, 11, fill=fill, width=1), *inside)),
        mark="kind",
        title=name("kind", kind.value, kind.value.replace("_", " ")),
    )


# ---------------------------------------------------------------------- the board


def plain_tile() -> Art:
    """Return a tile."""
    return Art(25, 22, (polygon(hexagon(12), fill="#efe3c4", width=1.4),))


def upgraded_tile() -> Art:
    """Return an upgraded tile: golden, with the mark of that side."""
    chevrons = [
        curve(((-5, y + 3.5), (0, y), (5, y + 3.5)), stroke=GILDED_EDGE, width=2.2) for y in (-4.5, 1)
    ]
    return Art(29, 26, (polygon(hexagon(14), fill=GILDED, stroke=GILDED_EDGE, width=1.6), *chevrons))


def on_tile(art: Art) -> Art:
    """Return a piece that lies on the tile itself: in a small hex."""
    shape = polygon(hexagon(18), fill="#efe3c4", width=1.6)
    return Art(36, 31, (shape, *scaled(art, 0.85).elements))


def on_pasture(art: Art) -> Art:
    """Return pieces on a pasture, which is as wide as they need."""
    factor = 0.9 if art.width < 30 else 0.8
    wide = max(20, num(art.width * factor / 2 + 5))
    meadow = svg.Ellipse(cx=0, cy=0, rx=wide, ry=15, fill=MEADOWS[1], stroke="#4f7a2a", stroke_width=1.4)
    return Art(2 * wide + 1, 31, (meadow, *scaled(art, factor).elements))


def neighbours() -> Art:
    """Return a hex and the six around it."""
    ring = [
        polygon(_moved(hexagon(5.6), x, y), fill="#e3d6b8", width=0.9)
        for x, y in around(10.2, 6, turn=1 / 12)
    ]
    return Art(32, 31, (*ring, polygon(hexagon(5.6), fill=KIND_FILLS[TileKind.TURN_ORDER], width=0.9)))


def pasture_tiles() -> Art:
    """Return hexes of one pasture."""
    places = ((-8.6, 5), (0, 0), (8.6, -5), (8.6, 5))
    return Art(
        30, 27, tuple(polygon(_moved(hexagon(5.7), x, y), fill=MEADOWS[1], width=1) for x, y in places)
    )


def road_loop() -> Art:
    """Return a closed loop of roads through hexes."""
    ring = [
        polygon(_moved(hexagon(5.6), x, y), fill="#e3efd2", width=0.8)
        for x, y in around(10.2, 6, turn=1 / 12)
    ]
    loops = [
        disc(0, 0, 10.2, fill="none", stroke=ROAD_EDGE, width=4.6),
        disc(0, 0, 10.2, fill="none", stroke=ROAD_FILL, width=2.8),
    ]
    return Art(32, 31, (*ring, *loops))


def boat_on_water() -> Art:
    """Return a boat on water that leads to a house."""
    sea = curve(
        ((-15, 9), (-11, 5, -7, 9), (-3, 13, 1, 9), (5, 5, 9, 9), (12, 12, 15, 9)), stroke=WATER_FILL, width=3
    )
    return Art(30, 24, (at(boat(), 0, -1), sea))


def free_cart() -> Art:
    """Return a cart that leaves the road for the field."""
    field = box(34, 9, fill=MEADOWS[3], stroke="#4f7a2a", round_=3, y=10)
    return Art(34, 29, (field, *cart("").elements))


def free_laying() -> Art:
    """Return two hexes whose edges need not match."""
    left = polygon(_moved(hexagon(9.5), -8.5, 2.5), fill=MEADOWS[0], width=1.1)
    right = polygon(_moved(hexagon(9.5), 8.5, -2.5), fill=ROAD_FILL, width=1.1)
    return Art(36, 23, (left, right, letters("≠", size=15)))


def flip() -> Art:
    """Return a tile that is turned over."""
    shape = polygon(hexagon(11), fill="#ffe9a8", width=1.2)
    bow = curve(((-7, 3), (0, -9, 6, 1)), width=2)
    tip = polygon([(2.4, 0.8), (9, -0.4), (6.6, 5.6)], fill=INK, width=0.4)
    return Art(23, 21, (shape, bow, tip))


def _moved(points: list[Point], x: float, y: float) -> list[Point]:
    return [(px + x, py + y) for px, py in points]

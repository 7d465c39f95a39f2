"""A tile: the ground with pastures, water and roads, and the square in its middle with what is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import sqrt
from typing import TypeAlias

import svg
from attrs import frozen

from keyflower.extend.tiles import Tile
from keyflower.kernel.text import phrase
from keyflower.model.enums import BACK, ROAD, WATER, TileKind
from keyflower.model.hexes import Cell, corners
from keyflower.model.pastures import facing_sectors
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.village import PastUse
from keyflower.render.art import (
    NO_ART,
    Art,
    Point,
    above,
    at,
    beside,
    curve,
    document,
    escaped,
    framed,
    group,
    kept,
    lines_of,
    named,
    num,
    polygon,
    scaled,
    shared,
    words,
)
from keyflower.render.artist import Artist
from keyflower.render.face_art import cost_art, face_art, is_plain
from keyflower.render.fonts import INK
from keyflower.render.icons import hexagon, kind_glyph, star, upgrade
from keyflower.render.palette import (
    GILDED,
    GILDED_EDGE,
    KIND_FILLS,
    MEADOWS,
    PANEL,
    PARCHMENT,
    PLATE,
    ROAD_DASH,
    ROAD_EDGE,
    ROAD_FILL,
    SEASON_FILLS,
    TUFT,
    UNKNOWN_FILL,
    WATER_EDGE,
    WATER_FILL,
    WATER_WAVE,
)
from keyflower.render.piece_art import crowd, pool_art, tray
from keyflower.render.text_tiles import side_title

SIDE = 100.0
"""The length of a side of a tile in the units of a picture."""
HEIGHT = SIDE * sqrt(3)
"""The height of a tile."""
_SQUARE = 74.0
_TITLE_ENDS = -29.0
"""The room for what the tile does begins below this height."""
_CORNERS = corners((0, 0), SIDE)


def edge_middle(edge: int) -> Point:
    """Return the middle of an edge."""
    (ax, ay), (bx, by) = _CORNERS[edge], _CORNERS[(edge + 1) % 6]
    return ((ax + bx) / 2, (ay + by) / 2)


def rim_point(half_step: int) -> Point:
    """Return a point on the rim: even numbers are corners, odd ones middles of edges, clockwise."""
    corner = half_step % 12 // 2
    return edge_middle(corner) if half_step % 2 else _CORNERS[corner]


# ---------------------------------------------------------------------- ground


def runs_of(owners: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return the half-edges of each sector as runs of neighbours, with the number of the sector."""
    start = next((half for half in range(12) if owners[half] != owners[half - 1]), 0)
    halves = [(start + step) % 12 for step in range(12)]
    return [(owner, list(run)) for owner, run in groupby(halves, key=lambda half: owners[half])]


def _meadows(
    owners: Sequence[int], tones: Mapping[int, str], pastures: Mapping[int, str]
) -> list[svg.Element]:
    elements: list[svg.Element] = []
    for owner, run in runs_of(owners):
        if not owner:
            continue
        fill = tones.get(owner, MEADOWS[owner % len(MEADOWS)])
        points = [rim_point(half) for half in (*run, run[-1] + 1)]
        if len(run) < 12:
            points.insert(0, (0.0, 0.0))
        meadow = polygon(points, fill=fill, stroke=fill, width=0.6, mark="pasture")
        if owner in pastures:
            meadow.data = {"pasture": escaped(pastures[owner])}
        elements.append(meadow)
    return elements


def _tufts(edges: str) -> list[svg.Element]:
    """Return grass at field edges, so that a field does not depend on its colour alone."""
    elements: list[svg.Element] = []
    for edge, kind in enumerate(edges):
        if kind not in (ROAD, WATER):
            x, y = edge_middle(edge)
            blades = [curve(((dx, 3), (dx * 1.6, -3)), stroke=TUFT, width=1.3) for dx in (-3.2, 0, 3.2)]
            elements.append(group(blades, x=x * 0.9, y=y * 0.9, mark="field"))
    return elements


def _waters(edges: str) -> list[svg.Element]:
    elements: list[svg.Element] = []
    for edge, kind in enumerate(edges):
        if kind != WATER:
            continue
        (ax, ay), (bx, by) = _CORNERS[edge], _CORNERS[(edge + 1) % 6]
        # half as wide in the middle of the tile as at its edge, so that two of them make a river with a waist
        inner = [((bx - ax) * 0.26, (by - ay) * 0.26), ((ax - bx) * 0.26, (ay - by) * 0.26)]
        water: list[svg.Element] = [
            polygon([(ax, ay), (bx, by), *inner], fill=WATER_FILL, stroke=WATER_FILL, width=0.6),
            curve(((bx, by), inner[0]), stroke=WATER_EDGE, width=2),
            curve(((ax, ay), inner[1]), stroke=WATER_EDGE, width=2),
        ]
        x, y = edge_middle(edge)
        wave = ((-14, 0), (-10.5, -4, -7, 0), (-3.5, 4, 0, 0), (3.5, -4, 7, 0), (10.5, 4, 14, 0))
        water.append(group([curve(wave, stroke=WATER_WAVE, width=1.8)], x=x * 0.89, y=y * 0.89))
        elements.append(group(water, mark="water"))
    return elements


def _roads(edges: str) -> list[svg.Element]:
    ends = [edge_middle(edge) for edge, kind in enumerate(edges) if kind == ROAD]
    elements: list[svg.Element] = []
    for x, y in ends:
        layers = ((ROAD_EDGE, 20.0, None), (ROAD_FILL, 16.0, None), (ROAD_DASH, 1.8, "5 4"))
        lines: list[svg.Element] = [
            svg.Line(x1=num(x), y1=num(y), x2=0, y2=0, stroke=colour, stroke_width=width, extra=_dashes(dash))
            for colour, width, dash in layers
        ]
        elements.append(group(lines, mark="road"))
    return elements


def _dashes(dash: str | None) -> dict[str, str] | None:
    return {"stroke-dasharray": dash} if dash else None


def ground(
    edges: str,
    *,
    owners: Sequence[int] | None = None,
    tones: Mapping[int, str] | None = None,
    pastures: Mapping[int, str] | None = None,
) -> list[svg.Element]:
    """Return the land of a tile by the directions its edges face.

    Args:
        edges: the edges by direction.
        owners: the sector that owns each half-edge, by direction; by default that of an unrotated tile.
        tones: the green of each sector.
        pastures: the id of the pasture that each sector belongs to.
    """
    sectors = facing_sectors(edges, 0) if owners is None else owners
    meadows = _meadows(sectors, tones or {}, pastures or {})
    return [*_hex().elements, *meadows, *_on_meadows(edges).elements]


@shared
def _hex() -> Art:
    return Art(2 * SIDE, HEIGHT, (polygon(_CORNERS, fill=MEADOWS[0], stroke=INK, width=1.4, mark="hex"),))


@shared
def _on_meadows(edges: str) -> Art:
    """Return grass, water, roads and the rim."""
    rim = polygon(_CORNERS, fill="none", stroke=INK, width=1.1)
    rim.stroke_opacity = 0.55
    return Art(2 * SIDE, HEIGHT, (*_tufts(edges), *_waters(edges), *_roads(edges), rim))


# ---------------------------------------------------------------------- the square in the middle


Placed: TypeAlias = tuple[tuple[Pool, str], ...]
"""Pieces, and the kind of those that the viewer may only count."""


@frozen
class Load:
    """What lies on a tile."""

    goods: Pool = EMPTY
    """Goods on it."""
    uses: tuple[PastUse, ...] = ()
    """The season's uses."""
    workers: Pool = EMPTY
    """Workers that arrive with a boat."""
    skills: Pool = EMPTY
    """Skill tokens that arrive with a boat."""
    placed: Placed = ()
    """Pieces in places of expansions that lie on it, each with the kind of unknown ones."""


NO_LOAD = Load()
"""Nothing lies on the tile."""


def _fit(art: Art, y: float, height: float, margin: float = 7.0) -> float:
    """Return the scale at which a drawing fits between the slanting sides at this height of the square."""
    # scaled by s, its corners lie within the sides while s * (width + height / √3) is at most this
    room = 2 * (_SQUARE - margin - abs(y) / sqrt(3))
    return min(room / (art.width + art.height / sqrt(3)), height / art.height)


def _inside(art: Art, y: float, height: float, *, most: float = 1, margin: float = 7.0) -> svg.G:
    """Return a drawing at this height of the square, as large as possible."""
    return at(scaled(art, min(most, _fit(art, y, height, margin))), 0, y)


@shared
def _title(text: str, most: float = 1.0) -> Art:
    """Return the title, broken into lines so that it is as large as possible, up to a limit."""
    y, height = -43.0, 28.0
    margin = 7.0 if most <= 1 else 2.0  # large print may come near the frame
    layouts = []
    for number in (1, 2, 3):
        lines = lines_of(text, -(-len(text) // number) + 2 * (number - 1)) or [" "]
        layouts.append(above(*(words(line, size=14) for line in lines), gap=-3))
    # one line unless more are clearly larger
    best = max(
        layouts, key=lambda art: min(_fit(art, y, height, margin), most) - 0.1 * most * (art.height > 20)
    )
    scale = _fit(best, y, height, margin)
    if scale < 1:  # a small title stands lower, where the hex is wider
        y = max(y, _TITLE_ENDS - 3 - best.height * scale / 2)
    title = _inside(best, y, height, most=most, margin=margin)
    title.class_ = ["title"]
    return Art(0, 0, (title,))


def _uses(uses: tuple[PastUse, ...]) -> Art:
    return beside(
        *(framed(crowd(use.workers, lying=use.lying), pad=1.5, fill=PANEL, round_=4) for use in uses),
        gap=3,
    )


def _placed(placed: Placed, artist: Artist) -> Art:
    """Return pieces that stand on a tile, on a separate plate."""
    arts = [pool_art(pool, artist, kind=kind) for pool, kind in placed]
    return framed(beside(*arts, gap=6), pad=3, fill=PLATE, line=1.2, round_=8) if arts else NO_ART


def _load_rows(load: Load, artist: Artist) -> list[Art]:
    rows = [
        tray(load.goods, artist),
        _uses(load.uses),
        crowd(load.workers),
        pool_art(load.skills, artist, kind="skill"),
        _placed(load.placed, artist),
    ]
    marks = ("goods", "uses", "carried", "carried", "placed")
    return [named(row, mark=mark) for row, mark in zip(rows, marks, strict=True) if row.elements]


def _foot(tile: Tile, side: int, artist: Artist, *, upgraded: bool) -> Art:
    """Return the cost of upgrading or the mark of the upgraded side, and the printed points."""
    parts = [_chevrons()] if upgraded else []
    if side != BACK and tile.upgradable and tile.upgrade is not None:
        parts.append(
            named(
                beside(scaled(upgrade(), 0.9), cost_art(tile.upgrade, artist), gap=4),
                mark="cost",
                title=phrase("upgrade: {cost}", cost=tile.upgrade.words()),
            )
        )
    face = tile.face(side)
    if face.points and not is_plain(face):
        parts.append(star(face.points))
    return beside(*parts, gap=8)


def _chevrons() -> Art:
    """Return the mark of the upgraded side: two chevrons, one above the other."""
    lines = [curve(((-8, y + 6), (0, y), (8, y + 6)), stroke=GILDED_EDGE, width=3.4) for y in (-8, 1)]
    return named(Art(19, 20, tuple(lines)), mark="upgraded", title=phrase("upgraded"))


def _frame(tile: Tile | None, *, upgraded: bool) -> Art:
    if tile is None:
        return _edged("", upgraded=False)
    return _edged(SEASON_FILLS[tile.season] if tile.season else KIND_FILLS[tile.kind], upgraded=upgraded)


@shared
def _edged(edge: str, *, upgraded: bool) -> Art:
    """Return the frame of the square with an edge of this colour; without a colour, that of an unknown tile."""
    shapes: tuple[svg.Element, ...]
    if not edge:
        shapes = (polygon(hexagon(_SQUARE), fill="#eeeeee", stroke=UNKNOWN_FILL, width=3),)
    elif not upgraded:
        shapes = (
            polygon(hexagon(_SQUARE + 1), fill=INK, width=3),
            polygon(hexagon(_SQUARE - 1), fill=PARCHMENT, stroke=edge, width=4.2),
        )
    else:
        shapes = (
            polygon(hexagon(_SQUARE + 1.5), fill=INK, width=3),
            polygon(hexagon(_SQUARE - 1), fill=GILDED, stroke=edge, width=4.2),
            polygon(hexagon(_SQUARE - 5.5), fill="none", stroke=GILDED_EDGE, width=2),
        )
    return Art(2 * _SQUARE, 2 * _SQUARE, shapes)


def square(
    tile: Tile | None,
    name: str,
    *,
    artist: Artist,
    side: int = 0,
    load: Load = NO_LOAD,
    laid: bool = False,
    print_size: float = 1.0,
) -> list[svg.Element]:
    """Return what is printed on a tile and what lies on it; an unknown tile shows its name only."""
    upgraded = tile is not None and side == BACK and tile.kind is not TileKind.SUMMER_BOAT
    title = _title(artist.say(side_title(tile, name, side)), print_size)
    elements = [*_frame(tile, upgraded=upgraded).elements, *title.elements]
    if tile is None:
        return elements + _stack(_load_rows(load, artist), -26, 56)
    if not laid:
        glyph = scaled(kind_glyph(tile.kind, tile.season, tile.number), 0.85)
        elements.append(at(glyph, _SQUARE / 2 + 2, -_SQUARE * sqrt(3) / 2 - 3))
    arrivals = not (load.workers.total or load.skills.total or laid)
    foot, does = _printed(tile, side, artist, upgraded=upgraded, arrivals=arrivals)
    rows = [row for row in (does, *_load_rows(load, artist)) if row.elements]
    bottom = 45.0 if len(rows) < 2 else 56.0
    if foot.elements:
        elements.append(_inside(foot, 49, 22))
        bottom = 38.0
    return elements + _stack(rows, _TITLE_ENDS, bottom)


def _printed(tile: Tile, side: int, artist: Artist, *, upgraded: bool, arrivals: bool) -> tuple[Art, Art]:
    """Return the foot of a side and what the side does: these are printed, so they do not depend on what lies on it."""
    language, of = artist.language, (tile, artist.looks)
    foot = kept(
        lambda: _foot(tile, side, artist, upgraded=upgraded), "foot", side, upgraded, language=language, of=of
    )
    does = kept(
        lambda: face_art(tile, side, artist=artist, arrivals=arrivals),
        "does",
        side,
        arrivals,
        language=language,
        of=of,
    )
    return foot, does


def _stack(rows: list[Art], top: float, bottom: float) -> list[svg.Element]:
    """Return rows of equal height between two heights, each as large as the square allows there."""
    if not rows:
        return []
    share = (bottom - top) / len(rows)
    elements: list[svg.Element] = []
    for place, row in enumerate(rows):
        elements.append(_inside(row, top + share * (place + 0.5), share - 3, most=1.3))
    return elements


# ---------------------------------------------------------------------- whole tiles


def tile_art(
    tile: Tile | None,
    name: str,
    *,
    artist: Artist,
    edges: str = "",
    side: int = 0,
    load: Load = NO_LOAD,
    laid: bool = False,
    owners: Sequence[int] | None = None,
    tones: Mapping[int, str] | None = None,
    pastures: Mapping[int, str] | None = None,
    cell: Cell | None = None,
) -> Art:
    """Return a tile as it lies.

    Args:
        tile: the tile, or None if nobody knows it.
        name: its name.
        artist: writes its title and whatever has no icon, and draws its pieces.
        edges: its edges by direction; as printed if left out.
        side: the side that lies up.
        load: what lies on it.
        laid: whether it lies in a village, where its season and what once arrived on it no longer matter.
        owners: the sector that owns each half-edge, by direction.
        tones: the green of each sector.
        pastures: the id of the pasture that each sector belongs to.
        cell: where it lies in its village.
    """
    facing = edges or (tile.edges if tile is not None else "FFFFFF")
    land = tuple([tuple(sorted((given or {}).items())) for given in (tones, pastures)])

    def draw() -> Art:
        lies = (owners, tones, pastures)
        return _tile(
            tile,
            name,
            artist=artist,
            facing=facing,
            side=side,
            load=load,
            cell=cell,
            laid=laid,
            lies=lies,
        )

    shown = (name, facing, side, load, laid, tuple(owners or ()), land, cell)
    return kept(draw, "tile", *shown, language=artist.language, of=(tile, artist.looks))


def _face(tile: Tile | None, name: str, *, artist: Artist, side: int, load: Load, laid: bool) -> Art:
    """Return the square of a tile, cached by what lies on it: drawing it takes the most time."""

    def draw() -> Art:
        elements = square(tile, name, artist=artist, side=side, load=load, laid=laid)
        return Art(2 * SIDE, HEIGHT, (group(elements, mark="face"),))

    return kept(draw, "face", name, side, load, laid, language=artist.language, of=(tile, artist.looks))


_Ground: TypeAlias = tuple[Sequence[int] | None, Mapping[int, str] | None, Mapping[int, str] | None]
"""The sector that owns each half-edge, the green of each sector, and the pasture that it belongs to."""


def _tile(
    tile: Tile | None,
    name: str,
    *,
    artist: Artist,
    facing: str,
    side: int,
    load: Load,
    cell: Cell | None,
    laid: bool,
    lies: _Ground,
) -> Art:
    owners, tones, pastures = lies
    elements = [
        group(ground(facing, owners=owners, tones=tones, pastures=pastures), mark="ground"),
        *_face(tile, name, artist=artist, side=side, load=load, laid=laid).elements,
    ]
    text = side_title(tile, name, side)
    if tile is not None:
        text = phrase("{title}: {words}", title=_full_title(tile, side), words=tile.face(side).words())
    art = Art(2 * SIDE, HEIGHT, tuple(elements))
    data = {"tile": name, "side": str(side)}
    if cell is not None:
        data["cell"] = f"{cell[0]},{cell[1]}"
    return named(art, mark="tile", title=text, data=data)


def _full_title(tile: Tile, side: int) -> str:
    title = side_title(tile, tile.name, side)
    return phrase("{title} (upgraded)", title=title) if side == BACK and tile.upgradable else title


def ring_art(colours: Sequence[str]) -> list[svg.Element]:
    """Return outlines of a tile, one inside the other."""
    return [
        polygon(corners((0, 0), SIDE - 4 - 9 * place), fill="none", stroke=colour, width=8, mark="ring")
        for place, colour in enumerate(colours)
    ]


def draw_tile(tile: Tile, *, side: int, size: float, artist: Artist) -> str:
    """Return the picture of one side of a tile, `size` pixels wide."""
    art = tile_art(tile, tile.name, side=side, artist=artist)
    wide = Art(art.width + 6, art.height + 6, art.elements)
    return document(
        wide,
        title=_full_title(tile, side),
        description=tile.words(),
        scale=size / wide.width,
        language=artist.language,
    )

"""One sheet of everything that a client puts together itself: grounds, faces, pieces and signs as SVG symbols.

A client draws a laid tile as a turned ground with an upright face on it, and pieces beside::

    <use href="#kf-ground-RFFFFF" transform="rotate(60)"/><use href="#kf-face-miner-0"/>

All symbols are drawn around the origin; a tile has sides of 100 units, a piece is about 24 units wide. A larger piece,
such as a card, is made small enough for that room; `data-size` says how large it would be beside the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import svg

from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.model.enums import COLOURS, PURPLE, SEASONS
from keyflower.render.art import Art, scaled, translated
from keyflower.render.artist import Artist
from keyflower.render.icons import season_glyph
from keyflower.render.piece_art import drawn, piece, unknown, worker
from keyflower.render.theme import with_variables
from keyflower.render.tile_art import ground, square

_LARGE = 1.4
"""Titles are larger here than in pictures of whole tables, because the tiles of a client are small."""


_ROOM = 26.0
"""The room for a piece of any kind."""


def _symbols(ruleset: Ruleset, artist: Artist) -> Iterator[tuple[str, Sequence[svg.Element], str]]:
    """Every symbol: its name, its drawing, and its size if it needs more room than most."""
    tiles: list[Tile] = list(ruleset.tiles.values())
    for edges in sorted({tile.edges for tile in tiles}):
        yield f"ground-{edges}", ground(edges), ""
    for tile in tiles:
        for side in range(len(tile.faces)):
            face = square(tile, tile.name, side=side, artist=artist, print_size=_LARGE)
            yield f"face-{tile.name}-{side}", face, ""
    yield "face-unknown", square(None, "?", artist=artist), ""
    for name, art in _pieces(ruleset, artist):
        large = max(art.width, art.height) > _ROOM
        yield name, _fitted(art).elements, f"{art.width:g} {art.height:g}" if large else ""
    for season in SEASONS:
        yield f"season-{season.value}", season_glyph(season).elements, ""


def _pieces(ruleset: Ruleset, artist: Artist) -> Iterator[tuple[str, Art]]:
    for colour in (*COLOURS, PURPLE):
        yield f"piece-{colour}", worker(colour)
        yield f"piece-{colour}-lying", worker(colour, lying=True)
    for good in ruleset.goods:
        if good not in COLOURS and good != PURPLE:
            yield f"piece-{good}", piece(good, artist)
    for kind in (*map(str, GoodKind), *ruleset.piece_kinds):
        yield f"unknown-{kind}", unknown(kind, artist)
        yield f"drawn-{kind}", drawn(kind, artist)


def _fitted(art: Art) -> Art:
    """Return a piece made small enough for the room that a client leaves for any piece."""
    return scaled(art, min(1.0, _ROOM / max(art.width, art.height)))


def draw_sprite(ruleset: Ruleset, *, artist: Artist) -> str:
    """Return the sheet; its colours are the CSS variables of `keyflower.render.style_sheet`."""
    symbols = [
        svg.Symbol(
            id=f"kf-{name}",
            overflow="visible",
            elements=translated(elements, artist.language),
            extra={"data-size": size} if size else {},
        )
        for name, elements, size in _symbols(ruleset, artist)
    ]
    sheet = svg.SVG(width=0, height=0, extra={"aria-hidden": "true"}, elements=[*symbols])
    return with_variables(sheet.as_str())

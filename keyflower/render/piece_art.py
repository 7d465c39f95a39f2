"""The pieces: workers, skill tokens, resources, produce and animals, each in a space of about 24 by 24."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, assert_never

import svg

from keyflower.extend.goods import GoodKind
from keyflower.extend.looks import (
    BLANK,
    AnyOf,
    Drawing,
    Noted,
    On,
    Outline,
    Pays,
    Piece,
    Row,
    Shape,
    Sign,
    oval,
)
from keyflower.kernel.text import Message, phrase, phrase_of
from keyflower.model.enums import LETTERS, Season
from keyflower.model.names import good_name, nameless
from keyflower.model.pool import Pool
from keyflower.render.art import (
    NO_ART,
    Art,
    above,
    at,
    beside,
    box,
    curve,
    disc,
    document,
    framed,
    group,
    kept,
    letters,
    named,
    outline,
    padded,
    scaled,
    shared,
    words,
    wrapped,
)
from keyflower.render.artist import Artist
from keyflower.render.fonts import FAINT, INK, PAPER, text_width
from keyflower.render.icons import (
    arrow,
    boat,
    cart,
    on_pasture,
    on_tile,
    plain_tile,
    season_glyph,
    sign,
    star,
    swap,
    upgrade,
    upgraded_tile,
)
from keyflower.render.palette import (
    DARK_WORKERS,
    PIECE_INK,
    TOKEN,
    TRAY,
    UNKNOWN_FILL,
    WORKER_FILLS,
    initials,
)

WHITE: Final = "#ffffff"
_OWN: Final = "#d9ccec"
"""The blank areas of a piece that has no look."""
_SHOWN: Final = 0.78
"""The share of a piece's width and height that the thing it shows may take."""

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
    art = meeple(fill, LETTERS.get(colour, initials(colour)), ink=ink, lying=lying)
    posture = " lying" if lying else ""
    name = good_name(colour, f"{colour} worker")
    title = phrase("{piece}, lying", piece=name) if lying else name
    return named(art, mark=f"worker {colour}{posture}", title=title)


_UNKNOWN_WORKER: Final = named(
    meeple(UNKNOWN_FILL, "?", ink=PIECE_INK),
    mark="unknown",
    title=nameless(GoodKind.WORKER)[1],
)


def crowd(workers: Pool, *, lying: Pool | None = None, gap: float = 1) -> Art:
    """Return workers one by one: standing, then lying, then unknown ones."""
    flat = Pool() if lying is None else lying
    standing = workers - flat
    arts = [worker(colour) for colour in standing.expanded()]
    arts += [worker(colour, lying=True) for colour in flat.expanded()]
    arts += [_UNKNOWN_WORKER] * standing.unknown
    return beside(*arts, gap=gap)


# ---------------------------------------------------------------------- any piece


_KINDS: Final[Mapping[str, Shape]] = {
    GoodKind.SKILL: Shape((Outline(oval(0, 0, 11), BLANK),), size=(23, 23)),
    GoodKind.RESOURCE: Shape(
        (
            Outline(
                "M-6.5 -10.5H6.5A4 4 0 0 1 10.5 -6.5V6.5A4 4 0 0 1 6.5 10.5H-6.5A4 4 0 0 1 -10.5 6.5V-6.5"
                "A4 4 0 0 1 -6.5 -10.5Z",
                BLANK,
            ),
        ),
        size=(22, 22),
    ),
}
"""The kinds that every game has, for pieces that declare nothing better."""
_TAG: Final = Shape((Outline("M-10.5 -10.5L5 -10.5L10.5 -5L10.5 10.5L-10.5 10.5Z", BLANK),), size=(22, 22))
"""A piece without a look."""


def _written(text: str, *, at: tuple[float, float], size: float, ink: str, plate: str) -> list[svg.Element]:
    """Return the letters on a piece, on a plate if they need one."""
    if not text:
        return []
    x, y = at
    under = (
        [box(text_width(text, size) + 2, size + 1, fill=plate, line=0.8, round_=3, x=x, y=y)] if plate else []
    )
    return [*under, letters(text, size=size, x=x, y=y, fill=ink)]


def shape_art(shape: Shape, text: str, artist: Artist, *, fill: str = _OWN, ink: str = "") -> Art:
    """Return a shape with a text on it, or with the thing that it shows instead.

    Args:
        shape: the shape.
        text: what is written on it.
        artist: draws what it shows.
        fill: what its blank areas are filled with.
        ink: the colour of the text; by default that of the shape.
    """
    elements: list[svg.Element] = [
        outline(
            one.path,
            fill=fill if one.fill == BLANK else one.fill or "none",
            stroke=one.line or INK,
            width=0 if one.line == "none" else one.width,
        )
        for one in shape.outlines
    ]
    (width, height), (x, y) = shape.size, shape.at
    if shape.shows is not None and not text:
        shown = drawing_art(shape.shows, artist)
        wide, high = shape.room or (_SHOWN * width, _SHOWN * height)
        most = min(wide / shown.width, high / shown.height, 1.0)
        elements.append(at(scaled(shown, most), x, y))
    else:
        size = shape.letter_size or (12 if len(text) < 2 else 8.5)
        elements += _written(text, at=shape.at, size=size, ink=ink or shape.ink, plate=shape.plate)
    return Art(width, height, tuple(elements))


def _blank(kind: str, text: str, artist: Artist, *, fill: str = WHITE) -> Art:
    """Return a piece of a kind with a text on it instead of its own look."""
    if kind == GoodKind.WORKER:
        return meeple(fill, text, ink=PIECE_INK)
    shape = artist.looks.of_kind(kind) or _KINDS.get(kind, _TAG)
    return shape_art(shape, text, artist, fill=fill, ink=PIECE_INK)


def _once(draw: Callable[[str, Artist], Art], shown: str, artist: Artist) -> Art:
    """Return the drawing of a piece or a kind, cached for all pictures with the same rules and language."""
    return kept(lambda: draw(shown, artist), draw, shown, language=artist.language, of=(artist.looks,))


def piece(name: str, artist: Artist) -> Art:
    """Return a piece by its name; one without a look gets a tag with its initials."""
    return _once(_piece, name, artist)


def _piece(name: str, artist: Artist) -> Art:
    if name in WORKER_FILLS:
        return worker(name)
    shape = artist.looks.of_good(name)
    if shape is None:
        art = shape_art(_TAG, initials(name), artist)
    else:
        text = initials(name) if shape.letters is None and shape.shows is None else shape.letters or ""
        art = shape_art(shape, text, artist)
    return named(art, mark=f"piece {name}", title=piece_name(name, artist))


def piece_name(name: str, artist: Artist) -> Message:
    """Return what a piece is called."""
    good = artist.looks.goods.get(name)
    return good_name(name, good.title if good is not None and good.title else name.replace("_", " "))


def any_of(kind: str, artist: Artist) -> Art:
    """Return the piece that stands for any one of a kind."""
    return _once(_any_of, kind, artist)


def _any_of(kind: str, artist: Artist) -> Art:
    return named(_blank(kind, phrase_of("sign", "any"), artist), mark=f"any-{kind}", title=nameless(kind)[0])


def drawn(kind: str, artist: Artist) -> Art:
    """Return a piece that is drawn at random."""
    return _once(_drawn, kind, artist)


def _drawn(kind: str, artist: Artist) -> Art:
    return named(_blank(kind, "?", artist), mark=f"drawn-{kind}", title=nameless(kind)[2])


def unknown(kind: str, artist: Artist) -> Art:
    """Return a piece that the viewer may only count."""
    return _once(_unknown, kind, artist)


def _unknown(kind: str, artist: Artist) -> Art:
    title = nameless(kind)[1] if kind else phrase("unknown piece")
    return named(_blank(kind, "?", artist, fill=UNKNOWN_FILL), mark="unknown", title=title)


# ---------------------------------------------------------------------- drawing words


_SIGNS: Final[Mapping[Sign, Callable[[], Art]]] = {
    Sign.TRANSPORT: lambda: cart(""),
    Sign.UPGRADE: upgrade,
    Sign.UPGRADED: upgraded_tile,
    Sign.TILE: plain_tile,
    Sign.WINTER: lambda: on_tile(season_glyph(Season.WINTER)),
    Sign.BOAT: boat,
    Sign.SWAP: swap,
    Sign.FREE: lambda: sign("0"),
}


def caption(text: str, artist: Artist) -> Art:
    """Return a few words below icons."""
    return wrapped(artist.say(text), size=11, most=15, fill=FAINT)


def pays(what: Art, points: int) -> Art:
    """Return something, an arrow and points, one below the other if it is wide."""
    if what.width > 60:
        return above(what, beside(arrow(), star(points), gap=5), gap=4)
    return beside(what, arrow(), star(points), gap=5)


def joined(parts: Sequence[Art], between: Callable[[], Art], *, gap: float = 4) -> Art:
    """Return drawings in a row with a sign between them."""
    row: list[Art] = []
    for part in parts:
        if row:
            row.append(between())
        row.append(part)
    return beside(*row, gap=gap)


def drawing_art(drawing: Drawing, artist: Artist) -> Art:
    """Return the drawing that a `Drawing` describes."""
    match drawing:
        case Piece():
            return times(piece(drawing.good, artist), drawing.count)
        case AnyOf():
            return times(any_of(drawing.kind, artist), drawing.count)
        case Row():
            return _row(drawing, artist)
        case On():
            what = drawing_art(drawing.what, artist)
            return on_pasture(what) if drawing.where == "pasture" else on_tile(what)
        case Pays():
            return pays(drawing_art(drawing.what, artist), drawing.points)
        case Noted():
            return above(drawing_art(drawing.what, artist), caption(drawing.text, artist), gap=2)
        case Sign():
            return _SIGNS[drawing]()
        case _:
            assert_never(drawing)


def _row(row: Row, artist: Artist) -> Art:
    parts = [drawing_art(part, artist) for part in row.parts]
    columns = row.columns or len(parts)
    lines = [parts[start : start + columns] for start in range(0, len(parts), columns)]
    arts = [
        joined(line, lambda: sign(row.between), gap=2) if row.between else beside(*line, gap=4)
        for line in lines
    ]
    return above(*arts, gap=3)


# ---------------------------------------------------------------------- several pieces


def times(art: Art, number: int) -> Art:
    """Return a piece with its number in front; a single one without."""
    if number == 1:
        return art
    return beside(words(str(number), size=15), art, gap=1.5)


def pool_art(pool: Pool, artist: Artist, *, kind: str = "", gap: float = 5) -> Art:
    """Return pieces with their numbers; `kind` is the kind of unknown ones."""
    arts = [times(piece(name, artist), number) for name, number in pool.items()]
    if pool.unknown:
        arts.append(times(unknown(kind, artist), pool.unknown))
    return beside(*arts, gap=gap)


def tray(goods: Pool, artist: Artist) -> Art:
    """Return goods that lie on a tile: tokens in a tray, so that nobody mistakes them for printed ones."""
    tokens = []
    for name, number in goods.items():
        token = Art(
            28, 28, (disc(0, 0, 13.5, fill=TOKEN, width=1.6), *scaled(piece(name, artist), 0.86).elements)
        )
        count = words(f"×{number}", size=15, fill=TOKEN) if number > 1 else NO_ART
        tokens.append(beside(token, count, gap=2))
    if not tokens:
        return NO_ART
    return named(framed(beside(*tokens, gap=7), pad=4, fill=TRAY, line=1.4, round_=9), mark="tray")


def kinds_art(parts: Iterable[tuple[str, int]], artist: Artist) -> Art:
    """Return the pieces that stand for any one of a kind, with their numbers."""
    arts = [times(any_of(kind, artist), number) for kind, number in parts]
    return beside(*arts, gap=5) if arts else NO_ART


@shared
def label_chip(text: str, *, fill: str = INK, ink: str = PAPER) -> Art:
    """Return a short text on a dark disc or pill: the label of a player."""
    width = max(20.0, words(text, size=12).width + 8)
    return Art(width, 20, (group([box(width, 20, fill=fill, round_=10), letters(text, size=12, fill=ink)]),))


def draw_piece(name: str, *, size: float, artist: Artist) -> str:
    """Return the picture of a piece, `size` pixels high."""
    art = padded(piece(name, artist), 1)
    return document(art, title=piece_name(name, artist), scale=size / art.height, language=artist.language)

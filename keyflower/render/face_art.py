"""What a side of a tile does, in icons with numbers; parts without an icon are written out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then
from keyflower.extend.goods import GoodKind
from keyflower.extend.looks import look_of
from keyflower.extend.measures import (
    ByBoatsOnWater,
    PerLoopTile,
    PerNeighbour,
    PerTileOfPasture,
    PerTransport,
)
from keyflower.extend.powers import (
    COUNTER_BID,
    COUNTS_AS,
    DOUBLED,
    FREE_FLIP,
    LAY_FREELY,
    MIXED_USE,
    OVER_FIELDS,
    PAY_ANY_RESOURCE,
    SEASON_END,
    Power,
)
from keyflower.extend.scoring import Scorer
from keyflower.extend.terms import (
    Need,
    Once,
    PerDifferent,
    PerPiece,
    PerPieceOfOne,
    PerSet,
    PerStored,
    Pieces,
)
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.text import phrase
from keyflower.model.enums import SEASONS, TileKind
from keyflower.render.art import NO_ART, Art, above, beside, scaled, words, wrapped
from keyflower.render.artist import Artist
from keyflower.render.fonts import FAINT
from keyflower.render.icons import (
    arrow,
    boat_on_water,
    cart,
    flip,
    free_cart,
    free_laying,
    neighbours,
    on_tile,
    pasture_tiles,
    road_loop,
    season_glyph,
    sign,
    star,
    swap,
    upgrade,
)
from keyflower.render.piece_art import (
    any_of,
    caption,
    drawing_art,
    drawn,
    joined,
    kinds_art,
    pays,
    piece,
    pool_art,
    times,
    worker,
)


def cost_art(cost: Cost, artist: Artist) -> Art:
    """Return the pieces of a cost."""
    return beside(pool_art(cost.named, artist), kinds_art(cost.any, artist), gap=5)


# ---------------------------------------------------------------------- effects


def effect_art(effect: Effect, artist: Artist) -> Art:
    """Return an effect in icons; an expansion's own effect without a look is written out."""
    look = look_of(effect)
    if look is not None:
        return drawing_art(look, artist)
    match effect:
        case Pay():
            return cost_art(effect.price, artist)
        case Gain():
            return pool_art(effect.goods, artist)
        case Draw():
            counts = ((GoodKind.WORKER, effect.workers), (GoodKind.SKILL, effect.skills))
            return beside(*(times(drawn(kind, artist), number) for kind, number in counts if number), gap=5)
        case Carry():
            return beside(
                cart(effect.capacity), upgrade(effect.upgrades) if effect.upgrades else NO_ART, gap=6
            )
        case Then():
            return joined([effect_art(step, artist) for step in effect.steps], arrow, gap=6)
        case AllOf():
            return beside(*(effect_art(part, artist) for part in effect.effects), gap=7)
        case OneOf():
            return joined(
                [effect_art(part, artist) for part in effect.choices], lambda: sign("/", size=16), gap=2
            )
        case _:
            return wrapped(artist.say(effect.words()), size=11, most=18)


# ---------------------------------------------------------------------- powers


def _counts_as(power: Power, artist: Artist) -> Art:
    first, second = power.counts_as[0] if power.counts_as else ("resource", "resource")
    return beside(
        _kind_or_piece(first, artist), swap(), _kind_or_piece(second, artist), arrow(), star("+"), gap=4
    )


_POWER_ICONS: Final[Mapping[str, tuple[Callable[[Artist], Art], str]]] = {
    OVER_FIELDS: (lambda _: free_cart(), phrase("over fields")),
    LAY_FREELY: (lambda _: free_laying(), phrase("lay freely")),
    DOUBLED: (lambda _: beside(cart("×2"), upgrade("×2"), gap=6), phrase("doubled")),
    PAY_ANY_RESOURCE: (
        lambda artist: beside(
            upgrade(), any_of(GoodKind.RESOURCE, artist), swap(), any_of(GoodKind.RESOURCE, artist), gap=4
        ),
        phrase("any resource pays upgrades"),
    ),
    COUNTER_BID: (
        lambda _: beside(worker("red"), sign("<"), worker("blue", lying=True), gap=4),
        phrase("bid another colour"),
    ),
    MIXED_USE: (
        lambda _: beside(worker("red"), worker("blue", lying=True), worker("yellow", lying=True), gap=2),
        phrase("use in any colours"),
    ),
    FREE_FLIP: (lambda _: flip(), phrase("free flip")),
}


def power_art(power: Power, artist: Artist) -> Art:
    """Return a power in icons with a few words; one without icon and look is written out."""
    look = look_of(power)
    if look is not None:
        return drawing_art(look, artist)
    if power.slot == SEASON_END and power.effect is not None:
        ends = beside(*(scaled(season_glyph(season), 0.75) for season in SEASONS[1:]), gap=2)
        what, when = effect_art(power.effect, artist), caption(phrase("end of"), artist)
        return above(scaled(what, 1.4), beside(when, ends, gap=3), gap=4)
    if power.slot == COUNTS_AS:
        return above(_counts_as(power, artist), caption(phrase("when scoring"), artist), gap=2)
    if power.slot in _POWER_ICONS:
        icon, text = _POWER_ICONS[power.slot]
        return above(icon(artist), caption(text, artist), gap=2)
    return wrapped(artist.say(power.words()), size=10.5, most=20)


def powers_art(powers: tuple[Power, ...], artist: Artist) -> Art:
    """Return the powers of a side, one below the other."""
    return above(*(power_art(power, artist) for power in powers), gap=2)


# ---------------------------------------------------------------------- scoring


def _kind_or_piece(name: str, artist: Artist) -> Art:
    return any_of(name, artist) if name in set(GoodKind) else piece(name, artist)


def _pieces(pieces: Pieces, artist: Artist) -> Art:
    if isinstance(pieces, str):
        return any_of(pieces, artist)
    return joined([piece(name, artist) for name in pieces], lambda: sign("/"), gap=1)


def _needs(needs: Iterable[Need], artist: Artist) -> Art:
    return beside(*(times(_pieces(need.pieces, artist), need.count) for need in needs), gap=4)


def _table(term: ByBoatsOnWater) -> Art:
    steps = [(number, points) for number, points in enumerate(term.table) if number]
    columns = [
        above(words(str(number), size=13, fill=FAINT), words(str(points), size=13), gap=4)
        for number, points in steps
    ]
    return beside(above(scaled(boat_on_water(), 0.75), scaled(star(""), 0.75), gap=0), *columns, gap=5)


def score_art(term: Scorer, artist: Artist) -> Art:
    """Return what a tile scores in icons; an expansion's own term without a look is written out."""

    def paid(what: Art, points: int, note: str = "") -> Art:
        return above(pays(what, points), caption(note, artist) if note else NO_ART, gap=2)

    look = look_of(term)
    if look is not None:
        return drawing_art(look, artist)
    match term:
        case PerSet():
            return paid(_needs(term.needs, artist), term.points)
        case Once():
            return paid(_needs(term.needs, artist), term.points, phrase("once"))
        case PerDifferent():
            return paid(times(_pieces(term.pieces, artist), term.count), term.points, phrase("all different"))
        case PerPiece():
            return paid(_pieces(term.pieces, artist), term.points)
        case PerPieceOfOne():
            worker_colour = term.pieces == GoodKind.WORKER
            variety = phrase("of one colour") if worker_colour else phrase("of one type")
            return paid(_pieces(term.pieces, artist), term.points, variety)
        case PerStored():
            return paid(on_tile(_pieces(term.pieces, artist)), term.points, phrase("kept here"))
        case PerTransport():
            return paid(cart(1), term.points, phrase("in the village"))
        case PerLoopTile():
            return paid(road_loop(), term.points, phrase("on a road loop"))
        case ByBoatsOnWater():
            return _table(term)
        case PerNeighbour():
            return paid(neighbours(), term.points, phrase("touching tile"))
        case PerTileOfPasture():
            return paid(pasture_tiles(), term.points, phrase("in its pasture"))
        case _:
            return wrapped(artist.say(term.words()), size=10.5, most=20)


# ---------------------------------------------------------------------- sides


def _arrivals(tile: Tile, artist: Artist) -> Art:
    """Return what comes with a boat in spring, summer and autumn: workers, skills, and other pieces."""
    cargo = [scaled(cost_art(cost, artist), 0.6) for cost in tile.cargo] or [NO_ART] * len(tile.arrivals)
    columns = [
        above(scaled(season_glyph(season), 0.6), words(f"{workers}+{skills}", size=11), more, gap=0)
        for season, (workers, skills), more in zip(SEASONS, tile.arrivals, cargo, strict=False)
    ]
    return beside(*columns, gap=7)


def is_plain(face: Face) -> bool:
    """Return whether a side has only its points."""
    return face.use is None and not face.scores and not face.powers


def face_art(tile: Tile, side: int, *, artist: Artist, arrivals: bool = True) -> Art:
    """Return everything that a side does; its points only if it has nothing else."""
    face = tile.face(side)
    parts = [
        NO_ART if face.use is None else effect_art(face.use, artist),
        powers_art(face.powers, artist),
    ]
    parts += [score_art(term, artist) for term in face.scores]
    if tile.goods is not None:
        text = words(artist.say(phrase("with the boat")), size=9, fill=FAINT)
        parts.append(beside(effect_art(tile.goods, artist), text, gap=4))
    if is_plain(face):
        parts.append(scaled(star(face.points), 1.5) if face.points else NO_ART)
    if tile.kind is TileKind.BOAT and arrivals:
        parts.append(_arrivals(tile, artist))
    return above(*parts, gap=4)

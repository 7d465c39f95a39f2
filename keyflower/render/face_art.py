"""What a side of a tile does, in icons with numbers; what has no icon is written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from keyflower.expansions.farmers.herds import MIXED_HERDS
from keyflower.expansions.farmers.scoring import HerdWorth, Sheltered
from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then
from keyflower.extend.goods import GoodKind
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
from keyflower.extend.scoring import Scores
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
from keyflower.kernel.wording import Speaker, phrase
from keyflower.render.art import NO_ART, Art, above, beside, scaled, words, wrapped
from keyflower.render.icons import (
    arrow,
    boat_on_water,
    cart,
    flip,
    free_cart,
    free_laying,
    herd_mix,
    neighbours,
    on_pasture,
    on_tile,
    pasture_tiles,
    road_loop,
    season_glyph,
    sign,
    star,
    swap,
    upgrade,
)
from keyflower.render.lettering import FAINT
from keyflower.render.pieces import any_of, drawn, kinds_art, piece, pool_art, times, worker
from keyflower.vocabulary.types import SEASONS, TileKind


def cost_art(cost: Cost) -> Art:
    """Return the pieces of a cost."""
    return beside(pool_art(cost.named), kinds_art(cost.any), gap=5)


def caption(text: str, language: Speaker) -> Art:
    """Return a few words below icons."""
    return wrapped(language.say(text), size=11, most=15, fill=FAINT)


def _joined(parts: list[Art], between: Callable[[], Art], *, gap: float = 4) -> Art:
    row: list[Art] = []
    for part in parts:
        if row:
            row.append(between())
        row.append(part)
    return beside(*row, gap=gap)


# ---------------------------------------------------------------------- effects


def effect_art(effect: Effect, language: Speaker) -> Art:
    """Return an effect in icons; an effect of another expansion in its words."""
    match effect:
        case Pay():
            return cost_art(effect.price)
        case Gain():
            return pool_art(effect.goods)
        case Draw():
            counts = ((GoodKind.WORKER, effect.workers), (GoodKind.SKILL, effect.skills))
            return beside(*(times(drawn(kind), number) for kind, number in counts if number), gap=5)
        case Carry():
            return beside(
                cart(effect.capacity), upgrade(effect.upgrades) if effect.upgrades else NO_ART, gap=6
            )
        case Then():
            return _joined([effect_art(step, language) for step in effect.steps], arrow, gap=6)
        case AllOf():
            return beside(*(effect_art(part, language) for part in effect.effects), gap=7)
        case OneOf():
            return _joined(
                [effect_art(part, language) for part in effect.choices], lambda: sign("/", size=16), gap=2
            )
        case _:
            return wrapped(language.say(effect.words()), size=11, most=18)


# ---------------------------------------------------------------------- powers


def _counts_as(power: Power) -> Art:
    first, second = power.counts_as[0] if power.counts_as else ("resource", "resource")
    return beside(_kind_or_piece(first), swap(), _kind_or_piece(second), arrow(), star("+"), gap=4)


_POWER_ICONS: Final[Mapping[str, tuple[Callable[[], Art], str]]] = {
    OVER_FIELDS: (free_cart, phrase("over fields")),
    LAY_FREELY: (free_laying, phrase("lay freely")),
    DOUBLED: (lambda: beside(cart("×2"), upgrade("×2"), gap=6), phrase("doubled")),
    PAY_ANY_RESOURCE: (
        lambda: beside(upgrade(), any_of("resource"), swap(), any_of("resource"), gap=4),
        phrase("any resource pays upgrades"),
    ),
    COUNTER_BID: (
        lambda: beside(worker("red"), sign("<"), worker("blue", lying=True), gap=4),
        phrase("bid another colour"),
    ),
    MIXED_USE: (
        lambda: beside(worker("red"), worker("blue", lying=True), worker("yellow", lying=True), gap=2),
        phrase("use in any colours"),
    ),
    MIXED_HERDS: (lambda: herd_mix(piece("sheep"), piece("pig")), phrase("species may mix")),
    FREE_FLIP: (flip, phrase("free flip")),
}


def power_art(power: Power, language: Speaker) -> Art:
    """Return a power in icons with a few words; a power on a slot of another expansion in its words."""
    if power.slot == SEASON_END and power.effect is not None:
        ends = beside(*(scaled(season_glyph(season), 0.75) for season in SEASONS[1:]), gap=2)
        what, when = effect_art(power.effect, language), caption(phrase("end of"), language)
        return above(scaled(what, 1.4), beside(when, ends, gap=3), gap=4)
    if power.slot == COUNTS_AS:
        return above(_counts_as(power), caption(phrase("when scoring"), language), gap=2)
    if power.slot in _POWER_ICONS:
        icon, text = _POWER_ICONS[power.slot]
        return above(icon(), caption(text, language), gap=2)
    return wrapped(language.say(power.words()), size=10.5, most=20)


def powers_art(powers: tuple[Power, ...], language: Speaker) -> Art:
    """Return the powers of a side, one below the other."""
    return above(*(power_art(power, language) for power in powers), gap=2)


# ---------------------------------------------------------------------- scoring


def _kind_or_piece(name: str) -> Art:
    return any_of(name) if name in set(GoodKind) else piece(name)


def _pieces(pieces: Pieces) -> Art:
    if isinstance(pieces, str):
        return any_of(pieces)
    return _joined([piece(name) for name in pieces], lambda: sign("/"), gap=1)


def _need(need: Need) -> Art:
    return times(_pieces(need.pieces), need.count)


def _pays(what: Art, points: int, note: Art = NO_ART) -> Art:
    row = beside(what, arrow(), star(points), gap=5)
    if what.width > 60:
        row = above(what, beside(arrow(), star(points), gap=5), gap=4)
    return above(row, note, gap=2)


def _table(term: ByBoatsOnWater) -> Art:
    steps = [(number, points) for number, points in enumerate(term.table) if number]
    columns = [
        above(words(str(number), size=13, fill=FAINT), words(str(points), size=13), gap=4)
        for number, points in steps
    ]
    return beside(above(scaled(boat_on_water(), 0.75), scaled(star(""), 0.75), gap=0), *columns, gap=5)


def score_art(term: Scores, language: Speaker) -> Art:
    """Return what a tile scores in icons; a term of another expansion in its words."""

    def note(text: str) -> Art:
        return caption(text, language)

    match term:
        case PerSet():
            return _pays(beside(*(_need(need) for need in term.needs), gap=4), term.points)
        case Once():
            needs = beside(*(_need(need) for need in term.needs), gap=4)
            return _pays(needs, term.points, note(phrase("once")))
        case PerDifferent():
            return _pays(times(_pieces(term.pieces), term.count), term.points, note(phrase("all different")))
        case PerPiece():
            return _pays(_pieces(term.pieces), term.points)
        case PerPieceOfOne():
            worker_colour = term.pieces == GoodKind.WORKER
            variety = phrase("of one colour") if worker_colour else phrase("of one type")
            return _pays(_pieces(term.pieces), term.points, note(variety))
        case PerStored():
            return _pays(on_tile(_pieces(term.pieces)), term.points, note(phrase("kept here")))
        case PerTransport():
            return _pays(cart(1), term.points, note(phrase("in the village")))
        case PerLoopTile():
            return _pays(road_loop(), term.points, note(phrase("on a road loop")))
        case ByBoatsOnWater():
            return _table(term)
        case PerNeighbour():
            return _pays(neighbours(), term.points, note(phrase("touching tile")))
        case PerTileOfPasture():
            return _pays(pasture_tiles(), term.points, note(phrase("in its pasture")))
        case HerdWorth():
            return _pays(on_pasture(piece(term.species)), term.points, note(phrase("each pasture")))
        case Sheltered():
            return _pays(on_tile(piece(term.species)), term.points, note(phrase("sheltered here")))
        case _:
            return wrapped(language.say(term.words()), size=10.5, most=20)


# ---------------------------------------------------------------------- sides


def _arrivals(tile: Tile) -> Art:
    """Return the workers and skills that come with a boat in spring, summer and autumn."""
    columns = [
        above(scaled(season_glyph(season), 0.6), words(f"{workers}+{skills}", size=11), gap=0)
        for season, (workers, skills) in zip(SEASONS, tile.arrivals, strict=False)
    ]
    return beside(*columns, gap=7)


def is_plain(face: Face) -> bool:
    """Return whether a side has nothing but its points."""
    return face.use is None and not face.scores and not face.powers


def face_art(tile: Tile, side: int, *, language: Speaker, arrivals: bool = True) -> Art:
    """Return everything that a side does; its points only if it has nothing else."""
    face = tile.face(side)
    parts = [
        NO_ART if face.use is None else effect_art(face.use, language),
        powers_art(face.powers, language),
    ]
    parts += [score_art(term, language) for term in face.scores]
    if tile.goods is not None:
        text = words(language.say(phrase("with the boat")), size=9, fill=FAINT)
        parts.append(beside(effect_art(tile.goods, language), text, gap=4))
    if is_plain(face):
        parts.append(scaled(star(face.points), 1.5) if face.points else NO_ART)
    if tile.kind is TileKind.BOAT and arrivals:
        parts.append(_arrivals(tile))
    return above(*parts, gap=4)

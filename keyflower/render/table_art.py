"""The whole table: auction and boats, supplies, and the screen and village of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.own_places import Holding, held_in, held_in_village
from keyflower.kernel.text import SEMICOLON, capital, listed, name, phrase, phrase_of
from keyflower.model.enums import PURPLE, SEASONS
from keyflower.model.names import season_name
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.render.art import (
    NO_ART,
    Art,
    above,
    beside,
    document,
    flowed,
    framed,
    kept,
    named,
    padded,
    scaled,
    words,
)
from keyflower.render.artist import Artist
from keyflower.render.auction_art import auction_art, heading
from keyflower.render.fonts import FAINT, PAPER
from keyflower.render.icons import season_glyph
from keyflower.render.lookup import (
    acting_seats,
    full_names,
    short_names,
    status,
    tile_titles,
    title_named,
)
from keyflower.render.palette import MAT, PANEL, PANEL_EDGE
from keyflower.render.piece_art import label_chip, pool_art, worker
from keyflower.render.theme import darkened
from keyflower.render.village_art import village_art

WIDTH = 1900.0
"""How wide a table may get before its parts wrap to the next row."""


def labelled(text: str, art: Art) -> Art:
    """Return a drawing with a word in front; an empty one if there is no drawing."""
    if not art.elements:
        return NO_ART
    return beside(words(text, size=13, fill=FAINT), art, gap=6)


def _pool(text: str, pool: Pool, kind: str, artist: Artist) -> Art:
    return labelled(text, pool_art(pool, artist, kind=kind, gap=11)) if pool else NO_ART


def _held(held: Holding, artist: Artist) -> Art:
    return _pool(artist.say(held.title).lower(), held.pieces, held.kind, artist)


# ---------------------------------------------------------------------- the middle of the table


def _head(state: State, names: Sequence[str], artist: Artist) -> Art:
    title = words(artist.say(capital(season_name(state.season))), size=24)
    season = beside(season_glyph(state.season), title, gap=8)
    stands = words(artist.say(status(state, names)), size=16, fill=FAINT, bold=False)
    return beside(season, stands, gap=24)


def _supplies(state: State, width: float, artist: Artist) -> Art:
    pools = (state.bag, state.stack, state.supply, state.aside, state.places)
    shown = (*pools, tuple(map(len, state.piles)), width)
    return kept(
        lambda: _drawn_supplies(state, width, artist),
        "supplies",
        *shown,
        language=artist.language,
        of=(artist.looks,),
    )


def _drawn_supplies(state: State, width: float, artist: Artist) -> Art:
    say = artist.say
    piles = beside(
        *(
            beside(scaled(season_glyph(season), 0.8), words(str(len(pile)), size=14), gap=3)
            for season, pile in zip(SEASONS, state.piles, strict=False)
            if pile
        ),
        gap=10,
    )
    parts = [
        _pool(say(phrase("bag")), state.bag, GoodKind.WORKER, artist),
        _pool(say(phrase("skill stack")), state.stack, GoodKind.SKILL, artist),
        _pool(say(phrase("supply")), state.supply, "", artist),
        _pool(say(phrase("set aside")), state.aside, "", artist),
        *(_held(one, artist) for one in held_in(state.places)),
        labelled(say(phrase("tiles to come")), piles),
    ]
    arts = [framed(part, pad=8, fill=PANEL, stroke=PANEL_EDGE, round_=8) for part in parts if part.elements]
    if not arts:
        return NO_ART
    return above(
        heading(say(phrase("Supplies"))), named(flowed(arts, width), mark="supplies"), gap=10, left=True
    )


# ---------------------------------------------------------------------- seats


def _notes(seat: Seat, ruleset: Ruleset | None, artist: Artist) -> list[Art]:
    notes = [
        (phrase("winter tiles"), tile_titles(seat.winter, ruleset)),
        (phrase("offers"), tile_titles(seat.offered or (), ruleset)),
        (phrase_of("tiles", "won"), tile_titles([tile for tile, _ in seat.won], ruleset)),
        (name("kind", "boat"), title_named(seat.boat, ruleset) if seat.boat else ""),
    ]
    say = artist.say
    return [labelled(say(text), words(say(value), size=13)) for text, value in notes if value]


def _screen(seat: Seat, ruleset: Ruleset | None, artist: Artist) -> Art:
    pools = (
        seat.workers,
        seat.open_workers,
        seat.skills,
        seat.open_skills,
        seat.stock,
        seat.places,
        seat.village.places,
    )
    shown = (*pools, seat.winter, seat.offered, seat.won, seat.boat)
    return kept(
        lambda: _drawn_screen(seat, ruleset, artist),
        "screen",
        *shown,
        language=artist.language,
        of=(ruleset, artist.looks),
    )


def _drawn_screen(seat: Seat, ruleset: Ruleset | None, artist: Artist) -> Art:
    say = artist.say
    parts = [
        _pool(say(phrase("workers")), seat.workers, GoodKind.WORKER, artist),
        _pool(say(phrase("open workers")), seat.open_workers, GoodKind.WORKER, artist),
        _pool(say(phrase("skills")), seat.skills, GoodKind.SKILL, artist),
        _pool(say(phrase("open skills")), seat.open_skills, GoodKind.SKILL, artist),
        _pool(say(phrase("stock")), seat.stock, GoodKind.PRODUCE, artist),
        *(_held(one, artist) for one in held_in(seat.places)),
        *(_held(one, artist) for one in held_in_village(seat.village) if one.on == "village"),
    ]
    pieces = [part for part in parts if part.elements] or [
        words(say(phrase("no pieces")), size=13, fill=FAINT)
    ]
    inside = above(flowed(pieces, 620, gap=18), *_notes(seat, ruleset, artist), gap=8, left=True)
    return named(framed(inside, pad=9, fill=PANEL, stroke=PANEL_EDGE, round_=8), mark="screen")


def _title(name: str, label: str, artist: Artist, *, starts: bool, acts: bool) -> Art:
    """Return the player's name, and whether this seat is the start player or acts now."""
    first = words(artist.say(phrase_of("player", "starts")), size=12, fill=FAINT)
    return beside(
        label_chip(label),
        words(name, size=20),
        beside(worker(PURPLE), first, gap=3) if starts else NO_ART,
        words(f"◀ {artist.say(phrase('to act'))}", size=13, fill=FAINT) if acts else NO_ART,
        gap=10,
    )


def _seat(
    state: State,
    number: int,
    names: Sequence[str],
    label: str,
    *,
    ruleset: Ruleset | None,
    artist: Artist,
) -> Art:
    name, starts, acts = names[number], number == state.start, number in acting_seats(state)
    title = kept(
        lambda: _title(name, label, artist, starts=starts, acts=acts),
        "seat",
        name,
        label,
        starts,
        acts,
        language=artist.language,
    )
    seat, whose = state.seats[number], phrase("{who}'s village", who=name)
    village = scaled(village_art(seat.village, ruleset=ruleset, artist=artist, label=whose), 0.85)
    art = above(title, _screen(seat, ruleset, artist), village, gap=10, left=True)
    return named(
        framed(art, pad=12, fill=MAT, stroke=PANEL_EDGE, round_=10),
        mark="seat",
        data={"seat": str(number)},
        label=name,
    )


def table_art(
    state: State,
    *,
    ruleset: Ruleset | None,
    names: Sequence[str] | None,
    artist: Artist,
    width: float | None = None,
    columns: int | None = None,
) -> Art:
    """Return the whole table."""
    room = WIDTH if width is None else width
    seats = len(state.seats)
    full, short = full_names(names, seats, artist.language), short_names(names, seats)
    takers = {state.seats[seat].boat: full[seat] for seat in range(seats) if state.seats[seat].boat}
    owners = [takers.get(berth.boat, "") for berth in state.berths]
    auction = auction_art(
        state.lots,
        state.berths,
        seats=max(2, seats),
        names=names,
        ruleset=ruleset,
        artist=artist,
        owners=owners,
        columns=columns,
    )
    panels = [
        _seat(state, number, full, short[number], ruleset=ruleset, artist=artist) for number in range(seats)
    ]
    villages = flowed(panels, room, gap=16) if panels else NO_ART
    on_offer = auction if state.lots or state.berths else NO_ART
    parts = [_head(state, full, artist), on_offer, _supplies(state, room, artist), villages]
    return above(*parts, gap=22, left=True)


def draw_table(
    state: State,
    *,
    ruleset: Ruleset | None,
    names: Sequence[str] | None,
    artist: Artist,
    width: float | None = None,
    columns: int | None = None,
    dark: bool = False,
) -> str:
    """Return the picture of a whole table."""
    art = table_art(state, ruleset=ruleset, names=names, artist=artist, width=width, columns=columns)
    full = full_names(names, len(state.seats), artist.language)
    picture = document(
        padded(art, 16),
        title=phrase("Keyflower, {season}", season=season_name(state.season)),
        description=listed([listed(full), status(state, full)], SEMICOLON),
        scale=0.62,
        background=PAPER,
        parts=True,
        language=artist.language,
    )
    return darkened(picture) if dark else picture

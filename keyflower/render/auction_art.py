"""The auction area: lots with the bids at their sides and the workers on them, and the boats in a row."""

from __future__ import annotations

from collections.abc import Sequence

import svg

from keyflower.extend.costs import counted
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.own_places import held_in
from keyflower.kernel.text import AND, Wording, listed, phrase, phrase_of, phrases
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.names import pieces_of, some_of
from keyflower.model.state import State
from keyflower.render.art import (
    Art,
    above,
    at,
    beside,
    document,
    flowed,
    framed,
    group,
    kept,
    named,
    padded,
    words,
)
from keyflower.render.artist import Artist
from keyflower.render.fonts import FAINT, PAPER
from keyflower.render.lookup import auction_of, full_names, short_names, tile_named, title_named
from keyflower.render.palette import LEADING, PANEL
from keyflower.render.piece_art import label_chip, worker
from keyflower.render.theme import darkened
from keyflower.render.tile_art import HEIGHT, SIDE, Load, edge_middle, ring_art, tile_art

_SIDES = {1: (0,), 2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 5: (0, 1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}
"""The edges of a lot at which the seats bid, clockwise in seat order."""

COLUMNS = 6
"""How many lots there are in a row."""


def side_of(seat: int, seats: int) -> int:
    """Return the edge of every lot at which a seat bids.

    >>> [side_of(seat, 3) for seat in range(3)]
    [0, 2, 4]
    """
    sides = _SIDES.get(seats, _SIDES[6])
    return sides[seat % len(sides)]


def _bid(bid: Group, label: str, *, leads: bool) -> Art:
    """Return a bid: who, how many workers, of which colour; the leading one has a heavy frame."""
    figure = worker(bid.colour, lying=bid.lying)
    number = words(str(bid.size), size=17)
    row = beside(label_chip(label), number, figure, gap=3)
    fill, line = (LEADING, 2.6) if leads else (PANEL, 1.0)
    return framed(row, pad=3, fill=fill, line=line, round_=8)


def _bid_at(bid: Group, lot: Lot, seats: int, short: Sequence[str], full: Sequence[str]) -> svg.G:
    leads = lot.leader == bid.seat
    art = _bid(bid, short[bid.seat], leads=leads)
    x, y = edge_middle(side_of(bid.seat, seats))
    length = HEIGHT / 2
    # so far out along the normal of the edge that the corners of the frame do not touch the tile
    reach = length + 3 + (abs(x) * art.width + abs(y) * art.height) / (2 * length)
    parts = [
        phrase("{who} bids {workers}", who=full[bid.seat], workers=pieces_of(bid.colour, bid.size)),
        *([phrase_of("workers", "lying")] if bid.lying else []),
        *([phrase_of("bid", "leads")] if leads else []),
    ]
    title = listed(parts)
    data = {
        "seat": str(bid.seat),
        "colour": bid.colour,
        "size": str(bid.size),
        "lying": str(bid.lying).lower(),
    }
    mark = "bid leading" if leads else "bid"
    return group(art.elements, x=x / length * reach, y=y / length * reach, mark=mark, title=title, data=data)


def lot_art(
    lot: Lot,
    *,
    seats: int,
    names: Sequence[str] | None,
    ruleset: Ruleset | None,
    artist: Artist,
    rings: Sequence[str] = (),
) -> Art:
    """Return a lot with its bids; every lot takes the same room, bids or not. `rings` outline it in these colours."""
    short, full = short_names(names, seats), full_names(names, seats, artist.language)

    def draw() -> Art:
        return _drawn_lot(lot, seats, short, full, ruleset=ruleset, artist=artist, rings=rings)

    return kept(
        draw,
        "lot",
        lot,
        seats,
        tuple(short),
        tuple(full),
        tuple(rings),
        language=artist.language,
        of=(ruleset, artist.looks),
    )


def _drawn_lot(
    lot: Lot,
    seats: int,
    short: Sequence[str],
    full: Sequence[str],
    *,
    ruleset: Ruleset | None,
    artist: Artist,
    rings: Sequence[str],
) -> Art:
    load = Load(uses=lot.uses)
    tile = tile_art(tile_named(lot.tile, ruleset), lot.tile, artist=artist, side=lot.side, load=load)
    bids = [_bid_at(bid, lot, seats, short, full) for bid in lot.bids]
    sides = {side_of(seat, seats) for seat in range(seats)}
    width = 2 * SIDE + (106 if sides - {0, 3} else 8)
    over, under = (38.0 if 0 in sides else 8.0), (38.0 if 3 in sides else 8.0)
    whole = group(
        [*tile.elements, *ring_art(rings), *bids], y=(over - under) / 2, mark="lot", data={"tile": lot.tile}
    )
    return Art(width, HEIGHT + over + under, (whole,))


# ---------------------------------------------------------------------- boats


def berth_art(berth: Berth, *, ruleset: Ruleset | None, artist: Artist, owner: str = "") -> Art:
    """Return a boat with what it carries; one that has been taken is pale and marked as taken."""

    def draw() -> Art:
        return _drawn_berth(berth, ruleset, artist, owner)

    return kept(draw, "berth", berth, owner, language=artist.language, of=(ruleset, artist.looks))


def _drawn_berth(berth: Berth, ruleset: Ruleset | None, artist: Artist, owner: str) -> Art:
    placed = [(one.pieces, one.kind) for one in held_in(berth.places)]
    if berth.cargo:
        placed.insert(0, (berth.cargo, ""))
    load = Load(workers=berth.workers, skills=berth.skills, placed=tuple(placed))
    art = tile_art(tile_named(berth.boat, ruleset), berth.boat, artist=artist, load=load)
    carried = berth.load
    boat = title_named(berth.boat, ruleset)
    title: Wording = phrase("{boat} carries nothing", boat=boat)
    if carried:
        title = phrase("{boat} carries {pieces}", boat=boat, pieces=counted(carried))
    elements: list[svg.Element] = [group(art.elements, opacity=0.45 if berth.taken else None)]
    if berth.taken:
        text = phrase("taken: {owner}", owner=owner) if owner else phrase_of("boat", "taken")
        title = listed([title, text])
        shown = words(artist.say(text), size=14)
        elements.append(at(framed(shown, pad=3, fill=PANEL), 0, HEIGHT / 2 - 12))
    whole = Art(art.width, art.height, tuple(elements))
    return named(whole, mark="berth", title=title, data={"boat": berth.boat})


# ---------------------------------------------------------------------- the whole area


def heading(text: str) -> Art:
    """Return the heading of a part of a picture."""
    return words(text, size=20)


def seat_key(seats: int, names: Sequence[str] | None, artist: Artist) -> Art:
    """Return the legend of the sides: which player bids where."""
    short, full = short_names(names, seats), full_names(names, seats, artist.language)
    parts = [
        beside(label_chip(label), words(name, size=13, bold=False), gap=4)
        for label, name in zip(short, full, strict=True)
    ]
    return beside(words(artist.say(phrase("Bids:")), size=13, fill=FAINT), *parts, gap=12)


def auction_art(
    lots: Sequence[Lot],
    berths: Sequence[Berth],
    *,
    seats: int,
    names: Sequence[str] | None,
    ruleset: Ruleset | None,
    artist: Artist,
    owners: Sequence[str] = (),
    columns: int | None = None,
) -> Art:
    """Return the lots in rows and the boats below them."""
    row = COLUMNS if columns is None else columns
    arts = [lot_art(lot, seats=seats, names=names, ruleset=ruleset, artist=artist) for lot in lots]
    parts = []
    if arts:
        rows = flowed(arts, arts[0].width * row + 8 * row, gap=8)
        head = heading(artist.say(phrase("Auction")))
        parts += [beside(head, seat_key(seats, names, artist), gap=30), rows]
    if berths:
        taken = dict(enumerate(owners))
        boats = [
            berth_art(berth, ruleset=ruleset, artist=artist, owner=taken.get(place, ""))
            for place, berth in enumerate(berths)
        ]
        parts += [heading(artist.say(phrase("Boats"))), flowed(boats, (2 * SIDE + 12) * row, gap=12)]
    return (
        above(*parts, gap=10, left=True) if parts else words(artist.say(phrase("nothing on offer")), size=14)
    )


def draw_auction(
    area: State | Sequence[Lot],
    *,
    berths: Sequence[Berth],
    ruleset: Ruleset | None,
    names: Sequence[str] | None,
    artist: Artist,
    columns: int | None = None,
    dark: bool = False,
) -> str:
    """Return the picture of an auction area."""
    lots, boats, seats = auction_of(area, berths, names)
    art = auction_art(lots, boats, seats=seats, names=names, ruleset=ruleset, artist=artist, columns=columns)
    text = listed([phrases("{number} lot", "{number} lots", len(lots)), some_of("boat", len(boats))], AND)
    picture = document(
        padded(art, 14),
        title=phrase("Auction"),
        description=text,
        scale=0.75,
        background=PAPER,
        language=artist.language,
    )
    return darkened(picture) if dark else picture

"""The auction and the whole table as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.own_places import Holding, held_in, held_in_village
from keyflower.kernel.arguments import instance
from keyflower.kernel.text import Speaker, Spoken, capital, phrase, phrase_of
from keyflower.kernel.text import name as kind_name
from keyflower.model.enums import LETTERS, SEASONS
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.names import season_name
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.render.lookup import (
    ENGLISH,
    auction_of,
    check_auction,
    check_names,
    check_ruleset,
    full_names,
    speaker_of,
    status,
    tile_named,
    tile_titles,
    title_named,
)
from keyflower.render.text_tiles import use_segments, village_text

_MANY: Final = 8
"""More different pieces of one kind than this are counted together."""


def _plain(lot: Lot) -> str:
    return "".join(text for text, _ in use_segments(lot.uses))


def _bid(bid: Group, lot: Lot, names: Sequence[str], language: Speaker) -> str:
    workers = f"{LETTERS.get(bid.colour, bid.colour)}{bid.size}"
    text = f"{names[bid.seat]} {f'({workers})' if bid.lying else workers}"
    return f"{text} {language.say(phrase_of('bid', 'leads'))}" if lot.leader == bid.seat else text


def _lot_rows(
    lot: Lot, width: int, names: Sequence[str], ruleset: Ruleset | None, language: Speaker
) -> list[str]:
    say = language.say
    tile = tile_named(lot.tile, ruleset)
    words = "" if tile is None else say(tile.face(lot.side).words())
    side = "ab"[lot.side] if tile is not None and tile.back is not None and tile.upgrade is None else ""
    rows = [f"  {lot.tile + side:{width}}  {words}".rstrip()]
    if lot.bids:
        rows.append(
            f"  {'':{width}}  {say(phrase('bids:'))} "
            + ", ".join(_bid(bid, lot, names, language) for bid in lot.bids)
        )
    if lot.uses:
        rows.append(f"  {'':{width}}  {say(phrase('used:'))} {_plain(lot)}")
    return rows


def _berth_row(berth: Berth, width: int, taker: str, language: Speaker) -> str:
    placed = _filled(_held(held_in(berth.places), language), language)
    row = f"  {berth.boat:{width}}  {'; '.join(filter(None, (str(berth.load), placed)))}".rstrip()
    if not berth.taken:
        return row
    taken = phrase("taken by {owner}", owner=taker) if taker else phrase_of("boat", "taken")
    return f"{row}  {language.say(taken)}"


def auction_text(
    area: State | Sequence[Lot],
    *,
    berths: Sequence[Berth] = (),
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
    language: Spoken = ENGLISH,
) -> str:
    """Return the auction area as text: each lot with what it does, its bids and uses, then the boats.

    Args:
        area: a state, or the lots alone.
        berths: the boats, if only lots are given.
        ruleset: the rules with the tiles; by default the built-in tiles.
        names: the names of the players by seat.
        language: a language, by its code such as ``uk`` or as a `Language`.

    >>> print(
    ...     auction_text([Lot("miner", bids=(Group(0, "red", 2), Group(1, "red", 3)))], names=["Ann", "Bob"])
    ... )
    Auction:
      miner   take 2 iron
              bids: Ann R2, Bob R3 leads
    """
    check_auction(area, berths, ruleset, names)
    lots, boats, seats = auction_of(area, berths, names)
    speaker = speaker_of(language, ruleset)
    full = full_names(names, seats, speaker)
    width = max([len(lot.tile) + 1 for lot in lots] + [len(berth.boat) for berth in boats], default=0)
    lines = [speaker.say(phrase("Auction:") if lots else phrase("Auction: nothing on offer"))]
    for lot in lots:
        lines += _lot_rows(lot, width, full, ruleset, speaker)
    if boats:
        takers = (
            {} if not isinstance(area, State) else {seat.boat: full[n] for n, seat in enumerate(area.seats)}
        )
        lines.append(speaker.say(phrase("Boats:")))
        lines += [_berth_row(berth, width, takers.get(berth.boat, ""), speaker) for berth in boats]
    return "\n".join(lines)


# ---------------------------------------------------------------------- the table


def _filled(parts: Sequence[tuple[str, Pool | str]], language: Speaker) -> str:
    """Return the parts that are not empty, each with its word in front."""
    say = language.say
    return "; ".join(
        f"{say(word)} {say(value) if isinstance(value, str) else value}"
        for word, value in parts
        if str(value)
    )


def _held(holdings: Iterable[Holding], language: Speaker) -> list[tuple[str, Pool]]:
    return [(language.say(one.title).lower(), one.pieces) for one in holdings]


def _counted(pieces: Pool, ruleset: Ruleset | None) -> str:
    """Return a pool of the supply as text; of a kind with many different pieces, such as a deck, only their number."""
    if ruleset is None:
        return str(pieces)
    by_kind: dict[str, list[str]] = {}
    for piece in pieces:
        if piece in ruleset.goods:
            by_kind.setdefault(ruleset.goods[piece].kind, []).append(piece)
    decks = {kind: pieces.only(found) for kind, found in by_kind.items() if len(found) > _MANY}
    rest = pieces - Pool.each(piece for deck in decks.values() for piece in deck.expanded())
    return " ".join(filter(None, (str(rest), *[f"{kind}{len(deck)}" for kind, deck in decks.items()])))


def _seat_rows(
    state: State, number: int, name: str, ruleset: Ruleset | None, *, colour: bool, language: Speaker
) -> list[str]:
    say = language.say
    seat: Seat = state.seats[number]
    screen = _filled(
        (
            (phrase("workers"), seat.workers),
            (phrase("open workers"), seat.open_workers),
            (phrase("skills"), seat.skills),
            (phrase("open skills"), seat.open_skills),
            (phrase("stock"), seat.stock),
            *_held(held_in(seat.places), language),
            *_held((one for one in held_in_village(seat.village) if one.on == "village"), language),
            (phrase("winter tiles"), tile_titles(seat.winter, ruleset)),
            (phrase("offers"), tile_titles(seat.offered or (), ruleset)),
            (phrase_of("tiles", "won"), tile_titles([tile for tile, _ in seat.won], ruleset)),
            (kind_name("kind", "boat"), title_named(seat.boat, ruleset) if seat.boat else ""),
        ),
        language,
    )
    start = f" ({say(phrase('starts, holds purple'))})" if number == state.start else ""
    head = f"== {name}{start} =="
    village = village_text(seat.village, ruleset=ruleset, colour=colour, language=language)
    return ["", head, screen or say(phrase("nothing behind the screen")), "", village]


def table_text(
    state: State,
    *,
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
    colour: bool = False,
    language: Spoken = ENGLISH,
) -> str:
    """Return the whole table as text; what the state hides is counted as ``?``.

    Args:
        state: the state, in full or as a seat sees it.
        ruleset: the rules with the tiles; by default the built-in tiles.
        names: the names of the players by seat.
        colour: whether to colour the villages for a terminal.
        language: a language, by its code such as ``uk`` or as a `Language`.
    """
    instance(state, State, "state")
    check_ruleset(ruleset)
    check_names(names)
    speaker = speaker_of(language, ruleset)
    say = speaker.say
    full = full_names(names, len(state.seats), speaker)
    piles = ", ".join(
        f"{say(season_name(season))} {len(pile)}"
        for season, pile in zip(SEASONS, state.piles, strict=False)
        if pile
    )
    supplies = _filled(
        (
            (phrase("bag"), state.bag),
            (phrase("skill stack"), state.stack),
            (phrase("supply"), _counted(state.supply, ruleset)),
            (phrase("set aside"), _counted(state.aside, ruleset)),
            *[(title, _counted(pieces, ruleset)) for title, pieces in _held(held_in(state.places), speaker)],
            (phrase("tiles to come:"), piles),
        ),
        speaker,
    )
    lines = [f"{say(capital(season_name(state.season)))}: {say(status(state, full))}", ""]
    lines.append(auction_text(state, ruleset=ruleset, names=names, language=speaker))
    if supplies:
        lines += ["", f"{say(phrase('Supplies:'))} {supplies}"]
    for number, name in enumerate(full):
        lines += _seat_rows(state, number, name, ruleset, colour=colour, language=speaker)
    return "\n".join(lines)

"""The auction and the whole table as text."""

from __future__ import annotations

from collections.abc import Sequence

from keyflower.extend.ruleset import Ruleset
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.state import Seat, State
from keyflower.render.lookup import (
    auction_of,
    full_names,
    place_pools,
    status,
    tile_named,
    tile_titles,
    title_named,
)
from keyflower.render.text import use_segments, village_text
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import LETTERS, SEASONS


def _plain(lot: Lot) -> str:
    return "".join(text for text, _ in use_segments(lot.uses))


def _bid(bid: Group, lot: Lot, names: Sequence[str]) -> str:
    workers = f"{LETTERS.get(bid.colour, bid.colour)}{bid.size}"
    text = f"{names[bid.seat]} {f'({workers})' if bid.lying else workers}"
    return f"{text} leads" if lot.leader == bid.seat else text


def _lot_rows(lot: Lot, width: int, names: Sequence[str], ruleset: Ruleset | None) -> list[str]:
    tile = tile_named(lot.tile, ruleset)
    words = "" if tile is None else tile.face(lot.side).words()
    side = "ab"[lot.side] if tile is not None and tile.back is not None and tile.upgrade is None else ""
    rows = [f"  {lot.tile + side:{width}}  {words}".rstrip()]
    if lot.bids:
        rows.append(f"  {'':{width}}  bids: " + ", ".join(_bid(bid, lot, names) for bid in lot.bids))
    if lot.uses:
        rows.append(f"  {'':{width}}  used: {_plain(lot)}")
    return rows


def _berth_row(berth: Berth, width: int, taker: str) -> str:
    row = f"  {berth.boat:{width}}  {berth.workers + berth.skills}".rstrip()
    if not berth.taken:
        return row
    return f"{row}  taken by {taker}" if taker else f"{row}  taken"


def auction_text(
    area: State | Sequence[Lot],
    *,
    berths: Sequence[Berth] = (),
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Return the auction area as text: each lot with what it does, its bids and uses, then the boats.

    Args:
        area: a state, or the lots alone.
        berths: the boats, if only lots are given.
        ruleset: where tiles are looked up; the built-in tiles if left out.
        names: the names of the players by seat.

    >>> print(
    ...     auction_text([Lot("miner", bids=(Group(0, "red", 2), Group(1, "red", 3)))], names=["Ann", "Bob"])
    ... )
    Auction:
      miner   take 2 iron
              bids: Ann R2, Bob R3 leads
    """
    lots, boats, seats = auction_of(area, berths, names)
    full = full_names(names, seats)
    width = max([len(lot.tile) + 1 for lot in lots] + [len(berth.boat) for berth in boats], default=0)
    lines = ["Auction:"] if lots else ["Auction: nothing on offer"]
    for lot in lots:
        lines += _lot_rows(lot, width, full, ruleset)
    if boats:
        takers = (
            {} if not isinstance(area, State) else {seat.boat: full[n] for n, seat in enumerate(area.seats)}
        )
        lines += ["Boats:", *(_berth_row(berth, width, takers.get(berth.boat, "")) for berth in boats)]
    return "\n".join(lines)


# ---------------------------------------------------------------------- the table


def _filled(parts: Sequence[tuple[str, Pool | str]]) -> str:
    """Return the parts that are not empty, each behind its word."""
    return "; ".join(f"{word} {value}" for word, value in parts if str(value))


def _seat_rows(state: State, number: int, name: str, ruleset: Ruleset | None, *, colour: bool) -> list[str]:
    seat: Seat = state.seats[number]
    screen = _filled(
        (
            ("workers", seat.workers),
            ("open workers", seat.open_workers),
            ("skills", seat.skills),
            ("open skills", seat.open_skills),
            ("stock", seat.stock),
            *((title.lower(), pool) for title, pool in place_pools(seat.places)),
            ("winter tiles", tile_titles(seat.winter, ruleset)),
            ("offers", tile_titles(seat.offered or (), ruleset)),
            ("won", tile_titles([tile for tile, _ in seat.won], ruleset)),
            ("boat", title_named(seat.boat, ruleset) if seat.boat else ""),
        )
    )
    start = " (starts, holds purple)" if number == state.start else ""
    head = f"== {name}{start} =="
    village = village_text(seat.village, ruleset=ruleset, colour=colour)
    return ["", head, screen or "nothing behind the screen", "", village]


def table_text(
    state: State,
    *,
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
    colour: bool = False,
) -> str:
    """Return the whole table as text; what the state hides is counted as ``?``.

    Args:
        state: the state, in full or as a seat sees it.
        ruleset: where tiles are looked up; the built-in tiles if left out.
        names: the names of the players by seat.
        colour: whether to colour the villages for a terminal.
    """
    full = full_names(names, len(state.seats))
    piles = ", ".join(
        f"{season.value} {len(pile)}" for season, pile in zip(SEASONS, state.piles, strict=False) if pile
    )
    supplies = _filled(
        (
            ("bag", state.bag),
            ("skill stack", state.stack),
            ("supply", state.supply),
            ("set aside", state.aside),
            *((title.lower(), pool) for title, pool in place_pools(state.places)),
            ("tiles to come:", piles),
        )
    )
    lines = [f"{state.season.value.capitalize()}: {status(state, full)}", ""]
    lines.append(auction_text(state, ruleset=ruleset, names=names))
    if supplies:
        lines += ["", f"Supplies: {supplies}"]
    for number, name in enumerate(full):
        lines += _seat_rows(state, number, name, ruleset, colour=colour)
    return "\n".join(lines)

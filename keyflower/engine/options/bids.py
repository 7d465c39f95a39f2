"""Options of bidding: every legal bid of a turn, in batches of prepared actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keyflower.engine import prepared
from keyflower.engine.bidding import can_counter, needed
from keyflower.engine.options.workforce import Workforce, ways_in_colour
from keyflower.extend.handlers import Table
from keyflower.extend.powers import COUNTER_BID
from keyflower.model.actions import Bid
from keyflower.model.enums import COLOURS
from keyflower.model.lots import Lot


def bids(table: Table, seat: int, workforce: Workforce) -> list[Sequence[Bid]]:
    """Return the legal bids in batches: by lot, by colour, by size; then those with groups or the open hand."""
    # must agree with bidding.refusals()
    have = workforce.have
    special = bool(workforce.groups) or workforce.open
    counters = COUNTER_BID in workforce.seat.powers
    red, blue, yellow, green = have.values()
    prepared_by_hand = not special and max(red, blue, yellow, green) <= prepared.MOST_AT_HAND
    batches: list[Sequence[Bid]] = []
    for lot in table.state.lots:
        lock, top = lot.lock, lot.top
        if top:
            if lot.leader == seat or lot.outbid >> seat & 1:
                lock, top = _raise(lot, seat)
            elif counters and can_counter(table.ruleset, workforce.seat, seat, lot):
                lock = None
        elif lock is None and prepared_by_hand:
            first = prepared.first_bids(lot.tile)
            batches += (first[0][red], first[1][blue], first[2][yellow], first[3][green])
            continue
        if lock is None:
            batches += [prepared.bids(lot.tile, colour)[top:number] for colour, number in have.items()]
        elif have[lock] > top:
            batches.append(prepared.bids(lot.tile, lock)[top : have[lock]])
        if special:
            batches += _special(workforce, lot.tile, lock, top + 1)
    return batches


def _raise(lot: Lot, seat: int) -> tuple[str, int]:
    """Return the colour of a seat's own bid, and up to how many workers more would not be enough to lead."""
    own = lot.bid_of(seat)
    assert own is not None, f"seat {seat} has no bid for {lot.tile}"
    return own.colour, needed(lot, seat) - 1


def _special(workforce: Workforce, tile: str, lock: str | None, least: int) -> Iterator[Sequence[Bid]]:
    """Iterate the bids with groups or from the open hand."""
    colours = COLOURS if lock is None else (lock,)
    if workforce.open:
        movable = tuple(pair for pair in workforce.groups if pair[0] != tile)
        for colour in colours:
            ways = ways_in_colour(workforce.seat, movable, colour, least, prepared.MOST_WORKERS)
            yield [Bid(tile, *way) for way in ways]
        return
    for colour in colours:
        hand = workforce.have[colour]
        for size, tiles in workforce.subsets.get(colour, ()):
            if tile not in tiles and size + hand >= least:
                numbers = range(max(0, least - size), hand + 1)
                yield [prepared.bid_with_groups(tile, colour, tiles, number) for number in numbers]

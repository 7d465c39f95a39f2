"""Bids: who may bid what for which lot (rules 2.5, and 3.6 for counter-bids)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keyflower.engine import menus
from keyflower.engine.sources import Funds, fundings, placed_by, source_refusals, stood_up
from keyflower.extend.goods import Source
from keyflower.extend.powers import COUNTER_BID
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import Table
from keyflower.kernel.errors import Refusal, suggest
from keyflower.kernel.events import Event
from keyflower.model.actions import Bid
from keyflower.model.events import WorkersBid
from keyflower.model.lots import Lot
from keyflower.model.state import Seat
from keyflower.vocabulary.types import COLOURS, LETTERS, TileKind


def can_counter(ruleset: Ruleset, seat: Seat, number: int, lot: Lot) -> bool:
    """Return whether a seat without a bid on a lot may answer the bids there in another colour (rules 3.6, 4a)."""
    lock = lot.lock
    if COUNTER_BID not in seat.powers or lock is None:
        return False
    if ruleset.tiles[lot.tile].kind is TileKind.TURN_ORDER or ruleset.goods[lock].source is not Source.BAG:
        return False
    return any(bid.colour == lock and not bid.lying and bid.seat != number for bid in lot.bids)


def needed(lot: Lot, seat: int) -> int:
    """Return how many more workers a seat needs to lead a lot (rules 2.5.3: ties never stand)."""
    if lot.leader == seat:
        return 1
    own = lot.bid_of(seat)
    return lot.top + 1 - (own.size if own is not None else 0)


def refusals(table: Table, seat: int, action: Bid) -> tuple[Refusal, ...]:
    """Return every reason why a bid is not legal."""
    state = table.state
    lot = state.lot(action.tile)
    if lot is not None and _is_plain(state.seats[seat], seat, lot, action):
        return ()
    found = list(source_refusals(state, seat, action))
    if lot is None:
        found.append(_no_lot(table, action.tile))
        return tuple(found)
    if action.tile in action.groups:
        found.append(
            Refusal(
                "bid.own-group", f"your group at {action.tile} stays there and counts; leave it out", "2.3"
            )
        )
    placed = placed_by(state, seat, action)
    if not placed.total:
        return tuple(found)
    if len(placed.pieces) > 1:
        found.append(Refusal("bid.mixed-colours", "all workers of a bid have one colour", "2.5.1"))
    found.extend(_colour_refusals(table, seat, lot, placed.pieces))
    need = needed(lot, seat)
    if placed.total < need:
        found.append(
            Refusal(
                "bid.too-low",
                f"{placed.total} is not enough: {need} more workers would exceed the {lot.top} bid there",
                "2.5.3",
            )
        )
    return tuple(found)


def _is_plain(own: Seat, seat: int, lot: Lot, action: Bid) -> bool:
    """Return whether a bid is plainly legal: from the screen alone, in the colour of the lot, and high enough."""
    workers = action.workers
    if action.groups or action.open.total or workers.unknown or len(workers.pieces) != 1:
        return False
    colour = workers.pieces[0]
    lock, beaten = lot.lock, lot.top
    if lot.leader == seat or lot.outbid >> seat & 1:
        lock, beaten = _raise(lot, seat)
    if (lock is not None and lock != colour) or colour not in COLOURS:
        return False
    return own.workers[colour] >= workers.total > beaten


def _no_lot(table: Table, tile: str) -> Refusal:
    known = table.ruleset.tiles.get(tile)
    if known is not None and known.kind is TileKind.BOAT:
        return Refusal("bid.boat", f"{tile} is a boat: boats are chosen at the end of the season", "2.5")
    tiles = [lot.tile for lot in table.state.lots]
    hint = suggest(tile, tiles) or f"; up for auction: {', '.join(tiles) or 'nothing'}"
    return Refusal("bid.no-lot", f"{tile} is not up for auction{hint}", "2.5")


def _colour_refusals(table: Table, seat: int, lot: Lot, colours: tuple[str, ...]) -> Iterator[Refusal]:
    own = lot.bid_of(seat)
    if own is not None:
        if any(colour != own.colour for colour in colours):
            yield Refusal(
                "bid.other-colour", f"your bid there is {own.colour}: raise it in {own.colour}", "2.5.2"
            )
        return
    wrong = [colour for colour in colours if lot.lock is not None and colour != lot.lock]
    if wrong and not can_counter(table.ruleset, table.state.seats[seat], seat, lot):
        letter = LETTERS[lot.lock] if lot.lock is not None else ""
        yield Refusal("bid.colour", f"{lot.tile} is {lot.lock} this season: bid in {letter}", "2.5.2")


def offers(table: Table, seat: int, funds: Funds) -> list[Sequence[Bid]]:  # must agree with refusals()
    """Return the legal bids in pieces: by lot, by colour, by size; then those with groups or the open hand."""
    have = funds.have
    special = bool(funds.groups) or funds.open
    counters = COUNTER_BID in funds.seat.powers
    red, blue, yellow, green = have.values()
    few = not special and max(red, blue, yellow, green) <= menus.LONGEST_ROW
    pieces: list[Sequence[Bid]] = []
    for lot in table.state.lots:
        lock, top = lot.lock, lot.top
        if top:
            if lot.leader == seat or lot.outbid >> seat & 1:
                lock, top = _raise(lot, seat)
            elif counters and can_counter(table.ruleset, funds.seat, seat, lot):
                lock = None
        elif lock is None and few:
            rows = menus.fresh_bids(lot.tile)
            pieces += (rows[0][red], rows[1][blue], rows[2][yellow], rows[3][green])
            continue
        if lock is None:
            pieces += [menus.bids(lot.tile, colour)[top:number] for colour, number in have.items()]
        elif have[lock] > top:
            pieces.append(menus.bids(lot.tile, lock)[top : have[lock]])
        if special:
            pieces += _special(funds, lot.tile, lock, top + 1)
    return pieces


def _raise(lot: Lot, seat: int) -> tuple[str, int]:
    """Return the colour of a seat's own bid, and up to how many workers more would not be enough to lead."""
    own = lot.bid_of(seat)
    assert own is not None, f"seat {seat} has no bid for {lot.tile}"
    return own.colour, needed(lot, seat) - 1


def _special(funds: Funds, tile: str, lock: str | None, least: int) -> Iterator[Sequence[Bid]]:
    """Iterate the bids with groups or from the open hand."""
    colours = COLOURS if lock is None else (lock,)
    if funds.open:
        movable = tuple(pair for pair in funds.groups if pair[0] != tile)
        for colour in colours:
            ways = fundings(funds.seat, movable, colour, least, menus.MOST_WORKERS)
            yield [Bid(tile, *way) for way in ways]
        return
    for colour in colours:
        hand = funds.have[colour]
        for size, tiles in funds.subsets.get(colour, ()):
            if tile not in tiles and size + hand >= least:
                numbers = range(max(0, least - size), hand + 1)
                yield [menus.joined_bid(tile, colour, tiles, number) for number in numbers]


def decide(table: Table, seat: int, action: Bid) -> tuple[Event, ...]:
    """Return what a legal bid does."""
    state = table.state
    lot = state.lot(action.tile)
    assert lot is not None
    placed = placed_by(state, seat, action) if action.groups or action.open else action.workers
    colour = placed.pieces[0]
    own = lot.bid_of(seat) if lot.bids else None
    if own is None:
        size, lying = placed.total, lot.lock is not None and colour != lot.lock
    else:
        size, lying = own.size + placed.total, own.lying
    bid = WorkersBid(seat, action.tile, colour, size, action.workers, action.open, action.groups, lying)
    if not action.groups:
        return (bid,)
    return (bid, *stood_up(state, seat, action.groups))

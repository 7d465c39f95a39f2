"""Bids: who may bid what for which lot (rules 2.5, and 3.6 for counter-bids)."""

from __future__ import annotations

from keyflower.engine.sources import placed_by, source_refusals, stood_up
from keyflower.extend.goods import Source
from keyflower.extend.handlers import Table
from keyflower.extend.powers import COUNTER_BID
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.errors import Refusal, named
from keyflower.kernel.events import Event
from keyflower.kernel.text import phrase
from keyflower.model.actions import Bid
from keyflower.model.enums import TileKind
from keyflower.model.events import WorkersBid
from keyflower.model.lots import Lot
from keyflower.model.names import colour_name, suggest_tile, tile_name, tile_names
from keyflower.model.state import Seat


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
    found = source_refusals(state, seat, action)
    if lot is None:
        found.append(_no_lot(table, action.tile))
        return tuple(found)
    if action.tile in action.groups:
        found.append(
            Refusal(
                "bid.own-group",
                phrase(
                    "your group at {tile} already counts there: leave it out", tile=tile_name(action.tile)
                ),
                "2.3",
            )
        )
    placed = placed_by(state, seat, action)
    if not placed.total:
        return tuple(found)
    if len(placed.pieces) > 1:
        found.append(
            Refusal("bid.mixed-colours", phrase("all workers of a bid must have the same colour"), "2.5.1")
        )
    if placed.pieces and (lot.bids or lot.lock is not None):
        found += _colour_refusals(table, seat, lot, placed.pieces)
    if placed.total < needed(lot, seat):
        found.append(_too_low(lot, seat, placed.total))
    return tuple(found)


def _too_low(lot: Lot, seat: int, placed: int) -> Refusal:
    need, own = needed(lot, seat), lot.bid_of(seat)
    numbers = {"placed": placed, "own": 0 if own is None else own.size, "top": lot.top, "need": need}
    if own is None:
        why = phrase(
            "a bid of {placed} is too low: the highest is {top}, so you need at least {need}", **numbers
        )
    else:
        why = phrase(
            "a raise of {placed} is too low: you have bid {own} and the highest bid is {top}"
            ", so you need at least {need} more",
            **numbers,
        )
    return Refusal("bid.too-low", why, "2.5.3")


def _no_lot(table: Table, tile: str) -> Refusal:
    known = table.ruleset.tiles.get(tile)
    if known is not None and known.kind is TileKind.BOAT:
        return Refusal(
            "bid.boat",
            phrase("{tile} is a boat: boats are chosen at the end of the season", tile=tile_name(tile)),
            "2.5",
        )
    tiles = [lot.tile for lot in table.state.lots]
    offered = phrase("; up for auction: {tiles}", tiles=tile_names(tiles)) if tiles else ""
    hint = suggest_tile(tile, tiles) or offered
    why = phrase("{tile} is not up for auction{hint}", tile=tile_name(tile), hint=hint)
    return Refusal("bid.no-lot", why, "2.5", params=named(tile=tile))


def _colour_refusals(table: Table, seat: int, lot: Lot, colours: tuple[str, ...]) -> tuple[Refusal, ...]:
    own = lot.bid_of(seat)
    if own is not None:
        if colours == (own.colour,):
            return ()
        why = phrase("your bid there is {colour}: raise it in {colour}", colour=colour_name(own.colour))
        return (Refusal("bid.other-colour", why, "2.5.2"),)
    lock = lot.lock
    if lock is None or colours == (lock,) or can_counter(table.ruleset, table.state.seats[seat], seat, lot):
        return ()
    gaps = {"tile": tile_name(lot.tile), "lock": colour_name(lock)}
    why = phrase("{tile} is {lock} this season: bid with {lock} workers", **gaps)
    return (Refusal("bid.colour", why, "2.5.2"),)


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

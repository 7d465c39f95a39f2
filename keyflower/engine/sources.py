"""Where the workers of a turn come from: the screen, the open hand, and own outbid groups (rules 2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TypeAlias

from keyflower.kernel.errors import Refusal, named
from keyflower.model.actions import Bid, Use
from keyflower.model.events import BidStoodUp
from keyflower.model.lots import Group, Lot
from keyflower.model.state import Position
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import COLOURS, PURPLE

Groups: TypeAlias = tuple[tuple[str, Group], ...]
"""Outbid groups with the tiles they stand at."""

_contested = attrgetter("outbid")


def outbid_groups(state: Position, seat: int) -> Groups:
    """Return the groups a seat may move, in the order of the lots."""
    contested = list(filter(_contested, state.lots))
    if not contested:
        return ()
    outbid = [lot for lot in contested if lot.leader != seat]
    return tuple([(lot.tile, bid) for lot in outbid for bid in lot.bids if bid.seat == seat])


def placed_by(state: Position, seat: int, action: Bid | Use) -> Pool:
    """Return all workers that a legal action brings to its target."""
    total = action.workers + action.open
    for tile in action.groups:
        lot = state.lot(tile)
        bid = lot.bid_of(seat) if lot is not None else None
        if bid is not None:
            total += bid.workers
    return total


def source_refusals(state: Position, seat: int, action: Bid | Use) -> Iterator[Refusal]:
    """Say why the workers cannot come from where the action takes them."""
    own = state.seats[seat]
    room = action.verb
    if not action.workers and not action.open and not action.groups:
        rule = "2.5.1" if isinstance(action, Bid) else "2.6.1"
        yield Refusal(
            f"{room}.no-workers", f"a {room} needs at least one worker", rule, params=named(room=room)
        )
    for pool, hand, where in (
        (action.workers, own.workers, "behind your screen"),
        (action.open, own.open_workers, "in your open hand"),
    ):
        yield from _hand_refusals(room, pool, hand, where)
    if len(set(action.groups)) < len(action.groups):
        yield Refusal("group.twice", "a group can move only once", "2.3")
    for tile in dict.fromkeys(action.groups):
        yield from _group_refusals(state, seat, tile)


def _hand_refusals(room: str, pool: Pool, hand: Pool, where: str) -> Iterator[Refusal]:
    if not pool.total:
        return
    if PURPLE in pool:
        yield Refusal(f"{room}.purple", "the purple worker is never placed", "2.5.4")
    others = [piece for piece in pool if piece not in COLOURS and piece != PURPLE]
    if others or pool.unknown:
        yield Refusal(
            f"{room}.no-worker",
            f"{', '.join(others) or 'an unknown piece'} cannot be placed: only workers can",
            "2.3",
            params=named(others=others),
        )
    short = [colour for colour in COLOURS if pool[colour] > hand[colour]]
    if short:
        there = f"only {workers}" if (workers := hand.only(COLOURS)) else "no workers"
        yield Refusal(f"{room}.not-in-hand", f"you have {there} {where}", "2.3", params=named(there=there))


def _group_refusals(state: Position, seat: int, tile: str) -> Iterator[Refusal]:
    lot = state.lot(tile)
    bid = None if lot is None else lot.bid_of(seat)
    if lot is None or bid is None:
        yield Refusal("group.none", f"you have no group at {tile}", "2.3", params=named(tile=tile))
    elif lot.leader == seat:
        yield Refusal(
            "group.leading",
            f"your bid leads at {tile}: only outbid groups may move",
            "2.3",
            params=named(tile=tile),
        )


def stood_up(
    state: Position, seat: int, moved: tuple[str, ...], *, target: str = ""
) -> tuple[BidStoodUp, ...]:
    """Return the lying groups that stand up because the groups of a seat leave these lots (rules 3.6, 4a)."""
    alone = ((tile, _left_alone(state.lot(tile), seat)) for tile in moved if tile != target)
    return tuple(BidStoodUp(lying.seat, tile) for tile, lying in alone if lying is not None)


def _left_alone(lot: Lot | None, leaving: int) -> Group | None:
    """Return the lying group that is left alone on a lot when a seat's group leaves."""
    if lot is None or lot.uses:
        return None
    rest = [bid for bid in lot.bids if bid.seat != leaving]
    if not rest or any(not bid.lying for bid in rest):
        return None
    return rest[0]

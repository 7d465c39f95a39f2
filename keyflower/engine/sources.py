"""Where the workers of a turn come from: the screen, the open hand, and own outbid groups (rules 2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TypeAlias

from keyflower.extend.costs import counted
from keyflower.kernel.errors import Refusal, named
from keyflower.kernel.text import Message, listed, name, phrase
from keyflower.model.actions import Bid, Use
from keyflower.model.enums import COLOURS, PURPLE
from keyflower.model.events import BidStoodUp
from keyflower.model.lots import Group, Lot
from keyflower.model.names import good_name, tile_name
from keyflower.model.pool import Pool
from keyflower.model.state import AnyState

Groups: TypeAlias = tuple[tuple[str, Group], ...]
"""Outbid groups with the tiles they stand at."""

_contested = attrgetter("outbid")


def outbid_groups(state: AnyState, seat: int) -> Groups:
    """Return the groups a seat may move, in the order of the lots."""
    contested = list(filter(_contested, state.lots))
    if not contested:
        return ()
    outbid = [lot for lot in contested if lot.leader != seat]
    return tuple([(lot.tile, bid) for lot in outbid for bid in lot.bids if bid.seat == seat])


def placed_by(state: AnyState, seat: int, action: Bid | Use) -> Pool:
    """Return all workers that a legal action brings to its target."""
    total = action.workers + action.open if action.open.total else action.workers
    for tile in action.groups:
        lot = state.lot(tile)
        bid = lot.bid_of(seat) if lot is not None else None
        if bid is not None:
            total += bid.workers
    return total


def source_refusals(state: AnyState, seat: int, action: Bid | Use) -> list[Refusal]:
    """Say why the workers cannot come from where the action takes them."""
    own, room = state.seats[seat], action.verb
    found: list[Refusal] = []
    if action.workers.total:
        found += _hand_refusals(room, action.workers, own.workers, is_open=False)
    elif not action.open.total and not action.groups:
        rule = "2.5.1" if isinstance(action, Bid) else "2.6.1"
        why = phrase("a {room} needs at least one worker", room=name("verb", room))
        found.append(Refusal(f"{room}.no-workers", why, rule))
    if action.open.total:
        found += _hand_refusals(room, action.open, own.open_workers, is_open=True)
    if action.groups:
        if len(set(action.groups)) < len(action.groups):
            found.append(Refusal("group.twice", phrase("a group can move only once"), "2.3"))
        for tile in dict.fromkeys(action.groups):
            found += _group_refusals(state, seat, tile)
    return found


def _hand_refusals(room: str, pool: Pool, hand: Pool, *, is_open: bool) -> list[Refusal]:
    found: list[Refusal] = []
    others: list[str] = []
    is_short = False
    for piece, number in pool.items():
        if piece in COLOURS:
            is_short = is_short or number > hand[piece]
        elif piece == PURPLE:
            found.append(Refusal(f"{room}.purple", phrase("the purple worker is never placed"), "2.5.4"))
        else:
            others.append(piece)
    if others or pool.unknown:
        what = listed(map(good_name, others)) if others else name("word", "an unknown piece")
        why = phrase("{others} cannot be placed: only workers can", others=what)
        found.append(Refusal(f"{room}.no-worker", why, "2.3", params=named(others=others)))
    if is_short:
        why = _short_of(hand.only(COLOURS), is_open=is_open)
        found.append(Refusal(f"{room}.not-in-hand", why, "2.3"))
    return found


def _short_of(workers: Pool, *, is_open: bool) -> Message:
    if is_open and workers:
        return phrase("you have only {there} in your open hand", there=counted(workers))
    if is_open:
        return phrase("you have no workers in your open hand")
    if workers:
        return phrase("you have only {there} behind your screen", there=counted(workers))
    return phrase("you have no workers behind your screen")


def _group_refusals(state: AnyState, seat: int, tile: str) -> Iterator[Refusal]:
    lot = state.lot(tile)
    bid = None if lot is None else lot.bid_of(seat)
    if lot is None or bid is None:
        yield Refusal("group.none", phrase("you have no group at {tile}", tile=tile_name(tile)), "2.3")
    elif lot.leader == seat:
        yield Refusal(
            "group.leading",
            phrase("your bid leads at {tile}: only outbid groups may move", tile=tile_name(tile)),
            "2.3",
        )


def stood_up(
    state: AnyState, seat: int, moved: tuple[str, ...], *, target: str = ""
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

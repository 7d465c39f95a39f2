"""Where the workers of a turn come from: the screen, the open hand, and own outbid groups (rules 2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from operator import attrgetter
from typing import TypeAlias

from keyflower.kernel.errors import Refusal
from keyflower.model.actions import Bid, Use
from keyflower.model.events import BidStoodUp
from keyflower.model.lots import Group, Lot
from keyflower.model.state import Position, Seat
from keyflower.vocabulary.pool import EMPTY, Pool, some
from keyflower.vocabulary.types import COLOURS, PURPLE, USE_CAP

Groups: TypeAlias = tuple[tuple[str, Group], ...]
"""Outbid groups with the tiles they stand at."""
Caps: TypeAlias = tuple[int, int, int, int]
"""A number of workers for each colour."""
Funding: TypeAlias = tuple[Pool, Pool, tuple[str, ...]]
"""Workers from the screen, workers from the open hand, and the tiles whose groups move."""


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
    """Say what is wrong with where the workers come from."""
    own = state.seats[seat]
    room = action.verb
    if not action.workers and not action.open and not action.groups:
        rule = "2.5.1" if isinstance(action, Bid) else "2.6.1"
        yield Refusal(f"{room}.no-workers", f"a {room} needs at least one worker", rule)
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
        yield Refusal(f"{room}.no-worker", f"{', '.join(others) or 'an unknown piece'} is no worker", "2.3")
    short = [colour for colour in COLOURS if pool[colour] > hand[colour]]
    if short:
        there = str(hand.only(COLOURS)) or "no workers"
        yield Refusal(f"{room}.not-in-hand", f"{there} {'is' if hand.total == 1 else 'are'} {where}", "2.3")


def _group_refusals(state: Position, seat: int, tile: str) -> Iterator[Refusal]:
    lot = state.lot(tile)
    bid = None if lot is None else lot.bid_of(seat)
    if lot is None or bid is None:
        yield Refusal("group.none", f"you have no bid at {tile}", "2.3")
    elif lot.leader == seat:
        yield Refusal("group.leading", f"your bid leads at {tile}: only outbid groups may move", "2.3")


def stood_up(
    state: Position, seat: int, moved: tuple[str, ...], *, target: str = ""
) -> tuple[BidStoodUp, ...]:
    """Return the lying groups that stand up because the groups of a seat leave these lots (rules 3.6, 4a)."""
    alone = ((tile, _left_alone(state.lot(tile), seat)) for tile in moved if tile != target)
    return tuple(BidStoodUp(lying.seat, tile) for tile, lying in alone if lying is not None)


def _left_alone(lot: Lot | None, leaving: int) -> Group | None:
    """Return the lying group of a lot that has no standing workers once a seat's group has left."""
    if lot is None or lot.uses:
        return None
    rest = [bid for bid in lot.bids if bid.seat != leaving]
    if not rest or any(not bid.lying for bid in rest):
        return None
    return rest[0]


# ---------------------------------------------------------------------- ways to fund a number of workers


@lru_cache(maxsize=4096)
def _counted(pieces: tuple[str, ...], amounts: tuple[int, ...]) -> tuple[Mapping[str, int], Caps]:
    """Return how many workers of each colour are in a hand, and how many of them a use can take."""
    counts = dict(zip(pieces, amounts, strict=True))
    have = {colour: counts.get(colour, 0) for colour in COLOURS}
    red, blue, yellow, green = [min(number, USE_CAP) for number in have.values()]
    return have, (red, blue, yellow, green)


class Funds:
    """The workers a seat can bring in this turn, counted once for all options."""

    __slots__ = ("caps", "groups", "have", "open", "seat", "subsets")

    def __init__(self, seat: Seat, groups: Groups) -> None:
        """Count the hand of a seat and the ways to combine its outbid groups."""
        self.seat = seat
        self.groups = groups
        self.have, self.caps = _counted(seat.workers.pieces, seat.workers.amounts)
        self.open = seat.open_workers.total > 0
        self.subsets: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        for colour in COLOURS if groups else ():
            fitting = tuple([pair for pair in groups if pair[1].colour == colour])
            if fitting:
                self.subsets[colour] = [found for found in subsets(fitting) if found[1]]


def subsets(groups: Groups) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Iterate the ways to combine groups, none included, as total size and the tiles they leave."""
    for number in range(len(groups) + 1):
        for chosen in combinations(groups, number):
            yield sum([group.size for _, group in chosen]), tuple(sorted([tile for tile, _ in chosen]))


def fundings(seat: Seat, groups: Groups, colour: str, least: int, most: int) -> Iterator[Funding]:
    """Iterate every way to bring `least` to `most` workers of one colour, except from the screen alone."""
    hidden, shown = seat.workers[colour], seat.open_workers[colour]
    for size, tiles in subsets(tuple(pair for pair in groups if pair[1].colour == colour)):
        if size > most:
            continue
        for from_open in range(min(shown, most - size) + 1):
            if not from_open and not tiles:
                continue
            start = max(0, least - size - from_open)
            for number in range(start, min(hidden, most - size - from_open) + 1):
                yield (
                    some(colour, number) if number else EMPTY,
                    some(colour, from_open) if from_open else EMPTY,
                    tiles,
                )


def mixed_fundings(seat: Seat, groups: Groups, least: int, most: int) -> Iterator[Funding]:
    """Iterate every way to bring `least` to `most` workers of any colours."""
    for size, tiles in subsets(groups):
        if size > most:
            continue
        for shown in handfuls(seat.open_workers, 0, most - size):
            left = size + shown.total
            for hidden in handfuls(seat.workers, least - left, most - left):
                yield hidden, shown, tiles


@lru_cache(maxsize=4096)
def handfuls(hand: Pool, least: int, most: int) -> tuple[Pool, ...]:
    """Return every way to take `least` to `most` workers from a hand."""
    workers = hand.only(COLOURS)
    ways = product(*[range(min(number, max(most, 0)) + 1) for number in workers.amounts])
    return tuple([workers.part(amounts) for amounts in ways if least <= sum(amounts) <= most])

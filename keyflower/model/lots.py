"""What lies in the auction area: lots with their bids and uses, and the boats in a row."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar

from attrs import evolve, field

from keyflower.kernel.fields import open_
from keyflower.kernel.values import frozen
from keyflower.model.places import OwnPlace, OwnPlaceT, place_in, with_place
from keyflower.model.pool import EMPTY, Pool, some
from keyflower.model.village import PastUse, lock_of


@frozen
class Group:
    """The workers one seat has bid for a lot: always of one colour, never split.

    >>> lot = game.play("bid miner R2").lots[2]
    >>> lot.bids[0]
    Group(seat=1, colour='red', size=2, lying=False)
    """

    PIECES: ClassVar[tuple[str, ...]] = ("workers",)

    seat: int = open_()
    """Whose bid it is."""
    colour: str = open_()
    """The colour of all its workers."""
    size: int = open_()
    """How many workers it has."""
    lying: bool = open_(default=False)
    """Whether its workers lie: they count, but do not define the colour of the lot."""

    @property
    def workers(self) -> Pool:
        """The workers of the group.

        >>> lot = game.play("bid miner R2").lots[2]
        >>> lot.bids[0].workers
        Pool.of(red=2)
        """
        return some(self.colour, self.size)


group = lru_cache(maxsize=8192)(Group)
"""Makes a group; equal groups are the same object in all lots."""


@frozen(repr=False)
class Lot:
    """A tile in the auction area with the bids around it and the workers on it.

    The leader, the size to beat and the colour lock are worked out once, when the lot is made.

    >>> lot = game.play("bid miner R2").lots[2]
    >>> lot.tile, lot.bids
    ('miner', (Group(seat=1, colour='red', size=2, lying=False),))
    """

    tile: str = open_(of="tile")
    """The tile on offer."""
    side: int = open_(default=0)
    """The side that is up."""
    bids: tuple[Group, ...] = open_(default=())
    """At most one group for each seat, in the order of seats."""
    uses: tuple[PastUse, ...] = open_(default=())
    """The uses of the tile this season, in order."""
    leader: int = field(init=False, eq=False, repr=False, default=-1)
    """The seat with the largest group, or -1."""
    top: int = field(init=False, eq=False, repr=False, default=0)
    """The size of the largest group."""
    lock: str | None = field(init=False, eq=False, repr=False, default=None)
    """The common colour of all standing workers here, or `None` (rules 2.4)."""
    outbid: int = field(init=False, eq=False, repr=False, default=0)
    """The seats whose groups are not the largest, as the sum of ``1 << seat``."""
    _usable: Any = field(
        init=False, eq=False, repr=False, default=None
    )  # Any: what the engine keeps here, see engine/options

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__  # the lot is still being made
        lock: str | None = None
        if self.bids:
            leader, top, seats = -1, 0, 0
            for bid in self.bids:
                seats += 1 << bid.seat
                if bid.size > top:
                    leader, top = bid.seat, bid.size
                if not bid.lying:
                    lock = bid.colour
            put(self, "leader", leader)
            put(self, "top", top)
            if leader >= 0:
                put(self, "outbid", seats - (1 << leader))
        if lock is None and self.uses:
            lock = lock_of(self.uses)
        put(self, "lock", lock)

    def bid_of(self, seat: int) -> Group | None:
        """Return the group of a seat, if it has one here.

        >>> lot = game.play("bid miner R2").lots[2]
        >>> lot.bid_of(1)
        Group(seat=1, colour='red', size=2, lying=False)
        >>> lot.bid_of(0)
        """
        for bid in self.bids:
            if bid.seat == seat:
                return bid
        return None

    def outbid_of(self, seat: int) -> Group | None:
        """Return the group of a seat if another seat has a larger one here.

        >>> lot = game.play("bid miner R2").lots[2]
        >>> lot.outbid_of(1)
        """
        return None if seat == self.leader else self.bid_of(seat)

    def with_bid(self, changed: Group) -> Lot:
        """Return the lot with the group of a seat set or replaced."""
        if not self.bids:
            return Lot(self.tile, self.side, (changed,), self.uses)
        bids = [bid for bid in self.bids if bid.seat != changed.seat]
        bids.append(changed)
        if len(bids) > 1:
            bids.sort(key=_by_seat)
        return Lot(self.tile, self.side, tuple(bids), self.uses)

    def without_bid(self, seat: int) -> Lot:
        """Return the lot without the group of a seat."""
        return Lot(self.tile, self.side, tuple([bid for bid in self.bids if bid.seat != seat]), self.uses)

    def with_use(self, use: PastUse) -> Lot:
        """Return the lot with one more use."""
        return Lot(self.tile, self.side, self.bids, (*self.uses, use))

    def __repr__(self) -> str:
        parts = [f"seat {bid.seat} {bid.workers}{' lying' if bid.lying else ''}" for bid in self.bids]
        parts += [f"used {' + '.join(str(use.workers) for use in self.uses)}"] if self.uses else []
        return f"<Lot {self.tile}{'b' if self.side else ''}{': ' if parts else ''}{', '.join(parts)}>"

    @property
    def users(self) -> Pool:
        """All workers that stand or lie on the tile itself.

        >>> lot = game.play("bid miner R2").lots[2]
        >>> lot.users
        Pool.of()
        """
        return sum((use.workers for use in self.uses), EMPTY)


_by_seat = attrgetter("seat")


@frozen
class Berth:
    """A boat in the row, with what it carries this season."""

    boat: str = open_(of="tile")
    """The boat tile."""
    workers: Pool = open_(default=EMPTY)
    """The workers on it."""
    skills: Pool = open_(default=EMPTY)
    """The skill tokens on it, face up."""
    taken: bool = open_(default=False)
    """Whether somebody has chosen it this season."""
    cargo: Pool = open_(default=EMPTY)
    """Other pieces on it, from the supply."""
    places: tuple[OwnPlace, ...] = open_(default=(), inside=True)
    """Places on it that expansions have added, sorted by tag; empty ones are left out."""

    def place(self, kind: type[OwnPlaceT]) -> OwnPlaceT:
        """Return a place that an expansion has added."""
        return place_in(self.places, kind)

    def with_place(self, place: OwnPlace) -> Berth:
        """Return the boat with a place of an expansion set or replaced."""
        return evolve(self, places=with_place(self.places, place))

    @property
    def load(self) -> Pool:
        """Everything visible on it: workers, skill tokens and other pieces."""
        return self.workers + self.skills + self.cargo

    def __repr__(self) -> str:
        carried = " ".join(str(pool) for pool in (self.workers, self.skills, self.cargo) if pool)
        return f"<Berth {self.boat}{': ' if carried else ''}{carried}{', taken' if self.taken else ''}>"

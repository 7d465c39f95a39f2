"""The state of a game: everything on the table and behind the screens, as one frozen value.

Each field says who may see it and what lies there; hiding, counting, dealing again, JSON and schemas follow from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from keyflower.kernel import state as kernel
from keyflower.kernel.drafts import Open, closed, names_of
from keyflower.kernel.fields import NOBODY, OWNER, held, open_
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season
from keyflower.model.layout import Layout
from keyflower.model.lots import Berth, Lot
from keyflower.model.places import OwnPlace, OwnPlaceT, place_in, with_place
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.village import Village

NO_VILLAGE = Village(Layout(()), ())
"""A village before its home is laid."""

WORKER, SKILL, TILE = "worker", "skill", "tile"
"""What lies in a field: workers, skill tokens, or the names of tiles."""

_tile_of = attrgetter("tile")


class _WithPlaces(Protocol):
    @property
    def places(self) -> tuple[OwnPlace, ...]: ...


class _Belongings:
    """What a seat and an open seat have in common."""

    __slots__ = ()

    def place(self: _WithPlaces, kind: type[OwnPlaceT]) -> OwnPlaceT:
        """Return a place that an expansion has added."""
        return place_in(self.places, kind)

    def changed(self, *, village: Village | None = None, powers: tuple[str, ...] | None = None) -> Seat:
        """Return the seat with another village or other powers, for rules that compare what would be."""
        values = {name: getattr(self, name) for name in OpenSeat.FIELDS}
        if village is not None:
            values["village"] = village
        if powers is not None:
            values["powers"] = powers
        return Seat(**values)


@frozen(weakref_slot=False)  # its open class could not have one
class Seat(_Belongings):
    """What belongs to one seat.

    >>> game.state.seats[0].boat
    ''
    """

    workers: Pool = held(by=OWNER, default=EMPTY, of=WORKER, until_over=True)
    """Workers behind the screen (variant B: those never seen on the table)."""
    open_workers: Pool = open_(default=EMPTY)
    """Workers in front of the screen; only in variant B."""
    skills: Pool = held(by=OWNER, default=EMPTY, of=SKILL, until_over=True)
    """Skill tokens behind the screen (variant B: lying face down)."""
    open_skills: Pool = open_(default=EMPTY)
    """Skill tokens lying face up; only in variant B."""
    stock: Pool = open_(default=EMPTY)
    """Other goods that are kept behind the screen; everybody knows how many."""
    village: Village = open_(default=NO_VILLAGE)
    """The tiles laid so far, with everything on them."""
    won: tuple[tuple[str, int], ...] = open_(default=(), of=TILE)
    """Tiles won but not laid yet, each with the side that is up."""
    winter: tuple[str, ...] = held(by=OWNER, default=(), of=TILE, until_over=True)
    """Winter tiles dealt to this seat and not yet offered or boxed."""
    offered: tuple[str, ...] | None = held(by=OWNER, default=None, counted=False, until_over=True)
    """Winter tiles chosen for the auction, until everybody has chosen."""
    boat: str = open_(default="")
    """The boat taken this season, or the empty text."""
    powers: tuple[str, ...] = open_(default=())
    """The slots of the permanent powers of laid tiles."""
    places: tuple[OwnPlace, ...] = open_(default=(), inside=True)
    """Places that expansions have added, sorted by tag; empty ones are left out."""

    def __repr__(self) -> str:
        pools = (self.workers, self.open_workers, self.skills, self.open_skills, self.stock)
        pieces = " ".join(str(pool) for pool in pools if pool) or "no pieces"
        winter = f", winter tiles {' '.join(self.winter)}" if self.winter else ""
        return f"<Seat: {pieces}{winter}, village of {' '.join(self.village.names) or 'no tiles'}>"


def exchanged(powers: tuple[str, ...], lost: tuple[str, ...], gained: tuple[str, ...]) -> tuple[str, ...]:
    """Return the slots of a seat's powers after some were lost and others gained.

    >>> exchanged(("a", "b", "a"), ("a",), ("c",))
    ('b', 'a', 'c')
    """
    kept = list(powers)
    for slot in lost:
        if slot in kept:
            kept.remove(slot)
    return (*kept, *gained)


class _Readable(kernel.Readable):
    """What a state and a draft have in common."""

    __slots__ = ("_form", "_origin")

    if TYPE_CHECKING:
        _form: bytes | None
        """The state as packed bytes, if an executor plays on these: see `keyflower.engine.executor`."""
        _origin: Any  # Any: whatever the executor has handed over
        """What reads these bytes."""

    def lot(self: AnyState, tile: str) -> Lot | None:  # type: ignore[misc]  # one of the two below
        """Return the lot of a tile in the auction area."""
        tiles = list(map(_tile_of, self.lots))
        return self.lots[tiles.index(tile)] if tile in tiles else None

    def owner(self: AnyState, tile: str) -> int | None:  # type: ignore[misc]  # as above
        """Return the seat in whose village a tile lies."""
        for number, seat in enumerate(self.seats):
            if tile in seat.village.layout.index:
                return number
        return None

    def place(self: AnyState, kind: type[OwnPlaceT]) -> OwnPlaceT:  # type: ignore[misc]  # as above
        """Return a place that an expansion has added on the table."""
        return place_in(self.places, kind)


@frozen(weakref_slot=False)  # as for a seat
class State(_Readable):
    """Everything about a game except the names of its players and its source of chance.

    >>> game.state.season, len(game.state.seats)
    (<Season.SPRING: 'spring'>, 3)
    """

    viewer: int | None = open_()
    """`None` for the full state; otherwise the seat (or the spectator) it is hidden for."""
    open_hands: bool = open_()
    """Whether variant B is played."""
    season: Season = open_()
    """The current season."""
    start: int = open_()
    """The start player: the holder of the purple worker."""
    passes: int = open_()
    """How many seats in a row have passed."""
    agenda: tuple[Task, ...] = open_(pieces=False)
    """What still has to be done, the next task first; empty when the game is over."""
    lots: tuple[Lot, ...] = open_()
    """The auction area: village tiles in canonical order, then turn-order tiles by number."""
    seats: tuple[Seat, ...] = open_(inside=True)
    """The seats in clockwise order."""
    berths: tuple[Berth, ...] = open_(inside=True)
    """The boats in a row."""
    bag: Pool = held(by=NOBODY, of=WORKER)
    """The workers in the bag."""
    stack: Pool = held(by=NOBODY, of=SKILL)
    """The skill tokens lying face down."""
    supply: Pool = open_()
    """The open supply: resources, green workers and other goods."""
    aside: Pool = held(by=NOBODY)
    """Pieces paid for the use that is being carried out."""
    piles: tuple[tuple[str, ...], ...] = held(by=NOBODY, of=TILE)
    """The unseen tiles of later seasons (spring, summer and autumn), by season."""
    box: tuple[str, ...] = held(by=NOBODY, of=TILE)
    """Tiles that went to the box unseen."""
    discarded: tuple[str, ...] = open_(of=TILE)
    """Tiles that left the game face up."""
    picks: tuple[int, ...] = open_()
    """The seats in the order in which they took boats this season."""
    places: tuple[OwnPlace, ...] = open_(default=(), inside=True)
    """Places on the table that expansions have added, sorted by tag; empty ones are left out."""

    def __repr__(self) -> str:
        ahead = f"next {self.agenda[0]!r}" if self.agenda else "over"
        return f"<State of {len(self.seats)} seats: {self.season}, {len(self.lots)} lots, {ahead}>"

    def opened(self) -> Draft:
        """Return a draft that starts as a copy of this state."""
        return Draft(self)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_form", None)
        object.__setattr__(self, "_origin", None)

    def __reduce__(self) -> tuple[object, ...]:
        return State, tuple([getattr(self, name) for name in Draft.FIELDS])


def empty_state(viewer: int | None = None) -> State:
    """Return the table before anything is set up, as a viewer sees it."""
    return State(
        viewer=viewer,
        open_hands=False,
        season=Season.SPRING,
        start=0,
        passes=0,
        agenda=(),
        lots=(),
        seats=(),
        berths=(),
        bag=EMPTY,
        stack=EMPTY,
        supply=EMPTY,
        aside=EMPTY,
        piles=((), (), ()),
        box=(),
        discarded=(),
        picks=(),
    )


class OpenSeat(_Belongings, Open):
    """A seat being changed by events; it reads like a `Seat` and becomes one when the draft is frozen."""

    __slots__ = Seat.__slots__
    FIELDS = names_of(Seat)

    workers: Pool
    open_workers: Pool
    skills: Pool
    open_skills: Pool
    stock: Pool
    village: Village
    won: tuple[tuple[str, int], ...]
    winter: tuple[str, ...]
    offered: tuple[str, ...] | None
    boat: str
    powers: tuple[str, ...]
    places: tuple[OwnPlace, ...]

    def __init__(self, value: Seat | OpenSeat) -> None:
        """Open a seat for changes."""
        # written out: `Open` copies the same fields in a loop, which makes a step a tenth slower
        self.workers = value.workers
        self.open_workers = value.open_workers
        self.skills = value.skills
        self.open_skills = value.open_skills
        self.stock = value.stock
        self.village = value.village
        self.won = value.won
        self.winter = value.winter
        self.offered = value.offered
        self.boat = value.boat
        self.powers = value.powers
        self.places = value.places

    def put(self, place: OwnPlace) -> None:
        """Set or replace a place of an expansion."""
        self.places = with_place(self.places, place)


class Draft(_Readable, kernel.BaseDraft[OpenSeat]):
    """A state being changed: events copy their facts into it, and freezing turns it into a `State`."""

    __slots__ = State.__slots__
    FIELDS = names_of(State)
    STATE = State
    SEAT = Seat
    OPEN_SEAT = OpenSeat

    viewer: int | None
    open_hands: bool
    season: Season
    start: int
    passes: int
    agenda: tuple[Task, ...]
    lots: Sequence[Lot]
    seats: Sequence[Seat]
    berths: tuple[Berth, ...]
    bag: Pool
    stack: Pool
    supply: Pool
    aside: Pool
    piles: tuple[tuple[str, ...], ...]
    box: tuple[str, ...]
    discarded: tuple[str, ...]
    picks: tuple[int, ...]
    places: tuple[OwnPlace, ...]

    def __init__(self, value: AnyState) -> None:
        """Open a state for changes."""
        # written out: `Open` copies the same fields in a loop, which makes a step a tenth slower
        self._form = self._origin = None
        self.viewer = value.viewer
        self.open_hands = value.open_hands
        self.season = value.season
        self.start = value.start
        self.passes = value.passes
        self.agenda = value.agenda
        self.lots = value.lots
        self.seats = value.seats
        self.berths = value.berths
        self.bag = value.bag
        self.stack = value.stack
        self.supply = value.supply
        self.aside = value.aside
        self.piles = value.piles
        self.box = value.box
        self.discarded = value.discarded
        self.picks = value.picks
        self.places = value.places

    def freeze(self) -> State:
        """Turn the draft into the changed state, an immutable value."""
        if type(self.lots) is not tuple:
            self.lots = tuple(self.lots)
        if type(self.seats) is not tuple:  # as in the kernel, written out: every step freezes a draft
            seats: Sequence[object] = self.seats
            for seat in seats:
                if type(seat) is OpenSeat:
                    seat.__class__ = Seat  # type: ignore[assignment]  # what `closed` does
            self.seats = tuple(self.seats)
        return closed(self, State)

    def seat(self, number: int) -> OpenSeat:
        """Return a seat that can be changed in place until the draft is frozen."""
        seats = self.seats  # as in the kernel, written out: every step opens a seat or two
        if type(seats) is tuple:
            seats = self.seats = list(seats)
        seat: object = seats[number]
        if type(seat) is OpenSeat:
            return seat
        opened = seats[number] = OpenSeat(seat)  # type: ignore[arg-type,index]  # a seat, in a list
        return opened

    # ------------------------------------------------------------------ places

    def put(self, place: OwnPlace) -> None:
        """Set or replace a place of an expansion on the table."""
        self.places = with_place(self.places, place)

    def lot_place(self, tile: str) -> int:
        """Return the position of a tile's lot in the auction area, or -1."""
        tiles = list(map(_tile_of, self.lots))
        return tiles.index(tile) if tile in tiles else -1

    def berth(self, boat: str) -> Berth:
        """Return a boat in the row."""
        return next(berth for berth in self.berths if berth.boat == boat)

    def set_berth(self, changed: Berth) -> None:
        """Replace a boat in the row, for example with a different load."""
        self.berths = tuple([changed if berth.boat == changed.boat else berth for berth in self.berths])

    def set_lot(self, place: int, lot: Lot) -> None:
        """Replace a lot."""
        if type(self.lots) is tuple:
            self.lots = list(self.lots)
        self.lots[place] = lot  # type: ignore[index]  # a list now: tuples are copied when first changed

    def drop_lot(self, tile: str) -> None:
        """Remove the lot of a tile."""
        self.lots = [lot for lot in self.lots if lot.tile != tile]

    # ------------------------------------------------------------------ hidden places

    def unseen(self, pool: Pool) -> Pool:
        """Return pieces as they are stored where nobody may look (bag, stack)."""
        return pool if self.viewer is None else pool.masked()

    def screened(self, number: int, pool: Pool) -> Pool:
        """Return pieces as they are stored behind the screen of a seat."""
        return pool if self.viewer is None or self.viewer == number else pool.masked()

    def spend_workers(self, number: int, workers: Pool, shown: Pool) -> None:
        """Take workers from behind the screen of a seat and from its open hand."""
        seat = self.seat(number)
        if workers.total:
            seat.workers -= workers
        if shown.total:
            seat.open_workers -= shown

    def add_workers(self, number: int, workers: Pool, *, shown: bool) -> None:
        """Give workers to a seat; those seen on the table stay open in variant B."""
        seat = self.seat(number)
        if shown and self.open_hands:
            seat.open_workers += workers
        else:
            seat.workers += self.screened(number, workers)

    def add_skills(self, number: int, skills: Pool, *, shown: bool) -> None:
        """Give skill tokens to a seat; tokens seen face up stay face up in variant B."""
        seat = self.seat(number)
        if shown and self.open_hands:
            seat.open_skills += skills
        else:
            seat.skills += self.screened(number, skills)

    def take_group(self, number: int, tile: str) -> Pool:
        """Remove the group of a seat from a lot and return its workers."""
        place = self.lot_place(tile)
        lot = self.lots[place]
        moved = lot.bid_of(number)
        if moved is None:
            return EMPTY
        self.set_lot(place, lot.without_bid(number))
        return moved.workers


AnyState: TypeAlias = State | Draft
"""A state that rules read from: a frozen one, or the draft of the running step."""

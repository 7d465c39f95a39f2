"""The state of a game: everything on the table and behind the screens, as one frozen value.

The same classes hold a full state and what one seat may know of it (see `hide`): in a view hidden pieces are
unknown pieces of a `Pool` and hidden tiles are question marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeAlias

from attrs import evolve

from keyflower.model.decisions import Task
from keyflower.model.layout import Layout
from keyflower.model.lots import Berth, Lot
from keyflower.model.village import Village
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import Season
from keyflower.vocabulary.values import closed, frozen

NO_VILLAGE = Village(Layout(()), ())
"""A village before its home is laid."""

UNSEEN = "?"
"""Stands for a tile that the viewer does not know."""


_tile_of = attrgetter("tile")


def masked_tiles(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many unknown tiles."""
    return (UNSEEN,) * len(tiles)


@frozen
class Seat:
    """What belongs to one seat."""

    workers: Pool = EMPTY
    """Workers behind the screen (variant B: those never seen on the table)."""
    open_workers: Pool = EMPTY
    """Workers in front of the screen; only in variant B."""
    skills: Pool = EMPTY
    """Skill tokens behind the screen (variant B: lying face down)."""
    open_skills: Pool = EMPTY
    """Skill tokens lying face up; only in variant B."""
    stock: Pool = EMPTY
    """Other goods that live behind the screen; their number is known to all."""
    village: Village = NO_VILLAGE
    """The tiles laid so far and what lies on them."""
    won: tuple[tuple[str, int], ...] = ()
    """Tiles won but not laid yet, each with the side that lies up."""
    winter: tuple[str, ...] = ()
    """Winter tiles dealt to this seat and not yet offered or boxed."""
    offered: tuple[str, ...] | None = None
    """Winter tiles chosen for the auction, until all have chosen."""
    boat: str = ""
    """The boat taken this season, or the empty text."""
    powers: tuple[str, ...] = ()
    """The slots of the permanent powers of laid tiles."""

    def changed(
        self,
        *,
        workers: Pool | None = None,
        open_workers: Pool | None = None,
        skills: Pool | None = None,
        open_skills: Pool | None = None,
        stock: Pool | None = None,
        village: Village | None = None,
        won: tuple[tuple[str, int], ...] | None = None,
        boat: str | None = None,
        powers: tuple[str, ...] | None = None,
    ) -> Seat:
        """Return the seat with some of its belongings replaced (several times as quick as `attrs.evolve`)."""
        return Seat(
            self.workers if workers is None else workers,
            self.open_workers if open_workers is None else open_workers,
            self.skills if skills is None else skills,
            self.open_skills if open_skills is None else open_skills,
            self.stock if stock is None else stock,
            self.village if village is None else village,
            self.won if won is None else won,
            self.winter,
            self.offered,
            self.boat if boat is None else boat,
            self.powers if powers is None else powers,
        )


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


def _over(self: Position) -> bool:
    """Whether the game has ended."""
    return not self.agenda


def _lot(self: Position, tile: str) -> Lot | None:
    """Return the lot of a tile in the auction area."""
    tiles = list(map(_tile_of, self.lots))
    return self.lots[tiles.index(tile)] if tile in tiles else None


def _owner(self: Position, tile: str) -> int | None:
    """Return the seat in whose village a tile lies."""
    for number, seat in enumerate(self.seats):
        if tile in seat.village.layout.index:
            return number
    return None


@frozen
class State:
    """Everything about a game but the names of its players and its chance source."""

    viewer: int | None
    """`None` for the full state; otherwise the seat (or the spectator) it is hidden for."""
    open_hands: bool
    """Whether variant B is played."""
    season: Season
    """The running season."""
    start: int
    """The start player: the holder of the purple worker."""
    passes: int
    """How many seats have passed in immediate succession."""
    agenda: tuple[Task, ...]
    """What is to be done, next one first; empty when the game is over."""
    lots: tuple[Lot, ...]
    """The auction area: village tiles in canonical order, then turn-order tiles by number."""
    seats: tuple[Seat, ...]
    """The seats in clockwise order."""
    berths: tuple[Berth, ...]
    """The boats in a row."""
    bag: Pool
    """The workers in the bag."""
    stack: Pool
    """The skill tokens lying face down."""
    supply: Pool
    """The open supply: resources, green workers and other goods."""
    aside: Pool
    """Pieces paid for the use that is being carried out."""
    piles: tuple[tuple[str, ...], ...]
    """Unseen tiles of spring, summer and autumn still to come, by season."""
    box: tuple[str, ...]
    """Tiles that went to the box unseen."""
    discarded: tuple[str, ...]
    """Tiles that left the game openly."""
    picks: tuple[int, ...]
    """The seats in the order they took a boat this season."""

    over = property(_over)
    lot = _lot
    owner = _owner


def empty_state(viewer: int | None = None) -> State:
    """Return the table before anything is set up, as a viewer sees it."""
    return State(
        viewer,
        False,
        Season.SPRING,
        0,
        0,
        (),
        (),
        (),
        (),
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        ((), (), ()),
        (),
        (),
        (),
    )


def hide(state: State, viewer: int) -> State:
    """Return what a seat (or the spectator) may know of a full state."""
    return evolve(
        state,
        viewer=viewer,
        seats=tuple(
            seat if number == viewer else _hide_seat(seat, revealed=state.over)
            for number, seat in enumerate(state.seats)
        ),
        bag=state.bag.masked(),
        stack=state.stack.masked(),
        aside=state.aside.masked(),
        piles=tuple(masked_tiles(pile) for pile in state.piles),
        box=masked_tiles(state.box),
    )


def _hide_seat(seat: Seat, *, revealed: bool) -> Seat:
    if revealed:
        return seat
    return evolve(
        seat,
        workers=seat.workers.masked(),
        skills=seat.skills.masked(),
        winter=masked_tiles(seat.winter),
        offered=None if seat.offered is None else (UNSEEN,),
    )


class OpenSeat:
    """A seat being changed by events; it reads like a `Seat` and becomes one when the draft is frozen.

    It has the same slots, so that freezing it is a change of its class and nothing is copied twice.
    """

    __slots__ = Seat.__slots__  # type: ignore[attr-defined]  # attrs makes them

    changed = Seat.changed  # for what rules imagine while a step is under way, such as a free flip

    def __init__(self, seat: Seat) -> None:
        """Open a seat for changes."""
        self.workers = seat.workers
        self.open_workers = seat.open_workers
        self.skills = seat.skills
        self.open_skills = seat.open_skills
        self.stock = seat.stock
        self.village = seat.village
        self.won = seat.won
        self.winter = seat.winter
        self.offered = seat.offered
        self.boat = seat.boat
        self.powers = seat.powers


class Draft:
    """A state being changed: events copy their facts into it, then it is frozen and is a `State` from then on.

    It has the same slots, so that freezing it is a change of its class and nothing is copied twice.
    """

    __slots__ = State.__slots__  # type: ignore[attr-defined]  # attrs makes them

    over = property(_over)
    lot = _lot
    owner = _owner

    def __init__(self, state: State) -> None:
        """Open a state for changes."""
        self.viewer = state.viewer
        self.open_hands = state.open_hands
        self.season = state.season
        self.start = state.start
        self.passes = state.passes
        self.agenda = state.agenda
        self.lots: Sequence[Lot] = state.lots
        self.seats: Sequence[Seat] = state.seats
        self.berths = state.berths
        self.bag = state.bag
        self.stack = state.stack
        self.supply = state.supply
        self.aside = state.aside
        self.piles = state.piles
        self.box = state.box
        self.discarded = state.discarded
        self.picks = state.picks

    def freeze(self) -> State:
        """Close the draft: it becomes the changed state, a value, and takes no more changes."""
        if type(self.lots) is not tuple:
            self.lots = tuple(self.lots)
        if type(self.seats) is not tuple:
            seats: Sequence[object] = self.seats
            for seat in seats:
                if type(seat) is OpenSeat:
                    closed(seat, Seat)
            self.seats = tuple(self.seats)
        return closed(self, State)

    # ------------------------------------------------------------------ places

    def seat(self, number: int) -> OpenSeat:
        """Return a seat to change it in place; only this draft knows it until it is frozen."""
        seats = self.seats
        if type(seats) is tuple:
            seats = self.seats = list(seats)
        seat: object = seats[number]
        if type(seat) is OpenSeat:
            return seat
        opened = OpenSeat(seats[number])
        seats[number] = opened  # type: ignore[index]  # a list now; it reads like a Seat, and will be one
        return opened

    def lot_place(self, tile: str) -> int:
        """Return where the lot of a tile stands in the row, or -1."""
        tiles = list(map(_tile_of, self.lots))
        return tiles.index(tile) if tile in tiles else -1

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
        """Return pieces as they lie in a place nobody may look into (bag, stack)."""
        return pool if self.viewer is None else pool.masked()

    def unseen_tiles(self, tiles: tuple[str, ...]) -> tuple[str, ...]:
        """Return tiles as they lie where nobody may look."""
        return tiles if self.viewer is None else masked_tiles(tiles)

    def screened(self, number: int, pool: Pool) -> Pool:
        """Return pieces as they lie behind the screen of a seat."""
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
        """Give skill tokens to a seat; those seen face up stay so in variant B."""
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


Position: TypeAlias = State | Draft
"""A state that rules read from: frozen, or being changed by the step that is under way."""

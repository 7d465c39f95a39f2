"""The state of a game: everything on the table and behind the screens, as one frozen value.

The same classes hold a full state and what one seat may know of it (see `hide`): in a view hidden pieces are
unknown pieces of a `Pool` and hidden tiles are question marks.
"""

from __future__ import annotations

from attrs import evolve, frozen

from keyflower.model.decisions import Task
from keyflower.model.layout import Layout
from keyflower.model.lots import Berth, Lot
from keyflower.model.village import Village
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import Season

NO_VILLAGE = Village(Layout(()), ())
"""A village before its home is laid."""

UNSEEN = "?"
"""Stands for a tile that the viewer does not know."""


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

    def spending(self, workers: Pool, open_workers: Pool) -> Seat:
        """Return the seat without some of its workers."""
        return Seat(
            self.workers - workers,
            self.open_workers - open_workers if open_workers.total else self.open_workers,
            self.skills,
            self.open_skills,
            self.stock,
            self.village,
            self.won,
            self.winter,
            self.offered,
            self.boat,
            self.powers,
        )

    def with_village(self, village: Village) -> Seat:
        """Return the seat with a changed village."""
        return Seat(
            self.workers,
            self.open_workers,
            self.skills,
            self.open_skills,
            self.stock,
            village,
            self.won,
            self.winter,
            self.offered,
            self.boat,
            self.powers,
        )


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

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.agenda

    def lot(self, tile: str) -> Lot | None:
        """Return the lot of a tile in the auction area."""
        for lot in self.lots:
            if lot.tile == tile:
                return lot
        return None

    def owner(self, tile: str) -> int | None:
        """Return the seat in whose village a tile lies."""
        for number, seat in enumerate(self.seats):
            if tile in seat.village:
                return number
        return None


def empty_state(viewer: int | None = None) -> State:
    """Return the table before anything is set up, as a viewer sees it."""
    return State(
        viewer, False, Season.SPRING, 0, 0, (), (), (), (), EMPTY, EMPTY, EMPTY, EMPTY, ((), (), ()), (), (), ()
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


class Draft:
    """A state being changed: events copy their facts into it, then it is frozen again."""

    __slots__ = (
        "agenda", "aside", "bag", "berths", "box", "discarded", "lots", "open_hands", "passes", "picks", "piles",
        "season", "seats", "stack", "start", "supply", "viewer",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        """Open a state for changes."""
        self.viewer = state.viewer
        self.open_hands = state.open_hands
        self.season = state.season
        self.start = state.start
        self.passes = state.passes
        self.agenda = state.agenda
        self.lots = state.lots
        self.seats = state.seats
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
        """Return the changed state as a value."""
        return State(
            self.viewer, self.open_hands, self.season, self.start, self.passes, self.agenda, self.lots, self.seats,
            self.berths, self.bag, self.stack, self.supply, self.aside, self.piles, self.box, self.discarded,
            self.picks,
        )  # fmt: skip

    # ------------------------------------------------------------------ places

    def set_seat(self, number: int, seat: Seat) -> None:
        """Replace a seat."""
        seats = list(self.seats)
        seats[number] = seat
        self.seats = tuple(seats)

    def lot_place(self, tile: str) -> int:
        """Return where the lot of a tile stands in the row, or -1."""
        for place, lot in enumerate(self.lots):
            if lot.tile == tile:
                return place
        return -1

    def set_lot(self, place: int, lot: Lot) -> None:
        """Replace a lot."""
        lots = list(self.lots)
        lots[place] = lot
        self.lots = tuple(lots)

    def drop_lot(self, tile: str) -> None:
        """Remove the lot of a tile."""
        self.lots = tuple([lot for lot in self.lots if lot.tile != tile])

    def village_of(self, tile: str) -> int:
        """Return the seat in whose village a tile lies, or -1."""
        for number, seat in enumerate(self.seats):
            if tile in seat.village:
                return number
        return -1

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

    def add_workers(self, number: int, workers: Pool, *, shown: bool) -> None:
        """Give workers to a seat; those seen on the table stay open in variant B."""
        seat = self.seats[number]
        if shown and self.open_hands:
            self.set_seat(number, evolve(seat, open_workers=seat.open_workers + workers))
        else:
            self.set_seat(number, evolve(seat, workers=seat.workers + self.screened(number, workers)))

    def add_skills(self, number: int, skills: Pool, *, shown: bool) -> None:
        """Give skill tokens to a seat; those seen face up stay so in variant B."""
        seat = self.seats[number]
        if shown and self.open_hands:
            self.set_seat(number, evolve(seat, open_skills=seat.open_skills + skills))
        else:
            self.set_seat(number, evolve(seat, skills=seat.skills + self.screened(number, skills)))

    def take_group(self, number: int, tile: str) -> Pool:
        """Remove the group of a seat from a lot and return its workers."""
        place = self.lot_place(tile)
        lot = self.lots[place]
        moved = lot.bid_of(number)
        if moved is None:
            return EMPTY
        self.set_lot(place, lot.without_bid(number))
        return moved.workers

"""Packing: a state of the reference engine as a row of bytes, and back. Nothing else in `fast` reads a `State`.

``native/record.c`` reads and writes the same bytes. A state takes about 400 bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from struct import Struct
from struct import error as StructError
from typing import Any, Final

from attrs import fields

from keyflower.fast import capacity as limits
from keyflower.fast.compiler import Tables
from keyflower.kernel.tasks import Task
from keyflower.model.enums import COLOURS, SEASONS
from keyflower.model.errors import KeyflowerError
from keyflower.model.layout import Layout, Placed
from keyflower.model.lots import Berth, Lot, group
from keyflower.model.pastures import label_of, regions_of
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat, State
from keyflower.model.tasks import (
    BuildAll,
    ChooseBenefit,
    Haul,
    OfferWinter,
    PayCost,
    Phase,
    Resolve,
    ReturnAside,
    TakeBoat,
    Turn,
)
from keyflower.model.village import PastUse, Spot, Village

HEAD: Final = 12
"""The bytes of a form that belong to chance: where its stream begins, and how much of it is used."""
NOTHING: Final = 255
_CHANCE: Final = Struct("<QI")
TASKS: Final = {
    Turn: 0, Resolve: 1, PayCost: 2, ReturnAside: 3, ChooseBenefit: 4, Haul: 6, Phase: 7, OfferWinter: 8, TakeBoat: 9,
    BuildAll: 10,
}  # fmt: skip
"""The tasks of the engine and their numbers."""
PUT: Final = 5
"""The number of the task that puts new pieces on pastures; its class belongs to an expansion."""
BREEDING: Final = 11
"""The number of the task that shares out newborn pieces; its class belongs to an expansion."""
_KINDS: Final = {number: kind for kind, number in TASKS.items()}


class PackedError(KeyflowerError, ValueError):
    """A state does not fit into the packed form, or bytes are no packed state."""


# ---------------------------------------------------------------------- writing


class _Writer:
    """Writes the parts of a state one after the other."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.form = bytearray()
        self.workers, self.skills, self.resources, self.produce, self.animals = tables.goods

    def number(self, number: int, most: int, what: str) -> None:
        """Write how many of something follow.

        Raises:
            PackedError: if they do not fit.
        """
        if number > most:
            raise PackedError(f"{number} {what} do not fit into a packed game: {most} do")
        self.form.append(number)

    def counts(self, pool: Pool, goods: Sequence[str]) -> None:
        """Write how many of each good are in a pool."""
        if pool.unknown or any(piece not in goods for piece in pool):
            raise PackedError(f"{pool} cannot be packed: only whole games can, with their own pieces")
        self.form += bytes([pool[good] for good in goods])

    def tile_list(self, tiles: Iterable[str], most: int = limits.TILES) -> None:
        """Write tiles with their number."""
        numbers = [self.tables.tile_number[tile] for tile in tiles]
        self.number(len(numbers), most, "tiles in a row")
        self.form += bytes(numbers)

    def two(self, number: int) -> None:
        """Write a number in two bytes."""
        self.form += number.to_bytes(2, "little")

    def uses(self, uses: tuple[PastUse, ...]) -> None:
        """Write the uses of a tile, three bits for each colour."""
        for use in uses:
            self.form.append(use.seat + 1)
            for pool in (use.workers, use.lying):
                self.two(sum(pool[colour] << 3 * place for place, colour in enumerate(COLOURS)))

    def state(self, state: State, key: int, counter: int) -> None:
        """Write everything."""
        form, goods = self.form, self.tables.goods
        form += _CHANCE.pack(key, counter)
        season = SEASONS.index(state.season)
        form.append(len(state.seats) | state.open_hands << 3 | season << 4 | state.over << 6)
        form.append(state.start | state.passes << 4)
        self.counts(state.bag, self.workers)
        self.counts(state.stack, self.skills)
        for kind in (0, 2, 3, 4):
            self.counts(state.supply.only(goods[kind]), goods[kind])
        form.append(bool(state.aside))
        if state.aside:
            self.counts(state.aside.only(self.workers), self.workers)
            self.counts(state.aside.only(self.skills), self.skills)
        for tiles in (*state.piles, state.box, state.discarded):
            self.tile_list(tiles)
        self.number(len(state.picks), limits.SEATS, "picks of boats")
        form += bytes(state.picks)
        self.number(len(state.berths), limits.SEATS, "boats in the row")
        for berth in state.berths:
            self.berth(berth)
        self.number(len(state.lots), limits.LOTS, "lots")
        for lot in state.lots:
            self.lot(lot)
        self.number(len(state.agenda), limits.AGENDA, "tasks on the agenda")
        for task in state.agenda:
            self.task(task, state)
        if state.places:
            raise PackedError("something lies in a place that has no packed form")
        for seat in state.seats:
            self.seat(seat)

    def berth(self, berth: Berth) -> None:
        """Write a boat in the row."""
        loaded = bool(berth.workers or berth.skills)
        self.form += bytes([self.tables.tile_number[berth.boat], berth.taken | loaded << 1])
        if loaded:
            self.counts(berth.workers, self.workers)
            self.counts(berth.skills, self.skills)

    def lot(self, lot: Lot) -> None:
        """Write a tile up for auction."""
        bidding = sum(1 << bid.seat for bid in lot.bids)
        self.form += bytes([self.tables.tile_number[lot.tile] | lot.side << 7, bidding | len(lot.uses) << 6])
        for bid in lot.bids:
            self.form += bytes([COLOURS.index(bid.colour) | bid.lying << 2, bid.size])
        self.uses(lot.uses)

    def task(self, task: Task, state: State) -> None:
        """Write what is to be done."""
        form, tiles, nodes = self.form, self.tables.tile_number, self.tables.node_number
        kind, own = type(task), self.tables.own
        form.append(PUT if kind is own.put else BREEDING if kind is own.breeding else TASKS[kind])
        match task:
            case Turn(seat) | TakeBoat(seat):
                form.append(seat)
            case Resolve(seat, tile, side, path, target) | ChooseBenefit(seat, tile, side, path, target):
                form.append(seat)
                self.two(nodes[tile, side, path])
                form.append(tiles[target])
            case PayCost(seat, tile, side, path):
                form.append(seat)
                self.two(nodes[tile, side, path])
            case Haul(seat, points, upgrades):
                form += bytes([seat, points, upgrades])
            case Phase(step):
                form.append(self.tables.steps.index(step))
            case ReturnAside() | OfferWinter() | BuildAll():
                pass
            case _ if kind is own.put:
                seat, animals, target = _values(task)
                form.append(seat)
                self.counts(animals, self.animals)
                form.append(tiles[target])
            case _:
                self.breeding(task, state)

    def breeding(self, task: Task, state: State) -> None:
        """Write how newborn pieces are shared out: seat, piece, number and pastures, as the task tells them."""
        seat, good, pastures, number = _values(task)
        regions = _region_numbers(state.seats[seat].village.layout)
        self.form += bytes([seat, self.animals.index(good), number])
        self.number(len(pastures), limits.BORN, "pastures with newborn animals")
        for pasture in pastures:
            self.two(regions[pasture])

    def seat(self, seat: Seat) -> None:
        """Write what belongs to a seat."""
        form, tiles = self.form, self.tables.tile_number
        self.counts(seat.workers, self.workers)
        self.counts(seat.skills, self.skills)
        self.counts(seat.stock, self.produce)
        form.append(bool(seat.open_workers) | bool(seat.open_skills) << 1)
        if seat.open_workers:
            self.counts(seat.open_workers, self.workers)
        if seat.open_skills:
            self.counts(seat.open_skills, self.skills)
        form.append(tiles[seat.boat] if seat.boat else NOTHING)
        self.number(len(seat.won), limits.WON, "tiles won and not laid")
        form += bytes([tiles[tile] | side << 7 for tile, side in seat.won])
        self.tile_list(seat.winter, limits.HAND)
        form.append(0 if seat.offered is None else 1 + len(seat.offered))
        form += bytes([tiles[tile] for tile in seat.offered or ()])
        self.number(len(seat.powers), limits.POWERS, "powers of a seat")
        form += bytes([self.tables.slots.index(slot) for slot in seat.powers])
        self.number(len(seat.village), limits.SPOTS, "tiles in a village")
        for placed, spot in seat.village:
            q, r = placed.cell
            loaded = bool(spot.goods)
            form += bytes([tiles[placed.name] | spot.side << 7, q + 64, r + 64])
            form.append(placed.rotation | len(spot.uses) << 3 | loaded << 5)
            if loaded:
                self.counts(spot.goods, self.resources)
            self.uses(spot.uses)
        herds = _herds(self.tables, seat)
        self.number(len(herds), limits.HERDS, "herds of a seat")
        if herds:
            regions = _region_numbers(seat.village.layout)
            for pasture, animals in herds:
                self.two(regions[pasture])
                self.counts(animals, self.animals)


def packed_form(tables: Tables, state: State, key: int, counter: int) -> bytes:
    """Return a state as bytes.

    Raises:
        PackedError: if it is not a whole state, or does not belong to these rules.
    """
    if state.viewer is not None:
        raise PackedError("what one seat may know cannot be packed: only whole games can")
    writer = _Writer(tables)
    try:
        writer.state(state, key, counter)
    except PackedError:
        raise
    except (KeyError, ValueError, OverflowError, AttributeError, TypeError, StructError) as error:
        raise PackedError(f"this state cannot be packed ({type(error).__name__}: {error})") from error
    return bytes(writer.form)


# ---------------------------------------------------------------------- reading


class _Reader:
    """Reads the parts of a state one after the other."""

    def __init__(self, tables: Tables, form: bytes) -> None:
        self.tables = tables
        self.form = form
        self.place = HEAD
        self.workers, self.skills, self.resources, self.produce, self.animals = tables.goods

    def one(self) -> int:
        """Read a byte."""
        number = self.form[self.place]
        self.place += 1
        return number

    def two(self) -> int:
        """Read a number of two bytes."""
        return self.one() | self.one() << 8

    def counts(self, goods: Sequence[str]) -> Pool:
        """Read how many of each good are in a pool."""
        return Pool.of({good: self.one() for good in goods})

    def tile_list(self) -> tuple[str, ...]:
        """Read tiles with their number."""
        return tuple([self.tables.tiles[self.one()] for _ in range(self.one())])

    def uses(self, number: int) -> tuple[PastUse, ...]:
        """Read the uses of a tile."""
        found = []
        for _ in range(number):
            seat, workers, lying = self.one() - 1, self.two(), self.two()
            found.append(PastUse(_colours(workers), _colours(lying), seat))
        return tuple(found)

    def sided(self) -> tuple[str, int]:
        """Read a tile with the side that lies up."""
        number = self.one()
        return self.tables.tiles[number & 127], number >> 7

    def state(self) -> State:
        """Read everything."""
        goods = self.tables.goods
        first, second = self.one(), self.one()
        bag, stack = self.counts(self.workers), self.counts(self.skills)
        supply = sum([self.counts(goods[kind]) for kind in (0, 2, 3, 4)], EMPTY)
        aside = self.counts(self.workers) + self.counts(self.skills) if self.one() else EMPTY
        piles = (self.tile_list(), self.tile_list(), self.tile_list())
        box, discarded = self.tile_list(), self.tile_list()
        picks = tuple([self.one() for _ in range(self.one())])
        berths = tuple([self.berth() for _ in range(self.one())])
        lots = tuple([self.lot() for _ in range(self.one())])
        tasks = [self.task() for _ in range(self.one())]
        seats = tuple([self.seat() for _ in range(first & 7)])
        if self.place != len(self.form):
            raise PackedError(f"{len(self.form) - self.place} bytes are left over")
        return State(
            None,
            bool(first >> 3 & 1),
            SEASONS[first >> 4 & 3],
            second & 15,
            second >> 4,
            tuple([self.finished(task, seats) for task in tasks]),
            lots,
            seats,
            berths,
            bag,
            stack,
            supply,
            aside,
            piles,
            box,
            discarded,
            picks,
        )

    def berth(self) -> Berth:
        """Read a boat in the row."""
        boat, rest = self.tables.tiles[self.one()], self.one()
        loaded = bool(rest >> 1)
        workers = self.counts(self.workers) if loaded else EMPTY
        return Berth(boat, workers, self.counts(self.skills) if loaded else EMPTY, bool(rest & 1))

    def lot(self) -> Lot:
        """Read a tile up for auction."""
        (tile, side), rest = self.sided(), self.one()
        bids = []
        for seat in range(6):
            if rest >> seat & 1:
                bid, size = self.one(), self.one()
                bids.append(group(seat, COLOURS[bid & 3], size, bool(bid >> 2)))
        return Lot(tile, side, tuple(bids), self.uses(rest >> 6))

    def task(self) -> Task | tuple[int, int, int, list[int]]:
        """Read what is to be done; the sharing out of newborn animals as numbers, until the villages are known."""
        tables, number = self.tables, self.one()
        if number == BREEDING:
            seat, good, born = self.one(), self.one(), self.one()
            return seat, good, born, [self.two() for _ in range(self.one())]
        if number == PUT and tables.own.put is not None:
            seat, animals = self.one(), self.counts(self.animals)
            return _made(tables.own.put, seat, animals, tables.tiles[self.one()])
        kind = _KINDS[number]
        if kind is Turn or kind is TakeBoat:
            return kind(self.one())
        if kind is Resolve or kind is ChooseBenefit:
            seat, node = self.one(), self.two()
            return kind(seat, *tables.nodes[node], tables.tiles[self.one()])
        if kind is PayCost:
            return PayCost(self.one(), *tables.nodes[self.two()])
        if kind is Haul:
            return Haul(self.one(), self.one(), self.one())
        if kind is Phase:
            return Phase(tables.steps[self.one()])
        assert kind is ReturnAside or kind is OfferWinter or kind is BuildAll
        return kind()

    def finished(self, task: Task | tuple[int, int, int, list[int]], seats: tuple[Seat, ...]) -> Task:
        """Return a task; the pastures of newborn animals get their names."""
        if isinstance(task, Task):
            return task
        seat, good, born, regions = task
        labels = _region_labels(seats[seat].village.layout)
        pastures = tuple([labels[region] for region in regions])
        if self.tables.own.breeding is None:
            raise PackedError("nothing is born by these rules")
        return _made(self.tables.own.breeding, seat, self.animals[good], pastures, born)

    def seat(self) -> Seat:
        """Read what belongs to a seat."""
        tables = self.tables
        workers, skills = self.counts(self.workers), self.counts(self.skills)
        stock, shown = self.counts(self.produce), self.one()
        open_workers = self.counts(self.workers) if shown & 1 else EMPTY
        open_skills = self.counts(self.skills) if shown & 2 else EMPTY
        boat = self.one()
        won = tuple([self.sided() for _ in range(self.one())])
        winter, number = self.tile_list(), self.one()
        offered = tuple([tables.tiles[self.one()] for _ in range(number - 1)]) if number else None
        powers = tuple([tables.slots[self.one()] for _ in range(self.one())])
        placed, spots = [], []
        for _ in range(self.one()):
            (name, side), q, r, rest = self.sided(), self.one() - 64, self.one() - 64, self.one()
            tile = tables.ruleset.tiles[name]
            placed.append(Placed(name, (q, r), rest & 7, tile.edges, tile.kind))
            goods = self.counts(self.resources) if rest >> 5 else EMPTY
            spots.append(Spot(side, goods, self.uses(rest >> 3 & 3)))
        layout = Layout(tuple(placed))
        herds = [(self.two(), self.counts(self.animals)) for _ in range(self.one())]
        labels = _region_labels(layout) if herds else ()
        village = Village(layout, tuple(spots))
        if herds and tables.own.place is not None:
            lying = tuple([(labels[region], pool) for region, pool in herds])
            village = village.with_place(tables.own.place(lying))  # type: ignore[call-arg]  # its only field
        return Seat(
            workers,
            open_workers,
            skills,
            open_skills,
            stock,
            village,
            won,
            winter,
            offered,
            tables.tiles[boat] if boat != NOTHING else "",
            powers,
        )


def state_of(tables: Tables, form: bytes) -> State:
    """Return the state that bytes stand for.

    Raises:
        PackedError: if they stand for none.
    """
    try:
        return _Reader(tables, form).state()
    except PackedError:
        raise
    except Exception as error:  # bytes from outside may break any assumption
        raise PackedError(f"these bytes are no packed game ({type(error).__name__}: {error})") from None


def is_over(form: bytes) -> bool:
    """Return whether the game of a form has ended."""
    return bool(form[HEAD] >> 6 & 1)


def chance_of(form: bytes) -> tuple[int, int]:
    """Return where the stream of chance begins and how many of its numbers have been used."""
    key, counter = _CHANCE.unpack_from(form)
    return key, counter


def _colours(bits: int) -> Pool:
    return Pool.of({colour: bits >> 3 * place & 7 for place, colour in enumerate(COLOURS)}) if bits else EMPTY


# ---------------------------------------------------------------------- pieces on pastures


def _region_labels(layout: Layout) -> tuple[str, ...]:
    """Return the labels of all regions, in order: a pasture is named after its first one."""
    return tuple([label_of(region) for tile in layout.tiles for region in regions_of(tile.name, tile.edges)])


def _region_numbers(layout: Layout) -> dict[str, int]:
    return {label: number for number, label in enumerate(_region_labels(layout))}


def _herds(tables: Tables, seat: Seat) -> tuple[tuple[str, Pool], ...]:
    """Return the pieces of a seat by pasture."""
    if seat.places or any(type(place) is not tables.own.place for place in seat.village.places):
        raise PackedError("something lies in a place that has no packed form")
    return seat.village.lying


def _values(task: Task) -> tuple[Any, ...]:  # Any: the fields of a class that belongs to an expansion
    """Return the values of a task's fields, in order."""
    kind: Any = type(task)
    return tuple([getattr(task, field.name) for field in fields(kind)])


def _made(kind: Any, *values: object) -> Task:  # Any: as above
    """Return a task of a class that belongs to an expansion."""
    task: Task = kind(*values)
    return task

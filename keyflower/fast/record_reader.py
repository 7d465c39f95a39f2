"""Unpacking: bytes of a packed state as a state of the reference engine.

A packed state is read in parts: pools, tiles, boats, lots, agenda, seats, villages. A directory in the bytes says where
each begins, and equal bytes give the same value, from a table with a bound: of one step, and of the siblings in a tree,
most parts are known already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Any, Final, Generic, TypeVar

from keyflower.fast.compiler import Tables
from keyflower.fast.record import (
    BREEDING,
    DIRECTORY,
    FIRST,
    NOTHING,
    PUT,
    TASKS,
    VERSION,
    VERSION_AT,
    PackedError,
    region_labels,
)
from keyflower.kernel.tasks import Task
from keyflower.model.enums import COLOURS, SEASONS
from keyflower.model.layout import Layout, Placed
from keyflower.model.lots import Berth, Lot, group
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

MOST_KEPT: Final = 20_000
"""Parts of a kind that are kept; then the table begins anew. A game has some hundreds."""
_KINDS: Final = {number: kind for kind, number in TASKS.items()}
_LOT_SIZE: Final = tuple([2 + 2 * (rest & 63).bit_count() + 5 * (rest >> 6) for rest in range(256)])
"""How many bytes a lot has, by its second one."""
_BREEDING: Final = bytes([BREEDING])
_DIRECTORIES: Final = tuple([Struct(f"<{DIRECTORY + 2 * seats}H") for seats in range(8)])

T = TypeVar("T")


class _Known(dict[bytes, T], Generic[T]):
    """The parts of a kind by their bytes."""

    def __init__(self, read: Callable[[bytes], T]) -> None:
        """Say how a part is read that is not known yet."""
        super().__init__()
        self.read = read

    def __missing__(self, form: bytes) -> T:
        if len(self) >= MOST_KEPT:
            self.clear()
        value = self[form] = self.read(form)
        return value


class Parts:
    """Reads the parts of packed states by the tables of a ruleset, and keeps them."""

    def __init__(self, tables: Tables) -> None:
        """Begin with nothing known."""
        self.tables = tables
        self.workers, self.skills, self.resources, self.produce, self.animals = tables.goods
        self.pools = tuple([_Known(self._pool_reader(goods)) for goods in tables.goods])
        self.supplies = _Known(
            self._pool_reader([good for kind in (0, 2, 3, 4) for good in tables.goods[kind]])
        )
        self.asides = _Known(self._pool_reader([*self.workers, *self.skills]))
        self.tiles = _Known(self._tiles)
        self.boats = _Known(self._boats)
        self.lots = _Known(self._lot)
        self.agendas = _Known(self._agenda)
        self.belongings = _Known(self._belongings)
        self.seats: dict[bytes, Seat] = {}
        self.villages = _Known(self._village)
        self.spots = _Known(self._spot)
        self.layouts = _Known(self._layout)

    @staticmethod
    def of(tables: Tables) -> Parts:
        """Return the parts of a ruleset, made once."""
        return tables.ruleset.remember("fast.parts", lambda: Parts(tables))

    # ------------------------------------------------------------------ the whole

    def state(self, form: bytes) -> State:
        """Return the state that bytes stand for."""
        if form[VERSION_AT] != VERSION:
            raise PackedError(
                "these bytes are no packed game of this version of the library: pack the game again"
            )
        first, second = form[FIRST], form[FIRST + 1]
        directory = _DIRECTORIES[first & 7]
        begins = (*directory.unpack_from(form, FIRST + 2), len(form))
        tiles, boats, lots, agenda = begins[:DIRECTORY]
        at = FIRST + 2 + directory.size
        bag, stack, supply = self._pools_end(at)
        piles, box, discarded = self.tiles[form[tiles:boats]]
        picks, berths = self.boats[form[boats:lots]]
        seats = tuple([self._seated(form, *begins[n : n + 3]) for n in range(DIRECTORY, len(begins) - 1, 2)])
        todo = form[agenda : begins[DIRECTORY]]
        return State(
            None,
            bool(first >> 3 & 1),
            SEASONS[first >> 4 & 3],
            second & 15,
            second >> 4,
            self.agendas[todo] if todo[1:2] != _BREEDING else tuple(self._tasks(todo, seats)),
            self._row(form, lots, agenda),
            seats,
            berths,
            self.pools[0][form[at:bag]],
            self.pools[1][form[bag:stack]],
            self.supplies[form[stack:supply]],
            self.asides[form[supply + 1 : tiles]],
            piles,
            box,
            discarded,
            picks,
        )

    def _pools_end(self, at: int) -> tuple[int, int, int]:
        """Return where bag, stack and supply end."""
        bag = at + len(self.workers)
        stack = bag + len(self.skills)
        return bag, stack, stack + sum(map(len, self.tables.goods)) - len(self.skills)

    def _row(self, form: bytes, at: int, end: int) -> tuple[Lot, ...]:
        found, known = [], self.lots
        at += 1
        while at < end:
            after = at + _LOT_SIZE[form[at + 1]]
            found.append(known[form[at:after]])
            at = after
        return tuple(found)

    # ------------------------------------------------------------------ what is known by its bytes

    def _pool_reader(self, goods: Sequence[str]) -> Callable[[bytes], Pool]:
        """Return what reads how many of each good are in a pool; no bytes stand for nothing."""
        return lambda form: Pool.of(dict(zip(goods, form, strict=bool(form)))) if any(form) else EMPTY

    def _names(self, form: bytes) -> tuple[str, ...]:
        return tuple([self.tables.tiles[number] for number in form])

    def _tiles(self, form: bytes) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]:
        rows, at = [], 0
        for _ in range(5):
            after = at + 1 + form[at]
            rows.append(self._names(form[at + 1 : after]))
            at = after
        return tuple(rows[:3]), rows[3], rows[4]

    def _boats(self, form: bytes) -> tuple[tuple[int, ...], tuple[Berth, ...]]:
        at, berths = form[0] + 2, []
        workers, load = len(self.workers), len(self.workers) + len(self.skills)
        while at < len(form):
            boat, rest = self.tables.tiles[form[at]], form[at + 1]
            here = form[at + 2 : at + 2 + load * (rest >> 1)]
            berths.append(
                Berth(boat, self.pools[0][here[:workers]], self.pools[1][here[workers:]], bool(rest & 1))
            )
            at += 2 + len(here)
        return tuple(form[1 : form[0] + 1]), tuple(berths)

    def _uses(self, form: bytes) -> tuple[PastUse, ...]:
        return tuple(
            [
                PastUse(_colours(form[at + 1 : at + 3]), _colours(form[at + 3 : at + 5]), form[at] - 1)
                for at in range(0, len(form), 5)
            ]
        )

    def _lot(self, form: bytes) -> Lot:
        bids, at = [], 2
        for seat in range(6):
            if form[1] >> seat & 1:
                bids.append(group(seat, COLOURS[form[at] & 3], form[at + 1], bool(form[at] >> 2)))
                at += 2
        return Lot(self.tables.tiles[form[0] & 127], form[0] >> 7, tuple(bids), self._uses(form[at:]))

    # ------------------------------------------------------------------ seats

    def _seated(self, form: bytes, own: int, village: int, end: int) -> Seat:
        """Return a seat: known, or made of parts that are."""
        known = self.seats.get(form[own:end])
        if known is None:
            if len(self.seats) >= MOST_KEPT:
                self.seats.clear()
            known = self.seats[form[own:end]] = self._seat(
                form[own:village], self.villages[form[village:end]]
            )
        return known

    def _seat(self, form: bytes, village: Village) -> Seat:
        """Return a seat with what it has besides its village."""
        workers, skills = len(self.workers), len(self.workers) + len(self.skills)
        stock = skills + len(self.produce)
        shown = form[stock]
        open_workers = stock + 1 + workers * (shown & 1)
        open_skills = open_workers + len(self.skills) * (shown >> 1)
        return Seat(
            self.pools[0][form[:workers]],
            self.pools[0][form[stock + 1 : open_workers]],
            self.pools[1][form[workers:skills]],
            self.pools[1][form[open_workers:open_skills]],
            self.pools[3][form[skills:stock]],
            village,
            *self.belongings[form[open_skills:]],
        )

    def _belongings(
        self, form: bytes
    ) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...], tuple[str, ...] | None, str, tuple[str, ...]]:
        tables, rows, at = self.tables, [], 1
        for less in (0, 0, 1, 0):  # of the tiles offered, one more is told: 0 if nothing is
            after = at + 1 + max(form[at] - less, 0)
            rows.append(form[at + 1 : after])
            at = after
        won, winter, offered, powers = rows
        told = form[3 + len(won) + len(winter)] if form else 0
        return (
            tuple([(tables.tiles[tile & 127], tile >> 7) for tile in won]),
            self._names(winter),
            self._names(offered) if told else None,
            tables.tiles[form[0]] if form[0] != NOTHING else "",
            tuple([tables.slots[slot] for slot in powers]),
        )

    def _village(self, form: bytes) -> Village:
        number, at, spots, lies = form[0], 1, [], b""
        loaded = len(self.resources)
        for _ in range(number):
            rest = form[at + 3]
            after = at + 4 + loaded * (rest >> 5) + 5 * (rest >> 3 & 3)
            spots.append(self.spots[form[at : at + 1] + form[at + 3 : after]])
            lies += bytes([form[at] & 127, form[at + 1], form[at + 2], rest & 7])
            at = after
        layout, own = self.layouts[lies], self.tables.own.place
        village = Village(layout, tuple(spots))
        if at + 1 < len(form) and own is not None:
            labels, size = region_labels(layout), 2 + len(self.animals)
            herds = [form[place : place + size] for place in range(at + 1, len(form), size)]
            lying = tuple([(labels[herd[0] | herd[1] << 8], self.pools[4][herd[2:]]) for herd in herds])
            village = village.with_place(own(lying))  # type: ignore[call-arg]  # its only field
        return village

    def _spot(self, form: bytes) -> Spot:
        goods = 2 + len(self.resources) * (form[1] >> 5)
        return Spot(form[0] >> 7, self.pools[2][form[2:goods]], self._uses(form[goods:]))

    def _layout(self, form: bytes) -> Layout:
        """Return tiles as they lie: the layout without the last one is known as a rule, and much follows from it."""
        if not form:
            return Layout(())
        name = self.tables.tiles[form[-4]]
        tile = self.tables.ruleset.tiles[name]
        placed = Placed(name, (form[-3] - 64, form[-2] - 64), form[-1], tile.edges, tile.kind)
        return self.layouts[form[:-4]].adding(placed) if len(form) > 4 else Layout((placed,))

    # ------------------------------------------------------------------ the agenda

    def _agenda(self, form: bytes) -> tuple[Task, ...]:
        return tuple(self._tasks(form, ()))

    def _tasks(self, form: bytes, seats: tuple[Seat, ...]) -> Iterator[Task]:
        """Iterate what is to be done; only newborn animals need to know the villages."""
        tables, at = self.tables, 1
        while at < len(form):
            number, seat = form[at], form[at + 1] if at + 1 < len(form) else NOTHING
            if number == BREEDING:
                labels, many = region_labels(seats[seat].village.layout), form[at + 4]
                born = [labels[form[at + 5 + 2 * n] | form[at + 6 + 2 * n] << 8] for n in range(many)]
                yield _made(tables.own.breeding, seat, self.animals[form[at + 2]], tuple(born), form[at + 3])
                at += 5 + 2 * many
            elif number == PUT:
                after = at + 2 + len(self.animals)
                yield _made(
                    tables.own.put, seat, self.pools[4][form[at + 2 : after]], tables.tiles[form[after]]
                )
                at = after + 1
            else:
                task, size = self._task(_KINDS[number], seat, form[at + 2 : at + 5])
                yield task
                at += size

    def _task(self, kind: type[Task], seat: int, rest: bytes) -> tuple[Task, int]:
        """Return a task of the engine and how many bytes it has."""
        if kind is Turn or kind is TakeBoat:
            return kind(seat), 2
        if kind is Resolve or kind is ChooseBenefit:
            return kind(seat, *self.tables.nodes[rest[0] | rest[1] << 8], self.tables.tiles[rest[2]]), 5
        if kind is PayCost:
            return PayCost(seat, *self.tables.nodes[rest[0] | rest[1] << 8]), 4
        if kind is Haul:
            return Haul(seat, rest[0], rest[1]), 4
        if kind is Phase:
            return Phase(self.tables.steps[seat]), 2
        assert kind is ReturnAside or kind is OfferWinter or kind is BuildAll
        return kind(), 1


def _colours(form: bytes) -> Pool:
    """Return workers of a use, three bits for each colour."""
    bits = form[0] | form[1] << 8
    return Pool.of({colour: bits >> 3 * place & 7 for place, colour in enumerate(COLOURS)}) if bits else EMPTY


def _made(kind: Any, *values: object) -> Task:  # Any: a class of an expansion's own, or None
    """Return a task of a class that belongs to an expansion."""
    if kind is None:
        raise PackedError("there are no such tasks by these rules")
    task: Task = kind(*values)
    return task


def state_of(tables: Tables, form: bytes) -> State:
    """Return the state that bytes stand for.

    Raises:
        PackedError: if they stand for none.
    """
    try:
        return Parts.of(tables).state(form)
    except PackedError:
        raise
    except Exception as error:  # bytes from outside may break any assumption
        raise PackedError(f"these bytes are no packed game ({type(error).__name__}: {error})") from None

"""Unpacking: bytes of a packed state as a state of the reference engine.

A packed state is read in parts: pools, tiles, boats, lots, agenda, seats, villages. A directory in the bytes says where
each begins, and equal bytes give the same value, from a table with a bound: of one step, and of the siblings in a tree,
most parts are known already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Any, Final, Generic, TypeVar

from keyflower.extend import compiled as words
from keyflower.fast.compiler import Tables
from keyflower.fast.record import (
    ADD_ON_BYTES,
    BREEDING,
    CARD_BYTES,
    DIRECTORY,
    FIRST,
    NOTHING,
    OPEN_SUPPLY,
    OWN_TASKS,
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
from keyflower.model.places import OwnPlace, with_place
from keyflower.model.pool import EMPTY, Pool, some
from keyflower.model.state import Seat, State
from keyflower.model.village import PastUse, Spot, Village

MOST_KEPT: Final = 20_000
"""The most parts of a kind that are cached; then the cache is emptied. A game has a few hundred."""
_KINDS: Final = {number: kind for kind, (number, _) in TASKS.items()}
_OWN: Final = {number: word for word, (number, _) in OWN_TASKS.items()}
_PARTS: Final = dict((*TASKS.values(), *OWN_TASKS.values()))
_LOT_SIZE: Final = tuple([2 + 2 * (rest & 63).bit_count() + 5 * (rest >> 6) for rest in range(256)])
"""How many bytes a lot has, by its second one."""
_BREEDING: Final = bytes([BREEDING])
_EACH_COLOUR: Final = Pool.each(COLOURS)
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
        self.workers, self.skills, self.resources, self.produce, self.animals, self.housed = tables.goods
        self.pools = tuple([_Known(self._pool_reader(goods)) for goods in tables.goods])
        self.open_supply = [good for kind in OPEN_SUPPLY for good in tables.goods[kind]]
        self.cargoes = _Known(self._pool_reader(self.open_supply))
        self.supplies = _Known(self._supply)
        self.cards = _Known(self._bits_reader(tables.cards))
        self.card_bytes = CARD_BYTES if tables.cards else 0
        self.markets = _Known(self._market)
        self.asides = _Known(self._pool_reader([*self.workers, *self.skills]))
        self.tiles = _Known(self._tiles)
        self.boats = _Known(self._boats)
        self.uses = _Known(self._use)
        self.lots = _Known(self._lot)
        self.rows = _Known(self._row)
        self.agendas = _Known(self._agenda)
        self.belongings = _Known(self._belongings)
        self.seats: dict[bytes, Seat] = {}
        self.villages = _Known(self._village)
        self.hands = _Known(self._hand)
        self.spots = _Known(self._spot)
        self.layouts = _Known(self._layout)

    @staticmethod
    def of(tables: Tables) -> Parts:
        """Return the parts of a ruleset, made once."""
        return tables.ruleset.remember("fast.parts", lambda: Parts(tables))

    # ------------------------------------------------------------------ the whole

    def agenda(self, form: bytes) -> tuple[Task, ...] | None:
        """Return what is to be done, or `None` if that cannot be read by itself."""
        begins = _DIRECTORIES[form[FIRST] & 7].unpack_from(form, FIRST + 2)
        todo = form[begins[DIRECTORY - 1] : begins[DIRECTORY]]
        return self.agendas[todo] if todo[1:2] != _BREEDING else None

    def values(self, form: bytes) -> tuple[Any, ...]:  # Any: each field has its own type
        """Return the fields of the state that bytes stand for."""
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
        market = supply + 3 * self.card_bytes
        piles, box, discarded = self.tiles[form[tiles:boats]]
        picks, berths = self.boats[form[boats:lots]]
        seats = tuple([self._seated(form, *begins[n : n + 3]) for n in range(DIRECTORY, len(begins) - 1, 2)])
        todo = form[agenda : begins[DIRECTORY]]
        return (
            None,
            bool(first >> 3 & 1),
            SEASONS[first >> 4 & 3],
            second & 15,
            second >> 4,
            self.agendas[todo] if todo[1:2] != _BREEDING else tuple(self._tasks(todo, seats)),
            self.rows[form[lots + 1 : agenda]],
            seats,
            berths,
            self.pools[0][form[at:bag]],
            self.pools[1][form[bag:stack]],
            self.supplies[form[stack:supply]],
            self.asides[form[market + 1 : tiles]],
            piles,
            box,
            discarded,
            picks,
            self.markets[form[supply:market]],
        )

    def _pools_end(self, at: int) -> tuple[int, int, int]:
        """Return where bag, stack and supply end."""
        bag = at + len(self.workers)
        stack = bag + len(self.skills)
        return (
            bag,
            stack,
            stack + len(self.open_supply) + self.card_bytes + ADD_ON_BYTES * bool(self.tables.add_ons),
        )

    def _row(self, form: bytes) -> tuple[Lot, ...]:
        at, end, found, known = 0, len(form), [], self.lots
        while at < end:
            after = at + _LOT_SIZE[form[at + 1]]
            found.append(known[form[at:after]])
            at = after
        return tuple(found)

    # ------------------------------------------------------------------ what is known by its bytes

    def _pool_reader(self, goods: Sequence[str]) -> Callable[[bytes], Pool]:
        """Return what reads how many of each good are in a pool; no bytes stand for nothing."""
        every = Pool.each(goods)
        order = [goods.index(good) for good in every.pieces]
        if order == [*range(len(goods))]:
            return every.part
        return lambda form: every.part([form[place] for place in order] if form else form)

    def _bits_reader(self, pieces: Sequence[str]) -> Callable[[bytes], Pool]:
        """Return what reads which pieces of a kind are there; no bytes stand for nothing."""

        def read(form: bytes) -> Pool:
            bits = int.from_bytes(form, "little")
            return Pool.each([piece for place, piece in enumerate(pieces) if bits >> place & 1])

        return read

    def _supply(self, form: bytes) -> Pool:
        counted = len(self.open_supply)
        if len(form) == counted:
            return self.cargoes[form]
        add_ons = self._bits_reader(self.tables.add_ons)(form[counted + self.card_bytes :])
        return self.cargoes[form[:counted]] + self.cards[form[counted : counted + self.card_bytes]] + add_ons

    def _card_pools(self, form: bytes) -> tuple[Pool, ...]:
        return tuple([self.cards[form[at : at + CARD_BYTES]] for at in range(0, len(form), CARD_BYTES)])

    def _market(self, form: bytes) -> tuple[OwnPlace, ...]:
        return self._placed((), words.CARDS, *self._card_pools(form)) if form else ()

    def _hand(self, form: bytes) -> tuple[OwnPlace, ...]:
        return self._placed((), words.CARD_HANDS, *self._card_pools(form)) if form else ()

    def _placed(self, places: tuple[OwnPlace, ...], word: str, *values: object) -> tuple[OwnPlace, ...]:
        """Return places with one more of a class that belongs to an expansion."""
        kind: Any = self.tables.own.places[word]  # Any: its fields are those that the word names
        return with_place(places, kind(*values))

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
            cargo = at + 2 + load * (rest >> 1 & 1)
            cards = cargo + len(self.open_supply) * (rest >> 2 & 1)
            here, at = form[at + 2 : cargo], cards + CARD_BYTES * (rest >> 3 & 1)
            held = self._placed((), words.CARD_HOLDS, self.cards[form[cards:at]]) if cards < at else ()
            berths.append(
                Berth(
                    boat,
                    self.pools[0][here[:workers]],
                    self.pools[1][here[workers:]],
                    bool(rest & 1),
                    self.cargoes[form[cargo:cards]],
                    held,
                )
            )
        return tuple(form[1 : form[0] + 1]), tuple(berths)

    def _uses(self, form: bytes) -> tuple[PastUse, ...]:
        return tuple([self.uses[form[at : at + 5]] for at in range(0, len(form), 5)]) if form else ()

    def _use(self, form: bytes) -> PastUse:
        return PastUse(_colours(form[1:3]), _colours(form[3:]), form[0] - 1)

    def _lot(self, form: bytes) -> Lot:
        bids, at = [], 2
        for seat in range((form[1] & 63).bit_length()):
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
        cards = len(form) - 2 * self.card_bytes
        return Seat(
            self.pools[0][form[:workers]],
            self.pools[0][form[stock + 1 : open_workers]],
            self.pools[1][form[workers:skills]],
            self.pools[1][form[open_workers:open_skills]],
            self.pools[3][form[skills:stock]],
            village,
            *self.belongings[form[open_skills:cards]],
            self.hands[form[cards:]],
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
        at, spots, lies, standing = 1, [], b"", []
        loaded, known, bare = len(self.resources), self.spots, self.spots[b"\0"]
        for _ in range(form[0]):
            tile, rest = form[at], form[at + 3]
            if tile < 128 and rest < 8:  # as most are: the front is up, and nothing lies there
                spots.append(bare)
                lies += form[at : at + 4]
                at += 4
                continue
            after = at + 4 + loaded * (rest >> 5 & 1) + 5 * (rest >> 3 & 3)
            spots.append(known[bytes((tile & 128 | rest & 56,)) + form[at + 4 : after]])
            lies += bytes((tile & 127, form[at + 1], form[at + 2], rest & 7))
            if rest >> 6 & 1:
                piece = some(self.tables.add_ons[form[after] - 1])
                standing.append((self.tables.tiles[tile & 127], piece))
            at = after + (rest >> 6 & 1)
        layout = self.layouts[lies]
        places: tuple[OwnPlace, ...] = ()
        herds, size = at + len(self.housed), 2 + len(self.animals)
        if standing:
            places = self._placed(places, words.ADD_ONS, tuple(standing))
        if any(form[at:herds]):
            places = self._placed(places, words.ON_HOMES, layout.tiles[0].name, self.pools[5][form[at:herds]])
        if herds + 1 < len(form):
            labels = region_labels(layout)
            there = [form[place : place + size] for place in range(herds + 1, len(form), size)]
            lying = tuple([(labels[herd[0] | herd[1] << 8], self.pools[4][herd[2:]]) for herd in there])
            places = self._placed(places, words.ON_PASTURES, lying)
        return Village(layout, tuple(spots), places)

    def _spot(self, form: bytes) -> Spot:
        goods = 1 + len(self.resources) * (form[0] >> 5 & 1)
        return Spot(form[0] >> 7, self.pools[2][form[1:goods]], self._uses(form[goods:]))

    def _layout(self, form: bytes) -> Layout:
        """Return tiles as they lie: the layout without the last one is known as a rule, and much follows from it."""
        if not form:
            return Layout(())
        name = self.tables.tiles[form[-4]]
        tile = self.tables.ruleset.tiles[name]
        placed = Placed(name, (form[-3] - 64, form[-2] - 64), form[-1], tile.edges, tile.kind)
        return self.layouts[form[:-4]].then(placed) if len(form) > 4 else Layout((placed,))

    # ------------------------------------------------------------------ the agenda

    def _agenda(self, form: bytes) -> tuple[Task, ...]:
        return tuple(self._tasks(form, ()))

    def _tasks(self, form: bytes, seats: tuple[Seat, ...]) -> Iterator[Task]:
        """Iterate what is to be done; only newborn animals need to know the villages."""
        tables, at = self.tables, 1
        while at < len(form):
            number, at = form[at], at + 1
            values: list[object] = []
            if number == BREEDING:
                labels, many = region_labels(seats[form[at]].village.layout), form[at + 3]
                after = at + 4 + 2 * many
                born = tuple([labels[form[n] | form[n + 1] << 8] for n in range(at + 4, after, 2)])
                yield self._task(number, form[at], self.animals[form[at + 1]], born, form[at + 2])
                at = after
                continue
            for part in _PARTS[number]:
                size = {"n": 2, "a": len(self.animals), "h": len(self.housed)}.get(part, 1)
                here, at = form[at : at + size], at + size
                match part:
                    case "n":
                        values += tables.nodes[here[0] | here[1] << 8]
                    case "t":
                        values.append(tables.tiles[here[0]])
                    case "p":
                        values.append(tables.steps[here[0]])
                    case "a" | "h":
                        values.append(self.pools[4 + (part == "h")][here])
                    case _:
                        values.append(here[0])
            yield self._task(number, *values)

    def _task(self, number: int, *values: object) -> Task:
        """Return a task of the engine, or of a class that belongs to an expansion."""
        own = self.tables.own.tasks.get(_OWN.get(number, ""))
        kind: Any = _KINDS.get(number, own)  # Any: each has its own fields
        if kind is None:
            raise PackedError("there are no such tasks by these rules")
        task: Task = kind(*values)
        return task


def _colours(form: bytes) -> Pool:
    """Return workers of a use, three bits for each colour."""
    bits = form[0] | form[1] << 8
    return _EACH_COLOUR.part([bits & 7, bits >> 3 & 7, bits >> 6 & 7, bits >> 9 & 7]) if bits else EMPTY


def state_of(tables: Tables, form: bytes) -> State:
    """Return the state that bytes stand for.

    Raises:
        PackedError: if they are not a packed state.
    """
    try:
        return State(*Parts.of(tables).values(form))
    except PackedError:
        raise
    except Exception as error:  # bytes from outside may break any assumption
        raise PackedError(f"these bytes are no packed game ({type(error).__name__}: {error})") from None

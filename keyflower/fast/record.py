"""Packing: a state of the reference engine as a row of bytes. Nothing else in `fast` reads a `State`.

``native/record.c`` reads and writes the same bytes, `record_reader` reads them. A state takes about 450 bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from struct import Struct
from struct import error as StructError
from typing import Any, Final

from attrs import fields

from keyflower.extend import compiled as words
from keyflower.fast import capacity as limits
from keyflower.fast.compiler import Tables
from keyflower.kernel.chance import Chance, FormerChance, SeededChance, key_of
from keyflower.kernel.tasks import Task
from keyflower.model.enums import COLOURS, SEASONS
from keyflower.model.errors import KeyflowerError
from keyflower.model.layout import Layout
from keyflower.model.lots import Berth, Lot
from keyflower.model.pastures import label_of, regions_of
from keyflower.model.places import OwnPlace, place_in
from keyflower.model.pool import Pool
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
from keyflower.model.village import PastUse

VERSION: Final = 0x84
"""The version of the form; up to the second one, forms had no such byte, and a smaller one in its place."""
VERSION_AT: Final = 12
"""Where it stands: behind the bytes that belong to chance."""
FIRST: Final = VERSION_AT + 1
"""Where the state begins, with two bytes of small numbers and the directory."""
DIRECTORY: Final = 4
"""The directory says where parts begin: tiles, boats, lots, agenda; then two for each seat, the second its village."""
NOTHING: Final = 255
CHANCE: Final = Struct("<QI")
"""Where the stream of chance begins, and how many of its numbers are used: the first bytes."""
_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
BREEDING: Final = 11
TASKS: Final = {
    Turn: (0, "s"), Resolve: (1, "snt"), PayCost: (2, "sn"), ReturnAside: (3, ""), ChooseBenefit: (4, "snt"),
    Haul: (6, "sii"), Phase: (7, "p"), OfferWinter: (8, ""), TakeBoat: (9, "s"), BuildAll: (10, ""),
}  # fmt: skip
"""The tasks of the engine: their numbers, and what is written of each.

That is a seat (s), the node of an effect (n), a tile (t), a number (i), the step of a phase (p), animals (a), or
pieces for a home (h).
"""
OWN_TASKS: Final = {
    words.ON_PASTURES: (5, "sat"), words.GROWING: (BREEDING, ""), words.TAKE_CARD: (12, "s"),
    words.ON_HOMES: (13, "sh"), words.REPLACE_BOAT: (14, "st"),
}  # fmt: skip
"""The same of tasks whose classes belong to expansions, by the words that these tell. Breeding is written apart."""
OPEN_SUPPLY: Final = (0, 2, 3, 4, 5)
"""The kinds of goods in the supply; skill tokens are in the stack."""
CARD_BYTES, ADD_ON_BYTES = 8, 4
"""Cards and add-ons are bits of a number: each of them is there once."""


class PackedError(KeyflowerError, ValueError):
    """A state is too large for the packed form, or bytes are not a packed state."""


# ---------------------------------------------------------------------- writing


class _Writer:
    """Writes the parts of a state one after the other."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.form = bytearray()
        self.parts = 0
        self.workers, self.skills, self.resources, self.produce, self.animals, self.housed = tables.goods

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

    def bits(self, pool: Pool, pieces: Sequence[str], size: int) -> None:
        """Write which pieces are in a pool, each of them once at most; nothing if the rules have no such pieces."""
        if not pieces:
            return
        if pool.unknown or any(piece not in pieces for piece in pool) or max(pool.amounts, default=0) > 1:
            raise PackedError(f"{pool} cannot be packed: only whole games can, with their own pieces")
        self.form += sum(1 << pieces.index(piece) for piece in pool).to_bytes(size, "little")

    def tile_list(self, tiles: Iterable[str], most: int = limits.TILES) -> None:
        """Write tiles with their number."""
        numbers = [self.tables.tile_number[tile] for tile in tiles]
        self.number(len(numbers), most, "tiles in a row")
        self.form += bytes(numbers)

    def begin(self) -> None:
        """Enter into the directory that the next part begins here."""
        at = FIRST + 2 + 2 * self.parts
        self.form[at : at + 2] = len(self.form).to_bytes(2, "little")
        self.parts += 1

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
        form += CHANCE.pack(key, counter)
        form.append(VERSION)
        season = SEASONS.index(state.season)
        form.append(len(state.seats) | state.open_hands << 3 | season << 4 | state.over << 6)
        form.append(state.start | state.passes << 4)
        form += bytes(2 * (DIRECTORY + 2 * len(state.seats)))
        self.counts(state.bag, self.workers)
        self.counts(state.stack, self.skills)
        for kind in OPEN_SUPPLY:
            self.counts(state.supply.only(goods[kind]), goods[kind])
        self.common_cards(state)
        form.append(bool(state.aside))
        if state.aside:
            self.counts(state.aside.only(self.workers), self.workers)
            self.counts(state.aside.only(self.skills), self.skills)
        self.begin()
        for tiles in (*state.piles, state.box, state.discarded):
            self.tile_list(tiles)
        self.begin()
        self.number(len(state.picks), limits.SEATS, "picks of boats")
        form += bytes(state.picks)
        self.number(len(state.berths), limits.SEATS, "boats in the row")
        for berth in state.berths:
            self.berth(berth)
        self.begin()
        self.number(len(state.lots), limits.LOTS, "lots")
        for lot in state.lots:
            self.lot(lot)
        self.begin()
        self.number(len(state.agenda), limits.AGENDA, "tasks on the agenda")
        for task in state.agenda:
            self.task(task, state)
        for seat in state.seats:
            self.seat(seat)

    def common_cards(self, state: State) -> None:
        """Write the cards and add-ons on the table."""
        cards, add_ons = self.tables.cards, self.tables.add_ons
        self.bits(state.supply.only(cards), cards, CARD_BYTES)
        self.bits(state.supply.only(add_ons), add_ons, ADD_ON_BYTES)
        for pool in values_in(self.tables, state.places, words.CARDS) if cards else ():
            self.bits(pool, cards, CARD_BYTES)
        only(self.tables, state.places, words.CARDS)

    def berth(self, berth: Berth) -> None:
        """Write a boat in the row."""
        loaded, cargo, goods = bool(berth.workers or berth.skills), berth.cargo, self.tables.goods
        (held,) = values_in(self.tables, berth.places, words.CARD_HOLDS) or (None,)
        only(self.tables, berth.places, words.CARD_HOLDS)
        rest = berth.taken | loaded << 1 | bool(cargo) << 2 | bool(held) << 3
        self.form += bytes([self.tables.tile_number[berth.boat], rest])
        if loaded:
            self.counts(berth.workers, self.workers)
            self.counts(berth.skills, self.skills)
        if cargo:
            known = [good for kind in OPEN_SUPPLY for good in goods[kind]]
            self.counts(cargo, known)
        if held:
            self.bits(held, self.tables.cards, CARD_BYTES)

    def lot(self, lot: Lot) -> None:
        """Write a tile up for auction."""
        bidding = sum(1 << bid.seat for bid in lot.bids)
        self.form += bytes([self.tables.tile_number[lot.tile] | lot.side << 7, bidding | len(lot.uses) << 6])
        for bid in lot.bids:
            self.form += bytes([COLOURS.index(bid.colour) | bid.lying << 2, bid.size])
        self.uses(lot.uses)

    def task(self, task: Task, state: State) -> None:
        """Write what is to be done."""
        form, tables, kind = self.form, self.tables, type(task)
        told = next((word for word, own in tables.own.tasks.items() if own is kind), "")
        number, parts = OWN_TASKS[told] if told else TASKS[kind]
        form.append(number)
        if number == BREEDING:
            self.breeding(task, state)
            return
        values = iter(_values(task))
        for part in parts:
            value = next(values)
            match part:
                case "n":
                    self.two(tables.node_number[value, next(values), next(values)])
                case "t":
                    form.append(tables.tile_number[value])
                case "p":
                    form.append(tables.steps.index(value))
                case "a" | "h":
                    self.counts(value, self.animals if part == "a" else self.housed)
                case _:
                    form.append(value)

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
        self.begin()
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
        for pool in values_in(self.tables, seat.places, words.CARD_HANDS):
            self.bits(pool, self.tables.cards, CARD_BYTES)
        only(self.tables, seat.places, words.CARD_HANDS)
        self.begin()
        self.number(len(seat.village), limits.SPOTS, "tiles in a village")
        places = seat.village.places
        only(self.tables, places, words.ON_PASTURES, words.ADD_ONS, words.ON_HOMES)
        (standing,) = values_in(self.tables, places, words.ADD_ONS) or ((),)
        add_ons = dict(standing)
        for placed, spot in seat.village:
            q, r = placed.cell
            loaded = bool(spot.goods)
            form += bytes([tiles[placed.name] | spot.side << 7, q + 64, r + 64])
            form.append(placed.rotation | len(spot.uses) << 3 | loaded << 5 | (placed.name in add_ons) << 6)
            if loaded:
                self.counts(spot.goods, self.resources)
            self.uses(spot.uses)
            if placed.name in add_ons:
                (piece,) = add_ons[placed.name].expanded()
                form.append(1 + self.tables.add_ons.index(piece))
        for _, pool in [values_in(self.tables, places, words.ON_HOMES)] if self.housed else ():
            self.counts(pool, self.housed)
        (herds,) = values_in(self.tables, places, words.ON_PASTURES) or ((),)
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


def chance_of(form: bytes) -> tuple[int, int]:
    """Return where the stream of chance begins and how many of its numbers have been used."""
    key, counter = CHANCE.unpack_from(form)
    return key, counter


def stream_of(chance: Chance) -> tuple[int, int] | None:
    """Return where the stream of a chance source begins and how much of it is used; `None` if it has none."""
    if type(chance) is SeededChance:  # and no class derived from it, which may draw in its own way
        return key_of(chance.seed), chance.counter
    if type(chance) is FormerChance:
        return chance.seed * _STEP & _MASK, chance.counter
    return None


# ---------------------------------------------------------------------- pieces on pastures


def region_labels(layout: Layout) -> tuple[str, ...]:
    """Return the labels of all regions, in order: a pasture is named after its first one."""
    return tuple([label_of(region) for tile in layout.tiles for region in regions_of(tile.name, tile.edges)])


def _region_numbers(layout: Layout) -> dict[str, int]:
    return {label: number for number, label in enumerate(region_labels(layout))}


def values_in(
    tables: Tables, places: tuple[OwnPlace, ...], word: str
) -> tuple[Any, ...]:  # Any: the fields of a class that belongs to an expansion
    """Return the values of the fields of a place that tells a word; nothing if the rules have no such place."""
    kind = tables.own.places.get(word)
    return () if kind is None else _values(place_in(places, kind))


def only(tables: Tables, places: tuple[OwnPlace, ...], *told: str) -> None:
    """Check that there are no other places than those that tell these words.

    Raises:
        PackedError: if there are.
    """
    if places and not {type(place) for place in places} <= {tables.own.places.get(word) for word in told}:
        raise PackedError("something lies in a place that has no packed form")


def _values(
    part: Task | OwnPlace,
) -> tuple[Any, ...]:  # Any: the fields of a class that belongs to an expansion
    """Return the values of the fields of a task or a place, in order."""
    kind: Any = type(part)
    return tuple([getattr(part, field.name) for field in fields(kind)])

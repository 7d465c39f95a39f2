"""Positions: builds a complete, consistent state from the arguments of a scenario.

Every piece is taken from its limit, and every tile is in exactly one place; asking for more is an error. Nothing here
knows a rule of play: tiles are laid where `Layout` lets them, everything else is copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from keyflower.extend.goods import GoodKind, Source
from keyflower.extend.powers import LAY_FREELY
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.errors import SetupError, UnknownName
from keyflower.kernel.fields import declared
from keyflower.kernel.pieces import pools_in
from keyflower.kernel.tasks import Task
from keyflower.model.edges import pasture_label
from keyflower.model.enums import COLOURS, SEASONS, USE_CAP, Season, TileKind
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.places import OwnPlace, Where, with_place
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import NO_VILLAGE, Seat, State
from keyflower.model.tasks import OfferWinter, Phase, Turn
from keyflower.model.village import PastUse, Spot, Village, lock_of
from keyflower.testing.shorthand import TileSpec, numbers, parties, pieces, tile_name, tile_spec

LotText: TypeAlias = str | Mapping[str, str]
"""Bids as text, or bids and uses by name: ``{"bids": "P1 R2", "uses": "P3 R1"}``."""


TABLE: Final = -1
"""Stands for a seat where a place lies on the table."""


@frozen(kw_only=True)
class GivenPosition:
    """The arguments of a scenario, with seats as numbers."""

    names: tuple[str, ...]
    """The players."""
    season: Season
    """The current season."""
    phase: str
    """``turns``, ``offer``, ``start``, or a step of the season's end."""
    start: int
    """The start player."""
    turn: int
    """Whose turn it is."""
    passes: int = 0
    """How many seats have passed in a row."""
    lots: Mapping[str, LotText] = field(factory=dict)
    """Tiles up for auction."""
    villages: Mapping[int, Sequence[str]] = field(factory=dict)
    """The tiles of each village."""
    screens: Mapping[int, str] = field(factory=dict)
    """What is behind each screen."""
    open_hands: Mapping[int, str] = field(factory=dict)
    """What lies in front of each screen (variant B)."""
    won: Mapping[int, Sequence[str]] = field(factory=dict)
    """Tiles won and not laid yet."""
    winter: Mapping[int, Sequence[str]] = field(factory=dict)
    """Winter tiles in hand."""
    boats: Mapping[str, str] = field(factory=dict)
    """What boats carry."""
    places: Mapping[int, tuple[OwnPlace, ...]] = field(factory=dict)
    """Places that expansions have added, by seat, or on the `TABLE`; each lies where its class says."""
    on_boats: Mapping[str, tuple[OwnPlace, ...]] = field(factory=dict)
    """Places on boats that expansions have added."""
    bag: str | None = None
    """The whole content of the bag."""
    stack: str | None = None
    """The whole content of the skill stack."""
    supply: str = ""
    """How many there are of some pieces in the supply."""
    rest: int = -1
    """The seat that holds what bag, stack and supply leave over."""
    picks: tuple[int, ...] = ()
    """Who has taken a boat, in order."""


def build(ruleset: Ruleset, position: GivenPosition) -> State:
    """Return the state of a position.

    Raises:
        SetupError: if it asks for pieces or tiles that do not exist or cannot lie like that.
    """
    return _Builder(ruleset, position).state()


class _Builder:
    """Takes pieces and tiles out of the box, place by place."""

    def __init__(self, ruleset: Ruleset, position: GivenPosition) -> None:
        self.ruleset = ruleset
        self.position = position
        self.left = {good.id: good.limit for good in ruleset.goods.values()}
        self.tiles = dict.fromkeys(ruleset.tiles)

    # ------------------------------------------------------------------ taking

    def take(self, pool: Pool, where: str) -> Pool:
        for piece, number in pool.items():
            there = self.left.get(piece)
            if there is None:
                raise SetupError(f"{where}: this game has no piece called {piece!r}")
            if number > there:
                raise SetupError(f"{where}: {number} {piece}, but only {there} are left")
            self.left[piece] = there - number
        return pool

    def take_tile(self, word: str, where: str) -> tuple[str, int]:
        name, side = tile_name(self.ruleset, word)
        if name not in self.tiles:
            raise SetupError(f"{where}: {name} is somewhere else already")
        del self.tiles[name]
        return name, side

    def of_kind(self, pool: Pool, *kinds: str) -> Pool:
        return pool.only(piece for piece in pool if self.ruleset.goods[piece].kind in kinds)

    # ------------------------------------------------------------------ the whole state

    def state(self) -> State:
        position, ruleset = self.position, self.ruleset
        villages = self.villages()
        lots = self.lots()
        won = [
            tuple(self.take_tile(word, f"won by {name}") for word in position.won.get(number, ()))
            for number, name in enumerate(position.names)
        ]
        berths = self.berths()
        winter = self.winter_hands()
        seats = [
            self.seat(number, village, won[number], winter[number]) for number, village in enumerate(villages)
        ]
        places = self.places(TABLE, "table")
        bag, stack, supply, rest = self.common()
        if rest:
            seats[position.rest], more = self.holding(seats[position.rest], rest, supply)
            supply -= more
        upcoming = SEASONS.index(position.season) + (position.phase != "start")
        piles = tuple(
            tuple(name for name in self.tiles if ruleset.tiles[name].season is season)
            if place >= upcoming
            else ()
            for place, season in enumerate(SEASONS[:3])
        )
        waiting = {name for pile in piles for name in pile}
        return State(
            viewer=None,
            open_hands=ruleset.setup.open_hands,
            season=position.season,
            start=position.start,
            passes=position.passes,
            agenda=self.agenda(),
            lots=lots,
            seats=tuple(seats),
            berths=berths,
            bag=bag,
            stack=stack,
            supply=supply,
            aside=EMPTY,
            piles=piles,
            box=tuple(sorted(name for name in self.tiles if name not in waiting)),
            discarded=(),
            picks=position.picks,
            places=places,
        )

    def agenda(self) -> tuple[Task, ...]:
        position = self.position
        match position.phase:
            case "turns":
                return (Turn(position.turn),)
            case "offer":
                return (OfferWinter(), Turn(position.turn))
            case "start":
                return (Phase(f"start.{position.season}"),)
        steps = self.ruleset.end_steps(position.season)
        for place, step in enumerate(steps):
            if position.phase in (step, step.rpartition(".")[2]):
                return tuple(Phase(later) for later in steps[place:])
        raise SetupError(
            f"there is no phase called {position.phase!r}: turns, offer, start, {', '.join(steps)}"
        )

    # ------------------------------------------------------------------ villages

    def villages(self) -> list[Village]:
        position = self.position
        specs = {
            number: [tile_spec(self.ruleset, position.names, text) for text in texts]
            for number, texts in position.villages.items()
        }
        for spec in (spec for village in specs.values() for spec in village):
            self.take_tile(spec.name, "villages")
        homes = [name for name in self.tiles if self.ruleset.tiles[name].kind is TileKind.HOME]
        villages = []
        for number, name in enumerate(position.names):
            tiles = specs.get(number, [])
            own = [spec for spec in tiles if self.ruleset.tiles[spec.name].kind is TileKind.HOME]
            if len(own) > 1:
                raise SetupError(f"village of {name}: there is one home, not {len(own)}")
            if not own:
                home = homes.pop(0)
                del self.tiles[home]
                own = [TileSpec(home)]
            tiles = [*own, *(spec for spec in tiles if spec not in own)]
            inside = [place for place in position.places.get(number, ()) if place.where is Where.VILLAGE]
            villages.append(self.village(tiles, inside, f"village of {name}"))
        return villages

    def village(self, specs: list[TileSpec], inside: Sequence[OwnPlace], where: str) -> Village:
        village, free = NO_VILLAGE, False
        for spec in specs:
            village = self.laid(village, spec, inside, where, free=free)
            free = free or any(
                power.slot == LAY_FREELY for power in self.ruleset.powers(spec.name, spec.side)
            )
        for spec in specs:
            for sector, grazing in spec.herds:
                try:
                    label = pasture_label(village.layout, spec.name, sector)
                except UnknownName as error:
                    raise SetupError(f"{where}: {error}") from None
                pasture = village.layout.pasture(label)
                if pasture is None:
                    raise SetupError(f"{where}: {spec.name} has no sector {sector}")
                village = self.grazing(village, pasture.id, self.take(grazing, where), where)
        for place in self.own_places(inside, where):
            village = village.with_place(place)
            wrong = place.problem(village.layout)
            if wrong:
                raise SetupError(f"{where}: {wrong}")
        return village

    def laid(
        self, village: Village, spec: TileSpec, inside: Sequence[OwnPlace], where: str, *, free: bool
    ) -> Village:
        tile = self.ruleset.tiles[spec.name]
        if not len(village):
            place = (spec.cell or (0, 0), spec.rotation or 0)
        else:
            places = village.layout.places(tile.edges, free=free)
            fitting = [
                (cell, rotation)
                for cell, rotation in places
                if spec.cell in (None, cell) and spec.rotation in (None, rotation)
            ]
            if not fitting:
                why = village.layout.misfit(tile.edges, spec.cell or (0, 0), spec.rotation or 0, free=free)
                raise SetupError(f"{where}: {spec.name} cannot be laid there ({why})")
            place = fitting[0]
        village = village.laying(Placed(tile.name, place[0], place[1], tile.edges, tile.kind), side=spec.side)
        goods = self.take(spec.goods, f"{spec.name} in the {where}")
        if self.of_kind(goods, GoodKind.RESOURCE) != goods:
            raise SetupError(f"{spec.name} in the {where}: only resources lie on tiles, not {goods}")
        lock = next((colour for place in inside if (colour := place.lock(spec.name)) is not None), None)
        uses = self.uses(spec.uses, lock, f"{spec.name} in the {where}")
        return village.with_spot(spec.name, Spot(spec.side, goods, uses))

    def uses(self, given: Sequence[tuple[int, Pool]], lock: str | None, where: str) -> tuple[PastUse, ...]:
        """Return uses in order; workers without the colour of the tile are lying."""
        uses: list[PastUse] = []
        for seat, workers in given:
            self.take(workers, where)
            lock = lock or lock_of(tuple(uses)) or workers.pieces[0]
            uses.append(PastUse(workers, workers - workers.only((lock,)), seat))
        sizes = [use.size for use in uses]
        if sum(sizes) > USE_CAP or any(more <= less for less, more in pairwise(sizes)):
            raise SetupError(f"{where}: uses of {sizes} workers cannot have happened in one season")
        return tuple(uses)

    # ------------------------------------------------------------------ auction area

    def lots(self) -> tuple[Lot, ...]:
        position, ruleset = self.position, self.ruleset
        lots = [self.lot(word, text) for word, text in position.lots.items()]
        limit = ruleset.setup.turn_order[len(position.names) - 2]
        for tile in ruleset.tiles_of(kind=TileKind.TURN_ORDER):
            if tile.name in self.tiles and tile.number <= limit:
                del self.tiles[tile.name]
                lots.append(Lot(tile.name))
        order = {name: place for place, name in enumerate(ruleset.tiles)}

        def place(lot: Lot) -> tuple[bool, int, int]:
            tile = ruleset.tiles[lot.tile]
            return tile.kind is TileKind.TURN_ORDER, tile.number, order[lot.tile]

        return tuple(sorted(lots, key=place))

    def lot(self, word: str, text: LotText) -> Lot:
        tile, side = self.take_tile(word, "lots")
        parts = {"bids": text} if isinstance(text, str) else dict(text)
        strange = set(parts) - {"bids", "uses"}
        if strange:
            raise SetupError(f"a lot has bids and uses, not {', '.join(sorted(strange))}")
        groups = []
        for seat, workers, lying in parties(self.position.names, parts.get("bids", "")):
            self.take(workers, f"bid for {tile}")
            if len(workers.pieces) > 1:
                raise SetupError(f"bid for {tile}: {workers} has more than one colour")
            groups.append(Group(seat, next(iter(workers)), workers.total, lying))
        standing = {bid.colour for bid in groups if not bid.lying}
        given = [(seat, pool) for seat, pool, _ in parties(self.position.names, parts.get("uses", ""))]
        uses = self.uses(given, next(iter(standing), None), tile)
        standing |= {piece for use in uses for piece in use.standing}
        if len(standing) > 1:
            raise SetupError(
                f"{tile}: all standing workers have one colour, not {', '.join(sorted(standing))}"
            )
        if len({bid.size for bid in groups}) < len(groups) or len({bid.seat for bid in groups}) < len(groups):
            raise SetupError(f"{tile}: every seat has one group, and no two are of the same size")
        return Lot(tile, side, tuple(sorted(groups, key=lambda bid: bid.seat)), uses)

    def berths(self) -> tuple[Berth, ...]:
        loads = {self.boat(word): text for word, text in self.position.boats.items()}
        players = len(self.position.names)
        boats = [
            tile.name for tile in self.ruleset.tiles_of(kind=TileKind.BOAT) if tile.min_players <= players
        ]
        carried = {self.boat(word): places for word, places in self.position.on_boats.items()}
        row = dict.fromkeys(
            self.in_row(self.ruleset.alternatives(boat), {*loads, *carried}) for boat in boats
        )
        berths = []
        for boat in row:
            if boat in self.tiles:
                del self.tiles[boat]
                load = self.take(pieces(loads.pop(boat, "")), f"load of {boat}")
                workers, skills = self.of_kind(load, GoodKind.WORKER), self.of_kind(load, GoodKind.SKILL)
                own = self.own_places(carried.pop(boat, ()), boat)
                berths.append(Berth(boat, workers, skills, cargo=load - workers - skills, places=own))
        if loads or carried:
            raise SetupError(f"not in the row of boats: {', '.join({**loads, **carried})}")
        return tuple(berths)

    def in_row(self, alternatives: tuple[str, ...], named: set[str]) -> str:
        """Return which of some alternative boats is in play: the one that is named, otherwise the first."""
        if any(boat not in self.tiles for boat in alternatives):
            return ""  # one of them lies elsewhere
        preferred = [
            boat for boat in alternatives if self.ruleset.tiles[boat].expansion in self.ruleset.setup.prefers
        ]
        return next((boat for boat in alternatives if boat in named), (preferred or alternatives)[0])

    def boat(self, word: str) -> str:
        return tile_name(self.ruleset, word)[0]

    # ------------------------------------------------------------------ seats

    def winter_hands(self) -> list[tuple[str, ...]]:
        position, setup = self.position, self.ruleset.setup
        hands = {
            number: [self.take_tile(word, f"winter tiles of {position.names[number]}")[0] for word in words]
            for number, words in position.winter.items()
        }
        number = setup.winter_dealt[len(position.names) - 2]
        if position.season is Season.WINTER and position.phase not in ("offer", "start"):
            number = 0
        for seat in range(len(position.names)):
            if seat not in hands:
                deck = [name for name in self.tiles if self.ruleset.tiles[name].season is Season.WINTER]
                hands[seat] = [self.take_tile(name, "winter tiles")[0] for name in deck[:number]]
        return [tuple(sorted(hands[seat])) for seat in range(len(position.names))]

    def seat(
        self, number: int, village: Village, won: tuple[tuple[str, int], ...], winter: tuple[str, ...]
    ) -> Seat:
        position = self.position
        name = position.names[number]
        usual = "R6 B6 Y6 G2" if len(position.names) <= 4 else "R4 B4 Y4 G2"
        hidden = self.take(pieces(position.screens.get(number, usual)), f"screen of {name}")
        shown = self.take(pieces(position.open_hands.get(number, "")), f"open hand of {name}")
        strange = self.of_kind(hidden + shown, GoodKind.RESOURCE, *self.ruleset.piece_kinds)
        if strange:
            raise SetupError(f"screen of {name}: {strange} are kept in the village, or in their own place")
        return Seat(
            workers=self.of_kind(hidden, GoodKind.WORKER),
            open_workers=self.of_kind(shown, GoodKind.WORKER),
            skills=self.of_kind(hidden, GoodKind.SKILL),
            open_skills=self.of_kind(shown, GoodKind.SKILL),
            stock=self.of_kind(hidden + shown, GoodKind.PRODUCE),
            village=village,
            won=won,
            winter=winter,
            powers=tuple(
                power.slot
                for placed, spot in village
                for power in self.ruleset.powers(placed.name, spot.side)
            ),
            places=self.places(number, name),
        )

    def places(self, number: int, where: str) -> tuple[OwnPlace, ...]:
        """Return the places of expansions, of a seat or on the table."""
        given = self.position.places.get(number, ())
        return self.own_places([place for place in given if place.where is not Where.VILLAGE], where)

    def own_places(self, given: Iterable[OwnPlace], where: str) -> tuple[OwnPlace, ...]:
        """Return places with their pieces taken."""
        found: tuple[OwnPlace, ...] = ()
        for place in given:
            for pool in pools_in(place):
                self.take(Pool(pool.pieces, pool.amounts), f"{place.tag} of {where}")
            found = with_place(found, place)
        return found

    # ------------------------------------------------------------------ what is left over

    def common(self) -> tuple[Pool, Pool, Pool, Pool]:
        """Return bag, stack and supply, and the pieces that a seat must hold because none of these may."""
        position, goods = self.position, self.ruleset.goods
        bag = None if position.bag is None else self.take(pieces(position.bag), "bag")
        stack = None if position.stack is None else self.take(pieces(position.stack), "stack")
        given = numbers(position.supply)
        asked = self.take(Pool.of(given), "supply")
        sources = {
            Source.BAG: bag is None,
            Source.STACK: stack is None,
            Source.SUPPLY: True,
        }
        free = Pool.of(self.left)
        back = free.only(piece for piece in free if sources[goods[piece].source] and piece not in given)
        at = {source: back.only(p for p in back if goods[p].source is source) for source in Source}
        return (
            (bag or EMPTY) + at[Source.BAG],
            (stack or EMPTY) + at[Source.STACK],
            asked + at[Source.SUPPLY],
            free - back,
        )

    def holding(self, seat: Seat, rest: Pool, supply: Pool) -> tuple[Seat, Pool]:
        """Return a seat that also holds pieces of any kind, and what more was taken from the supply for that."""
        home = seat.village.names[0]
        village = seat.village.with_goods(
            home, seat.village.spot(home).goods + self.of_kind(rest, GoodKind.RESOURCE)
        )
        own = rest.only(piece for piece in rest if self.ruleset.goods[piece].kind not in set(GoodKind))
        taken = EMPTY
        for kind in sorted({self.ruleset.goods[piece].kind for piece in own}):
            mine = self.of_kind(own, kind)
            place = next(iter(self.village_places(kind)), OwnPlace)
            there = village.place(place) if place is not OwnPlace else OwnPlace()
            spare = self.of_kind(supply, kind).only(
                piece for piece in supply if piece not in numbers(self.position.supply)
            )
            found = there.with_rest(mine, spare, evolve(seat, village=village))
            if isinstance(found, str):
                raise SetupError(found)
            taken += _held(found) - _held(there) - mine
            village = village.with_place(found)
        held = evolve(
            seat,
            workers=seat.workers + rest.only(COLOURS),
            skills=seat.skills + self.of_kind(rest, GoodKind.SKILL),
            stock=seat.stock + self.of_kind(rest, GoodKind.PRODUCE),
            village=village,
        )
        return held, taken

    def village_places(self, kind: str) -> list[type[OwnPlace]]:
        """Return the places of villages whose fields are declared to hold pieces of a kind."""
        return [
            place
            for place in self.ruleset.places.values()
            if place.where is Where.VILLAGE and any(says.of == kind for _, says in declared(place))
        ]

    def grazing(self, village: Village, label: str, pool: Pool, where: str) -> Village:
        """Return a village with pieces put on a pasture."""
        for kind in {self.ruleset.goods[piece].kind for piece in pool}:
            fitting = [place for place in self.village_places(kind) if place.on_pastures]
            if not fitting:
                raise SetupError(f"{where}: {self.of_kind(pool, kind)} cannot lie on a pasture")
            there = village.place(fitting[0])
            village = village.with_place(there.with_lying(label, self.of_kind(pool, kind), village.layout))
        return village


def _held(place: OwnPlace) -> Pool:
    """Return all pieces in a place."""
    found: Counter[str] = Counter()
    for pool in pools_in(place):
        found.update(dict(pool.items()))
    return Pool.of(found)

"""Compiling a ruleset: effects, costs, edges, powers, numbers and scoring terms become one array of numbers.

``native/ruleset.c`` reads the array in the same order. Nothing here knows a tile, a good or an expansion by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from struct import unpack
from typing import Final

from attrs import frozen

from keyflower.extend import compiled as words
from keyflower.extend.compiled import AddOn, Card, form_of
from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then
from keyflower.extend.goods import GoodKind, Source
from keyflower.extend.measures import (
    ByBoatsOnWater,
    PerLoopTile,
    PerNeighbour,
    PerTileOfPasture,
    PerTransport,
)
from keyflower.extend.powers import (
    COUNTER_BID,
    COUNTS_AS,
    DOUBLED,
    FREE_FLIP,
    LAY_FREELY,
    MIXED_USE,
    OVER_FIELDS,
    PAY_ANY_RESOURCE,
    SEASON_END,
)
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.ruleset_checks import END_STEPS
from keyflower.extend.scoring import Scorer
from keyflower.extend.terms import Once, PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored, Pieces
from keyflower.extend.tiles import Face, Tile
from keyflower.fast import capacity as limits
from keyflower.fast.own_parts import NO_SLOT, STEPS, OwnParts, part_problems
from keyflower.model.enums import BACK, COLOURS, FRONT, PURPLE, SEASONS, TileKind
from keyflower.model.pastures import sectors
from keyflower.model.pool import Pool

KINDS: Final = (GoodKind.WORKER, GoodKind.SKILL, GoodKind.RESOURCE, GoodKind.PRODUCE)
"""The kinds of goods in the order of their numbers; behind them come the pieces on pastures, and those on homes."""
ON_PASTURES: Final = len(KINDS)
ALL_KINDS: Final = len(KINDS) + 2
SOURCES: Final = (Source.BAG, Source.STACK, Source.SUPPLY)
NO_SEASON: Final = 255
OWN_STEPS: Final = (*(f"start.{season}" for season in SEASONS), *END_STEPS)
"""The engine's own steps; the places of this row are their numbers."""
_EDGES: Final = {"F": 1, "R": 2, "W": 3}
_OPS: Final = {Gain: 0, Draw: 1, Carry: 2, Pay: 3, OneOf: 4, AllOf: 5, Then: 6}
_TAKE_CARDS: Final = len(_OPS)
_TERMS: Final = {PerSet: 0, Once: 0, PerDifferent: 1, PerPiece: 2, PerPieceOfOne: 3, PerStored: 4}
_ALONE: Final = (PerPiece, PerStored)
_MEASURES: Final = {PerTransport: 0, PerLoopTile: 1, ByBoatsOnWater: 2, PerNeighbour: 3, PerTileOfPasture: 4}
_TOLD: Final = {
    words.PASTURE_WORTH: 5, words.SHELTERED: 6, words.PER_UPGRADED_TILE: 7, words.PER_ADD_ON: 8,
    words.PER_WINTER_TILE: 9, words.PER_UPGRADE: 10, words.FREE_ADD_ON: 11, words.CARD_FILLED: 12,
    words.CARD_UNFILLED: 13,
}  # fmt: skip
_ON_PASTURES: Final = (words.PASTURE_WORTH, words.SHELTERED)
NO_PRICE: Final = (0, 0, 0)


@frozen(eq=False)
class Tables:
    """A compiled ruleset: the row of numbers, and the names that the numbers stand for."""

    ruleset: Ruleset
    """The rules it was made from."""
    numbers: tuple[int, ...]
    """Everything that the native library needs to know."""
    tiles: tuple[str, ...]
    """The tiles by number."""
    tile_number: Mapping[str, int]
    """The numbers of the tiles."""
    goods: tuple[tuple[str, ...], ...]
    """The goods of each kind by number."""
    slots: tuple[str, ...]
    """The slots of powers by number."""
    steps: tuple[str, ...]
    """The steps of a season by number."""
    nodes: tuple[tuple[str, int, str], ...]
    """The effects by number: tile, side and path."""
    node_number: Mapping[tuple[str, int, str], int]
    """The numbers of the effects."""
    own: OwnParts
    """What expansions have told about parts of their own."""
    cards: tuple[str, ...]
    """The cards by number, in the order of pools."""
    add_ons: tuple[str, ...]
    """The add-ons by number."""


def tables_of(ruleset: Ruleset) -> Tables | tuple[str, ...]:
    """Return the compiled form of a ruleset, or every reason why it has none; worked out once."""
    return ruleset.remember("fast.compiler", lambda: _compiled(ruleset))


def _compiled(ruleset: Ruleset) -> Tables | tuple[str, ...]:
    work = _Compilation(ruleset)
    reasons = tuple(work.problems())
    if reasons:
        return reasons
    row = tuple(work.row())
    reasons = tuple(dict.fromkeys((*work.refused, *work.too_much())))
    return reasons or work.tables(row)


class _Compilation:
    """A ruleset on its way to numbers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        own = self.own = OwnParts.of(ruleset.expansions)
        placed = [own.kinds.get(word, "") for word in (words.ON_PASTURES, words.ON_HOMES)]
        self.goods = tuple(ruleset.kind(kind) if kind else () for kind in (*KINDS, *placed))
        forms = [own.forms[word].parts if word in own.forms else () for word in (words.CARDS, words.ADD_ONS)]
        self.cards = tuple(sorted([part for part in forms[0] if isinstance(part, Card)], key=_by_piece))
        self.add_ons = tuple(part for part in forms[1] if isinstance(part, AddOn))
        self.names = tuple(ruleset.tiles)
        asked = (
            OVER_FIELDS, DOUBLED, LAY_FREELY, PAY_ANY_RESOURCE, COUNTER_BID, MIXED_USE, self._slot(words.ON_PASTURES),
            COUNTS_AS, FREE_FLIP, SEASON_END, self._slot(words.BOAT_TAKEN), self._slot(words.REPLACE_BOAT),
        )  # fmt: skip
        known = {
            power.slot for tile in ruleset.tiles.values() for face in tile.faces for power in face.powers
        }
        self.slots = (*asked, *sorted(known - set(asked)))
        self.steps = (*OWN_STEPS, *(phase.id for phase in ruleset.phases))
        self.nodes: list[tuple[tuple[str, int, str], list[int]]] = []
        self.terms: list[list[int]] = []
        self.measures: list[list[int]] = []
        self.refused: list[str] = []
        self.sorts: set[tuple[int, str]] = set()
        """What pieces the slots of scoring terms take; slots for pieces on a tile have a separate sort."""

    def _slot(self, word: str) -> str:
        return self.own.slots.get(word, NO_SLOT)

    # ------------------------------------------------------------------ what cannot be compiled

    def problems(self) -> Iterator[str]:
        """Say which parts of the expansions have no compiled form."""
        yield from part_problems(self.ruleset.expansions)
        for word, parts in ((words.CARDS, self.cards), (words.ADD_ONS, self.add_ons)):
            kind = self.own.kinds.get(word, "")
            named = sorted(part.piece for part in parts)
            if kind and (named != sorted(self.ruleset.kind(kind)) or not _each_once(self.ruleset, named)):
                yield f"pieces of the kind {kind} are not told one by one, or are there more than once"

    def too_much(self) -> Iterator[str]:
        """Say which numbers of the rules do not fit into a packed state."""
        setup, tiles = self.ruleset.setup, self.ruleset.tiles.values()
        players = range(2, 2 + min(len(setup.season_tiles), len(setup.winter_dealt), len(setup.turn_order)))
        season = max(setup.season_tiles, default=0)
        dealt = max([setup.winter_dealt[n - 2] * n for n in players], default=0)
        order = max(setup.turn_order, default=0)
        animals = [self.ruleset.goods[good].limit for good in self.goods[ON_PASTURES]]
        couplings, stores = 0, 0
        for tile in tiles:
            scores = [[type(score) for score in face.scores if type(score) in _TERMS] for face in tile.faces]
            couplings += max([len([kind for kind in kinds if kind not in _ALONE]) for kinds in scores])
            stores += max([PerStored in kinds for kinds in scores])
        couplings += len([term for term in self.ruleset.terms if type(term) not in _ALONE]) + len(self.cards)
        kept = len(self.goods[2]) * (stores + 1) + sum(map(len, self.goods[:2])) + len(self.goods[3])
        for number, most, what in (
            (len(players) + 1, limits.SEATS, "players"),
            (len(tiles), limits.TILES, "tiles"),
            (max(map(len, self.goods)), limits.TYPES, "goods of one kind"),
            (2 + 3 * season + dealt + order, limits.SPOTS, "tiles in one village"),
            (max(season, dealt) + order, limits.LOTS, "tiles up for auction"),
            (max(season, dealt) + order + 1, limits.WON, "tiles won in a season"),
            (max(setup.winter_dealt, default=0), limits.HAND, "winter tiles in a hand"),
            (sum(animals), limits.HERDS, "animals"),
            (max(animals, default=0) // 2, limits.BORN, "animals of one species, in pairs"),
            (max([good.limit for good in self.ruleset.goods.values()]), limits.BYTE, "pieces of one good"),
            (len(self.nodes), limits.NODES, "effects"),
            (len(self.terms), limits.TERMS, "scoring terms"),
            (len(self.measures), limits.TERMS, "measures"),
            (len(self.slots), limits.POWER_SLOTS, "kinds of powers"),
            (len(self.steps), limits.PHASES, "steps of a season"),
            (len(self.sorts), limits.SLOT_SORTS, "sorts of slots in scoring terms"),
            (couplings, limits.COUPLINGS, "terms for sets"),
            (len(self.ruleset.terms), limits.COMMON_TERMS, "terms without a tile"),
            (kept, limits.HEAPS, "places of pieces that score"),
            (len(self.cards), limits.CARDS, "cards"),
            (len(self.add_ons), limits.ADD_ONS, "add-ons"),
            (
                max([len(self.ruleset.alternatives(name)) for name in self.names]),
                limits.PAIRS,
                "tiles of a pair",
            ),
        ):
            if number > most:
                yield f"there are {number} {what}, and there is room for {most}"

    def refuse(self, reason: str) -> None:
        """Note something that has no compiled form."""
        self.refused.append(reason)

    # ------------------------------------------------------------------ the row

    def tables(self, row: tuple[int, ...]) -> Tables:
        """Return the row with the names its numbers stand for."""
        nodes = tuple(key for key, _ in self.nodes)
        return Tables(
            self.ruleset,
            row,
            self.names,
            {name: number for number, name in enumerate(self.names)},
            self.goods,
            self.slots,
            self.steps,
            nodes,
            {key: number for number, key in enumerate(nodes)},
            self.own,
            tuple(card.piece for card in self.cards),
            tuple(add_on.piece for add_on in self.add_ons),
        )

    def row(self) -> Iterator[int]:
        """Iterate the numbers in the order in which ``ruleset.c`` reads them."""
        ruleset = self.ruleset
        common = [self._term("a term without a tile", term) for term in ruleset.terms]
        self.terms += [term for term in common if term is not None]
        cards = [*self._cards()]
        tiles = [list(self._tile(tile)) for tile in ruleset.tiles.values()]
        yield from self._goods()
        yield from self._setup()
        yield from self._season_steps()
        yield len(self.nodes)
        for _, node in self.nodes:
            yield from node
        yield len(common)
        yield len(self.terms)
        for numbers in self.terms:
            yield from numbers
        yield len(self.measures)
        for numbers in self.measures:
            yield from numbers
        yield from cards
        yield len(tiles)
        for numbers in tiles:
            yield from numbers

    def _cards(self) -> Iterator[int]:
        form = self.own.forms.get(words.CARDS)
        yield len(self.cards)
        yield form.number if form is not None else 0
        yield form.points if form is not None else 0
        yield words.TRADE_CARD in self.own.actions
        for card in self.cards:
            yield from self._term(card.piece, Once(1, card.needs)) or ()
            goods = [good for name in card.pieces for good in self.ruleset.kind(name) or (name,)]
            if len(goods) > limits.TRADES:
                self.refuse(f"{card.piece} can be exchanged for more than {limits.TRADES} pieces")
            yield len(goods)
            for good in goods:
                kind = [kind.value for kind in KINDS].index(self.ruleset.goods[good].kind)
                yield from (kind, self.goods[kind].index(good))
        yield len(self.add_ons)
        for add_on in self.add_ons:
            yield COLOURS.index(add_on.colour)
            yield from self._cost(add_on.cost)

    def _cost(self, cost: Cost) -> Iterator[int]:
        free = dict(cost.any)
        for kind, types in (
            (GoodKind.RESOURCE, None),
            (GoodKind.SKILL, None),
            (GoodKind.WORKER, len(COLOURS)),
        ):
            named = dict(cost.named.only(self.ruleset.kind(kind)).items())
            yield from self._amounts(named, KINDS.index(kind))[:types]
            yield free.get(kind, 0)

    def _goods(self) -> Iterator[int]:
        goods = self.ruleset.goods
        for kind in self.goods:
            yield len(kind)
            for name in kind:
                good = goods[name]
                yield good.limit
                yield SOURCES.index(good.source)
                alike = self.ruleset.kind(good.kind) if good.wild else ()
                yield from _bits(self._mask((name, *alike)))
        barred = [kind.id for kind in self.ruleset.piece_kinds.values() if not kind.joker]
        allowed = [name for name, good in goods.items() if good.kind not in barred]
        yield from _bits(self._mask([*allowed, PURPLE]))
        transport = {name: goods[name].transport for name in self.goods[3]}
        yield from self._amounts(transport, 3)
        worths: dict[str, int] = {}
        herds = False
        for expansion in self.ruleset.expansions:
            for domain in expansion.domains:
                herds = True
                form = form_of(domain)
                worths.update(dict(form.numbers) if form is not None else {})
        yield from self._amounts(worths, ON_PASTURES)
        yield sum(goods[name].wild << place for place, name in enumerate(self.goods[2]))
        yield herds
        yield any(expansion.tie_break is not None for expansion in self.ruleset.expansions)

    def _setup(self) -> Iterator[int]:
        setup = self.ruleset.setup
        yield bool(setup.prefers)
        yield setup.open_hands
        yield setup.starting_workers
        yield from self._amounts(dict(setup.handicap.items()), 0)[:4]
        for seats in range(limits.SEATS + 1):
            for column in (setup.season_tiles, setup.winter_dealt, setup.turn_order):
                yield column[seats - 2] if 0 <= seats - 2 < len(column) else 0

    def _season_steps(self) -> Iterator[int]:
        yield len(self.steps)
        yield from range(len(OWN_STEPS))
        yield from [len(OWN_STEPS) + STEPS.index(self.own.phases[phase.id]) for phase in self.ruleset.phases]
        for season in SEASONS:
            for steps in (self.ruleset.start_steps(season), self.ruleset.end_steps(season)):
                yield len(steps)
                yield from [self.steps.index(step) for step in steps]

    # ------------------------------------------------------------------ tiles

    def _tile(self, tile: Tile) -> Iterator[int]:
        ranks = sorted(self.names)
        yield list(TileKind).index(tile.kind)
        yield SEASONS.index(tile.season) if tile.season is not None else NO_SEASON
        yield tile.number
        yield tile.min_players
        yield ranks.index(tile.name)
        yield tile.upgradable
        yield tile.expansion in self.ruleset.setup.prefers
        back = tile.face(BACK)
        yield tile.front.scores == back.scores and tile.front.powers == back.powers
        yield from [_EDGES[edge] for edge in tile.edges]
        owners = sectors(tile.edges)
        yield max(owners)
        yield from owners
        for season in range(3):
            yield from tile.arrivals[season] if season < len(tile.arrivals) else (0, 0)
        for season in range(3):
            yield from self._cargo(tile, tile.cargo[season] if tile.cargo else Cost())
        group = self.ruleset.alternatives(tile.name)
        yield len(group) if len(group) > 1 else 0
        yield from [self.names.index(name) for name in group if len(group) > 1]
        yield from self._cost(tile.upgrade or Cost())
        yield from self._face(tile, tile.front, FRONT)
        yield from self._face(tile, tile.back or Face(), BACK)

    def _cargo(self, tile: Tile, cargo: Cost) -> Iterator[int]:
        """Iterate what a boat brings besides workers and skills."""
        named, free = dict(cargo.named.items()), dict(cargo.any)
        for kind in range(ALL_KINDS):
            yield from self._amounts({name: named[name] for name in self.goods[kind] if name in named}, kind)
        cards = self.own.kinds.get(words.CARDS, "")
        yield free.pop(cards, 0)
        if free or set(named).difference(*self.goods):
            self.refuse(f"{tile.title}: its cargo has no compiled form")

    def _face(self, tile: Tile, face: Face, side: int) -> Iterator[int]:
        yield self._root(tile, side, "use", face.use)
        yield self._root(tile, side, "goods", tile.goods if side == FRONT else None)
        cost = face.use.cost if face.use is not None else None
        yield cost is not None
        yield from NO_PRICE if cost is None else self._price(cost)
        yield face.points
        yield face.transport
        yield face.upgrades
        if len(face.powers) > limits.FACE_POWERS:
            self.refuse(f"{tile.title}: more than {limits.FACE_POWERS} powers on one side")
        yield len(face.powers)
        for place, power in enumerate(face.powers):
            yield self.slots.index(power.slot)
            acts = power.effect if power.slot in (SEASON_END, self._slot(words.BOAT_TAKEN)) else None
            yield self._root(tile, side, f"power-{place}", acts)
        yield from self._scores(tile, face)
        pairs = [pair for power in face.powers if power.slot == COUNTS_AS for pair in power.counts_as]
        yield len(pairs)
        for origin, counted in pairs:
            yield from _bits(self._mask(self.ruleset.kind(origin) or (origin,)))
            yield from _bits(self._mask(self.ruleset.kind(counted) or (counted,)))

    def _scores(self, tile: Tile, face: Face) -> Iterator[int]:
        terms = [self._term(tile.title, score, tile.name) for score in face.scores if type(score) in _TERMS]
        measures = [self._measure(tile.title, score) for score in face.scores if type(score) not in _TERMS]
        for known, found in ((self.terms, terms), (self.measures, measures)):
            yield len(known)
            kept = [numbers for numbers in found if numbers is not None]
            known.extend(kept)
            yield len(kept)
        yield any(type(score) is PerStored for score in face.scores)

    # ------------------------------------------------------------------ effects

    def _root(self, tile: Tile, side: int, path: str, effect: Effect | None) -> int:
        """Return the number of an effect, -1 if there is none."""
        if effect is None:
            return -1
        number = len(self.nodes)
        self.nodes.append(((tile.name, side, path), []))
        self._node(number, effect)
        return number

    def _node(self, number: int, effect: Effect) -> None:
        """Fill in a node; its parts follow each other in the row."""
        told: object = getattr(effect, "compiled", None)
        if type(effect) not in _OPS and isinstance(told, Gain | Draw | Carry):
            effect = told
        key, numbers = self.nodes[number]
        tile, side, path = key
        form = form_of(effect)
        takes = form.number if form is not None and form.word == words.TAKE_CARD else 0
        op = _TAKE_CARDS if takes else _OPS.get(type(effect))
        if op is None:
            self.refuse(
                f"{self.ruleset.tiles[tile].title}: the effect {type(effect).__name__} has no compiled form"
            )
            return
        labels = [part.label for part in effect.parts] if isinstance(effect, OneOf) else []
        if len(set(labels)) < len(labels) or len(effect.parts) > limits.PARTS:
            self.refuse(
                f"{self.ruleset.tiles[tile].title}: its choices cannot be told apart, or are too many"
            )
        first = len(self.nodes)
        self.nodes += [((tile, side, f"{path}.{place}"), []) for place in range(len(effect.parts))]
        goods = dict(effect.goods.items()) if isinstance(effect, Gain) else {}
        if all(not set(goods).isdisjoint(kind) for kind in self.goods[ON_PASTURES:]):
            self.refuse(f"{self.ruleset.tiles[tile].title}: pieces for pastures and for homes at once")
        numbers.append(op)
        for kind in range(ALL_KINDS):
            numbers += self._amounts({name: goods[name] for name in self.goods[kind] if name in goods}, kind)
        numbers += [effect.workers, effect.skills] if isinstance(effect, Draw) else [0, 0]
        numbers += [effect.capacity, effect.upgrades] if isinstance(effect, Carry) else [0, 0]
        numbers += [takes, self.names.index(tile)]
        numbers += self._price(effect.price) if isinstance(effect, Pay) else NO_PRICE
        numbers += [first if effect.parts else 0, len(effect.parts)]
        for place, part in enumerate(effect.parts):
            self._node(first + place, part)

    def _price(self, cost: Cost) -> tuple[int, int, int]:
        """Return what pays a use: the kind of piece, whether the cost names it, and the pieces that will do."""
        names = cost.named.pieces or self.ruleset.kind(cost.any[0][0])
        kind = [good.value for good in KINDS].index(self.ruleset.goods[names[0]].kind)
        return kind, bool(cost.named), sum(1 << self.goods[kind].index(name) for name in names)

    # ------------------------------------------------------------------ scoring

    def _term(self, where: str, term: Scorer, tile: str = "") -> list[int] | None:
        kinds = {good.kind: self.ruleset.kind(good.kind) for good in self.ruleset.goods.values()}
        match term:
            case PerSet() | Once():
                slots = [(need.resolved(kinds).pieces, need.count) for need in term.needs]
                picks = len(slots)
            case PerDifferent():
                slots, picks = [((name,), 1) for name in _each(term.resolved(kinds).pieces)], term.count
            case PerPieceOfOne():
                slots, picks = [((name,), 1) for name in _each(term.resolved(kinds).pieces)], 0
            case PerPiece() | PerStored():
                slots, picks = [(term.resolved(kinds).pieces, 1)], 1
            case _:
                self.refuse(f"{where}: the term {type(term).__name__} has no compiled form")
                return None
        most, floor = (1, term.otherwise) if isinstance(term, Once) else (0, 0)
        counts = [count for _, count in slots]
        if len(slots) > limits.TERM_SLOTS or max(term.points, floor, *counts) > limits.BYTE:
            self.refuse(f"{where}: the term {type(term).__name__} is too large")
            return None
        numbers = [_TERMS[type(term)], max(0, term.points - floor), picks, most, floor, len(slots)]
        for pieces, count in slots:
            mask = self._mask(_each(pieces))
            self.sorts.add((mask, tile if isinstance(term, PerStored) else ""))
            numbers += [*_bits(mask), count]
        return numbers

    def _measure(self, where: str, score: Scorer) -> list[int] | None:
        form = form_of(score)
        if form is not None and form.word in _TOLD:
            animals = self.goods[ON_PASTURES] if form.word in _ON_PASTURES else ("",)
            if form.good in animals:
                return [_TOLD[form.word], form.points, animals.index(form.good), 0]
        number = _MEASURES.get(type(score))
        if number is None:
            self.refuse(f"{where}: the scoring {type(score).__name__} has no compiled form")
            return None
        if isinstance(score, ByBoatsOnWater):
            if len(score.table) > limits.STEPS:
                self.refuse(f"{where}: its table of points is too long")
            return [number, 0, 0, len(score.table), *score.table]
        points = getattr(score, "points", 0)
        return [number, points, 0, 0]

    # ------------------------------------------------------------------ pieces

    def _amounts(self, amounts: Mapping[str, int], kind: int) -> list[int]:
        """Return numbers by piece as a row of fixed length."""
        row = [0] * limits.TYPES
        for name, number in amounts.items():
            if name in self.goods[kind][: limits.TYPES]:
                row[self.goods[kind].index(name)] = number
        return row

    def _mask(self, names: Sequence[str]) -> int:
        """Return pieces of any kind as bits; the last one is the purple worker itself."""
        return (PURPLE in names) << 63 | sum(
            1 << (kind * limits.TYPES + goods.index(name))
            for kind, goods in enumerate(self.goods)
            for name in dict.fromkeys(names)
            if name in goods
        )


def _by_piece(card: Card) -> str:
    return card.piece


def _each_once(ruleset: Ruleset, names: list[str]) -> bool:
    """Return whether there is one piece of each name, in the supply."""
    goods = [ruleset.goods[name] for name in names]
    return all(good.limit == 1 and good.source is Source.SUPPLY for good in goods)


def _bits(mask: int) -> tuple[int, ...]:
    """Return 64 bits as two whole numbers of 32 bits with a sign."""
    return unpack("<2i", (mask % (1 << 64)).to_bytes(8, "little"))  # rules with more goods are refused later


def _each(pieces: Pieces) -> tuple[str, ...]:
    assert not isinstance(pieces, str), "kinds are resolved"
    return tuple(Pool.each(pieces)) if len(set(pieces)) == len(pieces) else tuple(dict.fromkeys(pieces))

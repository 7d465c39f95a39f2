"""Appraisal: what a position is worth to a seat, in points, as far as the seat can know.

It starts with the exact final scoring and adds what tiles, workers and goods may still bring while there are seasons
left to use them. The numbers are rules of thumb, tuned by letting bots play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, field, frozen

from keyflower.appraisal.weights import Weights
from keyflower.engine.scoring import best_total, held_terms
from keyflower.extend.costs import Cost
from keyflower.extend.effects import Carry, Draw, Effect, Gain, OneOf, Pay
from keyflower.extend.goods import GoodKind, PieceKind
from keyflower.extend.powers import OVER_FIELDS
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Scorer, pieces_named
from keyflower.extend.terms import PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.arguments import of_class
from keyflower.kernel.fields import covered
from keyflower.kernel.pieces import pools_in
from keyflower.model.enums import BACK, FRONT, SEASONS, TileKind
from keyflower.model.layout import Placed
from keyflower.model.lots import Lot
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Village

PLACES_TRIED: Final = 18
"""How many places are tried to see what a tile scores by where it lies."""
RINGS: Final = 5
"""How many distances of resources are told apart: none, one, two, three steps, and more."""
_LAST: Final = len(SEASONS) - 1


@frozen
class Appraiser:
    """Appraises positions for one seat during one choice, and caches its results."""

    ruleset: Ruleset = field(validator=of_class(Ruleset))
    """The rules."""
    seat: int = field(validator=of_class(int))
    """Whose points count."""
    weights: Weights = field(validator=of_class(Weights))
    """What things are worth."""
    base: State | None = field(default=None, repr=False, validator=of_class(State, type(None)))
    """The position before the choice: what tiles may bring later is estimated here, because options hardly
    change it."""
    _known: dict[object, float] = field(factory=dict, repr=False)

    @staticmethod
    def of(
        ruleset: Ruleset, seat: int, weights: Weights | None = None, *, base: State | None = None
    ) -> Appraiser:
        """Return an appraiser with an empty cache."""
        return Appraiser(ruleset, seat, weights or Weights(), base)

    # ------------------------------------------------------------------ points for certain

    def points(self, state: State, *, village: Village | None = None) -> int:
        """Return the points of the seat if the game ended now, without unknown pieces."""
        own = state.seats[self.seat]
        village = (village or own.village).without_uses()
        counts = any(self._counts_workers(placed.name, spot.side) for placed, spot in village) or any(
            self._takes_workers(term) for _, term in held_terms(self.ruleset, own)
        )
        seen = evolve(
            own,
            # most options differ in workers only, and until winter is over hardly any tile scores them
            workers=_without_unknown(own.workers) if counts else EMPTY,
            open_workers=own.open_workers if counts else EMPTY,
            skills=_without_unknown(own.skills),
            village=village,
        )
        # measures of an expansion may look at what is left of its pieces
        own_pieces = [piece for kind in self.ruleset.piece_kinds for piece in self.ruleset.kind(kind)]
        key = (seen, state.start == self.seat, state.supply.only(own_pieces) if own_pieces else EMPTY)
        if key not in self._known:
            seats = (*state.seats[: self.seat], seen, *state.seats[self.seat + 1 :])
            self._known[key] = best_total(self.ruleset, evolve(state, seats=seats), self.seat)
        return int(self._known[key])

    def _counts_workers(self, tile: str, side: int) -> bool:
        key = ("workers", tile, side)
        if key not in self._known:
            self._known[key] = any(map(self._takes_workers, self.ruleset.face(tile, side).scores))
        return bool(self._known[key])

    def _takes_workers(self, term: Scorer) -> bool:
        workers = {GoodKind.WORKER.value, *self.ruleset.kind(GoodKind.WORKER)}
        return not workers.isdisjoint(pieces_named(term))

    def led(self, state: State) -> list[tuple[Lot, float]]:
        """Return the lots that the seat leads, each with the chance of winning it."""
        holds = self.weights.holds
        most = len(holds) - 1
        return [(lot, holds[min(lot.top, most)]) for lot in state.lots if lot.leader == self.seat]

    def gain(self, state: State, tile: str, side: int) -> float:
        """Return how many points a tile adds at once if it is laid well, in the base or the first position seen."""
        key = ("gain", tile, side)
        if key not in self._known:
            self._known[key] = self.gain_by_laying(self.base or state, tile, side)
        return self._known[key]

    def gain_by_laying(self, state: State, tile: str, side: int) -> int:
        """Return how many points a tile adds at once if it is laid well."""
        own = state.seats[self.seat]
        edges, kind = self.ruleset.tiles[tile].edges, self.ruleset.tiles[tile].kind
        places = own.village.layout.places(edges)
        if not places:
            return 0
        by_place = kind in (TileKind.BOAT, TileKind.TURN_ORDER, TileKind.SUMMER_BOAT)
        tried = places[:: max(1, len(places) // PLACES_TRIED)] if by_place else places[:1]
        villages = [
            own.village.laying(Placed(tile, cell, turn, edges, kind), side=side) for cell, turn in tried
        ]
        return max(self.points(state, village=village) for village in villages) - self.points(state)

    # ------------------------------------------------------------------ promises

    def value(self, state: State) -> float:
        """Return the certain points plus what the position may still bring."""
        weights, when = self.weights, SEASONS.index(state.season)
        own = state.seats[self.seat]
        goods = own.village.goods
        total = float(self.points(state))
        total += weights.worker[when] * self._workers(state, own)
        total += weights.skill[when] * (own.skills.total + own.open_skills.total)
        total += weights.good[when] * (own.stock.total + goods.total)
        total += weights.road[when] * len(own.village.layout.road_links)
        total += self.own_tiles(own, when)
        for lot, likely in self.led(state):
            back = weights.worker[when] * weights.back * lot.users.total
            total += likely * (self._leading(state, when, lot) + back)
        total += self._herds(own, when)
        total += self._held(own, when)
        total += self._planning(state, own, when)
        return total + sum(self.promise(state, tile, side) for tile, side in own.won)

    def own_tiles(self, own: Seat, when: int) -> float:
        """Return what the seat's tiles may still bring: uses, upgrades and storage."""
        village = own.village.without_uses()
        key = ("tiles", village, own.skills, own.open_skills, own.powers, when)
        if key not in self._known:  # nothing of this changes by most options
            goods = village.goods
            self._known[key] = sum(
                self._own_tile(own, when, place, goods) for place in range(len(village.spots))
            )
        return self._known[key]

    def _own_tile(self, own: Seat, when: int, place: int, goods: Pool) -> float:
        spot, tile = own.village.spots[place], self.ruleset.tiles[own.village.layout.tiles[place].name]
        total = self.working(when, tile.name, spot.side)
        turns, stores = spot.side == FRONT and tile.upgradable, _stored(tile.face(spot.side))
        if turns or stores:
            rings = self._rings(own, place, goods)
            total += self._turning(when, own, spot, tile, rings) if turns else 0.0
            total += self._hauling(when, tile.face(spot.side), rings) if stores else 0.0
        return total

    def _leading(self, state: State, when: int, lot: Lot) -> float:
        """Return what a tile that the seat leads promises."""
        if when == _LAST and self.weights.fresh and self.ruleset.tiles[lot.tile].kind is TileKind.VILLAGE:
            return self.gain_by_laying(state, lot.tile, lot.side)
        return self.promise(state, lot.tile, lot.side)

    def _planning(self, state: State, own: Seat, when: int) -> float:
        """Return what the winter tile in hand that suits the seat best promises."""
        weight = self.weights.plan[when]
        if when == _LAST or not weight:
            return 0.0
        gains = [self.gain_by_laying(state, tile, FRONT) for tile in own.winter]
        return weight * max(0, *gains) if gains else 0.0

    def _herds(self, own: Seat, when: int) -> float:
        """Return what animals promise besides their points."""
        total, weights = 0.0, self.weights
        for _, herd in own.village.on_pastures:
            if not self._kind_of(herd.pieces[0]).worth.multiplies:
                continue
            for number in herd.amounts:
                total += weights.spare * (number - 1)
                if number > 1 and len(herd.pieces) == 1:
                    total += weights.breed * (_LAST - when)
        return total

    def _kind_of(self, piece: str) -> PieceKind:
        return self.ruleset.piece_kinds[self.ruleset.goods[piece].kind]

    def _held(self, own: Seat, when: int) -> float:
        """Return what pieces of expansions promise that the seat holds, unknown ones included."""
        kinds = {kind.id: kind.worth.held[when] / 100 for kind in self.ruleset.piece_kinds.values()}
        if not any(kinds.values()):
            return 0.0
        total = 0.0
        for place in (*own.places, *own.village.places):
            for pool in pools_in(place):
                total += sum(
                    number * kinds.get(self.ruleset.goods[piece].kind, 0.0) for piece, number in pool.items()
                )
            total += sum(
                getattr(place, name).unknown * kinds.get(says.of, 0.0) for name, says in covered(type(place))
            )
        return total

    def _workers(self, state: State, own: Seat) -> float:
        """Count workers: in hand, in groups that come back, on the seat's own tiles, and less for those given away."""
        weights = self.weights
        number = float(own.workers.total + own.open_workers.total)
        number += weights.green * (own.workers["green"] + own.open_workers["green"])
        for lot in state.lots:
            group = lot.outbid_of(self.seat)
            if group is not None:
                number += weights.back * group.size
        for other, seat in enumerate(state.seats):
            share = weights.back if other == self.seat else -weights.lost
            number += share * sum(use.workers.total for spot in seat.village.spots for use in spot.uses)
        return number

    def promise(self, state: State, tile: str, side: int) -> float:
        """Return what owning a tile may bring: its points, its uses, and its back."""
        key = ("promise", tile, side)
        if key not in self._known:
            self._known[key] = self._promise(self.base or state, self.ruleset.tiles[tile], side)
        return self._known[key]

    def _promise(self, state: State, tile: Tile, side: int) -> float:
        when = SEASONS.index(state.season)
        if when == _LAST:
            first = self.weights.first_boat if tile.kind is TileKind.TURN_ORDER else 0.0
            return self.gain(state, tile.name, side) + first
        if tile.kind in (TileKind.TURN_ORDER, TileKind.SUMMER_BOAT):
            return self.promised(tile, side, when)
        return self.promised(tile, side, when) + self._storing(
            tile.face(side), state.seats[self.seat].village.goods
        )

    def promised(self, tile: Tile, side: int, when: int) -> float:
        """Return what owning a tile may bring in a season before winter, regardless of what else the seat has."""
        if tile.kind is TileKind.TURN_ORDER:
            return self.weights.order
        if tile.kind is TileKind.SUMMER_BOAT:
            return self.weights.boat * (1 + _LAST - when)
        total = tile.face(side).points + self.working(when, tile.name, side)
        if side == FRONT and tile.upgradable:
            total += self.weights.turned[when] * self.back_gain(tile, when)
        return total

    def working(self, when: int, tile: str, side: int) -> float:
        """Return what the uses of one of the seat's tiles will bring in the remaining seasons."""
        if when == _LAST:
            return 0.0
        key = ("working", tile, side, when)
        if key not in self._known:
            use = self.ruleset.face(tile, side).use
            brings = self.weights.uses[when] * max(0.0, self.use_value(use, when)) + self.weights.visited
            self._known[key] = 0.0 if use is None else (_LAST - when) * brings
        return self._known[key]

    def _storing(self, face: Face, goods: Pool) -> float:
        """Return what a store promises: more if goods that fit are already there."""
        return sum(
            term.points * (self.weights.store + self.weights.fits * _fitting(goods, term, self.ruleset))
            for term in face.scores
            if isinstance(term, PerStored)
        )

    def back_gain(self, tile: Tile, when: int) -> float:
        """Return how much better the back of a tile is."""
        back = tile.face(BACK)
        gain = float(back.points - tile.front.points)
        gain += self.weights.better_store * (_stored(back) - _stored(tile.front))
        return gain + self.working(when, tile.name, BACK) - self.working(when, tile.name, FRONT)

    def use_value(self, effect: Effect | None, when: int) -> float:
        """Return what one use brings in a season."""
        weights = self.weights
        match effect:
            case None:
                return 0.0
            case Gain():
                return sum(number * self._piece(piece, when) for piece, number in effect.goods.items())
            case Draw():
                return effect.workers * weights.worker[when] + effect.skills * weights.skill[when]
            case Carry():
                return weights.step * effect.capacity + weights.upgrade * effect.upgrades
            case Pay():
                named = sum(number * self._piece(piece, when) for piece, number in effect.price.named.items())
                return -named - weights.skill[when] * sum(number for _, number in effect.price.any)
            case OneOf():
                return max(self.use_value(part, when) for part in effect.parts) + 0.2
            case _:
                brought = sum(number * self._piece(piece, when) for piece, number in effect.brings)
                return brought + sum(self.use_value(part, when) for part in effect.parts)

    def _piece(self, piece: str, when: int) -> float:
        weights = self.weights
        if piece in self.ruleset.piece_kinds or self.ruleset.goods[piece].kind in self.ruleset.piece_kinds:
            own = self.ruleset.piece_kinds.get(piece) or self._kind_of(piece)
            return weights.animal if own.worth.multiplies else own.worth.held[when] / 100
        good = self.ruleset.goods[piece]
        match good.kind:
            case GoodKind.WORKER:
                return (1.0 + weights.green * (piece == "green")) * weights.worker[when]
            case GoodKind.SKILL:
                return weights.skill[when]
            case _:
                return weights.good[when] + (weights.wild if good.wild else weights.fetched)

    # ------------------------------------------------------------------ resources on their way

    def _rings(self, own: Seat, place: int, goods: Pool) -> list[Pool]:
        """Return the resources on a tile, within one step of it, within two, within three, and everywhere."""
        steps = own.village.layout.steps_of(place, over_fields=OVER_FIELDS in own.powers)
        rings = [EMPTY] * (RINGS - 1)
        for spot, away in zip(own.village.spots, steps, strict=True):
            if spot.goods and away >= 0:
                rings[away:] = [ring + spot.goods for ring in rings[away:]]
        return [*rings, goods]

    def reach(self, far: int) -> float:
        """Return how much a resource counts that is this many steps away from where it is needed."""
        return self.weights.near * self.weights.far ** (far - 1) if far else 1.0

    def _turning(self, when: int, own: Seat, spot: Spot, tile: Tile, rings: Sequence[Pool]) -> float:
        """Return how far the upgrade of one of its tiles is prepared: resources there or on the way, skills in hand."""
        assert tile.upgrade is not None, "it can be turned"
        done = float(_skills_for(self.ruleset, tile.upgrade, _without_unknown(own.skills) + own.open_skills))
        before = 0
        for far, goods in enumerate(rings):
            found = _resources_for(self.ruleset, tile.upgrade, goods)
            done += self.reach(far) * (found - before)
            before = found
        gain = self.back_gain(tile, when) + self.weights.stored * (
            self._storing_now(tile.face(BACK), spot.goods) - self._storing_now(tile.face(FRONT), spot.goods)
        )
        return gain * self.weights.ready[when] * done / max(1, tile.upgrade.total)

    def _hauling(self, when: int, face: Face, rings: Sequence[Pool]) -> float:
        """Return what resources promise that could be brought to a store."""
        points = [self._storing_now(face, goods) for goods in rings]
        return self.weights.hauled[when] * sum(
            self.reach(far) * (points[far] - points[far - 1]) for far in range(1, len(points))
        )

    def _storing_now(self, face: Face, goods: Pool) -> int:
        """Return what resources score on a tile with one of its sides up."""
        stores = [term for term in face.scores if isinstance(term, PerStored)]
        return sum(term.points * _fitting(goods, term, self.ruleset) for term in stores)


def _skills_for(ruleset: Ruleset, cost: Cost, skills: Pool) -> int:
    """Return how many of the skill tokens of a cost there are."""
    named = sum(
        min(number, skills[piece])
        for piece, number in cost.named.items()
        if ruleset.goods[piece].kind is GoodKind.SKILL
    )
    wanted = sum(number for kind, number in cost.any if kind == GoodKind.SKILL.value)
    return named + min(wanted, skills.total - named)


def _resources_for(ruleset: Ruleset, cost: Cost, goods: Pool) -> int:
    """Return how many of the resources of a cost there are; what stands for any resource counts for each of them."""
    wild = [piece for piece in goods if ruleset.goods[piece].wild]
    named = 0
    for piece, number in cost.named.items():
        if ruleset.goods[piece].kind is not GoodKind.SKILL:
            others = 0 if ruleset.goods[piece].wild else sum(goods[other] for other in wild)
            named += min(number, goods[piece] + others)
    wanted = sum(number for kind, number in cost.any if kind != GoodKind.SKILL.value)
    return named + min(wanted, max(0, goods.total - named))


def _stored(face: Face) -> int:
    return sum(term.points for term in face.scores if isinstance(term, PerStored))


def _fitting(goods: Pool, term: PerStored, ruleset: Ruleset) -> int:
    names = ruleset.kind(term.pieces) if isinstance(term.pieces, str) else term.pieces
    return sum(goods[name] for name in names)


def _without_unknown(pool: Pool) -> Pool:
    return Pool(pool.pieces, pool.amounts) if pool.unknown else pool

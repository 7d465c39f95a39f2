"""Appraisal: what a position is worth to a seat, in points, as far as the seat can know.

The exact final scoring is the firm ground; on top of it comes what tiles, workers and goods promise while
there are seasons left to use them. The numbers are rules of thumb, tuned by letting bots play.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from keyflower.engine.scoring import score_seat
from keyflower.extend.costs import Cost
from keyflower.extend.effects import Draw, Effect, Gain, OneOf, Pay, Transport
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.terms import PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.model.layout import Placed
from keyflower.model.lots import Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Village
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import BACK, FRONT, SEASONS, Season, TileKind

WORKER: Final = {Season.SPRING: 1.0, Season.SUMMER: 0.9, Season.AUTUMN: 0.7, Season.WINTER: 0.0}
"""What a worker in hand is worth."""
SKILL: Final = {Season.SPRING: 0.9, Season.SUMMER: 0.9, Season.AUTUMN: 0.8, Season.WINTER: 0.0}
"""What a skill token is worth."""
GOOD: Final = {Season.SPRING: 0.7, Season.SUMMER: 0.7, Season.AUTUMN: 0.6, Season.WINTER: 0.0}
"""What a resource in the village, or wheat, is worth besides its points."""
HOLDS: Final = (0.0, 0.45, 0.65, 0.8, 0.9, 0.95)
"""How likely a leading bid of 1, 2, ... workers stands to the end."""
USES_A_SEASON: Final = 1.2
"""How often an own tile is used in a season."""
TURNED: Final = 0.45
"""How likely a tile is turned before the end, when nothing has been done for it yet."""
PLACES_TRIED: Final = 18
"""How many places are tried to see what a tile scores by where it lies."""


@frozen
class Appraiser:
    """Appraises positions for one seat; remembers what it has worked out."""

    ruleset: Ruleset
    """The rules."""
    seat: int
    """Whose points count."""
    _points: dict[object, int]
    _promises: dict[object, float]

    @staticmethod
    def of(ruleset: Ruleset, seat: int) -> Appraiser:
        """Return an appraiser that remembers nothing yet."""
        return Appraiser(ruleset, seat, {}, {})

    # ------------------------------------------------------------------ points for certain

    def points(self, state: State, *, village: Village | None = None) -> int:
        """Return the points of the seat if the game ended now, unknown pieces left out."""
        own = state.seats[self.seat]
        known = evolve(
            own, workers=_known(own.workers), skills=_known(own.skills), village=village or own.village
        )
        purple = state.start == self.seat
        key = (known, purple)
        if key not in self._points:
            seats = (*state.seats[: self.seat], known, *state.seats[self.seat + 1 :])
            self._points[key] = score_seat(self.ruleset, evolve(state, seats=seats), self.seat).total
        return self._points[key]

    def led(self, state: State) -> list[tuple[Lot, float]]:
        """Return the lots that the seat leads, each with how likely that lasts."""
        return [(lot, HOLDS[min(lot.top, len(HOLDS) - 1)]) for lot in state.lots if lot.leader == self.seat]

    def gain_by_laying(self, state: State, tile: str, side: int) -> int:
        """Return how many points a tile adds at once if it is laid well."""
        own = state.seats[self.seat]
        edges, kind = self.ruleset.tiles[tile].edges, self.ruleset.tiles[tile].kind
        places = own.village.layout.places(edges)
        if not places:
            return 0
        by_place = kind in (TileKind.BOAT, TileKind.TURN_ORDER, TileKind.SUMMER_BOAT)
        stride = max(1, len(places) // PLACES_TRIED)
        tried = places[::stride] if by_place else places[:1]
        before = self.points(state)
        return (
            max(
                self.points(
                    state, village=own.village.laying(Placed(tile, cell, turn, edges, kind), side=side)
                )
                for cell, turn in tried
            )
            - before
        )

    # ------------------------------------------------------------------ promises

    def value(self, state: State) -> float:
        """Return the points for certain and what the position promises besides."""
        season = state.season
        own = state.seats[self.seat]
        total = float(self.points(state))
        total += WORKER[season] * self._workers(state, own)
        total += SKILL[season] * (own.skills.total + own.open_skills.total)
        goods = own.village.goods
        total += GOOD[season] * (own.stock.total + goods.total)
        total += self._roads(own.village)
        total += sum(self._turning(season, own, goods, placed, spot) for placed, spot in own.village)
        for lot, likely in self.led(state):
            total += likely * (self.promise(state, lot.tile, lot.side) + self._return(lot) * WORKER[season])
        for tile, side in own.won:
            total += self.promise(state, tile, side)
        return total

    def _workers(self, state: State, own: Seat) -> float:
        """Count workers: in hand, in groups that come back, and on own tiles."""
        number = float((own.workers + own.open_workers).total)
        number += 0.4 * (own.workers["green"] + own.open_workers["green"])
        for lot in state.lots:
            group = lot.outbid_of(self.seat)
            if group is not None:
                number += 0.9 * group.size
        for spot in own.village.spots:
            number += 0.9 * sum(use.workers.total for use in spot.uses)
        for other, seat in enumerate(state.seats):
            if other != self.seat:
                number -= 0.15 * sum(use.workers.total for spot in seat.village.spots for use in spot.uses)
        return number

    def _return(self, lot: Lot) -> float:
        return float(lot.users.total)

    def _roads(self, village: Village) -> float:
        return 0.3 * len(village.layout.road_links)

    def promise(self, state: State, tile: str, side: int) -> float:
        """Return what owning a tile promises: its points at once, what its uses bring, and its back."""
        # once for a choice, in the position it starts from: the candidates change it too little to matter
        key = (tile, side)
        if key not in self._promises:
            self._promises[key] = self._promise(state, state.seats[self.seat], self.ruleset.tiles[tile], side)
        return self._promises[key]

    def _promise(self, state: State, own: Seat, tile: Tile, side: int) -> float:
        season = state.season
        left = len(SEASONS) - 1 - SEASONS.index(season)
        if tile.kind is TileKind.TURN_ORDER and left:
            return 1.2
        if tile.kind is TileKind.SUMMER_BOAT:
            return 2.0 + 1.5 * left
        if not left:
            return float(self.gain_by_laying(state, tile.name, side))
        face = tile.face(side)
        total = float(face.points)
        total += (USES_A_SEASON * self.use_value(face.use, season) + 0.5 * (face.use is not None)) * left
        total += self._storing(face, own)
        if side == FRONT and tile.upgradable and tile.back is not None:
            total += TURNED * self._back_gain(tile, left, season)
        return total

    def _storing(self, face: Face, own: Seat) -> float:
        """Return what a store promises: more if goods that fit are already there."""
        goods = own.village.goods
        return sum(
            term.points * (1.0 + 0.5 * _fitting(goods, term, self.ruleset))
            for term in face.scores
            if isinstance(term, PerStored)
        )

    def _back_gain(self, tile: Tile, left: int, season: Season) -> float:
        """Return how much better the back of a tile is."""
        assert tile.back is not None
        gain = float(tile.back.points - tile.front.points)
        gain += 1.5 * sum(term.points for term in tile.back.scores if isinstance(term, PerStored))
        gain -= 1.5 * sum(term.points for term in tile.front.scores if isinstance(term, PerStored))
        better = self.use_value(tile.back.use, season) - self.use_value(tile.front.use, season)
        return gain + USES_A_SEASON * left * max(0.0, better)

    def use_value(self, effect: Effect | None, season: Season) -> float:
        """Return what one use brings."""
        match effect:
            case None:
                return 0.0
            case Gain():
                return sum(number * self._piece(piece, season) for piece, number in effect.goods.items())
            case Draw():
                return effect.workers * 1.1 * WORKER[season] + effect.skills * SKILL[season]
            case Transport():
                return (0.35 * effect.capacity + 0.8 * effect.upgrades) * (
                    1.0 if season is not Season.WINTER else 0.5
                )
            case Pay():
                return -0.8 * effect.price.total
            case OneOf():
                return max(self.use_value(part, season) for part in effect.parts) + 0.2
            case _:
                return sum(self.use_value(part, season) for part in effect.parts)

    def _piece(self, piece: str, season: Season) -> float:
        good = self.ruleset.goods[piece]
        match good.kind:
            case GoodKind.WORKER:
                return 1.4 * WORKER[season]
            case GoodKind.ANIMAL:
                return 1.2
            case _:
                return GOOD[season] + (1.0 if good.wild else 0.3)

    def _turning(self, season: Season, own: Seat, goods: Pool, placed: Placed, spot: Spot) -> float:
        """Return what has been done for turning an own tile: goods on it, skills in hand."""
        tile = self.ruleset.tiles[placed.name]
        if spot.side == BACK or not tile.upgradable or tile.upgrade is None:
            return 0.0
        left = len(SEASONS) - 1 - SEASONS.index(season)
        skills = _known(own.skills) + own.open_skills
        there, near = progress(self.ruleset, tile.upgrade, spot.goods, goods, skills)
        done = there + 0.35 * (near - there)
        gain = self._back_gain(tile, left, season)
        late = 1.0 if left else 0.8
        return gain * late * (0.1 * bool(left) + 0.65 * done / max(1, tile.upgrade.total))


def progress(ruleset: Ruleset, cost: Cost, goods: Pool, everywhere: Pool, skills: Pool) -> tuple[int, int]:
    """Return how many pieces of a cost are in place, and how many there are in village and hand at all."""
    here = whole = 0
    free_here, free_all, free_skills = goods.total, everywhere.total, skills.total
    for piece, number in cost.named.items():
        if ruleset.goods[piece].kind is GoodKind.SKILL:
            found = min(number, skills[piece])
            here, whole, free_skills = here + found, whole + found, free_skills - found
            continue
        found = min(number, goods[piece] + goods["gold"])
        here, free_here = here + found, free_here - found
        found = min(number, everywhere[piece] + everywhere["gold"])
        whole, free_all = whole + found, free_all - found
    for kind, number in cost.any:
        if kind == GoodKind.SKILL.value:
            here += min(number, free_skills)
            whole += min(number, free_skills)
        else:
            here += min(number, max(0, free_here))
            whole += min(number, max(0, free_all))
    return here, whole


def _fitting(goods: Pool, term: PerStored, ruleset: Ruleset) -> int:
    names = ruleset.kind(term.pieces) if isinstance(term.pieces, str) else term.pieces
    return sum(goods[name] for name in names)


def _known(pool: Pool) -> Pool:
    return Pool(pool.pieces, pool.amounts) if pool.unknown else pool

"""Upgrades: what turning a tile costs and which pieces may pay it (rules 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from attrs import frozen

from keyflower.extend.costs import Cost, counted
from keyflower.extend.goods import GoodKind
from keyflower.extend.handlers import Table
from keyflower.extend.naming import tile_name
from keyflower.extend.powers import PAY_ANY_RESOURCE, slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.errors import Refusal
from keyflower.kernel.wording import phrase
from keyflower.model.actions import Upgrade
from keyflower.model.events import TileUpgraded
from keyflower.model.state import Seat
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import BACK, FRONT


@frozen(eq=False)
class Bill:
    """What it costs to turn a tile, by kind of piece; it follows from the rules alone."""

    resources: Pool
    """Resources of a given type."""
    any_resources: int
    """Resources of any type."""
    skills: Pool
    """Skills of a given type."""
    any_skills: int
    """Skills of any type."""
    wild: tuple[str, ...]
    """Resources that stand for any other."""

    @property
    def goods(self) -> int:
        """How many resources in all."""
        return self.resources.total + self.any_resources

    @property
    def tokens(self) -> int:
        """How many skills in all."""
        return self.skills.total + self.any_skills


def _bills(ruleset: Ruleset) -> dict[str, Bill]:
    """Return the costs of all tiles that can be turned."""
    return ruleset.remember(
        "bills",
        lambda: {
            tile.name: _bill(ruleset, tile.upgrade)
            for tile in ruleset.tiles.values()
            if tile.upgrade is not None and tile.upgradable
        },
    )


def _bill(ruleset: Ruleset, cost: Cost) -> Bill:
    free = dict(cost.any)
    return Bill(
        cost.named.only(ruleset.kind(GoodKind.RESOURCE)),
        free.get(GoodKind.RESOURCE, 0),
        cost.named.only(ruleset.kind(GoodKind.SKILL)),
        free.get(GoodKind.SKILL, 0),
        tuple(good.id for good in ruleset.goods.values() if good.wild),
    )


def _turnable(table: Table, seat: Seat) -> Iterator[tuple[str, Bill, Pool]]:
    """Iterate the tiles of a seat for which it has enough pieces, whatever their types: tile, cost, goods on it."""
    bills = _bills(table.ruleset)
    tokens = seat.skills.total + seat.open_skills.total
    for placed, spot in zip(seat.village.layout.tiles, seat.village.spots, strict=True):
        if spot.side == FRONT:
            bill = bills.get(placed.name)
            if bill is not None and bill.goods <= spot.goods.total and bill.tokens <= tokens:
                yield placed.name, bill, spot.goods


def _fits_resources(bill: Bill, paid: Pool, *, freely: bool) -> bool:
    """Return whether resources pay their part of a cost; wild ones stand for any other, with `freely` all do."""
    if paid.total != bill.goods:
        return False
    named = bill.resources
    surplus = [max(0, number - named[piece]) for piece, number in paid.items() if piece not in bill.wild]
    return freely or sum(surplus) <= bill.any_resources


def _fits_skills(bill: Bill, paid: Pool) -> bool:
    return bill.skills <= paid and paid.total == bill.tokens


def _handfuls(pool: Pool, size: int) -> Iterator[Pool]:
    """Iterate the ways to take exactly `size` pieces from a pool, in canonical order."""
    for amounts in product(*[range(min(number, size) + 1) for number in pool.amounts]):
        if sum(amounts) == size:
            yield pool.part(amounts)


@lru_cache(maxsize=8192)
def _resource_ways(bill: Bill, there: Pool, *, freely: bool) -> tuple[Pool, ...]:
    """Return the ways to pay the resources of a cost with what lies on the tile."""
    ways = _handfuls(there, bill.goods)
    return tuple(paid for paid in ways if _fits_resources(bill, paid, freely=freely))


@lru_cache(maxsize=8192)
def _skill_ways(bill: Bill, hidden: Pool, shown: Pool) -> tuple[tuple[Pool, Pool], ...]:
    """Return the ways to pay the skills of a cost: tokens from behind the screen, tokens lying face up."""
    return tuple(
        (tokens, face_up)
        for number in range(min(bill.tokens, shown.total) + 1)
        for face_up in _handfuls(shown, number)
        for tokens in _handfuls(hidden, bill.tokens - number)
        if _fits_skills(bill, tokens + face_up)
    )


def payments(table: Table, seat: Seat) -> Iterator[Upgrade]:  # must agree with refusals()
    """Iterate every way to turn one of the seat's tiles and to pay for it."""
    freely = PAY_ANY_RESOURCE in seat.powers
    for tile, bill, there in _turnable(table, seat):
        for goods in _resource_ways(bill, there, freely=freely):
            for tokens, face_up in _skill_ways(bill, seat.skills, seat.open_skills):
                yield Upgrade(tile, goods + tokens, face_up)


def seems_possible(table: Table, seat: Seat) -> bool:
    """Return whether an upgrade looks possible to everybody: skill tokens are counted, not looked at."""
    freely = PAY_ANY_RESOURCE in seat.powers
    return any(_resource_ways(bill, there, freely=freely) for _, bill, there in _turnable(table, seat))


def refusals(table: Table, number: int, action: Upgrade, points: int) -> Iterator[Refusal]:
    """Say why an upgrade is not legal."""
    seat = table.state.seats[number]
    if points < 1:
        yield Refusal("upgrade.no-points", phrase("you have no upgrade left in this action"), "3.4")
    if action.tile not in seat.village:
        yield Refusal(
            "upgrade.not-yours",
            phrase("{tile} is not in your village", tile=tile_name(action.tile)),
            "3.4",
        )
        return
    tile = table.ruleset.tiles[action.tile]
    if not tile.upgradable:
        title = tile_name(tile.name, tile.title)
        yield Refusal("upgrade.one-sided", phrase("{tile} cannot be upgraded", tile=title), "3.4")
        return
    if seat.village.spot(action.tile).side != FRONT:
        title = tile_name(tile.name, tile.title)
        yield Refusal("upgrade.twice", phrase("{tile} is already upgraded", tile=title), "3.4")
        return
    assert tile.upgrade is not None
    skills_known = table.ruleset.kind(GoodKind.SKILL)
    tokens = action.paid.only(skills_known)
    goods = action.paid - tokens
    there = seat.village.spot(action.tile).goods
    if not goods <= there:
        yield Refusal(
            "upgrade.not-there",
            phrase(
                "you can only pay with what is on {tile}: {there}",
                tile=tile_name(action.tile),
                there=counted(there),
            ),
            "3.4",
        )
    if not tokens <= seat.skills or not action.open <= seat.open_skills:
        yield Refusal("upgrade.no-skill", phrase("you do not have these skills"), "3.4")
    bill = _bills(table.ruleset)[action.tile]
    if set(goods.pieces) - set(table.ruleset.kind(GoodKind.RESOURCE)) or not (
        _fits_resources(bill, goods, freely=PAY_ANY_RESOURCE in seat.powers)
        and _fits_skills(bill, tokens + action.open)
    ):
        yield Refusal("upgrade.cost", phrase("it costs {cost}", cost=tile.upgrade.words()), "3.4")


def upgraded(table: Table, number: int, action: Upgrade) -> TileUpgraded:
    """Return the event of a legal upgrade; tokens that pay for any type go back face down."""
    bill = _bills(table.ruleset)[action.tile]
    tokens = action.paid.only(table.ruleset.kind(GoodKind.SKILL))
    shown = Pool.of(
        {
            piece: min(tokens[piece], max(0, wanted - action.open[piece]))
            for piece, wanted in bill.skills.items()
        }
    )
    goods, face_down = action.paid - tokens, tokens - shown
    tile = table.ruleset.tiles[action.tile]
    lost, gained = slots_of(tile.face(FRONT).powers), slots_of(tile.face(BACK).powers)
    return TileUpgraded(number, action.tile, goods, shown, face_down, action.open, lost, gained)

"""Upgrades: what turning a tile costs and which pieces may pay it (rules 3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from keyflower.extend.bills import Bill, hand_ways, resource_ways
from keyflower.extend.costs import counted
from keyflower.extend.goods import GoodKind
from keyflower.extend.handlers import Table
from keyflower.extend.powers import PAY_ANY_RESOURCE, slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.actions import Upgrade
from keyflower.model.enums import BACK, FRONT
from keyflower.model.events import TileUpgraded
from keyflower.model.names import tile_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat


def _bills(ruleset: Ruleset) -> dict[str, Bill]:
    """Return the costs of all tiles that can be turned."""
    return ruleset.remember(
        "bills",
        lambda: {
            tile.name: Bill.of(ruleset, tile.upgrade)
            for tile in ruleset.tiles.values()
            if tile.upgrade is not None and tile.upgradable
        },
    )


def _turnable(table: Table, seat: Seat) -> Iterator[tuple[str, Bill, Pool]]:
    """Iterate the tiles of a seat for which it has enough pieces, whatever their types: tile, cost, goods on it."""
    bills = _bills(table.ruleset)
    tokens = seat.skills.total + seat.open_skills.total
    for placed, spot in zip(seat.village.layout.tiles, seat.village.spots, strict=True):
        if spot.side == FRONT:
            bill = bills.get(placed.name)
            if bill is not None and bill.resources.total <= spot.goods.total and bill.skills.total <= tokens:
                yield placed.name, bill, spot.goods


def payments(table: Table, seat: Seat) -> Iterator[Upgrade]:  # must agree with refusals()
    """Iterate every way to turn one of the seat's tiles and to pay for it."""
    freely = PAY_ANY_RESOURCE in seat.powers
    for tile, bill, there in _turnable(table, seat):
        for goods in resource_ways(bill, there, freely=freely):
            for tokens, face_up in hand_ways(bill.skills, seat.skills, seat.open_skills):
                yield Upgrade(tile, goods + tokens, face_up)


def seems_possible(table: Table, seat: Seat) -> bool:
    """Return whether an upgrade looks possible to everybody: skill tokens are counted, not looked at."""
    freely = PAY_ANY_RESOURCE in seat.powers
    return any(resource_ways(bill, there, freely=freely) for _, bill, there in _turnable(table, seat))


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
    freely = PAY_ANY_RESOURCE in seat.powers
    if set(goods.pieces) - set(bill.every) or not bill.paid_by(
        goods, tokens + action.open, EMPTY, freely=freely
    ):
        yield Refusal("upgrade.cost", phrase("it costs {cost}", cost=tile.upgrade.words()), "3.4")


def upgraded(table: Table, number: int, action: Upgrade) -> TileUpgraded:
    """Return the event of a legal upgrade; tokens that pay for any type go back face down."""
    bill = _bills(table.ruleset)[action.tile]
    tokens = action.paid.only(table.ruleset.kind(GoodKind.SKILL))
    shown = bill.skills.shown(tokens, action.open)
    goods, face_down = action.paid - tokens, tokens - shown
    tile = table.ruleset.tiles[action.tile]
    lost, gained = slots_of(tile.face(FRONT).powers), slots_of(tile.face(BACK).powers)
    return TileUpgraded(number, action.tile, goods, shown, face_down, action.open, lost, gained)

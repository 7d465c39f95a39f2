"""Upgrades: what turning a tile costs and which pieces may pay it (rules 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from keyflower.extend.costs import Cost
from keyflower.extend.goods import GoodKind
from keyflower.extend.powers import PAY_ANY_RESOURCE
from keyflower.extend.table import Table
from keyflower.model.actions import Upgrade
from keyflower.model.events import TileUpgraded
from keyflower.model.state import Seat
from keyflower.vocabulary.errors import Refusal
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import FRONT


def _part(table: Table, cost: Cost, kind: GoodKind) -> tuple[Pool, int]:
    """Return the part of a cost in one kind of goods: named pieces, and pieces of any type."""
    named = cost.named.only(table.ruleset.kind(kind))
    return named, sum(number for free, number in cost.any if free == kind)


def _upgrade_cost(table: Table, seat: Seat, tile: str) -> Cost | None:
    """Return the cost of turning an own tile, if it can be turned at all."""
    if tile not in seat.village or seat.village.spot(tile).side != FRONT:
        return None
    known = table.ruleset.tiles[tile]
    return known.upgrade if known.upgradable else None


def _fits_resources(table: Table, seat: Seat, cost: Cost, paid: Pool) -> bool:
    """Return whether resources pay their part of a cost; wild ones stand for any other."""
    named, free = _part(table, cost, GoodKind.RESOURCE)
    if paid.total != named.total + free:
        return False
    if PAY_ANY_RESOURCE in seat.powers:
        return True
    goods = table.ruleset.goods
    surplus = sum(max(0, number - named[piece]) for piece, number in paid.items() if not goods[piece].wild)
    return surplus <= free


def _fits_skills(table: Table, cost: Cost, paid: Pool) -> bool:
    named, free = _part(table, cost, GoodKind.SKILL)
    return named <= paid and paid.total == named.total + free


def _handfuls(pool: Pool, size: int) -> Iterator[Pool]:
    """Iterate the ways to take exactly `size` pieces from a pool, in canonical order."""
    for amounts in product(*(range(min(number, size) + 1) for _, number in pool.items())):
        if sum(amounts) == size:
            yield Pool.of(dict(zip(pool.pieces, amounts, strict=True)))


def payments(table: Table, seat: Seat, tile: str) -> Iterator[Upgrade]:  # must agree with refusals()
    """Iterate every way to pay for turning a tile."""
    cost = _upgrade_cost(table, seat, tile)
    if cost is None:
        return
    resources, free_resources = _part(table, cost, GoodKind.RESOURCE)
    skills, free_skills = _part(table, cost, GoodKind.SKILL)
    there = seat.village.spot(tile).goods.only(table.ruleset.kind(GoodKind.RESOURCE))
    number = skills.total + free_skills
    for goods in _handfuls(there, resources.total + free_resources):
        if not _fits_resources(table, seat, cost, goods):
            continue
        for shown in range(min(number, seat.open_skills.total) + 1):
            for face_up in _handfuls(seat.open_skills, shown):
                for tokens in _handfuls(seat.skills, number - shown):
                    if _fits_skills(table, cost, tokens + face_up):
                        yield Upgrade(tile, goods + tokens, face_up)


def seems_possible(table: Table, seat: Seat, tile: str) -> bool:
    """Return whether an upgrade may be possible as far as everybody can see: tokens are counted, not read."""
    cost = _upgrade_cost(table, seat, tile)
    if cost is None:
        return False
    resources, free = _part(table, cost, GoodKind.RESOURCE)
    skills, free_skills = _part(table, cost, GoodKind.SKILL)
    if seat.skills.total + seat.open_skills.total < skills.total + free_skills:
        return False
    there = seat.village.spot(tile).goods.only(table.ruleset.kind(GoodKind.RESOURCE))
    return any(_fits_resources(table, seat, cost, goods) for goods in _handfuls(there, resources.total + free))


def refusals(table: Table, number: int, action: Upgrade, points: int) -> Iterator[Refusal]:
    """Say why an upgrade is not legal."""
    seat = table.state.seats[number]
    if points < 1:
        yield Refusal("upgrade.no-points", "no upgrade is left in this action", "3.4")
    if action.tile not in seat.village:
        yield Refusal("upgrade.not-yours", f"{action.tile} does not lie in your village", "3.4")
        return
    tile = table.ruleset.tiles[action.tile]
    if not tile.upgradable:
        yield Refusal("upgrade.one-sided", f"{tile.title} cannot be upgraded", "3.4")
        return
    if seat.village.spot(action.tile).side != FRONT:
        yield Refusal("upgrade.twice", f"{tile.title} is upgraded already", "3.4")
        return
    assert tile.upgrade is not None
    skills_known = table.ruleset.kind(GoodKind.SKILL)
    tokens = action.paid.only(skills_known)
    goods = action.paid - tokens
    there = seat.village.spot(action.tile).goods
    if not goods <= there:
        yield Refusal("upgrade.not-there", f"on {action.tile} there is {there or 'nothing'}", "3.4")
    if not tokens <= seat.skills or not action.open <= seat.open_skills:
        yield Refusal("upgrade.no-skill", "you do not have these skills", "3.4")
    fits = _fits_resources(table, seat, tile.upgrade, goods) and _fits_skills(
        table, tile.upgrade, tokens + action.open
    )
    if not fits or set(goods.pieces) - set(table.ruleset.kind(GoodKind.RESOURCE)):
        yield Refusal("upgrade.cost", f"it costs {tile.upgrade.words()}", "3.4")


def upgraded(table: Table, number: int, action: Upgrade) -> TileUpgraded:
    """Return the event of a legal upgrade; tokens of a cost that names no type go face down."""
    cost = table.ruleset.tiles[action.tile].upgrade
    assert cost is not None
    tokens = action.paid.only(table.ruleset.kind(GoodKind.SKILL))
    named, _ = _part(table, cost, GoodKind.SKILL)
    shown = EMPTY
    for piece, wanted in named.items():
        number_shown = min(tokens[piece], max(0, wanted - action.open[piece]))
        shown += Pool.of({piece: number_shown})
    return TileUpgraded(number, action.tile, action.paid - tokens, shown, tokens - shown, action.open)

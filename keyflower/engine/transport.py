"""Transport: moving pieces with the points of a tile, and upgrading (rules 3.3, 3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from keyflower.engine import prepared, upgrading
from keyflower.extend.goods import transport_in
from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.extend.moves import way_refusals
from keyflower.extend.powers import OVER_FIELDS
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal, named
from keyflower.kernel.text import phrase
from keyflower.model.actions import Done, Move, Spend, Upgrade
from keyflower.model.events import GoodMoved, StockSpent
from keyflower.model.names import good_name, place_name, some_of, suggest_tile, tile_name
from keyflower.model.pool import Pool
from keyflower.model.state import Seat
from keyflower.model.tasks import Haul

DONE: Final = Done()
_MOST_POINTS: Final = 100
"""No tile gives this many steps or upgrades, doubled ones included; spent produce adds a few."""


def _distance(seat: Seat, origin: str, target: str) -> int:
    """Return the steps between two tiles of a village, or -1 if no road leads there."""
    layout = seat.village.layout
    steps = layout.steps_of(layout.index[origin], over_fields=OVER_FIELDS in seat.powers)
    return steps[layout.index[target]]


def _goods_moves(seat: Seat, points: int) -> Iterator[Move]:  # must agree with _move_refusals()
    layout = seat.village.layout
    for place, spot in enumerate(seat.village.spots):
        if spot.goods.total:
            origin = layout.tiles[place].name
            steps = layout.steps_of(place, over_fields=OVER_FIELDS in seat.powers)
            targets = [layout.tiles[to].name for to, away in enumerate(steps) if 0 < away <= points]
            for good in spot.goods:
                for target in targets:
                    yield prepared.move(good, origin, target)


def _some_good_moves(seat: Seat) -> bool:
    """Return whether any good can move at all."""
    loaded = [place for place, spot in enumerate(seat.village.spots) if spot.goods.total]
    if not loaded:
        return False
    steps = seat.village.layout.steps(over_fields=OVER_FIELDS in seat.powers)
    return any(steps[place] for place in loaded)


def _spends(table: Table, seat: Seat) -> list[Spend]:  # must agree with Hauling.refusals()
    if not seat.stock.total:
        return []
    return [Spend(good) for good in seat.stock if table.ruleset.goods[good].transport]


class Hauling(BaseHandler[Haul]):
    """How the engine handles transport and upgrades, step by step."""

    def automatic(self, table: Table, task: Haul) -> Outcome | None:
        """Stop when everybody can see that nothing can be moved or upgraded any more."""
        seat = table.state.seats[task.seat]
        reach = task.points + transport_in(seat.stock, table.ruleset.goods)
        if reach and _some_good_moves(seat):
            return None
        if task.upgrades and upgrading.seems_possible(table, seat):
            return None
        return Outcome()

    def problem(self, table: Table, task: Haul) -> str:
        """Return what is wrong with the points."""
        fits = 0 <= task.points <= _MOST_POINTS and 0 <= task.upgrades <= _MOST_POINTS
        return "" if fits else f"no tile gives {task.points} steps and {task.upgrades} upgrades"

    def prompt(self, table: Table, task: Haul, seat: int) -> str:
        """Say which points are left."""
        points, upgrades = some_of("step", task.points), some_of("upgrade", task.upgrades)
        if task.points and task.upgrades:
            return phrase(
                "Transport: {points} and {upgrades} left; move, upgrade or done.",
                points=points,
                upgrades=upgrades,
            )
        if task.points:
            return phrase("Transport: {points} left; move or done.", points=points)
        if task.upgrades:
            return phrase("Transport: {upgrades} left; upgrade or done.", upgrades=upgrades)
        return phrase("Transport: no steps left; spend something for more, or done.")

    def options(self, table: Table, task: Haul, seat: int) -> Iterator[Sequence[Action]]:
        """Iterate moves of goods, goods to spend, upgrades, and done."""
        own = table.state.seats[seat]
        if task.points:
            yield list(_goods_moves(own, task.points))
        yield _spends(table, own)
        if task.upgrades:
            yield list(upgrading.payments(table, own))
        yield (DONE,)

    def refusals(self, table: Table, task: Haul, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a step is not legal."""
        own = table.state.seats[seat]
        match action:
            case Done():
                return ()
            case Move():
                return tuple(_move_refusals(table, own, action, task.points))
            case Upgrade():
                return tuple(upgrading.refusals(table, seat, action, task.upgrades))
            case Spend() if action in _spends(table, own):
                return ()
            case Spend():
                return (
                    Refusal(
                        "spend.none",
                        phrase("you have no {good} to spend", good=good_name(action.good)),
                        "3.3",
                    ),
                )
            case _:
                return (Refusal("haul.expected", phrase("move, upgrade or say done"), "3.3"),)

    def decide(self, table: Table, task: Haul, seat: int, action: Action) -> Outcome:
        """Carry out one step."""
        own = table.state.seats[seat]
        match action:
            case Move(good, origin, target):
                left = Haul(seat, task.points - _distance(own, origin, target), task.upgrades)
                return Outcome((GoodMoved(seat, good, origin, target),), (left,))
            case Spend(good):
                gained = table.ruleset.goods[good].transport
                spent = StockSpent(seat, Pool.of({good: 1}))
                return Outcome((spent,), (Haul(seat, task.points + gained, task.upgrades),))
            case Upgrade():
                event = upgrading.upgraded(table, seat, action)
                return Outcome((event,), (Haul(seat, task.points, task.upgrades - 1),))
            case _:
                return Outcome()


def _move_refusals(table: Table, seat: Seat, action: Move, points: int) -> Iterator[Refusal]:
    village = seat.village
    missing = [name for name in (action.origin, action.target) if name not in village]
    if missing:
        hint = suggest_tile(missing[0], village.names)
        yield Refusal(
            "move.no-tile",
            phrase("{missing} is not in your village{hint}", missing=place_name(missing[0]), hint=hint),
            "3.3",
            params=named(missing=missing[0]),
        )
        return
    no_way = Refusal(
        "move.no-way",
        phrase(
            "no road leads from {origin} to {target}",
            origin=tile_name(action.origin),
            target=tile_name(action.target),
        ),
        "3.3",
    )
    there = village.spot(action.origin).goods
    yield from way_refusals(action, there, _distance(seat, action.origin, action.target), points, no_way)

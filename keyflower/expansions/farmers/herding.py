"""Driving animals: transport also moves them, from pasture to pasture (rules 3.3, 3.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from keyflower.expansions.farmers.herds import MIXED_HERDS, AnimalMoved, admits, herd, herds_of
from keyflower.extend import (
    ON_PASTURES,
    Action,
    Compiled,
    Haul,
    Move,
    Outcome,
    Refusal,
    Seat,
    Table,
    Widening,
    counted,
    named,
    phrase,
    place_name,
    suggest_tile,
    transport_in,
    way_refusals,
)


def _moves(seat: Seat, points: int) -> Iterator[Move]:  # must agree with _refusals()
    herds = dict(herds_of(seat.village))
    mixed = MIXED_HERDS in seat.powers
    for origin, animals in herds.items():
        steps = seat.village.layout.pasture_steps(origin)
        for species in animals:
            for target, away in steps.items():
                # as admits() does, but the targets are ids already
                if 0 < away <= points and (
                    mixed or target not in herds or herds[target].pieces == (species,)
                ):
                    yield Move(species, origin, target)


class Driving(Widening[Haul]):
    """Transport with animals: they move from pasture to pasture."""

    compiled: ClassVar[Compiled] = Compiled(ON_PASTURES)

    def automatic(self, table: Table, task: Haul) -> Outcome | Action | None:
        """Go on while an animal could still move, counting the points of what could be spent."""
        outcome = self.inner.automatic(table, task)
        if outcome is None:
            return None
        seat = table.state.seats[task.seat]
        reach = task.points + transport_in(seat.stock, table.ruleset.goods)
        return None if reach and any(_moves(seat, reach)) else outcome

    def options(self, table: Table, task: Haul, seat: int) -> Iterable[Sequence[Action]]:
        """Offer the moves of animals after those of goods."""
        batches = [*self.inner.options(table, task, seat)]
        if task.points:
            batches.insert(1, list(_moves(table.state.seats[seat], task.points)))
        return batches

    def refusals(self, table: Table, task: Haul, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Say why an animal cannot move there."""
        own = table.state.seats[seat]
        if isinstance(action, Move) and action.origin not in own.village:
            return tuple(_refusals(own, action, task.points))
        return self.inner.refusals(table, task, seat, action)

    def decide(self, table: Table, task: Haul, seat: int, action: Action) -> Outcome:
        """Move the animal."""
        own = table.state.seats[seat]
        if isinstance(action, Move) and action.origin not in own.village:
            away = own.village.layout.pasture_steps(action.origin)[action.target]
            left = Haul(seat, task.points - away, task.upgrades)
            return Outcome((AnimalMoved(seat, action.good, action.origin, action.target),), (left,))
        return self.inner.decide(table, task, seat, action)


def _refusals(seat: Seat, action: Move, points: int) -> Iterator[Refusal]:
    village = seat.village
    pastures = [pasture.id for pasture in village.pastures]
    missing = [name for name in (action.origin, action.target) if name not in pastures]
    if missing:
        hint = suggest_tile(missing[0], [*village.names, *pastures])
        yield Refusal(
            "move.no-tile",
            phrase(
                "{missing} is neither a tile nor a pasture of yours{hint}",
                missing=place_name(missing[0]),
                hint=hint,
            ),
            "3.3",
            params=named(missing=missing[0]),
        )
        return
    if not admits(seat, action.target, action.good):
        there = herd(village, action.target)
        yield Refusal(
            "move.other-species",
            phrase(
                "{target} already holds {there}, and species do not share a pasture",
                target=place_name(action.target),
                there=counted(there),
            ),
            "3.5",
        )
    no_way = Refusal(
        "move.no-way",
        phrase(
            "no way leads from {origin} to {target}",
            origin=place_name(action.origin),
            target=place_name(action.target),
        ),
        "3.3",
    )
    away = village.layout.pasture_steps(action.origin).get(action.target, -1)
    yield from way_refusals(action, herd(village, action.origin), away, points, no_way)

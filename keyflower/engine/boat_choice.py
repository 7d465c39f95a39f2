"""Boats: who chooses one first, the choice itself, and the goods of won turn-order tiles (rules 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyflower.extend.effects import gained
from keyflower.extend.handlers import Outcome, Table
from keyflower.kernel.actions import Action
from keyflower.kernel.combinators import Question
from keyflower.kernel.errors import Refusal, refused
from keyflower.kernel.events import Event
from keyflower.kernel.text import phrase
from keyflower.model.actions import Take
from keyflower.model.enums import FRONT, WINTER, TileKind
from keyflower.model.events import BoatTaken, StartPlayerChanged
from keyflower.model.lots import Lot
from keyflower.model.names import tile_name, tile_names, titles
from keyflower.model.state import AnyState
from keyflower.model.tasks import Phase, Resolve, TakeBoat

_TURN_ORDER: Final = TileKind.TURN_ORDER  # a member of an enumeration takes ten times as long to find


def turn_order_lots(table: Table) -> tuple[Lot, ...]:
    """Return the turn-order tiles that are up for auction, in order."""
    tiles = table.ruleset.tiles
    return tuple([lot for lot in table.state.lots if tiles[lot.tile].kind is _TURN_ORDER])


def end_boats(table: Table) -> Outcome:
    """E5a: boats are chosen, one seat after the other (rules 4.2); called again after each choice."""
    state = table.state
    again = Phase("end.boats")
    lots = turn_order_lots(table)
    events: tuple[Event, ...] = ()
    reference = state.start
    for lot in lots:
        winner = lot.leader
        if winner < 0:
            continue
        if lot is lots[-1] and winner != reference:
            events, reference = (StartPlayerChanged(winner),), winner
        if not state.seats[winner].boat:
            return Outcome(events, (TakeBoat(winner), again))
    for step in range(len(state.seats)):
        seat = (reference + step) % len(state.seats)
        if not state.seats[seat].boat:
            return Outcome(events, (TakeBoat(seat), again))
    return Outcome(events)


def _free(state: AnyState) -> list[str]:
    return [berth.boat for berth in state.berths if not berth.taken]


class Boarding(Question[Table, TakeBoat, Take]):
    """How the engine handles the choice of a boat."""

    answer = Take

    def automatic(self, table: Table, task: TakeBoat) -> Action | None:
        """Take the last boat without asking."""
        free = _free(table.state)
        return Take(free[0]) if len(free) == 1 else None

    def problem(self, table: Table, task: TakeBoat) -> str:
        """Return whether the seat has a boat already."""
        boat = table.state.seats[task.seat].boat
        return f"seat {task.seat} has {boat} and cannot take another boat" if boat else ""

    def prompt(self, table: Table, task: TakeBoat, seat: int) -> str:
        """Name the boats that are left."""
        return phrase("Take a boat: {boats}.", boats=titles(table.ruleset.tiles, _free(table.state)))

    def answers(self, table: Table, task: TakeBoat, seat: int) -> Sequence[Take]:
        """Return the boats that are left, in row order."""
        return [Take(boat) for boat in _free(table.state)]

    def expected(self, table: Table, task: TakeBoat, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return that a boat is taken first."""
        possible = tile_names(_free(table.state))
        return refused("take.expected", "4.2", "first take a boat: {possible}", possible=possible)

    def unfit(self, table: Table, task: TakeBoat, seat: int, action: Take) -> tuple[Refusal, ...]:
        """Return which boats can be taken."""
        gaps = {"boat": tile_name(action.boat), "possible": tile_names(_free(table.state))}
        return refused("take.not-free", "4.2", "{boat} is not free: you can take {possible}", **gaps)

    def answered(self, table: Table, task: TakeBoat, seat: int, action: Take) -> Outcome:
        """Take the boat, and the goods of every turn-order tile won."""
        state = table.state
        berth = next(berth for berth in state.berths if berth.boat == action.boat)
        kept = state.season is WINTER
        home = state.seats[seat].village.layout.tiles[0].name
        goods = tuple(
            Resolve(seat, lot.tile, lot.side, "goods", home)
            for lot in state.lots
            if lot.leader == seat and table.ruleset.tiles[lot.tile].goods is not None
        )
        taken = BoatTaken(seat, action.boat, berth.workers, berth.skills, kept, berth.cargo)
        cargo = gained(table.ruleset, Resolve(seat, action.boat, FRONT, "cargo", home), berth.cargo)
        return Outcome((taken, *cargo.events), (*cargo.then, *goods))

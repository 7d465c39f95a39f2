"""Animals on pastures: where one may be added or end its move (rules 3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keyflower.extend.powers import MIXED_HERDS
from keyflower.extend.table import BaseHandler, Outcome, Table
from keyflower.model.actions import Action, Put
from keyflower.model.decisions import PutAnimals, Task
from keyflower.model.events import AnimalAdded
from keyflower.model.state import Seat
from keyflower.vocabulary.errors import Refusal
from keyflower.vocabulary.pool import some


def admits(seat: Seat, pasture: str, species: str) -> bool:
    """Return whether a pasture takes one more animal of a species."""
    herd = seat.village.herd(pasture)
    return not herd or herd.pieces == (species,) or MIXED_HERDS in seat.powers


class Putting(BaseHandler):
    """How the engine handles new animals."""

    def _ways(self, table: Table, task: PutAnimals) -> Iterator[Put]:  # must agree with refusals()
        seat = table.state.seats[task.seat]
        pastures = seat.village.layout.pastures_of(task.target)
        for species in task.animals:
            if table.state.supply[species]:
                for pasture in pastures:
                    if admits(seat, pasture.id, species):
                        yield Put(species, pasture.id)

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Put the animals without asking where only one pasture takes them; leave those that none takes."""
        assert isinstance(task, PutAnimals)
        ways = list(self._ways(table, task))
        if not ways:
            return Outcome()
        return self.decide(table, task, task.seat, ways[0]) if len(ways) == 1 else None

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Say what has to be put where."""
        assert isinstance(task, PutAnimals)
        return f"Put {task.animals} on a pasture that touches {table.ruleset.tiles[task.target].title}."

    def menus(self, table: Table, task: Task, seat: int) -> Sequence[Sequence[Action]]:
        """Return the pastures for each species."""
        assert isinstance(task, PutAnimals)
        return (list(self._ways(table, task)),)

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an animal cannot be put there."""
        assert isinstance(task, PutAnimals)
        own = table.state.seats[seat]
        if not isinstance(action, Put):
            return (Refusal("put.expected", f"first put the new animals: {task.animals}", "3.1"),)
        found = []
        if not task.animals[action.good]:
            found.append(Refusal("put.other-animal", f"no {action.good} is to be put: {task.animals}", "3.1"))
        elif not table.state.supply[action.good]:
            found.append(Refusal("put.none-left", f"no {action.good} is left in the supply", "3.1"))
        ids = [pasture.id for pasture in own.village.layout.pastures_of(task.target)]
        if action.pasture not in ids:
            found.append(
                Refusal("put.no-pasture", f"the pastures of {task.target} are {', '.join(ids)}", "3.1")
            )
        elif not admits(own, action.pasture, action.good):
            herd = own.village.herd(action.pasture)
            found.append(Refusal("put.other-species", f"{herd} are on {action.pasture}", "3.5"))
        return tuple(found)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Put the animal, and go on with the rest."""
        assert isinstance(task, PutAnimals) and isinstance(action, Put)
        rest = task.animals - some(action.good)
        then = (PutAnimals(seat, rest, task.target),) if rest else ()
        return Outcome((AnimalAdded(seat, action.good, action.pasture),), then)

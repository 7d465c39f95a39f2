"""Breeding at the end of spring, summer and autumn, before building (rules 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import compiled as words
from keyflower.extend.compiled import Compiled, compiled_as
from keyflower.extend.expansion import SeasonPhase
from keyflower.extend.powers import MIXED_HERDS
from keyflower.extend.table import BaseHandler, Outcome, Table
from keyflower.model.actions import Action, Put
from keyflower.model.decisions import Task
from keyflower.model.event import Event
from keyflower.model.events import AnimalAdded
from keyflower.model.state import Seat
from keyflower.vocabulary.errors import Refusal
from keyflower.vocabulary.types import Season


@frozen
class ChooseBreeding(Task):
    """A seat chooses in which of its pastures animals are born, because the supply is short."""

    tag: ClassVar[str] = "farmers.choose-breeding"
    seat: int
    """Who chooses."""
    good: str
    """The species."""
    pastures: tuple[str, ...]
    """The pastures in which one could still be born."""
    number: int
    """How many are left in the supply."""


def newborn(seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return, by species, the pastures of a seat in which an animal is born.

    A pasture breeds with two animals of its only species; sharing does not stop it for the owner of
    the power to mix herds.
    """
    mixed = MIXED_HERDS in seat.powers
    born: dict[str, tuple[str, ...]] = {}
    for pasture, herd in seat.village.herds:
        for species, number in herd.items():
            if number >= 2 and (mixed or herd.pieces == (species,)):
                born[species] = (*born.get(species, ()), pasture)
    return born


@compiled_as(Compiled(words.BREEDING))
def breed(table: Table) -> Outcome:
    """Let the herds of all seats breed, the new start player's first and then clockwise."""
    state = table.state
    left = dict(state.supply.items())
    events: list[Event] = []
    choices: list[Task] = []
    for turn in range(len(state.seats)):
        number = (state.start + turn) % len(state.seats)
        for species, pastures in newborn(state.seats[number]).items():
            available = left.get(species, 0)
            left[species] = max(0, available - len(pastures))
            if available >= len(pastures):
                events += [AnimalAdded(number, species, pasture) for pasture in pastures]
            elif available:
                choices.append(ChooseBreeding(number, species, pastures, available))
    return Outcome(tuple(events), tuple(choices))


class BreedingHandler(BaseHandler):
    """What the engine needs to know about `ChooseBreeding`."""

    compiled: ClassVar[Compiled] = Compiled(words.BREEDING)

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Breed without asking where every pasture gets its animal, or none does."""
        choice = _choice(task)
        if 0 < choice.number < len(choice.pastures):
            return None
        pastures = choice.pastures if choice.number else ()
        return Outcome(tuple(AnimalAdded(choice.seat, choice.good, pasture) for pasture in pastures))

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Return the sentence that a front-end shows to the seat."""
        choice = _choice(task)
        return (
            f"The supply has only {choice.number} {choice.good}: choose a pasture in which one is born "
            f"({', '.join(choice.pastures)})"
        )

    def menus(self, table: Table, task: Task, seat: int) -> Iterable[Sequence[Action]]:
        """Return one action for each pasture."""
        # must agree with refusals()
        choice = _choice(task)
        return ([Put(choice.good, pasture) for pasture in choice.pastures],)

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now; none if it is."""
        choice = _choice(task)
        if not isinstance(action, Put):
            right = ", ".join(f"put {choice.good} {pasture}" for pasture in choice.pastures)
            text = f"first choose where a {choice.good} is born: {right}"
            return (Refusal("breeding.choose", text, "4.3"),)
        reasons = []
        if action.good != choice.good:
            reasons.append(
                Refusal("breeding.species", f"a {choice.good} is born now, not a {action.good}", "4.3")
            )
        if action.pasture not in choice.pastures:
            text = f"no {choice.good} is born on {action.pasture}; one can be on {', '.join(choice.pastures)}"
            reasons.append(Refusal("breeding.pasture", text, "4.3"))
        return tuple(reasons)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Let the animal be born, and ask again while some are left."""
        choice = _choice(task)
        assert isinstance(action, Put), action
        rest = tuple(pasture for pasture in choice.pastures if pasture != action.pasture)
        left = choice.number - 1
        then = (ChooseBreeding(choice.seat, choice.good, rest, left),) if left else ()
        return Outcome((AnimalAdded(choice.seat, choice.good, action.pasture),), then)


def _choice(task: Task) -> ChooseBreeding:
    assert isinstance(task, ChooseBreeding), task
    return task


BREEDING = SeasonPhase(
    "farmers.breeding",
    after="end.powers",
    run=breed,
    seasons=(Season.SPRING, Season.SUMMER, Season.AUTUMN),
    title="Breeding",
)
"""The step between the boats' powers and building (rules 4.1, E6)."""

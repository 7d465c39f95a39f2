"""Breeding at the end of spring, summer and autumn, before building (rules 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.expansions.farmers.animal_placement import Put
from keyflower.expansions.farmers.herds import MIXED_HERDS, AnimalAdded, herds_of
from keyflower.extend import (
    GROWING,
    OR,
    Action,
    BaseHandler,
    Compiled,
    Event,
    Outcome,
    Refusal,
    Season,
    SeasonPhase,
    Seat,
    Table,
    Task,
    compiled_as,
    good_name,
    listed,
    named,
    phrase,
    pieces_of,
    place_name,
    place_title,
)


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
    """Return, for each species, the pastures of a seat in which an animal is born.

    A pasture breeds with two animals of its only species; sharing does not stop it for the owner of
    the power to mix herds.
    """
    mixed = MIXED_HERDS in seat.powers
    born: dict[str, tuple[str, ...]] = {}
    for pasture, herd in herds_of(seat.village):
        for species, number in herd.items():
            if number >= 2 and (mixed or herd.pieces == (species,)):
                born[species] = (*born.get(species, ()), pasture)
    return born


@compiled_as(Compiled(GROWING))
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


class BreedingHandler(BaseHandler[ChooseBreeding]):
    """What the engine needs to know about `ChooseBreeding`."""

    compiled: ClassVar[Compiled] = Compiled(GROWING)

    def automatic(self, table: Table, task: ChooseBreeding) -> Outcome | None:
        """Breed without asking if the supply is enough for every pasture, or empty."""
        if 0 < task.number < len(task.pastures):
            return None
        pastures = task.pastures if task.number else ()
        return Outcome(tuple(AnimalAdded(task.seat, task.good, pasture) for pasture in pastures))

    def problem(self, table: Table, task: ChooseBreeding) -> str:
        """Return what is wrong with the births that wait."""
        born = newborn(table.state.seats[task.seat]).get(task.good, ())
        if len(set(task.pastures)) < len(task.pastures) or not set(task.pastures) <= set(born):
            return f"{task.good} cannot be born on {', '.join(task.pastures)[:100]}"
        waiting = [other for other in table.state.agenda if isinstance(other, ChooseBreeding)]
        wanted = sum(other.number for other in waiting if other.good == task.good)
        if not 0 < task.number <= wanted <= table.state.supply[task.good]:
            return f"{wanted} {task.good} are to be born, but the supply has {table.state.supply[task.good]}"
        return ""

    def prompt(self, table: Table, task: ChooseBreeding, seat: int) -> str:
        """Return the sentence that a front-end shows to the seat."""
        return phrase(
            "Only {pieces} left in the supply: choose a pasture for the next one ({pastures})",
            pieces=pieces_of(task.good, task.number),
            pastures=listed([place_title(pasture, table.ruleset.tiles) for pasture in task.pastures]),
        )

    def options(self, table: Table, task: ChooseBreeding, seat: int) -> Iterable[Sequence[Action]]:
        """Return one action for each pasture."""
        # must agree with refusals()
        return ([Put(task.good, pasture) for pasture in task.pastures],)

    def refusals(self, table: Table, task: ChooseBreeding, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now; empty if it is legal."""
        if not isinstance(action, Put):
            right = listed(map(place_name, task.pastures), OR)
            text = phrase(
                "first choose where a {good} is born: {pastures}", good=good_name(task.good), pastures=right
            )
            return (
                Refusal("breeding.choose", text, "4.3", params=named(good=task.good, pastures=task.pastures)),
            )
        reasons = []
        if action.good != task.good:
            reasons.append(
                Refusal(
                    "breeding.species",
                    phrase(
                        "a {good} is born now, not a {given}",
                        good=good_name(task.good),
                        given=good_name(action.good),
                    ),
                    "4.3",
                )
            )
        if action.pasture not in task.pastures:
            text = phrase(
                "{good} cannot breed on {pasture}; possible: {pastures}",
                good=good_name(task.good),
                pasture=place_name(action.pasture),
                pastures=listed(map(place_name, task.pastures)),
            )
            reasons.append(Refusal("breeding.pasture", text, "4.3"))
        return tuple(reasons)

    def decide(self, table: Table, task: ChooseBreeding, seat: int, action: Action) -> Outcome:
        """Let the animal be born, and ask again while some are left."""
        assert isinstance(action, Put), action
        rest = tuple(pasture for pasture in task.pastures if pasture != action.pasture)
        left = task.number - 1
        then = (ChooseBreeding(task.seat, task.good, rest, left),) if left else ()
        return Outcome((AnimalAdded(task.seat, task.good, action.pasture),), then)


BREEDING = SeasonPhase(
    "farmers.breeding",
    after="end.powers",
    run=breed,
    seasons=(Season.SPRING, Season.SUMMER, Season.AUTUMN),
    title="Breeding",
)
"""The step between the boats' powers and building (rules 4.1, E6)."""

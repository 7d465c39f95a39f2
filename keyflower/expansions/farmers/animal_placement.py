"""Putting new animals on pastures (rules 3.1, 3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import evolve, frozen

from keyflower.expansions.farmers.herds import ANIMAL, AnimalAdded, admits, herd
from keyflower.extend import (
    BLANK,
    ON_PASTURES,
    Action,
    ActionSyntaxError,
    AnyState,
    BaseHandler,
    Compiled,
    Outcome,
    Outline,
    PathStep,
    PieceKind,
    Pool,
    Refusal,
    Resolve,
    Shape,
    Table,
    Task,
    Words,
    Worth,
    compiled_as,
    counted,
    good_name,
    listed,
    oval,
    phrase,
    place_name,
    tile_name,
)


@frozen
class Put(Action):
    """Put one new animal on a pasture."""

    verb: ClassVar[str] = "put"
    compiled: ClassVar[Compiled] = Compiled(ON_PASTURES)
    good: str
    """The animal."""
    pasture: str
    """The pasture, named by any of its parts (``home_1/2``)."""

    def path(self) -> tuple[PathStep, ...]:
        """Return the pasture and the animal."""
        return (("pasture", self.pasture), ("good", self.good))

    def __str__(self) -> str:
        return f"put {self.good} {self.pasture}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Put:
        """Read an animal and one of the seat's pastures."""
        good, _, pasture = rest.partition(" ")
        if not pasture.strip():
            raise ActionSyntaxError(
                phrase("'put' needs an animal and a pasture, as in '{example}'", example="put sheep home/2")
            )
        return cls(words.good(good), words.place(pasture.strip()))

    def named(self, state: AnyState, seat: int) -> Put:
        """Return the action with the pasture named by its id."""
        pasture = state.seats[seat].village.layout.pasture(self.pasture)
        return self if pasture is None or pasture.id == self.pasture else evolve(self, pasture=pasture.id)


@frozen
class PutAnimals(Task):
    """A seat puts new animals on pastures that touch a tile."""

    tag: ClassVar[str] = "put-animals"
    finishes: ClassVar[bool] = True
    seat: int
    """Who gets them."""
    animals: Pool
    """The animals still to be put."""
    target: str
    """The own tile whose pastures may take them."""


@compiled_as(Compiled(ON_PASTURES))
def _gained(task: Resolve, animals: Pool) -> Task:
    return PutAnimals(task.seat, animals, task.target)


_ANY_ANIMAL = Shape(
    (Outline("M-6 5L-6 10.5M6 5L6 10.5", width=2), Outline(oval(0, -1, 11, 8), BLANK)),
    at=(0, -1),
    size=(23, 22),
)

ANIMALS = PieceKind(
    ANIMAL, _gained, "lives on pastures", joker=True, look=_ANY_ANIMAL, worth=Worth(multiplies=True)
)
"""Animals live on pastures: whoever gains some says where."""


class Putting(BaseHandler[PutAnimals]):
    """How new animals are put on pastures."""

    compiled: ClassVar[Compiled] = Compiled(ON_PASTURES)

    def _ways(self, table: Table, task: PutAnimals) -> Iterator[Put]:  # must agree with refusals()
        seat = table.state.seats[task.seat]
        pastures = seat.village.layout.pastures_of(task.target)
        for species in task.animals:
            if table.state.supply[species]:
                for pasture in pastures:
                    if admits(seat, pasture.id, species):
                        yield Put(species, pasture.id)

    def automatic(self, table: Table, task: PutAnimals) -> Outcome | Action | None:
        """Put animals without asking if only one pasture takes them; those that none takes are lost."""
        ways = list(self._ways(table, task))
        if not ways:
            return Outcome()
        return ways[0] if len(ways) == 1 else None

    def problem(self, table: Table, task: PutAnimals) -> str:
        """Return what is wrong with the animals that wait."""
        if task.target not in table.state.seats[task.seat].village:
            return f"{task.target} does not lie in the village of seat {task.seat}"
        strange = [piece for piece in task.animals if piece not in table.ruleset.kind(ANIMAL)]
        return f"{strange[0]} cannot be put on a pasture" if strange else ""

    def prompt(self, table: Table, task: PutAnimals, seat: int) -> str:
        """Say what has to be put where."""
        title = tile_name(task.target, table.ruleset.tiles[task.target].title)
        return phrase(
            "Put {animals} on a pasture that touches {tile}.", animals=counted(task.animals), tile=title
        )

    def options(self, table: Table, task: PutAnimals, seat: int) -> Sequence[Sequence[Action]]:
        """Return the pastures for each species."""
        return (list(self._ways(table, task)),)

    def refusals(self, table: Table, task: PutAnimals, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an animal cannot be put there."""
        own = table.state.seats[seat]
        if not isinstance(action, Put):
            return (
                Refusal(
                    "put.expected",
                    phrase("first put the new animals on pastures: {animals}", animals=counted(task.animals)),
                    "3.1",
                ),
            )
        found = []
        if not task.animals[action.good]:
            found.append(
                Refusal(
                    "put.other-animal",
                    phrase(
                        "you have no new {good} to put, only {animals}",
                        good=good_name(action.good),
                        animals=counted(task.animals),
                    ),
                    "3.1",
                )
            )
        elif not table.state.supply[action.good]:
            found.append(
                Refusal(
                    "put.none-left",
                    phrase("no {good} is left in the supply", good=good_name(action.good)),
                    "3.1",
                )
            )
        ids = [pasture.id for pasture in own.village.layout.pastures_of(task.target)]
        if action.pasture not in ids:
            found.append(
                Refusal(
                    "put.no-pasture",
                    phrase(
                        "choose a pasture that touches {target}: {pastures}",
                        target=tile_name(task.target),
                        pastures=listed(map(place_name, ids)),
                    ),
                    "3.1",
                )
            )
        elif not admits(own, action.pasture, action.good):
            there = herd(own.village, action.pasture)
            found.append(
                Refusal(
                    "put.other-species",
                    phrase(
                        "{pasture} already holds {there}, and species do not share a pasture",
                        pasture=place_name(action.pasture),
                        there=counted(there),
                    ),
                    "3.5",
                )
            )
        return tuple(found)

    def decide(self, table: Table, task: PutAnimals, seat: int, action: Action) -> Outcome:
        """Put the animal, and continue with the rest."""
        assert isinstance(action, Put)
        rest = task.animals.less(action.good, 1)
        then = (PutAnimals(seat, rest, task.target),) if rest else ()
        return Outcome((AnimalAdded(seat, action.good, action.pasture),), then)

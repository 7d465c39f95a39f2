"""What the rules hand to effects, phases and handlers: the table to read from, and the outcome to return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import define

from keyflower.model.actions import Action
from keyflower.model.decisions import Task
from keyflower.model.event import Event
from keyflower.model.state import Position
from keyflower.vocabulary.errors import Refusal
from keyflower.vocabulary.pool import Pool

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset


class Dealer(Protocol):
    """Answers every question of chance; it is the only source of randomness."""

    def draw(self, pool: Pool, number: int, *, reason: str) -> Pool:
        """Return up to `number` pieces drawn from a pool, each piece equally likely."""
        ...

    def pick(self, names: Sequence[str], number: int, *, reason: str) -> tuple[str, ...]:
        """Return `number` different names, in the order drawn, each equally likely."""
        ...


@define  # not frozen: a step makes several of both, and nobody keeps them
class Table:
    """The ruleset, the state and the dealer: all that a rule may look at."""

    ruleset: Ruleset
    """The composed rules."""
    state: Position
    """The state as it is now."""
    dealer: Dealer
    """The source of chance."""


@define
class Outcome:
    """What a rule returns: the facts, and what is to be done next."""

    events: tuple[Event, ...] = ()
    """What happened."""
    then: tuple[Task, ...] = ()
    """What is to be done before everything else on the agenda."""
    stays: bool = False
    """Whether the task itself stays on the agenda (behind `then`), because other seats still decide."""


NOTHING_HAPPENS = Outcome()
"""The outcome without events and tasks."""


class Handler(Protocol):
    """What the engine needs to know about one kind of task."""

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Do the task without asking anybody, or return `None` if a seat has to decide.

        A choice that is forced only by what is behind a screen must be asked all the same, or the
        engine's haste would tell the others what is hidden there.
        """
        ...

    def seats(self, table: Table, task: Task) -> tuple[int, ...]:
        """Return the seats that have to decide now."""
        ...

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Return the sentence that a front-end shows to the seat."""
        ...

    def menus(self, table: Table, task: Task, seat: int) -> Iterable[Sequence[Action]]:
        """Return the legal actions in canonical order, in ready-made pieces."""
        ...

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now; none if it is."""
        ...

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Return what a legal action leads to."""
        ...


class Widening:
    """A handler that stands before another one: derive from it to let a task of others have more actions.

    What it does not say itself is what the other one says; `inner` is the other one.
    """

    def __init__(self, inner: Handler) -> None:
        """Stand before a handler."""
        self.inner = inner

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Do what the other one does without asking."""
        return self.inner.automatic(table, task)

    def seats(self, table: Table, task: Task) -> tuple[int, ...]:
        """Ask whom the other one asks."""
        return self.inner.seats(table, task)

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Say what the other one says."""
        return self.inner.prompt(table, task, seat)

    def menus(self, table: Table, task: Task, seat: int) -> Iterable[Sequence[Action]]:
        """Offer what the other one offers."""
        return self.inner.menus(table, task, seat)

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Refuse what the other one refuses."""
        return self.inner.refusals(table, task, seat, action)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Return what the other one returns."""
        return self.inner.decide(table, task, seat, action)


class BaseHandler:
    """A handler with the usual answers: waits for the seat of the task; derive from it and say what differs."""

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Ask the seat."""
        return None

    def seats(self, table: Table, task: Task) -> tuple[int, ...]:
        """Return the seat that the task names."""
        seat = getattr(task, "seat", None)
        return () if seat is None else (seat,)

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Return a sentence made from the name of the task."""
        return f"Decide: {task.tag.replace('-', ' ')}."

    def menus(self, table: Table, task: Task, seat: int) -> Iterable[Sequence[Action]]:
        """Return no actions."""
        return ()

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Refuse everything."""
        return (Refusal("task.automatic", "nothing is to be decided here", "2.2"),)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Change nothing."""
        return NOTHING_HAPPENS

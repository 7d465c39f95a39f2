"""What the kernel hands to the rules of a game, and what they return: a table to read from, a handler, an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import define

from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.events import Event
from keyflower.kernel.pool import BasePool
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import name, phrase

PoolT = TypeVar("PoolT", bound=BasePool)
RulesT = TypeVar("RulesT")
PositionT = TypeVar("PositionT")
TableT = TypeVar("TableT")
TableT_contra = TypeVar("TableT_contra", contravariant=True)
TaskT = TypeVar("TaskT", bound=Task)
TaskT_contra = TypeVar("TaskT_contra", bound=Task, contravariant=True)


class Dealer(Protocol):
    """Makes every random draw; it is the only source of randomness."""

    def draw(self, pool: PoolT, number: int, *, reason: str) -> PoolT:
        """Return up to `number` pieces drawn from a pool, each piece equally likely."""
        ...

    def pick(self, names: Sequence[str], number: int, *, reason: str) -> tuple[str, ...]:
        """Return `number` different names, in the order drawn, each equally likely."""
        ...


@define  # not frozen: a step makes several of both, and nobody keeps them
class Table(Generic[RulesT, PositionT]):
    """The rules, the state and the dealer: all that a rule may look at."""

    ruleset: RulesT
    """The rules of this game."""
    state: PositionT
    """The state as it is now."""
    dealer: Dealer
    """The source of chance."""


@define
class Outcome:
    """What a rule returns: what happened, and what has to be done next."""

    events: tuple[Event, ...] = ()
    """What happened."""
    then: tuple[Task, ...] = ()
    """The tasks that come before everything else on the agenda."""
    stays: bool = False
    """Whether the task itself stays on the agenda (after `then`), because other seats still have to decide."""


@lru_cache(maxsize=64)
def alone(seat: int) -> tuple[int, ...]:
    """Return one seat by itself, as a shared tuple: every game keeps who decides."""
    return (seat,)


NOTHING_HAPPENS = Outcome()
"""The outcome without events and tasks."""


class Handler(Protocol[TableT_contra, TaskT_contra]):
    """What the kernel needs to know about one kind of task."""

    def automatic(self, table: TableT_contra, task: TaskT_contra) -> Outcome | Action | None:
        """Do the task without asking anybody, or return `None` if a seat has to decide.

        If everybody can see that a seat has only one choice, return that action: it is then decided like any
        other, also by widenings of this handler. If only hidden information leaves a single choice, the seat
        must
        still be asked. Otherwise the others could tell what is hidden.
        """
        ...

    def seats(self, table: TableT_contra, task: TaskT_contra) -> tuple[int, ...]:
        """Return the seats that have to decide now."""
        ...

    def prompt(self, table: TableT_contra, task: TaskT_contra, seat: int) -> str:
        """Return the sentence that a front-end shows to the seat."""
        ...

    def options(self, table: TableT_contra, task: TaskT_contra, seat: int) -> Iterable[Sequence[Action]]:
        """Return the legal actions in canonical order, in batches of any size."""
        ...

    def refusals(
        self, table: TableT_contra, task: TaskT_contra, seat: int, action: Action
    ) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now; empty if it is legal."""
        ...

    def decide(self, table: TableT_contra, task: TaskT_contra, seat: int, action: Action) -> Outcome:
        """Return what a legal action leads to."""
        ...

    def problem(self, table: TableT_contra, task: TaskT_contra) -> str:
        """Return why a state from outside cannot have this task on its agenda, or the empty text.

        Check here whatever the task assumes, so that nobody gets a decision without options.
        """
        ...


AnyHandler = Handler[Any, Any]
"""A handler of any kind of task."""


def carried_out(handler: AnyHandler, table: Any, task: Task) -> Outcome | None:  # Any: the table of the game
    """Return the outcome of a task that needs no decision; `None` if a seat has to be asked."""
    outcome = handler.automatic(table, task)
    if isinstance(outcome, Action):
        return handler.decide(table, task, handler.seats(table, task)[0], outcome)
    return outcome


class BaseHandler(Generic[TableT, TaskT]):
    """A handler with the usual behaviour, which asks the seat of the task; derive from it and override what differs."""

    asks: ClassVar[str] = ""
    """What the seat is asked, if that is always the same."""

    def automatic(self, table: TableT, task: TaskT) -> Outcome | Action | None:
        """Ask the seat."""
        return None

    def seats(self, table: TableT, task: TaskT) -> tuple[int, ...]:
        """Return the seat that the task names."""
        seat = getattr(task, "seat", None)
        return () if seat is None else alone(seat)

    def prompt(self, table: TableT, task: TaskT, seat: int) -> str:
        """Return what the handler asks, or a sentence made from the name of the task."""
        return self.asks or phrase("Decide: {task}.", task=name("task", task.tag, task.tag.replace("-", " ")))

    def options(self, table: TableT, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Return no actions."""
        return ()

    def refusals(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Refuse everything."""
        return (Refusal("task.automatic", phrase("there is nothing to decide here"), ""),)

    def decide(self, table: TableT, task: TaskT, seat: int, action: Action) -> Outcome:
        """Change nothing."""
        return NOTHING_HAPPENS

    def problem(self, table: TableT, task: TaskT) -> str:
        """Assume nothing."""
        return ""

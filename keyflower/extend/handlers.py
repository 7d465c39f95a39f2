"""What the rules hand to effects, phases and handlers: the table to read from, and the outcome to return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from keyflower.kernel import table as kernel
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.table import NOTHING_HAPPENS, AnyHandler, Dealer, Outcome, TaskT
from keyflower.model.state import Position

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset

    Table: TypeAlias = kernel.Table[Ruleset, Position]
    """The ruleset, the state and the dealer: all that a rule may look at."""
else:
    Table = kernel.Table

Handler: TypeAlias = kernel.Handler[Table, TaskT]
"""What the engine needs to know about one kind of task: ``Handler[Haul]``."""
BaseHandler: TypeAlias = kernel.BaseHandler[Table, TaskT]
"""A handler with the usual answers: derive from ``BaseHandler[Haul]`` and say what differs."""


class Widening(kernel.BaseHandler[Table, TaskT]):
    """A handler that stands before another one: derive from it to let a task of others have more actions.

    What it does not say itself is what the other one says; `inner` is the other one.
    """

    def __init__(self, inner: AnyHandler) -> None:
        """Stand before a handler."""
        self.inner = inner

    def automatic(self, table: Table, task: TaskT) -> Outcome | None:
        """Do what the other one does without asking."""
        return self.inner.automatic(table, task)

    def seats(self, table: Table, task: TaskT) -> tuple[int, ...]:
        """Ask whom the other one asks."""
        return self.inner.seats(table, task)

    def prompt(self, table: Table, task: TaskT, seat: int) -> str:
        """Say what the other one says."""
        return self.inner.prompt(table, task, seat)

    def options(self, table: Table, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Offer what the other one offers."""
        return self.inner.options(table, task, seat)

    def refusals(self, table: Table, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Refuse what the other one refuses."""
        return self.inner.refusals(table, task, seat, action)

    def decide(self, table: Table, task: TaskT, seat: int, action: Action) -> Outcome:
        """Return what the other one returns."""
        return self.inner.decide(table, task, seat, action)


__all__ = [
    "NOTHING_HAPPENS",
    "AnyHandler",
    "BaseHandler",
    "Dealer",
    "Handler",
    "Outcome",
    "Table",
    "Widening",
]

"""What the rules hand to effects, phases and handlers: the table to read from, and the outcome to return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from keyflower.kernel import handlers as kernel
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.handlers import NOTHING_HAPPENS, AnyHandler, Dealer, Outcome, TaskT
from keyflower.model.state import AnyState

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset

    Table: TypeAlias = kernel.Table[Ruleset, AnyState]
    """The ruleset, the state and the dealer: all that a rule may look at."""
else:
    Table = kernel.Table

Handler: TypeAlias = kernel.Handler[Table, TaskT]
"""What the engine needs to know about one kind of task: ``Handler[Haul]``."""
BaseHandler: TypeAlias = kernel.BaseHandler[Table, TaskT]
"""A handler with the usual behaviour: derive from `BaseHandler[Haul]` and override what differs."""


class Widening(kernel.BaseHandler[Table, TaskT]):
    """A handler around another one: derive from it to add actions to a task of the engine or of another expansion.

    Whatever it does not override is done by the handler inside, `inner`.
    """

    def __init__(self, inner: AnyHandler) -> None:
        """Put this handler around another one."""
        self.inner = inner

    def automatic(self, table: Table, task: TaskT) -> Outcome | Action | None:
        """Do what the inner handler does without asking."""
        return self.inner.automatic(table, task)

    def seats(self, table: Table, task: TaskT) -> tuple[int, ...]:
        """Ask the same seats as the inner handler."""
        return self.inner.seats(table, task)

    def prompt(self, table: Table, task: TaskT, seat: int) -> str:
        """Return the sentence of the inner handler."""
        return self.inner.prompt(table, task, seat)

    def options(self, table: Table, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Offer the same actions as the inner handler."""
        return self.inner.options(table, task, seat)

    def refusals(self, table: Table, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Refuse for the same reasons as the inner handler."""
        return self.inner.refusals(table, task, seat, action)

    def decide(self, table: Table, task: TaskT, seat: int, action: Action) -> Outcome:
        """Return what the inner handler returns."""
        return self.inner.decide(table, task, seat, action)

    def problem(self, table: Table, task: TaskT) -> str:
        """Check what the inner handler checks."""
        return self.inner.problem(table, task)


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

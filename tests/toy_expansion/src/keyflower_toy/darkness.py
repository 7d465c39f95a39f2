"""What happens in the dark: an effect, an action and an event that tell the others less than the owner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    NOTHING_HAPPENS,
    OWNER,
    Action,
    ActionSyntaxError,
    BaseHandler,
    Draft,
    Effect,
    Event,
    Outcome,
    Pool,
    Refusal,
    Resolve,
    SkillsDrawn,
    Table,
    Task,
    Words,
    held,
)


@frozen
class Return(Action):
    """Put a skill token from behind the screen back on the stack, face down."""

    verb: ClassVar[str] = "return"
    token: str
    """The token."""

    def hidden(self) -> Return:
        """Return the action without the token: it goes face down."""
        return Return("?")

    def __str__(self) -> str:
        return f"return {self.token}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Return:
        """Read the token."""
        if not rest:
            raise ActionSyntaxError("'return' needs a skill token, as in 'return saw'")
        return cls(words.good(rest))


@frozen
class TokenReturned(Event):
    """A seat put a skill token back on the stack, face down."""

    tag: ClassVar[str] = "lanterns.token-returned"
    seat: int
    """Who put it back."""
    token: Pool = held(by=OWNER)
    """The token."""

    def apply(self, draft: Draft) -> None:
        """Move the token to the stack."""
        draft.seat(self.seat).skills -= self.token
        draft.stack += draft.unseen(self.token)


@frozen
class PutBack(Task):
    """A seat puts a token back; which ones it has is not said, as tasks are seen by all."""

    tag: ClassVar[str] = "lanterns.put-back"
    always_asks: ClassVar[bool] = True
    finishes: ClassVar[bool] = True
    seat: int
    """Who puts it back."""


@frozen
class Grope(Effect):
    """Draw skill tokens and put one back."""

    skills: int
    """How many are drawn."""

    @property
    def label(self) -> str:
        """The word a player says to choose it."""
        return "grope"

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return f"draw {self.skills} skills, then put 1 skill back face down"

    def available(self, table: Table) -> bool:
        """Return whether there is anything to draw."""
        return bool(table.state.stack)

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Draw, and ask what goes back."""
        if not table.state.stack:
            return NOTHING_HAPPENS
        drawn = table.dealer.draw(table.state.stack, self.skills, reason="skills groped for")
        return Outcome((SkillsDrawn(task.seat, drawn),), (PutBack(task.seat),))


class PuttingBack(BaseHandler[PutBack]):
    """What the engine needs to know about `PutBack`."""

    # `automatic` always asks: a token that is the only choice is nobody else's business

    def prompt(self, table: Table, task: PutBack, seat: int) -> str:
        """Say what is asked."""
        return "Put a skill token back on the stack, face down."

    def options(self, table: Table, task: PutBack, seat: int) -> Iterable[Sequence[Action]]:
        """Return one action for each token behind the screen."""
        # must agree with refusals()
        return ([Return(token) for token in table.state.seats[seat].skills],)

    def refusals(self, table: Table, task: PutBack, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now."""
        if not isinstance(action, Return):
            return (Refusal("return.expected", "first put a skill back, as in 'return saw'", "lanterns 2"),)
        if not table.state.seats[seat].skills[action.token]:
            return (Refusal("return.not-there", f"you have no {action.token}", "lanterns 2"),)
        return ()

    def decide(self, table: Table, task: PutBack, seat: int, action: Action) -> Outcome:
        """Put the token back."""
        assert isinstance(action, Return)
        return Outcome((TokenReturned(seat, Pool.of({action.token: 1})),))

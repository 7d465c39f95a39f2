"""Ways of asking that many games share, as handlers to derive from.

* `Stages`: a season or a round, step by step, each step done without asking.
* `Question`: one question with few answers; what is legal is said once, as the list of legal answers.
* `FilteredQuestion`: the same, but what is legal is said by the reasons against an answer.
* `Together`: everybody acts at the same time until nobody has anything left to do.
* `SecretChoice`: everybody chooses in secret, then all is shown.
* `WithFollowUps`: everybody acts together, and each seat first answers what an earlier action has left open.

They can be mixed: ``class Keeping(SecretChoice[...], Question[...])``. `deal` hands out what is then kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal, refused
from keyflower.kernel.events import Event
from keyflower.kernel.handlers import (
    NOTHING_HAPPENS,
    AnyHandler,
    BaseHandler,
    Dealer,
    Outcome,
    TableT,
    TaskT,
)
from keyflower.kernel.tasks import Task

ActionT = TypeVar("ActionT", bound=Action)


def deal(
    dealer: Dealer, names: Sequence[str], players: int, each: int, *, reason: str | Callable[[int], str]
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Deal the same number of names to every seat; return the hands, in order, and what is left.

    Args:
        dealer: who draws.
        names: what is dealt.
        players: how many seats there are.
        each: how many names a seat gets.
        reason: what the draw is for, if all hands are drawn at once; or a function of the seat, if hands are
            drawn one after the other.
    """
    if isinstance(reason, str):
        drawn = dealer.pick(names, each * players, reason=reason)
        hands = [tuple(sorted(drawn[each * seat : each * (seat + 1)])) for seat in range(players)]
    else:
        hands, drawn = [], ()
        for seat in range(players):
            left = [name for name in names if name not in drawn]
            hand = dealer.pick(left, each, reason=reason(seat))
            hands.append(tuple(sorted(hand)))
            drawn += hand
    return hands, tuple(sorted(set(names).difference(drawn)))


class Stages(BaseHandler[TableT, TaskT]):
    """A season or a round: the steps by name, each of which is carried out without asking anybody.

    The name of the step is the ``id`` of the task, or its tag if it has none.
    """

    def __init__(self, steps: Mapping[str, Callable[[TableT], Outcome]]) -> None:
        """Take the steps by name."""
        self.steps = steps

    def step(self, table: TableT, name: str) -> Callable[[TableT], Outcome]:
        """Return the step of a name."""
        return self.steps[name]

    def automatic(self, table: TableT, task: TaskT) -> Outcome | Action | None:
        """Carry out the step."""
        return self.step(table, getattr(task, "id", task.tag))(table)


class Question(BaseHandler[TableT, TaskT], Generic[TableT, TaskT, ActionT]):
    """A question with few answers: list the legal ones, and say what is wrong with any other.

    Options and refusals are both derived from `answers`, so they cannot disagree.
    """

    answer: type[ActionT] | tuple[type[ActionT], ...]
    """The kind of action that answers it, or several."""

    def answers(self, table: TableT, task: TaskT, seat: int) -> Sequence[ActionT]:
        """Return the legal answers in canonical order."""
        raise NotImplementedError(f"{type(self).__name__} does not say which answers there are")

    def expected(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an action of another kind is refused."""
        asked = self.prompt(table, task, seat)
        return refused("question.open", "", "this does not answer the question: {question}", question=asked)

    def unfit(self, table: TableT, task: TaskT, seat: int, action: ActionT) -> tuple[Refusal, ...]:
        """Return what is wrong with an answer that is not among the legal ones."""
        raise NotImplementedError(f"{type(self).__name__} does not say why an answer is refused")

    def answered(self, table: TableT, task: TaskT, seat: int, action: ActionT) -> Outcome:
        """Return what a legal answer leads to."""
        raise NotImplementedError(f"{type(self).__name__} does not say what comes of an answer")

    def options(self, table: TableT, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Return the legal answers."""
        return (self.answers(table, task, seat),)

    def refusals(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an action is not a legal answer."""
        if not isinstance(action, self.answer):
            return self.expected(table, task, seat, action)
        return () if action in self.answers(table, task, seat) else self.unfit(table, task, seat, action)

    def decide(self, table: TableT, task: TaskT, seat: int, action: Action) -> Outcome:
        """Carry out the answer."""
        assert isinstance(action, self.answer)
        return self.answered(table, task, seat, action)


class FilteredQuestion(Question[TableT, TaskT, ActionT]):
    """A question whose legal answers are the conceivable ones without a refusal."""

    def conceivable(self, table: TableT, task: TaskT, seat: int) -> Iterable[ActionT]:
        """Return every answer that could be legal, in canonical order."""
        raise NotImplementedError(f"{type(self).__name__} does not say which answers are conceivable")

    def answers(self, table: TableT, task: TaskT, seat: int) -> Sequence[ActionT]:
        """Return the legal answers in canonical order."""
        every, unfit = self.conceivable(table, task, seat), self.unfit
        return [action for action in every if not unfit(table, task, seat, action)]

    def refusals(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an action is not a legal answer."""
        if isinstance(action, self.answer):
            return self.unfit(table, task, seat, action)
        return self.expected(table, task, seat, action)


class Together(BaseHandler[TableT, TaskT]):
    """Everybody acts at the same time and in any order, until nobody has anything left to do."""

    def is_asked(self, table: TableT, own: Any) -> bool:  # Any: each game has seats of its own
        """Return whether a seat still has something to do; everybody can see that, so no secret may decide it."""
        raise NotImplementedError(f"{type(self).__name__} does not say who is asked")

    def ended(self, table: TableT, task: TaskT) -> Outcome:
        """Return what happens when nobody has anything left to do."""
        return NOTHING_HAPPENS

    def acted(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Event, ...]:
        """Return what happens when a seat acts."""
        raise NotImplementedError(f"{type(self).__name__} does not say what comes of an action")

    def seats(self, table: TableT, task: TaskT) -> tuple[int, ...]:
        """Return the seats that still have something to do."""
        asked, state = self.is_asked, getattr(table, "state")  # noqa: B009  # every table has one, no type says so
        return tuple([number for number, own in enumerate(state.seats) if asked(table, own)])

    def automatic(self, table: TableT, task: TaskT) -> Outcome | Action | None:
        """Continue when nobody has anything left to do."""
        for own in getattr(table, "state").seats:  # noqa: B009  # as above
            if self.is_asked(table, own):
                return None
        return self.ended(table, task)

    def decide(self, table: TableT, task: TaskT, seat: int, action: Action) -> Outcome:
        """Let the seat act; the others still have to."""
        return Outcome(self.acted(table, task, seat, action), stays=True)


class SecretChoice(Together[TableT, TaskT]):
    """Everybody chooses in secret; when all have chosen, everything is revealed at once.

    A choice is stored in a field that only its owner may see (`held`), by an event that hides it in the same
    way; `Action.hidden` says what the others may know.
    """

    def sealed(self, table: TableT, task: TaskT, seat: int, action: Action) -> Event:
        """Return the event that stores the choice of a seat face down."""
        raise NotImplementedError(f"{type(self).__name__} does not say how a choice is kept")

    def shown(self, table: TableT, task: TaskT) -> Outcome:
        """Return what happens when everybody has chosen."""
        return NOTHING_HAPPENS

    def acted(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Event, ...]:
        """Lay the choice face down."""
        return (self.sealed(table, task, seat, action),)

    def ended(self, table: TableT, task: TaskT) -> Outcome:
        """Show all choices."""
        return self.shown(table, task)


class WithFollowUps(Together[TableT, TaskT]):
    """Everybody acts at the same time, and each seat first answers the follow-up questions of its earlier actions.

    The questions of a seat are the tasks in its field `pending`, the next one first; each kind has a handler of its
    own. Where only one seat acts at a time, follow-up questions are simply put on the agenda (`Outcome.then`).
    """

    QUESTIONS: ClassVar[Mapping[type[Task], AnyHandler]]
    """The handler of each kind of follow-up question."""

    def is_asked(self, table: TableT, own: Any) -> bool:  # Any: each game has seats of its own
        """Return whether a question is open."""
        return bool(own.pending)

    def _open(self, table: TableT, seat: int) -> tuple[AnyHandler, Task] | None:
        pending = getattr(table, "state").seats[seat].pending  # noqa: B009  # as above
        return (self.QUESTIONS[type(pending[0])], pending[0]) if pending else None

    def prompt(self, table: TableT, task: TaskT, seat: int) -> str:
        """Ask the first open question, if there is one."""
        asked = self._open(table, seat)
        return self.own_prompt(table, task, seat) if asked is None else asked[0].prompt(table, asked[1], seat)

    def options(self, table: TableT, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Return the answers to the first open question; what else a seat may do, if there is none."""
        asked = self._open(table, seat)
        return (
            self.own_options(table, task, seat) if asked is None else asked[0].options(table, asked[1], seat)
        )

    def refusals(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an action does not answer the first open question, or is not legal otherwise."""
        asked = self._open(table, seat)
        if asked is None:
            return self.own_refusals(table, task, seat, action)
        return asked[0].refusals(table, asked[1], seat, action)

    def acted(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Event, ...]:
        """Return what an answer, or any other action, leads to."""
        asked = self._open(table, seat)
        if asked is None:
            return self.own_events(table, task, seat, action)
        return asked[0].decide(table, asked[1], seat, action).events

    def own_prompt(self, table: TableT, task: TaskT, seat: int) -> str:
        """Return what a seat is asked that has no open question."""
        return super().prompt(table, task, seat)

    def own_options(self, table: TableT, task: TaskT, seat: int) -> Iterable[Sequence[Action]]:
        """Return what a seat may do that has no open question."""
        return ()

    def own_refusals(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an action of a seat without an open question is not legal."""
        return super().refusals(table, task, seat, action)

    def own_events(self, table: TableT, task: TaskT, seat: int, action: Action) -> tuple[Event, ...]:
        """Return what an action of a seat without an open question leads to."""
        return ()

"""The flow of a game: one action in, a new state out; everything automatic is carried out on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, Self

from attrs import define

from keyflower.kernel.actions import Action
from keyflower.kernel.chance import Asking, Chance, SeededChance
from keyflower.kernel.errors import Refusal
from keyflower.kernel.events import AgendaChanged, Event
from keyflower.kernel.handlers import AnyHandler, Outcome, RulesT, Table, alone
from keyflower.kernel.option_tree import Labels
from keyflower.kernel.options import Decision, Options
from keyflower.kernel.state import StateT
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen

_NOBODY_ASKS: Final = Asking(SeededChance(0))
"""For reading options, which never needs chance."""


@define
class Step(Generic[StateT]):
    """What one action led to."""

    state: StateT
    """The state after it."""
    events: tuple[Event, ...]
    """What happened, in order."""
    asking: Asking
    """The dealer that made the draws."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The results of random draws, in order."""
        return self.asking.answers

    @property
    def chance(self) -> Chance:
        """The source of chance afterwards."""
        return self.asking.chance


class BaseExecutor(Protocol):
    """Plays instead of the handlers, with the same results but without events; it answers `None` where they have to."""

    def seats(self, state: Any) -> tuple[int, ...] | None:  # Any: the state of the game, here and below
        """Return the seats that have an open decision."""

    def options(self, state: Any, seat: int) -> Sequence[Action] | None:
        """Return the legal actions of a seat in canonical order."""

    def play(
        self,
        ruleset: Any,
        state: Any,
        seat: int,
        action: Action,
        chance: Chance,  # Any: the rules of the game
    ) -> tuple[Any, Chance] | None:
        """Return the state and the source of chance after a legal action."""

    def note(self, before: Any, after: Any) -> None:
        """Learn that the handlers have led from one state to another, or begun a game (from `None`)."""

    def learn(self, state: Any, same: Any) -> None:
        """Learn that the handlers have led to a state that is equal to one that was played."""


@frozen(eq=False)
class Flow(Generic[RulesT, StateT]):
    """How a game proceeds from action to action. Each game declares its handlers and how it begins."""

    handler: Callable[[RulesT, type[Task]], AnyHandler]
    """How each kind of task is handled under given rules."""
    empty: Callable[[int | None], StateT]
    """The table before anything is set up, as a viewer sees it (`None`: all of it)."""
    settled: Callable[[tuple[Task, ...]], Event] = AgendaChanged
    """The event that records the agenda once only decisions are left."""
    labels: type[Labels] = Labels
    """How options and refusals are labelled for people."""
    executor: BaseExecutor | None = None
    """What plays instead of the handlers where nobody asks for reasons or events."""

    @classmethod
    def of(cls, handlers: Mapping[type[Task], AnyHandler], state: Callable[..., StateT]) -> Self:
        """Return the flow of a game with one handler for each kind of task, which starts with an empty state."""
        return cls(lambda rules, kind: handlers[kind], lambda viewer: state(viewer=viewer))

    # ------------------------------------------------------------------ going on

    def attempt(
        self, ruleset: RulesT, state: StateT, seat: int, action: Action, chance: Chance
    ) -> Step[StateT] | tuple[Refusal, ...]:
        """Carry out an action and everything that follows from it, or return every reason why it is not legal."""
        asking = Asking(chance)
        task = state.agenda[0]
        table, known = Table(ruleset, state, asking), self.handler(ruleset, type(task))
        refused = action.unknown() or known.refusals(table, task, seat, action)
        if refused:
            return tuple([self.labels.worded(ruleset, refusal) for refusal in refused])
        return self.carry_out(table, known.decide(table, task, seat, action), asking)

    def advance(
        self, ruleset: RulesT, state: StateT, seat: int, action: Action, chance: Chance
    ) -> Step[StateT]:
        """Carry out a legal action and everything that follows from it without a decision."""
        asking = Asking(chance)
        task = state.agenda[0]
        table = Table(ruleset, state, asking)
        outcome = self.handler(ruleset, type(task)).decide(table, task, seat, action)
        return self.carry_out(table, outcome, asking)

    def carry_out(self, table: Table[RulesT, Any], outcome: Outcome, asking: Asking) -> Step[StateT]:
        """Apply the outcome of an action and continue; the table belongs to this step alone."""
        state = table.state
        draft = state.opened()
        for event in outcome.events:
            event.apply(draft)
        rest = state.agenda if outcome.stays else state.agenda[1:]
        step = self._settle(table, draft, outcome.then + rest, outcome.events, asking)
        if self.executor is not None:
            self.executor.note(state, step.state)
        return step

    def begin(
        self, ruleset: RulesT, set_up: Callable[[Asking], Iterable[Event]], chance: Chance
    ) -> Step[StateT]:
        """Set up a game and proceed to its first decision."""
        asking = Asking(chance)
        draft = self.empty(None).opened()
        events = tuple(set_up(asking))
        for event in events:
            event.apply(draft)
        table = Table(ruleset, draft, asking)
        step = self._settle(table, draft, draft.agenda, events, asking)
        if self.executor is not None:
            self.executor.note(None, step.state)
        return step

    def settle(self, ruleset: RulesT, state: StateT, chance: Chance) -> Step[StateT]:
        """Proceed from a state to its first decision, for positions that were set up by hand."""
        asking = Asking(chance)
        return self._settle(Table(ruleset, state, asking), state.opened(), state.agenda, (), asking)

    def _settle(
        self,
        table: Table[RulesT, Any],  # Any: a state or a draft of the game
        draft: Any,  # Any: the draft of the game
        agenda: tuple[Task, ...],
        events: tuple[Event, ...],
        asking: Asking,
    ) -> Step[StateT]:
        """Carry out automatic tasks until a seat has to decide or the game is over."""
        # rules read the draft like a state: freezing it for each automatic step would cost more than the step
        table.state = draft
        ruleset = table.ruleset
        while agenda:
            task = agenda[0]
            if task.always_asks:
                break
            draft.agenda = agenda
            handler = self.handler(ruleset, type(task))
            outcome = handler.automatic(table, task)
            if outcome is None:
                break
            if isinstance(outcome, Action):  # the only choice that a seat has
                outcome = handler.decide(table, task, handler.seats(table, task)[0], outcome)
            for event in outcome.events:
                event.apply(draft)
            events += outcome.events
            agenda = outcome.then + agenda[1:]
        last = self.settled(agenda)
        last.apply(draft)
        return Step(draft.freeze(), (*events, last), asking)

    # ------------------------------------------------------------------ deciding

    def open_seats(self, ruleset: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the seats that have an open decision."""
        if not state.agenda:
            return ()
        task = state.agenda[0]
        if task.always_asks:  # most decisions of most games: no handler is needed to know who decides
            seat: int | None = getattr(task, "seat", None)
            if seat is not None:
                return alone(seat)
        found = None if self.executor is None else self.executor.seats(state)
        if found is not None:
            return found
        return self.handler(ruleset, type(task)).seats(Table(ruleset, state, _NOBODY_ASKS), task)

    def decision(self, ruleset: RulesT, state: StateT, seat: int) -> Decision:
        """Return the open decision of a seat that has one."""
        return self.decisions(ruleset, state, (seat,))[seat]

    def decisions(
        self, ruleset: RulesT, state: StateT, seats: tuple[int, ...], *, match: Any = None, game: Any = None
    ) -> dict[int, Decision]:
        """Return the open decisions of seats that have one.

        Args:
            ruleset: the rules.
            state: the state.
            seats: what `open_seats` has returned, or some of them.
            match: the match, so that options can read texts.
            game: the game, if it wants to know which of its options was drawn.
        """
        if not seats:
            return {}
        task, labels = state.agenda[0], self.labels
        handler, table = self.handler(ruleset, type(task)), Table(ruleset, state, _NOBODY_ASKS)
        found: dict[int, Decision] = {}
        for seat in seats:
            listed = None if self.executor is None else self.executor.options(state, seat)
            options = Options(handler, table, task, seat, labels, match, game, listed)
            found[seat] = Decision(seat, task, options)
        return found

    def why_not(self, ruleset: RulesT, state: StateT, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why an action of a deciding seat is not legal; this is the only check of legality."""
        task = state.agenda[0]
        handler = self.handler(ruleset, type(task))
        refused = action.unknown() or handler.refusals(
            Table(ruleset, state, _NOBODY_ASKS), task, seat, action
        )
        return tuple([self.labels.worded(ruleset, refusal) for refusal in refused])

    def can_wait(self, ruleset: RulesT, state: StateT) -> bool:
        """Return whether a state is settled: nothing is left to do without asking, and everybody asked has options."""
        if not state.agenda:
            return True
        task = state.agenda[0]
        table = Table(ruleset, state, Asking(SeededChance(0)))
        if self.handler(ruleset, type(task)).automatic(table, task) is not None:
            return False
        seats = self.open_seats(ruleset, state)
        return all(self.decision(ruleset, state, seat).options for seat in seats)

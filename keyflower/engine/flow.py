"""The flow of a game: one action in, a new state out; everything automatic is carried out on the way."""

from __future__ import annotations

from typing import Final

from attrs import define

from keyflower.engine.boats import Boarding
from keyflower.engine.building import Building
from keyflower.engine.chance import Asking, Chance
from keyflower.engine.finish import finish
from keyflower.engine.pasturing import Putting
from keyflower.engine.paying import Paying, Returning
from keyflower.engine.seasons import Phasing
from keyflower.engine.setup import set_up
from keyflower.engine.transport import Hauling
from keyflower.engine.turns import Turning
from keyflower.engine.using import Choosing, Resolving
from keyflower.engine.winter import Offering
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import Handler, Outcome, Table
from keyflower.model.actions import Action
from keyflower.model.decisions import (
    BuildAll,
    ChooseBenefit,
    Haul,
    OfferWinter,
    PayCost,
    Phase,
    PutAnimals,
    Resolve,
    ReturnAside,
    TakeBoat,
    Task,
    Turn,
)
from keyflower.model.event import Event
from keyflower.model.events import AgendaChanged, TurnBegan
from keyflower.model.state import Draft, State, empty_state
from keyflower.vocabulary.errors import Refusal

HANDLERS: Final[dict[type[Task], Handler]] = {
    Turn: Turning(),
    Resolve: Resolving(),
    PayCost: Paying(),
    ReturnAside: Returning(),
    ChooseBenefit: Choosing(),
    PutAnimals: Putting(),
    Haul: Hauling(),
    Phase: Phasing(finish),
    OfferWinter: Offering(),
    TakeBoat: Boarding(),
    BuildAll: Building(),
}
"""How the engine handles each of its own tasks."""
_BEGAN: Final = tuple(TurnBegan(seat) for seat in range(12))


@define
class Step:
    """What one action led to."""

    state: State
    """The state after it."""
    events: tuple[Event, ...]
    """What happened, in order."""
    asking: Asking
    """Who was asked for chance."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of chance, in order."""
        return self.asking.answers

    @property
    def chance(self) -> Chance:
        """The chance source as it is afterwards."""
        return self.asking.chance


def handler(ruleset: Ruleset, task: Task) -> Handler:
    """Return how a task is handled; expansions may let tasks of others have more actions."""
    kind = type(task)
    known = ruleset._handling.get(kind)
    if known is None:
        known = HANDLERS.get(kind) or ruleset.handlers[kind]
        for widen in ruleset.widenings.get(kind, ()):
            known = widen(known)
        ruleset._handling[kind] = known
    return known


def attempt(
    ruleset: Ruleset, state: State, seat: int, action: Action, chance: Chance
) -> Step | tuple[Refusal, ...]:
    """Carry out an action and everything that follows from it, or return every reason why it is not legal."""
    asking = Asking(chance)
    task = state.agenda[0]
    table, known = Table(ruleset, state, asking), handler(ruleset, task)
    return known.refusals(table, task, seat, action) or carry_out(
        ruleset, state, known.decide(table, task, seat, action), asking
    )


def advance(ruleset: Ruleset, state: State, seat: int, action: Action, chance: Chance) -> Step:
    """Carry out a legal action and everything that follows from it without a decision."""
    asking = Asking(chance)
    task = state.agenda[0]
    outcome = handler(ruleset, task).decide(Table(ruleset, state, asking), task, seat, action)
    return carry_out(ruleset, state, outcome, asking)


def carry_out(ruleset: Ruleset, state: State, outcome: Outcome, asking: Asking) -> Step:
    """Apply what an action led to, and go on."""
    draft = Draft(state)
    for event in outcome.events:
        event.apply(draft)
    rest = state.agenda if outcome.stays else state.agenda[1:]
    return _settled(ruleset, draft, outcome.then + rest, outcome.events, asking)


def begin(ruleset: Ruleset, players: int, handicapped: tuple[int, ...], chance: Chance) -> Step:
    """Set up a game and go on to its first decision."""
    asking = Asking(chance)
    draft = Draft(empty_state())
    events = tuple(set_up(ruleset, players, handicapped, asking))
    for event in events:
        event.apply(draft)
    return _settled(ruleset, draft, draft.agenda, events, asking)


def settle(ruleset: Ruleset, state: State, chance: Chance) -> Step:
    """Go on from a state to its first decision: for positions that were set up by hand."""
    return _settled(ruleset, Draft(state), state.agenda, (), Asking(chance))


def _settled(
    ruleset: Ruleset, draft: Draft, agenda: tuple[Task, ...], events: tuple[Event, ...], asking: Asking
) -> Step:
    """Carry out automatic tasks until a seat has to decide or the game is over."""
    while agenda:
        task = agenda[0]
        if type(task) is Turn:  # always asks: a pass is a public act, even when nothing else is possible
            break
        draft.agenda = agenda
        # the draft reads like a state: freezing one for each automatic step would cost more than the step
        outcome = handler(ruleset, task).automatic(Table(ruleset, draft, asking), task)
        if outcome is None:
            break
        for event in outcome.events:
            event.apply(draft)
        events += outcome.events
        agenda = outcome.then + agenda[1:]
    if len(agenda) == 1 and type(agenda[0]) is Turn:
        last: Event = _BEGAN[agenda[0].seat]
    else:
        last = AgendaChanged(agenda)
    last.apply(draft)
    return Step(draft.freeze(), (*events, last), asking)

"""Lookahead: where an action leads, as far as its own seat can know, worked out on the view itself.

The rules run on the hidden state, and whatever would be drawn at random stays an unknown piece: a bot that looks ahead
in this way cannot see more than its view, whatever it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from keyflower.engine.flow import handler
from keyflower.extend.handlers import Table
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import instance, whole
from keyflower.kernel.errors import GameOver
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.handlers import PoolT, carried_out
from keyflower.kernel.tasks import Task
from keyflower.model.state import Draft, State


@frozen
class Fog:
    """A dealer that deals only unknown pieces."""

    def draw(self, pool: PoolT, number: int, *, reason: str) -> PoolT:
        """Return unknown pieces."""
        return type(pool).of(unknown=min(number, pool.total))

    def pick(self, names: Sequence[str], number: int, *, reason: str) -> tuple[str, ...]:
        """Return unseen names."""
        return (UNSEEN,) * min(number, len(names))


FOG = Fog()


def foreseen(ruleset: Ruleset, state: State, seat: int, action: Action) -> State:
    """Return the state after an action and everything automatic, up to the next decision, as far as a view knows.

    It contains only what the seat itself does; the end of a season is not played out.
    """
    instance(ruleset, Ruleset, "ruleset")
    instance(state, State, "state")
    instance(action, Action, "action")
    whole(seat, "seat", least=0, most=len(state.seats) - 1)
    if not state.agenda:
        raise GameOver("the game is over: nothing can be foreseen")
    task, *rest = state.agenda
    outcome = handler(ruleset, type(task)).decide(Table(ruleset, state, FOG), task, seat, action)
    draft = Draft(state)
    for event in outcome.events:
        event.apply(draft)
    agenda: list[Task] = [*outcome.then, *([task] if outcome.stays else []), *rest]
    while is_following(agenda, seat):
        draft.agenda = tuple(agenda)
        following = carried_out(handler(ruleset, type(agenda[0])), Table(ruleset, draft, FOG), agenda[0])
        if following is None:
            break
        for event in following.events:
            event.apply(draft)
        agenda = [*following.then, *agenda[1:]]
    draft.agenda = tuple(agenda)
    return draft.freeze()


def is_following(agenda: Sequence[Task], seat: int) -> bool:
    """Return whether the next task still belongs to the action of this seat."""
    return bool(agenda) and agenda[0].finishes and getattr(agenda[0], "seat", None) == seat

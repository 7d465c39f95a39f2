"""Actions, events, tasks, entries, states and villages as JSON-able data and back."""

from __future__ import annotations

from collections.abc import Mapping

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.data.codec import codec
from keyflower.kernel.actions import Action
from keyflower.kernel.codec import Data
from keyflower.kernel.errors import ActionSyntaxError, LogError
from keyflower.kernel.events import Event
from keyflower.kernel.log import entry as entries
from keyflower.kernel.log import lines
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.options import Decision
from keyflower.kernel.tasks import Task
from keyflower.model.state import State
from keyflower.model.village import Village


def action_to_data(ruleset: Ruleset, action: Action) -> Data:
    """Return an action as JSON-able data."""
    return codec(ruleset).actions.write(action)


def action_from_data(ruleset: Ruleset, data: Mapping[str, object]) -> Action:
    """Return the action that data means.

    Raises:
        ActionSyntaxError: naming what is wrong and what would be right.
    """
    try:
        return codec(ruleset).actions.read(dict(data))
    except LogError as error:
        raise ActionSyntaxError(error.reason) from None


def event_to_data(ruleset: Ruleset, event: Event) -> Data:
    """Return an event as JSON-able data."""
    return codec(ruleset).events.write(event)


def event_from_data(ruleset: Ruleset, data: object) -> Event:
    """Return the event that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return codec(ruleset).events.read(data)


def task_to_data(ruleset: Ruleset, task: Task) -> Data:
    """Return a task as JSON-able data."""
    return codec(ruleset).tasks.write(task)


def task_from_data(ruleset: Ruleset, data: object) -> Task:
    """Return the task that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return codec(ruleset).tasks.read(data)


def state_to_data(ruleset: Ruleset, state: State) -> Data:
    """Return a state, full or hidden for a viewer, as JSON-able data."""
    return codec(ruleset).state_to_data(state)


def state_from_data(ruleset: Ruleset, data: object) -> State:
    """Return the state that data means.

    Raises:
        LogError: naming what is wrong; see `keyflower.facade.soundness` for whether the pieces add up.
    """
    state: State = codec(ruleset).state_from_data(data)
    return state


def village_to_data(ruleset: Ruleset, village: Village) -> Data:
    """Return a village as JSON-able data."""
    data: Data = codec(ruleset).converter.unstructure(village)
    return data


def village_from_data(ruleset: Ruleset, data: object) -> Village:
    """Return the village that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return codec(ruleset).converter.structure(data, Village)


def entry_to_data(ruleset: Ruleset, entry: Entry) -> Data:
    """Return an entry of a log as JSON-able data."""
    return entries.entry_to_data(codec(ruleset), entry)


def entry_from_data(ruleset: Ruleset, data: object) -> Entry:
    """Return the entry that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return lines.entry_from_data(codec(ruleset), data)


def decision_to_data(ruleset: Ruleset, decision: Decision, *, options: bool = True) -> Data:
    """Return an open question as JSON-able data, with its options unless they are not wanted."""
    return decision.to_data(codec(ruleset), options=options)

"""Single values as JSON-able data without their rules: what is written needs no ruleset, only reading does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from keyflower.facade import codec, states
from keyflower.facade.states import Data
from keyflower.model.actions import Action
from keyflower.model.decisions import Task
from keyflower.model.event import Event
from keyflower.model.state import State

if TYPE_CHECKING:
    from cattrs import Converter

    from keyflower.facade.log import Entry


def entry_to_plain(entry: Entry) -> Data:
    """Return an entry of a log as JSON-able data."""
    data: Data = {
        "seat": entry.seat,
        "action": None if entry.action is None else _tagged(entry.action, codec.VERB),
        "events": [_tagged(event, codec.TAG) for event in entry.events],
    }
    if entry.answers:
        data["answers"] = [*entry.answers]
    return data


def action_to_plain(action: Action) -> Data:
    """Return an action as JSON-able data."""
    return _tagged(action, codec.VERB)


def event_to_plain(event: Event) -> Data:
    """Return an event as JSON-able data."""
    return _tagged(event, codec.TAG)


def _tagged(value: object, key: str) -> Data:
    data: Data = {key: getattr(type(value), key)}
    data.update(_writer(type(value))(value))
    return data


@lru_cache(maxsize=1)
def _converter() -> Converter:
    """Return a converter that writes the values of any expansion."""
    from cattrs import Converter

    converter = Converter(omit_if_default=True)
    codec._teach_plain(converter)
    for root, key in ((Action, codec.VERB), (Event, codec.TAG), (Task, codec.TAG)):
        converter.register_unstructure_hook(root, _writing(key))
    converter.register_unstructure_hook(
        State, lambda state: states.state_to_data(state, lambda task: _tagged(task, codec.TAG))
    )
    return converter


def _writing(key: str) -> Callable[[object], Data]:
    return lambda value: _tagged(value, key)


def _writer(kind: type[object]) -> Callable[[Any], Data]:  # Any: an instance of that class
    known = _WRITERS.get(kind)
    if known is None:
        from cattrs.gen import make_dict_unstructure_fn

        known = _WRITERS[kind] = make_dict_unstructure_fn(kind, _converter(), _cattrs_omit_if_default=True)
    return known


_WRITERS: dict[type[object], Callable[[Any], Data]] = {}  # Any: as above

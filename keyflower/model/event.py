"""The contract of events: facts that happened, who may see each of their fields, and how they enter the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from attrs import NOTHING, evolve, field, fields

from keyflower.model.state import UNSEEN, Draft, State
from keyflower.vocabulary.pool import Pool

OWNER = "owner"
"""A field that only the seat of the event may see."""
NOBODY = "nobody"
"""A field that no seat may see."""


def secret(seen_by: str = OWNER, *, default: object = NOTHING) -> Any:  # Any: as attrs types its own field()
    """Declare a field of an event that not everybody may see."""
    return field(default=default, metadata={"seen_by": seen_by})


class Event:
    """The root of all events; an expansion's own events derive from it and are frozen attrs classes.

    Applying an event only copies its facts into the draft: it never decides and never fails on our own events.
    """

    __slots__ = ()

    tag: ClassVar[str]
    """The permanent name of this kind of event in logs."""
    reveals: ClassVar[bool] = False
    """Whether it shows the seat that acts something that was hidden from it: drawn pieces, tiles turned up."""

    def apply(self, draft: Draft) -> None:
        """Copy the facts of the event into a state that is being changed."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it changes")

    def redacted(self, viewer: int) -> Self:
        """Return the event as a seat (or the spectator) may know it."""
        hidden = _SECRETS.get(type(self))
        if hidden is None:
            hidden = _secret_fields(type(self))
            _SECRETS[type(self)] = hidden
        changes = {
            name: _masked(getattr(self, name))
            for name, seen_by in hidden
            if seen_by == NOBODY or getattr(self, "seat", None) != viewer
        }
        return evolve(self, **changes) if changes else self  # type: ignore[misc]  # events are attrs classes


_SECRETS: dict[type[Event], tuple[tuple[str, str], ...]] = {}


def _secret_fields(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    # Any, ignore: every event is an attrs class, but the root itself is not
    attributes: Iterable[Any] = fields(kind)  # type: ignore[arg-type]
    return tuple((item.name, item.metadata["seen_by"]) for item in attributes if "seen_by" in item.metadata)


def _masked(value: object) -> object:
    if isinstance(value, Pool):
        return value.masked()
    if isinstance(value, tuple):
        return tuple(_masked(item) for item in value)
    return UNSEEN if isinstance(value, str) else None


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the state after the events."""
    draft = Draft(state)
    for event in events:
        event.apply(draft)
    return draft.freeze()

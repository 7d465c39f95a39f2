"""The event log: a game is its log (stub)."""

from __future__ import annotations

from attrs import frozen

from keyflower.model.actions import Action
from keyflower.model.event import Event


@frozen
class Entry:
    """One action with what it led to; the first entry of a log is the set-up and has no action."""

    seat: int
    """Who acted; -1 for the set-up."""
    action: Action | None
    """What was done."""
    events: tuple[Event, ...]
    """What happened."""
    answers: tuple[str, ...] = ()
    """The answers of chance, in order."""

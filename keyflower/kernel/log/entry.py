"""`Entry`: one action with what it led to."""

from __future__ import annotations

from attrs import frozen

from keyflower.kernel.actions import Action
from keyflower.kernel.events import Event, GameEnded


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

    def redacted(self, viewer: int) -> Entry:
        """Return the entry as a seat (or `SPECTATOR`) may know it."""
        action = self.action
        if action is not None and self.seat != viewer:
            action = action.hidden()
        return Entry(self.seat, action, tuple([event.redacted(viewer) for event in self.events]))

    @property
    def ended(self) -> GameEnded | None:
        """The end of the game, if this entry brought it."""
        return next((event for event in reversed(self.events) if isinstance(event, GameEnded)), None)

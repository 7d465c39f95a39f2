"""A game that begins in the middle: the event that lays out a whole position."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from keyflower.model.event import Event
from keyflower.model.state import Draft, State, hide


@frozen
class PositionGiven(Event):
    """A game began in the middle: in a position that somebody set up, or that was dealt to fit a view."""

    tag: ClassVar[str] = "position-given"
    reveals: ClassVar[bool] = True
    state: State
    """The whole position; in a redacted log, what the viewer may know of it."""

    def apply(self, draft: Draft) -> None:
        """Take the position as it is."""
        Draft.__init__(draft, self.state)  # an opened draft is a copy of the state's fields, nothing more

    def redacted(self, viewer: int) -> PositionGiven:
        """Return the position as a seat may know it."""
        return self if self.state.viewer == viewer else PositionGiven(hide(self.state, viewer))

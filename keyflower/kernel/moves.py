"""Moves: names, such as cards, go from one field of a state to another; who may know them follows from the two fields.

If the state declares who may see which cards, nothing more has to be said about hiding: `moved` finds out who may know
which cards have moved, and a log hides the same names in the action that moved them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Self

from attrs import evolve

from keyflower.kernel.events import Event
from keyflower.kernel.fields import EVERYBODY, NOBODY, OWNER, UNSEEN, declared
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen

TABLE: Final = -1
"""Takes the place of a seat for what lies on the table."""
_OPENNESS: Final = (NOBODY, OWNER, EVERYBODY)


@frozen
class SeatsTaken(Event):
    """Everybody sits down with nothing yet, and the first task is put on the agenda."""

    players: int
    agenda: tuple[Task, ...]

    def apply(self, draft: Any) -> None:  # Any: each game has a draft of its own
        """Make the seats."""
        draft.seats, draft.agenda = (draft.SEAT(),) * self.players, self.agenda


@frozen
class Moved(Event):
    """Names moved from one field of a seat, or of the table, to another; see `moved`."""

    seat: int
    """Whose fields they are; `TABLE` for those of the table."""
    names: tuple[str, ...]
    """What moved."""
    source: str
    """The field they left; the empty text if they come from outside."""
    target: str
    """The field they joined."""
    by: str
    """Who may know the names."""

    def apply(self, draft: Any) -> None:  # Any: each game has a draft of its own
        """Move the names."""
        part = draft if self.seat == TABLE else draft.seat(self.seat)
        if self.source:
            left = list(getattr(part, self.source))
            for name in self.names:
                left.remove(name if name in left else UNSEEN)
            setattr(part, self.source, tuple(left))
        setattr(part, self.target, getattr(part, self.target) + self.names)

    def hidden_from(self, viewer: int) -> tuple[str, ...]:
        """Return the names that a viewer may not know."""
        known = self.by == EVERYBODY or (self.by == OWNER and self.seat == viewer)
        return () if known else self.names

    def redacted(self, viewer: int) -> Self:
        """Return the move as a viewer may know it: how many names moved, and where to."""
        hidden = self.hidden_from(viewer)
        return evolve(self, names=(UNSEEN,) * len(hidden)) if hidden else self


@frozen
class Uncovered(Moved):
    """Names that not everybody could see moved to a field that everybody can see."""

    reveals: ClassVar[bool] = True


def moved(kind: type, names: Iterable[str], target: str, *, seat: int = TABLE, source: str = "") -> Moved:
    """Return the event of a move; who may know which names moved follows from the declarations of the two fields.

    Args:
        kind: the class that has the fields: the state, or the seat.
        names: what moved.
        target: the field they join.
        seat: whose fields they are, if they are those of a seat.
        source: the field they leave, if they do not come from outside.
    """
    says = dict(declared(kind))
    before = says[source].by if source else NOBODY
    by = max(before, says[target].by, key=_OPENNESS.index)
    made = Uncovered if source and EVERYBODY == by != before else Moved
    return made(seat, tuple(names), source, target, by)

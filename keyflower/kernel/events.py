"""Events: facts that happened, who may see each of their fields, and how they enter the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Self

from attrs import evolve

from keyflower.kernel.drafts import brief, hyphenated
from keyflower.kernel.fields import NOBODY, covered, masked
from keyflower.kernel.html import html_table
from keyflower.kernel.state import StateT, hide
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen

_LONGEST_REPR: Final = 600
"""Events that take more characters than this are shown in a REPL by name only."""


class Event:
    """The root of all events; an event is a frozen attrs class derived from it.

    Applying an event only copies its facts into the draft: it never decides and never fails on our own events.
    A field that not everybody may see is declared with `held`; its owner is the `seat` of the event.

    >>> event = game.play("pass").events[0]
    >>> event.tag
    'passed'
    """

    __slots__ = ()

    tag: ClassVar[str]
    """The permanent name of this kind of event in logs; by default that of its class, ``CardsOpened`` being
    ``cards-opened``."""
    reveals: ClassVar[bool] = False
    """Whether it shows the acting seat something that was hidden from it: drawn pieces, things turned up."""
    shows: ClassVar[tuple[str, ...]] = ()
    """Fields that everybody is shown although their contents are hidden again, such as a card that is drawn, shown to
    all and then put into the hand."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "tag" not in vars(cls):
            cls.tag = hyphenated(cls.__name__)
        if "__repr__" not in vars(cls):  # attrs leaves alone what a class has of its own
            cls.__repr__ = brief  # type: ignore[method-assign]  # a function of the value

    def apply(self, draft: Any) -> None:  # Any: each game has a draft of its own
        """Copy the facts of the event into a state that is being changed."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it changes")

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence about the players, or the empty text if nobody needs to be told.

        >>> event = game.play("pass").events[0]
        >>> event.words(game.players)
        ''
        """
        return ""

    def redacted(self, viewer: int) -> Self:
        """Return the event as a seat (or the spectator) may know it.

        >>> event = game.play("pass").events[0]
        >>> event.redacted(-1) == event
        True
        """
        changes = {
            name: masked(getattr(self, name), counted=says.counted)
            for name, says in covered(type(self))
            if says.by == NOBODY or getattr(self, "seat", None) != viewer
        }
        return evolve(self, **changes) if changes else self  # type: ignore[misc]  # events are attrs classes


class Events(tuple[Event, ...]):
    """What an action led to: a tuple that is short in a REPL and a table in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        whole = super().__repr__()
        if len(whole) <= _LONGEST_REPR:
            return whole
        return f"<{len(self)} events: {', '.join(dict.fromkeys(type(event).__name__ for event in self))}>"

    def _repr_html_(self) -> str:
        told = [repr(event).removeprefix(type(event).__name__)[1:-1] for event in self]
        rows = [(type(event).__name__, what[:_LONGEST_REPR]) for event, what in zip(self, told, strict=True)]
        return html_table(["event", "what it says"], rows)


def fold(state: StateT, events: Iterable[Event]) -> StateT:
    """Return the state after the events."""
    draft = state.opened()
    for event in events:
        event.apply(draft)
    after: StateT = draft.freeze()
    return after


@frozen
class AgendaChanged(Event):
    """The agenda changed."""

    tag: ClassVar[str] = "agenda-changed"
    agenda: tuple[Task, ...]
    """What is left to do, the next task first."""

    def apply(self, draft: Any) -> None:  # Any: as above
        """Copy the agenda."""
        draft.agenda = self.agenda


@frozen
class PositionGiven(Event):
    """A game began in the middle: in a position that was set up, or sampled from a view."""

    tag: ClassVar[str] = "position-given"
    reveals: ClassVar[bool] = True
    state: Any  # Any: each game has a state of its own; the codec of the game knows its class
    """The whole position; in a redacted log, what the viewer may know of it."""

    def apply(self, draft: Any) -> None:  # Any: as above
        """Take the position as it is."""
        draft.__init__(self.state)  # an opened draft is a copy of the state's fields, nothing more

    def redacted(self, viewer: int) -> PositionGiven:
        """Return the position as a seat may know it."""
        return self if self.state.viewer == viewer else PositionGiven(hide(self.state, viewer))


@frozen
class GameEnded(Event):
    """The game is over and the points are counted."""

    tag: ClassVar[str] = "game-ended"
    reveals: ClassVar[bool] = True
    totals: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    """Who won."""

    def apply(self, draft: Any) -> None:  # Any: as above
        """Close the agenda."""
        draft.agenda = ()


EVENTS: tuple[type[Event], ...] = (AgendaChanged, PositionGiven, GameEnded)
"""The events that every game has."""

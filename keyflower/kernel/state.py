"""States: what the kernel asks of the state of a game, and how a state is opened for changes.

A game's state is one frozen attrs class. It has the fields `viewer`, `agenda` and `seats`, declares its fields as
`keyflower.kernel.fields` describes, and says how it is opened (`opened`). The same class holds a full state and what
one seat may know of it: there hidden pieces are unknown pieces of a pool and hidden names are question marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_type_hints,
)

from attrs import evolve

from keyflower.kernel.drafts import Open, closed, open_class
from keyflower.kernel.fields import OWNER, covered, masked
from keyflower.kernel.tasks import Task

OpenSeatT = TypeVar("OpenSeatT", bound=Open)


class _Scheduled(Protocol):
    @property
    def agenda(self) -> tuple[Task, ...]: ...


SEATS: Final = "seats"
"""The field of a state whose parts belong to a seat each."""
VIEWER: Final = "viewer"
"""The field of a state that says who looks."""


class Readable:
    """What a state and a draft of the next one have in common: a game's own `State` and `BaseDraft` start with it.

    Both derive from one such class first, or the class of a draft could not be changed to that of a state.
    """

    __slots__ = ()

    @property
    def over(self: _Scheduled) -> bool:
        """Whether the game has ended."""
        return not self.agenda


class Part:
    """The root of the parts of a state, such as seats."""

    __slots__ = ()


class BaseState(Readable):
    """The root of a game's state; its drafts are derived from its fields.

    A game writes one frozen class for the state and one for a seat (a `Part`), both with
    ``weakref_slot=False``: Python cannot change the class of an object that supports weak references.
    """

    __slots__ = ()

    def opened(
        self,
    ) -> Any:  # Any: a draft has the fields of the state, but no type says that all can be changed
        """Return a draft that starts as a copy of this state."""
        kind: Any = type(self)  # Any: to mypy a class with a `__hash__` for its values is not hashable itself
        return draft_class(kind)(self)


class Openable(Protocol):
    """A state that can be opened for changes."""

    @property
    def viewer(self) -> int | None:
        """`None` for the full state; otherwise the seat (or the spectator) it is hidden for."""
        ...

    @property
    def agenda(self) -> tuple[Task, ...]:
        """What still has to be done, the next task first; empty when the game is over."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def seats(self) -> Sequence[Any]:  # Any: each game has seats of its own
        """What belongs to each seat."""
        ...

    def opened(self) -> Any:  # Any: the draft of this game, which becomes such a state again
        """Return a draft that starts as a copy of this state."""
        ...


StateT = TypeVar("StateT", bound=Openable)


class BaseDraft(Open, Generic[OpenSeatT]):
    """A state being changed: events copy their facts into it, and freezing turns it into a state."""

    __slots__ = ()

    STATE: ClassVar[type[Any]]  # Any: the state class of the game
    """What a draft becomes."""
    SEAT: ClassVar[type[Any]]  # Any: the seat class of the game
    """What an open seat becomes."""
    OPEN_SEAT: ClassVar[type[Any]]  # Any: the open seat class of the game
    """The class of open seats."""

    if TYPE_CHECKING:
        viewer: int | None
        agenda: tuple[Task, ...]
        seats: Any  # Any: each game says what seats it has

    def freeze(self) -> Any:  # Any: the state class of the game
        """Turn the draft into the changed state, an immutable value."""
        if type(self.seats) is not tuple:
            opened, kind = self.OPEN_SEAT, self.SEAT
            for seat in self.seats:
                if type(seat) is opened:
                    closed(seat, kind)
            self.seats = tuple(self.seats)
        return closed(self, self.STATE)

    def seat(self, number: int) -> OpenSeatT:
        """Return a seat that can be changed in place until the draft is frozen."""
        seats = self.seats
        if type(seats) is tuple:
            seats = self.seats = list(seats)
        seat: OpenSeatT = seats[number]
        if type(seat) is not self.OPEN_SEAT:
            seat = self.OPEN_SEAT(seat)
            seats[number] = seat
        return seat

    def copied(self) -> Self:
        """Return another draft with the same contents; seats that are being changed are shared by both."""
        return type(self)(self)


@cache
def draft_class(kind: Any) -> Any:  # Any: the state class of a game, and that of its drafts
    """Return the class of the drafts of a state; its seats are those that the field `seats` is declared to hold."""
    seat = get_args(get_type_hints(kind)[SEATS])[0]
    made = open_class(kind, BaseDraft)
    made.STATE, made.SEAT, made.OPEN_SEAT = kind, seat, open_class(seat, Open)
    return made


def hide(state: StateT, viewer: int) -> StateT:
    """Return what a seat (or the spectator) may know of a full state, as its fields declare."""
    # Any: attrs.evolve cannot know the fields of a state it has not met
    whole: Any = hidden_part(state, viewer, None, over=state.over)
    hidden: StateT = evolve(whole, viewer=viewer)
    return hidden


def hidden_part(value: Any, viewer: int, owner: int | None, *, over: bool) -> Any:  # Any: any declared class
    """Return a part of a state with everything masked that the viewer may not see.

    Args:
        value: the part.
        viewer: who looks.
        owner: the seat it belongs to; `None` for what lies on the table and belongs to nobody.
        over: whether the game has ended.
    """
    changes: dict[str, Any] = {}
    for name, says in covered(type(value)):
        there = getattr(value, name)
        if says.inside:
            changes[name] = tuple(
                [
                    hidden_part(part, viewer, number if name == SEATS else owner, over=over)
                    for number, part in enumerate(there)
                ]
            )
        elif (says.by != OWNER or owner != viewer) and not (says.until_over and over):
            changes[name] = None if there is None else masked(there, counted=says.counted)
    return evolve(value, **changes) if changes else value

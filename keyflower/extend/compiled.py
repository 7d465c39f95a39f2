"""`Compiled`: what the fast executor is told about a part of an expansion's own, as plain data.

Effects, costs, powers and scoring terms of the usual classes need nothing of the kind. Anything else that an
expansion adds (a phase, a task, a scoring domain, a term, a tie-break) may have an attribute ``compiled`` that says
in a word known to `keyflower.fast` what it does. Without one, games with that expansion are played by the reference
engine alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from attrs import frozen

_Function = TypeVar("_Function", bound=Callable[..., Any])  # Any: whatever the function takes and returns

BREEDING: Final = "breeding"
"""A phase, and the task it leaves: pastures with two or more animals of a species get one more."""
HERDS: Final = "herds"
"""A scoring domain: each pasture pays once for every species on it."""
HERD_WORTH: Final = "herd-worth"
"""A term: every pasture with a species pays so much, if that is more than it pays anyway."""
SHELTERED: Final = "sheltered"
"""A term: every animal of a species on the pastures of the tile may be sheltered there for so many points."""
EARLIEST_PICK: Final = "earliest-pick"
"""A tie-break: who took a boat first in the last season."""


@frozen
class Compiled:
    """A word that the fast executor knows, with its numbers."""

    word: str
    """What it does: one of the words of this module."""
    good: str = ""
    """The piece it is about, if any."""
    points: int = 0
    """What it pays, if anything."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers by piece, if there are any."""


def compiled_as(form: Compiled) -> Callable[[_Function], _Function]:
    """Return a decorator that tells the compiled form of a function, such as that of a phase."""

    def told(function: _Function) -> _Function:
        setattr(function, "compiled", form)  # noqa: B010  # a function has no such attribute by itself
        return function

    return told


def form_of(part: object) -> Compiled | None:
    """Return the compiled form of a part of an expansion, if it tells one."""
    form = getattr(part, "compiled", None)
    return form if isinstance(form, Compiled) else None

"""`Compiled`: what the fast executor needs to know about a part that an expansion adds, as plain data.

Effects, costs, powers and scoring terms of the usual classes need nothing of the kind. Anything else that an
expansion adds (a kind of pieces, a place, a task, an action, a phase, a scoring domain, a term, a tie-break) may have
an attribute ``compiled`` that says in a word known to `keyflower.fast` what it does. Where one of them says nothing,
games with that expansion are played by the reference engine alone, and `keyflower.fast.why_not` names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from attrs import frozen

_Function = TypeVar("_Function", bound=Callable[..., Any])  # Any: whatever the function takes and returns

ON_PASTURES: Final = "on-pastures"
"""Pieces live on pastures, and do not share one with others of their kind unless the owner has the power `slot`.

A kind of pieces says so through its `gained`, and with it all that belongs to it: the place, whose only field is
pairs of pasture and pieces; the task that puts new pieces beside a tile, with the fields seat, pieces and tile; the
action that puts one, with the fields piece and pasture; and the widening of transport that drives them.
"""
GROWING: Final = "growing"
"""Pastures with two or more pieces of a type get one more from the supply.

A phase says so, and the task it leaves where the supply is short, with the fields seat, piece, pastures and number.
"""
PER_PASTURE: Final = "per-pasture"
"""A scoring domain: each pasture pays once for every type of pieces on it; `numbers` says how much."""
PASTURE_WORTH: Final = "pasture-worth"
"""A term: every pasture with a piece pays so much, if that is more than it pays anyway."""
SHELTERED: Final = "sheltered"
"""A term: every piece on the pastures of the tile may be sheltered there for these points, and scores only there."""
EARLIEST_PICK: Final = "earliest-pick"
"""A tie-break: who took a boat first in the last season."""


@frozen
class Compiled:
    """A word that the fast executor knows, with its numbers."""

    word: str
    """What it does: one of the words of this module."""
    good: str = ""
    """The piece it is about, if it is about one."""
    points: int = 0
    """What it pays, if it pays anything."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers by piece, if there are any."""
    slot: str = ""
    """The slot of the power that changes it, if there is one."""


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

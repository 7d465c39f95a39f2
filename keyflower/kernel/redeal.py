"""Redealing what a viewer cannot see, as far as it follows from the declarations of the fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN, declared
from keyflower.kernel.options import Random, shuffled
from keyflower.kernel.pieces import names_in


def dealt_anew(
    state: Any, names: Mapping[str, Sequence[str]], rng: Random
) -> Any:  # Any: the state of a game
    """Return a full state that is consistent with a hidden one: unknown names are dealt from those that are left.

    Args:
        state: what a viewer may know.
        names: all names of each kind that fields declare to hold.
        rng: who draws.

    Raises:
        HiddenInformation: if there are fewer names left than are hidden.
    """
    left = {}
    for kind, every in names.items():
        known = set(names_in(state, kind))
        left[kind] = shuffled((name for name in every if name not in known), rng)
    return evolve(_dealt(state, left), viewer=None)


def _dealt(value: Any, left: Mapping[str, list[str]]) -> Any:  # Any: a state or a part of one
    changes: dict[str, object] = {}
    for field, says in declared(type(value)):
        there = getattr(value, field)
        if says.inside:
            changes[field] = tuple([_dealt(part, left) for part in there])
        elif says.of in left and UNSEEN in there:
            if there.count(UNSEEN) > len(left[says.of]):
                raise HiddenInformation(f"the {says.of}s of this view do not add up to those of the game")
            changes[field] = tuple(sorted(left[says.of].pop() if name == UNSEEN else name for name in there))
    return evolve(value, **changes) if changes else value


def names_problem(state: Any, names: Mapping[str, Sequence[str]]) -> str:  # Any: as above
    """Return which names of a state, whole or hidden, should not be there or are missing; the empty text if none."""
    for kind, every in names.items():
        found = [name for name in names_in(state, kind) if name]
        hidden = 0 if state.viewer is None else found.count(UNSEEN)
        if len(found) != len(every) or len(set(found) & set(every)) != len(every) - hidden:
            return f"the {kind}s do not add up to those of the game"
    return ""

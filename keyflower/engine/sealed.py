"""Sealed seats: a seat as a viewer knows it, in which nobody can read by mistake what is hidden.

In a view, hidden pieces are unknown pieces of a pool, and a rule that asks such a pool for queens is told that there
are none. Code that needs the true answer reads a sealed seat instead: there, the same question raises
`HiddenInformation`.
"""

from __future__ import annotations

from typing import Any, Final, Never

from attrs import evolve

from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN, covered
from keyflower.model.pool import Pool
from keyflower.model.state import Seat

_WHY: Final = "this depends on what is hidden"


class _SealedPool(Pool):
    """A pool whose pieces can be counted, but not named."""

    __slots__ = ()

    @property
    def pieces(self) -> Never:  # type: ignore[override]  # reading it is what must not happen
        raise HiddenInformation(f"{_WHY}: {self.total} pieces")

    @property
    def amounts(self) -> Never:  # type: ignore[override]  # as above
        raise HiddenInformation(f"{_WHY}: {self.total} pieces")


class _SealedNames(tuple[str, ...]):
    """Names of which some are hidden: they can be counted, but not read."""

    __slots__ = ()

    def _hidden(self, *_: object) -> Never:
        raise HiddenInformation(f"{_WHY}: {len(self)} names")

    __iter__ = __getitem__ = __contains__ = __eq__ = __hash__ = index = count = _hidden


def sealed(seat: Seat) -> Seat:
    """Return a seat of a view; reading what the viewer cannot know raises `HiddenInformation`."""
    guarded: Seat = _sealed(seat)
    return guarded


def _sealed(value: Any) -> Any:  # Any: a seat, or any place of an expansion
    changes: dict[str, object] = {}
    for name, says in covered(type(value)):
        there = getattr(value, name)
        if says.inside:
            changes[name] = tuple([_sealed(part) for part in there])
        elif isinstance(there, Pool) and there.unknown:
            changes[name] = _SealedPool(unknown=there.total)
        elif isinstance(there, tuple) and UNSEEN in there:
            changes[name] = _SealedNames(there)
    return evolve(value, **changes) if changes else value

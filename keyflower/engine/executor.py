"""Who plays: the handlers, or the fast executor on states that carry their packed bytes.

The fast executor is a surface far above this layer. It is looked up by name once enough has been played to pay for
loading it and compiling the rules, so nothing below depends on it, and short programs never load it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import Chance
from keyflower.model.state import State

WAIT: Final = 1000
"""How many actions the handlers play before the fast executor is loaded, which takes as long as playing them."""
_BEGUN: Final = b""
"""The form of a state that may be packed: it comes from the handlers, which make nothing that does not fit."""
_PLAYED: Final = b"\0"
"""The same once somebody plays on from there: packing takes as long as four actions, so it waits for the second."""

_put = object.__setattr__


class Executor:
    """Leaves states to the packed bytes that they carry, and gives them some once that pays.

    A state has its bytes in `_form` and what reads and plays them in `_origin`. A state that was made by hand or read
    from outside has neither, and the handlers play on from it.
    """

    def __init__(self) -> None:
        """Wait."""
        self.waits: float = WAIT
        """How many more actions the handlers play; without end if they have to play alone."""

    def seats(self, state: State) -> tuple[int, ...] | None:
        """Return the seats that have an open decision."""
        origin = None if self.waits > 0 else state._origin
        return None if origin is None else origin.seats(state._form)

    def options(self, state: State, seat: int) -> Sequence[Action] | None:
        """Return the legal actions of a seat."""
        origin = None if self.waits > 0 else state._origin
        return None if origin is None else origin.options(state._form, seat)

    def said(self, state: State, seat: int, text: str) -> Action | None:
        """Return the legal action with this text if it is known: the state need not be read to understand it."""
        origin = None if self.waits > 0 else state._origin
        return None if origin is None else origin.said(state._form, seat, text)

    def play(
        self, ruleset: Ruleset, state: State, seat: int, action: Action, chance: Chance
    ) -> tuple[State, Chance] | None:
        """Return the state and the source of chance after a legal action."""
        if self.waits > 0:
            self.waits -= 1
            return None
        origin = state._origin
        if origin is None:
            form = state._form
            if form is None:
                return None
            if form == _BEGUN:
                _put(state, "_form", _PLAYED)
                return None
            origin = import_module("keyflower.fast.carried").carried(ruleset, state, chance)
            if origin is None:
                _put(state, "_form", None)
                return None
        played: tuple[State, Chance] | None = origin.play(state._form, seat, action, chance)
        return played

    def note(self, before: State | None, after: State) -> None:
        """Learn that the handlers have led from one state to another, or begun a game."""
        if before is None:
            _put(after, "_form", _BEGUN)
        elif before._form is not None:
            _put(after, "_form", before._form and _PLAYED)

    def learn(self, state: State, same: State) -> None:
        """Learn that the handlers have led to a state that is equal to one that was played."""
        if state._origin is not None:
            state._origin.learn(state, same)

    @contextmanager
    def waiting(self, actions: float) -> Iterator[None]:
        """Let the handlers play this many actions first, as long as a `with` block lasts."""
        before, self.waits = self.waits, actions
        try:
            yield
        finally:
            self.waits = before


EXECUTOR: Final = Executor()
"""The one of this process."""

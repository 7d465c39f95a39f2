"""`Bot`: the contract of everything that plays by itself."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from keyflower.engine.options import Decision
from keyflower.model.actions import Action

if TYPE_CHECKING:
    from keyflower.facade.view import View


class Bot(Protocol):
    """A player that chooses from what its seat may know.

    A bot is a value: it keeps nothing between two choices. Whoever drives the game hands it the view of its
    seat, the open decision as that view offers it, and a random generator.
    """

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return one of ``decision.options``.

        Args:
            view: what the seat may know.
            decision: the question; its options come from the view alone.
            rng: the only randomness a bot uses, so that a seeded game can be repeated.
        """
        ...

"""`RandomBot`: any option, each equally likely."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from keyflower.engine.options import Decision
from keyflower.model.actions import Action

if TYPE_CHECKING:
    from keyflower.facade.view import View


@frozen
class RandomBot:
    """Takes any option: quick, fair, and a poor player."""

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return one option, each equally likely."""
        return decision.options.sample(rng)

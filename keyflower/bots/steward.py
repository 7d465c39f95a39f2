"""`StewardBot`: rules of thumb on top of a short look ahead; fast and reasonably strong."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import field, frozen

from keyflower.appraisal.rating import Rated, SlowSteward, one_of_the_best
from keyflower.appraisal.weights import USUAL, Weights
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import instance
from keyflower.kernel.options import Decision

if TYPE_CHECKING:
    from keyflower.facade.view import View


def _unless_usual(weights: Weights) -> str:
    """Write weights only if they are not the usual ones: two bots that differ must not look the same."""
    return "the usual" if weights == USUAL else repr(weights)


@frozen
class StewardBot:
    """Weighs points, and what tiles, goods and workers promise for the seasons that are left.

    It thinks an action through to the end of its own follow-up decisions (payments, transport, upgrades) on
    what its view knows, and passes when nothing improves its position.
    """

    weights: Weights = field(factory=Weights, repr=_unless_usual, kw_only=True)
    """What it thinks things are worth."""

    def __attrs_post_init__(self) -> None:
        instance(self.weights, Weights, "weights")

    @property
    def name(self) -> str:
        """Its name in tables of results; stewards with other weights have other names."""
        return f"steward-{self.weights.id}" if self.weights.id else "steward"

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects; among equals a random one."""
        if decision.kind == "offer-winter":
            return SlowSteward(self.weights).offer(view, decision)
        return one_of_the_best(self.rate(view, decision), decision, rng)

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        """Return the options worth a thought, each with what it is worth in points, in the order of the options.

        An empty list means that it has no opinion: none of the options leads anywhere.
        """
        from keyflower.fast.bots import (  # ten times as fast, where the native library can play
            any_deal,
            opinions,
        )

        packed = any_deal(view)
        if packed is None:
            return SlowSteward(self.weights).rate(view, decision)
        return opinions(packed, decision.seat, self.weights)

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
    """Write weights only if they are not the default ones: two bots that differ must not look the same."""
    return "the usual" if weights == USUAL else repr(weights)


@frozen
class StewardBot:
    """Weighs points against what tiles, goods and workers may bring in the remaining seasons.

    It follows each action through its own follow-up decisions (payments, transport, upgrades), using only
    what its view knows, and passes when nothing improves its position.
    """

    weights: Weights = field(factory=Weights, repr=_unless_usual, kw_only=True)
    """What things are worth to it."""

    def __attrs_post_init__(self) -> None:
        instance(self.weights, Weights, "weights")

    @property
    def name(self) -> str:
        """Its name in tables of results; stewards with other weights have other names."""
        return "steward" if self.weights == USUAL else f"steward-{self.weights.id}"

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the highest rating; a random one of them if there are several."""
        if decision.kind == "offer-winter":
            return SlowSteward(self.weights).offer(view, decision)
        return one_of_the_best(self.rate(view, decision), decision, rng)

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        """Return the options worth considering, each rated in points, in the order of the options.

        An empty list means that it cannot rate any of them.
        """
        from keyflower.fast.bots import (  # ten times as fast, where the native library can play
            any_deal,
            opinions,
        )

        packed = any_deal(view)
        if packed is None:
            return SlowSteward(self.weights).rate(view, decision)
        return opinions(packed, decision.seat, self.weights)

"""Ratings: options with all their follow-up decisions, on the reference engine alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from attrs import frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.candidates import candidates
from keyflower.appraisal.lookahead import foreseen, is_following
from keyflower.appraisal.weights import Weights
from keyflower.engine.flow import FLOW
from keyflower.facade.view import View
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.model.actions import Offer, Pass
from keyflower.model.enums import FRONT
from keyflower.model.state import State

STEPS: Final = 6
"""How many follow-up decisions of one action are considered."""
WHIM: Final = 0.05
"""Options this close to the best count as equally good."""
EVEN: Final = 1e-9
"""Values closer than this are the same: sums of the same numbers may differ in their last bits."""


@frozen
class Rated:
    """An option with its rating."""

    action: Action
    """The option."""
    worth: float
    """The points it is expected to bring in the end, including the follow-up decisions."""
    line: tuple[Action, ...] = ()
    """The seat's follow-up decisions (payments, transport, upgrades) that go with it."""


@frozen
class SlowSteward:
    """A player that chooses as `keyflower.bots.StewardBot` does, without the native library."""

    weights: Weights
    """What things are worth to it."""

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects; a random one if several are equal."""
        if decision.kind == "offer-winter":
            return self.offer(view, decision)
        return one_of_the_best(self.rate(view, decision), decision, rng)

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        """Return the options worth considering, each rated in points, in the order of the options."""
        sensible = self._thought(view, decision).sensible(view.state, decision)
        return self.rate_all(view, decision, sensible)

    def rate_all(self, view: View, decision: Decision, actions: Iterable[Action]) -> list[Rated]:
        """Return what some options are worth in points, whether they are sensible or not."""
        thought = self._thought(view, decision)
        return [thought.rated(view.state, action) for action in actions]

    def offer(self, view: View, decision: Decision) -> Action:
        """Return the most promising winter tiles: the best one and every good one."""
        appraiser, hand = self._thought(view, decision).appraiser, view.state.seats[decision.seat].winter
        gains = {tile: appraiser.gain(view.state, tile, FRONT) for tile in hand}
        best = max(hand, key=lambda tile: gains[tile])
        return Offer(tuple(tile for tile in hand if tile == best or gains[tile] >= self.weights.offered))

    def _thought(self, view: View, decision: Decision) -> _Thought:
        return _Thought(Appraiser.of(view.ruleset, decision.seat, self.weights, base=view.state))


@frozen
class _Thought:
    """One choice under consideration."""

    appraiser: Appraiser

    def sensible(self, state: State, question: Decision) -> list[Action]:
        """Return the options worth considering."""
        herding = bool(self.appraiser.weights.breed)
        return candidates(self.appraiser.ruleset, state, question, herding=herding)

    def rated(self, state: State, action: Action) -> Rated:
        """Return what an action is worth if the seat's follow-up decisions are good."""
        appraiser = self.appraiser
        if isinstance(action, Pass):
            return Rated(action, appraiser.value(state))
        state = foreseen(appraiser.ruleset, state, appraiser.seat, action)
        line: list[Action] = []
        while len(line) < STEPS and is_following(state.agenda, appraiser.seat):
            question = FLOW.decision(appraiser.ruleset, state, appraiser.seat)
            after = [
                (foreseen(appraiser.ruleset, state, appraiser.seat, following), following)
                for following in self.sensible(state, question)
            ]
            if not after:
                break
            state, best = after[first_best([appraiser.value(later) for later, _ in after])]
            line.append(best)
        return Rated(action, appraiser.value(state), tuple(line))


def first_best(values: Sequence[float]) -> int:
    """Return the place of the largest value; among equals that of the first."""
    best = 0
    for place, value in enumerate(values):
        if value > values[best] + EVEN:
            best = place
    return best


def one_of_the_best(rated: Sequence[Rated], decision: Decision, rng: Random) -> Action:
    """Return the option with the best rating, among equals a random one; without ratings any option."""
    if not rated:
        return decision.options.sample(rng)
    best = max(one.worth for one in rated)
    choices = [one.action for one in rated if one.worth >= best - WHIM - EVEN]
    return choices[rng.randrange(len(choices))]

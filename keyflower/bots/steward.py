"""`StewardBot`: rules of thumb on top of foresight; the strongest bot of the package."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from keyflower.bots.appraisal import Appraiser
from keyflower.bots.candidates import candidates
from keyflower.bots.foresight import foreseen, is_following
from keyflower.bots.weights import Weights
from keyflower.engine.flow import FLOW
from keyflower.extend.terms import PerStored
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.model.actions import Move, Offer, Pass
from keyflower.model.state import State
from keyflower.vocabulary.types import FRONT

if TYPE_CHECKING:
    from keyflower.facade.view import View

_STEPS: Final = 6
"""How many follow-up decisions of one action are thought through."""
_WHIM: Final = 0.05
"""Options this close to the best are as good as the best."""
_OFFERED: Final = 4
"""A winter tile that promises as many points is offered besides the best one."""


@frozen
class StewardBot:
    """Weighs points, and what tiles, goods and workers promise for the seasons that are left.

    It thinks an action through to the end of its own follow-up decisions (payments, transport, upgrades) on
    what its view knows, and passes when nothing improves its position.
    """

    weights: Weights = field(factory=Weights, repr=False, kw_only=True)
    """What it thinks things are worth."""

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects; among equals a random one."""
        thought = _Thought(Appraiser.of(view.ruleset, decision.seat, self.weights), {})
        if decision.kind == "offer-winter":
            return thought.offer(view.state, decision)
        found = thought.sensible(view.state, decision)
        if not found:
            return decision.options.sample(rng)
        rated = [(thought.worth(view.state, action), action) for action in found]
        best = max(worth for worth, _ in rated)
        choices = [action for worth, action in rated if worth >= best - _WHIM]
        return choices[rng.randrange(len(choices))]


@frozen
class _Thought:
    """One choice being thought about."""

    appraiser: Appraiser
    outlooks: dict[object, float]

    def sensible(self, state: State, question: Decision) -> list[Action]:
        """Return the candidates without moves that lead nowhere."""
        return [
            action
            for action in candidates(state, question)
            if not isinstance(action, Move) or self._leads_somewhere(state, action)
        ]

    def _leads_somewhere(self, state: State, action: Move) -> bool:
        ruleset = self.appraiser.ruleset
        if "/" in action.target:
            return False
        village = state.seats[self.appraiser.seat].village
        spot = village.spot(action.target)
        tile = ruleset.tiles[action.target]
        if any(isinstance(term, PerStored) for term in tile.face(spot.side).scores):
            return True
        if spot.side != FRONT or tile.upgrade is None:
            return False
        cost = tile.upgrade
        return bool(
            cost.named[action.good]
            or action.good == "gold"
            or any(kind == "resource" for kind, _ in cost.any)
        )

    def worth(self, state: State, action: Action) -> float:
        """Return what an action is worth, own follow-up decisions included."""
        if isinstance(action, Pass):
            return self.appraiser.value(state)
        return self._outlook(foreseen(self.appraiser.ruleset, state, self.appraiser.seat, action), _STEPS)

    def _outlook(self, state: State, steps: int) -> float:
        """Return the value of a state once the own follow-up decisions are taken well."""
        seat = self.appraiser.seat
        while steps and is_following(state, seat):
            question = FLOW.decision(self.appraiser.ruleset, state, seat)
            after = [
                foreseen(self.appraiser.ruleset, state, seat, action)
                for action in self.sensible(state, question)
            ]
            if not after:
                break
            state = max(after, key=self.appraiser.value)
            steps -= 1
        return self.appraiser.value(state)

    def offer(self, state: State, question: Decision) -> Action:
        """Return the winter tiles that promise most: the best one and every good one."""
        seat = self.appraiser.seat
        hand = state.seats[seat].winter
        gains = {tile: self.appraiser.gain(state, tile, FRONT) for tile in hand}
        best = max(hand, key=lambda tile: gains[tile])
        return Offer(tuple(tile for tile in hand if tile == best or gains[tile] >= _OFFERED))

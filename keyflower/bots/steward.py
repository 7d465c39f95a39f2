"""`StewardBot`: rules of thumb on top of foresight, quick and decent."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from keyflower.bots.appraisal import Appraiser
from keyflower.bots.candidates import candidates
from keyflower.bots.foresight import foreseen, is_following
from keyflower.bots.weights import USUAL, Weights
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
class Rated:
    """An option with what somebody thinks of it."""

    action: Action
    """The option."""
    worth: float
    """The points it promises in the end, own follow-up decisions included."""
    line: tuple[Action, ...] = ()
    """The own follow-up decisions (payments, transport, upgrades) that go with it."""


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

    @property
    def name(self) -> str:
        """What tables call it; stewards with other weights have other names."""
        return f"steward-{self.weights.id}" if self.weights.id else "steward"

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects; among equals a random one."""
        if decision.kind == "offer-winter":
            return self._thought(view, decision).offer(view.state, decision)
        rated = self.rate(view, decision)
        if not rated:
            return decision.options.sample(rng)
        best = max(one.worth for one in rated)
        choices = [one.action for one in rated if one.worth >= best - _WHIM]
        return choices[rng.randrange(len(choices))]

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        """Return the options worth a thought, each with what it is worth in points, in the order of the options.

        An empty list means that it has no opinion: none of the options leads anywhere.
        """
        thought = self._thought(view, decision)
        return [thought.rated(view.state, action) for action in thought.sensible(view.state, decision)]

    def _thought(self, view: View, decision: Decision) -> _Thought:
        return _Thought(Appraiser.of(view.ruleset, decision.seat, self.weights))


@frozen
class _Thought:
    """One choice being thought about."""

    appraiser: Appraiser

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

    def rated(self, state: State, action: Action) -> Rated:
        """Return what an action is worth once the own follow-up decisions are taken well."""
        appraiser = self.appraiser
        if isinstance(action, Pass):
            return Rated(action, appraiser.value(state))
        state = foreseen(appraiser.ruleset, state, appraiser.seat, action)
        line: list[Action] = []
        while len(line) < _STEPS and is_following(state, appraiser.seat):
            question = FLOW.decision(appraiser.ruleset, state, appraiser.seat)
            after = [
                (foreseen(appraiser.ruleset, state, appraiser.seat, following), following)
                for following in self.sensible(state, question)
            ]
            if not after:
                break
            state, best = max(after, key=lambda pair: appraiser.value(pair[0]))
            line.append(best)
        return Rated(action, appraiser.value(state), tuple(line))

    def offer(self, state: State, question: Decision) -> Action:
        """Return the winter tiles that promise most: the best one and every good one."""
        seat = self.appraiser.seat
        hand = state.seats[seat].winter
        gains = {tile: self.appraiser.gain(state, tile, FRONT) for tile in hand}
        best = max(hand, key=lambda tile: gains[tile])
        return Offer(tuple(tile for tile in hand if tile == best or gains[tile] >= _OFFERED))

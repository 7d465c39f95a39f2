"""`StewardBot`: rules of thumb on top of foresight, quick and decent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from keyflower.bots.appraisal import Appraiser
from keyflower.bots.candidates import candidates
from keyflower.bots.foresight import foreseen, is_following
from keyflower.bots.weights import USUAL, Weights
from keyflower.engine.flow import FLOW
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import instance
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.options import Decision
from keyflower.model.actions import Offer, Pass
from keyflower.model.state import State
from keyflower.vocabulary.types import FRONT

if TYPE_CHECKING:
    from keyflower.facade.view import View
    from keyflower.fast.games import Packed

_STEPS: Final = 6
"""How many follow-up decisions of one action are thought through."""
WHIM: Final = 0.05
"""Options this close to the best are as good as the best."""
EVEN: Final = 1e-9
"""Values closer than this are the same: sums of the same numbers may differ in their last bits."""


@frozen
class Rated:
    """An option with its rating."""

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

    def __attrs_post_init__(self) -> None:
        instance(self.weights, Weights, "weights")

    @property
    def name(self) -> str:
        """Its name in tables of results; stewards with other weights have other names."""
        return f"steward-{self.weights.id}" if self.weights.id else "steward"

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects; among equals a random one."""
        if decision.kind == "offer-winter":
            return self._thought(view, decision).offer(view.state, decision)
        rated = self.rate(view, decision)
        if not rated:
            return decision.options.sample(rng)
        best = max(one.worth for one in rated)
        choices = [one.action for one in rated if one.worth >= best - WHIM - EVEN]
        return choices[rng.randrange(len(choices))]

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        """Return the options worth a thought, each with what it is worth in points, in the order of the options.

        An empty list means that it has no opinion: none of the options leads anywhere.
        """
        found = self._rated_natively(view, decision)
        return self.rate_slowly(view, decision) if found is None else found

    def rate_slowly(self, view: View, decision: Decision) -> list[Rated]:
        """Return the same as `rate`, worked out on the reference engine alone."""
        thought = self._thought(view, decision)
        return [thought.rated(view.state, action) for action in thought.sensible(view.state, decision)]

    def _rated_natively(self, view: View, decision: Decision) -> list[Rated] | None:
        """Return the ratings of the native library, ten times as fast; `None` where it cannot play."""
        from keyflower.fast.thinking import opinions

        packed = any_deal(view)
        if packed is None:
            return None
        return [
            Rated(one.action, one.worth, one.line) for one in opinions(packed, decision.seat, self.weights)
        ]

    def _thought(self, view: View, decision: Decision) -> _Thought:
        return _Thought(Appraiser.of(view.ruleset, decision.seat, self.weights, base=view.state))


@frozen
class _Thought:
    """One choice being thought about."""

    appraiser: Appraiser

    def sensible(self, state: State, question: Decision) -> list[Action]:
        """Return the options worth a thought."""
        herding = bool(self.appraiser.weights.breed)
        return candidates(self.appraiser.ruleset, state, question, herding=herding)

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
            state, best = after[first_best([appraiser.value(later) for later, _ in after])]
            line.append(best)
        return Rated(action, appraiser.value(state), tuple(line))

    def offer(self, state: State, question: Decision) -> Action:
        """Return the winter tiles that promise most: the best one and every good one."""
        seat = self.appraiser.seat
        hand = state.seats[seat].winter
        gains = {tile: self.appraiser.gain(state, tile, FRONT) for tile in hand}
        best = max(hand, key=lambda tile: gains[tile])
        return Offer(
            tuple(tile for tile in hand if tile == best or gains[tile] >= self.appraiser.weights.offered)
        )


def first_best(values: Sequence[float]) -> int:
    """Return the place of the largest value; among equals that of the first."""
    best = 0
    for place, value in enumerate(values):
        if value > values[best] + EVEN:
            best = place
    return best


def any_deal(view: View) -> Packed | None:
    """Return some packed game that fits a view, for thoughts in which nothing hidden matters.

    It is always the same one, and `None` where the native library cannot play.
    """
    from keyflower.fast.games import native_rules, pack
    from keyflower.fast.packing import PackedError

    if native_rules(view.ruleset) is None:
        return None
    try:
        return pack(view.sample(Random(0)))
    except (PackedError, HiddenInformation):
        return None

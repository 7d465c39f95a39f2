"""The value of options: playouts in the same sampled games to the end of the season, then the learned value.

The fast executor plays these playouts with stewards. If the rules cannot be compiled, the reference engine plays them
with the faster but weaker players of the search. The numbers mean the same, but take much longer to compute.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from attrs import frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.leaf import ENDS, Leaf, features, finished, leaf_of
from keyflower.appraisal.rating import WHIM, Rated
from keyflower.appraisal.weights import SECOND
from keyflower.bots.playouts import LightPlayouts
from keyflower.bots.steward import StewardBot
from keyflower.engine.scoring import best_total
from keyflower.facade.game import Game
from keyflower.facade.view import View
from keyflower.fast import options as packed_options
from keyflower.fast.bots import any_deal, known_pieces
from keyflower.fast.packed import Packed
from keyflower.fast.trials import NO_OPTION, NOBODY, as_it_lies, can_try, tried, with_other_draws
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import key_of
from keyflower.kernel.options import Decision
from keyflower.model.enums import SEASONS
from keyflower.model.state import State
from keyflower.model.tasks import BuildAll, TakeBoat
from keyflower.review.choices import Candidate, OptionComparison, Sample

_BETWEEN: Final = (BuildAll, TakeBoat)
"""Decisions between two seasons, whose effects show in the next season."""


def horizon(game: Game) -> int:
    """Return the number of the season at whose end playouts from a moment stop; 4 if the game is over."""
    if game.over:
        return len(SEASONS)
    between = isinstance(game.state.agenda[0], _BETWEEN)
    return min(ENDS, SEASONS.index(game.season) + between)


class Player(Protocol):
    """Plays games out from a moment."""

    def options(self, actions: Sequence[Action], deals: range) -> list[list[Sample]]:
        """Return the results of options in sampled games that are consistent with what the seat knew."""
        ...


def player_of(game: Game, view: View, seat: int, key: int) -> Player:
    """Return the player for the options of a seat."""
    leaf = leaf_of(game.ruleset, len(game.players))
    packed = any_deal(view) if can_try(game) else None
    if packed is None:
        return _ReferenceOptions(view, seat, leaf, key)
    return _NativeOptions(packed, seat, known_pieces(packed, view.state), leaf, key)


@frozen
class _NativeOptions:
    """Stewards of the native library."""

    packed: Packed
    seat: int
    known: bytes
    leaf: Leaf
    key: int

    def options(self, actions: Sequence[Action], deals: range) -> list[list[Sample]]:
        everything = {
            action: place for place, action in enumerate(packed_options(self.packed, seat=self.seat))
        }
        places = [everything[action] for action in actions]
        return tried(
            self.packed, places, seat=self.seat, viewer=self.seat, known=self.known, weights=SECOND,
            leaf=self.leaf, deals=deals, key=self.key,
        )  # fmt: skip


@frozen
class _ReferenceOptions:
    """Fast, simple players on the reference engine."""

    view: View
    seat: int
    leaf: Leaf
    key: int

    def options(self, actions: Sequence[Action], deals: range) -> list[list[Sample]]:
        found: list[list[Sample]] = [[] for _ in actions]
        for deal in deals:
            dealt = self.view.sample(Random(f"{self.key} {deal}"))
            for samples, action in zip(found, actions, strict=True):
                after = dealt.play(action, seat=self.seat)
                samples.append(
                    _valued(after, self.leaf, horizon(dealt), Random(f"{self.key} {deal} players"))
                )
        return found


def _valued(game: Game, leaf: Leaf, season: int, rng: Random) -> Sample:
    """Play to the end of the season on the reference engine, and rate the result."""
    seats = range(len(game.players))
    appraisers = tuple(Appraiser.of(game.ruleset, seat, SECOND) for seat in seats)
    state = LightPlayouts(game.ruleset, 0, appraisers, 0.0).played(game, (), rng)
    return value_of(game, state, leaf, season)


def value_of(game: Game, state: State, leaf: Leaf, season: int) -> Sample:
    """Return the value of a state: from its totals if the game is over, otherwise from the learned value."""
    seats = range(len(state.seats))
    if not state.agenda or season >= ENDS:
        return finished([best_total(game.ruleset, state, seat) for seat in seats])
    return leaf.values(season, [features(game.ruleset, state, seat, SECOND) for seat in seats])


def as_it_was(
    game: Game, key: int, deals: range, *, longer: bool = False, action: Action | None = None, seat: int = 0
) -> list[Sample]:
    """Return the value of a moment with all hidden pieces as they really were; only later draws are random.

    Args:
        game: the moment.
        key: where the randomness begins: the same for all moments, so that a step without chance changes nothing.
        deals: which deals.
        longer: whether to play a season longer.
        action: an action to play first.
        seat: who plays it.
    """
    leaf = leaf_of(game.ruleset, len(game.players))
    if can_try(game):
        packed = as_it_lies(game)
        place = NO_OPTION if action is None else [*packed_options(packed, seat=seat)].index(action)
        return tried(
            packed, [place], seat=seat, viewer=NOBODY, known=None, weights=SECOND, leaf=leaf, deals=deals,
            key=key, seasons=1 + longer,
        )[0]  # fmt: skip
    found = []
    for deal in deals:
        dealt = with_other_draws(game, key_of(key) + deal)
        last = horizon(game) + longer
        after = dealt if action is None else dealt.play(action, seat=seat)
        found.append(_valued(after, leaf, last, Random(f"{key} {deal}")))
    return found


# ---------------------------------------------------------------------- which options


def comparison_of(view: View, decision: Decision, played: Action | None, number: int) -> OptionComparison:
    """Return the options to try: the played one, the steward's choice, and the others that it rates highest.

    While nothing has been played, the steward's choice stands for it.
    """
    steward = StewardBot()
    rated = sorted(steward.rate(view, decision), key=lambda one: -one.worth)
    lines = {one.action: one.line for one in rated}
    worths = {one.action: one.worth for one in rated}
    first = _steward_choice(steward, view, decision, rated)
    if played is None:
        played = next(iter(decision.options)) if first is None else first
    if (
        played in worths
        and rated
        and decision.kind != "offer-winter"
        and worths[played] >= rated[0].worth - WHIM
    ):
        first = played  # a steward could have done the same
    chosen = [played, *([first] if first is not None and first != played else [])]
    chosen += [one.action for one in rated if one.action not in chosen]
    if len(decision.options) <= number:
        chosen += [action for action in decision.options if action not in chosen]
    kept = chosen[: max(2, number + 1)]
    candidates = [Candidate(action, lines.get(action, ())) for action in kept]
    return OptionComparison(decision.seat, candidates, kept.index(first) if first in kept else 0)


def _steward_choice(
    steward: StewardBot, view: View, decision: Decision, rated: Sequence[Rated]
) -> Action | None:
    if decision.kind == "offer-winter":
        return steward.choose(view, decision, Random(0))
    return rated[0].action if rated else None

"""Rates one decision of a game: compares the chosen option with the best others in the same sampled games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from attrs import define, field, frozen

from keyflower.kernel.actions import Action
from keyflower.review.estimates import CERTAIN_ZERO, Estimate

POINT: Final = 0.002
"""How much a point of margin counts, compared with the chance to win, when options are ranked."""
DECIDED: Final = 0.02
"""A game is decided for a seat whose chance to win is below this, or above 1 minus this."""


class Grade(StrEnum):
    """How good a choice was, by the chance to win that it lost."""

    GOOD = "good"
    """It lost less than 2 %, or too little to be certain of a loss."""
    INACCURACY = "inaccuracy"
    """2 to 5 %."""
    MISTAKE = "mistake"
    """5 to 10 %."""
    BLUNDER = "blunder"
    """More than 10 %."""


LIMITS: Final = ((0.10, Grade.BLUNDER), (0.05, Grade.MISTAKE), (0.02, Grade.INACCURACY))
"""The smallest loss of winning chance for each grade, the worst first."""


def graded(loss: Estimate) -> Grade:
    """Return the grade of a choice, given the chance to win that it lost.

    >>> graded(Estimate(0.07, 0.01)), graded(Estimate(0.07, 0.05))
    (<Grade.MISTAKE: 'mistake'>, <Grade.GOOD: 'good'>)
    """
    if loss.interval[0] <= 0:
        return Grade.GOOD
    return next((grade for limit, grade in LIMITS if loss.mean >= limit), Grade.GOOD)


def is_unclear(loss: Estimate) -> bool:
    """Return whether more deals could well change the grade."""
    low, high = loss.interval
    if high < LIMITS[-1][0]:
        return False
    return low <= 0 or any(low < limit < high for limit, _ in LIMITS)


@frozen
class Tried:
    """One option that was tried, with its results."""

    action: Action
    """The option."""
    line: tuple[Action, ...]
    """The follow-up decisions that a steward would take after it."""
    win: Estimate
    """The chance to win."""
    margin: Estimate
    """How many more points the seat has than the others on average."""
    deals: int
    """In how many deals it was tried."""
    ahead: Estimate = CERTAIN_ZERO
    """How much larger the margin is than after the option that was played, in the same deals."""


@frozen
class ReviewedChoice:
    """One decision of a game, judged after the fact."""

    ply: int
    """How many actions had been played before; the action is that of ``game.log[ply + 1]``."""
    seat: int
    """Who decided."""
    kind: str
    """The kind of decision: ``turn``, ``pay``, ``haul``, ``build`` and so on."""
    played: Action
    """What was chosen."""
    best: Action
    """The best option, as far as the sampled games can tell; the played one if none was better."""
    tried: tuple[Tried, ...]
    """All options that were tried, the best first; the played one is always among them."""
    loss: Estimate
    """The chance to win that was lost to the best option; cross-fitted, so it may be a little below zero."""
    edge: Estimate
    """The points of margin gained over what a steward would have done; negative if that would have been better."""
    grade: Grade
    """How good it was, by `loss`."""
    points: Estimate = CERTAIN_ZERO
    """The same loss in points of margin, which is what counts once the game is decided."""
    season: str = ""
    """The season it was played in."""
    effects: tuple[Estimate, ...] = field(default=(), repr=False)
    """What the choice changed for every seat, in points of margin, compared with what a steward would have done."""

    @property
    def decided(self) -> bool:
        """Whether the game was already decided for the seat, so that it could lose only points."""
        best = max((one.win.mean for one in self.tried), default=0.5)
        return best < DECIDED or min((one.win.mean for one in self.tried), default=0.5) > 1 - DECIDED


# ---------------------------------------------------------------------- grades

Sample: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""The result of one playout: the margins and the chances of all seats."""
Trial: TypeAlias = Callable[[Sequence[int], range], list[list[Sample]]]
"""Tries options, given by their indices, in a range of deals."""


@define
class Candidate:
    """An option that is being tried."""

    action: Action
    line: tuple[Action, ...] = ()
    samples: list[Sample] = field(factory=list)

    def merit(self, seat: int, deals: range) -> float:
        """Return its total value for a seat over some deals, for ranking."""
        return sum(self.samples[deal][1][seat] + POINT * self.samples[deal][0][seat] for deal in deals)


@define
class OptionComparison:
    """Options of one seat in the same deals: first the played one, then the steward's if it is different."""

    seat: int
    candidates: list[Candidate]
    reference: int
    """The index of the option that a steward would choose."""
    left: list[int] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.left = [*range(len(self.candidates))]

    def spend(self, trial: Trial, deals: int) -> None:
        """Try the options: all in a few deals, the good ones in all of them, and in more where the grade is unclear."""
        first = min(deals, max(4, deals // 3))
        self._try(trial, range(first))
        for upto in sorted({min(deals, 2 * first), deals} - {first}):
            self._drop()
            if self.left == [0]:
                return  # all others are clearly behind, and a steward would do the same: it was good
            self._try(trial, range(self.number, upto))
        if deals > first:
            self._drop()
            if is_unclear(self.loss()[0]) and len(self.left) > 1:
                self._try(trial, range(deals, 2 * deals))

    def _try(self, trial: Trial, deals: range) -> None:
        for place, samples in zip(self.left, trial(self.left, deals), strict=True):
            self.candidates[place].samples += samples

    def _drop(self) -> None:
        """Drop the options that are two standard errors behind the best; the played one and the steward's stay.

        An option with the same results as another so far is not tried any more either: it shares the other's results.
        """
        best = self.best(range(self.number))
        kept: list[int] = []
        for place in self.left:
            one = self.candidates[place]
            twin = next((other for other in kept if self.candidates[other].samples == one.samples), None)
            if place in (0, self.reference, best):
                kept.append(place)
            elif twin is not None:
                one.samples = self.candidates[twin].samples
            elif not self._is_behind(place, best):
                kept.append(place)
        self.left = kept

    def _is_behind(self, place: int, best: int) -> bool:
        gap = self._difference(
            best, place, self.seat, lambda sample, seat: sample[1][seat] + POINT * sample[0][seat]
        )
        return gap.mean > 2 * gap.error

    @property
    def number(self) -> int:
        """In how many deals the remaining options were tried."""
        return len(self.candidates[0].samples)

    def best(self, deals: range) -> int:
        """Return the best remaining option over some deals; the played one if none is better."""
        return max(self.left, key=lambda place: (self.candidates[place].merit(self.seat, deals), -place))

    def _difference(self, one: int, other: int, seat: int, value: Callable[[Sample, int], float]) -> Estimate:
        ours, theirs = self.candidates[one].samples, self.candidates[other].samples
        return Estimate.of([value(a, seat) - value(b, seat) for a, b in zip(ours, theirs, strict=False)])

    def ahead(self, place: int, other: int, seat: int) -> Estimate:
        """Return how many more points of margin one option gives a seat than another, in the same deals."""
        if place == other:
            return CERTAIN_ZERO
        return self._difference(place, other, seat, lambda sample, who: sample[0][who])

    def loss(self) -> tuple[Estimate, Estimate]:
        """Return the chance and points lost to the best option, chosen in half of the deals and rated in the rest."""
        even, odd = range(0, self.number, 2), range(1, self.number, 2)
        wins: list[float] = []
        points: list[float] = []
        for sought, judged in ((even, odd), (odd, even)):
            best = self.candidates[self.best(sought)].samples
            for deal in judged:
                mine = self.candidates[0].samples[deal]
                wins.append(best[deal][1][self.seat] - mine[1][self.seat])
                points.append(best[deal][0][self.seat] - mine[0][self.seat])
        if not any(wins) and not any(points):
            return CERTAIN_ZERO, CERTAIN_ZERO
        return Estimate.of(wins), Estimate.of(points)

    def _value(self, place: int, part: int) -> Estimate:
        """Return the margin (0) or the chance (1) of an option.

        An option that was dropped early was tried in fewer deals. So we take the played option's value in all deals
        and add the difference between the two in those deals; otherwise equal options could seem different.
        """
        played = Estimate.of([sample[part][self.seat] for sample in self.candidates[0].samples])
        if len(self.candidates[place].samples) == self.number:
            return Estimate.of([sample[part][self.seat] for sample in self.candidates[place].samples])
        gap = self._difference(place, 0, self.seat, lambda sample, seat: sample[part][seat])
        found = Estimate.total([played, gap])
        return Estimate(min(1.0, max(0.0, found.mean)), found.error) if part else found

    def tried(self) -> tuple[Tried, ...]:
        """Return the results of all options, the best first."""
        found = [
            Tried(
                one.action,
                one.line,
                self._value(place, 1),
                self._value(place, 0),
                len(one.samples),
                self.ahead(place, 0, self.seat),
            )
            for place, one in enumerate(self.candidates)
        ]
        best = self.candidates[self.best(range(self.number))].action
        return tuple(
            sorted(
                found,
                key=lambda one: (one.action == best, one.win.mean + POINT * one.margin.mean),
                reverse=True,
            )
        )

    def reviewed(self, ply: int, kind: str, season: str) -> ReviewedChoice:
        """Return the decision with its loss, its edge and its grade."""
        loss, points = self.loss()
        seats = range(len(self.candidates[0].samples[0][0]))
        effects = tuple(self.ahead(0, self.reference, seat) for seat in seats)
        return ReviewedChoice(
            ply,
            self.seat,
            kind,
            self.candidates[0].action,
            self.candidates[self.best(range(self.number))].action,
            self.tried(),
            loss,
            effects[self.seat],
            graded(loss),
            points,
            season,
            effects,
        )

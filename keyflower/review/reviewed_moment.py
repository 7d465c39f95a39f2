"""`ReviewedMoment`: the results for one moment of a game; a report consists of all of them."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.data.codec import codec
from keyflower.kernel.codec import Data
from keyflower.review.choices import Grade, ReviewedChoice, Tried
from keyflower.review.estimates import Estimate

_NUMBERS = ("loss", "edge", "points")


@frozen
class ReviewedMoment:
    """One moment of a game: the chances, the decision that was made, and what the draws changed."""

    ply: int
    """How many actions had been played."""
    chances: tuple[Estimate, ...]
    """The chance of each seat to win."""
    margins: tuple[Estimate, ...]
    """How many points each seat is expected to be ahead of the average of the others."""
    choice: ReviewedChoice | None = None
    """The decision that was made, if there was a choice."""
    luck: tuple[Estimate, ...] = ()
    """How much the draws changed for each seat, in points of margin; empty if nothing was drawn."""

    def to_data(self, ruleset: Ruleset) -> dict[str, object]:
        """Return the moment as JSON-able data."""
        data: Data = {
            "ply": self.ply,
            "chances": _pairs(self.chances),
            "margins": _pairs(self.margins),
            "luck": _pairs(self.luck),
        }
        choice = self.choice
        if choice is not None:
            data["choice"] = {
                "seat": choice.seat,
                "kind": choice.kind,
                "season": choice.season,
                "played": codec(ruleset).actions.write(choice.played),
                "best": codec(ruleset).actions.write(choice.best),
                "grade": choice.grade.value,
                "effects": _pairs(choice.effects),
                "tried": [tried_to_data(ruleset, one) for one in choice.tried],
                **{name: _pair(getattr(choice, name)) for name in _NUMBERS},
            }
        return data

    @staticmethod
    def from_data(ruleset: Ruleset, data: Any) -> ReviewedMoment:  # Any: JSON, read with care by the caller
        """Return the moment from the data of `to_data`."""
        told = data.get("choice")
        choice = None
        if told is not None:
            choice = ReviewedChoice(
                ply=data["ply"],
                seat=told["seat"],
                kind=told["kind"],
                season=told["season"],
                played=codec(ruleset).actions.read(told["played"]),
                best=codec(ruleset).actions.read(told["best"]),
                tried=tuple(tried_from_data(ruleset, one) for one in told["tried"]),
                grade=Grade(told["grade"]),
                effects=_estimates(told["effects"]),
                **{name: Estimate(*told[name]) for name in _NUMBERS},
            )
        return ReviewedMoment(
            data["ply"],
            _estimates(data["chances"]),
            _estimates(data["margins"]),
            choice,
            _estimates(data["luck"]),
        )


def tried_to_data(ruleset: Ruleset, one: Tried) -> Data:
    """Return an option with its results as JSON-able data."""
    return {
        "action": codec(ruleset).actions.write(one.action),
        "line": [codec(ruleset).actions.write(action) for action in one.line],
        "win": _pair(one.win),
        "margin": _pair(one.margin),
        "ahead": _pair(one.ahead),
        "deals": one.deals,
    }


def tried_from_data(ruleset: Ruleset, data: Any) -> Tried:  # Any: as above
    """Return the option that `tried_to_data` has written."""
    return Tried(
        codec(ruleset).actions.read(data["action"]),
        tuple(codec(ruleset).actions.read(action) for action in data["line"]),
        Estimate(*data["win"]),
        Estimate(*data["margin"]),
        data["deals"],
        Estimate(*data["ahead"]),
    )


def _pair(estimate: Estimate) -> list[float]:
    return [estimate.mean, estimate.error]


def _pairs(estimates: tuple[Estimate, ...]) -> list[list[float]]:
    return [_pair(one) for one in estimates]


def _estimates(data: Any) -> tuple[Estimate, ...]:  # Any: as above
    return tuple(Estimate(*pair) for pair in data)

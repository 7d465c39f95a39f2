"""What a review says, in sentences: decisions, what was better, grades and the parts of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.text import Message, capital, decimal, phrase
from keyflower.model.enums import Season
from keyflower.model.names import season_name
from keyflower.review.choices import Grade, ReviewedChoice
from keyflower.words import teller_for

SIGNS: Final[Mapping[Grade, str]] = {
    Grade.GOOD: "",
    Grade.INACCURACY: "?!",
    Grade.MISTAKE: "?",
    Grade.BLUNDER: "??",
}
"""How players of other games write the grades."""


def grade_name(grade: Grade) -> Message:
    """Return what a grade is called."""
    match grade:
        case Grade.GOOD:
            return phrase("good")
        case Grade.INACCURACY:
            return phrase("inaccuracy")
        case Grade.MISTAKE:
            return phrase("mistake")
        case Grade.BLUNDER:
            return phrase("blunder")


def part_names() -> dict[str, Message]:
    """Return what the parts of a result are called, in the order in which they add up."""
    return {
        "setup": phrase("set-up"),
        "luck": phrase("luck"),
        "edge": phrase("own decisions"),
        "others": phrase("decisions of the others"),
        "residual": phrase("not foreseen"),
        "result": phrase("result"),
    }


def percent(share: float) -> str:
    """Return a share in hundredths: ``12``, or ``0.4`` if it is small.

    >>> str(percent(0.123)), str(percent(0.004)), str(percent(-0.0003))
    ('12', '0.4', '0.0')
    """
    value = 100 * share
    whole = abs(value) >= 9.5
    return decimal(f"{value:z.{0 if whole else 1}f}".replace("-", "\N{MINUS SIGN}"))


@frozen
class Sentences:
    """Describes the decisions of one game; `you` is the seat of the reader."""

    game: Game
    """The game as it was reviewed."""
    you: int | None = None
    """Who reads it."""

    def option(self, choice: ReviewedChoice, action: Action) -> str:
        """Return an option of a decision as a sentence that distinguishes it from the others."""
        before = self.game.moments[choice.ply]
        return teller_for(self.game, self.you).chosen(
            choice.seat, action, before.state.seats[choice.seat].village
        )

    def heading(self, choice: ReviewedChoice) -> Message:
        """Return when it was and whose decision it was."""
        return phrase(
            "{who}, {season}, move {number}",
            who=self.game.players[choice.seat],
            season=season_name(Season(choice.season)),
            number=choice.ply + 1,
        )

    def better(self, choice: ReviewedChoice) -> list[str]:
        """Return what would have been better, and by how much; empty if nothing would have been."""
        if choice.best == choice.played:
            return []
        low, high = choice.points.interval
        numbers = {
            "points": decimal(f"{max(0.0, choice.points.mean):.1f}"),
            "low": decimal(f"{low:.1f}"),
            "high": decimal(f"{high:.1f}"),
        }
        gain = (
            phrase(
                "It is worth {points} points more (95 % interval {low} to {high}); the game was decided.",
                **numbers,
            )
            if choice.decided
            else phrase(
                "It is worth {points} points more (95 % interval {low} to {high}), "
                "and the chance to win is {chance} % higher.",
                chance=percent(max(0.0, choice.loss.mean)),
                **numbers,
            )
        )
        return [phrase("Better: {sentence}", sentence=self.option(choice, choice.best)), gain]

    def line(self, choice: ReviewedChoice, line: tuple[Action, ...]) -> list[str]:
        """Return the follow-up decisions that go with an option, as sentences."""
        teller = teller_for(self.game, self.you)
        village = self.game.moments[choice.ply].state.seats[choice.seat].village
        return [teller.chosen(choice.seat, action, village) for action in line]

    def graded(self, choice: ReviewedChoice) -> Message:
        """Return the grade with a capital letter."""
        return capital(grade_name(choice.grade))

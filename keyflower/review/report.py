"""`Report`: the results of a review."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from keyflower._install import missing_extra
from keyflower.facade.game import Game
from keyflower.kernel.arguments import whole
from keyflower.kernel.text import Spoken
from keyflower.review.choices import Grade, ReviewedChoice
from keyflower.review.estimates import CERTAIN_ZERO, Estimate
from keyflower.review.reviewed_moment import ReviewedMoment

if TYPE_CHECKING:
    import polars

_CLEARLY: Final = 0.05
"""How much better a chance has to be, so that the lead has changed."""


@frozen(slots=False)
class Report:
    """The value of every decision of a game, the winning chances at every moment, and the luck of every player."""

    game: Game = field(repr=False)
    """The game."""
    moments: tuple[ReviewedMoment, ...] = field(repr=False)
    """The results for each moment, from the set-up to the end."""
    deals: int
    """In how many sampled games options were tried."""
    seed: int
    """The seed."""
    seats: frozenset[int] = frozenset()
    """Whose decisions were reviewed."""

    @cached_property
    def choices(self) -> tuple[ReviewedChoice, ...]:
        """Every decision with a choice, in order."""
        return tuple(moment.choice for moment in self.moments if moment.choice is not None)

    @cached_property
    def chances(self) -> tuple[tuple[Estimate, ...], ...]:
        """The chance of each seat to win, at each moment: ``report.chances[ply][seat]``."""
        return tuple(moment.chances for moment in self.moments)

    def of(self, who: int | str) -> tuple[ReviewedChoice, ...]:
        """Return the decisions of a player."""
        seat = self.game.seat_of(who)
        return tuple(choice for choice in self.choices if choice.seat == seat)

    # ------------------------------------------------------------------ sums

    def loss(self, who: int | str) -> Estimate:
        """Return how much winning chance a player lost per decision, on average."""
        own = self.of(who)
        return Estimate.total(choice.loss for choice in own) / len(own) if own else CERTAIN_ZERO

    def edge(self, who: int | str) -> Estimate:
        """Return how many points of margin a player gained over the whole game, compared with a steward's choices."""
        return Estimate.total(choice.edge for choice in self.of(who))

    def luck(self, who: int | str) -> Estimate:
        """Return how many points of margin a player gained from draws after the set-up."""
        seat = self.game.seat_of(who)
        return Estimate.total(moment.luck[seat] for moment in self.moments if moment.luck)

    def parts(self, who: int | str) -> Mapping[str, Estimate]:
        """Return a player's result as a sum of parts, in points of margin.

        ``result`` is the sum of ``setup`` (how good the start was), ``luck``, ``edge`` (own decisions), ``others``
        (the decisions of the others) and ``residual``: what the learned value did not predict, and decisions that were
        not reviewed.
        """
        seat = self.game.seat_of(who)
        result, setup = self.moments[-1].margins[seat], self.moments[0].margins[seat]
        others = Estimate.total(choice.effects[seat] for choice in self.choices if choice.seat != seat)
        known = {"setup": setup, "luck": self.luck(seat), "edge": self.edge(seat), "others": others}
        rest = result.mean - sum(part.mean for part in known.values())
        error = Estimate.total([result, *known.values()]).error
        return {"result": result, **known, "residual": Estimate(rest, error)}

    def grades(self, who: int | str) -> Mapping[Grade, int]:
        """Return how many decisions of a player have each grade."""
        own = [choice.grade for choice in self.of(who)]
        return {grade: own.count(grade) for grade in Grade}

    def turning_points(self, number: int = 3) -> tuple[ReviewedChoice, ...]:
        """Return the costliest decisions, the worst first; only those that certainly cost something.

        They are compared by the loss of winning chance, and by points once the game is decided.
        """
        number = whole(number, "number", least=0)
        costly = [
            choice
            for choice in self.choices
            if choice.best != choice.played and max(choice.loss.interval[0], choice.points.interval[0]) > 0
        ]
        return tuple(sorted(costly, key=_cost, reverse=True)[:number])

    def lead_changes(self) -> int:
        """Return how often somebody else got the best chance to win, by 5 % at least."""
        leader, changes = -1, 0
        for chances in self.chances:
            means = [one.mean for one in chances]
            best = means.index(max(means))
            if best != leader and (leader < 0 or means[best] >= means[leader] + _CLEARLY):
                changes, leader = changes + (leader >= 0), best
        return changes

    # ------------------------------------------------------------------ shapes

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each decision, for data frames."""
        return [
            {
                "ply": choice.ply,
                "seat": choice.seat,
                "player": self.game.players[choice.seat],
                "season": choice.season,
                "kind": choice.kind,
                "played": str(choice.played),
                "best": str(choice.best),
                "tried": len(choice.tried),
                "loss": choice.loss.mean,
                "loss_error": choice.loss.error,
                "points": choice.points.mean,
                "points_error": choice.points.error,
                "edge": choice.edge.mean,
                "edge_error": choice.edge.error,
                "grade": choice.grade.value,
            }
            for choice in self.choices
        ]

    def frame(self) -> polars.DataFrame:
        """Return the rows as a polars data frame.

        Raises:
            MissingExtra: if polars is not installed.
        """
        try:
            import polars as pl
        except ImportError:
            raise missing_extra("data frames need polars", "analysis") from None
        found: polars.DataFrame = pl.DataFrame(self.rows())
        return found

    def svg(self, *, language: Spoken = "") -> str:
        """Return the chances of all players over the game as a picture, with the costliest decisions marked."""
        from keyflower.review.chart import chart

        return chart(self, language=language)

    def html(self, *, language: Spoken = "", who: int | str | None = None, number: int = 3) -> str:
        """Return the review as a page: the chances, a table, and the costliest decisions with better options.

        Args:
            language: a language, by its code such as ``uk``; English by default.
            who: who reads it and is addressed as "you": only the decisions of this player are shown.
            number: how many decisions are shown.
        """
        from keyflower.review.page import page

        return page(self, language=language, who=who, number=number)

    def _repr_html_(self) -> str:
        from keyflower.review.page import body

        return body(self)

    def __repr__(self) -> str:
        marks = ", ".join(
            f"{name} {100 * self.loss(seat).mean:.1f} %"
            for seat, name in enumerate(self.game.players)
            if seat in self.seats
        )
        return f"<Report on {len(self.choices)} decisions; lost on average: {marks}>"


def _cost(choice: ReviewedChoice) -> tuple[float, float]:
    return (0.0 if choice.decided else choice.loss.mean, choice.points.mean)

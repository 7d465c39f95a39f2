"""`View`: the game as one seat, or a spectator, may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from keyflower.facade.accessors import Accessors
from keyflower.facade.match import Match
from keyflower.kernel import view as kernel
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.scores import Scores
from keyflower.kernel.values import frozen
from keyflower.model.pool import Pool
from keyflower.model.state import State

if TYPE_CHECKING:
    from keyflower.engine.score_sheet import ScoreSheet
    from keyflower.facade.event_log import EventLog
    from keyflower.facade.game import Game  # noqa: F401  # named in a text below


@frozen(repr=False)
class View(Accessors, kernel.BaseView[Match, State, "Game"]):
    """What a seat, or a spectator, may know at one moment; you use it like a game.

    Hidden pieces are unknown pieces of a pool (``?5``) and hidden tiles are question marks, so they can still
    be counted.
    Asking what they are raises `HiddenInformation`.

    >>> from keyflower import Game
    >>> view = Game.new(["Ann", "Bob"], seed=7).view("Bob")
    >>> view.screen("Ann").workers, view.workers("Bob").total
    (Pool.of(unknown=8), 8)
    >>> view.workers("Ann")
    Traceback (most recent call last):
        ...
    keyflower.HiddenInformation: Bob cannot know Ann's workers, only that there are 8
    """

    # ------------------------------------------------------------------ what may be hidden

    def _known(self, who: int | str, pool: Pool, what: str) -> Pool:
        if pool.unknown:
            owner = self.players[self.seat_of(who)]
            raise HiddenInformation(
                f"{self.name} cannot know {owner}'s {what}, only that there are {pool.total}"
            )
        return pool

    def workers(self, who: int | str) -> Pool:
        """Return the workers behind a player's screen.

        Raises:
            HiddenInformation: if the viewer cannot know them; ``view.screen(who)`` says how many there are.

        >>> view.workers("Bob")
        Pool.of(red=3, blue=2, yellow=3)
        """
        return self._known(who, self.screen(who).workers, "workers")

    def skills(self, who: int | str) -> Pool:
        """Return the skill tokens behind a player's screen.

        Raises:
            HiddenInformation: if the viewer cannot know them.

        >>> view.skills("Bob")
        Pool.of()
        """
        return self._known(who, self.screen(who).skills, "skills")

    def winter_tiles(self, who: int | str) -> tuple[str, ...]:
        """Return the winter tiles dealt to a player.

        Raises:
            HiddenInformation: if the viewer cannot know them.

        >>> len(view.winter_tiles("Bob"))
        3
        """
        tiles = self.screen(who).winter
        if UNSEEN in tiles:
            owner = self.players[self.seat_of(who)]
            raise HiddenInformation(
                f"{self.name} cannot know {owner}'s winter tiles, only that there are {len(tiles)}"
            )
        return tiles

    def score(self, who: int | str) -> ScoreSheet:
        """Return the score sheet of a player as if the game ended now.

        Raises:
            HiddenInformation: if it depends on what the viewer cannot know.

        >>> over.view("Ann").score("Bob").total
        19
        """
        from keyflower.engine.scoring import score_seat

        seat = self.seat_of(who)
        try:
            return score_seat(self.ruleset, self.state, seat)
        except HiddenInformation:
            owner = self.players[seat]
            raise HiddenInformation(
                f"{self.name} cannot know {owner}'s points: they depend on what is hidden from {self.name}"
            ) from None

    @property
    def scores(self) -> Scores[ScoreSheet]:
        """The score sheet of each seat, as if the game ended now.

        Raises:
            HiddenInformation: if any of them depends on what the viewer cannot know; `score` returns the
                sheet of one player.

        >>> over.view("Ann").scores["Bob"].total
        19
        """
        return Scores(tuple([self.score(seat) for seat in range(len(self.players))]), self.players)

    def remembering(self, log: EventLog) -> View:
        """Return the view of a player with a perfect memory, who knows which pieces must be behind each screen.

        Workers and skill tokens that everybody saw before they went behind a screen, and those that can be
        nowhere else, become known pieces of its pools; `sample` then deals only the others.

        Args:
            log: the history up to this view, whole or redacted for the viewer.

        Raises:
            HiddenInformation: if the log is redacted for somebody else, or ends at a different moment.

        >>> from keyflower import Game
        >>> game = Game.new(["Ann", "Bob"], seed=7)
        >>> game.view("Bob").remembering(game.log).screen("Ann").workers
        Pool.of(unknown=8)
        """
        from keyflower.facade.memory import recalled, remember

        return evolve(self, state=recalled(self.state, remember(log, self.viewer)))

    def to_data(self, *, options: bool = True) -> dict[str, object]:
        """Return the view as JSON-able data, with the viewer's open decision.

        Args:
            options: whether the decision lists its options; there can be thousands.

        >>> sorted(view.to_data())[:3]
        ['deciding', 'decisions', 'expansions']
        """
        ruleset = self.ruleset
        return {
            **super().to_data(options=options),
            "expansions": [expansion.id for expansion in ruleset.expansions],
            "variants": [*ruleset.chosen],
            **({"without": [*ruleset.without]} if ruleset.without else {}),
        }

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        when = "over" if self.over else str(self.season)
        return f"<View of {self.name} on a game of {names}: {when}>"

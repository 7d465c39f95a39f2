"""Chapters: a game told season by season."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from keyflower.facade.game import Game
from keyflower.model.enums import Season
from keyflower.model.events import LotUnsold, LotWon, TurnOrderSettled


@frozen
class Sale:
    """A tile that somebody has won."""

    seat: int
    """Who has it now."""
    tile: str
    """The tile."""
    price: str
    """The winning bid, in notation."""


@frozen
class Chapter:
    """One season of a game."""

    season: Season
    """The season."""
    games: tuple[Game, ...]
    """The game after each action of the season."""

    @property
    def last(self) -> Game:
        """The game after the last action: the season is over, and the next one begun."""
        return self.games[-1]

    @property
    def sales(self) -> tuple[Sale, ...]:
        """What was won, in order."""
        events = [event for game in self.games for event in game.events]
        return tuple(
            Sale(event.seat, event.tile, str(event.bid))
            for event in events
            if isinstance(event, LotWon) or (isinstance(event, TurnOrderSettled) and event.seat >= 0)
        )

    @property
    def unsold(self) -> tuple[str, ...]:
        """The tiles nobody wanted."""
        return tuple(
            event.tile for game in self.games for event in game.events if isinstance(event, LotUnsold)
        )

    @property
    def verbs(self) -> Counter[str]:
        """How many actions of each kind were played."""
        return Counter(game.last_action.verb for game in self.games if game.last_action is not None)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat as if the game ended with the season."""
        return tuple(sheet.total for sheet in self.last.scores)


def chapters(game: Game) -> list[Chapter]:
    """Return the seasons of a game; each ends with the action that closes it."""
    found: list[Chapter] = []
    running: list[Game] = []
    for later in game.moments[1:]:
        assert later.parent is not None
        running.append(later)
        if later.season is not later.parent.season or later.over:
            found.append(Chapter(later.parent.season, tuple(running)))
            running = []
    if running:
        found.append(Chapter(running[-1].season, tuple(running)))
    return found

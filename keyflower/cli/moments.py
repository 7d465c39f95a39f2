"""Moments: a log step by step, whole or as one seat may know it."""

from __future__ import annotations

from attrs import frozen

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.scoring import score_seat
from keyflower.facade.event_log import EventLog
from keyflower.facade.game import Game
from keyflower.facade.match import Match
from keyflower.facade.view import View
from keyflower.kernel.arguments import bare
from keyflower.kernel.errors import SetupError, UnknownName
from keyflower.kernel.events import GameEnded
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.state import hide
from keyflower.kernel.text import listed, phrase
from keyflower.model.names import some_of
from keyflower.model.state import State


@frozen
class Moment:
    """The table after one entry of a log."""

    match: Match
    """Rules and players."""
    number: int
    """How many actions have been played."""
    entry: Entry
    """The action and what it led to."""
    state: State
    """The table, in full or as a seat may know it."""
    game: Game | None = None
    """The whole game, if it is known."""

    def seen_by(self, viewer: int | None) -> State:
        """Return the table as a viewer may know it; `None` sees everything that is known.

        Raises:
            SetupError: if the log is redacted for somebody else.
        """
        if viewer is None or viewer == self.state.viewer:
            return self.state
        if self.state.viewer is not None:
            known = self.state.viewer
            name = phrase("a spectator") if known == SPECTATOR else self.match.players[known]
            raise SetupError(phrase("this log contains only what {name} may know", name=name))
        return hide(self.state, viewer)

    @property
    def scores(self) -> tuple[ScoreSheet, ...]:
        """The score sheets as if the game ended now.

        Raises:
            HiddenInformation: if they depend on what is behind a screen.
        """
        return tuple(
            score_seat(self.match.ruleset, self.state, seat) for seat in range(len(self.state.seats))
        )

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners, if the game has just ended."""
        for event in self.entry.events:
            if isinstance(event, GameEnded):
                return tuple(self.match.players[seat] for seat in event.winners)
        return ()


def moments(log: EventLog) -> list[Moment]:
    """Return every moment of a log.

    A whole log is replayed; for a redacted one, and for one whose versions cannot be continued, the events are applied.

    Raises:
        LogError: if it cannot have happened like this.
    """
    if log.viewer is None:
        return moments_of(log.restore() if log.match.halted() else log.replay())
    log.view()  # says which line is wrong, if one is
    view = View.before(log.match, log.viewer)
    found = []
    for number, entry in enumerate(log):
        view = view.after(entry)
        found.append(Moment(log.match, number, entry, view.state))
    return found


def moments_of(game: Game) -> list[Moment]:
    """Return every moment of a game."""
    return [
        Moment(game.match, number, moment.entry, moment.state, moment)
        for number, moment in enumerate(game.moments)
    ]


def moment_at(found: list[Moment], at: int | None) -> Moment:
    """Return the moment after this many actions, by default the last.

    Raises:
        SetupError: if there are fewer actions.
    """
    if at is not None and at >= len(found):
        raise SetupError(
            phrase("--at {at}: the game has only {actions}", at=at, actions=some_of("action", len(found) - 1))
        )
    return found[-1 if at is None else at]


def seat_called(players: tuple[str, ...], name: str | None) -> int | None:
    """Return the viewer for a name, a number or ``spectator``; `None` for everything.

    Raises:
        UnknownName: if nobody of that name plays.
    """
    if name is None or name == "all":
        return None
    if name in players:
        return players.index(name)
    if name == "spectator":
        return SPECTATOR
    folded = [player.casefold() for player in players]
    if folded.count(name.casefold()) == 1:
        return folded.index(name.casefold())
    if name.isdecimal() and len(name) < 3 and int(name) < len(players):
        return int(name)
    raise UnknownName(
        phrase(
            "nobody is called '{name}': players are {players}; 'spectator' works too",
            name=bare(name),
            players=listed(players),
        )
    )

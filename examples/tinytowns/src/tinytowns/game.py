"""`Game`: a whole game of Tiny Towns as an immutable value; `View` and `EventLog` belong to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from keyflower.kernel import (
    SPECTATOR,
    BaseEventLog,
    BaseGame,
    BaseView,
    Chance,
    Scored,
    SetupError,
    Spoken,
    checked_chance,
    checked_names,
    phrase,
    seat_number,
)
from keyflower.logs import LogFiles
from tinytowns.cards import Card, speaker
from tinytowns.catalogue import CARDS, FIRST_GAME, card_name
from tinytowns.match import TownMatch
from tinytowns.pieces import RESOURCES, resource_name
from tinytowns.scoring import ScoreSheet, rank
from tinytowns.state import Rules, Seat, State
from tinytowns.town import Town


class Reading(Scored[ScoreSheet]):
    """The reading side of a game or a view."""

    __slots__ = ()

    state: State
    match: TownMatch

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 while monuments are chosen."""
        return self.state.round

    @property
    def stage(self) -> str:
        """What is going on: ``keep``, ``name``, ``pick``, ``place``, ``build``, ``watch`` or ``over``."""
        return self.state.agenda[0].tag if self.state.agenda else "over"

    @property
    def resource(self) -> str:
        """The resource of this round; the empty text before it is known, and if everybody chooses freely."""
        return self.state.resource

    @property
    def master_builder(self) -> str:
        """The name of the Master Builder; the empty text in the town hall and in a game alone."""
        return self.match.players[self.state.master] if self.state.master >= 0 else ""

    @property
    def buildings(self) -> tuple[Card, ...]:
        """The seven cards that everybody may build."""
        return tuple(CARDS[name] for name in self.state.buildings)

    def seat(self, who: int | str) -> Seat:
        """Return everything that belongs to a player."""
        return self.state.seats[self.match.seat_of(who)]

    def town(self, who: int | str) -> Town:
        """Return the town of a player, by name or seat."""
        return self.seat(who).town

    def titles(self, who: int | str) -> dict[str, str]:
        """Return what lies in the town of a player, by letter: resources, and buildings as the cards in play say."""
        cubes = {letter: resource_name(letter) for letter in RESOURCES}
        cards = self.state.cards(self.seat(who).monument)
        return cubes | {letter: card_name(one.id) for letter, one in cards.items()}

    @property
    def rank(self) -> str:
        """The rank of a player alone, as if the game ended now; the empty text if several play."""
        return rank(self.score(0).total) if len(self.state.seats) == 1 else ""


@frozen(repr=False)
class View(Reading, BaseView[TownMatch, State, "Game"]):
    """What a seat, or a spectator, may know at one moment; it is read like a game."""

    def __repr__(self) -> str:
        return (
            f"<View of {self.name} on a game of {', '.join(self.players)}: round {self.round}, {self.stage}>"
        )

    def svg(self, *, language: Spoken = "en") -> str:
        """Return what the viewer sees as a picture (needs the extra ``svg``)."""
        from tinytowns.render import table_svg

        return table_svg(self, speaker(language))


@frozen(slots=False, repr=False)
class EventLog(LogFiles, BaseEventLog[TownMatch, "Game", View]):
    """The history of a game, whole or as one seat may know it."""

    MATCH: ClassVar[type[TownMatch]] = TownMatch


@frozen(eq=False, repr=False)
class Game(Reading, BaseGame[TownMatch, State, View]):
    """A game of Tiny Towns at one moment.

    >>> game = Game.new(["Ann", "Bob"], seed=7, buildings="first-game", monuments=False, first="Ann")
    >>> game = game.play("name wood").play("place b2", seat="Ann").play("place a1", seat="Bob")
    >>> game.town("Ann"), game.stage
    (Town.parse('..../.w../..../....'), 'build')
    """

    VIEW: ClassVar[type[View]] = View
    LOG: ClassVar[type[EventLog]] = EventLog

    @staticmethod
    def new(
        players: Iterable[str],
        *,
        seed: int | None = None,
        buildings: Iterable[str] | str | None = None,
        monuments: bool = True,
        cavern: bool = False,
        town_hall: bool = False,
        first: int | str | None = None,
        chance: Chance | None = None,
    ) -> Game:
        """Set up a game.

        Args:
            players: the names of the players, clockwise; one name is a game alone.
            seed: any whole number; the same seed gives the same game. Required unless `chance` is given.
            buildings: the cards in play, one of each type by id or title; ``"first-game"`` for the simplest
                ones; by default they are drawn.
            monuments: whether everybody gets a secret monument.
            cavern: whether two resources may be set aside.
            town_hall: whether cards name the resources instead of Master Builders.
            first: the first Master Builder by name or seat; drawn by default.
            chance: another source of chance, such as a `ScriptedChance`.

        Raises:
            SetupError: if the game cannot be set up like this.
            UnknownName: if a card or the first Master Builder is not known.
        """
        names = checked_names(players)
        source = checked_chance(seed, chance)
        if buildings in ("first-game", ["first-game"]):
            buildings = FIRST_GAME
        if buildings is not None and (isinstance(buildings, str) or not isinstance(buildings, Iterable)):
            given = repr(buildings)
            raise SetupError(
                phrase("buildings are a list of cards, or 'first-game', not {given}", given=given)
            )
        rules = Rules(
            buildings=() if buildings is None else tuple(buildings),
            monuments=monuments,
            cavern=cavern,
            town_hall=town_hall,
            first=None if first is None else seat_number(names, first),
        )
        return Game.begun(TownMatch(TownMatch.checked(rules, len(names)), names, origin=source))

    def svg(self, *, language: Spoken = "en") -> str:
        """Return what a spectator sees as a picture (needs the extra ``svg``)."""
        return self.view(SPECTATOR).svg(language=language)

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        if self.over:
            return f"<Game of {names}: over>"
        deciding = " and ".join(self.players[seat] for seat in self.decisions)
        return f"<Game of {names}: round {self.round}, {deciding} to {self.stage}>"

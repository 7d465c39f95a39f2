"""What Tiny Towns declares to the kernel: how a game begins, proceeds, is saved, read and redealt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from attrs import evolve, frozen

from keyflower.kernel import (
    UNSEEN,
    AnyHandler,
    Asking,
    BaseMatch,
    Event,
    Flow,
    Paragraphs,
    Random,
    SetupError,
    Speaker,
    Spoken,
    Stages,
    Task,
    deal,
    moved,
    phrase,
)
from tinytowns import scoring, tasks
from tinytowns.actions import ACTIONS
from tinytowns.building import Building, Watching
from tinytowns.cards import speaker
from tinytowns.catalogue import MONUMENTS, NOT_IN_SOLO, chosen_set, of_type
from tinytowns.events import EVENTS, CardsOpened, DeckShuffled, GameSetUp
from tinytowns.follow_ups import QUESTIONS
from tinytowns.pieces import TYPES
from tinytowns.placement import Placing, ways
from tinytowns.rounds import GameTable, Keeping, Naming, Picking, begin_round, check, counted_by
from tinytowns.rules import DISCARDED, MOST_PLAYERS, OPEN_CARDS, RESOURCE_CARDS, Rules
from tinytowns.scoring import ScoreSheet
from tinytowns.soundness import problems
from tinytowns.state import Seat, State
from tinytowns.town import Town

_ROUND: Final = Stages[GameTable, Task]({"round": begin_round, "check": check})
HANDLERS: Final[Mapping[type[Task], AnyHandler]] = {
    tasks.KeepMonuments: Keeping(),
    tasks.BeginRound: _ROUND,
    tasks.NameResource: Naming(),
    tasks.PickCard: Picking(),
    tasks.Settle: Placing(),
    tasks.Construct: Building(),
    tasks.Watch: Watching(),
    tasks.Check: _ROUND,
}
"""How each stage of a round is handled."""


@frozen
class TownMatch(BaseMatch[Rules]):
    """Rules and players of one game of Tiny Towns."""

    GAME: ClassVar[str] = "tinytowns"
    LIBRARY: ClassVar[str] = "1.0"
    FLOW: ClassVar[Flow[Rules, State]] = Flow.of(HANDLERS, State)
    PARAGRAPHS: ClassVar[Paragraphs] = Paragraphs(turn="2.1", end="2.7", undo="2.10")
    RULES, STATE, ACTIONS, EVENTS, TASKS = Rules, State, ACTIONS, EVENTS, (*HANDLERS, *QUESTIONS)
    TEXTS, LARGEST = (Town,), 100

    # ------------------------------------------------------------------ the beginning

    def set_up(self, asking: Asking) -> Iterator[Event]:
        """Draw the cards and deal the monuments."""
        rules, players = self.ruleset, len(self.players)
        solo = players == 1
        buildings = rules.buildings or tuple(
            asking.pick(of_type(letter, solo=solo), 1, reason=f"the card of the {word} type")[0]
            for letter, word in TYPES.items()
        )
        master = -1
        if not solo and not rules.town_hall:
            seats = [str(seat) for seat in range(players)]
            drawn = asking.pick(seats, 1, reason="the hammer") if rules.first is None else [str(rules.first)]
            master = int(drawn[0])
        keeping = (tasks.KeepMonuments(),) if rules.monuments else ()
        yield GameSetUp(players, buildings, master, (*keeping, tasks.BeginRound()))
        if rules.monuments:
            hands, box = deal(asking, monuments(players), players, 2, reason="the monuments")
            yield from [moved(Seat, hand, "hand", seat=seat) for seat, hand in enumerate(hands)]
            yield moved(State, box, "box")
        if solo:
            yield DeckShuffled(RESOURCE_CARDS, RESOURCE_CARDS.total)
            shown = asking.draw(RESOURCE_CARDS, OPEN_CARDS, reason="the open resource cards")
            yield CardsOpened(shown.expanded())
        elif rules.town_hall:
            yield DeckShuffled(RESOURCE_CARDS, RESOURCE_CARDS.total - DISCARDED)

    # ------------------------------------------------------------------ texts and points

    def language(self, language: Spoken) -> Speaker:
        """Return who speaks a language at this table: the kernel's texts, and the titles of the cards."""
        return speaker(language)

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """Return the score sheet of a seat, as if the game ended now."""
        return counted_by(state, seat, scoring.sheet)

    def points(self, state: State, seat: int) -> float:
        """Return the points of a seat, as if the game ended now."""
        return counted_by(state, seat, scoring.total)

    # ------------------------------------------------------------------ states from outside

    def names(self) -> Mapping[str, Sequence[str]]:
        """Return the monuments that the game is played with."""
        return {"monument": monuments(len(self.players)) if self.ruleset.monuments else ()}

    def problems(self, state: State) -> Iterator[str]:
        """Iterate what is wrong with a state from outside."""
        return problems(self.ruleset, state)

    def filled(self, state: State, rng: Random) -> State:
        """Return a full state that is consistent with a hidden one: monuments and sealed choices are redealt."""
        full: State = super().filled(state, rng)
        seats = list(full.seats)
        for number, seat in enumerate(seats):
            if UNSEEN in seat.sealed:
                choices = [action for some in ways(self.ruleset, full, number) for action in some]
                seats[number] = evolve(seat, sealed=(str(choices[rng.randrange(len(choices))]),))
        return evolve(full, seats=tuple(seats))

    @classmethod
    def checked(cls, rules: Rules, players: int) -> Rules:
        """Return rules with which so many players can play.

        Raises:
            SetupError: if they cannot.
        """
        for option in ("monuments", "cavern", "town_hall"):
            given = getattr(rules, option)
            if not isinstance(given, bool):
                told = phrase("{option} is True or False, not {given}", option=option, given=repr(given))
                raise SetupError(told)
        if not 1 <= players <= MOST_PLAYERS:
            gaps = {"game": phrase("Tiny Towns"), "least": 1, "most": MOST_PLAYERS, "number": players}
            raise SetupError(phrase("{game} is a game for {least} to {most} players, not {number}", **gaps))
        if rules.town_hall and players == 1:
            told = phrase("the town hall needs at least two players: a game alone has cards of its own")
            raise SetupError(told)
        if rules.first is not None and not 0 <= rules.first < players:
            gaps = {"seat": rules.first, "last": players - 1}
            raise SetupError(phrase("there is no seat {seat}: seats are 0 to {last}", **gaps))
        if not rules.buildings:
            return rules
        return evolve(rules, buildings=chosen_set(rules.buildings, solo=players == 1))


def monuments(players: int) -> list[str]:
    """Return the ids of the monuments that a game is played with."""
    return [card.id for card in MONUMENTS if players > 1 or card.id not in NOT_IN_SOLO]

"""What Tiny Towns declares to the kernel: how a game begins, proceeds, is saved, read and redealt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import evolve, frozen

from keyflower.kernel import (
    UNSEEN,
    AnyHandler,
    Asking,
    BaseMatch,
    Event,
    Flow,
    LogError,
    Paragraphs,
    Random,
    SetupError,
    Speaker,
    Spoken,
    Stages,
    Task,
    deal,
    moved,
    text_from_data,
)
from tinytowns import scoring
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
from tinytowns.tasks import (
    BeginRound,
    Check,
    Construct,
    KeepMonuments,
    NameResource,
    PickCard,
    Settle,
    Watch,
)  # fmt: skip
from tinytowns.town import Town

if TYPE_CHECKING:
    from cattrs import Converter

    from tinytowns.game import Game

_ROUND: Final = Stages[GameTable, Task]({"round": begin_round, "check": check})
HANDLERS: Final[Mapping[type[Task], AnyHandler]] = {
    KeepMonuments: Keeping(),
    BeginRound: _ROUND,
    NameResource: Naming(),
    PickCard: Picking(),
    Settle: Placing(),
    Construct: Building(),
    Watch: Watching(),
    Check: _ROUND,
}
"""How each stage of a round is handled."""
_MOST: Final = 100
"""There are never so many cards under a deck, or cubes and buildings of one seat."""


@frozen
class TownMatch(BaseMatch[Rules]):
    """Rules and players of one game of Tiny Towns."""

    GAME: ClassVar[str] = "tinytowns"
    LIBRARY: ClassVar[str] = "1.0"
    FLOW: ClassVar[Flow[Rules, State]] = Flow.of(HANDLERS, State)
    PARAGRAPHS: ClassVar[Paragraphs] = Paragraphs(turn="2.1", end="2.7", undo="2.10")
    RULES, STATE, ACTIONS, EVENTS, TASKS = Rules, State, ACTIONS, EVENTS, (*HANDLERS, *QUESTIONS)

    @classmethod
    def game_class(cls) -> type[Game]:
        """Return the class of the games."""
        from tinytowns.game import Game

        return Game

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
        agenda = (BeginRound(),) if not rules.monuments else (KeepMonuments(), BeginRound())
        yield GameSetUp(players, buildings, master, agenda)
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

    # ------------------------------------------------------------------ texts and data

    @classmethod
    def teach(cls, converter: Converter) -> None:
        """Write towns as the text that people read."""

        def read(value: object, _: type) -> Town:
            try:
                return Town.parse(text_from_data(value))
            except ValueError as error:
                raise LogError(str(error)) from None

        converter.register_structure_hook(Town, read)
        converter.register_unstructure_hook(Town, str)

    def words(self, state: State, seat: int) -> State:
        """Actions are read with the table in sight: it says which resource is meant."""
        return state

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

    def oversized(self, state: State) -> str:
        """Return what there is far more of than in any game, or the empty text."""
        longest = max([len(state.under), *(len(seat.constructed + seat.cavern) for seat in state.seats)])
        return "there are more cards, buildings or cubes than in any game" if longest > _MOST else ""

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
                raise SetupError(f"{option} is True or False, not {given!r}")
        if not 1 <= players <= MOST_PLAYERS:
            raise SetupError(f"Tiny Towns is a game for 1 to {MOST_PLAYERS} players, not {players}")
        if rules.town_hall and players == 1:
            raise SetupError("the town hall needs at least two players: a game alone has cards of its own")
        if rules.first is not None and not 0 <= rules.first < players:
            raise SetupError(f"there is no seat {rules.first}: seats are 0 to {players - 1}")
        if not rules.buildings:
            return rules
        return evolve(rules, buildings=chosen_set(rules.buildings, solo=players == 1))


def monuments(players: int) -> list[str]:
    """Return the ids of the monuments that a game is played with."""
    return [card.id for card in MONUMENTS if players > 1 or card.id not in NOT_IN_SOLO]

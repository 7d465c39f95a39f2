"""What Tiny Towns declares to the kernel: how a game begins, goes on, is saved, read and dealt anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, Self

from attrs import evolve, frozen

from keyflower.kernel import (
    UNSEEN,
    AnyHandler,
    Asking,
    BaseMatch,
    Chance,
    Codec,
    Entry,
    Event,
    Flow,
    HiddenInformation,
    LogError,
    Paragraphs,
    Random,
    SetupError,
    Speaker,
    Spoken,
    Task,
    UnknownName,
    names_in,
    phrase,
    shuffled,
    text_from_data,
)
from tinytowns.actions import ACTIONS, Keep, Sealed
from tinytowns.building import Building, Watching
from tinytowns.cards import speaker
from tinytowns.catalogue import MONUMENTS, NOT_IN_SOLO, chosen_set, of_type
from tinytowns.events import (
    EVENTS,
    CardsOpened,
    DeckShuffled,
    GameSetUp,
    MonumentsBoxed,
    MonumentsDealt,
)  # fmt: skip
from tinytowns.pieces import TYPES
from tinytowns.placement import Placing, ways
from tinytowns.rounds import Beginning, Checking, Keeping, Naming, Picking, sheet
from tinytowns.rules import DISCARDED, MOST_PLAYERS, OPEN_CARDS, RESOURCE_CARDS, Rules
from tinytowns.soundness import problem
from tinytowns.state import Seat, State, empty_state
from tinytowns.tasks import (
    TASKS,
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

HANDLERS: Final[Mapping[type[Task], AnyHandler]] = {
    KeepMonuments: Keeping(),
    BeginRound: Beginning(),
    NameResource: Naming(),
    PickCard: Picking(),
    Settle: Placing(),
    Construct: Building(),
    Watch: Watching(),
    Check: Checking(),
}
"""How each stage of a round is handled."""
_MOST: Final = 100
"""There are never so many cards under a deck, or cubes and buildings of one seat."""


def _handler(rules: Rules, kind: type[Task]) -> AnyHandler:
    return HANDLERS[kind]


@frozen
class TownMatch(BaseMatch[Rules]):
    """Rules and players of one game of Tiny Towns."""

    GAME: ClassVar[str] = "tinytowns"
    LIBRARY: ClassVar[str] = "1.0"
    FLOW: ClassVar[Flow[Rules, State]] = Flow(_handler, empty_state)
    PARAGRAPHS: ClassVar[Paragraphs] = Paragraphs(turn="2.1", end="2.7", undo="2.10")

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
            yield from _dealt(asking, players)
        if solo:
            yield DeckShuffled(RESOURCE_CARDS, RESOURCE_CARDS.total)
            shown = asking.draw(RESOURCE_CARDS, OPEN_CARDS, reason="the open resource cards")
            yield CardsOpened(shown.expanded())
        elif rules.town_hall:
            yield DeckShuffled(RESOURCE_CARDS, RESOURCE_CARDS.total - DISCARDED)

    # ------------------------------------------------------------------ texts and data

    def codec(self) -> Codec:
        """Return how actions, events, tasks and states are written and read."""
        return _codec()

    def to_data(self) -> dict[str, object]:
        """Return the options of the game, for the header of a log."""
        return {"rules": _codec().converter.unstructure(self.ruleset)}

    @classmethod
    def from_data(
        cls, data: Mapping[str, object], players: tuple[str, ...], origin: Chance, given: tuple[object, ...]
    ) -> Self:
        """Return the match that the header of a log tells."""
        if set(data) != {"rules"}:
            raise LogError(
                f"the header of a game of Tiny Towns has rules, not {', '.join(sorted(data)) or 'nothing'}"
            )
        rules: Rules = _codec().converter.structure(data["rules"], Rules)
        try:
            return cls(checked(rules, len(players)), players, origin=origin)
        except (SetupError, UnknownName) as error:
            raise LogError(str(error)) from None

    def words(self, state: State, seat: int) -> State:
        """Actions are read with the table in sight: it says which resource is meant."""
        return state

    def language(self, language: Spoken) -> Speaker:
        """Return who speaks a language at this table: the kernel's texts, and the titles of the cards."""
        return speaker(language)

    def told(self, entry: Entry, viewer: int | None = None) -> list[str]:
        """Return what an entry tells a viewer: of what others may not know yet, that it was done."""
        first, *rest = super().told(entry, viewer)
        seen = entry if viewer is None else entry.redacted(viewer)
        match seen.action:
            case Sealed():
                first = phrase("{who} has decided what to do with the cube.", who=self.name_of(entry.seat))
            case Keep(monument=unseen) if unseen == UNSEEN:
                first = phrase("{who} has kept a monument.", who=self.name_of(entry.seat))
        return [first, *rest]

    # ------------------------------------------------------------------ states from outside

    def problem(self, state: State) -> str:
        """Return why a state from outside cannot be played, or the empty text."""
        wrong = problem(self.ruleset, state, len(self.players))
        if wrong or state.over:
            return wrong
        waits = bool(self.FLOW.open_seats(self.ruleset, state))
        if state.viewer is None:  # in a view, what others may do is not known
            waits = waits and self.FLOW.can_wait(self.ruleset, state)
        return "" if waits else "nobody can go on from here"

    def points(self, state: State, seat: int) -> float:
        """Return the points of a seat, as if the game ended now."""
        return sheet(state, seat).total

    def oversized(self, state: State) -> str:
        """Return what there is far more of than in any game, or the empty text."""
        longest = max([len(state.under), *(len(seat.constructed + seat.cavern) for seat in state.seats)])
        return "there are more cards, buildings or cubes than in any game" if longest > _MOST else ""

    def filled(self, state: State, rng: Random) -> State:
        """Return a full state that fits a hidden one: monuments and sealed choices are dealt anew."""
        known = set(names_in(state, "monument"))
        left = shuffled((name for name in monuments(len(state.seats)) if name not in known), rng)

        def dealt(names: tuple[str, ...]) -> tuple[str, ...]:
            try:
                return tuple(sorted(left.pop() if name == UNSEEN else name for name in names))
            except IndexError:
                raise HiddenInformation(
                    "the monuments of this view do not add up to those of the game"
                ) from None

        seats = [evolve(seat, hand=dealt(seat.hand), returned=dealt(seat.returned)) for seat in state.seats]
        full = evolve(state, viewer=None, seats=tuple(seats), box=dealt(state.box))
        return evolve(full, seats=tuple(self._chosen(full, number, rng) for number in range(len(seats))))

    def _chosen(self, state: State, number: int, rng: Random) -> Seat:
        """Return a seat with a choice in the place of one that is not known."""
        seat = state.seats[number]
        if UNSEEN not in seat.sealed:
            return seat
        choices = [action for some in ways(self.ruleset, state, number) for action in some]
        return evolve(seat, sealed=(str(choices[rng.randrange(len(choices))]),))


def monuments(players: int) -> list[str]:
    """Return the ids of the monuments that a game is played with."""
    return [card.id for card in MONUMENTS if players > 1 or card.id not in NOT_IN_SOLO]


def _dealt(asking: Asking, players: int) -> Iterator[Event]:
    """Deal two monuments to each seat; the others go back."""
    everything = monuments(players)
    hands = asking.pick(everything, 2 * players, reason="the monuments")
    for seat in range(players):
        yield MonumentsDealt(seat, tuple(sorted(hands[2 * seat : 2 * seat + 2])))
    yield MonumentsBoxed(tuple(sorted(name for name in everything if name not in hands)))


def checked(rules: Rules, players: int) -> Rules:
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


@cache
def _codec() -> Codec:
    return Codec(
        state=State,
        actions={kind.verb: kind for kind in ACTIONS},
        events={kind.tag: kind for kind in EVENTS},
        tasks={kind.tag: kind for kind in TASKS},
        teach=_teach,
    )


def _teach(converter: Converter) -> None:
    """Towns are written as the text that people read."""

    def read(value: object, _: type) -> Town:
        try:
            return Town.parse(text_from_data(value))
        except ValueError as error:
            raise LogError(str(error)) from None

    converter.register_structure_hook(Town, read)
    converter.register_unstructure_hook(Town, str)

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
    UnknownName,
    deal,
    moved,
    phrase,
)
from tinytowns import scoring, tasks
from tinytowns.actions import ACTIONS
from tinytowns.building import QUESTIONS, Building, Watching
from tinytowns.cards import Power, speaker
from tinytowns.catalogue import CARDS, MONUMENTS, NOT_IN_SOLO, chosen_set, of_type
from tinytowns.events import EVENTS, CardsOpened, DeckShuffled, GameSetUp
from tinytowns.pieces import BUILDINGS, CUBES, MONUMENT, RESOURCES, TYPES
from tinytowns.placement import Placing, ways
from tinytowns.rounds import GameTable, Keeping, Naming, Picking, begin_round, check, counted_by
from tinytowns.scoring import ScoreSheet
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import (
    CAVERN,
    DISCARDED,
    MOST_PLAYERS,
    OPEN_CARDS,
    RESOURCE_CARDS,
    WAREHOUSE,
    Rules,
    Seat,
    State,
)
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
_AGENDAS = frozenset(
    {"", "keep round", "name place", "pick place", "place", "build watch check", "watch check"}
)
"""What can be left to do while somebody decides, by tags."""


@frozen
class TownMatch(BaseMatch[Rules]):
    """Rules and players of one game of Tiny Towns."""

    GAME: ClassVar[str] = "tinytowns"
    LIBRARY: ClassVar[str] = "1.0"
    FLOW: ClassVar[Flow[Rules, State]] = Flow.of(HANDLERS, State)
    PARAGRAPHS: ClassVar[Paragraphs] = Paragraphs(turn="2.1", end="2.7", undo="2.10")
    RULES, STATE, ACTIONS, EVENTS, TASKS = Rules, State, ACTIONS, EVENTS, (*HANDLERS, *QUESTIONS)
    TEXTS, LARGEST = (Town,), 100

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

    def language(self, language: Spoken) -> Speaker:
        return speaker(language)

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        return scoring.sheet(*counted_by(state, seat))

    def points(self, state: State, seat: int) -> float:
        return scoring.total(*counted_by(state, seat))

    def names(self) -> Mapping[str, Sequence[str]]:
        return {"monument": monuments(len(self.players)) if self.ruleset.monuments else ()}

    def problems(self, state: State) -> Iterator[str]:
        try:
            if state.buildings != chosen_set(state.buildings, solo=len(state.seats) == 1):
                yield "the cards are not in the order of their types"
        except (SetupError, UnknownName) as error:
            yield str(error)
        yield from _of_table(self.ruleset, state, len(state.seats))
        for number, seat in enumerate(state.seats):
            for wrong in _of_seat(state, seat):
                yield f"seat {number}: {wrong}"
        yield from _of_agenda(self.ruleset, state)

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


def _of_table(rules: Rules, state: State, players: int) -> Iterator[str]:
    by_cards = players == 1 or rules.town_hall
    if not (state.master == -1 if by_cards else 0 <= state.master < players):
        yield f"seat {state.master} cannot have the hammer"
    if state.resource not in {"", *CUBES} or not {*state.shown, *state.under} <= CUBES.keys():
        yield "there is no such resource"
    if not state.unturned <= RESOURCE_CARDS or not 0 <= state.deck <= state.unturned.total:
        yield "the resource cards do not add up"
    if state.round < 0:
        yield "rounds are counted from 1"


def _of_seat(state: State, seat: Seat) -> Iterator[str]:
    town = seat.town
    if town.letters.count(MONUMENT) != bool(seat.monument):
        yield "a monument stands in the town without a card, or the other way round"
    if seat.monument and seat.monument not in CARDS:
        yield f"there is no monument {seat.monument}"
    unmarked = {task.square for task in seat.pending if isinstance(task, tasks.MarkNew)}
    special = state.card("K").power
    for square, letter in enumerate(town.letters):
        load, awaited = len(town.load(square)), NAMES[square] in unmarked
        most = {"C": 1, "K": WAREHOUSE if special is Power.STORES else 1}.get(letter, 0)
        marked = letter == "K" and special in (Power.CHANGES, Power.BARS)
        if special is Power.STANDS_IN and letter == "K":
            most = 0
        if load > most or (marked and load == awaited) or (awaited and not marked):
            yield f"the building on {NAMES[square]} cannot bear {load} cubes"
    if special is Power.BARS and len(set(town.marks("K"))) < len(town.marks("K")):
        yield "two Banks have the same mark"
    if not set(seat.cavern) <= RESOURCES.keys() or len(seat.cavern) > CAVERN:
        yield "more is set aside than the cavern takes"
    if not set(seat.watch) <= TYPES.keys() or not set(seat.constructed) <= BUILDINGS:
        yield "there is no such type of building"
    if not 0 <= seat.completed <= state.round or not 0 <= seat.named <= state.round:
        yield "there have not been that many rounds"
    for task in seat.pending:
        squares = [task.square] if isinstance(task, tasks.MarkNew) else getattr(task, "squares", ())
        if type(task) not in QUESTIONS or not {*squares} <= NUMBERS.keys():
            yield f"nobody can be asked for {task}"
        elif isinstance(task, tasks.PutWatched) and not set(task.types) <= set(seat.watch):
            yield "such pieces do not lie on Opaleye's Watch"


def _of_agenda(rules: Rules, state: State) -> Iterator[str]:
    tags = " ".join(task.tag for task in state.agenda)
    if tags not in _AGENDAS:
        yield f"nobody can have to do: {tags}"
        return
    if not state.agenda:
        return
    task, free = state.agenda[0], rules.town_hall and state.round % 3 == 0
    if isinstance(task, tasks.NameResource) and task.seat != state.master:
        yield "somebody else is Master Builder"
    if tags == "pick place" and len(state.seats) > 1:
        yield "only a player alone picks cards"
    if isinstance(task, tasks.Settle):
        if bool(state.resource) == free:
            yield "the resource of this round is not known"
            return
        for number, seat in enumerate(state.seats):
            possible = {str(action) for some in ways(rules, state, number) for action in some}
            if state.viewer not in (None, number):
                possible.add(UNSEEN)
            if len(seat.sealed) > 1 or not set(seat.sealed) <= possible:
                yield f"seat {number} cannot have chosen {' and '.join(seat.sealed)}"

"""Building: constructions, and what a seat has to settle after one before it can do anything else (rules 2.4-2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from keyflower.kernel import (
    AND,
    OR,
    Action,
    AnyHandler,
    Event,
    FilteredQuestion,
    Outcome,
    Refusal,
    Task,
    WithFollowUps,
    listed,
    phrase,
    refused,
)
from tinytowns.actions import Build, Done, Mark, Put, Replace, Stock
from tinytowns.cards import Card, Power
from tinytowns.catalogue import CARDS, card_name
from tinytowns.constructions import clearing, fits, free_marks, has_cubes, sites, takes_mark
from tinytowns.events import BuildingPut, Constructed, FollowUps, Marked, SeatDone, WatchStocked
from tinytowns.pieces import CUBES, MONUMENT, TYPES, resource_name
from tinytowns.rounds import ActionT, GameTable, TaskT, TownQuestion, wrong_stage
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Seat, State
from tinytowns.tasks import Construct, MarkNew, PutOne, PutWatched, ReplaceSome, StockWatch, Watch
from tinytowns.town import Town

_SWAPS: Final = 2
"""How many buildings may be replaced."""
_DONE: Final = Done()


def follow_ups(town: Town, card: Card, square: str) -> tuple[Task, ...]:
    """Return the decisions that follow from a new building on a square of a town, which includes it already."""
    if takes_mark(card):
        return (MarkNew(square),)
    match card.power:
        case Power.REPLACES:
            return _more_replacing(town, ())
        case Power.PUTS:
            return () if town.is_full else (PutOne(),)
        case Power.WATCHES:
            return (StockWatch(),)
        case _:
            return ()


def _more_replacing(town: Town, squares: tuple[str, ...]) -> tuple[Task, ...]:
    """Return the task to replace one more building, if there is one to replace."""
    others = [square for square in town.buildings if town.letters[square] != MONUMENT]
    left = {NAMES[square] for square in others} - set(squares)
    return (ReplaceSome(squares),) if left and len(squares) < _SWAPS else ()


def puttable(state: State, town: Town, types: str) -> str:
    """Return those of some types of which one more can be put: there is room, and a mark if it takes one."""
    return "" if town.is_full else "".join([one for one in types if free_marks(town, state.card(one))])


def _settled(table: GameTable, seat: int, town: Town, *tasks: Task, event: Event | None = None) -> Outcome:
    """Return that the first follow-up of a seat is settled: what happened, and what is left or new to settle."""
    rest = (*tasks, *table.state.seats[seat].pending[1:])
    left = [
        task for task in rest if not isinstance(task, PutWatched) or puttable(table.state, town, task.types)
    ]
    return Outcome((*([] if event is None else [event]), FollowUps(seat, tuple(left))))


class FollowUp(TownQuestion[TaskT, ActionT], FilteredQuestion[GameTable, TaskT, ActionT]):
    """A question to a seat that has just built something."""


class Marking(FollowUp[MarkNew, Mark]):
    """A new Factory or Bank is marked with a resource."""

    answer = Mark

    def prompt(self, table: GameTable, task: MarkNew, seat: int) -> str:
        return phrase("Mark the new building on {square} with a resource.", square=task.square)

    def conceivable(self, table: GameTable, task: MarkNew, seat: int) -> Iterable[Mark]:
        return [Mark(name) for name in CUBES]

    def unfit(self, table: GameTable, task: MarkNew, seat: int, action: Mark) -> tuple[Refusal, ...]:
        state = table.state
        if CUBES[action.resource] in free_marks(state.seats[seat].town, state.card("K")):
            return ()
        name = resource_name(action.resource)
        return refused("mark.taken", "2.4.6", "another of your Banks has {resource} already", resource=name)

    def answered(self, table: GameTable, task: MarkNew, seat: int, action: Mark) -> Outcome:
        town = table.state.seats[seat].town.loaded(NUMBERS[task.square], CUBES[action.resource])
        return _settled(table, seat, town, event=Marked(seat, task.square, action.resource))


class Stocking(FollowUp[StockWatch, Stock]):
    """Three buildings are laid on Opaleye's Watch."""

    answer = Stock
    asks = phrase("Lay three different buildings on Opaleye's Watch.")

    def conceivable(self, table: GameTable, task: StockWatch, seat: int) -> Iterable[Stock]:
        return [Stock(three) for three in combinations(table.state.buildings, 3)]

    def unfit(self, table: GameTable, task: StockWatch, seat: int, action: Stock) -> tuple[Refusal, ...]:
        reasons = [reason for name in action.cards for reason in _not_in_play(table.state, name)]
        if len(action.cards) != 3 or len(set(action.cards)) != len(action.cards):
            reasons += refused("stock.different", "2.5", "lay three different buildings on the card")
        return tuple(reasons)

    def answered(self, table: GameTable, task: StockWatch, seat: int, action: Stock) -> Outcome:
        state = table.state
        types = "".join(letter for letter in TYPES if state.card(letter).id in action.cards)
        return _settled(table, seat, state.seats[seat].town, event=WatchStocked(seat, types))


class Replacing(FollowUp[ReplaceSome, Replace | Done]):
    """Up to two buildings are replaced by the Architect's Guild."""

    answer = (Replace, Done)

    def prompt(self, table: GameTable, task: ReplaceSome, seat: int) -> str:
        return phrase("Replace up to {squares} buildings, or say done.", squares=_SWAPS - len(task.squares))

    def conceivable(self, table: GameTable, task: ReplaceSome, seat: int) -> Iterable[Replace | Done]:
        return [*(Replace(square, name) for square in NAMES for name in table.state.buildings), Done()]

    def unfit(
        self, table: GameTable, task: ReplaceSome, seat: int, action: Replace | Done
    ) -> tuple[Refusal, ...]:
        if isinstance(action, Done):
            return ()
        square, own = action.square, table.state.seats[seat]
        reasons = [*_not_in_play(table.state, action.card), *_no_mark_left(own, action.card)]
        if own.town[square] not in TYPES:
            gaps = {"square": square}
            reasons += refused(
                "replace.nothing", "2.5", "no building that could be replaced stands on {square}", **gaps
            )
        if square in task.squares:
            reasons += refused("replace.twice", "2.5", "{square} was replaced already", square=square)
        if action.card in CARDS and CARDS[action.card].type == own.town[square]:
            card = card_name(action.card)
            reasons += refused("replace.same-type", "2.5", "{card} is already there", card=card)
        return tuple(reasons)

    def answered(self, table: GameTable, task: ReplaceSome, seat: int, action: Replace | Done) -> Outcome:
        if isinstance(action, Done):
            return _settled(table, seat, table.state.seats[seat].town)
        return _put(table, task, seat, action)


class Putting(FollowUp[PutOne | PutWatched, Put]):
    """A building is put on an empty square, of any type or from Opaleye's Watch."""

    answer = Put

    def prompt(self, table: GameTable, task: PutOne | PutWatched, seat: int) -> str:
        if isinstance(task, PutOne):
            return phrase("Put a building of your choice on an empty square.")
        titles = [card_name(table.state.card(letter).id) for letter in task.types]
        return phrase("Put from Opaleye's Watch: {titles}.", titles=listed(titles, AND))

    def conceivable(self, table: GameTable, task: PutOne | PutWatched, seat: int) -> Iterable[Put]:
        return [Put(name, square) for name in table.state.buildings for square in NAMES]

    def unfit(
        self, table: GameTable, task: PutOne | PutWatched, seat: int, action: Put
    ) -> tuple[Refusal, ...]:
        state, own = table.state, table.state.seats[seat]
        reasons = [*_not_in_play(state, action.card), *_no_mark_left(own, action.card)]
        if NUMBERS[action.square] not in own.town.empty:
            reasons += refused("square.taken", "2.5", "{square} is not empty", square=action.square)
        allowed = task.types if isinstance(task, PutWatched) else TYPES
        if action.card in state.buildings and CARDS[action.card].type not in allowed:
            card = card_name(action.card)
            reasons += refused("put.not-set-off", "2.6", "{card} cannot be put now", card=card)
        return tuple(reasons)

    def answered(self, table: GameTable, task: PutOne | PutWatched, seat: int, action: Put) -> Outcome:
        return _put(table, task, seat, action)


def _put(table: GameTable, task: Task, seat: int, action: Put | Replace) -> Outcome:
    """Return that a building was put on a square; it may need a mark, and the task may continue."""
    card = CARDS[action.card]
    town = table.state.seats[seat].town.put(NUMBERS[action.square], card.type)
    mark = (MarkNew(action.square),) if takes_mark(card) else ()
    again: tuple[Task, ...] = ()
    if isinstance(task, ReplaceSome):
        again = _more_replacing(town, (*task.squares, action.square))
    elif isinstance(task, PutWatched):
        again = (PutWatched(task.types.replace(card.type, "")),)
    put = BuildingPut(seat, action.card, action.square, isinstance(task, PutWatched))
    return _settled(table, seat, town, *mark, *again, event=put)


def _not_in_play(state: State, name: str) -> tuple[Refusal, ...]:
    if name in state.buildings:
        return ()
    gaps = {"name": card_name(name), "seven": listed(map(card_name, state.buildings))}
    return refused("put.not-in-play", "2.5", "{name} is not one of the seven: {seven}", **gaps)


def _no_mark_left(own: Seat, name: str) -> tuple[Refusal, ...]:
    if name not in CARDS or free_marks(own.town, CARDS[name]):
        return ()
    return refused("put.no-mark", "2.4.6", "every resource lies on one of your Banks")


QUESTIONS: Final[Mapping[type[Task], AnyHandler]] = {
    MarkNew: Marking(),
    ReplaceSome: Replacing(),
    PutOne: Putting(),
    StockWatch: Stocking(),
    PutWatched: Putting(),
}
"""The follow-up decisions of a seat, each with its handler."""


class Building(WithFollowUps[GameTable, Construct]):
    """Every seat that settled a cube may construct buildings."""

    QUESTIONS = QUESTIONS
    asks = phrase("Build as much as you like, then say done.")

    def is_asked(self, table: GameTable, own: Seat) -> bool:
        return not own.done

    def own_options(self, table: GameTable, task: Construct, seat: int) -> Iterable[Sequence[Action]]:
        return [[*_constructions(table.state, table.state.seats[seat]), _DONE]]

    def own_refusals(
        self, table: GameTable, task: Construct, seat: int, action: Action
    ) -> tuple[Refusal, ...]:
        match action:
            case Done():
                return ()
            case Build():
                return _not_buildable(table.state, table.state.seats[seat], action)
            case _:
                return wrong_stage(action, phrase("build, or say done"))

    def own_events(self, table: GameTable, task: Construct, seat: int, action: Action) -> tuple[Event, ...]:
        if isinstance(action, Done):
            return (SeatDone(seat),)
        assert isinstance(action, Build)
        built, card = Constructed(seat, action.card, action.squares, action.site), CARDS[action.card]
        if not takes_mark(card) and card.type != MONUMENT:
            return (built,)
        squares = tuple(NUMBERS[square] for square in action.squares)
        town = table.state.seats[seat].town.cleared(squares).put(NUMBERS[action.site], card.type)
        tasks = follow_ups(town, card, action.site)
        return (built, FollowUps(seat, tasks)) if tasks else (built,)


def _is_post(state: State) -> bool:
    return state.card("K").power is Power.STANDS_IN


def _is_anywhere(own: Seat, card: Card) -> bool:
    """Return whether a building may go on any empty square (rules 2.4.5)."""
    return card.power is Power.ANY_SITE or own.has(Power.ALL_SITES)


def _constructions(state: State, own: Seat) -> Iterator[Action]:  # must agree with refusals()
    posts = _is_post(state)
    found = fits(own.town, state.buildings, posts=posts)
    if own.hand:
        found += fits(own.town, own.hand, posts=posts)
    for card, one in found:
        if free_marks(own.town, card):
            squares = tuple([NAMES[square] for square in one.squares])
            for site in sites(own.town, one.squares, anywhere=_is_anywhere(own, card)):
                yield Build(card.id, squares, NAMES[site])


def _not_buildable(state: State, own: Seat, action: Build) -> tuple[Refusal, ...]:
    reasons: list[Refusal] = []
    card = CARDS.get(action.card)
    if card is None or (card.id not in state.buildings and card.id not in own.hand):
        built = action.card == own.monument
        why = phrase("it is already built") if built else phrase("it is neither in play nor your monument")
        gaps = {"card": card_name(action.card), "why": why}
        reasons += refused("build.not-yours", "2.4.2", "you cannot build {card}: {why}", **gaps)
    if card is None:
        return tuple(reasons)
    if not free_marks(own.town, card):
        reasons += refused("build.no-mark", "2.4.6", "every resource lies on one of your Banks")
    squares = tuple(NUMBERS[square] for square in action.squares)
    if not has_cubes(own.town, card, squares, posts=_is_post(state)):
        reasons += refused(
            "build.pattern",
            "2.4.3" if clearing(own.town, squares) else "2.4.4",
            "{title} needs {pattern} in any orientation: those squares do not show it",
            title=card_name(card.id),
            pattern=card.pattern,
        )
    allowed = sites(own.town, squares, anywhere=_is_anywhere(own, card))
    if NUMBERS[action.site] not in allowed:
        where = phrase("a building takes the place of a cube that it is built from")
        if allowed:
            where = phrase("only on {right}", right=listed([NAMES[site] for site in allowed], OR))
        gaps = {"site": action.site, "where": where}
        reasons += refused("build.site", "2.4.5", "it cannot go on {site}: {where}", **gaps)
    return tuple(reasons)


class Watching(WithFollowUps[GameTable, Watch]):
    """After all are done, the owner of Opaleye's Watch puts the pieces that neighbours have set off."""

    QUESTIONS = QUESTIONS

    def automatic(self, table: GameTable, task: Watch) -> Outcome | Action | None:
        if task.asked:
            return super().automatic(table, task)
        state = table.state
        for number, own in enumerate(state.seats):
            # rules 2.6: constructions of the round in which the Watch was built do not count
            if own.watch and own.active and MONUMENT not in own.constructed:
                beside = state.seats[state.left_of(number)], state.seats[state.right_of(number)]
                there = {letter for seat in beside for letter in seat.constructed}
                types = "".join(letter for letter in own.watch if letter in there)
                if puttable(state, own.town, types):
                    return Outcome((FollowUps(number, (PutWatched(types),)),), (Watch(asked=True),))
        return Outcome()

"""Follow-ups: what a seat has to settle after a construction before it can do anything else (rules 2.5)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from keyflower.kernel import AND, Action, Event, Refusal, Task, listed, phrase
from tinytowns.actions import Done, Mark, Put, Replace, Stock
from tinytowns.cards import Card, Power
from tinytowns.catalogue import CARDS, card_name
from tinytowns.constructions import free_marks, takes_mark
from tinytowns.events import BuildingPut, FollowUps, Marked, WatchStocked
from tinytowns.pieces import CUBES, MONUMENT, TYPES, resource_name
from tinytowns.placement import unknown_square
from tinytowns.rounds import unknown_resource, wrong_stage
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Reading, Seat
from tinytowns.tasks import MarkNew, PutOne, PutWatched, ReplaceSome, StockWatch
from tinytowns.town import Town

_SWAPS: Final = 2
"""So many buildings may be replaced."""


def follow_ups(town: Town, card: Card, square: str) -> tuple[Task, ...]:
    """Return what a new building on a square asks of its owner.

    Args:
        town: the town, the building included.
        card: its card.
        square: where it stands.
    """
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


def puttable(state: Reading, town: Town, types: str) -> str:
    """Return those of some types of which one more can be put: there is room, and a mark if it takes one."""
    cards = [] if town.is_full else [state.card(letter) for letter in types]
    return "".join([card.type for card in cards if not takes_mark(card) or free_marks(town, card)])


# ---------------------------------------------------------------------- asking


def prompt(state: Reading, task: Task) -> str:
    """Return the question of a follow-up."""
    match task:
        case MarkNew():
            return phrase("Mark the new building on {square} with a resource.", square=task.square)
        case ReplaceSome():
            return phrase(
                "Replace up to {squares} buildings, or say done.", squares=_SWAPS - len(task.squares)
            )
        case StockWatch():
            return phrase("Lay three different buildings on Opaleye's Watch.")
        case PutWatched():
            titles = [card_name(state.card(letter).id) for letter in task.types]
            return phrase("Put from Opaleye's Watch: {titles}.", titles=listed(titles, AND))
        case _:
            return phrase("Put a building of your choice on an empty square.")


def _lower(sentence: str) -> str:
    """Return a question as the end of another sentence."""
    return f"{sentence[0].lower()}{sentence[1:].removesuffix('.')}"


def menu(state: Reading, own: Seat, task: Task) -> list[Action]:
    """Return what may settle a follow-up: of all answers those that nothing speaks against."""
    return [action for action in _answers(state, task) if not refusals(state, own, task, action)]


def _answers(state: Reading, task: Task) -> list[Action]:
    match task:
        case MarkNew():
            return [Mark(name) for name in CUBES]
        case ReplaceSome():
            return [*(Replace(square, name) for square in NAMES for name in state.buildings), Done()]
        case StockWatch():
            return [Stock(three) for three in combinations(state.buildings, 3)]
        case _:
            return [Put(name, square) for name in state.buildings for square in NAMES]


# ---------------------------------------------------------------------- refusing


def refusals(state: Reading, own: Seat, task: Task, action: Action) -> tuple[Refusal, ...]:
    """Return every reason why an action does not settle a follow-up."""
    match task, action:
        case MarkNew(), Mark():
            return _not_markable(state, own, action.resource)
        case ReplaceSome(), Done():
            return ()
        case ReplaceSome(), Replace():
            return _not_replaceable(state, own, task, action)
        case StockWatch(), Stock():
            return _not_stockable(state, action)
        case ((PutOne() | PutWatched()), Put()):
            return _not_puttable(state, own, task, action)
        case _:
            return wrong_stage(action, _lower(prompt(state, task)))


def _not_markable(state: Reading, own: Seat, resource: str) -> tuple[Refusal, ...]:
    unknown = unknown_resource(resource)
    if unknown or CUBES[resource] in free_marks(own.town, state.card("K")):
        return unknown
    return (
        Refusal(
            "mark.taken",
            phrase("another of your Banks has {resource} already", resource=resource_name(resource)),
            "2.4.6",
        ),
    )


def _not_in_play(state: Reading, name: str) -> tuple[Refusal, ...]:
    if name in state.buildings:
        return ()
    seven = listed(map(card_name, state.buildings))
    return (
        Refusal(
            "put.not-in-play",
            phrase("{name} is none of the seven: {seven}", name=card_name(name), seven=seven),
            "2.5",
        ),
    )


def _no_mark_left(state: Reading, own: Seat, name: str) -> tuple[Refusal, ...]:
    card = CARDS.get(name)
    if card is None or not takes_mark(card) or free_marks(own.town, card):
        return ()
    return (Refusal("put.no-mark", phrase("every resource lies on one of your Banks"), "2.4.6"),)


def _not_replaceable(state: Reading, own: Seat, task: ReplaceSome, action: Replace) -> tuple[Refusal, ...]:
    unknown = unknown_square(action.square)
    reasons = [*unknown, *_not_in_play(state, action.card), *_no_mark_left(state, own, action.card)]
    if unknown:
        return tuple(reasons)
    there = own.town[action.square]
    if there not in TYPES:
        reasons.append(
            Refusal(
                "replace.nothing",
                phrase("no building that could be replaced stands on {square}", square=action.square),
                "2.5",
            )
        )
    if action.square in task.squares:
        reasons.append(
            Refusal("replace.twice", phrase("{square} was replaced already", square=action.square), "2.5")
        )
    if action.card in CARDS and CARDS[action.card].type == there:
        reasons.append(
            Refusal(
                "replace.same-type", phrase("{card} stands there already", card=card_name(action.card)), "2.5"
            )
        )
    return tuple(reasons)


def _not_stockable(state: Reading, action: Stock) -> tuple[Refusal, ...]:
    reasons = [reason for name in action.cards for reason in _not_in_play(state, name)]
    if len(action.cards) != 3 or len(set(action.cards)) != len(action.cards):
        reasons.append(Refusal("stock.different", phrase("lay three different buildings on the card"), "2.5"))
    return tuple(reasons)


def _not_puttable(state: Reading, own: Seat, task: Task, action: Put) -> tuple[Refusal, ...]:
    unknown = unknown_square(action.square)
    reasons = [*unknown, *_not_in_play(state, action.card), *_no_mark_left(state, own, action.card)]
    if not unknown and NUMBERS[action.square] not in own.town.empty:
        reasons.append(Refusal("square.taken", phrase("{square} is not empty", square=action.square), "2.5"))
    allowed = task.types if isinstance(task, PutWatched) else TYPES
    if action.card in state.buildings and CARDS[action.card].type not in allowed:
        reasons.append(
            Refusal(
                "put.not-set-off", phrase("{card} is not to be put now", card=card_name(action.card)), "2.6"
            )
        )
    return tuple(reasons)


# ---------------------------------------------------------------------- settling


def settled(state: Reading, seat: int, pending: tuple[Task, ...], action: Action) -> tuple[Event, ...]:
    """Return what an action leads to that settles the first follow-up of a seat."""
    task, rest, town = pending[0], pending[1:], state.seats[seat].town
    match action:
        case Mark():
            assert isinstance(task, MarkNew)
            after = town.loaded(NUMBERS[task.square], CUBES[action.resource])
            left = _still_possible(state, after, rest)
            return (Marked(seat, task.square, action.resource), FollowUps(seat, left))
        case Stock():
            types = "".join(letter for letter in TYPES if state.card(letter).id in action.cards)
            return (WatchStocked(seat, types), FollowUps(seat, rest))
        case Put() | Replace():
            card = CARDS[action.card]
            after = town.put(NUMBERS[action.square], card.type)
            put = BuildingPut(seat, action.card, action.square, isinstance(task, PutWatched))
            mark = (MarkNew(action.square),) if takes_mark(card) else ()
            left = _still_possible(state, after, (*mark, *_again(task, after, action), *rest))
            return (put, FollowUps(seat, left))
        case _:
            return (FollowUps(seat, rest),)


def _again(task: Task, town: Town, action: Put | Replace) -> tuple[Task, ...]:
    """Return what is left of a task after one building was put or replaced."""
    match task:
        case ReplaceSome():
            return _more_replacing(town, (*task.squares, action.square))
        case PutWatched():
            return (PutWatched(task.types.replace(CARDS[action.card].type, "")),)
        case _:
            return ()


def _still_possible(state: Reading, town: Town, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return the tasks without putting pieces for which there is no room or mark any more."""
    return tuple(
        task for task in tasks if not isinstance(task, PutWatched) or puttable(state, town, task.types)
    )

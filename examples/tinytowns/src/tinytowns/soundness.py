"""Soundness: whether a state that comes from outside can be a state of the game."""

from __future__ import annotations

from collections.abc import Iterator

from keyflower.kernel import UNSEEN, SetupError, UnknownName
from tinytowns.cards import Power
from tinytowns.catalogue import CARDS, chosen_set
from tinytowns.follow_ups import QUESTIONS
from tinytowns.pieces import BUILDINGS, CUBES, MONUMENT, RESOURCES, TYPES
from tinytowns.placement import ways
from tinytowns.rules import CAVERN, RESOURCE_CARDS, WAREHOUSE, Rules
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Seat, State
from tinytowns.tasks import MarkNew, NameResource, PutWatched, Settle

_AGENDAS = frozenset(
    {"", "keep round", "name place", "pick place", "place", "build watch check", "watch check"}
)
"""What can be left to do while somebody decides, by tags."""


def problems(rules: Rules, state: State) -> Iterator[str]:
    """Iterate what is wrong with a state, whole or hidden for a viewer."""
    try:
        if state.buildings != chosen_set(state.buildings, solo=len(state.seats) == 1):
            yield "the cards are not in the order of their types"
    except (SetupError, UnknownName) as error:
        yield str(error)
    yield from _of_table(rules, state, len(state.seats))
    for number, seat in enumerate(state.seats):
        for wrong in _of_seat(state, seat):
            yield f"seat {number}: {wrong}"
    yield from _of_agenda(rules, state)


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
    unmarked = {task.square for task in seat.pending if isinstance(task, MarkNew)}
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
        yield "there have not been so many rounds"
    for task in seat.pending:
        squares = [task.square] if isinstance(task, MarkNew) else getattr(task, "squares", ())
        if type(task) not in QUESTIONS or not {*squares} <= NUMBERS.keys():
            yield f"nobody can be asked for {task}"
        elif isinstance(task, PutWatched) and not set(task.types) <= set(seat.watch):
            yield "such pieces do not lie on Opaleye's Watch"


def _of_agenda(rules: Rules, state: State) -> Iterator[str]:
    tags = " ".join(task.tag for task in state.agenda)
    if tags not in _AGENDAS:
        yield f"nobody can have to do: {tags}"
        return
    if not state.agenda:
        return
    task, free = state.agenda[0], rules.town_hall and state.round % 3 == 0
    if isinstance(task, NameResource) and task.seat != state.master:
        yield "somebody else is Master Builder"
    if tags == "pick place" and len(state.seats) > 1:
        yield "only a player alone picks cards"
    if isinstance(task, Settle):
        if bool(state.resource) == free:
            yield "the resource of this round is not known"
            return
        for number, seat in enumerate(state.seats):
            possible = {str(action) for some in ways(rules, state, number) for action in some}
            if state.viewer not in (None, number):
                possible.add(UNSEEN)
            if len(seat.sealed) > 1 or not set(seat.sealed) <= possible:
                yield f"seat {number} cannot have chosen {' and '.join(seat.sealed)}"

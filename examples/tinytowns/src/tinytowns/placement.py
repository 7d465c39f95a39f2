"""Placing: every seat settles the cube of the round in one of six ways, sealed until all have chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from keyflower.kernel import Action, Event, Outcome, Refusal, SecretChoice, phrase, refused
from tinytowns.actions import ACTIONS, Cavern, Place, Settling, Shelter, Store, Swap
from tinytowns.cards import Power
from tinytowns.events import ChoiceSealed, CubeLoaded, CubePlaced, CubeSetAside
from tinytowns.pieces import CUBES, EMPTY, RESOURCES, resource_name
from tinytowns.rounds import GameTable, barred_resource, wrong_stage
from tinytowns.squares import NAMES
from tinytowns.state import CAVERN, WAREHOUSE, Rules, Seat, State
from tinytowns.tasks import Check, Construct, Settle, Watch
from tinytowns.town import Town

_PLACES: Final = {name: tuple(Place(square, name) for square in NAMES) for name in CUBES}
"""Every way to place a cube, by resource: they are offered in every round, and made once."""
_AFTER: Final = (Construct(), Watch(), Check())
_BY_VERB: Final = {kind.verb: kind for kind in ACTIONS}


class Placing(SecretChoice[GameTable, Settle]):
    """Every seat settles the cube of the round."""

    def is_asked(self, table: GameTable, own: Seat) -> bool:
        return not own.done and not own.sealed

    def prompt(self, table: GameTable, task: Settle, seat: int) -> str:
        resource = table.state.resource
        if not resource:
            return phrase("Place any resource.")
        return phrase("Place {resource}.", resource=resource_name(resource))

    def options(self, table: GameTable, task: Settle, seat: int) -> Iterable[Sequence[Action]]:
        return list(ways(table.ruleset, table.state, seat))  # must agree with refusals()

    def refusals(self, table: GameTable, task: Settle, seat: int, action: Action) -> tuple[Refusal, ...]:
        state = table.state
        match action:
            case Place():
                town, resource = state.seats[seat].town, action.resource
                return (*_not_empty(town, action.square), *_not_the_cube(state, seat, resource))
            case Settling():
                return tuple(_reasons(table.ruleset, state, seat, action))
            case _:
                return wrong_stage(action, phrase("everybody settles the cube of this round first"))

    def sealed(self, table: GameTable, task: Settle, seat: int, action: Action) -> ChoiceSealed:
        return ChoiceSealed(seat, (str(action),))

    def shown(self, table: GameTable, task: Settle) -> Outcome:
        state = table.state
        choices = [
            (number, _unsealed(own.sealed[0])) for number, own in enumerate(state.seats) if not own.done
        ]
        events = [event for number, choice in choices for event in settled(state.resource, number, choice)]
        return Outcome(tuple(events), _AFTER if choices else (Check(),))


@lru_cache(maxsize=4096)
def _unsealed(text: str) -> Action:
    """Return the choice that a sealed text means; it was written by the choice itself and says everything."""
    verb, _, rest = text.partition(" ")
    return _BY_VERB[verb].parse(None, rest)


def settled(resource: str, seat: int, choice: Action) -> tuple[Event, ...]:
    """Return what a choice leads to."""
    match choice:
        case Place():
            return (CubePlaced(seat, choice.resource, choice.square),)
        case Store() | Shelter():
            return (CubeLoaded(seat, resource, choice.square),)
        case Swap():
            return (
                CubeLoaded(seat, resource, choice.square, choice.resource),
                CubePlaced(seat, choice.resource, choice.target),
            )
        case _:
            return (CubeSetAside(seat, resource),)


def ways(rules: Rules, state: State, seat: int) -> Iterator[Sequence[Action]]:
    """Iterate every way to settle the cube that is open to a seat."""
    own, named = state.seats[seat], state.resource
    town, special = own.town, state.card("K").power
    empty = town.empty
    if not named:
        barred = town.marks("K") if special is Power.BARS else ""
        free = [name for name, letter in CUBES.items() if letter not in barred]
        yield from [[_PLACES[name][square] for square in empty] for name in free]
        return
    yield [_PLACES[named][square] for square in empty]
    if not state.is_foreign(seat):
        return
    if _changes(state, seat):
        yield from [[_PLACES[name][square] for square in empty] for name in CUBES if name != named]
    if special is Power.STORES:
        yield from _warehouse_ways(town, CUBES[named], empty)
    if own.has(Power.SHELTERS):
        yield [Shelter(NAMES[square]) for square in town.of("C") if not town.load(square)]
    if rules.cavern and len(own.cavern) < CAVERN:
        yield (Cavern(),)


def _warehouse_ways(town: Town, named: str, empty: tuple[int, ...]) -> Iterator[Sequence[Action]]:
    for square in town.of("K"):
        load = town.load(square)
        if len(load) < WAREHOUSE:
            yield (Store(NAMES[square]),)
        for letter, name in RESOURCES.items():
            if letter in load and letter != named:
                yield [Swap(NAMES[square], name, NAMES[there]) for there in empty]


def _reasons(rules: Rules, state: State, seat: int, action: Settling) -> Iterator[Refusal]:
    """Iterate why a seat may not settle the cube in some other way than by placing it."""
    own, named = state.seats[seat], state.resource
    town = own.town
    if not state.is_foreign(seat):
        why = phrase("you chose it yourself") if named else phrase("everybody chooses freely in this round")
        yield from refused(
            "place.not-foreign", "2.3", "this resource must be placed on a square: {why}", why=why
        )
    match action:
        case Store(square) | Swap(square) if state.card("K").power is not Power.STORES or town[square] != "K":
            yield from refused("warehouse.none", "2.3", "you have no Warehouse on {square}", square=square)
        case Store(square) if len(town.cubes_on(square)) >= WAREHOUSE:
            gaps = {"square": square, "warehouse": WAREHOUSE}
            yield from refused(
                "warehouse.full", "2.3", "the Warehouse on {square} holds {warehouse} cubes already", **gaps
            )
        case Swap(resource=resource) if resource == named:
            yield from refused("warehouse.same", "2.3", "a cube is not exchanged for an equal one: place it")
        case Swap(square, resource) if CUBES[resource] not in town.cubes_on(square):
            gaps = {"resource": resource_name(resource), "square": square}
            yield from refused("warehouse.not-there", "2.3", "no {resource} lies on {square}", **gaps)
        case Shelter(square):
            if not own.has(Power.SHELTERS):
                yield from refused(
                    "shelter.no-statue", "2.3", "you have not built the Statue of the Bondmaker"
                )
            if town[square] != "C":
                yield from refused(
                    "shelter.no-cottage", "2.3", "no cottage stands on {square}", square=square
                )
            elif town.cubes_on(square):
                yield from refused(
                    "shelter.taken", "2.3", "the cottage on {square} has a cube already", square=square
                )
        case Cavern() if not rules.cavern:
            yield from refused("cavern.off", "1.3", "this game is played without the cavern rule")
        case Cavern() if len(own.cavern) >= CAVERN:
            yield from refused(
                "cavern.full", "2.3", "you have set {cavern} resources aside already", cavern=CAVERN
            )
    if isinstance(action, Swap):
        yield from _not_empty(town, action.target)


def _not_empty(town: Town, square: str) -> tuple[Refusal, ...]:
    if town[square] == EMPTY:
        return ()
    gaps = {"square": square}
    return refused(
        "square.taken", "2.3", "{square} is not empty: a square holds one cube or building", **gaps
    )


def _not_the_cube(state: State, seat: int, resource: str) -> tuple[Refusal, ...]:
    """Return why a seat may not place a cube of a resource."""
    named = state.resource
    if resource == named:
        return ()
    if not named:
        return barred_resource(state, seat, resource)
    if _changes(state, seat) and state.is_foreign(seat):
        return ()
    why = phrase("only a Factory marked with it lets you place another one")
    gaps = {
        "named": resource_name(named),
        "why": phrase("it was your own choice") if _changes(state, seat) else why,
    }
    return refused("place.other-resource", "2.3", "the resource of this round is {named}: {why}", **gaps)


def _changes(state: State, seat: int) -> bool:
    """Return whether a Factory of a seat bears the resource of the round."""
    factory = state.card("K").power is Power.CHANGES
    return factory and CUBES[state.resource] in state.seats[seat].town.marks("K")

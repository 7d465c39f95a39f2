"""Rounds: who names, what the cards tell, and when a town or the game is complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from keyflower.kernel import (
    AND,
    Action,
    Event,
    GameEnded,
    Outcome,
    Question,
    Refusal,
    SecretChoice,
    Table,
    Task,
    listed,
    moved,
    phrase,
    refused,
)
from tinytowns import scoring
from tinytowns.actions import Keep, Name, Pick
from tinytowns.cards import Card, Power
from tinytowns.catalogue import card_name
from tinytowns.events import (
    CardExchanged,
    CardsOpened,
    DeckShuffled,
    ResourceChosen,
    RoundBegan,
    TownCompleted,
)
from tinytowns.pieces import CUBES, RESOURCES, resource_name
from tinytowns.state import DISCARDED, RESOURCE_CARDS, Rules, Seat, State
from tinytowns.tasks import BeginRound, KeepMonuments, NameResource, PickCard, Settle
from tinytowns.terms import Count

TaskT = TypeVar("TaskT", bound=Task)
ActionT = TypeVar("ActionT", bound=Action)
GameTable = Table[Rules, State]
"""The table as the rules of this game see it."""


def wrong_stage(action: Action, wanted: str) -> tuple[Refusal, ...]:
    """Return why an action that belongs to another stage is refused."""
    return refused(
        "stage.other", "2.1", "it is not the time for '{verb}': {wanted}", verb=action.verb, wanted=wanted
    )


class TownQuestion(Question[GameTable, TaskT, ActionT]):
    """A question of this game: any other action is refused because this has to be answered first."""

    wanted = ""
    """What has to be done first; by default what the prompt asks for."""

    def expected(self, table: GameTable, task: TaskT, seat: int, action: Action) -> tuple[Refusal, ...]:
        prompt = self.prompt(table, task, seat)
        return wrong_stage(action, self.wanted or f"{prompt[0].lower()}{prompt[1:].removesuffix('.')}")


class Keeping(SecretChoice[GameTable, KeepMonuments], TownQuestion[KeepMonuments, Keep]):
    """Every seat keeps one of its two monuments."""

    answer, wanted = Keep, phrase("first everybody keeps a monument")
    asks = phrase("Keep one of your two monuments.")

    def is_asked(self, table: GameTable, own: Seat) -> bool:
        return len(own.hand) > 1

    def answers(self, table: GameTable, task: KeepMonuments, seat: int) -> Sequence[Keep]:
        return [Keep(name) for name in table.state.seats[seat].hand]

    def unfit(self, table: GameTable, task: KeepMonuments, seat: int, action: Keep) -> tuple[Refusal, ...]:
        hand = listed(map(card_name, table.state.seats[seat].hand), AND)
        return refused("keep.not-dealt", "1.2", "you were dealt {hand}", hand=hand)

    def sealed(self, table: GameTable, task: KeepMonuments, seat: int, action: Action) -> Event:
        assert isinstance(action, Keep)
        returned = [name for name in table.state.seats[seat].hand if name != action.monument]
        return moved(Seat, returned, "returned", seat=seat, source="hand")


def _bars(state: State, seat: int) -> str:
    """Return the resources that the Banks of a seat bar it from choosing."""
    return state.seats[seat].town.marks("K") if state.card("K").power is Power.BARS else ""


def _is_kept_from_naming(state: State, seat: int) -> bool:
    """Return whether a monument keeps a seat from choosing resources; not if it is the only active one."""
    return state.seats[seat].has(Power.NEVER_NAMES) and len(state.active) > 1


def next_to_name(state: State) -> NameResource:
    """Return who names next: the next seat on the left that may (rules 2.2)."""
    number = len(state.seats)
    first = state.master if state.round == 0 else state.left_of(state.master)
    order = [(first + step) % number for step in range(number)]
    free = [seat for seat in order if state.seats[seat].active and not _is_kept_from_naming(state, seat)]
    for seat in free:
        if len(_bars(state, seat)) < len(RESOURCES):
            return NameResource(seat)
    return NameResource(free[0], lifted=True)


def begin_round(table: GameTable) -> Outcome:
    """Begin a round: somebody names, or a card is turned."""
    state, number = table.state, table.state.round + 1
    complete = tuple([seat for seat, own in enumerate(state.seats) if own.completed])
    if len(state.seats) == 1:
        exchange = _exchanged(table) if number > 1 else ()
        return Outcome((*exchange, RoundBegan(number, -1, complete)), (PickCard(), Settle()))
    if not table.ruleset.town_hall:
        naming = next_to_name(state)
        return Outcome((RoundBegan(number, naming.seat, complete),), (naming, Settle()))
    if number % 3:
        return Outcome((RoundBegan(number, -1, complete), *_turned(table)), (Settle(),))
    out = [seat for seat in state.active if _sits_out(state, seat)]
    return Outcome((RoundBegan(number, -1, tuple(sorted((*complete, *out)))),), (Settle(),))


def _sits_out(state: State, seat: int) -> bool:
    """Return whether a seat takes no part in a round with a free choice (rules 2.8)."""
    return _is_kept_from_naming(state, seat) or len(_bars(state, seat)) == len(RESOURCES)


def _turned(table: GameTable) -> tuple[Event, ...]:
    """Turn the next card of the town hall's deck, shuffling first if it is empty."""
    shuffled: tuple[Event, ...] = ()
    unturned = table.state.unturned
    if not table.state.deck:
        unturned = RESOURCE_CARDS
        shuffled = (DeckShuffled(unturned, unturned.total - DISCARDED),)
    (card,) = table.dealer.draw(unturned, 1, reason="the next resource card")
    return (*shuffled, CardsOpened((card,)), ResourceChosen(card))


def _exchanged(table: GameTable) -> tuple[Event, ...]:
    """Put the used card under the deck of a player alone, and open the next one."""
    state = table.state
    if state.unturned:
        (card,) = table.dealer.draw(state.unturned, 1, reason="the next resource card")
        return (CardExchanged(state.resource, card, known=False),)
    return (CardExchanged(state.resource, (*state.under, state.resource)[0], known=True),)


class Naming(TownQuestion[NameResource, Name]):
    """The Master Builder names the resource of the round."""

    answer, wanted = Name, phrase("the Master Builder names a resource first")
    asks = phrase("You are Master Builder: name a resource.")

    def answers(self, table: GameTable, task: NameResource, seat: int) -> Sequence[Name]:
        barred = "" if task.lifted else _bars(table.state, seat)
        return [Name(name) for letter, name in RESOURCES.items() if letter not in barred]

    def unfit(self, table: GameTable, task: NameResource, seat: int, action: Name) -> tuple[Refusal, ...]:
        return barred_resource(table.state, seat, action.resource)

    def answered(self, table: GameTable, task: NameResource, seat: int, action: Name) -> Outcome:
        return Outcome((ResourceChosen(action.resource, named_by=seat),))


class Picking(TownQuestion[PickCard, Pick]):
    """A player alone picks an open card."""

    answer, wanted = Pick, phrase("pick a resource card first")
    asks = phrase("Pick one of the open resource cards.")

    def answers(self, table: GameTable, task: PickCard, seat: int) -> Sequence[Pick]:
        return [Pick(name) for name in CUBES if name in table.state.shown]

    def unfit(self, table: GameTable, task: PickCard, seat: int, action: Pick) -> tuple[Refusal, ...]:
        shown = listed(map(resource_name, table.state.shown))
        return refused("pick.not-open", "2.9", "the open cards are {shown}", shown=shown)

    def answered(self, table: GameTable, task: PickCard, seat: int, action: Pick) -> Outcome:
        return Outcome((ResourceChosen(action.resource),))


def barred_resource(state: State, seat: int, name: str) -> tuple[Refusal, ...]:
    """Return why a seat may not choose a resource that lies on one of its Banks; nothing if none does."""
    if CUBES[name] not in _bars(state, seat):
        return ()
    gaps = {"name": resource_name(name)}
    return refused("bank.barred", "2.2", "{name} lies on one of your Banks: choose another resource", **gaps)


def counted_by(state: State, number: int) -> tuple[Count, dict[str, Card]]:
    """Return the town of a seat counted as if the game ended now, and the cards of its buildings."""
    seat, cards = state.seats[number], state.cards(state.seats[number].monument)
    neighbour = state.seats[state.right_of(number)].town if len(state.seats) > 1 else None
    rounds = [own.completed or state.round for own in state.seats]
    place = 1 + sum([earlier < rounds[number] for earlier in rounds])
    return scoring.counted(seat.town, cards, neighbour, seat.recorded, place), cards


def ending(state: State) -> GameEnded:
    """Return how the game ends, if it ends now.

    Most points win; then fewest rounds named, fewest empty squares, most cottages.
    """
    totals = tuple(scoring.total(*counted_by(state, number)) for number in range(len(state.seats)))
    keys = [
        (total, -seat.named, len(seat.town.buildings), seat.town.letters.count("C"))
        for total, seat in zip(totals, state.seats, strict=True)
    ]
    return GameEnded(totals, tuple(seat for seat, key in enumerate(keys) if key == max(keys)))


def check(table: GameTable) -> Outcome:
    """End a round: full towns are complete, and when all are, the game is over."""
    state = table.state
    full = [seat for seat in state.active if state.seats[seat].town.is_full]
    complete = tuple([TownCompleted(seat, state.round) for seat in full])
    if len(full) < len(state.active):
        return Outcome(complete, (BeginRound(),))
    return Outcome((*complete, ending(state)))

"""Rounds: who names, what the cards tell, and when a town or the game is complete."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keyflower.kernel import (
    Action,
    BaseHandler,
    Event,
    GameEnded,
    Outcome,
    Refusal,
    Table,
    phrase,
)
from tinytowns import scoring as counting
from tinytowns.actions import Keep, Name, Pick
from tinytowns.cards import Power
from tinytowns.catalogue import card_name
from tinytowns.events import (
    CardExchanged,
    CardsOpened,
    DeckShuffled,
    MonumentKept,
    ResourceChosen,
    RoundBegan,
    TownCompleted,
)
from tinytowns.pieces import CUBES, RESOURCES
from tinytowns.rules import DISCARDED, RESOURCE_CARDS, Rules
from tinytowns.scoring import ScoreSheet, winners
from tinytowns.state import Reading
from tinytowns.tasks import BeginRound, Check, KeepMonuments, NameResource, PickCard, Settle

GameTable = Table[Rules, Reading]
"""The table as the rules of this game see it."""


def wrong_stage(action: Action, wanted: str) -> tuple[Refusal, ...]:
    """Return why an action that belongs to another stage is refused."""
    return (
        Refusal(
            "stage.other",
            phrase("it is not the time for '{verb}': {wanted}", verb=action.verb, wanted=wanted),
            "2.1",
        ),
    )


# ---------------------------------------------------------------------- monuments


class Keeping(BaseHandler[GameTable, KeepMonuments]):
    """Every seat keeps one of its two monuments."""

    def seats(self, table: GameTable, task: KeepMonuments) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(table.state.seats) if len(seat.hand) > 1)

    def prompt(self, table: GameTable, task: KeepMonuments, seat: int) -> str:
        return phrase("Keep one of your two monuments.")

    def options(self, table: GameTable, task: KeepMonuments, seat: int) -> Iterable[Sequence[Action]]:
        return [[Keep(name) for name in table.state.seats[seat].hand]]

    def refusals(
        self, table: GameTable, task: KeepMonuments, seat: int, action: Action
    ) -> tuple[Refusal, ...]:
        if not isinstance(action, Keep):
            return wrong_stage(action, phrase("first everybody keeps a monument"))
        hand = table.state.seats[seat].hand
        if action.monument in hand:
            return ()
        return (
            Refusal(
                "keep.not-dealt",
                phrase("you were dealt {hand}", hand=" and ".join(map(card_name, hand))),
                "1.2",
            ),
        )

    def decide(self, table: GameTable, task: KeepMonuments, seat: int, action: Action) -> Outcome:
        assert isinstance(action, Keep)
        hand = table.state.seats[seat].hand
        returned = tuple(name for name in hand if name != action.monument)
        last = self.seats(table, task) == (seat,)
        return Outcome((MonumentKept(seat, action.monument, returned),), stays=not last)


# ---------------------------------------------------------------------- the start of a round


def _bars(state: Reading, seat: int) -> str:
    """Return the resources that the Banks of a seat bar it from choosing."""
    return state.seats[seat].town.marks("K") if state.card("K").power is Power.BARS else ""


def _is_kept_from_naming(state: Reading, seat: int) -> bool:
    """Return whether a monument keeps a seat from choosing resources; not if it is the only active one."""
    return state.seats[seat].has(Power.NEVER_NAMES) and len(state.active) > 1


def next_to_name(state: Reading) -> NameResource:
    """Return who names next: the next seat on the left that may (rules 2.2)."""
    number = len(state.seats)
    first = state.master if state.round == 0 else state.left_of(state.master)
    order = [(first + step) % number for step in range(number)]
    free = [seat for seat in order if state.seats[seat].active and not _is_kept_from_naming(state, seat)]
    for seat in free:
        if len(_bars(state, seat)) < len(RESOURCES):
            return NameResource(seat)
    return NameResource(free[0], lifted=True)


class Beginning(BaseHandler[GameTable, BeginRound]):
    """A round begins: somebody names, or a card is turned."""

    def automatic(self, table: GameTable, task: BeginRound) -> Outcome:
        state, number = table.state, table.state.round + 1
        complete = tuple([seat for seat, own in enumerate(state.seats) if own.completed])
        if len(state.seats) == 1:
            exchange = self._exchanged(table) if number > 1 else ()
            return Outcome((*exchange, RoundBegan(number, -1, complete)), (PickCard(), Settle()))
        if not table.ruleset.town_hall:
            naming = next_to_name(state)
            return Outcome((RoundBegan(number, naming.seat, complete),), (naming, Settle()))
        if number % 3:
            return Outcome((RoundBegan(number, -1, complete), *self._turned(table)), (Settle(),))
        out = [seat for seat in state.active if self._sits_out(state, seat)]
        return Outcome((RoundBegan(number, -1, tuple(sorted((*complete, *out)))),), (Settle(),))

    @staticmethod
    def _sits_out(state: Reading, seat: int) -> bool:
        """Return whether a seat takes no part in a round with a free choice (rules 2.8)."""
        return _is_kept_from_naming(state, seat) or len(_bars(state, seat)) == len(RESOURCES)

    @staticmethod
    def _turned(table: GameTable) -> tuple[Event, ...]:
        """Turn the next card of the town hall's deck, shuffling first if it is empty."""
        shuffled: tuple[Event, ...] = ()
        unturned = table.state.unturned
        if not table.state.deck:
            unturned = RESOURCE_CARDS
            shuffled = (DeckShuffled(unturned, unturned.total - DISCARDED),)
        (card,) = table.dealer.draw(unturned, 1, reason="the next resource card")
        return (*shuffled, CardsOpened((card,)), ResourceChosen(card))

    @staticmethod
    def _exchanged(table: GameTable) -> tuple[Event, ...]:
        """Put the used card under the deck of a player alone, and open the next one."""
        state = table.state
        if state.unturned:
            (card,) = table.dealer.draw(state.unturned, 1, reason="the next resource card")
            return (CardExchanged(state.resource, card, known=False),)
        return (CardExchanged(state.resource, (*state.under, state.resource)[0], known=True),)


class Naming(BaseHandler[GameTable, NameResource]):
    """The Master Builder names the resource of the round."""

    def prompt(self, table: GameTable, task: NameResource, seat: int) -> str:
        return phrase("You are Master Builder: name a resource.")

    def options(self, table: GameTable, task: NameResource, seat: int) -> Iterable[Sequence[Action]]:
        barred = "" if task.lifted else _bars(table.state, seat)
        return [[Name(name) for letter, name in RESOURCES.items() if letter not in barred]]

    def refusals(
        self, table: GameTable, task: NameResource, seat: int, action: Action
    ) -> tuple[Refusal, ...]:
        if not isinstance(action, Name):
            return wrong_stage(action, phrase("the Master Builder names a resource first"))
        return unknown_resource(action.resource) or (
            () if task.lifted else barred_resource(table.state, seat, action.resource)
        )

    def decide(self, table: GameTable, task: NameResource, seat: int, action: Action) -> Outcome:
        assert isinstance(action, Name)
        return Outcome((ResourceChosen(action.resource, named_by=seat),))


class Picking(BaseHandler[GameTable, PickCard]):
    """A player alone picks an open card."""

    def prompt(self, table: GameTable, task: PickCard, seat: int) -> str:
        return phrase("Pick one of the open resource cards.")

    def options(self, table: GameTable, task: PickCard, seat: int) -> Iterable[Sequence[Action]]:
        return [[Pick(name) for name in CUBES if name in table.state.shown]]

    def refusals(self, table: GameTable, task: PickCard, seat: int, action: Action) -> tuple[Refusal, ...]:
        if not isinstance(action, Pick):
            return wrong_stage(action, phrase("pick a resource card first"))
        shown = table.state.shown
        if action.resource in shown:
            return ()
        return (
            Refusal("pick.not-open", phrase("the open cards are {shown}", shown=", ".join(shown)), "2.9"),
        )

    def decide(self, table: GameTable, task: PickCard, seat: int, action: Action) -> Outcome:
        assert isinstance(action, Pick)
        return Outcome((ResourceChosen(action.resource),))


def unknown_resource(name: str) -> tuple[Refusal, ...]:
    """Return why a name is no resource; nothing if it is one."""
    if name in CUBES:
        return ()
    return (
        Refusal(
            "resource.unknown",
            phrase("there is no resource {name}: there are {cubes}", name=repr(name), cubes=", ".join(CUBES)),
            "2.2",
        ),
    )


def barred_resource(state: Reading, seat: int, name: str) -> tuple[Refusal, ...]:
    """Return why a seat may not choose a resource that lies on one of its Banks; nothing if none does."""
    if CUBES.get(name, " ") not in _bars(state, seat):
        return ()
    return (
        Refusal(
            "bank.barred",
            phrase("{name} lies on one of your Banks: choose another resource", name=name),
            "2.2",
        ),
    )


# ---------------------------------------------------------------------- the end of a round


def sheet(state: Reading, number: int) -> ScoreSheet:
    """Return the score sheet of one seat, as if the game ended now."""
    seat = state.seats[number]
    rounds = [own.completed or state.round for own in state.seats]
    return counting.sheet(
        seat.town,
        state.cards(seat.monument),
        neighbour=state.seats[state.right_of(number)].town if len(state.seats) > 1 else None,
        recorded=seat.recorded,
        place=1 + sum([earlier < rounds[number] for earlier in rounds]),
    )


def ending(state: Reading) -> GameEnded:
    """Return how the game ends, if it ends now."""
    totals = tuple(sheet(state, number).total for number in range(len(state.seats)))
    standings = [(total, seat.named, seat.town) for total, seat in zip(totals, state.seats, strict=True)]
    return GameEnded(totals, winners(standings))


class Checking(BaseHandler[GameTable, Check]):
    """Full towns are complete; when all are, the game is over."""

    def automatic(self, table: GameTable, task: Check) -> Outcome:
        state = table.state
        full = [seat for seat in state.active if state.seats[seat].town.is_full]
        complete = tuple([TownCompleted(seat, state.round) for seat in full])
        if len(full) < len(state.active):
            return Outcome(complete, (BeginRound(),))
        return Outcome((*complete, ending(state)))

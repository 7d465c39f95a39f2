"""Events: what happened, and how it enters the state."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from keyflower.kernel import OWNER, BasePool, Event, Message, Moved, Task, held, phrase
from tinytowns.catalogue import CARDS
from tinytowns.pieces import CUBES, MONUMENT, resource_name
from tinytowns.squares import NUMBERS
from tinytowns.state import Draft, Seat


@frozen
class OfSeat(Event):
    """What happened to one seat, or was done by it."""

    says: ClassVar[Message | None] = None
    """What people are told; the fields fill the gaps."""
    seat: int
    """The seat; it may see what is held by the owner."""

    def words(self, players: tuple[str, ...]) -> str:
        if self.says is None:
            return ""
        square, resource = getattr(self, "square", ""), resource_name(getattr(self, "resource", ""))
        return phrase(self.says.template, seat=players[self.seat], square=square, resource=resource)


@frozen
class GameSetUp(Event):
    """The table is laid: empty boards, and the cards that everybody may build."""

    players: int
    buildings: tuple[str, ...]
    master: int
    """The first Master Builder, or -1."""
    agenda: tuple[Task, ...]

    def apply(self, draft: Draft) -> None:
        draft.seats = (Seat(),) * self.players
        draft.buildings, draft.master, draft.agenda = self.buildings, self.master, self.agenda


@frozen
class DeckShuffled(Event):
    """The resource cards were shuffled; those that did not come into the deck were discarded unseen."""

    cards: BasePool
    deck: int
    """How many came into the deck."""

    def apply(self, draft: Draft) -> None:
        draft.unturned, draft.deck = self.cards, self.deck


@frozen
class CardsOpened(Event):
    """Resource cards from the deck were laid open; no others lie open any more."""

    cards: tuple[str, ...]

    def apply(self, draft: Draft) -> None:
        draft.unturned -= BasePool.each(self.cards)
        draft.deck -= len(self.cards)
        draft.shown = self.cards


@frozen
class CardExchanged(Event):
    """A player alone put the used card under the deck, and the next one was opened."""

    used: str
    opened: str
    known: bool
    """Whether the next one is one that was put under the deck before."""

    def apply(self, draft: Draft) -> None:
        left = list(draft.shown)
        left.remove(self.used)
        draft.shown, draft.under = (*left, self.opened), (*draft.under, self.used)
        if self.known:
            draft.under = draft.under[1:]
        else:
            draft.unturned -= BasePool.each([self.opened])
            draft.deck -= 1


@frozen
class RoundBegan(Event):
    """A round began."""

    number: int
    master: int
    """The Master Builder, or -1."""
    out: tuple[int, ...]
    """The seats that take no part: their towns are complete, or they sit the round out."""

    def apply(self, draft: Draft) -> None:
        draft.round, draft.master, draft.resource = self.number, self.master, ""
        for number in range(len(draft.seats)):
            seat = draft.seat(number)
            seat.done, seat.constructed = number in self.out, ""


@frozen
class ResourceChosen(Event):
    """The resource of the round is known."""

    resource: str
    named_by: int = -1
    """The Master Builder who named it; -1 if a card told it."""

    def apply(self, draft: Draft) -> None:
        draft.resource = self.resource
        if self.named_by >= 0:
            draft.seat(self.named_by).named += 1

    def words(self, players: tuple[str, ...]) -> str:
        told = phrase("The resource of this round is {resource}.", resource=resource_name(self.resource))
        return "" if self.named_by >= 0 else told


@frozen
class ChoiceSealed(OfSeat):
    """A seat has chosen how to settle the cube; nobody else knows how."""

    choice: tuple[str, ...] = held(by=OWNER)
    """The choice, as the text of its action."""

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).sealed = self.choice


@frozen
class CubeSettled(OfSeat):
    """A choice was uncovered, with those of all others: the cube of the round went somewhere."""

    reveals: ClassVar[bool] = True
    resource: str

    def apply(self, draft: Draft) -> None:
        seat = draft.seat(self.seat)
        seat.sealed = ()
        self.settle(seat)

    def settle(self, seat: Draft) -> None:
        """Let the cube go where it goes."""
        raise NotImplementedError


@frozen
class CubePlaced(CubeSettled):
    """A cube was placed on a square."""

    says = phrase("{seat} placed {resource} on {square}.")
    square: str

    def settle(self, seat: Draft) -> None:
        seat.town = seat.town.put(NUMBERS[self.square], CUBES[self.resource])


@frozen
class CubeLoaded(CubeSettled):
    """The cube of the round was put on a building: a Warehouse or a cottage."""

    says = phrase("{seat} put {resource} on the building on {square}.")
    square: str
    out: str = ""
    """The resource of the cube that left the building in exchange."""

    def settle(self, seat: Draft) -> None:
        square = NUMBERS[self.square]
        load = seat.town.load(square) + CUBES[self.resource]
        seat.town = seat.town.loaded(square, load.replace(CUBES[self.out], "", 1) if self.out else load)


@frozen
class CubeSetAside(CubeSettled):
    """The cube of the round was set aside."""

    says = phrase("{seat} set {resource} aside.")

    def settle(self, seat: Draft) -> None:
        seat.cavern += CUBES[self.resource]


@frozen
class Constructed(OfSeat):
    """A building was constructed; a monument is public from now on."""

    card: str
    squares: tuple[str, ...]
    """The squares of the pattern."""
    site: str
    """Where it stands."""

    def apply(self, draft: Draft) -> None:
        seat, card = draft.seat(self.seat), CARDS[self.card]
        town = seat.town.cleared(tuple([NUMBERS[square] for square in self.squares]))
        seat.town = town.put(NUMBERS[self.site], card.type)
        seat.constructed += card.type
        if card.type == MONUMENT:
            seat.hand, seat.monument, seat.recorded = (), self.card, len(seat.town.buildings)


@frozen
class FollowUps(OfSeat):
    """What a seat has to settle before anything else changed."""

    tasks: tuple[Task, ...]

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).pending = self.tasks


@frozen
class Marked(OfSeat):
    """A building was marked with a resource."""

    square: str
    resource: str

    def apply(self, draft: Draft) -> None:
        seat = draft.seat(self.seat)
        seat.town = seat.town.loaded(NUMBERS[self.square], CUBES[self.resource])


@frozen
class BuildingPut(OfSeat):
    """A building was put on a square without cubes, perhaps in the place of another one."""

    card: str
    square: str
    watched: bool = False
    """Whether it lay on Opaleye's Watch."""

    def apply(self, draft: Draft) -> None:
        seat, letter = draft.seat(self.seat), CARDS[self.card].type
        seat.town = seat.town.put(NUMBERS[self.square], letter)
        if self.watched:
            seat.watch = seat.watch.replace(letter, "")


@frozen
class WatchStocked(OfSeat):
    """Buildings were laid on Opaleye's Watch."""

    types: str
    """The letters of their types."""

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).watch = self.types


@frozen
class SeatDone(OfSeat):
    """A seat builds no more in this round."""

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).done = True


@frozen
class TownCompleted(OfSeat):
    """A town has no empty square left and is complete."""

    says = phrase("The town of {seat} is complete.")
    round: int

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).completed = self.round


EVENTS: Final[tuple[type[Event], ...]] = (
    GameSetUp, Moved, DeckShuffled, CardsOpened, CardExchanged,
    RoundBegan, ResourceChosen, ChoiceSealed, CubePlaced, CubeLoaded, CubeSetAside,
    Constructed, FollowUps, Marked, BuildingPut, WatchStocked, SeatDone, TownCompleted,
)  # fmt: skip
"""Every kind of event."""

"""Events: what happened, and how it enters the state."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from keyflower.kernel.events import EVENTS as KERNEL_EVENTS
from keyflower.kernel.events import Event
from keyflower.kernel.fields import NOBODY, OWNER, held
from keyflower.kernel.pool import Pool
from keyflower.kernel.tasks import Task
from tinytowns.catalogue import CARDS
from tinytowns.pieces import CUBES, MONUMENT
from tinytowns.squares import NUMBERS
from tinytowns.state import Draft, Seat

# ---------------------------------------------------------------------- set-up


@frozen
class GameSetUp(Event):
    """The table is laid: empty boards, and the cards that everybody may build."""

    tag: ClassVar[str] = "game-set-up"
    players: int
    """How many play."""
    buildings: tuple[str, ...]
    """The cards."""
    master: int
    """The first Master Builder, or -1."""
    agenda: tuple[Task, ...]
    """What is to be done."""

    def apply(self, draft: Draft) -> None:
        """Lay the table."""
        draft.seats = (Seat(),) * self.players
        draft.buildings = self.buildings
        draft.master = self.master
        draft.agenda = self.agenda


@frozen
class MonumentsDealt(Event):
    """A seat was dealt monuments."""

    tag: ClassVar[str] = "monuments-dealt"
    seat: int
    """Who got them."""
    cards: tuple[str, ...] = held(by=OWNER)
    """The monuments."""

    def apply(self, draft: Draft) -> None:
        """Put them into the hand."""
        draft.seat(self.seat).hand = self.cards


@frozen
class MonumentsBoxed(Event):
    """The monuments that nobody was dealt went back."""

    tag: ClassVar[str] = "monuments-boxed"
    cards: tuple[str, ...] = held(by=NOBODY)
    """The monuments."""

    def apply(self, draft: Draft) -> None:
        """Put them into the box."""
        draft.box = self.cards


@frozen
class MonumentKept(Event):
    """A seat kept a monument and gave the other one back."""

    tag: ClassVar[str] = "monument-kept"
    seat: int
    """Who chose."""
    kept: str = held(by=OWNER)
    """The monument kept."""
    returned: tuple[str, ...] = held(by=OWNER)
    """The monument given back."""

    def apply(self, draft: Draft) -> None:
        """Leave one in the hand."""
        seat = draft.seat(self.seat)
        seat.hand = (self.kept,)
        seat.returned = self.returned


@frozen
class DeckShuffled(Event):
    """The resource cards were shuffled."""

    tag: ClassVar[str] = "deck-shuffled"
    cards: Pool
    """All of them."""
    deck: int
    """How many came into the deck; the others were discarded unturned."""

    def apply(self, draft: Draft) -> None:
        """Lay the deck."""
        draft.unturned, draft.deck = self.cards, self.deck


@frozen
class CardsOpened(Event):
    """Resource cards from the deck were laid open, all others gone."""

    tag: ClassVar[str] = "cards-opened"
    cards: tuple[str, ...]
    """The cards."""

    def apply(self, draft: Draft) -> None:
        """Lay them open."""
        draft.unturned -= Pool.each(self.cards)
        draft.deck -= len(self.cards)
        draft.shown = self.cards


@frozen
class CardExchanged(Event):
    """A player alone put the used card under the deck, and the next one was opened."""

    tag: ClassVar[str] = "card-exchanged"
    used: str
    """The card that goes under the deck."""
    opened: str
    """The card that comes."""
    known: bool
    """Whether it is one that was put under the deck before."""

    def apply(self, draft: Draft) -> None:
        """Exchange the cards."""
        left = list(draft.shown)
        left.remove(self.used)
        draft.shown = (*left, self.opened)
        under = (*draft.under, self.used)
        if self.known:
            draft.under = under[1:]
        else:
            draft.under = under
            draft.unturned -= Pool.each([self.opened])
            draft.deck -= 1


# ---------------------------------------------------------------------- rounds


@frozen
class RoundBegan(Event):
    """A round began."""

    tag: ClassVar[str] = "round-began"
    number: int
    """Its number, from 1."""
    master: int
    """The Master Builder, or -1."""
    out: tuple[int, ...]
    """The seats that take no part: their towns are complete, or they sit the round out."""

    def apply(self, draft: Draft) -> None:
        """Start the round."""
        draft.round = self.number
        draft.master = self.master
        draft.resource = ""
        for number in range(len(draft.seats)):
            seat = draft.seat(number)
            seat.done = number in self.out
            seat.constructed = ""


@frozen
class ResourceChosen(Event):
    """The resource of the round is known."""

    tag: ClassVar[str] = "resource-chosen"
    resource: str
    """The resource."""
    named_by: int = -1
    """The Master Builder who named it; -1 if a card told it."""

    def apply(self, draft: Draft) -> None:
        """Remember it, and who named it."""
        draft.resource = self.resource
        if self.named_by >= 0:
            draft.seat(self.named_by).named += 1

    def words(self, players: tuple[str, ...]) -> str:
        """Tell the resource of a round that nobody named."""
        return "" if self.named_by >= 0 else f"The resource of this round is {self.resource}."


@frozen
class ChoiceSealed(Event):
    """A seat has chosen how to settle the cube; nobody else knows how."""

    tag: ClassVar[str] = "choice-sealed"
    seat: int
    """Who chose."""
    choice: tuple[str, ...] = held(by=OWNER)
    """The choice, as a text."""

    def apply(self, draft: Draft) -> None:
        """Keep it."""
        draft.seat(self.seat).sealed = self.choice


@frozen
class CubePlaced(Event):
    """A cube was placed on a square."""

    tag: ClassVar[str] = "cube-placed"
    seat: int
    """Whose town it is."""
    resource: str
    """The cube."""
    square: str
    """Where it lies."""

    def apply(self, draft: Draft) -> None:
        """Lay the cube."""
        seat = draft.seat(self.seat)
        seat.sealed = ()
        seat.town = seat.town.put(NUMBERS[self.square], CUBES[self.resource])

    def words(self, players: tuple[str, ...]) -> str:
        """Tell what was sealed."""
        return f"{players[self.seat]} placed {self.resource} on {self.square}."


@frozen
class CubeLoaded(Event):
    """The cube of the round was put on a building: a Warehouse or a cottage."""

    tag: ClassVar[str] = "cube-loaded"
    seat: int
    """Whose town it is."""
    resource: str
    """The cube."""
    square: str
    """Where the building stands."""
    out: str = ""
    """The resource of the cube that left the building in exchange."""

    def apply(self, draft: Draft) -> None:
        """Load the building."""
        seat = draft.seat(self.seat)
        seat.sealed = ()
        square = NUMBERS[self.square]
        load = seat.town.load(square) + CUBES[self.resource]
        seat.town = seat.town.loaded(square, load.replace(CUBES[self.out], "", 1) if self.out else load)

    def words(self, players: tuple[str, ...]) -> str:
        """Tell what was sealed."""
        return f"{players[self.seat]} put {self.resource} on the building on {self.square}."


@frozen
class CubeSetAside(Event):
    """The cube of the round was set aside."""

    tag: ClassVar[str] = "cube-set-aside"
    seat: int
    """Who did it."""
    resource: str
    """The cube."""

    def apply(self, draft: Draft) -> None:
        """Set it aside."""
        seat = draft.seat(self.seat)
        seat.sealed = ()
        seat.cavern += CUBES[self.resource]

    def words(self, players: tuple[str, ...]) -> str:
        """Tell what was sealed."""
        return f"{players[self.seat]} set {self.resource} aside."


# ---------------------------------------------------------------------- building


@frozen
class Constructed(Event):
    """A building was constructed."""

    tag: ClassVar[str] = "constructed"
    seat: int
    """Who built."""
    card: str
    """What was built; a monument is public from now on."""
    squares: tuple[str, ...]
    """The squares of the pattern."""
    site: str
    """Where it stands."""

    def apply(self, draft: Draft) -> None:
        """Take the cubes and put the building."""
        seat, card = draft.seat(self.seat), CARDS[self.card]
        town = seat.town.cleared(tuple([NUMBERS[square] for square in self.squares]))
        seat.town = town.put(NUMBERS[self.site], card.type)
        seat.constructed += card.type
        if card.type == MONUMENT:
            seat.hand = ()
            seat.monument = self.card
            seat.recorded = len(seat.town.buildings)


@frozen
class FollowUps(Event):
    """What a seat has to settle before anything else changed."""

    tag: ClassVar[str] = "follow-ups"
    seat: int
    """The seat."""
    tasks: tuple[Task, ...]
    """What it has to settle, next one first."""

    def apply(self, draft: Draft) -> None:
        """Remember it."""
        draft.seat(self.seat).pending = self.tasks


@frozen
class Marked(Event):
    """A building was marked with a resource."""

    tag: ClassVar[str] = "marked"
    seat: int
    """Whose building it is."""
    square: str
    """Where it stands."""
    resource: str
    """The resource."""

    def apply(self, draft: Draft) -> None:
        """Put the cube on the building."""
        seat = draft.seat(self.seat)
        seat.town = seat.town.loaded(NUMBERS[self.square], CUBES[self.resource])


@frozen
class BuildingPut(Event):
    """A building was put on a square without cubes, perhaps in the place of another one."""

    tag: ClassVar[str] = "building-put"
    seat: int
    """Whose town it is."""
    card: str
    """The building."""
    square: str
    """Where it stands."""
    watched: bool = False
    """Whether it lay on Opaleye's Watch."""

    def apply(self, draft: Draft) -> None:
        """Put the building; what lay on the one before is gone."""
        seat, letter = draft.seat(self.seat), CARDS[self.card].type
        seat.town = seat.town.put(NUMBERS[self.square], letter)
        if self.watched:
            seat.watch = seat.watch.replace(letter, "")


@frozen
class WatchStocked(Event):
    """Buildings were laid on Opaleye's Watch."""

    tag: ClassVar[str] = "watch-stocked"
    seat: int
    """The owner."""
    types: str
    """The letters of their types."""

    def apply(self, draft: Draft) -> None:
        """Lay them on the card."""
        draft.seat(self.seat).watch = self.types


@frozen
class SeatDone(Event):
    """A seat builds no more in this round."""

    tag: ClassVar[str] = "seat-done"
    seat: int
    """The seat."""

    def apply(self, draft: Draft) -> None:
        """Remember it."""
        draft.seat(self.seat).done = True


@frozen
class TownCompleted(Event):
    """A town has no empty square left and is complete."""

    tag: ClassVar[str] = "town-completed"
    seat: int
    """Whose town it is."""
    round: int
    """The round in which that happened."""

    def apply(self, draft: Draft) -> None:
        """Remember the round."""
        draft.seat(self.seat).completed = self.round

    def words(self, players: tuple[str, ...]) -> str:
        """Tell whose town is complete."""
        return f"The town of {players[self.seat]} is complete."


EVENTS: Final[tuple[type[Event], ...]] = (
    *KERNEL_EVENTS,
    GameSetUp, MonumentsDealt, MonumentsBoxed, MonumentKept, DeckShuffled, CardsOpened, CardExchanged,
    RoundBegan, ResourceChosen, ChoiceSealed, CubePlaced, CubeLoaded, CubeSetAside,
    Constructed, FollowUps, Marked, BuildingPut, WatchStocked, SeatDone, TownCompleted,
)  # fmt: skip
"""Every kind of event."""

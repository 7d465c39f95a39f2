"""The state of a game: everything on the table and in the players' hands, as one frozen value; and its options."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from keyflower.kernel import NOBODY, OWNER, BasePool, BaseState, Part, Task, held, open_
from tinytowns.cards import Card, Power
from tinytowns.catalogue import CARDS
from tinytowns.pieces import CUBES, MONUMENT, TYPES
from tinytowns.town import Town

MOST_PLAYERS: Final = 6
"""There are six boards."""
RESOURCE_CARDS: Final = BasePool.of(dict.fromkeys(CUBES, 3))
"""The resource cards, for the town hall and for a game alone."""
DISCARDED: Final = 5
"""How many of them are discarded unseen with each shuffle in the town hall."""
OPEN_CARDS: Final = 3
"""How many lie open in a solo game."""
CAVERN: Final = 2
"""How many cubes may be set aside in a game."""
WAREHOUSE: Final = 3
"""How many cubes a Warehouse holds."""
_PLACES: Final = {letter: place for place, letter in enumerate(TYPES)}
NO_TOWN: Final = Town()
"""An empty board."""
Draft = Any  # Any: a draft has the fields of a state, but no type says that all of them can be changed
"""A state being changed."""


@frozen
class Rules:
    """The options of one game."""

    buildings: tuple[str, ...] = ()
    """The cards chosen for all, one of each type; none: they are drawn."""
    monuments: bool = True
    """Whether everybody gets a secret monument."""
    cavern: bool = False
    """Whether two resources may be set aside."""
    town_hall: bool = False
    """Whether cards name the resources instead of Master Builders."""
    first: int | None = None
    """The first Master Builder; `None`: drawn."""


@frozen(weakref_slot=False)
class Seat(Part):
    """What belongs to one seat."""

    town: Town = open_(default=NO_TOWN)
    """The board."""
    hand: tuple[str, ...] = held(by=OWNER, default=(), of="monument")
    """Monuments in hand: two while one is chosen, then the one that was kept, until it is built."""
    returned: tuple[str, ...] = held(by=OWNER, default=(), of="monument")
    """The monument that was given back."""
    monument: str = open_(default="", of="monument")
    """The monument that stands in the town."""
    sealed: tuple[str, ...] = held(by=OWNER, default=())
    """How the cube of this round is settled, as a text, until all have chosen."""
    done: bool = open_(default=False)
    """Whether the seat takes no part in the rest of this round."""
    pending: tuple[Task, ...] = open_(default=())
    """What the seat has to settle before anything else, next one first."""
    constructed: str = open_(default="")
    """The types constructed this round, in order."""
    watch: str = open_(default="")
    """The types of the pieces on Opaleye's Watch."""
    recorded: int = open_(default=0)
    """How many buildings stood when the monument was built, itself included."""
    cavern: str = open_(default="")
    """The letters of the cubes that were set aside."""
    named: int = open_(default=0)
    """How many rounds this seat has named."""
    completed: int = open_(default=0)
    """The round in which the town was completed; 0 while it is not."""

    @property
    def active(self) -> bool:
        """Whether the town is not complete."""
        return not self.completed

    def has(self, power: Power) -> bool:
        """Return whether a monument with some power stands in the town."""
        return bool(self.monument) and CARDS[self.monument].power is power


@frozen(weakref_slot=False)
class State(BaseState):
    """Everything in a game at one moment."""

    viewer: int | None = None
    """`None` for the full state; otherwise the seat, or the spectator, it is hidden for."""
    agenda: tuple[Task, ...] = ()
    """What still has to be done, the next task first; empty when the game is over."""
    seats: tuple[Seat, ...] = open_(default=(), inside=True)
    """What belongs to each seat."""
    buildings: tuple[str, ...] = open_(default=())
    """The seven cards that everybody may build, in the order of types."""
    box: tuple[str, ...] = held(by=NOBODY, default=(), of="monument")
    """The monuments that nobody was dealt."""
    round: int = open_(default=0)
    """The number of the round, from 1."""
    master: int = open_(default=-1)
    """The Master Builder; -1 in the town hall and in a game alone."""
    resource: str = open_(default="")
    """The resource of this round; none before it is named, and in rounds with a free choice."""
    unturned: BasePool = open_(default=BasePool())
    """The resource cards that nobody has seen since the last shuffle: those in the deck and those discarded unseen."""
    deck: int = open_(default=0)
    """How many of the unseen cards lie in the deck."""
    shown: tuple[str, ...] = open_(default=())
    """The resource cards that lie open."""
    under: tuple[str, ...] = open_(default=())
    """Cards that a player alone has put under the deck, the first to come back first."""

    @property
    def active(self) -> tuple[int, ...]:
        """The seats whose towns are not complete."""
        return tuple([number for number, seat in enumerate(self.seats) if not seat.completed])

    def card(self, letter: str) -> Card:
        """Return the card of a type that is in play."""
        return CARDS[self.buildings[_PLACES[letter]]]

    def cards(self, monument: str = "") -> dict[str, Card]:
        """Return the cards in play by type, with a monument if one stands in the town."""
        cards = {letter: CARDS[name] for letter, name in zip(TYPES, self.buildings, strict=True)}
        return {**cards, MONUMENT: CARDS[monument]} if monument else cards

    def is_foreign(self, seat: int) -> bool:
        """Return whether somebody or something else than the seat itself chose the resource of this round."""
        return bool(self.resource) and self.master != seat

    def left_of(self, seat: int) -> int:
        """Return the left neighbour."""
        return (seat + 1) % len(self.seats)

    def right_of(self, seat: int) -> int:
        """Return the right neighbour."""
        return (seat - 1) % len(self.seats)

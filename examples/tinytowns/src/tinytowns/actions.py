"""Actions: what a seat may do. Each is written like a sentence, and can be read back."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import evolve, frozen

from keyflower.kernel import UNSEEN, Action, Domain, Sentence, phrase, said
from tinytowns.catalogue import CARDS, card_name
from tinytowns.pieces import CUBES, RESOURCES, resource_name
from tinytowns.squares import NAMES

SQUARE: Final = Domain(
    "square",
    names=NAMES,
    example="b2",
    owned=True,
    rule="0",
    hint=phrase("squares go from a1 (top left) to d4"),
)
RESOURCE: Final = Domain(
    "resource", names=tuple(CUBES), example="glass", rule="2.2", words=RESOURCES,
    label=lambda rules, key: resource_name(key),
)  # fmt: skip
CARD: Final = Domain(
    "card", names=tuple(sorted(CARDS)), example="well", label=lambda rules, key: card_name(key),
    hint=phrase("'show cards' lists those in play"),
)  # fmt: skip
MONUMENT: Final = evolve(CARD, kind="monument", example="fort_ironweed")


@frozen
class Keep(Sentence):
    """Keep one of the two monuments dealt; the other goes back."""

    monument: str = said(MONUMENT)

    def hidden(self) -> Keep:
        return Keep(UNSEEN)

    def told(self, who: str) -> str:
        return phrase("{who} has kept a monument.", who=who) if self.monument == UNSEEN else super().told(who)


@frozen
class Name(Sentence):
    """Name the resource of this round, as Master Builder."""

    resource: str = said(RESOURCE)


@frozen
class Pick(Sentence):
    """Pick one of the open resource cards, in a game alone."""

    resource: str = said(RESOURCE)


@frozen
class Sealed(Action):
    """What others know of a choice before all have chosen: that it was made."""

    verb: ClassVar[str] = "settle"

    @classmethod
    def parse(cls, words: object, rest: str) -> Sealed:
        return Sealed()

    def told(self, who: str) -> str:
        return phrase("{who} has decided what to do with the cube.", who=who)

    def __str__(self) -> str:
        return "settle ?"


class Settling(Sentence):
    """A way to settle the cube of the round; nobody sees which one before all have chosen."""

    __slots__ = ()

    def hidden(self) -> Action:
        return Sealed()


@frozen
class Place(Settling):
    """Place a cube on an empty square."""

    square: str = said(SQUARE)
    """Where it goes."""
    resource: str = said(RESOURCE, left_out=lambda table: table.resource)
    """The resource: the one of the round, another by a Factory, any in a free round."""


@frozen
class Store(Settling):
    """Store the cube of the round on a Warehouse."""

    square: str = said(SQUARE)


@frozen
class Swap(Settling):
    """Store the cube of the round on a Warehouse, and place another one from there."""

    square: str = said(SQUARE, example="c3")
    """Where the Warehouse stands."""
    resource: str = said(RESOURCE)
    """The resource that leaves it."""
    target: str = said(SQUARE)
    """The square that this cube goes to."""


@frozen
class Shelter(Settling):
    """Put the cube of the round on a cottage, by the Statue of the Bondmaker."""

    square: str = said(SQUARE)


@frozen
class Cavern(Settling):
    """Set the cube of the round aside."""


@frozen
class Build(Sentence):
    """Construct a building: its cubes leave their squares, and it goes on a site."""

    card: str = said(CARD)
    """What is built."""
    squares: tuple[str, ...] = said(SQUARE, many=True, example="a1 b1", ordered=True)
    """The squares whose cubes, or Trading Posts, make up the pattern."""
    site: str = said(SQUARE, after="on", example="a1")
    """Where the building goes."""


@frozen
class Mark(Sentence):
    """Mark a new Factory or Bank with a resource."""

    resource: str = said(RESOURCE)


@frozen
class Put(Sentence):
    """Put a building on an empty square without cubes."""

    card: str = said(CARD)
    square: str = said(SQUARE)


@frozen
class Replace(Sentence):
    """Replace a building by one of another type, by the Architect's Guild."""

    square: str = said(SQUARE)
    card: str = said(CARD)


@frozen
class Stock(Sentence):
    """Lay three different buildings on Opaleye's Watch."""

    cards: tuple[str, ...] = said(CARD, many=True, number=3, example="cottage tavern well", ordered=True)


@frozen
class Done(Sentence):
    """Stop replacing buildings; or, with nothing else to settle, stop building for this round."""


ACTIONS: Final[tuple[type[Action], ...]] = (
    Keep, Name, Pick, Sealed, Place, Store, Swap, Shelter, Cavern, Build, Mark, Put, Replace, Stock, Done,
)  # fmt: skip
"""Every kind of action."""

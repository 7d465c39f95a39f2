"""Actions: what a seat may say. Each reads like a sentence, and reads back to itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, Protocol

from attrs import field, frozen

from keyflower.kernel.actions import Action
from keyflower.kernel.errors import ActionSyntaxError, suggest
from tinytowns.catalogue import CARDS
from tinytowns.pieces import CUBES, RESOURCES
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Reading


class Words(Protocol):
    """What an action is read with."""

    @property
    def state(self) -> Reading:
        """The table, for what is near."""
        ...


def _resource(word: str) -> str:
    plain = word.lower()
    if plain in CUBES:
        return plain
    if plain in RESOURCES:
        return RESOURCES[plain]
    raise ActionSyntaxError(
        f"there is no resource {word!r}{suggest(plain, CUBES)}; there are {', '.join(CUBES)}"
    )


def _square(word: str) -> str:
    plain = word.lower()
    if plain in NUMBERS:
        return plain
    raise ActionSyntaxError(f"there is no square {word!r}: squares go from a1 (top left) to d4")


def _card(word: str) -> str:
    plain = word.lower()
    if plain in CARDS:
        return plain
    begin = [name for name in CARDS if name.startswith(plain)]
    if len(begin) == 1:
        return begin[0]
    raise ActionSyntaxError(f"there is no card {word!r}{suggest(plain, CARDS)}")


def _split(verb: str, rest: str, example: str, *counts: int) -> list[str]:
    """Return the words behind a verb, if there are as many as it takes."""
    words = rest.split()
    if len(words) not in counts:
        raise ActionSyntaxError(f"'{verb} {rest}' cannot be read: it should look like '{example}'")
    return words


def _in_order(squares: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(squares, key=lambda name: NUMBERS.get(name, len(NAMES))))


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


@frozen
class Keep(Action):
    """Keep one of the two monuments dealt; the other goes back."""

    verb: ClassVar[str] = "keep"
    monument: str
    """The monument."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Keep:
        """Read ``keep fort_ironweed``; the beginning of a name is enough."""
        (name,) = _split("keep", rest, "keep fort_ironweed", 1)
        return Keep(_card(name))

    def hidden(self) -> Keep:
        """Return that something was kept."""
        return Keep("?")

    def __str__(self) -> str:
        return f"keep {self.monument}"


@frozen
class Name(Action):
    """Name the resource of this round, as Master Builder."""

    verb: ClassVar[str] = "name"
    resource: str
    """The resource."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Name:
        """Read ``name wood``."""
        (word,) = _split("name", rest, "name wood", 1)
        return Name(_resource(word))

    def __str__(self) -> str:
        return f"name {self.resource}"


@frozen
class Pick(Action):
    """Pick one of the open resource cards, in a game alone."""

    verb: ClassVar[str] = "pick"
    resource: str
    """The resource on the card."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Pick:
        """Read ``pick glass``."""
        (word,) = _split("pick", rest, "pick glass", 1)
        return Pick(_resource(word))

    def __str__(self) -> str:
        return f"pick {self.resource}"


@frozen
class Sealed(Action):
    """What others know of a choice before all have chosen: that it was made."""

    verb: ClassVar[str] = "settle"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Sealed:
        """Read ``settle ?``, as a redacted log tells it."""
        _split("settle", rest, "settle ?", 1)
        return Sealed()

    def __str__(self) -> str:
        return "settle ?"


_SEALED: Final = Sealed()


class Settling(Action):
    """A way to settle the cube of the round; nobody sees which one before all have chosen."""

    __slots__ = ()

    def hidden(self) -> Action:
        """Return that a choice was made."""
        return _SEALED


@frozen
class Place(Settling):
    """Place a cube on an empty square."""

    verb: ClassVar[str] = "place"
    square: str
    """Where it goes."""
    resource: str
    """The resource: the one of the round, another by a Factory, any in a free round."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Place:
        """Read ``place b2`` or ``place b2 glass``; without a resource it is the one of the round."""
        square, *resource = _split("place", rest, "place b2 glass", 1, 2)
        if resource:
            return Place(_square(square), _resource(resource[0]))
        if not words.state.resource:
            raise ActionSyntaxError(f"say which resource: 'place {square} wood'")
        return Place(_square(square), words.state.resource)

    def __str__(self) -> str:
        return f"place {self.square} {self.resource}"


@frozen
class Store(Settling):
    """Store the cube of the round on a Warehouse."""

    verb: ClassVar[str] = "store"
    square: str
    """Where the Warehouse stands."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Store:
        """Read ``store c3``."""
        (square,) = _split("store", rest, "store c3", 1)
        return Store(_square(square))

    def __str__(self) -> str:
        return f"store {self.square}"


@frozen
class Swap(Settling):
    """Store the cube of the round on a Warehouse, and place another one from there."""

    verb: ClassVar[str] = "swap"
    square: str
    """Where the Warehouse stands."""
    resource: str
    """The resource that leaves it."""
    target: str
    """The square that this cube goes to."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Swap:
        """Read ``swap c3 glass b2``."""
        square, resource, target = _split("swap", rest, "swap c3 glass b2", 3)
        return Swap(_square(square), _resource(resource), _square(target))

    def __str__(self) -> str:
        return f"swap {self.square} {self.resource} {self.target}"


@frozen
class Shelter(Settling):
    """Put the cube of the round on a cottage, by the Statue of the Bondmaker."""

    verb: ClassVar[str] = "shelter"
    square: str
    """Where the cottage stands."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Shelter:
        """Read ``shelter a1``."""
        (square,) = _split("shelter", rest, "shelter a1", 1)
        return Shelter(_square(square))

    def __str__(self) -> str:
        return f"shelter {self.square}"


@frozen
class Cavern(Settling):
    """Set the cube of the round aside."""

    verb: ClassVar[str] = "cavern"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Cavern:
        """Read ``cavern``."""
        _split("cavern", rest, "cavern", 0)
        return Cavern()

    def __str__(self) -> str:
        return "cavern"


@frozen
class Build(Action):
    """Construct a building: its cubes leave their squares, and it goes on a site."""

    verb: ClassVar[str] = "build"
    card: str
    """What is built."""
    squares: tuple[str, ...] = field(converter=_in_order)
    """The squares whose cubes, or Trading Posts, make up the pattern."""
    site: str
    """Where the building goes."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Build:
        """Read ``build well a1 b1 on a1``."""
        card, *squares = rest.split() or [""]
        if len(squares) < 3 or squares[-2] != "on":
            raise ActionSyntaxError(
                f"'build {rest}' cannot be read: it should look like 'build well a1 b1 on a1'"
            )
        return Build(_card(card), tuple(map(_square, squares[:-2])), _square(squares[-1]))

    def __str__(self) -> str:
        return f"build {self.card} {' '.join(self.squares)} on {self.site}"


@frozen
class Mark(Action):
    """Mark a new Factory or Bank with a resource."""

    verb: ClassVar[str] = "mark"
    resource: str
    """The resource."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Mark:
        """Read ``mark glass``."""
        (word,) = _split("mark", rest, "mark glass", 1)
        return Mark(_resource(word))

    def __str__(self) -> str:
        return f"mark {self.resource}"


@frozen
class Put(Action):
    """Put a building on an empty square without cubes."""

    verb: ClassVar[str] = "put"
    card: str
    """What is put."""
    square: str
    """Where it goes."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Put:
        """Read ``put well d4``."""
        card, square = _split("put", rest, "put well d4", 2)
        return Put(_card(card), _square(square))

    def __str__(self) -> str:
        return f"put {self.card} {self.square}"


@frozen
class Replace(Action):
    """Replace a building by one of another type, by the Architect's Guild."""

    verb: ClassVar[str] = "replace"
    square: str
    """Where the building stands."""
    card: str
    """What takes its place."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Replace:
        """Read ``replace a1 tavern``."""
        square, card = _split("replace", rest, "replace a1 tavern", 2)
        return Replace(_square(square), _card(card))

    def __str__(self) -> str:
        return f"replace {self.square} {self.card}"


@frozen
class Stock(Action):
    """Lay three different buildings on Opaleye's Watch."""

    verb: ClassVar[str] = "stock"
    cards: tuple[str, ...] = field(converter=_sorted)
    """The buildings."""

    @classmethod
    def parse(cls, words: Words, rest: str) -> Stock:
        """Read ``stock cottage tavern well``."""
        return Stock(tuple(map(_card, _split("stock", rest, "stock cottage tavern well", 3))))

    def __str__(self) -> str:
        return f"stock {' '.join(self.cards)}"


@frozen
class Done(Action):
    """Stop replacing buildings; or, with nothing else to settle, stop building for this round."""

    verb: ClassVar[str] = "done"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Done:
        """Read ``done``."""
        _split("done", rest, "done", 0)
        return Done()

    def __str__(self) -> str:
        return "done"


ACTIONS: Final[tuple[type[Action], ...]] = (
    Keep, Name, Pick, Sealed, Place, Store, Swap, Shelter, Cavern, Build, Mark, Put, Replace, Stock, Done,
)  # fmt: skip
"""Every kind of action."""

"""Actions: what a seat may say. Each reads like a sentence, and reads back to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Self

from attrs import field, fields, frozen

from keyflower.kernel import UNSEEN, Action, ActionSyntaxError, suggest
from tinytowns.catalogue import CARDS
from tinytowns.pieces import CUBES, RESOURCES
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Reading

# ---------------------------------------------------------------------- reading words


def _resource(word: str) -> str:
    plain = RESOURCES.get(word.lower(), word.lower())
    if plain in CUBES:
        return plain
    raise ActionSyntaxError(
        f"there is no resource {word!r}{suggest(plain, CUBES)}; there are {', '.join(CUBES)}"
    )


def _square(word: str) -> str:
    if word.lower() in NUMBERS:
        return word.lower()
    raise ActionSyntaxError(f"there is no square {word!r}: squares go from a1 (top left) to d4")


def _card(word: str) -> str:
    plain = word.lower()
    begin = [plain] if plain in CARDS else [name for name in CARDS if name.startswith(plain)]
    if len(begin) == 1:
        return begin[0]
    raise ActionSyntaxError(f"there is no card {word!r}{suggest(plain, CARDS)}")


_READERS: Final[Mapping[str, tuple[Callable[[str], str], str]]] = {
    "monument": (_card, "fort_ironweed"),
    "card": (_card, "well"),
    "resource": (_resource, "glass"),
    "square": (_square, "c3"),
    "target": (_square, "b2"),
}
"""How the word for a field is read, by the name of the field, and an example of one."""


class Sentence(Action):
    """An action that reads as its verb and then its fields, word by word."""

    __slots__ = ()

    @classmethod
    def parse(cls, words: Reading | None, rest: str) -> Self:
        """Read the fields, one word for each."""
        given: Any = fields(cls)  # type: ignore[arg-type]  # every action is an attrs class, but the root is not
        names = [item.name for item in given]
        if len(rest.split()) != len(names):
            raise unread(cls, rest, *(_READERS[name][1] for name in names))
        return cls(*(_READERS[name][0](word) for name, word in zip(names, rest.split(), strict=True)))

    def __str__(self) -> str:
        given: Any = fields(type(self))  # type: ignore[arg-type]  # as above
        return " ".join([self.verb, *(getattr(self, item.name) for item in given)])


def unread(kind: type[Action], rest: str, *example: str) -> ActionSyntaxError:
    """Return the error that says what an action should look like."""
    right = " ".join([kind.verb, *example])
    return ActionSyntaxError(f"'{kind.verb} {rest}' cannot be read: it should look like '{right}'")


# ---------------------------------------------------------------------- naming and placing


@frozen
class Keep(Sentence):
    """Keep one of the two monuments dealt; the other goes back."""

    verb: ClassVar[str] = "keep"
    monument: str

    def hidden(self) -> Keep:
        """Return that something was kept."""
        return Keep(UNSEEN)


@frozen
class Name(Sentence):
    """Name the resource of this round, as Master Builder."""

    verb: ClassVar[str] = "name"
    resource: str


@frozen
class Pick(Sentence):
    """Pick one of the open resource cards, in a game alone."""

    verb: ClassVar[str] = "pick"
    resource: str


@frozen
class Sealed(Action):
    """What others know of a choice before all have chosen: that it was made."""

    verb: ClassVar[str] = "settle"

    @classmethod
    def parse(cls, words: Reading | None, rest: str) -> Sealed:
        """Read ``settle ?``, as a redacted log tells it."""
        return Sealed()

    def __str__(self) -> str:
        return "settle ?"


class Settling(Sentence):
    """A way to settle the cube of the round; nobody sees which one before all have chosen."""

    __slots__ = ()

    def hidden(self) -> Action:
        """Return that a choice was made."""
        return Sealed()


@frozen
class Place(Settling):
    """Place a cube on an empty square."""

    verb: ClassVar[str] = "place"
    square: str
    """Where it goes."""
    resource: str
    """The resource: the one of the round, another by a Factory, any in a free round."""

    @classmethod
    def parse(cls, words: Reading | None, rest: str) -> Place:
        """Read ``place b2 glass``, or ``place b2`` for the resource of the round."""
        if len(rest.split()) == 1 and words is not None:
            if not words.resource:
                raise ActionSyntaxError(f"say which resource: 'place {rest} wood'")
            rest = f"{rest} {words.resource}"
        return super().parse(words, rest)


@frozen
class Store(Settling):
    """Store the cube of the round on a Warehouse."""

    verb: ClassVar[str] = "store"
    square: str


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


@frozen
class Shelter(Settling):
    """Put the cube of the round on a cottage, by the Statue of the Bondmaker."""

    verb: ClassVar[str] = "shelter"
    square: str


@frozen
class Cavern(Settling):
    """Set the cube of the round aside."""

    verb: ClassVar[str] = "cavern"


# ---------------------------------------------------------------------- building


def _in_order(squares: Iterable[str]) -> tuple[str, ...]:
    return _sorted(squares, key=lambda name: (NUMBERS.get(name, len(NAMES)), name))


def _sorted(names: Iterable[str], *, key: Callable[[str], tuple[int, str]] | None = None) -> tuple[str, ...]:
    try:
        return tuple(sorted(names, key=key))
    except TypeError:  # no names: what is wrong is said when the action is played
        return (names,)  # type: ignore[return-value]  # just that is what is wrong


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
    def parse(cls, words: Reading | None, rest: str) -> Build:
        """Read ``build well a1 b1 on a1``."""
        card, *squares = rest.split() or [""]
        if len(squares) < 3 or squares[-2] != "on":
            raise unread(cls, rest, "well a1 b1 on a1")
        return Build(_card(card), tuple(map(_square, squares[:-2])), _square(squares[-1]))

    def __str__(self) -> str:
        return f"build {self.card} {' '.join(self.squares)} on {self.site}"


@frozen
class Mark(Sentence):
    """Mark a new Factory or Bank with a resource."""

    verb: ClassVar[str] = "mark"
    resource: str


@frozen
class Put(Sentence):
    """Put a building on an empty square without cubes."""

    verb: ClassVar[str] = "put"
    card: str
    square: str


@frozen
class Replace(Sentence):
    """Replace a building by one of another type, by the Architect's Guild."""

    verb: ClassVar[str] = "replace"
    square: str
    card: str


@frozen
class Stock(Action):
    """Lay three different buildings on Opaleye's Watch."""

    verb: ClassVar[str] = "stock"
    cards: tuple[str, ...] = field(converter=_sorted)

    @classmethod
    def parse(cls, words: Reading | None, rest: str) -> Stock:
        """Read ``stock cottage tavern well``."""
        if len(rest.split()) != 3:
            raise unread(cls, rest, "cottage tavern well")
        return Stock(tuple(map(_card, rest.split())))

    def __str__(self) -> str:
        return f"stock {' '.join(self.cards)}"


@frozen
class Done(Sentence):
    """Stop replacing buildings; or, with nothing else to settle, stop building for this round."""

    verb: ClassVar[str] = "done"


ACTIONS: Final[tuple[type[Action], ...]] = (
    Keep, Name, Pick, Sealed, Place, Store, Swap, Shelter, Cavern, Build, Mark, Put, Replace, Stock, Done,
)  # fmt: skip
"""Every kind of action."""

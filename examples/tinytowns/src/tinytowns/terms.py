"""Scoring terms: what a building is worth, as values that a card is made with.

A term is written as a function that counts the points of the building on a square, below the sentence that a card says
about it. The further arguments of the function fill the gaps of the sentence: ``beside("FK", 3)`` is a term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from typing import Concatenate, Final, ParamSpec

from attrs import frozen

from keyflower.kernel import OR, Message, listed, name, phrase
from tinytowns.pieces import EMPTY, TYPES
from tinytowns.squares import ADJACENT, CENTRE, CORNERS, IN_COLUMN, IN_LINES, IN_ROW, groups
from tinytowns.town import Town

P = ParamSpec("P")


@frozen
class Count:
    """A town as it is counted: what scoring terms look at."""

    town: Town
    """The town."""
    types: str
    """The type on each square, a dot where there is no building; a castle that counts as cottages is one."""
    castle: int = -1
    """The square of that castle, or -1."""
    fed: frozenset[int] = frozenset()
    """The squares that are fed."""
    unfed: int = 0
    """What an unfed cottage is worth."""
    neighbour: Town | None = None
    """The town of the right neighbour, if there is one."""
    recorded: int = 0
    """How many buildings stood when the monument was built, itself included."""
    place: int = 1
    """At which place the town was completed."""

    def weight(self, square: int) -> int:
        """Return as how many cottages the building on a square counts."""
        return 2 if square == self.castle else int(self.types[square] == "C")


@frozen
class Term:
    """What the buildings of a card are worth."""

    words: str
    """What the card says about points."""
    points: Callable[[Count, int], int]
    """The points of the building on a square; what feeding leaves open is settled before it is asked."""
    together: bool = False
    """Whether the points are those of all buildings of the card, and the same for whichever square."""


_GAPS: Final[dict[str, Callable[..., object]]] = {
    "types": lambda letters: listed([name("type", TYPES[letter]) for letter in letters], OR),
    "figures": lambda table: ", ".join(map(str, table)),
}
"""How arguments are put into words that are not said as they are."""


def term(
    words: Message, *, together: bool = False
) -> Callable[[Callable[Concatenate[Count, int, P], int]], Callable[P, Term]]:
    """Make a function that counts a function that returns terms; its arguments fill the gaps of the words."""

    def made(counts: Callable[Concatenate[Count, int, P], int]) -> Callable[P, Term]:
        names = list(signature(counts).parameters)[2:]

        def filled(*given: P.args, **named: P.kwargs) -> Term:
            chosen = {**dict(zip(names, given, strict=False)), **named}
            gaps = {key: _GAPS[key](value) if key in _GAPS else value for key, value in chosen.items()}
            return Term(phrase(words.template, **gaps), partial(counts, **chosen), together)  # type: ignore[arg-type]  # all that is left

        return filled

    return made


def _by(figures: tuple[int, ...], number: int) -> int:
    """Return the figure for a number counted from 1; beyond the table the last figure counts."""
    return figures[min(number, len(figures)) - 1] if number else 0


def _is_beside(count: Count, square: int, types: str) -> bool:
    return any(count.types[near] in types for near in ADJACENT[square])


def _alike(count: Count, square: int, where: Iterable[int]) -> int:
    """Return how many buildings like that on a square stand on some squares."""
    return sum([count.types[at] == count.types[square] for at in where])


@term(phrase("no points"))
def nothing(count: Count, square: int) -> int:
    return 0


@term(phrase("{points} each"))
def each(count: Count, square: int, points: int) -> int:
    return points


@term(phrase("{points} for each cube on it"))
def per_cube(count: Count, square: int, points: int) -> int:
    return points * len(count.town.load(square))


@term(phrase("together by their number: {figures}"), together=True)
def by_number(count: Count, square: int, figures: tuple[int, ...]) -> int:
    return _by(figures, count.types.count(count.types[square]))


@term(phrase("by the number of buildings when it was built: {figures}"))
def by_record(count: Count, square: int, figures: tuple[int, ...]) -> int:
    return _by(figures, count.recorded)


@term(phrase("by your place in completing your town: {figures}"))
def by_finish(count: Count, square: int, figures: tuple[int, ...]) -> int:
    return _by((*figures, 0), count.place)  # later places bring nothing


@term(phrase("{points} beside a building of the type {types}"))
def beside(count: Count, square: int, types: str, points: int) -> int:
    return points if _is_beside(count, square, types) else 0


@term(phrase("{points} beside no building of the type {types}"))
def beside_no(count: Count, square: int, types: str, points: int) -> int:
    return 0 if _is_beside(count, square, types) else points


@term(phrase("{points} for each different type of building beside it"))
def per_type_beside(count: Count, square: int, points: int) -> int:
    return points * len({count.types[near] for near in ADJACENT[square]} - {EMPTY})


@term(phrase("1 for each adjacent cottage, fed or not"))
def per_cottage_beside(count: Count, square: int) -> int:
    return sum([count.weight(near) for near in ADJACENT[square]])


@term(phrase("{points} if fed"))
def when_fed(count: Count, square: int, points: int) -> int:
    return points if square in count.fed else (count.unfed if square != count.castle else 0)


@term(phrase("1 for each fed cottage in the town"))
def per_fed_cottage(count: Count, square: int) -> int:
    return sum([count.weight(there) for there in count.fed])


@term(phrase("{points} beside {needs} or more fed cottages"))
def fed_beside(count: Count, square: int, needs: int, points: int) -> int:
    fed = sum([count.weight(near) for near in ADJACENT[square] if near in count.fed])
    return points if fed >= needs else 0


@term(phrase("1 for each of them on a corner"))
def on_corners(count: Count, square: int) -> int:
    return _alike(count, square, CORNERS)


@term(phrase("{points}, and 1 for each of them on the four squares in the middle"))
def in_middle(count: Count, square: int, points: int) -> int:
    return points + _alike(count, square, CENTRE)


@term(phrase("{points} if no other stands in its row or column"))
def alone_in_lines(count: Count, square: int, points: int) -> int:
    return 0 if _alike(count, square, IN_LINES[square]) else points


@term(phrase("1 for each of them in its row or in its column, whichever has more"))
def longer_line(count: Count, square: int) -> int:
    return 1 + max(_alike(count, square, line) for line in (IN_ROW[square], IN_COLUMN[square]))


@term(phrase("1 for each other type of building in its row and column"))
def types_in_lines(count: Count, square: int) -> int:
    return len({count.types[at] for at in IN_LINES[square]} - {EMPTY, count.types[square]})


@term(phrase("{points} for each type of building in the town"))
def per_type(count: Count, square: int, points: int) -> int:
    return points * len(count.town.types)


@term(phrase("{points} for each type of building missing in the town"))
def per_missing_type(count: Count, square: int, points: int) -> int:
    return points * (len(TYPES) - len(count.town.types))


@term(phrase("{points}, and 1 for each building of the largest connected group of one type"))
def largest_group(count: Count, square: int, points: int) -> int:
    sizes = [len(part) for letter in TYPES for part in groups(count.town.of(letter))]
    return points + max(sizes, default=1)  # itself is a group of one


@term(phrase("{points} each, or {more} each with more of them than your right neighbour"))
def more_than_neighbour(count: Count, square: int, points: int, more: int) -> int:
    letter, other = count.types[square], count.neighbour
    return more if other is not None and count.types.count(letter) > other.letters.count(letter) else points

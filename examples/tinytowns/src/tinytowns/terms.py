"""Scoring terms: what a building is worth, as values that a card is made with.

A term is written as the sentence that a card says, and a function that counts the points of the building on a square.
The further arguments of the function fill the gaps of the sentence: ``beside("FK", 3)`` is a term.
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
    words: Message, counts: Callable[Concatenate[Count, int, P], int], *, together: bool = False
) -> Callable[P, Term]:
    """Return a function that returns terms; its arguments are figures that fill the gaps of the words."""
    names = list(signature(counts).parameters)[2:]

    def filled(*given: P.args, **named: P.kwargs) -> Term:
        chosen = {**dict(zip(names, given, strict=False)), **named}
        gaps = {key: _GAPS[key](value) if key in _GAPS else value for key, value in chosen.items()}
        return Term(phrase(words.template, **gaps), partial(counts, **chosen), together)  # type: ignore[arg-type]  # all that is left

    return filled


def _by(figures: tuple[int, ...], number: int) -> int:
    """Return the figure for a number counted from 1; beyond the table the last figure counts."""
    return figures[min(number, len(figures)) - 1] if number else 0


def _is_beside(count: Count, at: int, types: str) -> bool:
    return any(count.types[near] in types for near in ADJACENT[at])


def _fed(count: Count, squares: Iterable[int]) -> int:
    """Return how many cottages the fed buildings on some squares count as."""
    return sum([count.weight(there) for there in squares if there in count.fed])


def _alike(count: Count, at: int, where: Iterable[int]) -> int:
    """Return how many buildings like that on a square stand on some squares."""
    return sum([count.types[there] == count.types[at] for there in where])


def _largest_group(town: Town) -> int:
    """Return the size of the largest connected group of one type; a monument by itself is a group of one."""
    return max([len(part) for letter in TYPES for part in groups(town.of(letter))], default=1)


def _has_more(count: Count, letter: str) -> bool:
    other = count.neighbour
    return other is not None and count.types.count(letter) > other.letters.count(letter)


nothing = term(phrase("no points"), lambda count, at: 0)
each = term(phrase("{points} each"), lambda count, at, points: points)
per_cube = term(
    phrase("{points} for each cube on it"), lambda count, at, points: points * len(count.town.load(at))
)
by_number = term(
    phrase("together by their number: {figures}"),
    lambda count, at, figures: _by(figures, count.types.count(count.types[at])),
    together=True,
)
by_record = term(
    phrase("by the number of buildings when it was built: {figures}"),
    lambda count, at, figures: _by(figures, count.recorded),
)
by_finish = term(
    phrase("by your place in completing your town: {figures}"),
    lambda count, at, figures: _by((*figures, 0), count.place),  # later places bring nothing
)
beside = term(
    phrase("{points} beside a building of the type {types}"),
    lambda count, at, types, points: points if _is_beside(count, at, types) else 0,
)
beside_no = term(
    phrase("{points} beside no building of the type {types}"),
    lambda count, at, types, points: 0 if _is_beside(count, at, types) else points,
)
per_type_beside = term(
    phrase("{points} for each different type of building beside it"),
    lambda count, at, points: points * len({count.types[near] for near in ADJACENT[at]} - {EMPTY}),
)
per_cottage_beside = term(
    phrase("1 for each adjacent cottage, fed or not"),
    lambda count, at: sum([count.weight(near) for near in ADJACENT[at]]),
)
when_fed = term(
    phrase("{points} if fed"),
    lambda count, at, points: points if at in count.fed else count.unfed if at != count.castle else 0,
)
per_fed_cottage = term(phrase("1 for each fed cottage in the town"), lambda count, at: _fed(count, count.fed))
fed_beside = term(
    phrase("{points} beside {needs} or more fed cottages"),
    lambda count, at, needs, points: points if _fed(count, ADJACENT[at]) >= needs else 0,
)
on_corners = term(phrase("1 for each of them on a corner"), lambda count, at: _alike(count, at, CORNERS))
in_middle = term(
    phrase("{points}, and 1 for each of them on the four squares in the middle"),
    lambda count, at, points: points + _alike(count, at, CENTRE),
)
alone_in_lines = term(
    phrase("{points} if no other stands in its row or column"),
    lambda count, at, points: 0 if _alike(count, at, IN_LINES[at]) else points,
)
longer_line = term(
    phrase("1 for each of them in its row or in its column, whichever has more"),
    lambda count, at: 1 + max(_alike(count, at, IN_ROW[at]), _alike(count, at, IN_COLUMN[at])),
)
types_in_lines = term(
    phrase("1 for each other type of building in its row and column"),
    lambda count, at: len({count.types[there] for there in IN_LINES[at]} - {EMPTY, count.types[at]}),
)
per_type = term(
    phrase("{points} for each type of building in the town"),
    lambda count, at, points: points * len(count.town.types),
)
per_missing_type = term(
    phrase("{points} for each type of building missing in the town"),
    lambda count, at, points: points * (len(TYPES) - len(count.town.types)),
)
largest_group = term(
    phrase("{points}, and 1 for each building of the largest connected group of one type"),
    lambda count, at, points: points + _largest_group(count.town),
)
more_than_neighbour = term(
    phrase("{points} each, or {more} each with more of them than your right neighbour"),
    lambda count, at, points, more: more if _has_more(count, count.types[at]) else points,
)

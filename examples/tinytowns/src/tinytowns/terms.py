"""Scoring terms: what a building is worth, as values that a card is made with, and how the card words it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from keyflower.kernel import OR, listed, name, phrase
from tinytowns.counted_town import Count
from tinytowns.pieces import TYPES
from tinytowns.squares import ADJACENT, CENTRE, CORNERS, IN_COLUMN, IN_LINES, IN_ROW, groups


@frozen
class Term:
    """What the buildings of a card are worth."""

    words: str
    """What the card says about points."""
    points: Callable[[Count, int], int]
    """The points of the building on a square; what feeding leaves open is settled before it is asked."""
    together: bool = False
    """Whether the points are those of all buildings of the card, and the same for whichever square."""


def _figures(table: tuple[int, ...]) -> str:
    return ", ".join(map(str, table))


def _types(letters: str) -> str:
    return listed([name("type", TYPES[letter]) for letter in letters], OR)


def _by(table: tuple[int, ...], number: int) -> int:
    """Return the figure for a number counted from 1; beyond the table the last figure counts."""
    return table[min(number, len(table)) - 1] if number else 0


def _beside(count: Count, square: int, types: str) -> bool:
    return any(count.types[near] in types for near in ADJACENT[square])


# ---------------------------------------------------------------------- by themselves


def each(vp: int) -> Term:
    """So many points for each building."""
    return Term(phrase("{points} each", points=vp) if vp else phrase("no points"), lambda count, square: vp)


def per_cube(vp: int) -> Term:
    """So many points for each cube that lies on the building."""
    words = phrase("{points} for each cube on it", points=vp)
    return Term(words, lambda count, square: vp * len(count.town.load(square)))


def by_number(*table: int) -> Term:
    """All together, by how many there are."""

    def points(count: Count, square: int) -> int:
        return _by(table, count.types.count(count.types[square]))

    words = phrase("together by their number: {figures}", figures=_figures(table))
    return Term(words, points, together=True)


def by_record(*table: int) -> Term:
    """By the number of buildings in the town when it was built, itself included."""
    words = phrase("by the number of buildings when it was built: {figures}", figures=_figures(table))
    return Term(words, lambda count, square: _by(table, count.recorded))


def by_finish(*table: int) -> Term:
    """By the place at which the town was completed; later places bring nothing."""
    words = phrase("by your place in completing your town: {figures}", figures=_figures(table))
    return Term(words, lambda count, square: _by((*table, 0), count.place))


# ---------------------------------------------------------------------- neighbours and feeding


def beside(types: str, vp: int) -> Term:
    """So many points beside a building of some types."""
    words = phrase("{points} beside a building of the type {types}", points=vp, types=_types(types))
    return Term(words, lambda count, square: vp if _beside(count, square, types) else 0)


def beside_no(types: str, vp: int) -> Term:
    """So many points beside no building of some types."""
    words = phrase("{points} beside no building of the type {types}", points=vp, types=_types(types))
    return Term(words, lambda count, square: 0 if _beside(count, square, types) else vp)


def per_type_beside(vp: int) -> Term:
    """So many points for each type of building beside it."""

    def points(count: Count, square: int) -> int:
        return vp * len({count.types[near] for near in ADJACENT[square]} - {"."})

    return Term(phrase("{points} for each different type of building beside it", points=vp), points)


def per_cottage_beside() -> Term:
    """A point for each adjacent cottage, fed or not."""
    words = phrase("1 for each adjacent cottage, fed or not")
    return Term(words, lambda count, square: sum([count.weight(near) for near in ADJACENT[square]]))


def when_fed(vp: int) -> Term:
    """So many points if the building is fed; a cottage that is not fed may be worth something too."""

    def points(count: Count, square: int) -> int:
        return vp if square in count.fed else (count.unfed if square != count.castle else 0)

    return Term(phrase("{points} if fed", points=vp), points)


def per_fed_cottage() -> Term:
    """A point for each fed cottage in the town."""
    words = phrase("1 for each fed cottage in the town")
    return Term(words, lambda count, square: sum([count.weight(there) for there in count.fed]))


def fed_beside(needs: int, vp: int) -> Term:
    """So many points beside enough fed cottages."""

    def points(count: Count, square: int) -> int:
        fed = sum([count.weight(near) for near in ADJACENT[square] if near in count.fed])
        return vp if fed >= needs else 0

    return Term(phrase("{points} beside {needs} or more fed cottages", points=vp, needs=needs), points)


# ---------------------------------------------------------------------- where they stand


def _on(count: Count, square: int, where: frozenset[int]) -> int:
    return sum([count.types[at] == count.types[square] for at in where])


def on_corners() -> Term:
    """A point for each such building on a corner."""
    words = phrase("1 for each of them on a corner")
    return Term(words, lambda count, square: _on(count, square, CORNERS))


def in_middle(vp: int) -> Term:
    """Some points, and one for each such building on the four squares in the middle."""
    words = phrase("{points}, and 1 for each of them on the four squares in the middle", points=vp)
    return Term(words, lambda count, square: vp + _on(count, square, CENTRE))


def alone_in_lines(vp: int) -> Term:
    """So many points if no other of them stands in the same row or column."""

    def points(count: Count, square: int) -> int:
        return vp if all(count.types[at] != count.types[square] for at in IN_LINES[square]) else 0

    return Term(phrase("{points} if no other stands in its row or column", points=vp), points)


def longer_line() -> Term:
    """As many points as there are of them in its row or in its column, whichever has more."""

    def points(count: Count, square: int) -> int:
        lines = (IN_ROW[square], IN_COLUMN[square])
        return 1 + max(sum([count.types[at] == count.types[square] for at in line]) for line in lines)

    return Term(phrase("1 for each of them in its row or in its column, whichever has more"), points)


def types_in_lines() -> Term:
    """A point for each other type of building in its row and column."""

    def points(count: Count, square: int) -> int:
        return len({count.types[at] for at in IN_LINES[square]} - {".", count.types[square]})

    return Term(phrase("1 for each other type of building in its row and column"), points)


# ---------------------------------------------------------------------- the whole town, and others


def per_type(vp: int) -> Term:
    """So many points for each of the seven types that stands in the town."""
    words = phrase("{points} for each type of building in the town", points=vp)
    return Term(words, lambda count, square: vp * len(count.town.types))


def per_missing_type(vp: int) -> Term:
    """So many points for each of the seven types that is missing."""
    words = phrase("{points} for each type of building missing in the town", points=vp)
    return Term(words, lambda count, square: vp * (len(TYPES) - len(count.town.types)))


def largest_group(vp: int) -> Term:
    """Some points, and one for each building of the largest connected group of one type; itself is a group of one."""

    def points(count: Count, square: int) -> int:
        sizes = [len(part) for letter in TYPES for part in groups(count.town.of(letter))]
        return vp + max(sizes, default=1)

    words = phrase("{points}, and 1 for each building of the largest connected group of one type", points=vp)
    return Term(words, points)


def more_than_neighbour(vp: int, *, more: int) -> Term:
    """So many points each, and more with more of them than the right neighbour; alone there is none."""

    def points(count: Count, square: int) -> int:
        letter, other = count.types[square], count.neighbour
        return more if other is not None and count.types.count(letter) > other.letters.count(letter) else vp

    words = phrase(
        "{points} each, or {more} each with more of them than your right neighbour", points=vp, more=more
    )
    return Term(words, points)

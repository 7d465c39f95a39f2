"""Scoring terms: what a building is worth, as small values that a card is made with.

Each term says the points of one building (`points`) and how the card words it (`words`); only `ByNumber` counts all
buildings of its card together. What feeding leaves open is settled before a term is asked.
"""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from tinytowns.count import Count
from tinytowns.pieces import TYPES, listed
from tinytowns.squares import ADJACENT, CENTRE, CORNERS, IN_COLUMN, IN_LINES, IN_ROW, groups


class Term(Protocol):
    """What the buildings of a card are worth."""

    def points(self, count: Count, square: int) -> int:
        """Return the points of the building on a square."""
        ...

    def words(self) -> str:
        """Return what the card says about points."""
        ...


def _by(table: tuple[int, ...], number: int) -> int:
    """Return the figure for a number counted from 1; beyond the table the last figure counts."""
    return table[min(number, len(table)) - 1] if number else 0


# ---------------------------------------------------------------------- by themselves


@frozen
class Each:
    """So many points for each building."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        return self.vp

    def words(self) -> str:
        return f"{self.vp} each" if self.vp else "no points"


@frozen
class PerCube:
    """So many points for each cube that lies on the building."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        return self.vp * len(count.town.load(square))

    def words(self) -> str:
        return f"{self.vp} for each cube on it"


@frozen
class ByNumber:
    """All together, by how many there are."""

    table: tuple[int, ...]

    def together(self, number: int) -> int:
        """Return the points of so many of them."""
        return _by(self.table, number)

    def words(self) -> str:
        return f"together by their number: {', '.join(map(str, self.table))}"


@frozen
class ByRecord:
    """By the number of buildings in the town when it was built, itself included."""

    table: tuple[int, ...]

    def points(self, count: Count, square: int) -> int:
        return _by(self.table, count.recorded)

    def words(self) -> str:
        return f"by the number of buildings when it was built: {', '.join(map(str, self.table))}"


@frozen
class ByFinish:
    """By the place at which the town was completed; later places bring nothing."""

    table: tuple[int, ...]

    def points(self, count: Count, square: int) -> int:
        return self.table[count.place - 1] if count.place <= len(self.table) else 0

    def words(self) -> str:
        return f"by your place in completing your town: {', '.join(map(str, self.table))}"


# ---------------------------------------------------------------------- neighbours


@frozen
class Beside:
    """So many points beside a building of some types, or beside none."""

    types: str
    vp: int
    none: bool = False

    def points(self, count: Count, square: int) -> int:
        there = any(count.types[near] in self.types for near in ADJACENT[square])
        return self.vp if there != self.none else 0

    def words(self) -> str:
        return f"{self.vp} beside {'no' if self.none else 'a'} building of the type {listed(self.types, last='or')}"


@frozen
class PerCottageBeside:
    """A point for each adjacent cottage, fed or not."""

    def points(self, count: Count, square: int) -> int:
        return sum([count.weight(near) for near in ADJACENT[square]])

    def words(self) -> str:
        return "1 for each adjacent cottage, fed or not"


@frozen
class PerTypeBeside:
    """So many points for each type of building beside it."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        return self.vp * len({count.types[near] for near in ADJACENT[square]} - {"."})

    def words(self) -> str:
        return f"{self.vp} for each different type of building beside it"


# ---------------------------------------------------------------------- feeding


@frozen
class WhenFed:
    """So many points if the building is fed; otherwise what an unfed one is worth in this town."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        return self.vp if square in count.fed else (count.unfed if square != count.castle else 0)

    def words(self) -> str:
        return f"{self.vp} if fed"


@frozen
class PerFedCottage:
    """A point for each fed cottage in the town."""

    def points(self, count: Count, square: int) -> int:
        return sum([count.weight(there) for there in count.fed])

    def words(self) -> str:
        return "1 for each fed cottage in the town"


@frozen
class FedBeside:
    """So many points beside enough fed cottages."""

    needs: int
    vp: int

    def points(self, count: Count, square: int) -> int:
        fed = sum([count.weight(near) for near in ADJACENT[square] if near in count.fed])
        return self.vp if fed >= self.needs else 0

    def words(self) -> str:
        return f"{self.vp} beside {self.needs} or more fed cottages"


# ---------------------------------------------------------------------- where they stand


@frozen
class PerOneOn:
    """Some points, and one for each such building on the corners or in the middle."""

    where: str
    vp: int = 0

    def points(self, count: Count, square: int) -> int:
        there = CORNERS if self.where == "corners" else CENTRE
        return self.vp + sum([count.types[at] == count.types[square] for at in there])

    def words(self) -> str:
        return f"{f'{self.vp}, and ' if self.vp else ''}1 for each of them on the four squares of the {self.where}"


@frozen
class AloneInLines:
    """So many points if no other of them stands in the same row or column."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        alone = all(count.types[there] != count.types[square] for there in IN_LINES[square])
        return self.vp if alone else 0

    def words(self) -> str:
        return f"{self.vp} if no other stands in its row or column"


@frozen
class LongerLine:
    """As many points as there are of them in its row or in its column, whichever has more."""

    def points(self, count: Count, square: int) -> int:
        lines = (IN_ROW[square], IN_COLUMN[square])
        return 1 + max(sum([count.types[at] == count.types[square] for at in line]) for line in lines)

    def words(self) -> str:
        return "1 for each of them in its row or in its column, whichever has more"


@frozen
class TypesInLines:
    """A point for each other type of building in its row and column."""

    def points(self, count: Count, square: int) -> int:
        return len({count.types[there] for there in IN_LINES[square]} - {".", count.types[square]})

    def words(self) -> str:
        return "1 for each other type of building in its row and column"


# ---------------------------------------------------------------------- the whole town, and others


@frozen
class PerType:
    """So many points for each of the seven types that stands in the town, or that is missing."""

    vp: int
    missing: bool = False

    def points(self, count: Count, square: int) -> int:
        number = len(count.town.types)
        return self.vp * (len(TYPES) - number if self.missing else number)

    def words(self) -> str:
        return f"{self.vp} for each type of building {'missing in' if self.missing else 'in'} the town"


@frozen
class LargestGroup:
    """Some points, and one for each building of the largest connected group of one type; itself is a group of one."""

    vp: int

    def points(self, count: Count, square: int) -> int:
        sizes = [len(part) for letter in TYPES for part in groups(count.town.of(letter))]
        return self.vp + max(sizes, default=1)

    def words(self) -> str:
        return f"{self.vp}, and 1 for each building of the largest connected group of one type"


@frozen
class MoreThanNeighbour:
    """So many points each, and more with more of them than the right neighbour; alone there is none."""

    vp: int
    more: int

    def points(self, count: Count, square: int) -> int:
        letter, neighbour = count.types[square], count.neighbour
        has_more = neighbour is not None and count.types.count(letter) > neighbour.letters.count(letter)
        return self.more if has_more else self.vp

    def words(self) -> str:
        return f"{self.vp} each, or {self.more} each with more of them than your right neighbour"

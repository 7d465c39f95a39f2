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


# ---------------------------------------------------------------------- the same for each


@frozen
class Each:
    """So many points for each building."""

    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points."""
        return self.vp

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} each" if self.vp else "no points"


@frozen
class PerCube:
    """So many points for each cube that lies on the building."""

    vp: int
    """The points for a cube."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the cubes on it."""
        return self.vp * len(count.town.load(square))

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} for each cube on it"


@frozen
class ByNumber:
    """All together by how many there are."""

    table: tuple[int, ...]
    """The points for 1, 2, 3, ... of them."""

    def together(self, count: Count, squares: tuple[int, ...]) -> int:
        """Return the points of all of them."""
        return _by(self.table, len(squares))

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"together by their number: {', '.join(map(str, self.table))}"


# ---------------------------------------------------------------------- neighbours


@frozen
class Beside:
    """So many points beside a building of some types."""

    types: str
    """The letters of the types."""
    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points, if such a building is adjacent."""
        return self.vp if any(count.types[there] in self.types for there in ADJACENT[square]) else 0

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} beside a building of the type {listed(self.types, last='or')}"


@frozen
class NotBeside:
    """So many points beside no building of some types."""

    types: str
    """The letters of the types."""
    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points, if no such building is adjacent."""
        return 0 if any(count.types[there] in self.types for there in ADJACENT[square]) else self.vp

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} beside no building of the type {listed(self.types, last='or')}"


@frozen
class PerCottageBeside:
    """A point for each adjacent cottage, fed or not."""

    def points(self, count: Count, square: int) -> int:
        """Return the weight of the adjacent cottages."""
        return sum([count.weight(there) for there in ADJACENT[square]])

    def words(self) -> str:
        """Return the sentence on the card."""
        return "1 for each adjacent cottage, fed or not"


@frozen
class PerTypeBeside:
    """So many points for each type of building beside it."""

    vp: int
    """The points for a type."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the adjacent types."""
        return self.vp * len({count.types[there] for there in ADJACENT[square]} - {"."})

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} for each different type of building beside it"


# ---------------------------------------------------------------------- feeding


@frozen
class WhenFed:
    """So many points if the building is fed."""

    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points of a fed building, or what an unfed one is worth in this town."""
        return self.vp if square in count.fed else (count.unfed if square != count.castle else 0)

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} if fed"


@frozen
class PerFedCottage:
    """A point for each fed cottage in the town."""

    def points(self, count: Count, square: int) -> int:
        """Return the weight of all fed cottages."""
        return sum([count.weight(there) for there in count.fed])

    def words(self) -> str:
        """Return the sentence on the card."""
        return "1 for each fed cottage in the town"


@frozen
class FedBeside:
    """So many points beside enough fed cottages."""

    needs: int
    """How many fed cottages it takes."""
    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points, if enough fed cottages are adjacent."""
        fed = sum([count.weight(there) for there in ADJACENT[square] if there in count.fed])
        return self.vp if fed >= self.needs else 0

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} beside {self.needs} or more fed cottages"


# ---------------------------------------------------------------------- where they stand


@frozen
class PerCorner:
    """Each is worth the number of such buildings on the four corners."""

    def points(self, count: Count, square: int) -> int:
        """Return how many stand on corners."""
        return sum([count.types[there] == count.types[square] for there in CORNERS])

    def words(self) -> str:
        """Return the sentence on the card."""
        return "1 for each of them on a corner of the town"


@frozen
class InCentre:
    """Some points, and one for each such building on the four squares in the middle."""

    vp: int
    """The points in any case."""

    def points(self, count: Count, square: int) -> int:
        """Return the points with those for the middle."""
        return self.vp + sum([count.types[there] == count.types[square] for there in CENTRE])

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp}, and 1 for each of them on the four squares in the middle"


@frozen
class AloneInLines:
    """So many points if no other of them stands in the same row or column."""

    vp: int
    """The points."""

    def points(self, count: Count, square: int) -> int:
        """Return the points, if it is alone."""
        alone = all(count.types[there] != count.types[square] for there in IN_LINES[square])
        return self.vp if alone else 0

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} if no other stands in its row or column"


@frozen
class LongerLine:
    """Each is worth the number of them in its row or in its column, whichever is larger."""

    def points(self, count: Count, square: int) -> int:
        """Return the larger number, itself included."""
        own = count.types[square]
        lines = (IN_ROW[square], IN_COLUMN[square])
        return 1 + max(sum([count.types[there] == own for there in line]) for line in lines)

    def words(self) -> str:
        """Return the sentence on the card."""
        return "1 for each of them in its row or in its column, whichever has more"


@frozen
class TypesInLines:
    """A point for each other type of building in its row and column."""

    def points(self, count: Count, square: int) -> int:
        """Return how many other types there are."""
        there = {count.types[there] for there in IN_LINES[square]}
        return len(there - {".", count.types[square]})

    def words(self) -> str:
        """Return the sentence on the card."""
        return "1 for each other type of building in its row and column"


# ---------------------------------------------------------------------- the whole town, and others


@frozen
class TypesInTown:
    """So many points for each of the seven types that stands in the town."""

    vp: int
    """The points for a type."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the types in the town."""
        return self.vp * len(count.town.types)

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} for each type of building in the town"


@frozen
class TypesMissing:
    """So many points for each of the seven types that is missing."""

    vp: int
    """The points for a type."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the missing types."""
        return self.vp * (len(TYPES) - len(count.town.types))

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} for each type of building missing in the town"


@frozen
class LargestGroup:
    """Some points, and one for each building of the largest connected group of one type."""

    vp: int
    """The points in any case."""

    def points(self, count: Count, square: int) -> int:
        """Return the points with the size of the largest group; the monument itself is a group of one."""
        sizes = [len(part) for letter in TYPES for part in groups(count.town.of(letter))]
        return self.vp + max(sizes, default=1)

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp}, and 1 for each building of the largest connected group of one type"


@frozen
class MoreThanNeighbour:
    """So many points each, and more with more of them than the right neighbour has."""

    vp: int
    """The usual points."""
    more: int
    """The points with more of them than the right neighbour."""

    def points(self, count: Count, square: int) -> int:
        """Return the points; alone there is nobody to have more than."""
        if count.neighbour is None:
            return self.vp
        letter = count.types[square]
        return self.more if count.types.count(letter) > count.neighbour.letters.count(letter) else self.vp

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"{self.vp} each, or {self.more} each with more of them than your right neighbour"


@frozen
class ByRecord:
    """By the number of buildings in the town when it was built, itself included."""

    table: tuple[int, ...]
    """The points for 1, 2, 3, ... buildings."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the recorded number."""
        return _by(self.table, count.recorded)

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"by the number of buildings when it was built: {', '.join(map(str, self.table))}"


@frozen
class ByFinish:
    """By the place at which the town was completed."""

    table: tuple[int, ...]
    """The points for the first, second, third, ... to complete a town."""

    def points(self, count: Count, square: int) -> int:
        """Return the points for the place; places beyond the table bring nothing."""
        return self.table[count.place - 1] if count.place <= len(self.table) else 0

    def words(self) -> str:
        """Return the sentence on the card."""
        return f"by your place in completing your town: {', '.join(map(str, self.table))}"

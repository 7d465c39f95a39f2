"""What scores without allocating pieces: measures of the board, and domains that expansions work out themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from attrs import field

from keyflower.extend.looks import Drawing
from keyflower.extend.terms import Once, PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored
from keyflower.kernel.values import frozen
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat
from keyflower.model.village import Village

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset


class Scorer(Protocol):
    """Anything that can be printed on a tile and scores: a term, a measure, or what a domain reads.

    It may have a ``look``, a `Drawing`; without one its words are written on the tile.
    """

    def words(self) -> str:
        """Return the text of the tile."""
        ...


@runtime_checkable
class Keeps(Protocol):
    """An expansion's own term for pieces kept with a tile, like `PerStored`."""

    @property
    def kept(self) -> str:
        """The piece it scores."""
        ...

    def paying(self, points: int) -> Scorer:
        """Return the same term with other points for each piece."""
        ...

    def words(self) -> str:
        """Return the text of the tile."""
        ...


def pieces_named(scores: Scorer) -> tuple[str, ...]:
    """Return the pieces and kinds of pieces that a term names, so that they can be checked."""
    match scores:
        case PerSet() | Once():
            named = [need.pieces for need in scores.needs]
        case PerDifferent() | PerPiece() | PerPieceOfOne() | PerStored():
            named = [scores.pieces]
        case _:
            # what an expansion's own term names, if it says so
            named = [getattr(scores, "pieces", ())]
    return tuple(name for names in named for name in ((names,) if isinstance(names, str) else names))


@frozen
class Count:
    """What is scored: the ruleset, a seat, and its village (perhaps with one free upgrade)."""

    ruleset: Ruleset
    """The composed rules."""
    seat: Seat
    """The seat that is scored."""
    village: Village
    """Its village."""
    supply: Pool = field(default=EMPTY, kw_only=True)
    """What is left in the supply."""


@frozen
class Line:
    """One line of a score sheet."""

    source: str
    """The tile (or rule) that scores."""
    points: int
    """What it gives."""
    used: tuple[tuple[str, str, int], ...] = ()
    """Pieces used up: the piece, what it counted as, and how many."""
    detail: str = ""
    """Why, for a person."""


class Measure:
    """A term that looks at the village and uses up no pieces."""

    __slots__ = ()

    by_side: ClassVar[bool] = True
    """Whether upgrading a tile may change the measure; if not, it is not measured again."""

    @property
    def look(self) -> Drawing | None:
        """Its look on a tile; without one, an expansion's own measure is printed as text."""
        return None

    def words(self) -> str:
        """Return the text of the tile."""
        raise NotImplementedError(f"{type(self).__name__} has no words")

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Return the points of the term on a tile, and why."""
        raise NotImplementedError(f"{type(self).__name__} does not measure anything")


class Domain(Protocol):
    """A part of the scoring that an expansion works out itself; the purple worker may take part in it."""

    @property
    def id(self) -> str:
        """Its name on the score sheet."""
        ...

    @property
    def by_side(self) -> bool:
        """Whether upgrading a tile that scores the same on both sides may change the lines."""
        ...

    def score(self, count: Count, *, wildcard: bool) -> tuple[Line, ...]:
        """Return the best lines; with `wildcard` there is one more piece, of any type and anywhere in the domain."""
        ...

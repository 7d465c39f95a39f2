"""Scoring terms: what a tile pays at the end of the game for the pieces allotted to it.

A term is data: it says which pieces it takes and what it pays. How the pieces of a village are shared out among all
its terms is up to the solver.

Wherever a term takes pieces, a tuple names pieces (``("green",)``) and a plain string names a whole
kind of them (``"worker"``). `resolved` turns kinds into the pieces they stand for in a ruleset.

>>> PerSet(3, (Need("worker", 5),)).words()
'3 points per 5 workers of any colours'
>>> PerSet(3, (Need("worker", 5),)).resolved({"worker": ("red", "blue")})
PerSet(points=3, needs=(Need(pieces=('red', 'blue'), count=5),))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from attrs import evolve, field

from keyflower.kernel.errors import suggest
from keyflower.kernel.text import AND, OR, Listing, Message, Wording, listed, number_of, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import COLOURS
from keyflower.model.errors import RulesetError
from keyflower.model.names import pieces_of, some_of

Pieces: TypeAlias = str | tuple[str, ...]
"""Ids of pieces, or the name of a kind of pieces."""

Kinds: TypeAlias = Mapping[str, tuple[str, ...]]
"""The pieces of each kind."""

_PLURALS: Final = {"produce": "produce"}
_VARIETIES: Final = {"worker": "colour"}


@frozen(cache_hash=True)
class Need:
    """A part of a set: a number of pieces, each of one of the types that fit."""

    pieces: Pieces
    """The pieces that fit, or their kind; types may be mixed."""
    count: int = 1
    """How many pieces one set takes."""

    def __attrs_post_init__(self) -> None:
        _at_least(1, self.count, "pieces of a need")
        _at_least(1, len(self.pieces), "types of a need")

    def words(self) -> str:
        """Return what is needed, for a person."""
        if isinstance(self.pieces, str):
            return _any(self.pieces, self.count, "any ")
        return _counted(self.pieces, self.count)

    def per(self) -> str:
        """Return the need as in "2 points per ...", without the word "any"."""
        if isinstance(self.pieces, str):
            return _any(self.pieces, self.count, "")
        return self.words()

    def resolved(self, kinds: Kinds) -> Need:
        """Return the same need with its kind replaced by the pieces of that kind."""
        return evolve(self, pieces=_members(self.pieces, kinds))


@frozen(cache_hash=True)
class PerSet:
    """Points for each complete set; a set takes the pieces of every need."""

    points: int
    """The points for one set."""
    needs: tuple[Need, ...]
    """The parts of a set."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(1, len(self.needs), "needs of a set")

    def words(self) -> str:
        """Return the text of the tile."""
        points = some_of("point", self.points)
        if len(self.needs) == 1:
            return phrase("{points} per {pieces}", points=points, pieces=self.needs[0].per())
        parts = listed([need.words() for need in self.needs], AND)
        return phrase("{points} per set of {pieces}", points=points, pieces=parts)

    def resolved(self, kinds: Kinds) -> PerSet:
        """Return the same term with kinds replaced by the pieces of those kinds."""
        return evolve(self, needs=tuple(need.resolved(kinds) for need in self.needs))


@frozen(cache_hash=True)
class Once:
    """Points for one set, scored at most once; other points or none if it is incomplete.

    >>> Once(7, (Need(("saw",)), Need("resource", 2)), otherwise=3).words()
    '7 points once for saw and 2 resources of any types, otherwise 3 points'
    """

    points: int
    """The points for the set."""
    needs: tuple[Need, ...]
    """The parts of the set."""
    otherwise: int = field(default=0, kw_only=True)
    """The points if the set is incomplete."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(0, self.otherwise, "points of a set that is not made")
        _at_least(1, len(self.needs), "needs of a set")

    def words(self) -> str:
        """Return the text of the tile."""
        gaps: dict[str, Wording] = {
            "points": some_of("point", self.points),
            "pieces": listed([need.words() for need in self.needs], AND),
        }
        if not self.otherwise:
            return phrase("{points} once for {pieces}", **gaps)
        other = some_of("point", self.otherwise)
        return phrase("{points} once for {pieces}, otherwise {other}", other=other, **gaps)

    def resolved(self, kinds: Kinds) -> Once:
        """Return the same term with kinds replaced by the pieces of those kinds."""
        return evolve(self, needs=tuple(need.resolved(kinds) for need in self.needs))


@frozen(cache_hash=True)
class PerDifferent:
    """Points for each group of pieces that are all of different types."""

    points: int
    """The points for one group."""
    pieces: Pieces
    """The types that may be in a group, or their kind."""
    count: int
    """How many different types make a group."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(1, self.count, "pieces of a group")
        _at_least(1, len(self.pieces), "types of a term")

    def words(self) -> str:
        """Return the text of the tile."""
        points = some_of("point", self.points)
        if isinstance(self.pieces, str):
            english = f"{self.count} different {_plural(self.pieces)}"
            pieces = number_of(f"different_{self.pieces}", self.count, english)
            return phrase("{points} per {pieces}", points=points, pieces=pieces)
        types = _either(self.pieces, AND)
        return phrase(
            "{points} per {count} different of {pieces}", points=points, count=self.count, pieces=types
        )

    def resolved(self, kinds: Kinds) -> PerDifferent:
        """Return the same term with its kind replaced by the pieces of that kind."""
        return evolve(self, pieces=_members(self.pieces, kinds))


@frozen(cache_hash=True)
class PerPiece:
    """Points for each piece that fits."""

    points: int
    """The points for one piece."""
    pieces: Pieces
    """The pieces that fit, or their kind."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(1, len(self.pieces), "types of a term")

    def words(self) -> str:
        """Return the text of the tile."""
        return phrase(
            "{points} per {pieces}", points=some_of("point", self.points), pieces=_single(self.pieces)
        )

    def resolved(self, kinds: Kinds) -> PerPiece:
        """Return the same term with its kind replaced by the pieces of that kind."""
        return evolve(self, pieces=_members(self.pieces, kinds))


@frozen(cache_hash=True)
class PerPieceOfOne:
    """Points for each piece of one type, which the owner chooses."""

    points: int
    """The points for one piece of the chosen type."""
    pieces: Pieces
    """The types to choose from, or their kind."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(1, len(self.pieces), "types of a term")

    def words(self) -> str:
        """Return the text of the tile."""
        gaps = {"points": some_of("point", self.points), "pieces": _single(self.pieces)}
        if _variety(self.pieces) == "colour":
            return phrase("{points} per {pieces} of one colour of your choice", **gaps)
        return phrase("{points} per {pieces} of one type of your choice", **gaps)

    def resolved(self, kinds: Kinds) -> PerPieceOfOne:
        """Return the same term with its kind replaced by the pieces of that kind."""
        return evolve(self, pieces=_members(self.pieces, kinds))


@frozen(cache_hash=True)
class PerStored:
    """Points for each piece that fits, is on the tile itself and is kept there."""

    points: int
    """The points for one piece."""
    pieces: Pieces
    """The pieces that fit, or their kind."""

    def __attrs_post_init__(self) -> None:
        _at_least(0, self.points, "points of a term")
        _at_least(1, len(self.pieces), "types of a term")

    def words(self) -> str:
        """Return the text of the tile."""
        gaps = {"points": some_of("point", self.points), "pieces": _single(self.pieces)}
        return phrase("{points} per {pieces} on this tile", **gaps)

    def resolved(self, kinds: Kinds) -> PerStored:
        """Return the same term with its kind replaced by the pieces of that kind."""
        return evolve(self, pieces=_members(self.pieces, kinds))


Term: TypeAlias = PerSet | Once | PerDifferent | PerPiece | PerPieceOfOne | PerStored
"""A scoring term that uses up pieces."""
TERMS: Final = (PerSet, Once, PerDifferent, PerPiece, PerPieceOfOne, PerStored)
"""The classes of such terms."""


def _at_least(least: int, number: int, what: str) -> None:
    if number < least:
        raise RulesetError(f"{what}: {least} or more, not {number}")


def _members(pieces: Pieces, kinds: Kinds) -> tuple[str, ...]:
    if not isinstance(pieces, str):
        return pieces
    members = kinds.get(pieces)
    if not members:
        raise RulesetError(f"this ruleset has no pieces of the kind {pieces!r}{suggest(pieces, kinds)}")
    return members


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")


def _variety(pieces: Pieces) -> str:
    if isinstance(pieces, str):
        return _VARIETIES.get(pieces, "type")
    return "colour" if all(piece in COLOURS for piece in pieces) else "type"


def _any(kind: str, count: int, before: str) -> Message:
    english = f"{before}{kind}" if count == 1 else f"{count} {_plural(kind)} of any {_variety(kind)}s"
    return number_of(f"any_{kind}", count, english)


def _name(piece: str) -> Message:
    return number_of(piece, 1, f"{piece} worker" if piece in COLOURS else piece.replace("_", " "))


def _either(pieces: tuple[str, ...], joint: str) -> Listing:
    return listed([_name(piece) for piece in pieces], joint)


def _single(pieces: Pieces) -> Wording:
    return number_of(pieces, 1, pieces) if isinstance(pieces, str) else _either(pieces, OR)


def _counted(pieces: tuple[str, ...], count: int) -> Wording:
    if count == 1:
        return _either(pieces, OR)
    if len(pieces) == 1:
        return pieces_of(pieces[0], count)
    return phrase("{count} {pieces}", count=count, pieces=_either(pieces, OR))

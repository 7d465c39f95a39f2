"""Goods: every kind of piece, where it is kept, how many there are, and what it may stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from attrs import field

from keyflower.extend.compiled import Compiled
from keyflower.extend.looks import Shape
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen
from keyflower.model.names import SEVERAL
from keyflower.model.pool import Pool
from keyflower.model.tasks import Resolve


class GoodKind(StrEnum):
    """The kind of a piece, which decides where it is kept."""

    WORKER = "worker"
    """Kept behind the screen; used for bids and uses."""
    SKILL = "skill"
    """Kept behind the screen; a token drawn from the face-down stack."""
    RESOURCE = "resource"
    """Kept on tiles; moves over roads and pays for upgrades."""
    PRODUCE = "produce"
    """Kept behind the screen; everybody knows how many there are."""


# under separate names, because finding a member of an enumeration takes ten times as long
WORKER: Final = GoodKind.WORKER
SKILL: Final = GoodKind.SKILL
RESOURCE: Final = GoodKind.RESOURCE
PRODUCE: Final = GoodKind.PRODUCE


@frozen
class Worth:
    """What bots expect of a piece in addition to its certain points, until their weights are tuned for it."""

    held: tuple[int, int, int, int] = (0, 0, 0, 0)
    """A piece that a seat holds or that a use brings, in spring, summer, autumn and winter: hundredths of a point."""
    multiplies: bool = False
    """Whether two such pieces on a pasture breed. Bots have weights for that."""


@frozen
class PieceKind:
    """A kind of piece that an expansion adds; it is kept in a place that the expansion adds too."""

    id: str
    """Its name in lower-case letters: the `kind` of its goods."""
    gained: Callable[[Resolve, Pool], Task] | None = field(default=None, eq=False)
    """Returns what has to be done when a tile gives a seat such pieces from the supply; `None` if no tile does."""
    words: str = ""
    """Where such pieces are kept, for the docs."""
    joker: bool = field(default=False, kw_only=True)
    """Whether the purple worker may stand for such a piece in the final scoring, as it may for all built-in kinds."""
    compiled: Compiled | None = field(default=None, kw_only=True, eq=False)
    """The compiled form of the pieces, if no function declares it."""
    worth: Worth = field(factory=Worth, kw_only=True, eq=False)
    """What a piece is worth to its holder, for bots."""
    look: Shape | None = field(default=None, kw_only=True, eq=False, repr=False)
    """The look of any piece of the kind, of an unknown one, and of goods without their own look."""


class Source(StrEnum):
    """Where the pieces of a good are at the start of the game."""

    BAG = "bag"
    STACK = "stack"
    SUPPLY = "supply"


def _kind(kind: str) -> str:
    """Return the member of `GoodKind` that a plain text names: the rules compare members, which is faster."""
    return next((member for member in GoodKind if member == kind), kind)


@frozen
class Good:
    """One kind of piece."""

    id: str
    """Its name in notation, logs and pools."""
    kind: str = field(converter=_kind)
    """Its kind, which decides where it is kept: a `GoodKind`, or the id of a `PieceKind` of an expansion."""
    limit: int
    """How many there are."""
    title: str = ""
    """Its name for people; the id when empty."""
    source: Source = Source.SUPPLY
    """Where the pieces are at the start."""
    wild: bool = False
    """Whether it may stand for any other good of its kind, in upgrades and in scoring."""
    transport: int = 0
    """How many transport points it gives when it is spent during a transport."""
    plural: str = ""
    """The English plural, such as ``houses``; empty for names like ``gravel``."""
    words: str = field(default="", kw_only=True, eq=False, repr=False)
    """What it asks for or does, shown as a hint; empty if the tiles say so."""
    look: Shape | None = field(default=None, kw_only=True, eq=False, repr=False)
    """How it looks; that of its kind if left out."""

    def __attrs_post_init__(self) -> None:
        if self.plural:
            SEVERAL[self.id] = self.plural

    @property
    def name(self) -> str:
        """The name for people."""
        return self.title or self.id


def transport_in(stock: Pool, goods: Mapping[str, Good]) -> int:
    """Return how many transport points the pieces of a stock would give."""
    return sum(number * goods[piece].transport for piece, number in stock.items())

"""Tasks: the stages of a round, and what a seat has to settle after building something."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from keyflower.kernel import Task


@frozen
class KeepMonuments(Task):
    """Every seat keeps one of its two monuments, in secret and at the same time."""

    tag: ClassVar[str] = "keep"


@frozen
class BeginRound(Task):
    """The next round begins."""

    tag: ClassVar[str] = "round"


@frozen
class NameResource(Task):
    """The Master Builder names a resource."""

    tag: ClassVar[str] = "name"
    always_asks: ClassVar[bool] = True
    seat: int
    lifted: bool = False
    """Whether resources on the own Banks may be named, because nobody else can name."""


@frozen
class PickCard(Task):
    """A player alone picks one of the open resource cards."""

    tag: ClassVar[str] = "pick"
    always_asks: ClassVar[bool] = True
    seat: int = 0


@frozen
class Settle(Task):
    """Every seat settles the cube of the round, sealed until all have chosen."""

    tag: ClassVar[str] = "place"


@frozen
class Construct(Task):
    """Every seat that settled a cube constructs what it likes, until all are done."""

    tag: ClassVar[str] = "build"


@frozen
class Watch(Task):
    """The owner of Opaleye's Watch puts pieces that neighbours have set off."""

    tag: ClassVar[str] = "watch"
    asked: bool = False
    """Whether it has been found out which pieces those are."""


@frozen
class Check(Task):
    """Full towns are complete; the round is over."""

    tag: ClassVar[str] = "check"


# ---------------------------------------------------------------------- what a seat has to settle


@frozen
class MarkNew(Task):
    """A new building on a square is marked with a resource."""

    tag: ClassVar[str] = "mark"
    square: str


@frozen
class ReplaceSome(Task):
    """Up to two buildings are replaced; on some squares that was done already."""

    tag: ClassVar[str] = "replace"
    squares: tuple[str, ...] = ()


@frozen
class PutOne(Task):
    """A building is put on an empty square."""

    tag: ClassVar[str] = "put"


@frozen
class StockWatch(Task):
    """Three buildings are laid on Opaleye's Watch."""

    tag: ClassVar[str] = "stock"


@frozen
class PutWatched(Task):
    """Buildings of some types, by letter, are put from Opaleye's Watch on empty squares."""

    tag: ClassVar[str] = "put-watched"
    types: str

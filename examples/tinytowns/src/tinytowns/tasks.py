"""Tasks: the stages of a round, and what a seat has to settle after building something."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from keyflower.kernel import Task


@frozen
class KeepMonuments(Task, tag="keep"):
    """Every seat keeps one of its two monuments, in secret and at the same time."""


@frozen
class BeginRound(Task, tag="round"):
    """The next round begins."""


@frozen
class NameResource(Task, tag="name"):
    """The Master Builder names a resource."""

    always_asks: ClassVar[bool] = True
    seat: int
    lifted: bool = False
    """Whether resources on the own Banks may be named, because nobody else can name."""


@frozen
class PickCard(Task, tag="pick"):
    """A player alone picks one of the open resource cards."""

    always_asks: ClassVar[bool] = True
    seat: int = 0


@frozen
class Settle(Task, tag="place"):
    """Every seat settles the cube of the round, sealed until all have chosen."""


@frozen
class Construct(Task, tag="build"):
    """Every seat that settled a cube constructs what it likes, until all are done."""


@frozen
class Watch(Task):
    """The owner of Opaleye's Watch puts pieces that neighbours have set off."""

    asked: bool = False
    """Whether it has been found out which pieces those are."""


@frozen
class Check(Task):
    """Full towns are complete; the round is over."""


@frozen
class MarkNew(Task, tag="mark"):
    """A new building on a square is marked with a resource."""

    square: str


@frozen
class ReplaceSome(Task, tag="replace"):
    """Up to two buildings are replaced; on some squares that was done already."""

    squares: tuple[str, ...] = ()


@frozen
class PutOne(Task, tag="put"):
    """A building is put on an empty square."""


@frozen
class StockWatch(Task, tag="stock"):
    """Three buildings are laid on Opaleye's Watch."""


@frozen
class PutWatched(Task):
    """Buildings of some types, by letter, are put from Opaleye's Watch on empty squares."""

    types: str

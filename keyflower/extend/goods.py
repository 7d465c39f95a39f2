"""Goods: every kind of piece, where it lives, how many there are, and what it may stand for."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from attrs import frozen


class GoodKind(StrEnum):
    """What a piece is; the kind decides where it lives."""

    WORKER = "worker"
    """Lives behind the screen; bids and uses."""
    SKILL = "skill"
    """Lives behind the screen; a token drawn from the face-down stack."""
    RESOURCE = "resource"
    """Lives on tiles; moves over roads and pays upgrades."""
    PRODUCE = "produce"
    """Lives behind the screen; its number is known to all."""
    ANIMAL = "animal"
    """Lives on pastures."""


# under names of their own, because finding a member of an enumeration takes ten times as long
WORKER: Final = GoodKind.WORKER
SKILL: Final = GoodKind.SKILL
RESOURCE: Final = GoodKind.RESOURCE
PRODUCE: Final = GoodKind.PRODUCE
ANIMAL: Final = GoodKind.ANIMAL


class Source(StrEnum):
    """Where the pieces of a good wait at the start of the game."""

    BAG = "bag"
    STACK = "stack"
    SUPPLY = "supply"


@frozen
class Good:
    """One kind of piece."""

    id: str
    """Its name in notation, logs and pools."""
    kind: GoodKind
    """What it is, and so where it lives."""
    limit: int
    """How many there are."""
    title: str = ""
    """Its name for people; the id when empty."""
    source: Source = Source.SUPPLY
    """Where the pieces wait at the start."""
    wild: bool = False
    """Whether it may stand for any other good of its kind, in upgrades and in scoring."""
    transport: int = 0
    """How many transport points it gives when it is given up while transporting."""
    herd_points: int = 0
    """For animals: points of each pasture that holds the species."""

    @property
    def name(self) -> str:
        """The name for people."""
        return self.title or self.id

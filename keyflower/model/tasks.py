"""The tasks of the engine itself: what is still to be done, as frozen data in the state."""

from __future__ import annotations

from typing import ClassVar

from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen


@frozen
class Turn(Task):
    """A seat bids, uses or passes."""

    tag: ClassVar[str] = "turn"
    always_asks: ClassVar[bool] = True  # a pass is a public act, even when nothing else is possible
    seat: int
    """Whose turn it is."""


@frozen
class Resolve(Task):
    """An effect printed on a tile takes place for a seat."""

    tag: ClassVar[str] = "resolve"
    finishes: ClassVar[bool] = True
    seat: int
    """Who benefits."""
    tile: str
    """The tile the effect is printed on."""
    side: int
    """The side of the tile that counts."""
    path: str
    """Which part of the printed effect, such as ``use`` or ``use.1``."""
    target: str
    """The tile of the seat's village that receives what lives on tiles or beside them."""


@frozen
class PayCost(Task):
    """A seat says which piece pays the cost of a use."""

    tag: ClassVar[str] = "pay-cost"
    finishes: ClassVar[bool] = True
    seat: int
    """Who pays."""
    tile: str
    """The tile whose use costs something."""
    side: int
    """The side of the tile that counts."""
    path: str
    """Which part of the printed effect is the cost."""


@frozen
class ReturnAside(Task):
    """What was set aside as payment goes back to the bag and the stack."""

    tag: ClassVar[str] = "return-aside"


@frozen
class ChooseBenefit(Task):
    """A seat chooses one of the benefits of a tile."""

    tag: ClassVar[str] = "choose-benefit"
    finishes: ClassVar[bool] = True
    seat: int
    """Who chooses."""
    tile: str
    """The tile."""
    side: int
    """The side that counts."""
    path: str
    """Which part of the printed effect offers the choice."""
    target: str
    """The tile that receives the benefit."""


@frozen
class Haul(Task):
    """A seat moves pieces and upgrades tiles with the points of a transport tile."""

    tag: ClassVar[str] = "haul"
    finishes: ClassVar[bool] = True
    seat: int
    """Who transports."""
    points: int
    """Transport points left."""
    upgrades: int
    """Upgrade points left."""


@frozen
class Phase(Task):
    """A named step of a season's start or end."""

    tag: ClassVar[str] = "phase"
    id: str
    """The step, such as ``end.won``."""


@frozen
class OfferWinter(Task):
    """Every seat chooses winter tiles, in secret and at the same time."""

    tag: ClassVar[str] = "offer-winter"


@frozen
class TakeBoat(Task):
    """A seat chooses a boat."""

    tag: ClassVar[str] = "take-boat"
    seat: int
    """Who chooses."""


@frozen
class BuildAll(Task):
    """Every seat lays the tiles it has won, at the same time."""

    tag: ClassVar[str] = "build-all"


TASKS: tuple[type[Task], ...] = (
    Turn, Resolve, PayCost, ReturnAside, ChooseBenefit, Haul, Phase, OfferWinter, TakeBoat, BuildAll,
)  # fmt: skip
"""The tasks of the engine itself; expansions add their own."""

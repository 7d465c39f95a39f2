"""Powers: what a laid tile changes for its owner. Each has a named slot that the rules look for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field

from keyflower.extend.looks import Drawing
from keyflower.kernel.text import name, phrase
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.extend.effects import Effect

OVER_FIELDS: Final = "transport.over-fields"
"""Pieces also move across edges where neither side is water."""
DOUBLED: Final = "transport.doubled"
"""Transport and upgrade numbers of every tile the owner uses count twice."""
LAY_FREELY: Final = "building.free"
"""Tiles are laid without matching edges."""
PAY_ANY_RESOURCE: Final = "upgrade.any-resource"
"""Every resource stands for every other when upgrading."""
COUNTER_BID: Final = "bid.counter"
"""A bid may answer other seats' bids in another colour; its workers lie."""
MIXED_USE: Final = "use.mixed"
"""A tile that has workers may be used with any colours; workers of another colour than the tile's lie."""
COUNTS_AS: Final = "scoring.counts-as"
"""Goods count as others in the final scoring."""
FREE_FLIP: Final = "scoring.free-flip"
"""One tile is upgraded for free before scoring."""
SEASON_END: Final = "season.end"
"""An effect takes place at the end of summer, autumn and winter, from the season in which the tile is won."""

SLOTS: Final = (
    OVER_FIELDS, DOUBLED, LAY_FREELY, PAY_ANY_RESOURCE, COUNTER_BID, MIXED_USE, COUNTS_AS, FREE_FLIP,
    SEASON_END,
)  # fmt: skip
"""The slots the engine looks for; an expansion may add its own."""


@frozen
class Power:
    """One power on one slot."""

    slot: str
    """The named place in the rules that the power changes."""
    text: str
    """What it does, for the words of the tile."""
    effect: Effect | None = None
    """For powers that act at a moment: the effect that takes place."""
    counts_as: tuple[tuple[str, str], ...] = ()
    """For `COUNTS_AS`: pairs of kinds or ids of goods; the first may count as the second."""
    look: Drawing | None = field(default=None, kw_only=True, eq=False, repr=False)
    """Its look; without one, a power on an expansion's own slot is printed as text."""

    def words(self) -> str:
        """Return what the power does, followed by the words of its effect."""
        text = name("power", self.text)
        return (
            text
            if self.effect is None
            else phrase("{power} {effect}", power=text, effect=self.effect.words())
        )


def slots_of(powers: tuple[Power, ...]) -> tuple[str, ...]:
    """Return the slots of some powers, one for each."""
    return tuple(power.slot for power in powers)

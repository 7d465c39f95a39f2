"""`Weights`: what a bot thinks things are worth."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class Weights:
    """What things are worth, in points; four numbers are for spring, summer, autumn and winter."""

    worker: tuple[float, float, float, float] = (1.2, 1.1, 0.9, 0.0)
    """A worker in hand."""
    green: float = 0.401
    """A green worker more than another one, in parts of a worker."""
    back: float = 0.98
    """A worker that comes back at the end of the season, in parts of a worker."""
    lost: float = 0.15
    """A worker that goes to another player, in parts of a worker."""
    skill: tuple[float, float, float, float] = (1.389, 1.389, 1.234, 0.0)
    """A skill token."""
    good: tuple[float, float, float, float] = (0.6, 0.5, 0.25, 0.0)
    """A resource in the village, or wheat, in addition to its points."""
    fetched: float = 0.3
    """A resource that a use brings, in addition to what it is worth in the village ..."""
    wild: float = 1.0
    """... and one that stands for any other."""
    animal: float = 1.2
    """An animal to be gained."""
    holds: tuple[float, ...] = (0.0, 0.793, 1.0)
    """How much of a tile a leading bid of 1, 2, ... workers counts: how likely it stands, and whom it keeps away."""
    uses: tuple[float, float, float, float] = (0.771, 0.771, 0.771, 0.771)
    """How often an own tile is used in a season."""
    visited: float = 0.4
    """What an own tile that others may use brings in a season."""
    turned: tuple[float, float, float, float] = (0.2, 0.2, 0.2, 0.2)
    """How likely a tile is turned before the end, when nothing has been done for it yet."""
    ready: tuple[float, float, float, float] = (0.406, 0.406, 0.406, 0.406)
    """Having all pieces for turning a tile in place, in parts of what turning it brings."""
    near: float = 0.2
    """A piece for turning a tile that is not in place yet, in parts of one in place."""
    road: tuple[float, float, float, float] = (0.3, 0.3, 0.3, 0.3)
    """A road between two own tiles."""
    order: float = 1.479
    """A turn-order tile before winter."""
    boat: float = 1.5
    """A summer boat, for each season in which it counts."""
    step: float = 0.242
    """A transport point."""
    upgrade: float = 0.9
    """An upgrade point."""
    fresh: float = 1.0
    """Whether in winter the tiles that the seat leads are appraised anew after each option: 1 for yes."""
    store: float = 1.0
    """A store that could be won, for each point that it scores for a resource ..."""
    fits: float = 0.5
    """... and for each such point of the resources that are in the village already."""
    emptied: float = 1.5
    """A point that the back of a store scores more for a resource, while nothing is known of what will lie there."""
    stored: float = 0.8
    """A point that resources in a store would score more on its back, in points, once all is ready for turning it."""
    spare: float = 0.3
    """An animal that shares its pasture with others of its kind."""
    breed: float = 0.4
    """A herd that breeds, for each season in which it does; and whether moves of animals are thought of at all."""
    far: float = 0.7
    """A resource one step farther away from where it is wanted, in parts of one that is nearer."""
    hauled: tuple[float, float, float, float] = (0.3, 0.3, 0.6, 0.6)
    """A point that a resource would score in a store, before it is brought there."""
    plan: tuple[float, float, float, float] = (0.1, 0.1, 0.1, 0.0)
    """A point that the best winter tile in hand would score by now."""
    offered: float = 4.0
    """A winter tile that would score as many points is offered besides the best one."""

    @property
    def id(self) -> str:
        """A short text that tells these weights from others; empty for the usual ones."""
        return "" if self == USUAL else blake2b(repr(self).encode(), digest_size=3).hexdigest()


USUAL: Final = Weights()
"""What the bots of the package think."""
FIRST: Final = Weights(
    worker=(0.9, 0.8, 0.6, 0.0),
    green=0.3,
    back=0.98,
    lost=0.15,
    skill=(0.9, 0.9, 0.8, 0.0),
    good=(0.8, 0.8, 0.6, 0.0),
    fetched=0.3,
    wild=1.0,
    animal=1.2,
    holds=(0.0, 0.3, 0.5, 0.65, 0.8, 0.9),
    uses=(1.0, 1.0, 1.0, 1.0),
    visited=0.4,
    turned=(0.2, 0.2, 0.2, 0.2),
    ready=(0.5, 0.5, 0.5, 0.5),
    near=0.2,
    road=(0.3, 0.3, 0.3, 0.3),
    order=1.0,
    boat=1.5,
    step=0.3,
    upgrade=0.9,
    fresh=0.0,
    store=1.0,
    fits=0.5,
    emptied=1.5,
    stored=0.0,
    spare=0.0,
    breed=0.0,
    far=1.0,
    hauled=(0.0, 0.0, 0.0, 0.0),
    plan=(0.0, 0.0, 0.0, 0.0),
    offered=4.0,
)
"""The weights of the first steward, before they were tuned by games; kept to compare with."""

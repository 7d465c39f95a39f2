"""`Weights`: what a bot thinks things are worth."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from attrs import Attribute, evolve, field, fields, frozen

from keyflower.kernel.arguments import real, shown
from keyflower.kernel.errors import SetupError
from keyflower.model.enums import SEASONS

_MOST: Final = 1_000_000
"""Nothing is worth more points."""
BySeason = tuple[float, float, float, float]
"""A number for spring, for summer, for autumn and for winter."""


def _four(weights: Weights, attribute: Attribute[BySeason], value: object) -> None:
    if not isinstance(value, tuple) or len(value) != len(SEASONS):
        raise SetupError(
            f"{attribute.name} needs a number for each season, such as (1.0, 0.8, 0.5, 0.0), not {shown(value)}"
        )


@frozen(kw_only=True)
class Weights:
    """What things are worth, in points; four numbers are for spring, summer, autumn and winter."""

    worker: BySeason = field(default=(2.098, 1.13, 0.714, 0.069), validator=_four)
    """A worker in hand."""
    green: float = 0.078
    """How much more a green worker is worth than another, as a fraction of a worker."""
    back: float = 1.0
    """A worker that comes back at the end of the season, as a fraction of a worker in hand."""
    lost: float = 0.039
    """A worker that goes to another player, as a fraction of a worker."""
    skill: BySeason = field(default=(1.664, 1.299, 0.372, 0.07), validator=_four)
    """A skill token."""
    good: BySeason = field(default=(0.913, 0.295, 0.128, 0.018), validator=_four)
    """A resource in the village, or wheat, in addition to its points."""
    fetched: float = 0.986
    """A resource that a use brings, in addition to what it is worth in the village ..."""
    wild: float = 0.832
    """... and one that stands for any other."""
    animal: float = 1.2
    """An animal to be gained."""
    holds: tuple[float, ...] = (0.0, 1.0, 0.741)
    """How much of a tile a leading bid of 1, 2, ... workers counts: how likely it is to win, and whom it
    keeps away."""
    uses: BySeason = field(default=(1.06, 0.743, 0.844, 0.0), validator=_four)
    """How often the seat uses one of its own tiles in a season."""
    visited: float = 0.087
    """What one of the seat's tiles brings in a season because others may use it."""
    turned: BySeason = field(default=(0.093, 0.097, 0.056, 0.0), validator=_four)
    """How likely it is that a tile is upgraded by the end, when nothing has been done for it yet."""
    ready: BySeason = field(default=(0.126, 0.132, 0.258, 0.235), validator=_four)
    """Having all pieces for an upgrade in place, as a fraction of what the upgrade brings."""
    near: float = 0.32
    """A resource one step away from where it is needed, as a fraction of one that is there."""
    road: BySeason = field(default=(0.13, 0.365, 0.761, 0.42), validator=_four)
    """A road between two of the seat's tiles."""
    order: float = 1.084
    """A turn-order tile before winter."""
    first_boat: float = 14.0
    """A turn-order tile in winter, in addition to its points: its owner chooses a boat early, and boats score then."""
    boat: float = 1.602
    """A summer boat, for each season in which it counts."""
    step: float = 0.777
    """A transport point."""
    upgrade: float = 0.711
    """An upgrade point."""
    fresh: float = 1.0
    """Whether in winter the tiles that the seat leads are reappraised after each option: 1 for yes."""
    store: float = 1.0
    """A storage tile that could be won, for each point that it scores for a resource ..."""
    fits: float = 0.101
    """... and for each such point of the resources that are in the village already."""
    better_store: float = 2.457
    """Each additional point that the back of a storage tile scores for a resource, before it is known what
    will be stored."""
    stored: float = 1.205
    """Each additional point that stored resources would score on the back, once everything is ready for the
    upgrade."""
    spare: float = 0.3
    """An animal that shares its pasture with others of its kind."""
    breed: float = 0.4
    """A herd that breeds, for each season in which it does; 0 means that moves of animals are not considered
    at all."""
    far: float = 0.325
    """A resource one step farther away than another, as a fraction of the nearer one."""
    hauled: BySeason = field(default=(0.624, 0.194, 1.587, 0.178), validator=_four)
    """A point that a resource would score on a storage tile, before it is brought there."""
    plan: BySeason = field(default=(0.261, 0.277, 0.048, 0.0), validator=_four)
    """A point that the best winter tile in hand would score by now."""
    offered: float = 5.049
    """How many points a winter tile must score to be offered besides the best one."""

    def __attrs_post_init__(self) -> None:
        for attribute in fields(Weights):
            value = getattr(self, attribute.name)
            if attribute.name == "holds" and not isinstance(value, tuple):
                raise SetupError(f"holds needs some numbers, such as (0.0, 1.0), not {shown(value)}")
            for one in value if isinstance(value, tuple) else (value,):
                real(one, attribute.name, least=-_MOST, most=_MOST)

    @property
    def id(self) -> str:
        """A short text that tells these weights from others."""
        return blake2b(repr(self).encode(), digest_size=3).hexdigest()


USUAL: Final = Weights()
"""The default weights."""
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
    first_boat=0.0,
    boat=1.5,
    step=0.3,
    upgrade=0.9,
    fresh=0.0,
    store=1.0,
    fits=0.5,
    better_store=1.5,
    stored=0.0,
    spare=0.0,
    breed=0.0,
    far=1.0,
    hauled=(0.0, 0.0, 0.0, 0.0),
    plan=(0.0, 0.0, 0.0, 0.0),
    offered=4.0,
)
"""The weights of the first steward, before tuning; kept for comparison."""
SECOND: Final = evolve(USUAL, first_boat=0.0)
"""The tuned weights, before a turn-order tile was worth more than its points in winter.

The learned value was fitted to games of stewards with these weights, so searches and reviews still use them.
"""

"""`Rules`: the options that a game is played with."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from keyflower.kernel import BasePool
from tinytowns.pieces import CUBES

MOST_PLAYERS: Final = 6
"""There are six boards."""
RESOURCE_CARDS: Final = BasePool.of(dict.fromkeys(CUBES, 3))
"""The resource cards, for the town hall and for a game alone."""
DISCARDED: Final = 5
"""How many of them are discarded unseen with each shuffle in the town hall."""
OPEN_CARDS: Final = 3
"""How many lie open in a solo game."""
CAVERN: Final = 2
"""How many cubes may be set aside in a game."""
WAREHOUSE: Final = 3
"""How many cubes a Warehouse holds."""


@frozen
class Rules:
    """The options of one game."""

    buildings: tuple[str, ...] = ()
    """The cards chosen for all, one of each type; none: they are drawn."""
    monuments: bool = True
    """Whether everybody gets a secret monument."""
    cavern: bool = False
    """Whether two resources may be set aside."""
    town_hall: bool = False
    """Whether cards name the resources instead of Master Builders."""
    first: int | None = None
    """The first Master Builder; `None`: drawn."""

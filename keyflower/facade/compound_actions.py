"""Compound actions: several steps of one seat in one value, played one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field

from keyflower.kernel.actions import Action
from keyflower.kernel.values import frozen
from keyflower.model.actions import Done, Move, Place, Upgrade


def _moves(given: Iterable[Move]) -> tuple[Move, ...]:
    return tuple(given)


def _upgrades(given: Iterable[Upgrade]) -> tuple[Upgrade, ...]:
    return tuple(given)


def _places(given: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(given)


@frozen
class Transport:
    """All moves and upgrades of one transport action, in order, and nothing after them.

    >>> Transport(moves=[("iron", "miner", "home_1")]).steps()
    (('iron', 'miner', 'home_1'), Done())
    """

    moves: tuple[Move, ...] = field(default=(), converter=_moves)
    """The moves."""
    upgrades: tuple[Upgrade, ...] = field(default=(), converter=_upgrades)
    """The upgrades."""

    def steps(self) -> tuple[Action, ...]:
        """Return the single actions it stands for.

        >>> [str(step) for step in Transport(moves=[("iron", "miner", "home_1")]).steps()]
        ["('iron', 'miner', 'home_1')", 'done']
        """
        return (*self.moves, *self.upgrades, Done())


@frozen
class Build:
    """All tiles a seat lays at the end of a season, in order.

    >>> [str(step) for step in Build([("inn", (1, 0), 2)]).steps()]
    ["('inn', (1, 0), 2)"]
    """

    places: tuple[Place, ...] = field(default=(), converter=_places)
    """Where each tile goes."""

    def steps(self) -> tuple[Action, ...]:
        """Return the single actions it stands for.

        >>> len(Build([("inn", (1, 0), 2)]).steps())
        1
        """
        return self.places

"""`Count`: a town as it is counted."""

from __future__ import annotations

from attrs import frozen

from tinytowns.town import Town


@frozen
class Count:
    """A town as it is counted: what scoring terms look at."""

    town: Town
    """The town."""
    types: str
    """The type on each square, a dot where there is no building; a castle that counts as cottages is one."""
    castle: int = -1
    """The square of that castle, or -1."""
    fed: frozenset[int] = frozenset()
    """The squares that are fed."""
    unfed: int = 0
    """What an unfed cottage is worth."""
    neighbour: Town | None = None
    """The town of the right neighbour, if there is one."""
    recorded: int = 0
    """How many buildings stood when the monument was built, itself included."""
    place: int = 1
    """At which place the town was completed."""

    def weight(self, square: int) -> int:
        """Return as how many cottages the building on a square counts."""
        return 2 if square == self.castle else int(self.types[square] == "C")

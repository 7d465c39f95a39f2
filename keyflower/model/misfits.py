"""`Misfit`: the exact reason why a tile cannot be laid somewhere."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from keyflower.vocabulary.hexes import COMPASS, Cell
from keyflower.vocabulary.types import FIELD, ROAD, WATER

_WORDS: Final = {ROAD: "road", FIELD: "field", WATER: "water"}


@frozen
class Clash:
    """A shared edge that does not match."""

    direction: int
    """The direction from the new tile."""
    ours: str
    """The edge of the new tile."""
    theirs: str
    """The edge of the tile that lies there."""
    tile: str
    """The name of the tile that lies there."""

    def __str__(self) -> str:
        ours, theirs = (_WORDS.get(edge, edge) for edge in (self.ours, self.theirs))
        return f"{ours} would meet {theirs} of {self.tile} ({COMPASS[self.direction]})"


@frozen
class Misfit:
    """Why a tile cannot be laid at a place (rules 4.4)."""

    reason: str
    """``rotation``, ``occupied``, ``apart`` (no tile shares an edge) or ``clash``."""
    cell: Cell
    """The cell that was asked for."""
    rotation: int
    """The rotation that was asked for."""
    tile: str = ""
    """The tile that lies there already, when the cell is occupied."""
    clashes: tuple[Clash, ...] = ()
    """Every shared edge that does not match, clockwise from the top."""

    def __str__(self) -> str:
        match self.reason:
            case "rotation":
                return f"there is no rotation {self.rotation}: rotations are 0 to 5"
            case "occupied":
                return f"{self.tile} already lies at {self.cell}"
            case "apart":
                return f"no tile of the village shares an edge with {self.cell}"
            case _:
                return "edges do not match: " + ", ".join(str(clash) for clash in self.clashes)

"""`Misfit`: the exact reason why a tile cannot be laid somewhere."""

from __future__ import annotations

from typing import Final

from keyflower.kernel.text import Message, listed, name, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import FIELD, ROAD, WATER
from keyflower.model.hexes import COMPASS, Cell

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

    def words(self) -> Message:
        """Return the clash as words."""
        return phrase(
            "{ours} would meet {theirs} of {tile} ({direction})",
            ours=name("edge", _WORDS.get(self.ours, self.ours)),
            theirs=name("edge", _WORDS.get(self.theirs, self.theirs)),
            tile=name("tile", self.tile),
            direction=name("direction", COMPASS[self.direction]),
        )

    def __str__(self) -> str:
        return str(self.words())


@frozen
class Misfit:
    """Why a tile cannot be laid at a place (rules 4.4)."""

    reason: str
    """``rotation``, ``occupied``, ``apart`` (no tile shares an edge) or ``clash``."""
    cell: Cell
    """The cell in question."""
    rotation: int
    """The rotation in question."""
    tile: str = ""
    """The tile that lies there already, when the cell is occupied."""
    clashes: tuple[Clash, ...] = ()
    """Every shared edge that does not match, clockwise from the top."""

    def words(self) -> Message:
        """Return the reason as words."""
        match self.reason:
            case "rotation":
                return phrase("there is no rotation {rotation}: rotations are 0 to 5", rotation=self.rotation)
            case "occupied":
                tile = name("tile", self.tile)
                return phrase("{tile} already lies at {cell}", tile=tile, cell=str(self.cell))
            case "apart":
                return phrase("no tile of the village shares an edge with {cell}", cell=str(self.cell))
            case _:
                clashes = listed([clash.words() for clash in self.clashes])
                return phrase("edges do not match: {clashes}", clashes=clashes)

    def __str__(self) -> str:
        return str(self.words())

"""What The Merchants score at the end: contracts, extensions, upgraded tiles, upgrade icons (merchants 9)."""

from __future__ import annotations

from attrs import frozen

from keyflower.expansions.merchants.cabins import cabins_on
from keyflower.expansions.merchants.compiled import FILLED
from keyflower.expansions.merchants.extensions import Extensions, extension_sites
from keyflower.expansions.merchants.goods import CABIN, CONTRACT, EXTENSION, EXTENSION_OF
from keyflower.extend import (
    BACK,
    CARD_FILLED,
    CARD_UNFILLED,
    DOUBLED,
    FREE_ADD_ON,
    PER_ADD_ON,
    PER_UPGRADE,
    PER_UPGRADED_TILE,
    PER_WINTER_TILE,
    AnyOf,
    Compiled,
    Count,
    Drawing,
    Measure,
    Noted,
    On,
    Pays,
    Piece,
    Row,
    Season,
    Sign,
    TileKind,
    phrase,
    phrases,
    some_of,
    tile_name,
)


@frozen
class FilledContracts:
    """A filled contract pays more than it usually does."""

    points: int
    """What each of them pays."""

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(CARD_FILLED, points=self.points)

    @property
    def look(self) -> Drawing:
        """A contract, and the points."""
        return Noted(Pays(AnyOf(CONTRACT), self.points), phrase("each filled one"))

    def words(self) -> str:
        """Return the text of the tile."""
        gaps = {"points": some_of("point", self.points), "usual": FILLED}
        return phrase("{points} instead of {usual} per filled contract", **gaps)


@frozen
class UnfilledContracts:
    """A contract that is not filled pays something."""

    points: int
    """What each of them pays."""

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(CARD_UNFILLED, points=self.points)

    @property
    def look(self) -> Drawing:
        """A contract, and the points."""
        return Noted(Pays(AnyOf(CONTRACT), self.points), phrase("each unfilled one"))

    def words(self) -> str:
        """Return the text of the tile."""
        return phrase("{points} per contract that is not filled", points=some_of("point", self.points))


def worth(count: Count) -> tuple[int, int]:
    """Return what a filled contract pays in a village, and what one pays that is not filled."""
    filled, unfilled = FILLED, 0
    for placed, spot in count.village:
        for term in count.ruleset.face(placed.name, spot.side).scores:
            if isinstance(term, FilledContracts):
                filled = max(filled, term.points)
            elif isinstance(term, UnfilledContracts):
                unfilled += term.points
    return filled, unfilled


@frozen
class PerUpgradedTile(Measure):
    """Points for every tile of the village that lies upgraded."""

    points: int

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(PER_UPGRADED_TILE, points=self.points)

    @property
    def look(self) -> Drawing:
        """An upgraded tile, and the points."""
        return Pays(Sign.UPGRADED, self.points)

    def words(self) -> str:
        """Return the term as words."""
        return phrase("{points} per upgraded tile in the village", points=some_of("point", self.points))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count home, spring, summer and autumn tiles; side b of a summer boat is not upgraded (merchants 9.3)."""
        tiles = count.ruleset.tiles
        number = len(
            [1 for placed, spot in count.village if spot.side == BACK and tiles[placed.name].upgradable]
        )
        return self.points * number, phrases("{number} upgraded tile", "{number} upgraded tiles", number)


@frozen
class PerExtension(Measure):
    """Points for every extension in the village."""

    points: int

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(PER_ADD_ON, points=self.points)

    @property
    def look(self) -> Drawing:
        """An extension, and the points."""
        return Pays(AnyOf(EXTENSION), self.points)

    def words(self) -> str:
        """Return the term as words."""
        return phrase("{points} per extension in the village", points=some_of("point", self.points))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the extensions; a free one is counted with the boat that gives it."""
        number = len(count.village.place(Extensions).on)
        return self.points * number, phrases("{number} extension", "{number} extensions", number)


@frozen
class PerWinterTile(Measure):
    """Points for every winter village tile in the village."""

    points: int

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(PER_WINTER_TILE, points=self.points)

    @property
    def look(self) -> Drawing:
        """A winter tile, and the points."""
        return Pays(Sign.WINTER, self.points)

    def words(self) -> str:
        """Return the term as words."""
        return phrase("{points} per winter tile in the village", points=some_of("point", self.points))

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the winter tiles of all expansions, but neither boats nor turn-order tiles."""
        tiles = [count.ruleset.tiles[name] for name in count.village.names]
        number = len([1 for one in tiles if one.season is Season.WINTER and one.kind is TileKind.VILLAGE])
        return self.points * number, phrases("{number} winter tile", "{number} winter tiles", number)


@frozen
class PerUpgrade(Measure):
    """Points for every upgrade icon: those printed on the sides that lie up, and one for each cabin."""

    points: int

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(PER_UPGRADE, points=self.points)

    @property
    def look(self) -> Drawing:
        """The sign of upgrades or a cabin, and the points."""
        return Pays(Row((Sign.UPGRADE, Piece(CABIN)), between="/"), self.points)

    def words(self) -> str:
        """Return the term as words."""
        points = some_of("point", self.points)
        return phrase("{points} per upgrade printed in the village and per cabin", points=points)

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Add up the numbers that lie up; they count twice if the owner's upgrades do (merchants 7.4)."""
        number = 0
        for placed, spot in count.village:
            number += count.ruleset.face(placed.name, spot.side).upgrades
            number += cabins_on(count.village, placed.name)
        if DOUBLED in count.seat.powers:
            return self.points * number * 2, phrase("upgrades and cabins: {number}, doubled", number=number)
        return self.points * number, phrase("upgrades and cabins: {number}", number=number)


@frozen
class FreeExtension(Measure):
    """One extension is put up for free before scoring; it is counted and no piece moves (merchants 9.4)."""

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(FREE_ADD_ON)

    @property
    def look(self) -> Drawing:
        """An extension on a tile."""
        return Noted(On("tile", AnyOf(EXTENSION)), phrase("free before scoring"))

    def words(self) -> str:
        """Return the term as words."""
        return phrase("one upgraded tile gets an extension for free before scoring")

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Find the tile that gains most: its printed points again, and what extensions pay."""
        ruleset, village = count.ruleset, count.village
        each = sum(
            term.points
            for placed, spot in village
            for term in ruleset.face(placed.name, spot.side).scores
            if isinstance(term, PerExtension)
        )
        sites = [name for _, name in extension_sites(ruleset, village)]
        if not sites or not any(count.supply[extension] for extension in EXTENSION_OF):
            return 0, phrase("no tile can get an extension")
        best = max(sites, key=lambda name: ruleset.face(name, BACK).points)
        return ruleset.face(best, BACK).points + each, phrase("extension on {tile}", tile=tile_name(best))

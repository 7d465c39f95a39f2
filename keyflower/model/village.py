"""`Village`: a layout together with what lies on it: sides, goods, the season's uses, places of expansions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from attrs import field

from keyflower.kernel.errors import SetupError
from keyflower.kernel.fields import covered, open_
from keyflower.kernel.text import Spoken
from keyflower.kernel.values import frozen
from keyflower.model.display import Pictured
from keyflower.model.enums import BACK, FRONT, USE_CAP
from keyflower.model.layout import Layout, Placed
from keyflower.model.pastures import Pasture
from keyflower.model.places import OwnPlace, OwnPlaceT, place_in, with_place
from keyflower.model.pool import EMPTY, Pool

if TYPE_CHECKING:
    from keyflower.engine.score_sheet import ScoreSheet
    from keyflower.extend.expansion import Expansion
    from keyflower.extend.ruleset import Ruleset


@frozen
class PastUse:
    """One use of a tile this season.

    >>> PastUse(Pool.of(red=2)).size
    2
    """

    workers: Pool = open_()
    """All workers placed for it."""
    lying: Pool = open_(default=EMPTY, pieces=False)
    """The part of them that lies and does not lock the tile's colour (boat 4b)."""
    seat: int = open_(default=-1)
    """Whose use it was; -1 if it does not matter."""

    @property
    def size(self) -> int:
        """How many workers were placed, lying ones included.

        >>> PastUse(Pool.of(red=2)).size
        2
        """
        return self.workers.total

    @property
    def standing(self) -> Pool:
        """The workers that stand.

        >>> PastUse(Pool.of(red=2, blue=1), Pool.of(blue=1)).standing
        Pool.of(red=2)
        """
        return self.workers - self.lying if self.lying.total else self.workers


def lock_of(uses: tuple[PastUse, ...]) -> str | None:
    """Return the colour of the workers that stand on a tile, or None if none do (rules 2.4)."""
    for use in uses:
        standing = use.standing.pieces if use.lying.total else use.workers.pieces
        if standing:
            return standing[0]
    return None


def room_after(uses: tuple[PastUse, ...]) -> tuple[int, int]:
    """Return the fewest and the most workers that the next use can have (rules 2.6.2, 2.6.3)."""
    if not uses:
        return 1, USE_CAP
    last = uses[-1].workers.total
    return last + 1, USE_CAP - (last if len(uses) == 1 else sum([use.workers.total for use in uses]))


@frozen
class Spot:
    """What is on a laid tile, and which side of it is up.

    >>> village.spot("miner").goods, village.spot("miner").side
    (Pool.of(iron=2), 0)
    """

    side: int = open_(default=FRONT)
    """The side that is up: `FRONT` or `BACK`."""
    goods: Pool = open_(default=EMPTY)
    """The goods on it."""
    uses: tuple[PastUse, ...] = open_(default=())
    """This season's uses, in order."""


_BARE: Final = {FRONT: Spot(FRONT), BACK: Spot(BACK)}
"""A tile with nothing on it, by the side that lies up: shared between all villages."""


@frozen(cache_hash=True, repr=False)
class Village(Pictured):
    """The village of one player.

    Every change returns a new village; the geometry is shared through `layout`.

    >>> village = Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))
    >>> village = village.laying(Placed("miner", (0, 1), 0, "RFFRRR", "village"))
    >>> village.with_goods("miner", Pool.of(wood=2)).goods
    Pool.of(wood=2)
    """

    layout: Layout = open_()
    """The tiles as they lie, with roads, water and pastures."""
    spots: tuple[Spot, ...] = open_()
    """What is on each tile, in the order of ``layout.tiles``."""
    places: tuple[OwnPlace, ...] = open_(default=())
    """Places in the village that expansions have added, sorted by tag; empty ones are left out."""
    _usable: Any = field(
        default=None, init=False, eq=False, repr=False
    )  # Any: what the engine keeps here, see engine/options

    def __repr__(self) -> str:
        """Return the hexes as text, so that a printed village looks like one."""
        return str(self)

    @staticmethod
    def empty() -> Village:
        """Return the village without any tile, as it is before a seat is dealt a home.

        >>> len(Village.empty().names)
        0
        """
        return Village(Layout(()), ())

    @staticmethod
    def founded(home: Placed, *, side: int = FRONT) -> Village:
        """Return the village that consists of a home.

        >>> Village.founded(village.layout.tiles[0]).names
        ('home_1',)
        """
        return Village(Layout((home,)), (Spot(side),))

    def svg(self, *, title: str | None = None, language: Spoken = "en") -> str:
        """Return a picture of the village, with its texts in a language; needs the extra ``svg``.

        >>> village.svg()[:4]
        '<svg'
        """
        return str(import_module("keyflower.render").village_svg(self, title=title, language=language))

    def score(
        self,
        *,
        workers: Pool | str = EMPTY,
        skills: Pool | str = EMPTY,
        stock: Pool | str = EMPTY,
        places: Iterable[OwnPlace] = (),
        start: bool = False,
        supply: Pool | str | None = None,
        expansions: Iterable[str | Expansion] | None = None,
        ruleset: Ruleset | None = None,
    ) -> ScoreSheet:
        """Return what the village would score at the end of a game, together with its owner's other pieces.

        Args:
            workers: the owner's workers, as a pool or as text.
            skills: the owner's skill tokens.
            stock: other goods that are kept behind the screen.
            places: the owner's places that expansions have added, such as contracts.
            start: whether the owner has the purple worker, which may count as any one piece.
            supply: what is left in the supply; by default, as if nobody else had taken anything.
            expansions: the expansions to score it with, as for `Game.new`. By default, as few built-in ones
                as its tiles and pieces need.
            ruleset: a ruleset instead of expansions, for your own printed numbers or tiles.

        Raises:
            SetupError: if no known rules include its tiles and pieces, or it contradicts the given rules.
            HiddenInformation: if the points depend on pieces that are not known.

        >>> village.score().total, village.with_goods("miner", Pool.of(gold=3)).score().total
        (0, 3)
        """
        sheet: ScoreSheet = import_module("keyflower.facade.village_score").score_village(
            self,
            workers=workers,
            skills=skills,
            stock=stock,
            places=places,
            start=start,
            supply=supply,
            expansions=expansions,
            ruleset=ruleset,
        )
        return sheet

    # ------------------------------------------------------------------ reading

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tiles in the order they were laid.

        >>> village.names
        ('home_1', 'miner')
        """
        return tuple(self.layout.index)

    def __contains__(self, name: object) -> bool:
        """Return whether a tile of this name lies here."""
        return name in self.layout.index

    def __len__(self) -> int:
        """Return how many tiles lie here."""
        return len(self.spots)

    def __iter__(self) -> Iterator[tuple[Placed, Spot]]:
        """Iterate the tiles with what lies on them, in the order they were laid."""
        return zip(self.layout.tiles, self.spots, strict=True)

    def spot(self, name: str) -> Spot:
        """Return what is on a tile.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> village.spot("miner").goods
        Pool.of(iron=2)
        """
        return self.spots[self.layout.position(name)]

    @property
    def pastures(self) -> tuple[Pasture, ...]:
        """The pastures, ordered by their earliest regions.

        >>> len(village.pastures)
        7
        """
        return self.layout.pastures

    def place(self, kind: type[OwnPlaceT]) -> OwnPlaceT:
        """Return a place that an expansion has added.

        >>> from attrs import frozen
        >>> from keyflower.extend import OwnPlace
        >>> @frozen
        ... class Shed(OwnPlace):
        ...     tag = "example.shed"
        ...     boxes: int = 0
        >>> village.with_place(Shed(3)).place(Shed).boxes
        3
        """
        return place_in(self.places, kind)

    def lock(self, place: int) -> str | None:
        """Return the colour that workers on the tile at a position of the layout must have, or `None` (rules 2.4).

        >>> village.lock(0)
        """
        if self.places:
            tile = self.layout.tiles[place].name
            for own in self.places:
                colour = own.lock(tile)
                if colour is not None:
                    return colour
        uses = self.spots[place].uses
        return lock_of(uses) if uses else None

    @property
    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """The pieces in the places of expansions: the name of a tile or the id of a pasture, and the pieces there.

        >>> village.lying
        ()
        """
        return tuple([found for place in self.places for found in place.lying()])

    @property
    def on_pastures(self) -> tuple[tuple[str, Pool], ...]:
        """The part of `lying` that is on pastures: the id of a pasture, and the pieces there.

        >>> village.on_pastures
        ()
        """
        return tuple([found for place in self.places if place.on_pastures for found in place.lying()])

    @property
    def goods(self) -> Pool:
        """All goods on all tiles.

        >>> village.goods
        Pool.of(iron=2)
        """
        return sum((spot.goods for spot in self.spots), EMPTY)

    # ------------------------------------------------------------------ changing

    def with_spot(self, name: str, spot: Spot) -> Village:
        """Return the village with the contents of a tile replaced.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> from keyflower import Spot
        >>> village.with_spot("miner", Spot()).goods
        Pool.of()
        """
        return self._changed(self.layout.position(name), spot)

    def _changed(self, place: int, spot: Spot) -> Village:
        spots = list(self.spots)
        spots[place] = spot
        return Village(self.layout, tuple(spots), self.places)

    def with_use(self, name: str, use: PastUse) -> Village:
        """Return the village with one more use of a tile.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> from keyflower import Pool
        >>> from keyflower import PastUse
        >>> village.with_use("miner", PastUse(Pool.of(red=2))).lock(1)
        'red'
        """
        place = self.layout.position(name)
        spot = self.spots[place]
        return self._changed(place, Spot(spot.side, spot.goods, (*spot.uses, use)))

    def with_goods(self, name: str, goods: Pool) -> Village:
        """Return the village with exactly these goods on a tile.

        Raises:
            UnknownName: if there is no tile of this name here.

        >>> from keyflower import Pool
        >>> village.with_goods("home_1", Pool.of(gold=1)).goods
        Pool.of(gold=1, iron=2)
        """
        place = self.layout.position(name)
        spot = self.spots[place]
        changed = self._changed(place, Spot(spot.side, goods, spot.uses))
        object.__setattr__(changed, "_usable", self._usable)  # goods do not change which tiles can be used
        return changed

    def with_place(self, place: OwnPlace) -> Village:
        """Return the village with a place of an expansion set or replaced.

        Raises:
            SetupError: if the place has hidden fields: everybody sees into a village.

        >>> from attrs import frozen
        >>> from keyflower.extend import OwnPlace
        >>> @frozen
        ... class Shed(OwnPlace):
        ...     tag = "example.shed"
        ...     boxes: int = 0
        >>> village.with_place(Shed(3)).place(Shed).boxes
        3
        """
        if covered(type(place)):
            raise SetupError(
                f"{type(place).__name__} has hidden fields, and everybody sees into a village: keep it at the seat"
            )
        return Village(self.layout, self.spots, with_place(self.places, place))

    def laying(self, placed: Placed, *, side: int = FRONT) -> Village:
        """Return the village with one more tile; places of expansions are updated.

        Raises:
            ValueError: if the cell is occupied or the name is taken.

        >>> from keyflower import Placed
        >>> village.laying(Placed("inn", (1, 0), 0, "FFFFFF", "village")).names
        ('home_1', 'miner', 'inn')
        """
        layout = self.layout.adding(placed)
        spots = (*self.spots, _BARE.get(side) or Spot(side))
        return Village(layout, spots, tuple([place.relaid(layout) for place in self.places]))

    def without_uses(self) -> Village:
        """Return the village without this season's uses, so that every tile is free again.

        >>> village.without_uses() == village
        True
        """
        if not any(spot.uses for spot in self.spots):
            return self
        spots = tuple([Spot(spot.side, spot.goods) if spot.uses else spot for spot in self.spots])
        return Village(self.layout, spots, self.places)

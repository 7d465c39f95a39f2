"""`Village`: a layout together with what lies on it: sides, goods, the season's uses, and herds."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, TypeAlias

from attrs import field

from keyflower.model.layout import Layout, Placed
from keyflower.model.pastures import Pasture
from keyflower.vocabulary.errors import UnknownName, suggest
from keyflower.vocabulary.pictures import Pictured
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import BACK, FRONT, USE_CAP
from keyflower.vocabulary.values import frozen

Herd: TypeAlias = tuple[str, Pool]
"""The animals on a pasture: its id and what is there."""


@frozen
class Use:
    """One use of a tile this season."""

    workers: Pool
    """All workers placed for it."""
    lying: Pool = EMPTY
    """The part of them that lies and does not lock the tile's colour (boat 4b)."""
    seat: int = -1
    """Whose use it was; -1 when it does not matter."""

    @property
    def size(self) -> int:
        """How many workers were placed, lying ones included."""
        return self.workers.total

    @property
    def standing(self) -> Pool:
        """The workers that stand."""
        return self.workers - self.lying if self.lying.total else self.workers


def lock_of(uses: tuple[Use, ...]) -> str | None:
    """Return the colour of the standing use workers, or None if none stand (rules 2.4)."""
    for use in uses:
        standing = use.standing.pieces if use.lying.total else use.workers.pieces
        if standing:
            return standing[0]
    return None


def room_after(uses: tuple[Use, ...]) -> tuple[int, int]:
    """Return how many workers the next use needs at least, and how many still have room (rules 2.6.2, 2.6.3)."""
    if not uses:
        return 1, USE_CAP
    last = uses[-1].workers.total
    return last + 1, USE_CAP - (last if len(uses) == 1 else sum([use.workers.total for use in uses]))


@frozen
class Spot:
    """What lies on a laid tile, and which side of it lies up."""

    side: int = FRONT
    """The side that lies up: `FRONT` or `BACK`."""
    goods: Pool = EMPTY
    """The goods on it."""
    uses: tuple[Use, ...] = ()
    """This season's uses, in order."""


_BARE: Final = {FRONT: Spot(FRONT), BACK: Spot(BACK)}
"""A tile with nothing on it, by the side that lies up: shared between all villages."""


@frozen(cache_hash=True)
class Village(Pictured):
    """The village of one player.

    Every change returns a new village; the geometry is shared through `layout`.

    >>> village = Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))
    >>> village = village.laying(Placed("miner", (0, 1), 0, "RFFRRR", "village"))
    >>> village.with_goods("miner", Pool.of(wood=2)).goods
    Pool.of(wood=2)
    """

    layout: Layout
    """The tiles as they lie, with roads, water and pastures."""
    spots: tuple[Spot, ...]
    """What lies on each tile, in the order of ``layout.tiles``."""
    herds: tuple[Herd, ...] = ()
    """The animals by the id of their pasture, in the order of the pastures; no empty herd."""
    _menu: Any = field(default=None, init=False, eq=False, repr=False)  # Any: the engine's, unknown down here

    @staticmethod
    def empty() -> Village:
        """Return the village without any tile: what a seat has before it is dealt a home."""
        return Village(Layout(()), ())

    @staticmethod
    def founded(home: Placed, *, side: int = FRONT) -> Village:
        """Return the village that consists of a home."""
        return Village(Layout((home,)), (Spot(side),))

    def svg(self, *, title: str | None = None) -> str:
        """Return a picture of the village; needs the extra ``svg``."""
        return str(import_module("keyflower.render").village_svg(self, title=title))

    # ------------------------------------------------------------------ reading

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tiles in the order they were laid."""
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
        """Return what lies on a tile.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        return self.spots[self.layout.position(name)]

    @property
    def pastures(self) -> tuple[Pasture, ...]:
        """The pastures, ordered by their earliest regions."""
        return self.layout.pastures

    def herd(self, pasture_id: str) -> Pool:
        """Return the animals on a pasture, named by its id or the label of any of its regions.

        Raises:
            UnknownName: if there is no such pasture.
        """
        wanted = self._pasture(pasture_id).id
        for known, animals in self.herds:
            if known == wanted:
                return animals
        return EMPTY

    @property
    def goods(self) -> Pool:
        """All goods on all tiles."""
        return sum((spot.goods for spot in self.spots), EMPTY)

    @property
    def animals(self) -> Pool:
        """All animals on all pastures."""
        return sum((animals for _, animals in self.herds), EMPTY)

    def _pasture(self, label: str) -> Pasture:
        pasture = self.layout.pasture(label)
        if pasture is None:
            known = [known.id for known in self.layout.pastures]
            raise UnknownName(f"no pasture {label!r} in this village{suggest(label, known)}")
        return pasture

    # ------------------------------------------------------------------ changing

    def with_spot(self, name: str, spot: Spot) -> Village:
        """Return the village with something else lying on a tile.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        return self._changed(self.layout.position(name), spot)

    def _changed(self, place: int, spot: Spot) -> Village:
        spots = list(self.spots)
        spots[place] = spot
        return Village(self.layout, tuple(spots), self.herds)

    def with_use(self, name: str, use: Use) -> Village:
        """Return the village with one more use of a tile.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        place = self.layout.position(name)
        spot = self.spots[place]
        return self._changed(place, Spot(spot.side, spot.goods, (*spot.uses, use)))

    def with_goods(self, name: str, goods: Pool) -> Village:
        """Return the village with exactly these goods on a tile.

        Raises:
            UnknownName: if no tile of this name lies here.
        """
        place = self.layout.position(name)
        spot = self.spots[place]
        changed = self._changed(place, Spot(spot.side, goods, spot.uses))
        object.__setattr__(changed, "_menu", self._menu)  # goods do not change which tiles can be used
        return changed

    def with_herd(self, pasture_id: str, animals: Pool) -> Village:
        """Return the village with exactly these animals on a pasture.

        Raises:
            UnknownName: if there is no such pasture.
        """
        herds = {herd[0]: herd for herd in self.herds}
        wanted = self._pasture(pasture_id).id
        herds[wanted] = (wanted, animals)
        return Village(self.layout, self.spots, _ordered(self.layout, herds))

    def laying(self, placed: Placed, *, side: int = FRONT) -> Village:
        """Return the village with one more tile; herds whose pastures it joins come together.

        Raises:
            ValueError: if the cell is occupied or the name is taken.
        """
        layout = self.layout.adding(placed)
        spots = (*self.spots, _BARE.get(side) or Spot(side))
        if not self.herds:
            return Village(layout, spots)
        herds: dict[str, Herd] = {}
        for herd in self.herds:
            pasture = layout.pasture(herd[0])
            assert pasture is not None, f"a herd stands on {herd[0]}, which is no pasture"
            if pasture.id in herds:
                herds[pasture.id] = (pasture.id, herds[pasture.id][1] + herd[1])
            else:
                herds[pasture.id] = herd if pasture.id == herd[0] else (pasture.id, herd[1])
        return Village(layout, spots, _ordered(layout, herds))

    def without_uses(self) -> Village:
        """Return the village without the season's uses: every tile free again."""
        if not any(spot.uses for spot in self.spots):
            return self
        spots = tuple([Spot(spot.side, spot.goods) if spot.uses else spot for spot in self.spots])
        return Village(self.layout, spots, self.herds)


def _ordered(layout: Layout, herds: dict[str, Herd]) -> tuple[Herd, ...]:
    """Return herds, given by pasture, in the order of their pastures and without empty ones."""
    if not herds:
        return ()
    found = [herds[pasture.id] for pasture in layout.pastures if pasture.id in herds]
    return tuple([herd for herd in found if herd[1]])

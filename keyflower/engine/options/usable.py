"""Which tiles can be used now, and within which limits: the same for every seat.

The answer for a lot or a village is kept with it, because most of them do not change in a step.
"""

from __future__ import annotations

from typing import TypeAlias

from keyflower.engine import prepared
from keyflower.engine.options.prices import Price, price_of
from keyflower.engine.prepared import TileUses
from keyflower.extend.costs import Cost
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.values import frozen
from keyflower.model.enums import BACK, FRONT, USE_CAP, WINTER
from keyflower.model.lots import Lot
from keyflower.model.state import AnyState
from keyflower.model.village import Village, room_after

Priced: TypeAlias = tuple[TileUses, Price]
"""The uses of a tile, and what each of them costs."""
Untouched: TypeAlias = tuple[TileUses, Price | None] | None
"""The uses of one side of a tile that nobody has touched, and what they cost; `None` if it cannot be used."""


@frozen(eq=False, weakref_slot=False)
class Usable:
    """What can be used of a lot or a village."""

    ruleset: Ruleset
    """The rules it was worked out for."""
    free: tuple[TileUses, ...] = ()
    """The tiles whose use costs nothing."""
    priced: tuple[Priced, ...] = ()
    """The tiles whose use costs something."""


def usable_tiles(ruleset: Ruleset, state: AnyState) -> tuple[list[TileUses], list[Priced]]:
    """Return the tiles of the auction and of all villages that can be used: free ones, and those with a price."""
    free: list[TileUses] = []
    priced: list[Priced] = []
    if state.season is not WINTER:
        for lot in state.lots:
            usable = lot._usable
            if usable is None or usable.ruleset is not ruleset:
                usable = _of_lot(ruleset, lot)
            free += usable.free
            priced += usable.priced
    for seat in state.seats:
        usable = seat.village._usable
        if usable is None or usable.ruleset is not ruleset:
            usable = _of_village(ruleset, seat.village)
        free += usable.free
        priced += usable.priced
    return free, priced


def _of_village(ruleset: Ruleset, village: Village) -> Usable:
    """Work out what can be used in a village, and keep it with the village."""
    free: list[TileUses] = []
    priced: list[Priced] = []
    untouched = _untouched_tiles(ruleset)
    for place, spot in enumerate(village.spots):
        placed = village.layout.tiles[place]
        found = untouched[placed.name][spot.side]
        if found is None:
            continue
        uses, price = found
        lock = village.lock(place)
        if spot.uses or lock is not None:
            least, most = room_after(spot.uses)
            if least > most:
                continue
            uses = prepared.tile_uses(placed.name, lock, least, most, touched=True)
        if price is None:
            free.append(uses)
        else:
            priced.append((uses, price))
    usable = Usable(ruleset, tuple(free), tuple(priced))
    object.__setattr__(village, "_usable", usable)
    return usable


def _of_lot(ruleset: Ruleset, lot: Lot) -> Usable:
    """Work out how a lot can be used, and keep it with the lot."""
    least, most = room_after(lot.uses)
    key = (lot.tile, lot.side, lot.lock, least, most, bool(lot.bids))
    usable = ruleset.remember(key, lambda: _lot_within(ruleset, lot, least, most))
    object.__setattr__(lot, "_usable", usable)
    return usable


def _lot_within(ruleset: Ruleset, lot: Lot, least: int, most: int) -> Usable:
    found = _untouched_tiles(ruleset)[lot.tile][lot.side]
    if found is None or least > most:
        return Usable(ruleset)
    uses, price = found
    if lot.bids or lot.uses:
        uses = prepared.tile_uses(lot.tile, lot.lock, least, most, touched=True)
    return Usable(ruleset, (uses,)) if price is None else Usable(ruleset, priced=((uses, price),))


def _untouched_tiles(ruleset: Ruleset) -> dict[str, tuple[Untouched, Untouched]]:
    """Return how the front and the back of every tile can be used; it follows from the rules alone."""
    prices: dict[Cost, Price] = {}
    return ruleset.remember(
        "untouched tiles",
        lambda: {
            name: (_untouched(ruleset, name, FRONT, prices), _untouched(ruleset, name, BACK, prices))
            for name in ruleset.tiles
        },
    )


def _untouched(ruleset: Ruleset, tile: str, side: int, prices: dict[Cost, Price]) -> Untouched:
    use = ruleset.face(tile, side).use
    if use is None:
        return None
    uses, cost = prepared.tile_uses(tile, None, 1, USE_CAP, touched=False), use.cost
    if cost is None:
        return uses, None
    if cost not in prices:
        prices[cost] = price_of(ruleset, cost)
    return uses, prices[cost]

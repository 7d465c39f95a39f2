"""Doors: how each tile on the table can be used now, the same for every seat.

What follows from a lot or a village is kept with it, because most of them do not change in a step.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from keyflower.engine import menus
from keyflower.engine.menus import Rows
from keyflower.engine.paying import Price, fitting
from keyflower.extend.costs import Cost
from keyflower.extend.ruleset import Ruleset
from keyflower.model.lots import Lot
from keyflower.model.state import Position
from keyflower.model.village import Village, lock_of, room_after
from keyflower.vocabulary.types import BACK, FRONT, USE_CAP, WINTER

Priced: TypeAlias = tuple[Rows, Price]
"""The uses of a tile, and what each of them costs."""
Fresh: TypeAlias = tuple[Rows, Price | None] | None
"""A side of a tile while nobody has touched it, and what its use costs; `None` if it cannot be used."""


@frozen(eq=False, weakref_slot=False)
class Menu:
    """What can be used of a lot or a village."""

    ruleset: Ruleset
    """The rules it was made for."""
    rows: tuple[Rows, ...] = ()
    """The tiles whose use costs nothing."""
    priced: tuple[Priced, ...] = ()
    """The tiles whose use costs something."""


def tiles_now(ruleset: Ruleset, state: Position) -> tuple[list[Rows], list[Priced]]:
    """Return the tiles of the auction and of all villages that can be used, free ones and others."""
    tiles: list[Rows] = []
    priced: list[Priced] = []
    if state.season is not WINTER:
        for lot in state.lots:
            menu = lot._menu
            if menu is None or menu.ruleset is not ruleset:
                menu = _lot_menu(ruleset, lot)
            tiles += menu.rows
            priced += menu.priced
    for seat in state.seats:
        menu = seat.village._menu
        if menu is None or menu.ruleset is not ruleset:
            menu = _village_menu(ruleset, seat.village)
        tiles += menu.rows
        priced += menu.priced
    return tiles, priced


def _village_menu(ruleset: Ruleset, village: Village) -> Menu:
    """Work out what can be used in a village, and keep it with the village."""
    rows: list[Rows] = []
    priced: list[Priced] = []
    fresh = _fresh_doors(ruleset)
    for placed, spot in zip(village.layout.tiles, village.spots):  # noqa: B905  # as long; strict costs time
        found = fresh[placed.name][spot.side]
        if found is None:
            continue
        way, price = found
        if spot.uses:
            least, most = room_after(spot.uses)
            if least > most:
                continue
            way = menus.rows(placed.name, lock_of(spot.uses), least, most, touched=True)
        if price is None:
            rows.append(way)
        else:
            priced.append((way, price))
    menu = Menu(ruleset, tuple(rows), tuple(priced))
    object.__setattr__(village, "_menu", menu)
    return menu


def _lot_menu(ruleset: Ruleset, lot: Lot) -> Menu:
    """Work out how a lot can be used, and keep it with the lot."""
    least, most = room_after(lot.uses)
    key = (lot.tile, lot.side, lot.lock, least, most, bool(lot.bids))
    menu = ruleset.remember(key, lambda: _made_lot_menu(ruleset, lot, least, most))
    object.__setattr__(lot, "_menu", menu)
    return menu


def _made_lot_menu(ruleset: Ruleset, lot: Lot, least: int, most: int) -> Menu:
    found = _fresh_doors(ruleset)[lot.tile][lot.side]
    if found is None or least > most:
        return Menu(ruleset)
    way, price = found
    if lot.bids or lot.uses:
        way = menus.rows(lot.tile, lot.lock, least, most, touched=True)
    return Menu(ruleset, (way,)) if price is None else Menu(ruleset, priced=((way, price),))


def _fresh_doors(ruleset: Ruleset) -> dict[str, tuple[Fresh, Fresh]]:
    """Return how the front and the back of every tile can be used; it follows from the rules alone."""
    prices: dict[Cost, Price] = {}
    return ruleset.remember(
        "doors",
        lambda: {
            name: (_fresh(ruleset, name, FRONT, prices), _fresh(ruleset, name, BACK, prices))
            for name in ruleset.tiles
        },
    )


def _fresh(ruleset: Ruleset, tile: str, side: int, prices: dict[Cost, Price]) -> Fresh:
    use = ruleset.face(tile, side).use
    if use is None:
        return None
    way, cost = menus.rows(tile, None, 1, USE_CAP, touched=False), use.cost
    if cost is None:
        return way, None
    if cost not in prices:
        pieces = fitting(ruleset, cost)
        only = pieces[0] if len(pieces) == 1 else ""
        prices[cost] = Price(cost, ruleset.goods[pieces[0]].kind, pieces, only)
    return way, prices[cost]

"""Options of using: every legal use of a turn, put together from ready-made pieces.

Whatever is offered here must agree with `using.refusals`, which decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, overload

from attrs import frozen

from keyflower.engine import menus
from keyflower.engine.menus import Door
from keyflower.engine.paying import Price, Purse, fitting, limits, payments
from keyflower.engine.sources import Funds, fundings, handfuls, mixed_fundings, subsets
from keyflower.engine.using import Site, lot_site, village_site
from keyflower.extend.costs import Cost
from keyflower.extend.powers import MIXED_USE
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import Table
from keyflower.model.actions import Use
from keyflower.model.lots import Lot
from keyflower.model.state import Position
from keyflower.model.village import Village, lock_of, used_total
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import BACK, COLOURS, FRONT, USE_CAP, Season

Fresh: TypeAlias = tuple[Door, Price | None] | None
"""A side of a tile while nobody has touched it, and what its use costs; `None` if it cannot be used."""


@frozen
class Menu:
    """What can be used of a lot or a village; kept with it, because most of them do not change in a step."""

    ruleset: Ruleset
    """The rules it was made for."""
    plain: tuple[Door, ...]
    """Tiles whose use costs nothing."""
    priced: tuple[tuple[Door, Price], ...]
    """Tiles whose use costs something."""


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
    door, cost = menus.door(tile, None, 1, USE_CAP, touched=False), use.cost
    if cost is None:
        return door, None
    if cost not in prices:
        pieces = fitting(ruleset, cost)
        only = pieces[0] if len(pieces) == 1 else ""
        prices[cost] = Price(cost, ruleset.goods[pieces[0]].kind, pieces, only)
    return door, prices[cost]


def _lot_menu(ruleset: Ruleset, lot: Lot) -> Menu:
    """Work out how a lot can be used, and keep it with the lot."""
    least = lot.uses[-1].workers.total + 1 if lot.uses else 1
    most = USE_CAP - used_total(lot.uses)
    key = (lot.tile, lot.side, lot.lock, least, most, bool(lot.bids))
    menu = ruleset.remember(key, lambda: _made_lot_menu(ruleset, lot, least, most))
    object.__setattr__(lot, "_menu", menu)
    return menu


def _made_lot_menu(ruleset: Ruleset, lot: Lot, least: int, most: int) -> Menu:
    found = _fresh_doors(ruleset)[lot.tile][lot.side]
    if found is None or least > most:
        return Menu(ruleset, (), ())
    door, price = found
    if lot.bids or lot.uses:
        door = menus.door(lot.tile, lot.lock, least, most, touched=True)
    return Menu(ruleset, (door,), ()) if price is None else Menu(ruleset, (), ((door, price),))


def _village_menu(ruleset: Ruleset, village: Village) -> Menu:
    """Work out what can be used in a village, and keep it with the village."""
    plain: list[Door] = []
    priced: list[tuple[Door, Price]] = []
    fresh = _fresh_doors(ruleset)
    for placed, spot in zip(village.layout.tiles, village.spots, strict=True):
        found = fresh[placed.name][spot.side]
        if found is None:
            continue
        door, price = found
        uses = spot.uses
        if uses:
            least, most = uses[-1].workers.total + 1, USE_CAP - used_total(uses)
            if least > most:
                continue
            door = menus.door(placed.name, lock_of(uses), least, most, touched=True)
        if price is None:
            plain.append(door)
        else:
            priced.append((door, price))
    menu = Menu(ruleset, tuple(plain), tuple(priced))
    object.__setattr__(village, "_menu", menu)
    return menu


def _menus_now(ruleset: Ruleset, state: Position) -> tuple[list[Door], list[tuple[Door, Price]]]:
    """Return the doors of the auction and of all villages, those that cost nothing and the others."""
    plain: list[Door] = []
    priced: list[tuple[Door, Price]] = []
    if state.season is not Season.WINTER:
        for lot in state.lots:
            menu = lot._menu
            if type(menu) is not Menu or menu.ruleset is not ruleset:
                menu = _lot_menu(ruleset, lot)
            plain += menu.plain
            priced += menu.priced
    for seat in state.seats:
        menu = seat.village._menu
        if type(menu) is not Menu or menu.ruleset is not ruleset:
            menu = _village_menu(ruleset, seat.village)
        plain += menu.plain
        priced += menu.priced
    return plain, priced


def offers(table: Table, seat: int, funds: Funds) -> list[Sequence[Use]]:  # must agree with using.refusals()
    """Return the legal uses in pieces.

    First those from the screen alone that cost nothing: by colour, then the auction, then each village. Then
    tiles whose use costs something, groups that join, and what the open hand or a power adds.
    """
    if funds.open:
        return [_any_way(table, seat, site, funds) for site in _sites(table.state)]
    plain, priced = _menus_now(table.ruleset, table.state)
    pieces: list[Sequence[Use]] = []
    if MIXED_USE in funds.seat.powers:
        pieces += _mixed(table, seat, funds, plain, priced)
        plain = [door for door in plain if not door.touched]
        priced = [pair for pair in priced if not pair[0].touched]
    red, blue, yellow, green = funds.caps
    if red:
        pieces += [door[0][red] for door in plain]
    if blue:
        pieces += [door[1][blue] for door in plain]
    if yellow:
        pieces += [door[2][yellow] for door in plain]
    if green:
        pieces += [door[3][green] for door in plain]
    for door, price in priced:
        if funds.groups:
            purse = Purse(funds, price)
            red, blue, yellow, green = [max(0, min(purse.limit(colour), USE_CAP)) for colour in COLOURS]
            pieces += _joined(door, funds, purse)
        else:
            red, blue, yellow, green = limits(funds, price)
        pieces += (door[0][red], door[1][blue], door[2][yellow], door[3][green])
    if funds.groups:
        for door in plain:
            pieces += _joined(door, funds, None)
    return pieces


def _joined(door: Door, funds: Funds, purse: Purse | None) -> Iterator[Sequence[Use]]:
    """Iterate the uses of a tile in which own groups take part."""
    lock, least, most = door.lock, door.least, door.most
    for colour, found in funds.subsets.items():
        if lock is not None and lock != colour:
            continue
        for size, tiles in found:
            hand = funds.have[colour] if purse is None else purse.limit(colour, tiles)
            stop = min(hand, most - size) + 1
            start = max(0, least - size)
            if start < stop:
                yield menus.joined_uses(door.tile, colour, tiles)[start:stop]


# ---------------------------------------------------------------------- any colours, open hands


class MixedUses(Sequence[Use]):
    """The uses of one tile with handfuls of any colours, each made when it is asked for."""

    __slots__ = ("groups", "handfuls", "tile")

    def __init__(self, tile: str, handfuls: Sequence[Pool], groups: tuple[str, ...]) -> None:
        """Offer the use of a tile with each of the handfuls, together with some groups."""
        self.tile = tile
        self.handfuls = handfuls
        self.groups = groups

    def __len__(self) -> int:
        """Return how many uses there are."""
        return len(self.handfuls)

    @overload
    def __getitem__(self, place: int) -> Use: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Use]: ...

    def __getitem__(self, place: int | slice) -> Use | Sequence[Use]:
        """Return the use at a place, or a run of them."""
        if isinstance(place, slice):
            return MixedUses(self.tile, self.handfuls[place], self.groups)
        return Use(self.tile, self.handfuls[place], EMPTY, self.groups)


def _mixed(
    table: Table, seat: int, funds: Funds, plain: list[Door], priced: list[tuple[Door, Price]]
) -> Iterator[Sequence[Use]]:
    """Iterate the uses of tiles that have workers, with any colours (rules 3.6, 4b)."""
    joins = list(subsets(funds.groups))
    for door in plain:
        if door.touched:
            for size, tiles in joins:
                hand = handfuls(funds.seat.workers, door.least - size, door.most - size)
                if hand:
                    yield MixedUses(door.tile, hand, tiles)
    for door, price in priced:
        if door.touched:
            ways = mixed_fundings(funds.seat, funds.groups, door.least, door.most)
            found = [Use(door.tile, *way) for way in ways]
            yield [use for use in found if payments(table, seat, price.cost, use)]


def _sites(state: Position) -> Iterator[Site]:
    if state.season is not Season.WINTER:
        for lot in state.lots:
            yield lot_site(lot)
    for number, seat in enumerate(state.seats):
        for tile in seat.village.names:
            yield village_site(seat.village, tile, number)


def _any_way(table: Table, seat: int, site: Site, funds: Funds) -> list[Use]:
    """Return the legal uses of one tile with an open hand, in the long way."""
    effect = table.ruleset.face(site.tile, site.side).use
    least, most = site.least, site.most
    if effect is None or least > most:
        return []
    own = funds.seat
    if site.touched and MIXED_USE in own.powers:
        found = [Use(site.tile, *way) for way in mixed_fundings(own, funds.groups, least, most)]
    else:
        found = []
        for colour in COLOURS if site.lock is None else (site.lock,):
            found += menus.uses(site.tile, colour)[least - 1 : min(funds.have[colour], most)]
            found += [Use(site.tile, *way) for way in fundings(own, funds.groups, colour, least, most)]
    if effect.cost is None:
        return found
    return [use for use in found if payments(table, seat, effect.cost, use)]

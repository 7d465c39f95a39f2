"""Options of using: every legal use of a turn, put together from ready-made pieces.

Whatever is offered here must agree with `using.refusals`, which decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from keyflower.engine import menus
from keyflower.engine.doors import Priced, tiles_now
from keyflower.engine.menus import Door, Rows
from keyflower.engine.paying import Purse, limits, payments
from keyflower.engine.sources import Funds, fundings, handfuls, mixed_fundings, subsets
from keyflower.engine.using import Site, lot_site, village_site
from keyflower.extend.goods import WORKER
from keyflower.extend.handlers import Table
from keyflower.extend.powers import MIXED_USE
from keyflower.model.actions import Use
from keyflower.model.state import Position
from keyflower.model.village import room_after
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import COLOURS, USE_CAP, WINTER


def offers(table: Table, seat: int, funds: Funds) -> list[Sequence[Use]]:  # must agree with using.refusals()
    """Return the legal uses in pieces.

    First those from the screen alone that cost nothing: by colour, then the auction, then each village. Then
    tiles whose use costs something, groups that join, and what the open hand or a power adds.
    """
    if funds.open:
        return [_any_way(table, seat, site, funds) for site in _sites(table.state)]
    tiles, priced = tiles_now(table.ruleset, table.state)
    pieces: list[Sequence[Use]] = []
    if MIXED_USE in funds.seat.powers:
        pieces += _mixed(table, seat, funds, tiles, priced)
        tiles = [rows for rows in tiles if not rows[4].touched]
        priced = [pair for pair in priced if not pair[0][4].touched]
    red, blue, yellow, green = funds.caps
    if red:
        pieces += [rows[0][red] for rows in tiles]
    if blue:
        pieces += [rows[1][blue] for rows in tiles]
    if yellow:
        pieces += [rows[2][yellow] for rows in tiles]
    if green:
        pieces += [rows[3][green] for rows in tiles]
    for rows, price in priced:
        if funds.groups:
            purse = Purse(funds, price)
            red, blue, yellow, green = [max(0, min(purse.limit(colour), USE_CAP)) for colour in COLOURS]
            pieces += _joined(rows[4], funds, purse)
        else:
            capped = limits(funds, price)
            if capped is None:
                continue
            red, blue, yellow, green = capped
        pieces += (rows[0][red], rows[1][blue], rows[2][yellow], rows[3][green])
    if funds.groups:
        for rows in tiles:
            pieces += _joined(rows[4], funds, None)
    return pieces


def _joined(door: Door, funds: Funds, purse: Purse | None) -> Iterator[Sequence[Use]]:
    """Iterate the uses of a tile in which own groups take part."""
    lock, least, most = door.lock, door.least, door.most
    for colour, found in funds.subsets.items():
        if lock is not None and lock != colour:
            continue
        for size, tiles in found:
            hand = funds.have[colour] if purse is None else purse.limit(colour, tiles)
            numbers = range(max(0, least - size), min(hand, most - size) + 1)
            if numbers:
                yield [menus.joined_use(door.tile, colour, tiles, number) for number in numbers]


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
    table: Table, seat: int, funds: Funds, tiles: list[Rows], priced: list[Priced]
) -> Iterator[Sequence[Use]]:
    """Iterate the uses of tiles that have workers, with any colours (rules 3.6, 4b)."""
    joins = list(subsets(funds.groups))
    for *_, door in tiles:
        if door.touched:
            for size, moved in joins:
                hand = handfuls(funds.seat.workers, door.least - size, door.most - size)
                if hand:
                    yield MixedUses(door.tile, hand, moved)
    for (*_, door), price in priced:
        if door.touched:
            if price.kind is not WORKER and not payments(table, seat, price.cost):
                continue
            ways = mixed_fundings(funds.seat, funds.groups, door.least, door.most)
            found = [Use(door.tile, *way) for way in ways]
            if price.kind is WORKER:  # a worker that is placed cannot pay
                found = [use for use in found if payments(table, seat, price.cost, use)]
            yield found


def _sites(state: Position) -> Iterator[Site]:
    if state.season is not WINTER:
        for lot in state.lots:
            yield lot_site(lot)
    for number, seat in enumerate(state.seats):
        for place in range(len(seat.village)):
            yield village_site(seat.village, place, number)


def _any_way(table: Table, seat: int, site: Site, funds: Funds) -> list[Use]:
    """Return the legal uses of one tile with an open hand, in the long way."""
    effect = table.ruleset.face(site.tile, site.side).use
    least, most = room_after(site.uses)
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

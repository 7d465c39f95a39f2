"""Options of using: every legal use of a turn, in batches of prepared actions.

Whatever is offered here must agree with `using.refusals`, which decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from keyflower.engine import prepared
from keyflower.engine.options.prices import Spare, spare_caps
from keyflower.engine.options.usable import Priced, usable_tiles
from keyflower.engine.options.workforce import (
    Workforce,
    handfuls,
    subsets,
    ways_in_any_colours,
    ways_in_colour,
)
from keyflower.engine.paying import payments
from keyflower.engine.prepared import TileUses, UseLimits
from keyflower.engine.using import Site, lot_site, village_site
from keyflower.extend.goods import WORKER
from keyflower.extend.handlers import Table
from keyflower.extend.powers import MIXED_USE
from keyflower.model.actions import Use
from keyflower.model.enums import COLOURS, USE_CAP, WINTER
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import AnyState
from keyflower.model.village import room_after


def uses(table: Table, seat: int, workforce: Workforce) -> list[Sequence[Use]]:
    """Return the legal uses in batches.

    First those from the screen alone that cost nothing: by colour, then the auction, then each village. Then
    tiles whose use costs something, groups that join, and what the open hand or a power adds.
    """
    # must agree with using.refusals()
    if workforce.open:
        return [_any_way(table, seat, site, workforce) for site in _sites(table.state)]
    free, priced = usable_tiles(table.ruleset, table.state)
    batches: list[Sequence[Use]] = []
    if MIXED_USE in workforce.seat.powers:
        batches += _mixed(table, seat, workforce, free, priced)
        free = [tile for tile in free if not tile[4].touched]
        priced = [pair for pair in priced if not pair[0][4].touched]
    red, blue, yellow, green = workforce.caps
    if red:
        batches += [tile[0][red] for tile in free]
    if blue:
        batches += [tile[1][blue] for tile in free]
    if yellow:
        batches += [tile[2][yellow] for tile in free]
    if green:
        batches += [tile[3][green] for tile in free]
    for tile, price in priced:
        if workforce.groups:
            spare = Spare(workforce, price)
            red, blue, yellow, green = [max(0, min(spare.workers(colour), USE_CAP)) for colour in COLOURS]
            batches += _joined(tile[4], workforce, spare)
        else:
            caps = spare_caps(workforce, price)
            if caps is None:
                continue
            red, blue, yellow, green = caps
        batches += (tile[0][red], tile[1][blue], tile[2][yellow], tile[3][green])
    if workforce.groups:
        for tile in free:
            batches += _joined(tile[4], workforce, None)
    return batches


def _joined(limits: UseLimits, workforce: Workforce, spare: Spare | None) -> Iterator[Sequence[Use]]:
    """Iterate the uses of a tile in which own groups take part."""
    lock, least, most = limits.lock, limits.least, limits.most
    for colour, found in workforce.subsets.items():
        if lock is not None and lock != colour:
            continue
        for size, tiles in found:
            hand = workforce.have[colour] if spare is None else spare.workers(colour, tiles)
            numbers = range(max(0, least - size), min(hand, most - size) + 1)
            if numbers:
                yield [prepared.use_with_groups(limits.tile, colour, tiles, number) for number in numbers]


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
    table: Table, seat: int, workforce: Workforce, free: list[TileUses], priced: list[Priced]
) -> Iterator[Sequence[Use]]:
    """Iterate the uses of tiles that have workers, with any colours (rules 3.6, 4b)."""
    joins = list(subsets(workforce.groups))
    for *_, limits in free:
        if limits.touched:
            for size, moved in joins:
                hand = handfuls(workforce.seat.workers, limits.least - size, limits.most - size)
                if hand:
                    yield MixedUses(limits.tile, hand, moved)
    for (*_, limits), price in priced:
        if limits.touched:
            if price.kind is not WORKER and not payments(table, seat, price.cost):
                continue
            ways = ways_in_any_colours(workforce.seat, workforce.groups, limits.least, limits.most)
            found = [Use(limits.tile, *way) for way in ways]
            if price.kind is WORKER:  # a worker that is placed cannot pay
                found = [use for use in found if payments(table, seat, price.cost, use)]
            yield found


def _sites(state: AnyState) -> Iterator[Site]:
    if state.season is not WINTER:
        for lot in state.lots:
            yield lot_site(lot)
    for number, seat in enumerate(state.seats):
        for place in range(len(seat.village)):
            yield village_site(seat.village, place, number)


def _any_way(table: Table, seat: int, site: Site, workforce: Workforce) -> list[Use]:
    """Return the legal uses of one tile with an open hand, in the long way."""
    effect = table.ruleset.face(site.tile, site.side).use
    least, most = room_after(site.uses)
    if effect is None or least > most:
        return []
    own = workforce.seat
    if site.touched and MIXED_USE in own.powers:
        found = [Use(site.tile, *way) for way in ways_in_any_colours(own, workforce.groups, least, most)]
    else:
        found = []
        for colour in COLOURS if site.lock is None else (site.lock,):
            found += prepared.uses(site.tile, colour)[least - 1 : min(workforce.have[colour], most)]
            found += [
                Use(site.tile, *way) for way in ways_in_colour(own, workforce.groups, colour, least, most)
            ]
    if effect.cost is None:
        return found
    return [use for use in found if payments(table, seat, effect.cost, use)]

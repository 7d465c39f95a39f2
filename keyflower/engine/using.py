"""Uses: who may use which tile with how many workers, and what the tile then does (rules 2.6, 3.6 for 4b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from attrs import frozen

from keyflower.engine import menus
from keyflower.engine.menus import Door
from keyflower.engine.paying import Purse, payments
from keyflower.engine.sources import (
    Funds,
    fundings,
    mixed_fundings,
    placed_by,
    source_refusals,
    stood_up,
)
from keyflower.extend.costs import Cost
from keyflower.extend.powers import MIXED_USE
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import BaseHandler, Outcome, Table
from keyflower.model.actions import Action, Choose, Use
from keyflower.model.decisions import ChooseBenefit, Resolve, Task
from keyflower.model.events import WorkersUsed
from keyflower.model.lots import Lot
from keyflower.model.state import State
from keyflower.model.village import Use as PastUse
from keyflower.model.village import Village, last_size, lock_of, used_total
from keyflower.vocabulary.errors import Refusal, suggest
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import BACK, COLOURS, FRONT, LETTERS, USE_CAP, Season


@frozen
class Site:
    """A tile that somebody wants to use: where it lies and what stands on it."""

    tile: str
    """The tile."""
    side: int
    """The side that lies up."""
    owner: int
    """The seat in whose village it lies, or -1 in the auction area."""
    lock: str | None
    """The colour that all standing workers have."""
    touched: bool
    """Whether it has a bid or a use this season."""
    uses: tuple[PastUse, ...]
    """The uses this season."""

    @property
    def least(self) -> int:
        """How many workers the next use needs (rules 2.6.2)."""
        return last_size(self.uses) + 1

    @property
    def most(self) -> int:
        """How many workers still have room (rules 2.6.3)."""
        return USE_CAP - used_total(self.uses)


def site_of(state: State, tile: str) -> Site | None:
    """Return a tile of a village or of the auction area as a place to use."""
    lot = state.lot(tile)
    if lot is not None:
        return _lot_site(lot)
    owner = state.owner(tile)
    if owner is None:
        return None
    return _village_site(state.seats[owner].village, tile, owner)


def _lot_site(lot: Lot) -> Site:
    return Site(lot.tile, lot.side, -1, lot.lock, bool(lot.bids or lot.uses), lot.uses)


def _village_site(village: Village, tile: str, owner: int) -> Site:
    spot = village.spot(tile)
    return Site(tile, spot.side, owner, lock_of(spot.uses), bool(spot.uses), spot.uses)


# ---------------------------------------------------------------------- legality


def refusals(table: Table, seat: int, action: Use) -> tuple[Refusal, ...]:
    """Return every reason why a use is not legal."""
    state = table.state
    site = site_of(state, action.tile)
    if site is not None and _is_plain(table, seat, site, action):
        return ()
    found = list(source_refusals(state, seat, action))
    if site is None:
        tiles = [tile for own in state.seats for tile in own.village.names] + [lot.tile for lot in state.lots]
        hint = suggest(action.tile, tiles)
        found.append(Refusal("use.no-tile", f"{action.tile} lies in no village and no auction{hint}", "2.6"))
        return tuple(found)
    effect = table.ruleset.face(site.tile, site.side).use
    if effect is None or (site.owner < 0 and state.season is Season.WINTER):
        found.append(Refusal("use.not-usable", f"{site.tile} cannot be used", "2.6"))
        return tuple(found)
    placed = placed_by(state, seat, action)
    if not placed.total:
        return tuple(found)
    found.extend(_colour_refusals(table, seat, site, placed))
    found.extend(_size_refusals(site, placed.total))
    if effect.cost is not None and not found and not payments(table, seat, effect.cost, action):
        found.append(
            Refusal("use.cannot-pay", f"its cost, {effect.cost.words()}, cannot be paid besides", "2.6.4")
        )
    return tuple(found)


def _is_plain(table: Table, seat: int, site: Site, action: Use) -> bool:
    """Return whether a use is plainly legal: from the screen alone, right colour and size, nothing to pay."""
    workers = action.workers
    if action.groups or action.open.total or workers.unknown or len(workers.pieces) != 1:
        return False
    colour = workers.pieces[0]
    if (site.lock is not None and site.lock != colour) or colour not in COLOURS:
        return False
    effect = table.ruleset.face(site.tile, site.side).use
    if effect is None or effect.cost is not None or (site.owner < 0 and table.state.season is Season.WINTER):
        return False
    number = workers.total
    return table.state.seats[seat].workers[colour] >= number and site.least <= number <= site.most


def _colour_refusals(table: Table, seat: int, site: Site, placed: Pool) -> Iterator[Refusal]:
    if site.touched and MIXED_USE in table.state.seats[seat].powers:
        return
    if len(placed.pieces) > 1:
        yield Refusal("use.mixed-colours", "all workers of a use have one colour", "2.6.1")
    if site.lock is not None and any(colour != site.lock for colour in placed):
        yield Refusal(
            "use.colour", f"{site.tile} is {site.lock} this season: use {LETTERS[site.lock]}", "2.6.1"
        )


def _size_refusals(site: Site, size: int) -> Iterator[Refusal]:
    if size < site.least:
        yield Refusal(
            "use.too-few", f"the use before took {site.least - 1} workers: at least {site.least} are needed", "2.6.2"
        )
    if size > site.most:
        yield Refusal(
            "use.too-many",
            f"at most {USE_CAP} workers in a season fit on a tile, and there is room for {site.most}",
            "2.6.3",
        )


# ---------------------------------------------------------------------- options

Fresh: TypeAlias = tuple[Door, Cost | None] | None
"""A side of a tile while nobody has touched it, and what its use costs; `None` if it cannot be used."""


def _fresh_doors(ruleset: Ruleset) -> dict[str, tuple[Fresh, Fresh]]:
    """Return how the front and the back of every tile can be used; it follows from the rules alone."""
    known = ruleset.remembered().get("doors")
    if known is None:
        known = {name: (_fresh(ruleset, name, FRONT), _fresh(ruleset, name, BACK)) for name in ruleset.tiles}
        ruleset.remembered()["doors"] = known
    return known  # type: ignore[return-value]  # the scratch space holds values of many types


def _fresh(ruleset: Ruleset, tile: str, side: int) -> Fresh:
    use = ruleset.face(tile, side).use
    return None if use is None else (menus.door(tile, None, 1, USE_CAP), use.cost)


class VillageMenu(NamedTuple):
    """What can be used in a village, kept with it."""

    ruleset: Ruleset
    """The rules it was made for."""
    plain: tuple[Door, ...]
    """Tiles whose use costs nothing."""
    priced: tuple[tuple[Door, Cost], ...]
    """Tiles whose use costs something."""


def _village_menu(ruleset: Ruleset, village: Village) -> VillageMenu:
    known = village._menu
    if isinstance(known, VillageMenu) and known.ruleset is ruleset:
        return known
    plain: list[Door] = []
    priced: list[tuple[Door, Cost]] = []
    fresh = _fresh_doors(ruleset)
    for placed, spot in zip(village.layout.tiles, village.spots, strict=True):
        found = fresh[placed.name][spot.side]
        if found is None:
            continue
        door, cost = found
        uses = spot.uses
        if uses:
            least, most = uses[-1].workers.total + 1, USE_CAP - used_total(uses)
            if least > most:
                continue
            door = menus.door(placed.name, lock_of(uses), least, most)
        if cost is None:
            plain.append(door)
        else:
            priced.append((door, cost))
    menu = VillageMenu(ruleset, tuple(plain), tuple(priced))
    object.__setattr__(village, "_menu", menu)
    return menu


def offers(table: Table, seat: int, funds: Funds) -> Iterator[Sequence[Use]]:  # must agree with refusals()
    """Iterate the legal uses in pieces: the auction, then each village; by colour and tile, then special ones."""
    state, ruleset = table.state, table.ruleset
    if funds.open or MIXED_USE in funds.seat.powers:
        for site in _sites(state):
            yield _any_way(table, seat, site, funds)
        return
    have = funds.have
    red, blue, yellow, green = [min(number, USE_CAP) for number in have.values()]
    purses: dict[Cost, Purse] = {}
    menu_list = [_village_menu(ruleset, other.village) for other in state.seats]
    if state.season is not Season.WINTER:
        menu_list.insert(0, _auction_menu(ruleset, state))
    for menu in menu_list:
        plain = menu.plain
        if red:
            yield from [door[0][red] for door in plain]
        if blue:
            yield from [door[1][blue] for door in plain]
        if yellow:
            yield from [door[2][yellow] for door in plain]
        if green:
            yield from [door[3][green] for door in plain]
        if funds.groups:
            for door in plain:
                yield from _joined(door, funds, None)
        for door, cost in menu.priced:
            purse = purses.get(cost)
            if purse is None:
                purse = purses[cost] = Purse(table, funds.seat, funds.groups, cost)
            for row, colour in zip(door, COLOURS, strict=False):
                limit = purse.limit(colour)
                if limit > 0:
                    yield row[min(limit, USE_CAP)]
            if funds.groups:
                yield from _joined(door, funds, purse)


def _auction_menu(ruleset: Ruleset, state: State) -> VillageMenu:
    """Return what can be used in the auction area."""
    plain: list[Door] = []
    priced: list[tuple[Door, Cost]] = []
    fresh = _fresh_doors(ruleset)
    for lot in state.lots:
        found = fresh[lot.tile][lot.side]
        if found is None:
            continue
        door, cost = found
        uses = lot.uses
        if uses:
            least, most = uses[-1].workers.total + 1, USE_CAP - used_total(uses)
            if least > most:
                continue
            door = menus.door(lot.tile, lot.lock, least, most)
        elif lot.lock is not None:
            door = menus.door(lot.tile, lot.lock, 1, USE_CAP)
        if cost is None:
            plain.append(door)
        else:
            priced.append((door, cost))
    return VillageMenu(ruleset, tuple(plain), tuple(priced))


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


def _sites(state: State) -> Iterator[Site]:
    if state.season is not Season.WINTER:
        for lot in state.lots:
            yield _lot_site(lot)
    for number, seat in enumerate(state.seats):
        for tile in seat.village.names:
            yield _village_site(seat.village, tile, number)


def _any_way(table: Table, seat: int, site: Site, funds: Funds) -> list[Use]:
    """Return the legal uses of one tile in the long way: open hands and mixed colours."""
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


# ---------------------------------------------------------------------- what a use does


def decide(table: Table, seat: int, action: Use) -> Outcome:
    """Return what a legal use does: workers onto the tile, then its printed effect."""
    state = table.state
    site = site_of(state, action.tile)
    assert site is not None
    placed = placed_by(state, seat, action) if action.groups or action.open else action.workers
    lying = EMPTY
    if site.lock is not None and placed.pieces != (site.lock,):
        lying = placed - placed.only((site.lock,))
    home = state.seats[seat].village.layout.tiles[0].name
    target = site.tile if site.owner == seat else home
    events = (
        WorkersUsed(seat, action.tile, placed, action.workers, action.open, action.groups, lying),
        *stood_up(state, seat, action.groups, target=action.tile),
    )
    return Outcome(events, (Resolve(seat, site.tile, site.side, "use", target),))


class Resolving(BaseHandler):
    """How the engine lets a printed effect take place."""

    def automatic(self, table: Table, task: Task) -> Outcome:
        """Ask the effect what happens."""
        assert isinstance(task, Resolve)
        return table.ruleset.effect(task.tile, task.side, task.path).resolve(table, task)


class Choosing(BaseHandler):
    """How the engine handles the choice between benefits."""

    def _available(self, table: Table, task: ChooseBenefit) -> dict[str, int]:
        effect = table.ruleset.effect(task.tile, task.side, task.path)
        return {part.label: place for place, part in enumerate(effect.parts) if part.available(table)}

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Name the benefits."""
        assert isinstance(task, ChooseBenefit)
        title = table.ruleset.tiles[task.tile].title
        return f"Choose what {title} gives: {' or '.join(self._available(table, task))}."

    def menus(self, table: Table, task: Task, seat: int) -> Sequence[Sequence[Action]]:
        """Return a choice for each benefit that is available."""
        assert isinstance(task, ChooseBenefit)
        return ([Choose(label) for label in self._available(table, task)],)

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a choice is not legal."""
        assert isinstance(task, ChooseBenefit)
        available = self._available(table, task)
        right = " or ".join(f"choose {label}" for label in available)
        if not isinstance(action, Choose):
            return (Refusal("choose.expected", f"first choose what the tile gives: {right}", "3.2"),)
        if action.benefit not in available:
            return (
                Refusal("choose.unavailable", f"{action.benefit} is not available here; possible: {right}", "3.2"),
            )
        return ()

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Let the chosen benefit take place."""
        assert isinstance(task, ChooseBenefit) and isinstance(action, Choose)
        place = self._available(table, task)[action.benefit]
        return Outcome(then=(Resolve(seat, task.tile, task.side, f"{task.path}.{place}", task.target),))

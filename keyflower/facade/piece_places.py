"""Whether everything in a state from outside is where it may be, and whether the state has a plausible size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from keyflower.extend.goods import GoodKind, Source
from keyflower.extend.powers import LAY_FREELY
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.ruleset_checks import START
from keyflower.kernel.fields import UNSEEN
from keyflower.model.enums import BACK, COLOURS, FRONT, SEASONS, USE_CAP, Season, TileKind
from keyflower.model.hexes import neighbours
from keyflower.model.layout import Layout
from keyflower.model.lots import Lot
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.model.tasks import Phase

_LONGEST_AGENDA: Final = 200
"""No game has more tasks on its agenda than this."""
_OFFERED: Final = (TileKind.VILLAGE, TileKind.SUMMER_BOAT, TileKind.TURN_ORDER)


def misplaced(ruleset: Ruleset, state: State) -> Iterator[str]:
    """Iterate everything that is in a place where it cannot be."""
    yield from _common(ruleset, state)
    for lot in state.lots:
        yield from _lot(ruleset, state, lot)
    for number, seat in enumerate(state.seats):
        yield from _screen(ruleset, f"seat {number}", seat)
        yield from _village(ruleset, f"the village of seat {number}", seat)
    known = {f"{START}.{season}" for season in Season}
    for season in Season:
        known |= {*ruleset.start_steps(season), *ruleset.end_steps(season)}
    for task in state.agenda:
        if isinstance(task, Phase) and task.id not in known:
            yield f"there is no step {task.id[:60]!r} in a season"


def _wrong(ruleset: Ruleset, where: str, pool: Pool, *kinds: str) -> Iterator[str]:
    """Name the pieces of a pool that do not belong there."""
    for piece in pool:
        good = ruleset.goods.get(piece)
        if good is not None and good.kind not in kinds:
            yield f"{piece} cannot be in {where}: only {' and '.join(kinds)} pieces can"


def _common(ruleset: Ruleset, state: State) -> Iterator[str]:
    yield from _wrong(ruleset, "the bag", state.bag, GoodKind.WORKER)
    yield from _wrong(ruleset, "the stack", state.stack, GoodKind.SKILL)
    yield from _wrong(
        ruleset, "what is set aside", state.aside, GoodKind.WORKER, GoodKind.SKILL, GoodKind.PRODUCE
    )
    for piece in state.supply:
        if piece in ruleset.goods and ruleset.goods[piece].source is not Source.SUPPLY:
            yield f"{piece} cannot be in the supply"
    for berth in state.berths:
        if berth.boat not in ruleset.tiles or ruleset.tiles[berth.boat].kind is not TileKind.BOAT:
            yield f"{berth.boat[:60]!r} is no boat"
        yield from _wrong(ruleset, f"the load of {berth.boat}", berth.workers, GoodKind.WORKER)
        yield from _wrong(ruleset, f"the load of {berth.boat}", berth.skills, GoodKind.SKILL)
        for piece in berth.cargo:
            if piece in ruleset.goods and ruleset.goods[piece].source is not Source.SUPPLY:
                yield f"{piece} cannot be in the load of {berth.boat}: only pieces from the supply can"
    if len(state.piles) != len(SEASONS) - 1:
        yield f"there are {len(SEASONS) - 1} piles of tiles to come, not {len(state.piles)}"
    now = SEASONS.index(state.season)
    for place, (season, pile) in enumerate(zip(SEASONS, state.piles, strict=False)):
        if pile and place < now:
            yield f"tiles of {season} cannot come any more"
        for name in pile:
            if name != UNSEEN and name in ruleset.tiles and ruleset.tiles[name].season is not season:
                yield f"{name} is no tile of {season}"


def _lot(ruleset: Ruleset, state: State, lot: Lot) -> Iterator[str]:
    tile = ruleset.tiles.get(lot.tile)
    if tile is None or tile.kind not in _OFFERED:
        yield f"{lot.tile[:60]!r} cannot be up for auction"
        return
    if lot.side not in (FRONT, BACK) or (lot.side == BACK and tile.kind is not TileKind.SUMMER_BOAT):
        yield f"{lot.tile} cannot lie with side {lot.side} up"
        return
    if lot.uses and (tile.face(lot.side).use is None or state.season is Season.WINTER):
        yield f"nobody can use {lot.tile}, but workers are on it"
    if any(bid.colour not in COLOURS for bid in lot.bids):
        yield f"a bid for {lot.tile} has a colour that no worker has"
    for use in lot.uses:
        yield from _wrong(ruleset, f"a use of {lot.tile}", use.workers, GoodKind.WORKER)
    if sum(use.size for use in lot.uses) > USE_CAP:
        yield f"more than {USE_CAP} workers use {lot.tile}"


def _screen(ruleset: Ruleset, who: str, seat: Seat) -> Iterator[str]:
    for workers in (seat.workers, seat.open_workers):
        yield from _wrong(ruleset, f"the hand of {who}", workers, GoodKind.WORKER)
    for skills in (seat.skills, seat.open_skills):
        yield from _wrong(ruleset, f"the skill tokens of {who}", skills, GoodKind.SKILL)
    yield from _wrong(ruleset, f"the stock of {who}", seat.stock, GoodKind.PRODUCE)
    for name in (*seat.winter, *(seat.offered or ())):
        if name != UNSEEN and name in ruleset.tiles and ruleset.tiles[name].season is not Season.WINTER:
            yield f"{name} is no winter tile, but {who} has it in hand"
    for name, side in seat.won:
        if side not in range(len(ruleset.tiles[name].faces)):
            yield f"{name} has no side {side}"


def _village(ruleset: Ruleset, where: str, seat: Seat) -> Iterator[str]:
    powers: list[str] = []
    laid = Layout(())
    for place, (placed, spot) in enumerate(seat.village):
        tile = ruleset.tiles.get(placed.name)
        if tile is None:
            yield f"{placed.name[:60]!r} is no tile of this game"
            return
        if (tile.kind is TileKind.HOME) != (place == 0):
            yield f"{where} has one home, and it was laid first"
            return
        if place and not any(cell in laid.cells for cell in neighbours(placed.cell)):
            yield f"{placed.name} touches nothing in {where}"
            return
        if (
            place
            and laid.misfit(placed.edges, placed.cell, placed.rotation, free=LAY_FREELY in powers) is not None
        ):
            yield f"{placed.name} does not fit where it lies in {where}"
            return
        if spot.side not in range(len(tile.faces)):
            yield f"{placed.name} has no side {spot.side}"
            return
        yield from _wrong(ruleset, f"the goods on {placed.name}", spot.goods, GoodKind.RESOURCE)
        if spot.uses and tile.face(spot.side).use is None and tile.front.use is None:
            yield f"nobody can use {placed.name}, but workers are on it"
        for use in spot.uses:
            yield from _wrong(ruleset, f"a use of {placed.name}", use.workers, GoodKind.WORKER)
        if sum(use.size for use in spot.uses) > USE_CAP:
            yield f"more than {USE_CAP} workers use {placed.name}"
        powers += [power.slot for power in tile.face(spot.side).powers]
        laid = laid.adding(placed)
    if Counter(seat.powers) != Counter(powers):
        yield f"the powers of {where} are not those of its tiles"


# ---------------------------------------------------------------------- sizes


def oversized(ruleset: Ruleset, state: State) -> str:
    """Return what there is far more of in a state than in any game; the empty text if nothing.

    Only lengths are checked, so this can be done after every entry of a log: a malicious log is refused before its
    state is so large that every step takes long.
    """
    most = len(ruleset.tiles) + 1
    sizes: Mapping[str, int] = {
        "lots": len(state.lots),
        "boats": len(state.berths),
        "tiles in the box": len(state.box) + len(state.discarded),
        "tiles to come": sum(map(len, state.piles)) + len(state.piles),
        "tiles of a seat": max((_tiles(seat) for seat in state.seats), default=0),
        "seats that took a boat": len(state.picks),
        "uses of a tile": max(_uses(state), *map(_uses, state.seats), 0) // USE_CAP,
        "bids for a tile": max((len(lot.bids) for lot in state.lots), default=0),
        "places": len(state.places)
        + max((len(seat.places) + len(seat.village.places) for seat in state.seats), default=0),
    }
    for what, number in sizes.items():
        if number > most:
            return f"there are {number} {what}, far more than the game has"
    if len(state.agenda) > _LONGEST_AGENDA:
        return f"there are {len(state.agenda)} things to do at once, far more than a game can have"
    pools = [state.bag, state.stack, state.supply, state.aside]
    pools += [pool for seat in state.seats for pool in _pools(seat)]
    if max(len(pool.pieces) for pool in pools) > len(ruleset.goods):
        return "there are more kinds of pieces than the game has"
    return ""


def _tiles(seat: Seat) -> int:
    return (
        len(seat.village) + len(seat.won) + len(seat.winter) + len(seat.offered or ()) + len(seat.powers) // 4
    )


def _uses(there: Seat | State) -> int:
    used = there.lots if isinstance(there, State) else there.village.spots
    return max((len(spot.uses) for spot in used), default=0)


def _pools(seat: Seat) -> tuple[Pool, ...]:
    return seat.workers, seat.open_workers, seat.skills, seat.open_skills, seat.stock

"""Whether a state from outside can be played: names, numbers, and every piece in exactly one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from keyflower.engine.flow import FLOW
from keyflower.extend.handlers import Table
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.invariants import broken
from keyflower.facade.piece_places import misplaced
from keyflower.kernel.chance import Asking, SeededChance
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.pieces import names_in, pools_in
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import TILE, Seat, State


def pools_of(state: State) -> Iterator[Pool]:
    """Iterate every pool of pieces on the table, behind the screens and in bag, stack and supply."""
    pools: Iterator[Pool] = pools_in(state)  # type: ignore[assignment]  # all pools of Keyflower are of its class
    return pools


def tiles_of(state: State) -> Iterator[str]:
    """Iterate every tile: up for auction, laid, won, dealt, a boat, still to come, boxed or discarded."""
    return names_in(state, TILE)


def problem(ruleset: Ruleset, state: State, players: int) -> str:
    """Return what makes a state impossible, in one sentence; the empty text if nothing was found."""
    try:
        return next(_problems(ruleset, state, players), "")
    except Exception as error:  # a state from outside may break any assumption
        return f"the position makes no sense ({type(error).__name__}: {str(error)[:120]})"


def _problems(ruleset: Ruleset, state: State, players: int) -> Iterator[str]:
    if len(state.seats) != players:
        yield f"there are {len(state.seats)} seats for {players} players"
    if state.start not in range(players) or state.passes not in range(players + 1):
        yield "the start player or the number of passes is out of range"
    if any(seat not in range(players) for seat in state.picks):
        yield "somebody who does not play took a boat"
    for task in state.agenda:
        if getattr(task, "seat", 0) not in range(players):
            yield f"the task '{task.tag}' is of a seat that does not play"
    yield from _tile_problems(ruleset, state)
    yield from _piece_problems(ruleset, state)
    for lot in state.lots:
        seats = [bid.seat for bid in lot.bids]
        if sorted(set(seats)) != seats or any(seat not in range(players) for seat in seats):
            yield f"the bids on {lot.tile} are not in the order of seats"
        if any(bid.size < 1 for bid in lot.bids):
            yield f"a bid on {lot.tile} has no workers"
    for seat in state.seats:
        yield from _village_problems(ruleset, seat)
    yield from misplaced(ruleset, state)
    yield from broken(ruleset, state)
    yield from _decision_problems(ruleset, state)


def _tile_problems(ruleset: Ruleset, state: State) -> Iterator[str]:
    counts = Counter(tiles_of(state))
    hidden = counts.pop(UNSEEN, 0)
    if hidden and state.viewer is None:
        yield "some tiles of a full position are not known"
    for name, number in counts.items():
        if name not in ruleset.tiles:
            yield f"{name[:60]!r} is not a tile of this game"
        if number > 1:
            yield f"{name} is in {number} places"
    if hidden + len(counts) != len(ruleset.tiles):
        yield f"{hidden + len(counts)} tiles are there, but the game has {len(ruleset.tiles)}"


def _piece_problems(ruleset: Ruleset, state: State) -> Iterator[str]:
    total = sum(pools_of(state), EMPTY)
    if total.unknown and state.viewer is None:
        yield "some pieces of a full position are not known"
    for piece, number in total.items():
        good = ruleset.goods.get(piece)
        if good is None:
            yield f"{piece[:60]!r} is not a piece of this game"
        elif number > good.limit or (number < good.limit and not total.unknown):
            yield f"there are {number} {piece}, but the game has {good.limit}"
    expected = sum(good.limit for good in ruleset.goods.values())
    if total.total != expected:
        yield f"there are {total.total} pieces in all, but the game has {expected}"


def _village_problems(ruleset: Ruleset, seat: Seat) -> Iterator[str]:
    if not seat.village.layout.tiles:
        yield "a village has no home"
    for placed in seat.village.layout.tiles:
        tile = ruleset.tiles[placed.name]
        if placed.edges != tile.edges or placed.kind != tile.kind or placed.rotation not in range(6):
            yield f"{placed.name} does not lie as it is printed"
    for place in seat.village.places:
        wrong = place.problem(seat.village.layout)
        if wrong:
            yield wrong


def _decision_problems(ruleset: Ruleset, state: State) -> Iterator[str]:
    if not state.agenda:
        return
    seats = FLOW.open_seats(ruleset, state)
    if not seats:
        yield f"nobody decides, but '{state.agenda[0].tag}' is to be done"
    for seat in seats:
        if state.viewer in (None, seat) and not FLOW.decision(ruleset, state, seat).options:
            yield f"seat {seat} has to decide and cannot do anything"
    task, table = state.agenda[0], Table(ruleset, state, Asking(SeededChance(0)))
    if state.viewer is None and FLOW.handler(ruleset, type(task)).automatic(table, task) is not None:
        yield f"'{task.tag}' happens without asking anybody, and has not happened yet"

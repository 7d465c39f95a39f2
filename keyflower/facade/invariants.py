"""Invariants: what is true in every position that play can lead to, and is checked in a state from outside.

`keyflower.facade.piece_places` checks where things lie; this module checks that agenda, season, boats and winter tiles
belong together. A state that passes can be played: nobody has to decide without an option.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from keyflower.engine.flow import FLOW
from keyflower.extend.handlers import Table
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.chance import Asking, SeededChance
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.tasks import Task
from keyflower.model.enums import USE_CAP, WINTER
from keyflower.model.lots import Lot
from keyflower.model.state import Seat, State
from keyflower.model.tasks import TASKS, BuildAll, OfferWinter, Phase, Resolve, ReturnAside, TakeBoat, Turn
from keyflower.model.village import PastUse

_CAN_WAIT: Final = (Resolve, ReturnAside, Phase, Turn)
"""The tasks of the engine that can lie behind others; all others ask somebody as soon as they are on the agenda."""


def broken(ruleset: Ruleset, state: State) -> Iterator[str]:
    """Iterate the invariants that a state breaks, each as a sentence."""
    if state.open_hands != ruleset.setup.open_hands:
        yield "the hands are open, or hidden, against the rules of this game"
    yield from _agenda(ruleset, state)
    yield from _boats(state)
    yield from _winter_tiles(state)
    for lot in state.lots:
        yield from _lot(ruleset, state, lot)
    for number, seat in enumerate(state.seats):
        yield from _seat(ruleset, state, f"seat {number}", seat)


# ---------------------------------------------------------------------- what is to be done


def _agenda(ruleset: Ruleset, state: State) -> Iterator[str]:
    """First come a few tasks of the moment; then the turns of the season, or the steps that end it, in their order."""
    agenda, season = state.agenda, state.season
    if not agenda:
        if season is not WINTER:
            yield f"the game cannot be over in {season}"
        return
    first = next((place for place, task in enumerate(agenda) if isinstance(task, Phase | Turn)), len(agenda))
    following = agenda[first:]
    steps = tuple([task.id for task in following if isinstance(task, Phase)])
    turns = [task for task in following if isinstance(task, Turn)]
    known = ruleset.start_steps(season) if turns else ruleset.end_steps(season)
    if not following or len(steps) + len(turns) < len(following) or turns != list(following[len(steps) :]):
        yield "what is to be done leads neither to a turn nor to the end of the season"
    elif steps != known[len(known) - len(steps) :]:
        yield f"the steps {', '.join(steps)[:200]} do not follow each other in {season}"
    if turns and (len(turns) > len(state.seats) or state.passes >= len(state.seats)):
        yield "somebody has a turn, but all have passed, or more turns are waiting than there are seats"
    for task in agenda[1:]:
        if isinstance(task, TASKS) and not isinstance(task, _CAN_WAIT):
            yield f"the task '{task.tag}' waits behind others, which never happens"
    yield from _moment(state, agenda[0], steps, turns=bool(turns))
    table = Table(ruleset, state, Asking(SeededChance(0)))
    for task in agenda:
        yield from filter(None, [FLOW.handler(ruleset, type(task)).problem(table, task)])
    if state.aside and not any(isinstance(task, ReturnAside) for task in agenda):
        yield "pieces are set aside, and nothing brings them back"


def _moment(state: State, task: Task, steps: tuple[str, ...], *, turns: bool) -> Iterator[str]:
    """Decisions between turns and steps come at their own time."""
    if isinstance(task, OfferWinter) and (state.season is not WINTER or not turns):
        yield "winter tiles are offered at the start of winter"
    if isinstance(task, BuildAll) and turns:
        yield "tiles are laid at the end of a season, not during its turns"
    if isinstance(task, TakeBoat) and "end.boats" not in steps:
        yield "boats are taken at the end of a season"


# ---------------------------------------------------------------------- boats and winter tiles


def _boats(state: State) -> Iterator[str]:
    """Whoever has not taken a boat this season finds one in the row; in winter the boats taken leave it."""
    taken = [seat.boat for seat in state.seats if seat.boat]
    free = [berth.boat for berth in state.berths if not berth.taken]
    if len(set(taken)) < len(taken) or set(taken) & set(free):
        yield "a boat that somebody has taken is free, or taken twice"
    if len(set(state.picks)) < len(state.picks):
        yield "a seat has taken two boats"
    if not state.agenda:
        return
    if sorted(state.picks) != [number for number, seat in enumerate(state.seats) if seat.boat]:
        yield "the seats that have a boat are not those that took one"
    if taken and any(isinstance(task, Turn) for task in state.agenda):
        yield "somebody has a boat, but boats are taken at the end of a season"
    waiting = len(state.seats) - len(taken)
    if len(free) < waiting:
        yield f"{waiting} seats still take a boat, but only {len(free)} are free"
    row = {berth.boat: berth.taken for berth in state.berths}  # a boat that was taken may have left it since
    if state.season is not WINTER and (
        sum(row.values()) != len(taken) or not all(row.get(boat, True) for boat in taken)
    ):
        yield "the boats taken are not those that the seats have"


def _winter_tiles(state: State) -> Iterator[str]:
    """Hands are offered at the start of winter, and never seen again."""
    offering = any(isinstance(task, OfferWinter) for task in state.agenda)
    for number, seat in enumerate(state.seats):
        if seat.winter and state.agenda and state.season is WINTER and not offering:
            yield f"seat {number} still has winter tiles in hand"
        if seat.offered is None:
            continue
        if not offering:
            yield f"seat {number} offers winter tiles, but they are offered at the start of winter"
        offered = set(seat.offered)
        if not offered or len(offered) < len(seat.offered) or not offered <= {*seat.winter, UNSEEN}:
            yield f"seat {number} offers no tiles, or tiles that it does not have"


# ---------------------------------------------------------------------- tiles by season, workers on tiles


def _lot(ruleset: Ruleset, state: State, lot: Lot) -> Iterator[str]:
    tile = ruleset.tiles[lot.tile]
    if tile.season is not None and tile.season is not state.season:
        yield f"{lot.tile} is a tile of {tile.season}: it cannot be up for auction in {state.season}"
    if len({bid.size for bid in lot.bids}) < len(lot.bids):
        yield f"two bids on {lot.tile} have the same size"
    standing = {bid.colour for bid in lot.bids if not bid.lying}
    yield from _uses(state, lot.tile, lot.uses, standing)


def _seat(ruleset: Ruleset, state: State, who: str, seat: Seat) -> Iterator[str]:
    if (seat.open_workers or seat.open_skills) and not state.open_hands:
        yield f"{who} has an open hand, but hands are hidden"
    for name, _ in seat.won:
        if ruleset.tiles[name].season not in (None, state.season):
            yield f"{who} cannot have won {name} in {state.season}"
    for name, spot in zip(seat.village.names, seat.village.spots, strict=True):
        yield from _uses(state, name, spot.uses, set())


def _uses(state: State, tile: str, uses: tuple[PastUse, ...], standing: set[str]) -> Iterator[str]:
    sizes = [use.size for use in uses]
    if sizes != sorted(set(sizes)) or sum(sizes) > USE_CAP or 0 in sizes:
        yield f"uses of {', '.join(map(str, sizes))} workers cannot follow each other on {tile}"
    if any(use.seat not in range(-1, len(state.seats)) or not use.lying <= use.workers for use in uses):
        yield f"{tile} was used by nobody, or with workers that are not there"
    if len(standing.union(*(use.standing for use in uses))) > 1:
        yield f"workers of several colours stand on {tile}"

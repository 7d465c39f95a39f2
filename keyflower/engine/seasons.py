"""Seasons: what happens at their start and at their end, step by step (rules 2.1, 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from keyflower.engine.boat_choice import end_boats, turn_order_lots
from keyflower.engine.setup import preferred
from keyflower.extend.handlers import Outcome, Table
from keyflower.extend.powers import SEASON_END
from keyflower.extend.tiles import Tile
from keyflower.kernel.combinators import Stages
from keyflower.kernel.events import Event
from keyflower.model.enums import BACK, FRONT, SEASONS, WINTER, Season, TileKind
from keyflower.model.events import (
    BoatLoaded,
    GroupReturned,
    LotUnsold,
    LotWon,
    SeasonBegan,
    StartPlayerChanged,
    TilesRevealed,
    TurnOrderSettled,
    VillageCleared,
)
from keyflower.model.lots import Lot
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import AnyState
from keyflower.model.tasks import BuildAll, OfferWinter, Phase, Resolve, Turn

_TURN_ORDER: Final = TileKind.TURN_ORDER  # a member of an enumeration takes ten times as long to find


def clockwise(state: AnyState) -> tuple[int, ...]:
    """Return the seats from the start player on."""
    number = len(state.seats)
    return tuple([(state.start + step) % number for step in range(number)])


def _home(state: AnyState, seat: int) -> str:
    return state.seats[seat].village.layout.tiles[0].name


def _village_lots(table: Table) -> tuple[Lot, ...]:
    tiles = table.ruleset.tiles
    return tuple([lot for lot in table.state.lots if tiles[lot.tile].kind is not _TURN_ORDER])


# ---------------------------------------------------------------------- start of a season


def start(table: Table, season: Season) -> Outcome:
    """Begin a season: boats, tiles, and the first turn (rules 2.1)."""
    then = (*(Phase(step) for step in table.ruleset.start_steps(season)), Turn(table.state.start))
    if season is WINTER:
        return Outcome((SeasonBegan(season),), (OfferWinter(), *then))
    place = SEASONS.index(season)
    loads = _loads(table, place)  # before the tiles: a log keeps the answers of chance in this order
    revealed = _revealed(table, place)
    return Outcome((SeasonBegan(season), *loads, revealed), then)


def _loads(table: Table, season: int) -> list[BoatLoaded]:
    """Load the boats. If there are not enough pieces, the boats get one at a time in turn (rules 2.1.3)."""
    state, dealer = table.state, table.dealer
    boats = [berth.boat for berth in state.berths]
    arrivals = [table.ruleset.tiles[boat].arrivals[season] for boat in boats]
    bag, stack = state.bag, state.stack
    workers = shares([number for number, _ in arrivals], bag.total)
    skills = shares([number for _, number in arrivals], stack.total)
    loads, supply = [], state.supply
    for boat, some_workers, some_skills in zip(boats, workers, skills, strict=True):
        drawn = dealer.draw(bag, some_workers, reason=f"workers on {boat}")
        tokens = dealer.draw(stack, some_skills, reason=f"skills on {boat}")
        cargo = _cargo(table.ruleset.tiles[boat], season, supply)
        bag, stack, supply = bag - drawn, stack - tokens, supply - cargo
        loads.append(BoatLoaded(boat, drawn, tokens, cargo))
    return loads


def _cargo(boat: Tile, season: int, supply: Pool) -> Pool:
    """Return the other pieces that a boat brings, as far as the supply has them."""
    if not boat.cargo:
        return EMPTY
    wanted = boat.cargo[season].named
    return Pool.of({piece: min(number, supply[piece]) for piece, number in wanted.items()})


def shares(wanted: list[int], there: int) -> list[int]:
    """Share pieces out one at a time in row order, skipping boats that are full."""
    if sum(wanted) <= there:
        return wanted
    given = [0] * len(wanted)
    while there:
        for place, number in enumerate(wanted):
            if there and given[place] < number:
                given[place] += 1
                there -= 1
    return given


def _revealed(table: Table, season: int) -> TilesRevealed:
    """Reveal the season's village tiles; the side of a two-sided boat is drawn."""
    state, ruleset, dealer = table.state, table.ruleset, table.dealer
    pile = list(state.piles[season])
    number = ruleset.setup.season_tiles[len(state.seats) - 2]
    reason = f"{SEASONS[season]} tiles"
    if ruleset.setup.prefers:
        names = set(preferred(ruleset, pile, number, dealer, reason=reason))
    else:
        names = set(dealer.pick(pile, number, reason=reason))
    shown = []
    for name in pile:
        if name in names:
            side = FRONT
            if ruleset.tiles[name].kind is TileKind.SUMMER_BOAT:
                side = BACK if dealer.pick(("a", "b"), 1, reason=f"side of {name}") == ("b",) else FRONT
            shown.append((name, side))
    return TilesRevealed(season, tuple(shown), tuple(name for name in pile if name not in names))


# ---------------------------------------------------------------------- end of a season, step by step


def end_groups(table: Table) -> Outcome:
    """E1: outbid groups go back to their owners."""
    contested = [lot for lot in table.state.lots if lot.outbid]
    return Outcome(
        tuple(
            [
                GroupReturned(bid.seat, lot.tile)
                for lot in contested
                for bid in lot.bids
                if bid.seat != lot.leader
            ]
        )
    )


def end_unsold(table: Table) -> Outcome:
    """E2: village tiles without a bid leave the game."""
    return Outcome(tuple(LotUnsold(lot.tile, lot.users) for lot in _village_lots(table) if not lot.bids))


def end_won(table: Table) -> Outcome:
    """E3: each winner takes the tile and the workers on it; the bid goes into the bag."""
    lots = _village_lots(table)
    return Outcome(
        tuple(
            LotWon(seat, lot.tile, lot.side, lot.bids[0].workers, lot.users)
            for seat in clockwise(table.state)
            for lot in lots
            if lot.leader == seat
        )
    )


def end_village(table: Table) -> Outcome:
    """E4: every seat takes the workers on the tiles of its own village."""
    events = []
    for number in clockwise(table.state):
        spots = table.state.seats[number].village.spots
        workers = sum([use.workers for spot in spots if spot.uses for use in spot.uses], EMPTY)
        if workers:
            events.append(VillageCleared(number, workers))
    return Outcome(tuple(events))


def end_turn_order(table: Table) -> Outcome:
    """E5b: bids on turn-order tiles go into the bag; without a bid on the last tile the start passes to the left."""
    state = table.state
    winter = state.season is WINTER
    lots = turn_order_lots(table)
    events: list[Event] = []
    for lot in lots:
        if lot.bids:
            events.append(TurnOrderSettled(lot.tile, lot.bids[0].workers, lot.leader if winter else -1))
        elif winter:
            events.append(LotUnsold(lot.tile))
    if lots and not lots[-1].bids:
        events.append(StartPlayerChanged((state.start + 1) % len(state.seats)))
    return Outcome(tuple(events))


def end_powers(table: Table) -> Outcome:
    """E5c: powers that act at the end of a season, including those of tiles just won (rules 3.6)."""
    state, ruleset = table.state, table.ruleset
    if state.season is Season.SPRING:
        return Outcome()
    tasks = []
    for number in clockwise(state):
        seat = state.seats[number]
        tiles = list(seat.won)
        if SEASON_END in seat.powers:  # a laid tile has such a power; laid tiles act first
            tiles = [(placed.name, spot.side) for placed, spot in seat.village] + tiles
        for tile, side in tiles:
            for place, power in enumerate(ruleset.face(tile, side).powers):
                if power.slot == SEASON_END:
                    tasks.append(Resolve(number, tile, side, f"power-{place}", _home(state, number)))
    return Outcome(then=tuple(tasks))


def end_build(table: Table) -> Outcome:
    """E7: tiles are laid."""
    return Outcome(then=(BuildAll(),))


END: dict[str, Callable[[Table], Outcome]] = {
    "end.groups": end_groups,
    "end.unsold": end_unsold,
    "end.won": end_won,
    "end.village": end_village,
    "end.boats": end_boats,
    "end.turn-order": end_turn_order,
    "end.powers": end_powers,
    "end.build": end_build,
}
"""The engine's own steps, except the last one, which closes the season or the game."""


class Phasing(Stages[Table, Phase]):
    """How the engine carries out the steps of a season's start and end."""

    def __init__(self, finish: Callable[[Table], Outcome]) -> None:
        """Take what ends the game; the steps of expansions are those of the ruleset."""
        starts = {f"start.{season}": partial(start, season=season) for season in SEASONS}
        super().__init__({**starts, **END, "end.close": partial(close, finish=finish)})

    def step(self, table: Table, name: str) -> Callable[[Table], Outcome]:
        """Return the engine's own step, or that of an expansion."""
        return self.steps.get(name) or table.ruleset.phase(name).run


def close(table: Table, finish: Callable[[Table], Outcome]) -> Outcome:
    """E8: the next season begins, or the game ends."""
    if table.state.season is WINTER:
        return finish(table)
    following = SEASONS[SEASONS.index(table.state.season) + 1]
    return Outcome(then=(Phase(f"start.{following}"),))

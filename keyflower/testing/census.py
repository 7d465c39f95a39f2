"""A census of the pieces and tiles of a state, so that tests can check that nothing is lost or added."""

from __future__ import annotations

from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.pieces import pools_in
from keyflower.model.lots import Berth, Lot
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat, State


def pieces_of_seat(seat: Seat) -> Pool:
    """Return every piece that belongs to a seat or lies in its village."""
    uses = sum((use.workers for spot in seat.village.spots for use in spot.uses), EMPTY)
    hand = seat.workers + seat.open_workers + seat.skills + seat.open_skills + seat.stock
    own = _of_places((*seat.places, *seat.village.places))
    return hand + uses + seat.village.goods + own


def pieces(state: State) -> Pool:
    """Return every piece of a full state, wherever it is."""
    total = state.bag + state.stack + state.supply + state.aside + _of_places(state.places)
    for seat in state.seats:
        total += pieces_of_seat(seat)
    for lot in state.lots:
        total += _of_lot(lot)
    for berth in state.berths:
        total += _of_berth(berth)
    return total


def _of_lot(lot: Lot) -> Pool:
    return sum((bid.workers for bid in lot.bids), lot.users)


def _of_berth(berth: Berth) -> Pool:
    return berth.load + _of_places(berth.places)


def _of_places(places: tuple[OwnPlace, ...]) -> Pool:
    found: Pool = sum(pools_in(places), EMPTY)  # type: ignore[assignment]  # all pools of Keyflower are of its class
    return found


def tiles(state: State) -> tuple[str, ...]:
    """Return every tile of a full state, sorted; a tile in two places would be listed twice."""
    found = [*state.box, *state.discarded]
    found += [tile for pile in state.piles for tile in pile]
    found += [lot.tile for lot in state.lots]
    found += [berth.boat for berth in state.berths]
    for seat in state.seats:
        found += [*seat.village.names, *seat.winter, *(tile for tile, _ in seat.won)]
    return tuple(sorted(found))


def limits(ruleset: Ruleset) -> Pool:
    """Return how many pieces of each kind a game has."""
    return Pool.of({good.id: good.limit for good in ruleset.goods.values()})


def losses(ruleset: Ruleset, state: State) -> str:
    """Return what is wrong with the numbers of pieces and tiles; the empty text if nothing is.

    >>> from keyflower import Game
    >>> game = Game.new(["Ann", "Bob"], seed=1)
    >>> losses(game.ruleset, game.state)
    ''
    """
    wrong = []
    there, wanted = pieces(state), limits(ruleset)
    if there != wanted:
        wrong.append(f"pieces: {there} instead of {wanted}")
    known, all_tiles = tiles(state), tuple(sorted(ruleset.tiles))
    if known != all_tiles:
        twice = {tile for tile in known if known.count(tile) > 1}
        missing = set(all_tiles) - set(known)
        wrong.append(f"tiles: twice {sorted(twice)}, missing {sorted(missing)}")
    return "; ".join(wrong)

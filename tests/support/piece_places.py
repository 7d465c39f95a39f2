"""Where every piece and every tile of a state is, place by place."""

from collections import Counter

from keyflower.expansions.farmers.herds import Herds, herds_of
from keyflower.expansions.merchants import Cabins, Extensions, Folder, Hold, Market
from keyflower.extend.goods import GoodKind

WORKER, SKILL, RESOURCE = GoodKind.WORKER, GoodKind.SKILL, GoodKind.RESOURCE
PRODUCE, ANIMAL = GoodKind.PRODUCE, "animal"
ANY = tuple(GoodKind)


def pieces_by_place(state):
    """Yield each place that holds pieces: what it is called, the kinds that belong there, the pieces."""
    yield "bag", (WORKER,), state.bag
    yield "stack", (SKILL,), state.stack
    yield "supply", (WORKER, RESOURCE, PRODUCE, ANIMAL, "extension", "cabin"), state.supply
    yield "aside", (WORKER, SKILL), state.aside
    yield from own_places("table", state.places)
    for berth in state.berths:
        yield f"{berth.boat}: workers", (WORKER,), berth.workers
        yield f"{berth.boat}: skills", (SKILL,), berth.skills
        yield f"{berth.boat}: cargo", (WORKER, RESOURCE, "cabin"), berth.cargo
        yield from own_places(berth.boat, berth.places)
    for lot in state.lots:
        for bid in lot.bids:
            yield f"bid of {bid.seat} at {lot.tile}", (WORKER,), bid.workers
        for use in lot.uses:
            yield f"use of {lot.tile}", (WORKER,), use.workers
    for number, seat in enumerate(state.seats):
        yield f"screen of {number}", (WORKER,), seat.workers
        yield f"open hand of {number}", (WORKER,), seat.open_workers
        yield f"skills of {number}", (SKILL,), seat.skills
        yield f"open skills of {number}", (SKILL,), seat.open_skills
        yield f"stock of {number}", (PRODUCE,), seat.stock
        for name, spot in zip(seat.village.names, seat.village.spots, strict=True):
            yield f"on {name}", (RESOURCE,), spot.goods
            for use in spot.uses:
                yield f"use of {name}", (WORKER,), use.workers
        for pasture, herd in herds_of(seat.village):
            yield f"pasture {pasture} of {number}", (ANIMAL,), herd
        yield from own_places(f"seat {number}", seat.places)
        yield from own_places(f"village of {number}", seat.village.places)


def own_places(where, places):
    """Yield the pieces in places that expansions have added, but herds."""
    for place in places:
        match place:
            case Market():
                for pool in (place.row, place.deck, place.discarded):
                    yield f"contracts on the {where}", ("contract",), pool
            case Folder():
                yield f"contracts of {where}", ("contract",), place.contracts
            case Hold():
                yield f"contracts on {where}", ("contract",), place.contracts
            case Extensions():
                for tile, pool in place.on:
                    yield f"extension on {tile}", ("extension",), pool
            case Cabins():
                yield f"cabins in the {where}", ("cabin",), place.cabins
            case Herds():
                pass
            case _:
                raise AssertionError(place)


def count_pieces(state):
    """How many pieces of each good there are."""
    total: Counter[str] = Counter()
    for _, _, pool in pieces_by_place(state):
        total.update(dict(pool.items()))
        total["unknown"] += pool.unknown
    return +total


def misplaced(ruleset, state):
    """Places that hold a piece of a kind that does not belong there."""
    return [
        (place, piece)
        for place, kinds, pool in pieces_by_place(state)
        for piece in pool
        if ruleset.goods[piece].kind not in kinds
    ]


def count_tiles(state):
    """How often each tile is there.

    Offered winter tiles still lie in the hand of their seat, chosen but not yet given.
    """
    total = Counter([*state.box, *state.discarded])
    for pile in state.piles:
        total.update(pile)
    total.update(lot.tile for lot in state.lots)
    total.update(berth.boat for berth in state.berths)
    for seat in state.seats:
        total.update(seat.village.names)
        total.update(seat.winter)
        total.update(tile for tile, _ in seat.won)
        assert set(seat.offered or ()) <= set(seat.winter)
    return total

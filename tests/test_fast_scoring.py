"""The exact totals of the fast executor, on villages that carry far more than a random game brings together."""

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from keyflower import fast
from keyflower.engine.scoring import best_total
from keyflower.model.layout import Placed
from keyflower.model.village import Spot, Village
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import TileKind
from tests.fast_games import new, with_herds


def village_of(ruleset, home, rng, number):
    """A village of random tiles, scoring ones before all, with random goods; tiles are laid freely."""
    scoring = [tile for tile in ruleset.tiles.values() if tile.front.scores or tile.front.powers or tile.back]
    chosen = rng.sample([tile for tile in scoring if tile.kind is not TileKind.HOME], number)
    village = Village.founded(home)
    for tile in chosen:
        places = village.layout.places(tile.edges) or village.layout.places(tile.edges, free=True)
        cell, turn = rng.choice(places)
        side = rng.randrange(2) if tile.back is not None else 0
        village = village.laying(Placed(tile.name, cell, turn, tile.edges, tile.kind), side=side)
    resources = ruleset.kind("resource")
    spots = [
        Spot(spot.side, Pool.each(rng.choices(resources, k=rng.choice((0, 0, 1, 2, 5)))))
        for spot in village.spots
    ]
    return Village(village.layout, tuple(spots))


def rich_game(kind, seed, number):
    """A game whose first seat has a village and a hand made up at random; the pieces of the game do not add up."""
    rng = Random(seed)
    game = new(kind, 3, seed)
    tables = fast.compile(game.ruleset)
    own = game.state.seats[0]
    village = village_of(game.ruleset, own.village.layout.tiles[0], rng, number)
    slots = tuple(
        power.slot
        for placed, spot in village
        for power in game.ruleset.tiles[placed.name].face(spot.side).powers
    )

    def some(goods):
        return Pool.each(rng.choices(goods, k=rng.randrange(13))) if goods else EMPTY

    seat = evolve(
        own,
        workers=some(tables.goods[0]),
        open_workers=some(tables.goods[0]),
        skills=some(tables.goods[1]),
        stock=some(tables.goods[3]),
        village=with_herds(game, village, rng),
        powers=slots,
    )
    state = evolve(game.state, seats=(seat, *game.state.seats[1:]), start=rng.randrange(2))
    return evolve(game, state=state)


@given(kind=st.sampled_from(["base", "farmers"]), seed=st.integers(0, 2**32), number=st.integers(0, 22))
def test_totals_of_rich_villages_are_exact(kind, seed, number):
    game = rich_game(kind, seed, number)
    assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0)


@pytest.mark.parametrize("kind", ["base", "farmers"])
def test_totals_of_many_rich_villages_are_exact(kind):
    for seed in range(150):
        game = rich_game(kind, seed, 4 + seed % 18)
        assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0), seed

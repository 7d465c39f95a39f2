"""The exact totals of the fast executor, on villages that carry far more than a random game brings together."""

from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from keyflower import fast
from keyflower.engine import scoring
from keyflower.engine.scoring import best_total
from keyflower.engine.solver import Problem, totals
from keyflower.extend import Expansion, Face, Need, Once, Tile
from keyflower.facade.game import Game
from keyflower.facade.registry import resolve
from keyflower.fast.library import rules_of
from keyflower.model.enums import COLOURS, PURPLE, Season, TileKind
from keyflower.model.layout import Placed
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.village import Spot, Village
from tests.support.fast_games import new, some_cards, with_own_pieces
from tests.support.oracle import integer_program

CARDS = ("merchants", "merchants-farmers")
"""Games in which seats hold terms, and pieces on tiles change what these score."""


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


def with_village(game, village, *, start, **pieces):
    """The game with another village and hand of its first seat, and the powers of that village."""
    slots = tuple(
        power.slot
        for placed, spot in village
        for power in game.ruleset.tiles[placed.name].face(spot.side).powers
    )
    seat = evolve(game.state.seats[0], village=village, powers=slots, **pieces)
    standing = sum((pool for _, pool in village.lying), EMPTY).only(
        fast.compile_ruleset(game.ruleset).add_ons
    )
    state = evolve(
        game.state,
        seats=(seat, *game.state.seats[1:]),
        start=start,
        places=(),  # each card is there once
        berths=tuple(evolve(berth, places=()) for berth in game.state.berths),
        supply=game.state.supply - standing,
    )
    return evolve(game, state=state)


def rich_game(kind, seed, number, game=None):
    """A game whose first seat has a village and a hand made up at random; the pieces of the game do not add up."""
    rng = Random(seed)
    game = game or new(kind, 3, seed)
    tables = fast.compile_ruleset(game.ruleset)
    village = village_of(game.ruleset, game.state.seats[0].village.layout.tiles[0], rng, number)

    def some(goods):
        return Pool.each(rng.choices(goods, k=rng.randrange(13))) if goods else EMPTY

    return with_village(
        game,
        with_own_pieces(game, village, rng),
        places=some_cards(game, rng),
        start=rng.randrange(2),
        workers=some(tables.goods[0]),
        open_workers=some(tables.goods[0]),
        skills=some(tables.goods[1]),
        stock=some(tables.goods[3]),
    )


def extreme_game(kind, tiles, numbers, *, everywhere=False, start=0):
    """A game whose first seat has all these tiles, upgraded, and a number of each good: `numbers` is asked for each.

    Resources lie on the home tile, or as many on every tile.
    """
    game = new(kind, 3, 1)
    goods = fast.compile_ruleset(game.ruleset).goods
    village = Village.founded(game.state.seats[0].village.layout.tiles[0])
    for tile in tiles:
        places = village.layout.places(tile.edges) or village.layout.places(tile.edges, free=True)
        village = village.laying(
            Placed(tile.name, *places[0], tile.edges, tile.kind), side=int(tile.back is not None)
        )

    def some(kind):
        return Pool.of({name: numbers() for name in goods[kind]})

    spots = [
        Spot(spot.side, some(2) if everywhere or not place else EMPTY)
        for place, spot in enumerate(village.spots)
    ]
    village = Village(village.layout, tuple(spots))
    return with_village(game, village, start=start, workers=some(0), skills=some(1), stock=some(3))


def scoring_tiles(game):
    """The tiles that score pieces, or let them count as others."""
    return [
        tile
        for tile in game.ruleset.tiles.values()
        if tile.kind is not TileKind.HOME
        and (tile.face(1).scores or tile.face(0).scores or tile.kind is TileKind.BOAT)
    ]


def work_of(game):
    """How many relaxations and flows the compiled scoring of a game takes."""
    rules = rules_of(fast.compile_ruleset(game.ruleset))
    assert rules is not None
    packed = fast.pack(game)
    before = rules.short.keyflower_steps(rules.machine.pointer)
    fast.totals(packed)
    return rules.short.keyflower_steps(rules.machine.pointer) - before


@given(
    kind=st.sampled_from(["base", "farmers", *CARDS]), seed=st.integers(0, 2**32), number=st.integers(0, 22)
)
def test_totals_of_rich_villages_are_exact(kind, seed, number):
    game = rich_game(kind, seed, number)
    assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0)


@pytest.mark.parametrize("kind", ["base", "farmers", *CARDS])
def test_totals_of_many_rich_villages_are_exact(kind):
    for seed in range(3 * settings().max_examples):
        game = rich_game(kind, seed, 4 + seed % 18)
        assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0), seed


@pytest.mark.parametrize("kind", ["base", "farmers"])
def test_totals_of_extreme_villages_are_exact(kind):
    for seed in range(settings().max_examples // 4):
        rng = Random(seed)
        every = scoring_tiles(new(kind, 3, 1))
        tiles = rng.sample(every, rng.randint(len(every) // 2, len(every)))
        everywhere = rng.random() < 0.3
        most = rng.choice((1, 2, 3, 5) if everywhere else (1, 2, 3, 5, 8, 13, 40))
        game = extreme_game(
            kind,
            tiles,
            lambda rng=rng, most=most: rng.choice((0, 1, most, rng.randint(0, most))),
            everywhere=everywhere,
            start=rng.randrange(2),
        )
        assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0), seed
        assert work_of(game) < 1000, seed


def contract(rng):
    """A term that pays once, for up to three needs."""
    kinds = {
        "resource": ("wood", "stone", "iron", "gold"),
        "skill": ("anvil", "pickaxe", "saw"),
        "worker": COLOURS,
    }
    needs = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(list(kinds))
        needs.append(Need(rng.choice((kind, (rng.choice(kinds[kind]),))), rng.randint(1, 3)))
    if rng.random() < 0.1:
        needs = [Need((PURPLE,))]
    return Once(rng.choice((2, 7, 7, 10)), tuple(needs), otherwise=rng.choice((0, 0, 3)))


def test_totals_with_sets_that_can_be_made_once_are_exact():
    for seed in range(max(8, settings().max_examples // 10)):
        rng = Random(seed)
        contracts = tuple(contract(rng) for _ in range(rng.randint(1, 12)))
        deals = Expansion(
            id="deals", version="1", title="Deals", requires=("base",), terms=(*contracts, contracts[0])
        )
        game = Game.new(["Ann", "Bob"], seed=seed, expansions=[deals, *(["farmers"] if seed % 2 else [])])
        assert fast.why_not(game.ruleset) == ()
        for number in range(6):
            rich = rich_game("", 10 * seed + number, rng.choice((3, 10, 20)), game)
            assert fast.totals(fast.pack(rich))[0] == best_total(rich.ruleset, rich.state, 0), (seed, number)
            assert work_of(rich) < 2000


def test_rules_with_more_terms_than_fit_are_refused_not_cut_short():
    few = tuple(Once(points, (Need(("wood",)),)) for points in range(1, 20))
    for number, reason in ((19, ()), (20, ("there are 21 terms without a tile, and there is room for 20",))):
        deals = Expansion(
            id="deals", version="1", title="Deals", requires=("base",), terms=(*few, few[0])[:number]
        )
        assert fast.why_not(resolve([deals])) == reason
    tiles = tuple(
        Tile(
            f"office_{number}",
            title=f"Office {number}",
            season=Season.WINTER,
            edges="RRFFFF",
            front=Face(scores=few[:10]),
        )
        for number in "abcdefg"
    )
    offices = Expansion(id="offices", version="1", title="Offices", requires=("base",), tiles=tiles)
    (too_many,) = fast.why_not(resolve([offices]))
    assert "terms for sets, and there is room for 64" in too_many


@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 10, 20, 40])
def test_the_work_of_scoring_does_not_grow_with_the_number_of_pieces(number):
    winter = [
        tile
        for tile in new("farmers", 3, 1).ruleset.tiles_of(season=Season.WINTER)
        if tile.front.scores and tile.kind is TileKind.VILLAGE
    ]
    game = extreme_game("farmers", winter, lambda: number)
    assert len(winter) == 17
    assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0)
    assert work_of(game) < 200


@pytest.mark.parametrize("kind", CARDS)
def test_contracts_in_random_villages_score_what_an_integer_program_finds(kind, monkeypatch):
    asked: list[Problem] = []

    def noted(problem: Problem) -> tuple[int, int]:
        asked.append(problem)
        return totals(problem)

    monkeypatch.setattr(scoring, "totals", noted)
    held = 0
    for seed in range(max(6, settings().max_examples // 10)):
        game = rich_game(kind, seed, 4 + seed % 18)
        asked.clear()
        best_total(game.ruleset, game.state, 0)
        held += bool(game.state.seats[0].places)
        assert max(totals(asked[0])) == integer_program(asked[0]), seed
    assert held

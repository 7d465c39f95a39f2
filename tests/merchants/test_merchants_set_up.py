"""The Merchants 1: components and set-up (scenarios 1 to 8)."""

from collections import Counter
from random import Random

import pytest

import keyflower as kf
from keyflower.expansions.merchants import Hold, Market
from keyflower.expansions.merchants.goods import CONTRACTS, EXTENSIONS
from keyflower.facade.registry import resolve
from keyflower.model.enums import Season, TileKind
from keyflower.testing import census
from keyflower.testing.random_play import SEATS

NAMES = ("keyflower", "sea_bastion", "sea_breese", "flipper", "ianvincible", "white_wind")


def new(players, *, seed=5, farmers=False, variants=()):
    expansions = ["farmers", "merchants"] if farmers else ["merchants"]
    return kf.Game.new(SEATS[:players], seed=seed, expansions=expansions, variants=variants)


def boats(game):
    return [berth.boat for berth in game.state.berths]


def dealt(game):
    return [tile for seat in game.state.seats for tile in seat.winter]


def origins(game, tiles):
    return Counter(game.ruleset.tiles[tile].expansion for tile in tiles)


def village_lots(game):
    return [lot.tile for lot in game.lots if not lot.tile.startswith("turn_order")]


def test_the_expansion_has_12_tiles_36_contracts_18_extensions_and_6_cabins():
    ruleset = resolve(["merchants"])
    own = [tile for tile in ruleset.tiles.values() if tile.expansion == "merchants"]
    assert Counter(tile.kind for tile in own) == {TileKind.VILLAGE: 6, TileKind.BOAT: 6}
    assert Counter(tile.season for tile in own if tile.season) == {
        Season.SPRING: 1, Season.SUMMER: 1, Season.AUTUMN: 1, Season.WINTER: 3,
    }  # fmt: skip
    assert (len(CONTRACTS), len(EXTENSIONS), ruleset.goods["cabin"].limit) == (36, 18, 6)
    assert Counter(extension.colour for extension in EXTENSIONS) == {
        "blue": 5, "red": 5, "yellow": 5, "green": 3,
    }  # fmt: skip


def test_m01_one_boat_of_each_pair_is_in_play_each_about_half_of_the_time():
    seen: Counter[str] = Counter()
    for seed in range(200):
        row = boats(new(3, seed=seed))
        assert [boat.removeprefix("boat_").removesuffix("_ii") for boat in row] == list(NAMES[:3])
        seen.update(row)
    assert set(seen) == {f"boat_{name}{end}" for name in NAMES[:3] for end in ("", "_ii")}
    assert all(70 <= number <= 130 for number in seen.values())


@pytest.mark.parametrize(("players", "each"), [*zip(range(2, 7), (4, 4, 3, 3, 2), strict=True)])
def test_m02_winter_tiles_dealt_from_15(players, each):
    game = new(players)
    assert [len(seat.winter) for seat in game.state.seats] == [each] * players
    assert len(game.ruleset.tiles_of(season=Season.WINTER)) == 15


def test_m03_three_contracts_lie_open_and_one_on_each_boat_that_carries_one():
    seen = set()
    for seed in range(40):
        game = new(4, seed=seed)
        market, carries = game.state.place(Market), "boat_sea_breese_ii" in boats(game)
        assert (market.row.total, market.deck.total) == (3, 32 if carries else 33)
        for berth in game.state.berths:
            assert berth.place(Hold).contracts.total == (berth.boat == "boat_sea_breese_ii")
        seen.add(carries)
    assert seen == {True, False}


def test_m04_the_variant_with_2_players():
    for seed in range(5):
        game = new(2, seed=seed, variants=["merchants-first"])
        assert boats(game) == ["boat_keyflower_ii", "boat_sea_bastion_ii"]
        assert "assayer" in village_lots(game)
        assert origins(game, village_lots(game)) == {"merchants": 1, "base": 5}
        assert {"artisan", "builder", "muleteer"} <= set(dealt(game))
        assert origins(game, dealt(game)) == {"merchants": 3, "base": 5}
        assert [len(seat.winter) for seat in game.state.seats] == [4, 4]


def test_m05_the_variant_with_6_players():
    game = new(6, variants=["merchants-first"])
    assert boats(game) == [f"boat_{name}_ii" for name in NAMES]
    assert {"artisan", "builder", "muleteer"} <= set(dealt(game)) and len(dealt(game)) == 12
    rng = Random(1)
    while game.season is Season.SPRING:
        decision = next(iter(game.decisions.values()))
        wanted = decision.options.where(kind="pass") or decision.options
        game = game.play(wanted.sample(rng), seat=decision.seat)
    assert "bookkeeper" in village_lots(game) and len(village_lots(game)) == 10


@pytest.mark.parametrize(("players", "own"), [*zip(range(2, 7), (5, 9, 9, 12, 9), strict=True)])
def test_the_variant_fills_up_the_winter_deck_with_base_tiles(players, own):
    game = new(players, variants=["merchants-first"])
    assert origins(game, dealt(game)) == {"merchants": 3, "base": own}


def test_m06_both_expansions_with_5_players():
    game = new(5, farmers=True)
    assert len(village_lots(game)) == 9
    assert len(game.ruleset.tiles_of(season=Season.SPRING)) == 17
    assert len(game.ruleset.tiles_of(season=Season.WINTER)) == 21
    assert [len(seat.winter) for seat in game.state.seats] == [3] * 5
    order = [lot.tile for lot in game.lots if lot.tile.startswith("turn_order")]
    assert [game.ruleset.tiles[tile].expansion for tile in order] == ["farmers"] * 3 + ["base"]


def test_m07_both_variants_with_2_players():
    for seed in range(5):
        game = new(2, seed=seed, farmers=True, variants=["farmers-first", "merchants-first"])
        assert origins(game, village_lots(game)) == {"farmers": 4, "merchants": 1, "base": 1}
        assert "assayer" in village_lots(game)
        assert len(dealt(game)) == 8 and not origins(game, dealt(game))["base"]


@pytest.mark.parametrize(("players", "base"), [(3, 3), (4, 7), (5, 6), (6, 9)])
def test_both_variants_use_all_nine_winter_tiles_of_the_expansions(players, base):
    game = new(players, farmers=True, variants=["farmers-first", "merchants-first"])
    assert origins(game, dealt(game)) == {"farmers": 6, "merchants": 3, "base": base}
    assert all(boat.endswith("_ii") for boat in boats(game))


@pytest.mark.parametrize(("players", "others"), [*zip(range(2, 7), (5, 9, 13, 12, 15), strict=True)])
def test_one_variant_of_two_expansions_fills_up_with_everything_else(players, others):
    game = new(players, farmers=True, variants=["merchants-first"])
    found = origins(game, dealt(game))
    assert found["merchants"] == 3 and found["base"] + found["farmers"] == others


def test_the_farmers_variant_alone_draws_boats_by_pairs():
    rows = [boats(new(2, seed=seed, farmers=True, variants=["farmers-first"])) for seed in range(12)]
    assert {boat for row in rows for boat in row} == {
        f"boat_{name}{end}" for name in NAMES[:2] for end in ("", "_ii")
    }


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("farmers", [False, True])
def test_m08_every_piece_is_accounted_for_after_every_event(players, farmers):
    game, rng = new(players, farmers=farmers), Random(players)
    while not game.over:
        decision = next(iter(game.decisions.values()))
        game = game.play(decision.options.sample(rng), seat=decision.seat)
        assert census.losses(game.ruleset, game.state) == ""

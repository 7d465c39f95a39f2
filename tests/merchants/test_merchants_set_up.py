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


def advanced(game, season):
    """The game at the first decision of a later season; everybody passes, what else is asked is answered at random."""
    rng = Random(1)
    while game.season is not season:
        decision = next(iter(game.decisions.values()))
        wanted = decision.options.where(kind="pass") or decision.options
        game = game.play(wanted.sample(rng), seat=decision.seat)
    return game


@pytest.mark.parametrize("farmers", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_homes_boats_and_tiles_of_a_season_are_as_many_as_in_the_base_game(players, farmers):
    """Merchants 1.2 and 11: the table numbers do not change."""
    game, base = new(players, farmers=farmers), kf.Game.new(SEATS[:players], seed=5)
    assert len(village_lots(game)) == len(village_lots(base)) == players + 4
    assert len(game.lots) == len(base.lots)
    assert len(boats(game)) == len(boats(base)) == players
    assert all(len(seat.village.layout.tiles) == 1 for seat in game.state.seats)


@pytest.mark.parametrize(("players", "each"), [*zip(range(2, 7), (4, 4, 4, 3, 3), strict=True)])
def test_winter_tiles_dealt_with_the_farmers_as_well(players, each):
    """Merchants 1.2 and 11."""
    game = new(players, farmers=True)
    assert [len(seat.winter) for seat in game.state.seats] == [each] * players


@pytest.mark.parametrize(
    ("farmers", "players", "most"),
    [
        *((False, *pair) for pair in zip(range(2, 7), (8, 12, 12, 15, 12), strict=True)),
        *((True, *pair) for pair in zip(range(2, 7), (8, 12, 16, 15, 18), strict=True)),
    ],
)
def test_each_player_lets_one_winter_tile_enter_or_all_of_them(farmers, players, most):
    """Merchants 1.2: from one per player to all that were dealt."""
    before = advanced(new(players, farmers=farmers), Season.WINTER)
    for choose, number in ((min, players), (max, most)):
        game = before
        while game.state.agenda[0].tag == "offer-winter":
            decision = next(iter(game.decisions.values()))
            action = choose(decision.options, key=lambda action: len(str(action).split()))
            game = game.play(action, seat=decision.seat)
        assert len(village_lots(game)) == number


def test_each_pair_of_boats_is_drawn_for_itself():
    """Merchants 1.3: every mixture of base boats and boats II turns up."""
    seen = {tuple(boat.endswith("_ii") for boat in boats(new(3, seed=seed))) for seed in range(80)}
    assert len(seen) == 8


@pytest.mark.parametrize("players", range(2, 7))
def test_the_row_of_boats_is_in_the_order_of_the_base_game_and_the_others_are_set_aside(players):
    """Merchants 1.3: of the twelve boats all that are not in the row lie in the box."""
    for seed in range(4):
        game = new(players, seed=seed)
        row = boats(game)
        assert [boat.removeprefix("boat_").removesuffix("_ii") for boat in row] == list(NAMES[:players])
        aside = {tile for tile in game.state.box if game.ruleset.tiles[tile].kind is TileKind.BOAT}
        assert aside == {f"boat_{name}{end}" for name in NAMES for end in ("", "_ii")} - set(row)


def test_the_tiles_of_the_expansion_are_mixed_into_the_stacks():
    """Merchants 1.3: drawn at random as usual, so they are there in some games and not in others."""
    games = [new(2, seed=seed) for seed in range(40)]
    assert {"assayer" in village_lots(game) for game in games} == {True, False}
    for tile in ("artisan", "builder", "muleteer"):
        assert {tile in dealt(game) for game in games} == {True, False}
    stacks = [len(games[0].ruleset.tiles_of(season=season)) for season in Season]
    assert stacks == [13, 13, 13, 15]


@pytest.mark.parametrize("players", range(2, 7))
def test_three_contracts_lie_open_whatever_the_number_of_players(players):
    """Merchants 1.3."""
    for seed in range(6):
        game = new(players, seed=seed)
        market = game.state.place(Market)
        carrying = {"boat_sea_breese_ii", "boat_white_wind_ii"} & set(boats(game))
        assert (market.row.total, market.discarded.total) == (3, 0)
        assert market.deck.total == 36 - 3 - len(carrying)
        assert {berth.boat for berth in game.state.berths if berth.place(Hold).contracts} == carrying


def test_the_open_row_is_dealt_before_the_boats_and_these_in_row_order():
    """Merchants 1.3."""
    log = new(6, variants=["merchants-first"]).log
    tags = [event for entry in log for event in entry.events if event.tag.startswith("merchants.contract")]
    assert [event.tag.removeprefix("merchants.contract") for event in tags] == [
        "s-shuffled", "-turned-up", "-turned-up", "-turned-up", "-loaded", "-loaded",
    ]  # fmt: skip
    assert [event.boat for event in tags[-2:]] == ["boat_sea_breese_ii", "boat_white_wind_ii"]


def test_extensions_and_cabins_lie_in_the_supply():
    """Merchants 1.3: all of them, but for the cabins on boats."""
    game = new(2, variants=["merchants-first"])
    supply = game.state.supply
    assert all(supply[extension.id] == 1 for extension in EXTENSIONS)
    assert supply["cabin"] == 5, "one is on Sea Bastion II"


@pytest.mark.parametrize(
    ("season", "tile"),
    [(Season.SPRING, "assayer"), (Season.SUMMER, "bookkeeper"), (Season.AUTUMN, "merchant")],
)
@pytest.mark.parametrize("players", [2, 4])
def test_the_variant_uses_the_tile_of_every_season(players, season, tile):
    """Merchants 1.4: and fills up with base tiles to the table number."""
    for seed in range(3):
        game = advanced(new(players, seed=seed, variants=["merchants-first"]), season)
        assert tile in village_lots(game)
        assert origins(game, village_lots(game)) == {"merchants": 1, "base": players + 3}


@pytest.mark.parametrize("farmers", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_the_variant_uses_boats_ii_only(players, farmers):
    """Merchants 1.4 and 11."""
    for seed in range(3):
        game = new(players, seed=seed, farmers=farmers, variants=["merchants-first"])
        assert boats(game) == [f"boat_{name}_ii" for name in NAMES[:players]]


def test_the_merchants_variant_alone_draws_the_other_tiles_from_base_and_farmers():
    """Merchants 11: one Merchants tile, and the rest from the 16 others."""
    found = [new(2, seed=seed, farmers=True, variants=["merchants-first"]) for seed in range(25)]
    assert all("assayer" in village_lots(game) for game in found)
    assert len({origins(game, village_lots(game))["farmers"] for game in found}) > 1
    assert len({origins(game, dealt(game))["farmers"] for game in found}) > 1


def test_the_farmers_variant_alone_draws_the_other_tiles_from_base_and_merchants():
    """Merchants 11: four Farmers tiles, the rest from 12 base tiles and one Merchants tile; winter 6 and from 15."""
    found = [new(3, seed=seed, farmers=True, variants=["farmers-first"]) for seed in range(40)]
    assert all(origins(game, village_lots(game))["farmers"] == 4 for game in found)
    assert all(origins(game, dealt(game))["farmers"] == 6 for game in found)
    assert {origins(game, village_lots(game))["merchants"] for game in found} == {0, 1}
    assert len({origins(game, dealt(game))["merchants"] for game in found}) > 1


@pytest.mark.parametrize("season", [Season.SPRING, Season.SUMMER, Season.AUTUMN])
@pytest.mark.parametrize("players", [2, 3])
def test_both_variants_use_all_tiles_of_the_season(players, season):
    """Merchants 11: four Farmers tiles and the Merchants tile, filled up with base tiles."""
    game = advanced(new(players, farmers=True, variants=["farmers-first", "merchants-first"]), season)
    assert origins(game, village_lots(game)) == {"farmers": 4, "merchants": 1, "base": players - 1}


def test_both_variants_with_2_players_leave_out_any_of_the_nine_winter_tiles():
    """Merchants 11: a random 8 of the nine."""
    both = ["farmers-first", "merchants-first"]
    left_out = {
        origins(game, dealt(game))["merchants"]
        for game in (new(2, seed=seed, farmers=True, variants=both) for seed in range(25))
    }
    assert left_out == {2, 3}


def test_the_stacks_with_both_expansions():
    """Merchants 11."""
    ruleset = resolve(["farmers", "merchants"])
    assert [len(ruleset.tiles_of(season=season)) for season in Season] == [17, 17, 17, 21]


def test_contracts_name_neither_wheat_nor_animals():
    """Merchants 11."""
    named = {piece for contract in CONTRACTS for piece in contract.needs.named}
    assert named == {
        "red", "blue", "yellow", "green", "purple", "saw", "anvil", "pickaxe", "wood", "stone", "iron", "gold",
    }  # fmt: skip

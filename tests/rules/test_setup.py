"""Rules 1: components and set-up (scenarios 1 to 9, rulings C15, C18, C22, C23)."""

from collections import Counter

import pytest

import keyflower as kf
from keyflower.extend.goods import GoodKind
from keyflower.facade.registry import resolve
from keyflower.kernel.state import hide
from keyflower.model.enums import SEASONS, Season, TileKind
from keyflower.model.events import TableSet
from keyflower.testing import census, random_game
from keyflower.testing.random_play import SEATS

COUNTS = (2, 3, 4, 5, 6)


def new(players, *, seed=5, **more):
    return kf.Game.new(SEATS[:players], seed=seed, **more)


def village_lots(game):
    return [lot.tile for lot in game.lots if not lot.tile.startswith("turn_order")]


def turn_order_lots(game):
    return [lot.tile for lot in game.lots if lot.tile.startswith("turn_order")]


def base_tiles(**wanted):
    return [tile.name for tile in resolve().tiles_of(**wanted)]


# ---------------------------------------------------------------------- 1.1, 1.2 components


def test_base_tiles_are_64():
    kinds = Counter(tile.kind for tile in resolve().tiles.values())
    assert kinds == {
        TileKind.TURN_ORDER: 4,
        TileKind.BOAT: 6,
        TileKind.HOME: 6,
        TileKind.VILLAGE: 44,
        TileKind.SUMMER_BOAT: 4,
    }
    assert {season: len(base_tiles(season=season)) for season in SEASONS} == dict.fromkeys(SEASONS, 12)


def test_base_pieces_have_hard_limits():
    assert census.limits(resolve()) == kf.Pool.of(
        blue=40,
        red=40,
        yellow=40,
        green=20,
        anvil=16,
        pickaxe=16,
        saw=16,
        gold=48,
        iron=24,
        stone=24,
        wood=24,
    )


def test_farmers_bring_21_tiles_and_animals_and_wheat():
    both, base = resolve(["farmers"]), resolve()
    new_names = [tile for tile in both.tiles.values() if tile.expansion == "farmers"]
    assert Counter(tile.season for tile in new_names) == {
        Season.SPRING: 4, Season.SUMMER: 4, Season.AUTUMN: 4, Season.WINTER: 6, None: 3
    }  # fmt: skip
    more = census.limits(both) - census.limits(base)
    assert more == kf.Pool.of(cow=12, pig=24, sheep=32, wheat=30)


def test_purple_is_no_piece_of_any_pool():
    assert kf.Game.new(["A", "B"], seed=1).state.bag["purple"] == 0
    assert "purple" not in resolve().goods


@pytest.mark.parametrize(
    ("players", "boats"),
    [
        (2, "keyflower sea_bastion"),
        (3, "keyflower sea_bastion sea_breese"),
        (4, "keyflower sea_bastion sea_breese flipper"),
        (5, "keyflower sea_bastion sea_breese flipper ianvincible"),
        (6, "keyflower sea_bastion sea_breese flipper ianvincible white_wind"),
    ],
)
def test_boats_in_play_by_player_count_c23(players, boats):
    assert [berth.boat for berth in new(players).boats] == [f"boat_{boat}" for boat in boats.split()]


# ---------------------------------------------------------------------- 1.3 counts


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("farmers", [(), ("farmers",)])
def test_counts_by_player_number(players, farmers):
    game = new(players, expansions=farmers)
    column = players - 2
    assert len(game.boats) == players
    assert len(turn_order_lots(game)) == (1, 2, 3, 4, 4)[column]
    assert len(village_lots(game)) == (6, 7, 8, 9, 10)[column]
    dealt = (4, 4, 4, 3, 3) if farmers else (3, 3, 3, 2, 2)
    assert [len(seat.winter) for seat in game.state.seats] == [dealt[column]] * players
    assert all(len(seat.village) == 1 for seat in game.state.seats)


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("season", ["summer", "autumn"])
def test_season_tiles_are_as_many_in_every_season(players, season):
    game = new(players)
    while game.season != season:
        seat = next(iter(game.decisions))
        options = game.decisions[seat].options
        game = game.play("pass" if game.decisions[seat].kind == "turn" else options[0], seat=seat)
    assert len(village_lots(game)) == (6, 7, 8, 9, 10)[players - 2]
    assert all(game.ruleset.tiles[tile].season == season for tile in village_lots(game))


@pytest.mark.parametrize("players", [1, 7, 0])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(kf.SetupError, match="2 to 6"):
        kf.Game.new([f"N{number}" for number in range(players)], seed=1)


@pytest.mark.parametrize(("players", "number"), [(2, 1), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_s007_purple_icon_is_on_the_highest_turn_order_tile_in_play(players, number):
    game = new(players)
    assert turn_order_lots(game)[-1] == f"turn_order_{number}"
    # whoever wins it starts the next season
    winner = (game.state.start + 1) % players
    game = game.play("pass")
    colour = game.screen(winner).workers.pieces[0]
    game = game.play(kf.Bid(f"turn_order_{number}", kf.Pool.of({colour: 1})))
    while game.season == Season.SPRING:
        seat = next(iter(game.decisions))
        kind = game.decisions[seat].kind
        game = game.play("pass" if kind == "turn" else game.decisions[seat].options[0], seat=seat)
    assert game.state.start == winner


def test_farmers_turn_order_tiles_replace_the_first_three():
    tiles = resolve(["farmers"]).tiles
    assert [tiles[f"turn_order_{number}"].expansion for number in (1, 2, 3, 4)] == ["farmers"] * 3 + ["base"]
    assert [tiles[f"turn_order_{number}"].goods is not None for number in (1, 2, 3, 4)] == [True] * 3 + [
        False
    ]


# ---------------------------------------------------------------------- 1.4 procedure


def test_s001_set_up_of_three_players():
    game = new(3)
    state = game.state
    assert [berth.boat for berth in state.berths] == ["boat_keyflower", "boat_sea_bastion", "boat_sea_breese"]
    assert turn_order_lots(game) == ["turn_order_1", "turn_order_2"]
    assert len(village_lots(game)) == 7
    assert [len(seat.winter) for seat in state.seats] == [3, 3, 3]
    assert state.supply["green"] == 20
    loaded = sum(berth.workers.total for berth in state.berths)
    assert loaded == 7 + 6 + 6
    assert state.bag.total == 120 - 24 - loaded
    assert [seat.workers.total for seat in state.seats] == [8, 8, 8]
    assert not any(seat.workers["green"] for seat in state.seats)


def test_s001_boats_carry_printed_numbers_of_workers_and_skills():
    game = new(6)
    assert [(berth.workers.total, berth.skills.total) for berth in game.boats] == [
        (7, 1), (6, 2), (6, 1), (5, 2), (5, 1), (4, 2)
    ]  # fmt: skip


def test_s002_lowest_home_number_starts_spring():
    script = ("home_5 home_2 home_6",)
    game = kf.Game.new(SEATS[:3], chance=kf.ScriptedChance(script, kf.SeededChance(1)))
    assert [seat.village.names for seat in game.state.seats] == [("home_5",), ("home_2",), ("home_6",)]
    assert game.start_player == "P2"
    assert game.decision.seat == 1


def test_homes_are_laid_front_up_and_random():
    homes = {new(2, seed=seed).village(0).names[0] for seed in range(60)}
    assert homes == {f"home_{number}" for number in range(1, 7)}
    assert new(2).village(0).spots[0].side == 0


def test_s003_farmers_with_five_players():
    game = new(5, expansions=["farmers"])
    assert [len(seat.winter) for seat in game.state.seats] == [3] * 5
    deck = game.ruleset.tiles_of(season=Season.WINTER)
    assert len(deck) == 18
    assert [game.ruleset.tiles[tile].id for tile in turn_order_lots(game)] == [
        "farmers:turn_order_1", "farmers:turn_order_2", "farmers:turn_order_3", "base:turn_order_4"
    ]  # fmt: skip
    assert len(village_lots(game)) == 9
    assert len(game.ruleset.tiles_of(season=Season.SPRING)) == 16


def test_s006_variant_c_gives_a_green_worker():
    game = new(3, handicap=["P2"])
    assert game.screen("P2").workers.total == 9
    assert game.screen("P2").workers["green"] == 1
    assert [game.screen(who).workers.total for who in ("P1", "P3")] == [8, 8]
    assert game.supply["green"] == 19


def test_variants_b_and_c_combine_the_green_is_open():
    game = new(2, handicap=["P1"], variants=["open-hands"])
    assert str(game.screen("P1").open_workers) == "G1"
    assert game.screen("P1").workers.total == 8


def test_tiles_not_used_go_to_the_box_unseen():
    game = new(3)
    assert len(game.state.box) == 5 + 3 + 3 + 2 + 3  # spring, homes, winter, turn order, boats
    assert set(hide(game.state, 0).box) == {"?"}
    assert [len(pile) for pile in game.state.piles] == [0, 12, 12]


def test_every_tile_is_in_exactly_one_place():
    for players in COUNTS:
        for expansions in ((), ("farmers",)):
            game = new(players, expansions=expansions)
            assert census.losses(game.ruleset, game.state) == ""


def test_the_first_event_is_the_table():
    assert isinstance(new(2).events[0], TableSet)


# ---------------------------------------------------------------------- 1.5 selection with Farmers


def _shown(game, season):
    return [game.ruleset.tiles[tile].expansion for tile in village_lots(game) if game.season == season]


@pytest.mark.parametrize("players", COUNTS)
def test_s004_variant_a_uses_all_farmers_tiles_every_season(players):
    game = new(players, expansions=["farmers"], variants=["farmers-first"])
    winter = [game.ruleset.tiles[tile].expansion for seat in game.state.seats for tile in seat.winter]
    base = (2, 6, 10, 9, 12)[players - 2]
    assert Counter(winter) == {"farmers": 6, "base": base}
    for season in SEASONS[:3]:
        assert Counter(_shown(game, season)) == {"farmers": 4, "base": players}
        while game.season == season:
            seat = next(iter(game.decisions))
            kind = game.decisions[seat].kind
            game = game.play("pass" if kind == "turn" else game.decisions[seat].options[0], seat=seat)


def test_s005_variant_a_with_five_players_deals_the_whole_winter_deck():
    game = new(5, expansions=["farmers"], variants=["farmers-first"])
    hands = [tile for seat in game.state.seats for tile in seat.winter]
    assert len(set(hands)) == 15


def test_standard_selection_mixes_both():
    shown: Counter[str] = Counter()
    for seed in range(30):
        game = new(4, seed=seed, expansions=["farmers"])
        shown.update(game.ruleset.tiles[tile].expansion for tile in village_lots(game))
    assert shown["farmers"] > 30 and shown["base"] > 100  # 1 in 4 of 240 on average


# ---------------------------------------------------------------------- 1.5, C15: the side of summer boats


def _boat_sides(players=6, seeds=range(8)):
    for seed in seeds:
        game = random_game(seed, players, plies=0)
        while game.season != Season.SUMMER:
            seat = next(iter(game.decisions))
            kind = game.decisions[seat].kind
            game = game.play("pass" if kind == "turn" else game.decisions[seat].options[0], seat=seat)
        yield game, {lot.tile: lot.side for lot in game.lots if lot.tile.startswith("boat_")}


def test_s008_exactly_one_side_of_each_summer_boat_is_offered_at_random_c15():
    seen: dict[str, set[int]] = {}
    for game, sides in _boat_sides():
        assert len({lot.tile for lot in game.lots}) == len(game.lots)
        for tile, side in sides.items():
            seen.setdefault(tile, set()).add(side)
    assert seen == {f"boat_{number}": {0, 1} for number in (1, 2, 3, 4)}


# ---------------------------------------------------------------------- 1.6 facts of the catalogue


@pytest.mark.parametrize(("season", "roads"), [("spring", 4), ("summer", 3), ("autumn", 2), ("winter", 1)])
def test_roads_by_season_c18(season, roads):
    for tile in resolve(["farmers"]).tiles_of(kind=TileKind.VILLAGE, season=Season(season)):
        assert tile.edges.count("R") == (0 if tile.name == "sheep_shelter" else roads), tile.name
        assert "W" not in tile.edges


def test_homes_have_five_roads_and_an_inlet():
    for tile in resolve().tiles_of(kind=TileKind.HOME):
        assert sorted(tile.edges) == sorted("RRRRRW")


def test_boats_have_no_roads_and_a_river_c22():
    ruleset = resolve(["farmers"])
    for tile in (*ruleset.tiles_of(kind=TileKind.BOAT), *ruleset.tiles_of(kind=TileKind.SUMMER_BOAT)):
        assert tile.edges == "WFFWFF", tile.name


def test_every_kind_of_good_is_known():
    rules = resolve(["farmers"])
    assert {good.kind for good in rules.goods.values()} == {*GoodKind, *rules.piece_kinds}

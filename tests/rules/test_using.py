"""Rules 2.6 and 3.1 to 3.2: uses (scenarios 30 to 52, rulings C27, C33)."""

import pytest

import keyflower as kf
from keyflower.extend.effects import Gain
from keyflower.extend.tiles import Face, Tile
from keyflower.model.enums import Season, TileKind
from keyflower.model.events import GoodsGained, WorkersUsed
from keyflower.testing import scenario

NOT_USABLE = {
    "barn", "blacksmith", "stone_yard", "timber_yard", "forge", "goldsmith", "sawmill", "sculptor", "well",
    "sheep_shelter",
}  # fmt: skip


def used(tile, text, **more):
    """A tile of P2's village that has been used this season."""
    return scenario(villages={"P2": ["home_2", f"{tile} {text}".strip()]}, **more)


# ---------------------------------------------------------------------- numbers of workers


def test_s030_uses_of_one_two_and_three_and_no_fourth():
    at = used("miner", "").play("P1 use miner R1", "P2 use miner R2", "P3 use miner R3")
    assert at.uses("miner") == ["P1 R1", "P2 R2", "P3 R3"]
    for number in (1, 3, 4, 6):
        at.illegal(f"use miner R{number}", "use.too-many", rule="2.6.3")


def test_s031_after_a_first_use_with_two():
    at = used("miner", "P2:R2")
    at.illegal("use miner R2", "use.too-few", rule="2.6.2")
    at.legal("use miner R3", "use miner R4")
    at = at.play("use miner R3")
    at.illegal("use miner R4", "use.too-many", rule="2.6.3")


def test_s032_a_first_use_with_three_closes_the_tile():
    at = used("miner", "P2:R3")
    for number in range(1, 7):
        at.illegal(f"use miner R{number}")


@pytest.mark.parametrize("sizes", [(3,), (4,), (5,), (6,), (2, 3), (1, 3), (1, 4), (1, 5), (2, 4), (1, 2, 3)])
def test_no_further_use_is_possible_after(sizes):
    at = used("miner", " ".join(f"P2:R{size}" for size in sizes))
    for number in range(1, 7):
        at.illegal(f"use miner R{number}")
    assert not at.game.decision.options.where(kind="use", keep=lambda action: action.tile == "miner")


@pytest.mark.parametrize(
    ("sizes", "allowed"), [((), (1, 6)), ((1,), (2, 5)), ((2,), (3, 4)), ((1, 2), (3, 3))]
)
def test_more_than_the_minimum_is_allowed_up_to_the_cap(sizes, allowed):
    at = used("miner", " ".join(f"P2:R{size}" for size in sizes), screens={"P1": "R8"})
    legal = [number for number in range(1, 9) if not at.why_not(f"use miner R{number}")]
    assert legal == list(range(allowed[0], allowed[1] + 1))


def test_s033_second_use_with_an_outbid_group():
    at = used("miner", "P2:R1", lots={"stable": "P1 R5, P3 R6"})
    at.legal("use miner stable")
    at = used("miner", "P2:R1", lots={"stable": "P1 R6, P3 R7"})
    at.illegal("use miner stable", "use.too-many", rule="2.6.3")


def test_s034_groups_larger_than_six_cannot_use():
    at = used("miner", "", lots={"stable": "P1 R7, P3 R8"})
    at.illegal("use miner stable", "use.too-many")
    at = used("miner", "", lots={"stable": "P1 R6, P3 R7"}).legal("use miner stable").play("use miner stable")
    assert at.uses("miner") == ["P1 R6"]
    assert at.bids("stable") == {"P3": "R7"}


def test_groups_and_workers_from_the_screen_combine_in_one_use():
    at = used("miner", "P2:R3", lots={"stable": "P1 R1, P3 R2"})
    at.illegal("use miner R2+stable", "use.too-few")
    at = used("miner", "P2:R2", lots={"stable": "P1 R1, P3 R2", "keywood": "P1 R1, P2 R3"})
    at = at.play("use miner R1+stable+keywood")
    assert at.uses("miner") == ["P2 R2", "P1 R3"]
    assert at.bids("stable") == {"P3": "R2"}
    assert at.bids("keywood") == {"P2": "R3"}
    assert at.hand("P1") == "R5 B6 Y6 G2"


def test_bids_around_a_tile_do_not_count_for_the_cap():
    at = scenario(lots={"miner": "P2 R9"}, screens={"P1": "R6"})
    at.legal("use miner R6")


# ---------------------------------------------------------------------- colours


def test_s035_a_bid_locks_the_colour_of_uses():
    at = scenario(lots={"miner": "P2 B1"})
    at.illegal("use miner R1", "use.colour", rule="2.6.1")
    at.legal("use miner B1")


def test_a_use_has_one_colour():
    at = used("miner", "")
    at.illegal("use miner R1 B1", "use.mixed-colours", rule="2.6.1")


def test_uses_of_a_village_tile_lock_its_colour():
    at = used("miner", "P2:R1")
    at.illegal("use miner B2", "use.colour")
    at.illegal("use miner G2", "use.colour")
    at.legal("use miner R2")


def test_green_use_locks_green():
    at = used("miner", "P2:G1", screens={"P1": "R6 G2"})
    at.illegal("use miner R2", "use.colour")
    at.legal("use miner G2")


def test_s036_an_outbid_group_moves_onto_its_own_tile_as_a_use():
    at = scenario(lots={"miner": {"bids": "P1 R2, P2 R3", "uses": "P3 R1"}})
    at = at.legal("use miner miner").play("use miner miner")
    assert at.uses("miner") == ["P3 R1", "P1 R2"]
    assert at.bids("miner") == {"P2": "R3"}
    assert at.goods("P1", "home") == "iron2"


# ---------------------------------------------------------------------- what can be used


def test_s037_winter_tiles_are_not_usable_but_villages_are():
    at = scenario("winter", lots="scribes", villages={"P2": ["home_2", "stable"]})
    at.illegal("use scribes R1", "use.not-usable", rule="2.6")
    at.legal("use stable R1", "use home R1", "use home_2 R1")


def test_s037_a_winter_tile_in_the_auction_is_not_usable_even_if_something_is_printed_on_it():
    tile = Tile(
        "ice_house", title="Ice house", season=Season.WINTER, edges="RFFFFF", front=Face(use=Gain(wood=1))
    )
    toy = kf.Expansion(id="toy", version="1", title="Toy", requires=("base",), tiles=(tile,))
    at = scenario("winter", lots="ice_house", expansions=[toy])
    at.illegal("use ice_house R1", "use.not-usable", rule="2.6")
    at = scenario("winter", villages={"P2": ["home_2", "ice_house"]}, expansions=[toy])
    at.legal("use ice_house R1")


def test_s038_boats_turn_order_tiles_and_scoring_tiles_cannot_be_used():
    at = scenario("autumn", lots="boat_4a; forge; timber_yard", villages={"P2": "home_2; boat_1b; well"})
    for tile in ("boat_4", "forge", "timber_yard", "turn_order_1", "boat_1", "well"):
        at.illegal(f"use {tile} R1", "use.not-usable", rule="2.6")
    at.illegal("use keyflower R1", "use.no-tile")


def test_tiles_without_a_usage_box():
    ruleset = scenario(expansions=["farmers"]).game.ruleset
    silent = {
        tile.name
        for tile in ruleset.tiles_of(kind=TileKind.VILLAGE)
        if tile.season is not Season.WINTER and tile.front.use is None
    }
    assert silent == NOT_USABLE
    for name in silent:
        assert all(face.use is None for face in ruleset.tiles[name].faces)
    for season in (Season.WINTER,):
        assert all(tile.front.use is None for tile in ruleset.tiles_of(season=season))


def test_homes_of_all_players_can_be_used():
    at = scenario()
    at.legal("use home_1 R1", "use home_2 R1", "use home_3 R1")


def test_auctioned_tiles_can_be_used_from_spring_to_autumn():
    scenario("spring", lots="miner").legal("use miner R1")
    scenario("summer", lots="farrier").legal("use farrier R1")
    scenario("autumn", lots="inn").legal("use inn R1")


def test_a_tile_that_lies_nowhere_cannot_be_used():
    scenario().illegal("use miner R1", "use.no-tile", rule="2.6")


def test_tiles_won_but_not_laid_do_not_matter_later():
    at = scenario(lots={"miner": "P1 R1"}).end_season()
    at.legal("use miner B1")
    assert at.season == "summer"


# ---------------------------------------------------------------------- where things go


def test_s039_resources_of_another_village_go_to_the_own_home_and_the_owner_gets_the_worker():
    at = used("woodcutter", "").play("P1 use woodcutter R1")
    assert at.goods("P1", "home") == "wood2"
    assert at.goods("P2") == ""
    at = at.pass_all()
    assert at.hand("P2") == "R7 B6 Y6 G2"
    assert at.hand("P1") == "R5 B6 Y6 G2"


def test_resources_of_an_own_tile_stay_on_it():
    at = used("woodcutter", "", turn="P2").play("use woodcutter R1")
    assert at.goods("P2", "woodcutter") == "wood2"
    assert at.goods("P2", "home") == ""
    assert at.supply["wood"] == 22


def test_s040_a_used_tile_without_bids_sends_its_workers_to_the_bag():
    at = scenario(lots="quarryman").play("use quarryman R1")
    assert at.goods("P1", "home") == "stone2"
    before = at.bag["red"]
    at = at.pass_all()
    assert at.bag["red"] == before + 1
    assert "quarryman" in at.game.state.discarded


def test_s041_the_winner_gets_the_workers_on_the_tile_and_his_bid_goes_to_the_bag():
    at = scenario(lots="quarryman").play("P1 use quarryman R1", "P2 pass", "P3 bid quarryman R2")
    before = at.bag["red"]
    at = at.pass_all()
    assert at.hand("P3") == "R5 B6 Y6 G2"  # 6 - 2 + 1
    assert at.bag["red"] == before + 2
    assert at.seat("P3").won == (("quarryman", 0),)


def test_s042_next_season_the_tile_is_fresh():
    at = used("miner", "P2:R3").end_season()
    assert at.season == "summer"
    at.legal("use miner B1", "use miner R1", "use miner G1")


def test_green_workers_come_from_the_supply_only():
    at = used("peddler", "").play("use peddler R1")
    assert at.hand("P1") == "R5 B6 Y5 G3"
    assert at.supply["green"] == 13


def test_white_workers_are_drawn_from_the_bag_behind_the_screen():
    at = used("alehouse", "back", chance=["B1 Y1"]).play("use alehouse R1")
    assert at.hand("P1") == "R5 B7 Y7 G2"


def test_skills_are_drawn_from_the_stack():
    at = used("apprentice_hall", "", chance=["saw1"]).play("use apprentice_hall R1")
    assert at.skills("P1") == "saw1"
    assert at.stack["saw"] == 15
    at = used("apprentice_hall", "back", chance=["saw1 anvil1"]).play("use apprentice_hall R1")
    assert at.skills("P1") == "anvil1 saw1"


# ---------------------------------------------------------------------- production


@pytest.mark.parametrize(
    ("tile", "front", "back"),
    [
        ("woodcutter", "wood2", "gold1 wood1"),
        ("miner", "iron2", "gold1 iron1"),
        ("quarryman", "stone2", "gold1 stone1"),
        ("gold_mine", "gold1", "gold2"),
        ("key_mine", "iron1", "iron3"),
        ("keystone_quarry", "stone1", "stone3"),
        ("keywood", "wood1", "wood3"),
    ],
)
def test_production_tiles_give_the_printed_resources(tile, front, back):
    assert used(tile, "").play(f"use {tile} R1").goods("P1") == front
    assert used(tile, "back").play(f"use {tile} R1").goods("P1") == back


def test_s043_an_empty_supply_makes_the_use_nil_but_legal():
    at = used("key_mine", "", supply="iron0").play("use key_mine R1")
    assert at.goods("P1") == ""
    assert at.uses("key_mine") == ["P1 R1"]
    at.illegal("P2 use key_mine R1", "use.too-few")
    assert not at.events(GoodsGained)


def test_a_short_supply_gives_what_is_there():
    at = used("key_mine", "back", supply="iron2").play("use key_mine R1")
    assert at.goods("P1") == "iron2"
    assert at.supply["iron"] == 0


def test_s044_workshop_offers_only_what_is_available():
    at = used("workshop", "", supply="stone0").play("use workshop R1")
    assert at.options == ["choose wood", "choose iron"]
    at.illegal("choose stone", "choose.unavailable", rule="3.2")
    at = at.play("choose iron")
    assert at.goods("P1", "home") == "iron1"
    at = used("workshop", "back", supply="stone0").play("use workshop R1")
    assert at.goods("P1") == "iron1 wood1"


def test_workshop_must_be_answered_before_the_next_turn():
    at = used("workshop", "").play("use workshop R1")
    assert at.acting == ("P1",)
    at.illegal("pass", "choose.expected")
    at.illegal("choose gold", "choose.unavailable")


def test_c33_no_option_left_gives_nothing():
    at = used("workshop", "", supply="stone0 wood0 iron0").play("use workshop R1")
    assert at.goods("P1") == ""
    assert at.acting == ("P2",)


def test_a_single_option_needs_no_answer():
    at = used("workshop", "", supply="stone0 wood0").play("use workshop R1")
    assert at.goods("P1") == "iron1"
    assert at.acting == ("P2",)


def test_alehouse_and_inn_draw_as_far_as_the_bag_goes():
    assert used("alehouse", "", bag="").play("use alehouse R1").hand("P1") == "R5 B6 Y6 G2"
    assert used("inn", "back", bag="R1 G1").play("use inn B1").hand("P1") == "R7 B5 Y6 G3"
    assert used("inn", "", chance=["Y1"]).play("use inn B1").hand("P1") == "R6 B5 Y7 G2"


def test_the_side_that_lies_up_counts():
    at = used("inn", "back", chance=["Y2 B1"]).play("use inn B1")
    assert at.hand("P1") == "R6 B6 Y8 G2"


# ---------------------------------------------------------------------- blocking, events


def test_a_transport_tile_may_be_used_only_to_block():
    at = used("stable", "").play("P1 use stable R3")
    at.illegal("P2 use stable R4")


def test_s051_green_of_a_winning_bid_goes_to_the_bag_and_can_be_drawn():
    at = scenario(lots={"miner": "P1 G2"}, villages={"P2": ["home_2", "alehouse"]}, players=2, bag="")
    supply = at.supply["green"]
    at = at.pass_all()
    assert str(at.bag) == "G2"
    assert at.supply["green"] == supply
    at = scenario(villages={"P2": ["home_2", "alehouse"]}, players=2, bag="G1").play("use alehouse R1")
    assert at.hand("P1") == "R5 B6 Y6 G3"


def test_the_event_of_a_use_tells_everything():
    at = used("miner", "P2:R1", lots={"stable": "P1 R1, P3 R2"}).play("use miner R1+stable")
    (event,) = at.events(WorkersUsed)
    assert event == WorkersUsed(
        0, "miner", kf.Pool.of(red=2), kf.Pool.of(red=1), kf.Pool(), ("stable",), kf.Pool()
    )

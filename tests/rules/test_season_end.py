"""Rules 4.1: the end of a season, step by step (scenarios 85 to 89, rulings C2, C14, C31)."""

import pytest

import keyflower as kf
from keyflower.extend import Gain
from keyflower.model.events import (
    BoatTaken,
    GroupReturned,
    LotUnsold,
    LotWon,
    SkillsDrawn,
    StartPlayerChanged,
    TileLaid,
    TurnOrderSettled,
    VillageCleared,
    WorkersDrawn,
    WorkersGained,
)
from keyflower.testing import scenario
from keyflower.testing.positions import LotText

EMPTY = {"P1": "", "P2": "", "P3": ""}


def test_e1_outbid_groups_go_back_from_village_and_turn_order_tiles():
    lots = {"miner": "P1 R2, P2 R3", "TO1": "P3 B1, P1 B2"}
    at = scenario(lots=lots, screens=EMPTY).pass_all()
    assert (at.hand("P1"), at.hand("P2"), at.hand("P3")) == ("R2", "", "B1")


def test_e2_tiles_without_bids_leave_the_game_and_their_workers_go_to_the_bag():
    at = scenario(lots={"miner": {"uses": "P1 G1, P2 G2"}, "stable": ""}, bag="", rest="P3").pass_all()
    assert at.game.state.discarded == ("miner", "stable")
    assert str(at.bag) == "G3"


def test_s087_all_six_workers_on_an_unwanted_tile_go_to_the_bag():
    at = scenario(lots={"miner": {"uses": "P1 R1, P2 R2, P3 R3"}}, bag="").pass_all()
    assert str(at.bag) == "R6"


def test_e3_the_winner_takes_tile_and_workers_and_the_bid_goes_to_the_bag():
    lots = {"miner": {"bids": "P2 G2", "uses": "P1 G1"}}
    at = scenario(lots=lots, screens=EMPTY, bag="", rest="P1").pass_all()
    assert at.hand("P2") == "G1"
    assert str(at.bag) == "G2"
    assert at.supply["green"] == 17  # green of bids goes to the bag, not to the supply
    assert at.seat("P2").won == (("miner", 0),)


def test_e3_goes_clockwise_from_the_start_player():
    lots = {"alehouse": "P1 R1", "miner": "P2 R1", "stable": "P3 R1", "keywood": "P2 R2"}
    at = scenario(lots=lots, start="P2").pass_all()
    assert [(event.seat, event.tile) for event in at.events(LotWon)] == [
        (1, "keywood"), (1, "miner"), (2, "stable"), (0, "alehouse")
    ]  # fmt: skip


def test_e4_everybody_takes_the_workers_on_the_own_village():
    villages = {"P1": ["home_1 P2:R1", "miner P3:B1 P1:B2"], "P2": ["home_2", "stable P1:Y3"]}
    at = scenario(villages=villages, screens=EMPTY).pass_all()
    assert (at.hand("P1"), at.hand("P2"), at.hand("P3")) == ("R1 B3", "Y3", "")
    assert all(not spot.uses for spot in at.village("P1").spots)


def test_won_tiles_bring_their_workers_before_the_own_village_is_cleared():
    lots = {"miner": {"bids": "P1 R3", "uses": "P2 R1"}}
    at = scenario(lots=lots, villages={"P1": ["home_1 P2:B1"]}, screens=EMPTY).pass_all()
    assert at.hand("P1") == "R1 B1"


def test_e5a_boats_come_before_the_turn_order_bids_go_to_the_bag():
    at = scenario(lots={"TO1": "P2 R2"}, bag="", boats={"keyflower": "Y2 saw1"}).pass_all()
    assert at.decision.kind == "take-boat"
    assert at.bids("TO1") == {"P2": "R2"}
    assert str(at.bag) == ""
    at = at.play("P2 take keyflower")
    assert at.hand("P2") == "R6 B6 Y8 G2"
    assert at.skills("P2") == "saw1"


def test_e5b_turn_order_bids_go_to_the_bag_and_the_tile_stays():
    at = scenario(lots={"TO1": "P2 G2"}, phase="end.turn-order", bag="").until("turn")
    assert at.season == "summer"
    assert [event.bid for event in at.events(TurnOrderSettled)] == [at.events(TurnOrderSettled)[0].bid]
    assert {"turn_order_1", "turn_order_2"} <= set(at.lots)
    assert not at.lot("TO1").bids


def test_turn_order_tiles_without_bids_stay_until_winter():
    at = scenario(lots="miner").end_season()
    assert {"turn_order_1", "turn_order_2"} <= set(at.lots)
    at = scenario("winter", lots="scribes").end_season()
    assert at.game.over
    assert {"turn_order_1", "turn_order_2"} <= set(at.game.state.discarded)


# ---------------------------------------------------------------------- boats 1a, 1b


@pytest.mark.parametrize("season", ["summer", "autumn", "winter"])
def test_1a_draws_two_workers_at_the_end_of_summer_autumn_and_winter(season):
    at = scenario(
        season, villages={"P1": ["home_1", "boat_1a"]}, screens={"P1": ""}, bag="B2", phase="powers"
    )
    assert at.hand("P1") == "B2"


def test_1a_does_nothing_at_the_end_of_spring():
    at = scenario("spring", villages={"P1": ["home_1", "boat_1a"]}, phase="powers")
    assert not at.events(WorkersDrawn)


def test_c14_1a_draws_after_all_winning_bids_are_in_the_bag():
    lots = {"brewer": "P2 R1", "TO1": "P3 G1"}
    villages = {"P1": ["home_1", "boat_1a"]}
    at = scenario(
        "summer", lots=lots, villages=villages, screens={"P1": "", "P2": "", "P3": ""}, bag="", rest="P2"
    )
    at = at.pass_all().until("build-all")
    assert at.hand("P1") == "R1 G1"


def test_s085_1b_takes_a_green_worker_if_there_is_one():
    villages = {"P1": ["home_1", "boat_1b"]}
    for green, hand in (("green0", ""), ("green1", "G1"), ("green5", "G1")):
        at = scenario("autumn", villages=villages, screens={"P1": ""}, supply=green, phase="powers")
        assert at.hand("P1") == hand


def test_s085_the_green_worker_of_winter_counts_for_key_market():
    villages = {"P1": ["home_1", "boat_1b", "key_market"]}
    at = scenario(
        "winter", villages=villages, screens={"P1": "G2"}, supply="green1", start="P2", phase="powers"
    )
    assert at.hand("P1") == "G3"
    at = at.until()
    assert at.game.over
    assert at.points("P1", "key_market") == 6


def test_boats_1_work_in_the_summer_they_are_won():
    at = scenario("summer", lots={"boat_1a": "P1 R1"}, screens={"P1": ""}, chance=["B2"]).pass_all()
    assert at.until("build-all").hand("P1") == "B2"
    at = scenario("summer", lots={"boat_1b": "P1 R1"}, screens={"P1": ""}).pass_all().until("build-all")
    assert [event.workers["green"] for event in at.events(WorkersGained)] == [1]


def test_1a_serves_in_clockwise_order_from_the_new_start_player():
    # only one boat 1 exists, so the order is seen with boats 1a and 6a together
    villages = {"P1": ["home_1", "boat_1a"], "P2": ["home_2", "boat_6a"]}
    at = scenario("autumn", villages=villages, expansions=["farmers"], start="P2", phase="powers")
    kinds = [
        type(event).__name__
        for event in at.game.events
        if type(event).__name__ in ("WorkersDrawn", "StockGained")
    ]
    assert kinds == ["StockGained", "WorkersDrawn"]


# ---------------------------------------------------------------------- Farmers


def test_s088_a_winner_of_two_turn_order_tiles_gets_the_goods_of_both_and_one_boat():
    lots = {"TO1": "P1 R1", "TO2": "P1 B1"}
    at = scenario(lots=lots, expansions=["farmers"]).pass_all().play("P1 take keyflower")
    assert at.stock("P1") == "wheat2"
    at = at.until("turn")
    assert [event.seat for event in at.events(BoatTaken)] == [0, 1, 2]
    assert at.stock("P1") == "wheat2"


def test_turn_order_goods_come_when_the_boat_is_taken():
    at = scenario(lots={"TO2": "P3 R1"}, expansions=["farmers"]).pass_all()
    assert at.stock("P3") == ""
    assert at.play("P3 take keyflower").stock("P3") == "wheat1"


def test_everybody_gets_the_goods_of_the_own_turn_order_tiles_only():
    lots = {"TO1": "P3 R1", "TO3": "P2 R1"}
    at = scenario(players=4, lots=lots, expansions=["farmers"]).end_season()
    assert [at.stock(who) for who in ("P1", "P2", "P3", "P4")] == ["", "wheat2", "wheat1", ""]


def test_turn_order_3_gives_two_wheat():
    at = scenario(players=4, lots={"TO3": "P4 R1"}, expansions=["farmers"]).pass_all().play("take keyflower")
    assert at.stock("P4") == "wheat2"


def test_s089_turn_order_resources_lie_on_the_home_also_in_winter_and_score():
    goods = {"farmers:turn_order_1": {"goods": {"gold": 2}}}
    for season in ("autumn", "winter"):
        lots = {"TO1": "P2 R1"}
        at = scenario(season, lots=lots, expansions=["farmers"], overrides=goods).pass_all()
        at = at.play("P2 take keyflower")
        assert at.goods("P2", "home") == "gold2"
    at = at.until()
    assert at.game.over
    assert at.points("P2", "home") == 0
    assert at.score("P2").of("left over") >= 2


def test_turn_order_tiles_of_the_farmers_give_wheat_1_1_2_until_an_override_says_otherwise_c39():
    tiles = [kf.tile(f"farmers:turn_order_{number}") for number in (1, 2, 3)]
    assert [tile.goods for tile in tiles] == [Gain(wheat=number) for number in (1, 1, 2)]
    assert all(tile.reconstructed == ("goods",) for tile in tiles)
    for number in (1, 2, 3):
        for goods, home, stock in ((None, "", f"wheat{(1, 1, 2)[number - 1]}"), ({"stone": 1}, "stone1", "")):
            at = scenario(
                players=4,
                lots={f"TO{number}": "P2 R1"},
                expansions=["farmers"],
                overrides=None if goods is None else {f"farmers:turn_order_{number}": {"goods": goods}},
            ).pass_all()
            at = at.play("P2 take keyflower")
            assert (at.goods("P2", "home"), at.stock("P2")) == (home, stock)
            changed = at.game.ruleset.tiles[f"turn_order_{number}"]
            assert bool(changed.reconstructed) is (goods is None), "what an owner says is not reconstructed"


def test_turn_order_animals_go_to_a_home_pasture():
    goods = {"farmers:turn_order_1": {"goods": {"sheep": 1, "wheat": 1}}}
    villages = {"P1": ["home_1", "keywood@0,1"]}
    at = scenario(
        lots={"TO1": "P1 R1"}, villages=villages, expansions=["farmers"], overrides=goods
    ).pass_all()
    at = at.play("P1 take keyflower")
    assert at.options == [f"put sheep home_1/{number}" for number in (1, 2, 3, 4, 5)]
    at = at.play("put sheep home/2")
    assert (at.animals("P1"), at.stock("P1")) == ("sheep1", "wheat1")


def test_base_turn_order_tiles_give_no_goods():
    at = scenario(lots={"TO1": "P1 R1"}).pass_all().play("take keyflower")
    assert at.stock("P1") == ""


@pytest.mark.parametrize(("wheat", "got"), [("wheat30", "wheat2"), ("wheat1", "wheat1"), ("wheat0", "")])
def test_6a_takes_two_wheat_as_far_as_there_is_some(wheat, got):
    villages = {"P1": ["home_1", "boat_6a"]}
    at = scenario("autumn", villages=villages, expansions=["farmers"], supply=wheat, phase="powers")
    assert at.stock("P1") == got


# ---------------------------------------------------------------------- order


def test_the_steps_come_in_order_c31():
    lots: dict[str, LotText] = {"brewer": {"bids": "P1 R1, P2 R2", "uses": "P3 R1"}, "mason": ""}
    lots |= {"TO1": "P2 R1", "TO2": "P3 B1"}
    villages = {"P1": ["home_1 P2:Y1", "boat_1a"]}
    at = scenario("summer", lots=lots, villages=villages, expansions=["farmers"]).end_season()
    kinds = (
        GroupReturned, LotUnsold, LotWon, VillageCleared, BoatTaken, StartPlayerChanged, TurnOrderSettled,
        WorkersDrawn, TileLaid,
    )  # fmt: skip
    order = [event for kind in kinds for event in at.events(kind)]
    everything = [event for game in at.game.moments for event in game.events if isinstance(event, kinds)]
    names = list(dict.fromkeys(type(event).__name__ for event in everything))
    assert names == [
        "GroupReturned", "LotUnsold", "LotWon", "VillageCleared", "BoatTaken", "StartPlayerChanged",
        "TurnOrderSettled", "WorkersDrawn", "TileLaid",
    ]  # fmt: skip
    assert len(order) == len(everything)
    assert not at.events(SkillsDrawn)


def test_s086_c2_workers_on_own_tiles_count_in_the_final_scoring():
    villages = {"P1": ["home_1 P2:R1", "stable P3:B2", "apothecary"]}
    at = scenario(
        "winter", villages=villages, screens={"P1": "R1 B1", "P2": "", "P3": ""}, start="P2"
    ).end_season()
    assert at.game.over
    assert at.hand("P1") == "R2 B3"
    assert at.points("P1", "apothecary") == 3

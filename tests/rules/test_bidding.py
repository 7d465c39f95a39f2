"""Rules 2.3 to 2.5: groups, the colour lock, bids (scenarios 16 to 29)."""

import pytest

import keyflower as kf
from keyflower.testing import scenario


def test_s016_a_bid_locks_the_colour_and_must_be_exceeded():
    at = scenario(lots="miner").play("P1 bid miner R2")
    assert at.lot("miner").lock == "red"
    at.illegal("P2 bid miner B3", "bid.colour", rule="2.5.2")
    at.illegal("P2 bid miner R2", "bid.too-low", rule="2.5.3")
    at.legal("P2 bid miner R3")
    assert at.play("P2 bid miner R3").bids("miner") == {"P1": "R2", "P2": "R3"}


def test_s017_a_leader_may_raise_but_never_move():
    at = scenario(lots={"miner": "P1 R2", "stable": ""})
    at.legal("bid miner R1", "bid miner R4")
    at.illegal("bid stable miner", "group.leading", rule="2.3")
    at.illegal("use stable miner", "group.leading", rule="2.3")
    at = at.play("bid miner R1")
    assert at.bids("miner") == {"P1": "R3"}
    assert at.hand("P1") == "R5 B6 Y6 G2"


def test_s018_an_outbid_group_moves_only_as_a_whole():
    at = scenario(lots={"miner": "P1 R3, P2 R4", "stable": ""}, screens={"P1": ""})
    at.illegal("bid stable R2", "bid.not-in-hand")
    at.legal("bid stable miner")
    at = at.play("bid stable miner")
    assert at.bids("stable") == {"P1": "R3"}
    assert at.bids("miner") == {"P2": "R4"}


def test_s019_outbid_groups_and_workers_from_the_screen_combine_in_one_bid():
    at = scenario(lots={"miner": "P1 R2, P2 R3", "keywood": "P1 R1, P3 R2", "stable": ""})
    at.legal("bid stable R1+miner+keywood")
    at = at.play("bid stable R1+miner+keywood")
    assert at.bids("stable") == {"P1": "R4"}
    assert at.bids("miner") == {"P2": "R3"}
    assert at.bids("keywood") == {"P3": "R2"}
    assert at.hand("P1") == "R5 B6 Y6 G2"


def test_groups_in_one_bid_fuse_and_never_separate():
    at = scenario(lots={"miner": "P1 R2, P2 R3", "keywood": "P1 R1, P3 R2", "stable": "", "peddler": ""})
    at = at.play("P1 bid stable miner+keywood", "P2 bid stable R4", "P3 pass")
    # the fused group is outbid: its parts are gone, only the whole of three can move on
    at.illegal("P1 bid peddler miner", "group.none", rule="2.3")
    at.legal("P1 bid peddler stable", "P1 use peddler R1+stable")
    at = at.play("P1 bid peddler stable")
    assert at.bids("peddler") == {"P1": "R3"}
    assert at.bids("stable") == {"P2": "R4"}


def test_workers_added_to_an_outbid_group_fuse_with_it():
    at = scenario(lots={"miner": "P1 R1, P2 R2", "stable": ""})
    at = at.play("P1 bid miner R2", "P2 bid miner R2", "P3 pass", "P1 bid stable miner")
    assert at.bids("stable") == {"P1": "R3"}


def test_s021_an_outbid_group_may_join_another_outbid_group_and_lead():
    at = scenario(lots={"miner": "P1 R1, P2 R2", "stable": "P1 R2, P3 R3"})
    at = at.play("P1 bid miner stable")
    assert at.bids("miner") == {"P1": "R3", "P2": "R2"}
    assert at.bids("stable") == {"P3": "R3"}
    assert at.lot("miner").leader == 0


def test_s022_adding_to_an_outbid_group_must_exceed_the_leader():
    at = scenario(lots={"miner": "P1 R1, P2 R3"})
    at.illegal("bid miner R2", "bid.too-low", rule="2.5.3")
    at.legal("bid miner R3")
    assert at.play("bid miner R3").bids("miner") == {"P1": "R4", "P2": "R3"}


def test_s023_users_lock_the_colour_of_bids():
    at = scenario(lots={"miner": {"uses": "P2 Y1"}})
    at.illegal("bid miner R1", "bid.colour", rule="2.5.2")
    at.legal("bid miner Y1")


def test_s024_green_is_no_joker():
    at = scenario(lots={"miner": "P2 R1"})
    at.illegal("bid miner R2 G1", "bid.mixed-colours", rule="2.5.1")
    at.illegal("bid miner G2", "bid.colour")


def test_green_locks_and_must_be_matched():
    at = scenario(lots={"miner": "P2 G1"})
    at.legal("bid miner G2")
    at.illegal("bid miner R2", "bid.colour")


def test_s025_a_bid_has_no_upper_limit():
    at = scenario(lots="miner", screens={"P1": "R20"})
    at.legal("bid miner R9", "bid miner R20")


def test_s026_purple_and_boats_are_out_of_reach():
    at = scenario(lots="miner")
    at.illegal("bid miner P1", "bid.purple", rule="2.5.4")
    at.illegal("use miner P1", "use.purple", rule="2.5.4")
    at.illegal("bid keyflower R1", "bid.boat", rule="2.5")


def test_summer_boats_in_the_auction_can_be_bid_for():
    at = scenario("summer", lots="boat_4a").play("bid boat_4 R1")
    assert at.bids("boat_4") == {"P1": "R1"}


def test_s027_a_bid_from_the_screen_leaves_outbid_groups_alone():
    at = scenario(lots={"miner": "P1 R1, P2 R2", "stable": ""}).play("bid stable B1")
    assert at.bids("miner") == {"P1": "R1", "P2": "R2"}
    assert at.bids("stable") == {"P1": "B1"}


def test_s028_groups_of_different_colours_do_not_combine():
    at = scenario(lots={"miner": "P1 R2, P2 R3", "keywood": "P1 B2, P2 B3", "stable": ""})
    at.illegal("bid stable miner+keywood", "bid.mixed-colours", rule="2.5.1")
    at.illegal("bid stable B1+miner", "bid.mixed-colours", rule="2.5.1")
    at.legal("bid stable miner", "bid stable keywood", "bid stable B1+keywood")


def test_s029_groups_move_between_turn_order_and_village_tiles():
    at = scenario(lots={"TO1": "P1 R1, P2 R2", "miner": "P1 B1, P2 B2", "stable": ""})
    at.legal("bid stable turn_order_1", "bid turn_order_2 miner", "use stable turn_order_1")
    at = at.play("P1 bid turn_order_2 miner")
    assert at.bids("TO2") == {"P1": "B1"}


def test_a_turn_order_tile_is_locked_by_its_bids():
    at = scenario(lots={"TO1": "P2 R1"})
    at.illegal("bid turn_order_1 B2", "bid.colour")
    at.legal("bid turn_order_1 R2", "bid turn_order_2 B1")


def test_a_bid_needs_at_least_one_worker():
    at = scenario(lots="miner")
    at.illegal(kf.Bid("miner"), "bid.no-workers")
    at.illegal(kf.Bid("miner", kf.Pool.of(wood=1)), "bid.no-worker")


def test_workers_must_be_behind_the_screen():
    at = scenario(lots="miner", screens={"P1": "R2"})
    at.illegal("bid miner R3", "bid.not-in-hand")
    at.illegal("bid miner B1", "bid.not-in-hand")


def test_only_tiles_in_the_auction_area_can_be_bid_for():
    at = scenario(lots="miner", villages={"P2": ["home_2", "stable"]})
    at.illegal("bid stable R1", "bid.no-lot", rule="2.5")
    at.illegal("bid home R1", "bid.no-lot")
    at.illegal("bid keywood R1", "bid.no-lot")


def test_all_reasons_are_given_at_once():
    at = scenario(lots={"miner": "P2 R3"}, screens={"P1": "R1"})
    codes = {refusal.code for refusal in at.why_not("bid miner B2")}
    assert codes == {"bid.not-in-hand", "bid.colour", "bid.too-low"}
    with pytest.raises(kf.IllegalAction, match=r"bid miner B2: .*bid.colour, rules 2.5.2"):
        at.play("bid miner B2")


def test_the_own_group_on_the_target_is_not_a_source():
    at = scenario(lots={"miner": "P1 R2, P2 R3"})
    at.illegal("bid miner R2+miner", "bid.own-group")


def test_a_group_moves_only_once():
    at = scenario(lots={"miner": "P1 R2, P2 R3", "stable": ""})
    at.illegal(kf.Bid("stable", groups=("miner", "miner")), "group.twice")
    at.illegal("bid stable keywood", "group.none")


def test_a_lock_ends_with_the_last_standing_worker():
    at = scenario(lots={"miner": "P1 R1, P2 R2", "stable": "P1 B1, P3 B2"})
    # a leader never leaves, so a lock by bids lasts for the season
    at = at.play("P1 bid stable B3", "P2 pass")
    assert at.lot("miner").lock == "red"
    assert at.lot("stable").lock == "blue"


def test_moving_onto_a_tile_follows_the_lock_there():
    at = scenario(lots={"miner": "P1 R2, P2 R3", "stable": "P2 B1"})
    at.illegal("bid stable miner", "bid.colour")


def test_raising_in_another_colour_is_refused():
    at = scenario(lots={"miner": "P1 R1, P2 R2"})
    at.illegal("bid miner B5", "bid.other-colour", rule="2.5.2")


def test_leader_is_unique_because_ties_never_stand():
    at = scenario(players=2, lots="miner").play("P1 bid miner R1")
    at.illegal("P2 bid miner R1", "bid.too-low")
    at = at.play("P2 bid miner R2")
    at.illegal("P1 bid miner R1", "bid.too-low")
    assert at.lot("miner").leader == 1


def test_a_player_has_one_group_on_a_tile():
    at = scenario(players=2, lots="miner").play("P1 bid miner R1", "P2 bid miner R2", "P1 bid miner R2")
    assert at.bids("miner") == {"P1": "R3", "P2": "R2"}


def test_winter_tiles_can_be_bid_for():
    at = scenario("winter", lots="scribes; windmill").play("bid scribes Y2")
    assert at.bids("scribes") == {"P1": "Y2"}

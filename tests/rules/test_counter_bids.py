"""Rules 3.6, boat 4a: counter-bids in another colour (scenarios 67 to 75, rulings C7, C8, C9, C32)."""

import pytest

from keyflower.model.events import BidStoodUp
from keyflower.testing import scenario

OWNER = {"P2": ["home_2", "boat_4a"]}


def at_autumn(lots, turn="P2", **more):
    """P2 owns 4a."""
    return scenario("autumn", lots=lots, villages=OWNER, turn=turn, players=more.pop("players", 3), **more)


def test_s067_a_counter_bid_lies_and_others_follow_the_standing_colour():
    at = at_autumn({"inn": "P1 R2"})
    at.legal("bid inn B3")
    at = at.play("bid inn B3")
    assert at.bids("inn") == {"P1": "R2", "P2": "B3 lying"}
    assert at.lot("inn").lock == "red"
    assert at.lot("inn").leader == 1
    at.illegal("P3 bid inn B4", "bid.colour", rule="2.5.2")
    at.illegal("P3 bid inn R3", "bid.too-low")
    at.legal("P3 bid inn R4")


def test_s068_green_bids_cannot_be_countered():
    at = at_autumn({"inn": "P1 G2"})
    at.illegal("bid inn R3", "bid.colour", rule="2.5.2")


def test_s069_a_counter_bid_may_be_green_but_is_of_one_colour():
    at = at_autumn({"inn": "P1 R2"}, screens={"P2": "R6 B6 G4"})
    at.legal("bid inn G3", "bid inn R3")
    at.illegal("bid inn R1 B2", "bid.mixed-colours", rule="2.5.1")
    at.illegal("bid inn B2", "bid.too-low", rule="2.5.3")


def test_without_4a_nobody_counters():
    scenario("autumn", lots={"inn": "P1 R2"}, turn="P2").illegal("bid inn B3", "bid.colour")


def test_4a_gives_nothing_to_others():
    at_autumn({"inn": "P1 R2"}, turn="P3").illegal("bid inn B3", "bid.colour")


def test_c9_4a_does_not_work_on_turn_order_tiles():
    at = at_autumn({"TO1": "P1 R1", "inn": ""})
    at.illegal("bid turn_order_1 B2", "bid.colour")
    at.legal("bid turn_order_1 R2")


def test_4a_does_nothing_on_a_tile_that_is_only_used():
    at = at_autumn({"inn": {"uses": "P1 R1"}})
    at.illegal("bid inn B1", "bid.colour")


def test_4a_does_nothing_on_a_tile_with_only_the_own_bid():
    at = at_autumn({"inn": "P2 R1"})
    at.illegal("bid inn B2", "bid.other-colour")


def test_c8_4a_is_allowed_although_the_tile_has_been_used():
    at = at_autumn({"inn": {"bids": "P1 R1", "uses": "P3 R1"}})
    at = at.legal("bid inn B2").play("bid inn B2")
    assert at.bids("inn") == {"P1": "R1", "P2": "B2 lying"}


def test_on_an_untouched_tile_the_bid_stands():
    at = at_autumn({"inn": ""}).play("bid inn B1")
    assert at.bids("inn") == {"P2": "B1"}


def test_bidding_in_the_standing_colour_stands():
    at = at_autumn({"inn": "P1 R2"}).play("bid inn R3")
    assert at.bids("inn") == {"P1": "R2", "P2": "R3"}


def test_uses_follow_the_standing_colour_also_of_the_owner():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying"})
    at.illegal("use inn B1", "use.colour", rule="2.6.1")
    at.legal("use inn R1")
    at = at_autumn({"inn": "P1 R2, P2 B3 lying"}, turn="P3")
    at.illegal("use inn B1", "use.colour")
    at.legal("use inn R1")


def test_raising_a_lying_group_keeps_its_colour_and_it_lies_on():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying"})
    at.illegal("bid inn R1", "bid.other-colour", rule="2.5.2")
    at = at.play("bid inn B1")
    assert at.bids("inn") == {"P1": "R2", "P2": "B4 lying"}


def test_an_own_standing_outbid_group_blocks_the_counter_bid():
    at = at_autumn({"inn": "P1 R2, P2 R1", "well": ""})
    at.illegal("bid inn B3", "bid.other-colour", rule="2.5.2")
    at.illegal("bid inn B3+well", "group.none")
    at = at.play("P2 bid well inn", "P3 pass", "P1 pass")
    # moved away in another turn: now the counter-bid is free
    at = at.play("P2 bid inn B3")
    assert at.bids("inn") == {"P1": "R2", "P2": "B3 lying"}


def test_c7_the_group_stands_up_when_the_standing_bids_have_left():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying", "well": ""}, turn="P1").play("P1 bid well inn")
    assert at.bids("inn") == {"P2": "B3"}
    assert at.lot("inn").lock == "blue"
    assert at.events(BidStoodUp) == [BidStoodUp(1, "inn")]
    at.legal("P2 use inn B1")
    at = at.play("P2 pass")
    at.illegal("P3 bid inn R4", "bid.colour")
    at.legal("P3 bid inn B4")


def test_all_standing_bids_must_have_left():
    at = at_autumn({"inn": "P1 R1, P3 R2, P2 B3 lying", "well": ""}, turn="P3").play("P3 bid well inn")
    assert at.bids("inn") == {"P1": "R1", "P2": "B3 lying"}
    at = at.play("P1 bid turn_order_1 inn")
    assert at.bids("inn") == {"P2": "B3"}


def test_users_keep_the_standing_colour_alive():
    at = at_autumn({"inn": {"bids": "P1 R2, P2 B3 lying", "uses": "P3 R1"}, "well": ""}, turn="P1")
    at = at.play("P1 bid well inn")
    assert at.bids("inn") == {"P2": "B3 lying"}
    assert at.lot("inn").lock == "red"
    at.legal("P2 use inn R2", "P2 bid inn B1")
    at.illegal("P2 use inn B2", "use.colour")
    at = at.play("P2 pass")
    at.illegal("P3 bid inn B4", "bid.colour")
    at.legal("P3 bid inn R4")


@pytest.mark.parametrize("number", [1, 2])
def test_the_group_stands_up_when_the_last_standing_group_pays(number):
    """Paying with an outbid group takes it away as a move does (rules 2.6, 3.6)."""
    at = scenario(
        "autumn",
        lots={"inn": f"P1 R{number}, P2 B3 lying"},
        villages={**OWNER, "P3": ["home_3", "tavern"]},
        screens={"P1": "Y1"},
    )
    at = at.play("P1 use tavern Y1", "pay inn")
    assert at.bids("inn") == {"P2": "B3"}
    assert at.lot("inn").lock == "blue"


def test_the_group_stands_up_when_the_last_group_leaves_for_a_use_elsewhere():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying", "wainwright": ""}, turn="P1").play("P1 use wainwright inn")
    assert at.bids("inn") == {"P2": "B3"}


def test_c32_an_outbid_group_that_becomes_a_use_keeps_its_colour_alive():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying"}, turn="P1", chance=["Y1"])
    at = at.legal("use inn inn").play("use inn inn")
    assert at.uses("inn") == ["P1 R2"]
    assert at.bids("inn") == {"P2": "B3 lying"}
    assert at.lot("inn").lock == "red"


def test_s075_an_outbid_lying_group_may_grow_or_move():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying, P3 R4", "well": "", "fair": "P3 Y1"})
    at = at.legal("bid inn B2", "bid well inn").illegal("bid inn B1", "bid.too-low")
    grown = at.play("bid inn B2")
    assert grown.bids("inn") == {"P1": "R2", "P2": "B5 lying", "P3": "R4"}
    moved = at.play("bid well inn")
    assert moved.bids("well") == {"P2": "B3"}
    assert moved.bids("inn") == {"P1": "R2", "P3": "R4"}


def test_a_lying_group_follows_the_rules_where_it_goes():
    at = at_autumn(
        {"inn": "P1 R2, P2 B3 lying, P3 R4", "well": {"uses": ""}, "fair": "P3 Y1", "TO1": "P3 R1"}
    )
    # a counter-bid again on a village tile with a standing bid, but not on a turn-order tile
    assert at.play("bid fair inn").bids("fair") == {"P3": "Y1", "P2": "B3 lying"}
    at.illegal("bid turn_order_1 inn", "bid.colour")
    at = scenario(
        "autumn",
        lots={"inn": "P1 R2, P2 B3 lying, P3 R4"},
        villages={"P2": ["home_2", "boat_4a"], "P3": ["home_3", "miner P1:R1", "keywood"]},
        turn="P2",
    )
    at.illegal("use miner inn", "use.colour")
    assert at.play("use keywood inn").uses("keywood") == ["P2 B3"]


def test_lying_bids_count_like_standing_ones_at_the_end_of_the_season():
    at = at_autumn({"inn": "P1 R2, P2 B3 lying", "well": "P1 R2, P2 B3 lying, P3 R4"}, turn="P1")
    before = at.bag
    at = at.pass_all()
    assert at.seat("P2").won == (("inn", 0),)
    assert at.seat("P3").won == (("well", 0),)
    assert at.hand("P2") == "R6 B9 Y6 G2"  # the outbid lying group came back
    assert at.hand("P1") == "R10 B6 Y6 G2"
    assert at.bag["blue"] == before["blue"] + 3
    assert at.bag["red"] == before["red"] + 4


def test_c7_two_standing_colours_never_coexist():
    at = at_autumn({"inn": {"bids": "P1 R2, P2 B3 lying", "uses": "P3 R1"}, "well": ""}, turn="P1")
    at = at.play("P1 bid well inn", "P2 bid inn B1")
    lot = at.lot("inn")
    standing = {bid.colour for bid in lot.bids if not bid.lying} | {
        p for use in lot.uses for p in use.standing
    }
    assert standing == {"red"}

"""Rules 3.6, boat 4b: uses in other colours (scenarios 76 to 80)."""

from keyflower.testing import scenario

OWNER = ["home_2", "boat_4b"]


def at_autumn(village=(), lots=(), turn="P2", **more):
    """P2 owns 4b; P3 has some tiles."""
    return scenario(
        "autumn", lots=lots, villages={"P2": OWNER, "P3": ["home_3", *village]}, turn=turn, **more
    )


def test_s076_an_untouched_tile_takes_one_colour():
    at = at_autumn(["miner"])
    at.illegal("use miner R1 B1", "use.mixed-colours", rule="2.6.1")
    at.legal("use miner R2")


def test_s077_a_used_tile_takes_any_colours_which_lie():
    at = at_autumn(["miner P1:B1"])
    at = at.legal("use miner R1 Y1", "use miner B1 G1").play("use miner R1 Y1")
    spot = at.village("P3").spot("miner")
    assert str(spot.uses[1].lying) == "R1 Y1"
    at.illegal("P3 use miner R3", "use.colour", rule="2.6.1")
    at.illegal("P3 use miner B2", "use.too-few", rule="2.6.2")
    at.legal("P3 use miner B3")
    at.illegal("P3 use miner B4", "use.too-many", rule="2.6.3")


def test_workers_of_the_tiles_colour_stand_all_others_lie():
    at = at_autumn(["miner P1:B1"]).play("use miner B1 R1 G1")
    use = at.village("P3").spot("miner").uses[1]
    assert (str(use.standing), str(use.lying)) == ("B1", "R1 G1")


def test_s079_a_green_bid_is_enough_and_others_still_need_green():
    at = at_autumn(lots={"inn": "P1 G1"})
    at = at.legal("use inn R1").play("use inn R1")
    assert str(at.lot("inn").uses[0].lying) == "R1"
    assert at.lot("inn").lock == "green"
    at.illegal("P3 bid inn R2", "bid.colour")
    at.legal("P3 bid inn G2", "P3 use inn G2")
    at.illegal("P3 use inn R2", "use.colour")


def test_own_bids_count_as_touched():
    at = at_autumn(lots={"inn": "P2 R1"})
    at.legal("use inn B1 Y1", "use inn B1")


def test_outbid_groups_of_different_colours_combine_in_a_use():
    lots = {"inn": "P2 R1, P1 R2", "well": "P2 B2, P1 B3"}
    at = at_autumn(["miner P1:Y1"], lots=lots, screens={"P2": "G1"})
    at.legal("use miner inn+well", "use miner G1+inn+well")
    at = at.play("use miner G1+inn+well")
    assert at.uses("miner") == ["P1 Y1", "P2 R1 B2 G1"]
    assert at.bids("inn") == {"P1": "R2"}
    assert at.bids("well") == {"P1": "B3"}
    assert at.hand("P2") == ""


def test_groups_combine_only_where_4b_applies():
    lots = {"inn": "P2 R1, P1 R2", "well": "P2 B2, P1 B3"}
    at = at_autumn(["miner"], lots=lots)
    at.illegal("use miner inn+well", "use.mixed-colours")
    at = at_autumn(["miner P1:Y1"], lots={**lots, "fair": ""})
    at.illegal("bid fair inn+well", "bid.mixed-colours")


def test_lying_workers_count_for_size_and_cap():
    at = at_autumn(["miner P1:Y1"])
    at.illegal("use miner R1", "use.too-few", rule="2.6.2")
    at.illegal("use miner R3 B3", "use.too-many", rule="2.6.3")
    at = at.play("use miner R2 B3")
    for number in (1, 5, 6):
        at.illegal(f"P3 use miner Y{number}", "use.too-many")


def test_the_next_use_must_beat_the_total():
    at = at_autumn(["miner P1:Y1"]).play("use miner R1 B1")
    at.illegal("P3 use miner Y2", "use.too-few")
    at.legal("P3 use miner Y3")


def test_4b_gives_nothing_to_others_and_nothing_for_bids():
    at = at_autumn(["miner P1:Y1"], turn="P1")
    at.illegal("use miner R2", "use.colour")
    at_autumn(lots={"inn": "P1 R1"}).illegal("bid inn B2", "bid.colour")


def test_4b_on_own_tiles_and_homes():
    at = scenario("autumn", villages={"P2": ["home_2 P1:R1", "boat_4b"]}, turn="P2")
    at.legal("use home B1 Y1", "use home G2")


def test_4b_does_not_make_boats_usable():
    at = at_autumn(lots={"TO1": "P1 R1"})
    at.illegal("use turn_order_1 B1", "use.not-usable")


def test_lying_users_go_where_standing_ones_go_at_the_end():
    at = at_autumn(["miner P1:B1"]).play("use miner R1 Y1").pass_all()
    assert at.hand("P3") == "R7 B7 Y7 G2"
    at = at_autumn(lots={"inn": "P1 G1"}, chance=["B1"]).play("use inn R1").pass_all()
    assert at.hand("P1") == "R7 B6 Y6 G2"


def test_purple_is_never_placed_with_4b_either():
    at_autumn(["miner P1:B1"]).illegal("use miner R1 P1", "use.purple")


def test_a_mixed_use_of_a_costly_tile_pays_besides():
    at = at_autumn(["peddler P1:B1"], screens={"P2": "R1 Y1"})
    at.illegal("use peddler R1 Y1", "use.cannot-pay", rule="2.6.4")
    at = at_autumn(["peddler P1:B1"], screens={"P2": "R1 Y2"}).play("use peddler R1 Y1")
    assert at.hand("P2") == "G1"

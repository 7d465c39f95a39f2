"""Rules 2.1: the start of a season (scenarios 8 to 11, ruling C16, C24)."""

import pytest

import keyflower as kf
from keyflower.engine.seasons import shares
from keyflower.model.events import BoatLoaded, WinterTilesRevealed
from keyflower.testing import scenario


def loads(at):
    return [(str(berth.workers), str(berth.skills)) for berth in at.game.boats]


def test_start_player_is_the_holder_of_purple():
    at = scenario("summer", phase="start", start="P2")
    assert at.acting == ("P2",)
    assert at.start == "P2"


def test_boats_are_loaded_in_summer_and_autumn_with_the_printed_numbers():
    for season, wanted in (("summer", [(7, 1), (6, 2), (4, 1)]), ("autumn", [(3, 2), (6, 2), (4, 1)])):
        at = scenario(season, phase="start")
        assert [(berth.workers.total, berth.skills.total) for berth in at.game.boats] == wanted


def test_short_bag_is_shared_in_turns_in_row_order():
    """2.1.3: one worker at a time, in row order, skipping boats that are full."""
    # autumn with three players asks for 3, 6 and 4 workers; there are 10
    at = scenario("autumn", phase="start", bag="R10", stack="anvil5")
    assert [berth.workers.total for berth in at.game.boats] == [3, 4, 3]
    assert at.bag.total == 0


def test_short_skill_stack_is_shared_in_the_same_way_c24():
    at = scenario("autumn", phase="start", stack="anvil1 saw1")
    assert [berth.skills.total for berth in at.game.boats] == [1, 1, 0]
    at = scenario("autumn", phase="start", stack="anvil4")
    assert [str(berth.skills) for berth in at.game.boats] == ["anvil2", "anvil1", "anvil1"]


def test_shares_skips_boats_that_are_full():
    assert shares([3, 6, 4], 13) == [3, 6, 4]
    assert shares([3, 6, 4], 12) == [3, 5, 4]
    assert shares([3, 6, 4], 11) == [3, 4, 4]
    assert shares([3, 6, 4], 4) == [2, 1, 1]
    assert shares([3, 6, 4], 0) == [0, 0, 0]


def test_empty_bag_leaves_the_boats_empty():
    at = scenario("summer", phase="start", bag="", stack="")
    assert loads(at) == [("", ""), ("", ""), ("", "")]


def test_boats_may_carry_green_from_the_bag():
    at = scenario("summer", players=2, phase="start", bag="G13", screens={"P1": "R1", "P2": "R1"})
    assert [str(berth.workers) for berth in at.game.boats] == ["G7", "G6"]


def test_boats_lie_face_up():
    at = scenario("summer", players=2, phase="start", chance=["R7", "saw1", "B6", "anvil2"])
    assert loads(at) == [("R7", "saw1"), ("B6", "anvil2")]
    assert [event.skills.total for event in at.events(BoatLoaded)] == [1, 2]


def test_what_was_not_taken_from_a_boat_is_never_left():
    # every boat is taken at the end of a season, so no load remains for the next
    at = scenario("spring", boats={"keyflower": "R2", "sea_bastion": "B1", "sea_breese": "Y1"}).pass_all()
    at = at.until("turn")
    assert at.season == "summer"
    assert [berth.workers.total for berth in at.game.boats] == [7, 6, 4]


def test_season_tiles_are_revealed_and_the_rest_goes_to_the_box_unseen():
    at = scenario("autumn", phase="start")
    village = [tile for tile in at.lots if not tile.startswith("turn_order")]
    assert len(village) == 7
    assert at.game.state.piles == ((), (), ())
    autumn = {tile.name for tile in at.game.ruleset.tiles_of(season=kf.Season.AUTUMN)}
    assert autumn - set(village) <= set(at.game.state.box)


def test_spring_tiles_are_gone_in_summer():
    at = scenario("spring", lots="miner; stable").pass_all().until("turn")
    assert at.season == "summer"
    assert not {"miner", "stable"} & set(at.lots)


def test_s008_a_summer_boat_is_offered_with_one_side_that_stays():
    at = scenario("summer", lots="boat_4b", villages={"P1": "home_1 wood1; stable back; boat_3a"})
    assert at.lot("boat_4").side == 1
    at = at.play("use stable R1")
    at.illegal("upgrade boat_3", "upgrade.one-sided", rule="3.4")


# ---------------------------------------------------------------------- winter


WINTER = {
    "P1": ["scribes", "scholar", "windmill"],
    "P2": ["key_guild", "jeweller", "watermill"],
    "P3": ["apothecary", "key_market", "keythedral"],
}


def offering(**more):
    return scenario("winter", phase="offer", winter=WINTER, **more)


def test_s010_offering_no_winter_tile_is_illegal():
    at = offering()
    at.illegal(kf.Offer(()), "offer.none", rule="2.1.5", seat="P1")
    at.legal("P1 offer scribes", "P1 offer scholar scribes windmill")


def test_only_dealt_tiles_can_be_offered_each_once():
    at = offering()
    at.illegal("P1 offer key_guild", "offer.not-dealt")
    at.illegal(kf.Offer(("scribes", "scribes")), "offer.twice", seat="P1")


def test_winter_tiles_are_chosen_at_the_same_time_in_any_order():
    at = offering()
    assert at.acting == ("P1", "P2", "P3")
    at = at.play("P3 offer keythedral")
    assert at.acting == ("P1", "P2")
    with pytest.raises(kf.NotYourTurn):
        at.play("P3 offer apothecary")
    at = at.play("P1 offer scribes windmill", "P2 offer jeweller")
    assert at.lots == ["jeweller", "keythedral", "scribes", "windmill", "turn_order_1", "turn_order_2"]
    assert at.acting == ("P1",)


def test_s010_numbers_are_public_but_not_who_gave_which_tile_c16():
    at = offering().play("P3 offer keythedral", "P1 offer scribes windmill", "P2 offer jeweller")
    (revealed,) = at.events(WinterTilesRevealed)
    assert revealed.numbers == (2, 1, 1)
    assert revealed.tiles == ("jeweller", "keythedral", "scribes", "windmill")
    other = {"P1": ["jeweller", "keythedral", "scholar"], "P2": ["scribes", "key_guild", "watermill"]}
    other["P3"] = ["windmill", "key_market", "apothecary"]
    twin = scenario("winter", phase="offer", winter=other)
    twin = twin.play("P3 offer windmill", "P1 offer jeweller keythedral", "P2 offer scribes")
    (again,) = twin.events(WinterTilesRevealed)
    assert again == revealed  # the order of the tiles tells nothing


def test_unpicked_winter_tiles_go_to_the_box_unseen():
    at = offering().play("P3 offer keythedral", "P1 offer scribes windmill", "P2 offer jeweller")
    assert {"scholar", "key_guild", "watermill", "apothecary", "key_market"} <= set(at.game.state.box)
    assert all(not seat.winter for seat in at.game.state.seats)


def test_all_dealt_winter_tiles_may_be_offered():
    at = offering()
    at = at.play("P1 offer scribes scholar windmill", "P2 offer key_guild jeweller watermill")
    at = at.play("P3 offer apothecary key_market keythedral")
    assert len(at.lots) == 9 + 2


def test_s011_nothing_is_loaded_in_winter():
    at = scenario("winter", phase="start").until("turn")
    assert loads(at) == [("", ""), ("", ""), ("", "")]


def test_a_choice_of_winter_tiles_is_asked_before_any_turn():
    at = offering()
    at.illegal("P1 pass", "offer.expected")
    at.illegal("P1 bid TO1 R1".replace("TO1", "turn_order_1"), "offer.expected")

"""Rules 4.4: building (scenarios 90 to 97, rulings C28)."""

import pytest

import keyflower as kf
from keyflower.model.events import TileLaid, TileLost
from keyflower.testing import scenario


def building(*village, won, season="autumn", **more):
    """P1 has won some tiles and builds."""
    return scenario(season, villages={"P1": ["home_1", *village]}, won={"P1": won}, phase="build", **more)


def test_s090_every_shared_edge_must_match():
    # keywood shows a field to the cell in the south-east, the home a road
    at = building("keywood@0,1 r5", won="miner")
    at.illegal("place miner 1,0 r5", "place.clash", rule="4.4")
    at.legal("place miner 1,0 r0")
    at = building("keywood@0,1 r5", "boat_2a@0,-1", won="miner").legal("place miner 1,0 r5")


def test_s091_field_contact_alone_is_enough_also_for_tiles_with_roads():
    at = building("keywood@0,1 r0 wood1", won="inn").play("place inn 1,1 r0")
    layout = at.village("P1").layout
    assert layout.touching("inn") == ("keywood",)
    assert ("keywood", "inn") not in layout.road_links
    assert layout.distances()[layout.index["keywood"]][layout.index["inn"]] == -1


def test_s092_a_boat_may_be_attached_by_a_field_away_from_water():
    at = building("keywood@0,1 r0", won="boat_1a").legal("place boat_1 1,1 r0", "place boat_1 0,-1 r0")
    at = at.play("place boat_1 1,1 r0")
    assert not at.village("P1").layout.boats_by_water


def test_s093_a_tile_must_share_an_edge_with_the_village():
    at = building(won="miner")
    at.illegal("place miner 1,1 r0", "place.apart", rule="4.4")
    at.illegal("place miner 0,2 r0", "place.apart")
    at.illegal("place miner 0,0 r0", "place.occupied", rule="4.4")
    at.legal("place miner 0,1 r0")


@pytest.mark.parametrize("rotation", range(6))
def test_a_tile_may_be_turned_in_six_ways(rotation):
    at = building(won="miner")
    facing = ("RRFRFR"[-rotation:] + "RRFRFR"[:-rotation]) if rotation else "RRFRFR"
    if facing[0] == "R":
        assert at.play(f"place miner 0,1 r{rotation}").village("P1").layout.named("miner").facing == facing
    else:
        at.illegal(f"place miner 0,1 r{rotation}", "place.clash")
    at.illegal("place miner 0,1 r6", "place.rotation")


def test_a_tile_that_fits_nowhere_leaves_the_game_c28():
    at = building(won="sheep_shelter", expansions=["farmers"])
    assert at.season == "winter"
    assert at.events(TileLost) == [TileLost(0, "sheep_shelter")]
    assert at.game.state.discarded == ("sheep_shelter",)
    assert at.village("P1").names == ("home_1",)


def test_a_boat_fits_before_the_home_unless_the_cell_is_taken():
    at = building(won="boat_1a").play("place boat_1 0,-1 r0")
    assert at.village("P1").names == ("home_1", "boat_1")
    at = building(won="boat_1a")
    assert {text.split()[2] for text in at.options} == {"0,-1"}


def test_a_boat_fits_nowhere_in_some_small_villages():
    at = building("alehouse@-1,0 r0", "key_mine@-2,0 r0", won="boat_1a", season="summer")
    assert at.events(TileLost) == [TileLost(0, "boat_1")]
    assert at.season == "autumn"
    assert at.seat("P1").won == ()


def test_a_tile_must_be_laid_as_soon_as_it_can_be():
    at = building(won="keywood; sheep_shelter", expansions=["farmers"])
    at.illegal("place sheep_shelter 0,1 r0", "place.clash")
    assert {text.split()[1] for text in at.options} == {"keywood"}
    at = at.play("place keywood 0,1 r0")
    assert at.acting == ("P1",)
    assert {text.split()[1] for text in at.options} == {"sheep_shelter"}
    at = at.play(at.options[0])
    assert at.village("P1").names == ("home_1", "keywood", "sheep_shelter")
    assert at.season == "winter"


def test_building_cannot_be_declined():
    at = building(won="miner")
    at.illegal("done", "place.expected", rule="4.4")
    at.illegal("pass", "place.expected")


def test_s096_only_water_lies_before_the_inlet():
    at = building(won="miner; boat_1a")
    for rotation in range(6):
        at.illegal(f"place miner 0,-1 r{rotation}", "place.clash")
    at.legal("place boat_1 0,-1 r0", "place boat_1 0,-1 r3")
    at.illegal("place boat_1 0,-1 r1", "place.clash")
    building("boat_2a@0,-1 r0", won="miner").legal("place miner 0,-2 r0")


def test_2a_makes_the_cell_before_the_inlet_free_for_all():
    building("keywood@0,1 r0", "boat_2a@1,1 r0", won="miner").legal("place miner 0,-1 r2")


def test_2a_must_itself_be_placed_legally_and_then_frees_the_rest():
    at = building(won="boat_2a; miner", season="summer")
    at.illegal("place boat_2 0,1 r0", "place.clash")
    at.illegal("place miner 0,1 r2", "place.clash")
    at = at.play("place boat_2 0,-1 r0").legal("place miner 0,1 r2", "place miner 0,-2 r2")
    at.illegal("place miner 5,5 r0", "place.apart")


def test_2a_belongs_to_its_owner_alone():
    villages = {"P1": ["home_1", "boat_2a@0,-1"], "P2": ["home_2"]}
    at = scenario("autumn", villages=villages, won={"P2": ["miner"]}, phase="build")
    at.illegal("P2 place miner 0,1 r2", "place.clash")


def test_s097_a_laid_tile_is_never_moved():
    at = building("keywood@0,1 r0", won="miner")
    at.illegal("place keywood 1,0 r0", "place.laid", rule="4.4")
    at.illegal("place stable 0,2 r0", "place.not-won")


def test_tiles_are_laid_front_up_summer_boats_with_the_side_they_were_won_with():
    at = building(won="miner; boat_4b", season="summer").play("place miner 0,1 r0", "place boat_4 0,-1 r0")
    assert (at.side("P1", "miner"), at.side("P1", "boat_4")) == ("front", "back")
    assert at.seat("P1").powers == ("use.mixed",)


def test_own_tiles_are_laid_in_any_order():
    at = building(won="miner; stable")
    assert {text.split()[1] for text in at.options} == {"miner", "stable"}


def test_all_build_at_the_same_time_in_any_order():
    won = {"P1": ["miner"], "P2": ["stable"], "P3": ["keywood"]}
    at = scenario("spring", won=won, phase="build")
    assert at.acting == ("P1", "P2", "P3")
    one = at.play("P3 place keywood 0,-1 r0", "P1 place miner 0,1 r0")
    other = at.play("P1 place miner 0,1 r0", "P3 place keywood 0,-1 r0")
    assert one.game.state == other.game.state
    assert one.acting == ("P2",)


def test_edges_towards_empty_space_are_free():
    at = building(won="miner").play("place miner 0,1 r0")
    assert at.village("P1").layout.named("miner").facing == "RRFRFR"


def test_the_event_carries_the_printed_facts():
    at = building(won="miner").play("place miner 0,1 r0")
    (laid,) = at.events(TileLaid)
    assert (laid.seat, laid.tile, laid.cell, laid.rotation, laid.edges) == (0, "miner", (0, 1), 0, "RRFRFR")


def test_a_compound_build_is_its_steps():
    at = building(won="miner; stable")
    compound = kf.Build([kf.Place("miner", (0, 1), 0), kf.Place("stable", (0, 2), 0)])
    assert at.game.play(compound).state == at.play("place miner 0,1 r0", "place stable 0,2 r0").game.state


def test_nobody_waits_for_a_player_without_tiles():
    at = building(won="miner")
    assert at.acting == ("P1",)
    with pytest.raises(kf.NotYourTurn):
        at.play("P2 pass")

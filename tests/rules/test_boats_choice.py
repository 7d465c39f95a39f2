"""Rules 4.2: choosing boats and the start player (scenarios 81 to 84, rulings C6, C30)."""

import pytest

from keyflower.model.events import BoatTaken, StartPlayerChanged
from keyflower.testing import scenario


def picking(lots, *, players=4, start="P1", season="spring", **more):
    return scenario(season, players=players, lots=lots, start=start, **more).pass_all()


def pick_order(at):
    at = at.until("turn", "offer-winter", "build-all")
    return [at.game.players[event.seat] for event in at.events(BoatTaken)], at


def test_s081_turn_order_winners_then_clockwise_from_the_new_start_player():
    order, at = pick_order(picking({"TO1": "P3 R1", "TO3": "P4 R1"}))
    assert order == ["P3", "P4", "P1", "P2"]
    assert at.start == "P4"
    assert at.acting == ("P4",)


def test_s081_the_start_player_changes_in_the_middle_of_the_picks():
    at = picking({"TO1": "P3 R1", "TO3": "P4 R1"})
    assert (at.acting, at.start) == (("P3",), "P1")
    at = at.play("P3 take keyflower")
    assert (at.acting, at.start) == (("P4",), "P4")


def test_s083_c6_a_double_winner_picks_once_at_the_lowest_number_and_starts():
    order, at = pick_order(picking({"TO1": "P1 R1", "TO2": "P1 B1"}, players=3, start="P2"))
    assert order == ["P1", "P2", "P3"]
    assert at.start == "P1"


def test_the_winner_of_purple_starts_even_if_he_picked_earlier():
    order, at = pick_order(picking({"TO1": "P3 R1", "TO2": "P2 R1", "TO3": "P3 B1"}))
    assert order == ["P3", "P2", "P4", "P1"]
    assert at.start == "P3"


def test_without_a_bid_for_purple_the_old_start_player_is_the_reference():
    order, at = pick_order(picking({"TO1": "P3 R1"}, start="P2"))
    assert order == ["P3", "P2", "P4", "P1"]
    assert at.start == "P3"


def test_purple_passes_left_only_after_all_picks():
    at = picking({}, start="P2")
    for who in ("P2", "P3"):
        assert (at.acting, at.start) == ((who,), "P2")
        at = at.play(at.options[0])
    assert at.start == "P2"
    at = at.play(at.options[0])  # P4 picks, P1 gets the last boat
    assert at.start == "P3"
    assert [event.seat for event in at.events(StartPlayerChanged)] == [2]


def test_purple_passes_left_from_the_last_seat_to_the_first():
    _, at = pick_order(picking({}, start="P4"))
    assert at.start == "P1"


def test_nobody_bids_clockwise_from_the_start_player():
    order, _ = pick_order(picking({}, start="P3"))
    assert order == ["P3", "P4", "P1", "P2"]


def test_the_start_player_who_wins_purple_again_stays():
    order, at = pick_order(picking({"TO3": "P1 R1"}))
    assert order == ["P1", "P2", "P3", "P4"]
    assert at.start == "P1"
    assert not at.events(StartPlayerChanged)


def test_only_free_boats_can_be_taken():
    at = picking({"TO1": "P3 R1"}).play("P3 take keyflower")
    at.illegal("take keyflower", "take.not-free", rule="4.2")
    at.illegal("take white_wind", "take.not-free")
    at.illegal("pass", "take.expected")
    at.legal("take sea_bastion", "take sea_breese", "take flipper")


def test_workers_and_skills_of_the_boat_go_behind_the_screen():
    at = scenario(players=2, boats={"keyflower": "R1 G1 saw1", "sea_bastion": "B2 anvil2"}, start="P2")
    at = at.pass_all().play("P2 take sea_bastion")
    assert (at.hand("P2"), at.skills("P2")) == ("R6 B8 Y6 G2", "anvil2")
    assert (at.hand("P1"), at.skills("P1")) == ("R7 B6 Y6 G3", "saw1")


def test_the_last_boat_is_taken_without_asking():
    at = scenario(players=2).pass_all().play("take keyflower")
    assert at.season == "summer"


def test_in_winter_the_boat_tile_itself_is_taken_and_laid():
    at = scenario("winter", players=2).pass_all().play("P1 take keyflower")
    assert at.seat("P1").won == (("boat_keyflower", 0),)
    assert at.game.state.picks == (0, 1)
    at = at.until()
    assert "boat_keyflower" in at.village("P1")
    assert "boat_sea_bastion" in at.village("P2")


def test_all_turn_order_tiles_won_in_winter_enter_the_village():
    at = scenario("winter", lots={"TO1": "P1 R1", "TO2": "P1 B1"}).end_season()
    assert {"turn_order_1", "turn_order_2"} <= set(at.village("P1").names)
    assert sum(name.startswith("boat_") for name in at.village("P1").names) == 1


def test_c30_in_winter_purple_without_a_bid_passes_left_before_scoring():
    at = scenario("winter", players=3, start="P3").end_season()
    assert at.start == "P1"
    # everybody has an equal screen; only the holder scores purple as gold
    assert [at.score(who).of("left over") for who in ("P1", "P2", "P3")] == [1, 0, 0]


def test_the_winner_of_purple_in_winter_holds_it_in_scoring():
    at = scenario("winter", players=3, lots={"TO2": "P2 R1"}).end_season()
    assert at.start == "P2"
    assert [at.score(who).of("left over") for who in ("P1", "P2", "P3")] == [0, 1, 0]


def test_turn_order_4_comes_last_and_carries_purple_with_farmers_too():
    lots = {"TO4": "P2 R1", "TO1": "P3 R1"}
    at = picking(lots, players=5, expansions=["farmers"])
    assert at.lots == [f"turn_order_{number}" for number in (1, 2, 3, 4)]
    order, at = pick_order(at)
    assert order == ["P3", "P2", "P4", "P5", "P1"]
    assert at.start == "P2"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nobody_ever_gets_two_boats(players):
    number = (1, 2, 3, 4, 4)[players - 2]
    lots = {f"TO{tile}": f"P2 R{tile}" for tile in range(1, number + 1)}
    at = picking(lots, players=players, screens={"P2": ""})
    order, _ = pick_order(at)
    assert len(order) == players
    assert len(set(order)) == players
    assert order[0] == "P2"

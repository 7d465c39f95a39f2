"""Rules 5: winter and the end of the game (scenarios 37, 86, 118, rulings C2, C17)."""

from keyflower.kernel.events import GameEnded
from keyflower.model.events import ScreenRevealed
from keyflower.testing import scenario


def test_the_auction_holds_winter_tiles_and_turn_order_tiles():
    at = scenario("winter", lots="scribes; windmill")
    assert at.lots == ["scribes", "windmill", "turn_order_1", "turn_order_2"]


def test_boats_carry_nothing_in_winter():
    at = scenario("winter", phase="start").until("turn")
    assert all(not berth.workers and not berth.skills for berth in at.game.boats)


def test_winter_tiles_boats_and_turn_order_tiles_enter_the_villages():
    at = scenario("winter", lots={"scribes": "P1 R2", "TO1": "P1 B1", "windmill": "P2 R1"}).end_season()
    assert at.game.over
    assert {"scribes", "turn_order_1"} <= set(at.village("P1").names)
    assert "windmill" in at.village("P2")
    boats = [name for who in ("P1", "P2", "P3") for name in at.village(who).names if name.startswith("boat_")]
    assert sorted(boats) == ["boat_keyflower", "boat_sea_bastion", "boat_sea_breese"]


def test_unwanted_winter_tiles_leave_the_game():
    at = scenario("winter", lots={"scribes": "P1 R2", "windmill": ""}).end_season()
    assert "windmill" in at.game.state.discarded


def test_a_boat_that_fits_nowhere_leaves_the_game_and_scores_nothing():
    villages = {"P1": ["home_1", "alehouse@-1,0 r0", "key_mine@-2,0 r0"]}
    at = scenario("winter", players=2, villages=villages, won={"P1": ["keyflower"]}, phase="build")
    assert at.game.over
    assert "boat_keyflower" in at.game.state.discarded
    assert at.points("P1", "keyflower") == 0


def test_the_game_ends_with_screens_lifted_and_points_counted():
    at = scenario("winter", players=2, screens={"P1": "R2", "P2": "B1"}).end_season()
    assert at.game.over
    assert [str(event.workers) for event in at.events(ScreenRevealed)] == ["R2", "B1"]
    (ended,) = at.events(GameEnded)
    assert ended.totals == tuple(sheet.total for sheet in at.game.scores)


def test_s118_ties_are_shared_in_the_base_game_c17():
    villages = {"P1": ["home_1 back"], "P2": ["home_2 back"]}
    at = scenario("winter", villages=villages, start="P3", picks=["P2", "P1", "P3"], phase="close")
    assert [sheet.total for sheet in at.game.scores] == [5, 5, 1]
    assert at.game.winners == ("P1", "P2")


def test_s118_with_farmers_the_earlier_boat_of_winter_wins_the_tie():
    villages = {"P1": ["home_1 back"], "P2": ["home_2 back"]}
    for picks, winner in ((["P2", "P1", "P3"], "P2"), (["P3", "P1", "P2"], "P1")):
        at = scenario(
            "winter", villages=villages, start="P3", picks=picks, phase="close", expansions=["farmers"]
        )
        assert at.game.winners == (winner,)


def test_s118_the_tie_break_counts_only_among_the_tied():
    villages = {"P1": ["home_1 back"], "P2": ["home_2 back", "keythedral"]}
    at = scenario(
        "winter", villages=villages, start="P3", picks=["P1"], phase="close", expansions=["farmers"]
    )
    assert at.game.winners == ("P2",)


def test_the_picks_of_winter_are_recorded_for_the_tie_break():
    at = scenario("winter", lots={"TO1": "P3 R1"}, start="P2", expansions=["farmers"]).end_season()
    assert at.game.state.picks == (2, 1, 0)


def test_the_scores_can_be_read_in_any_state():
    at = scenario("spring", villages={"P1": ["home_1 gold2"]}, start="P2")
    assert at.points("P1") == 2

"""Rules 2.2: turns, passing, the end of a season (scenarios 12 to 15)."""

import pytest

import keyflower as kf
from keyflower.testing import scenario


def test_turns_go_clockwise_from_the_start_player():
    at = scenario(lots="miner", start="P2")
    seen = []
    for step in ("bid miner R1", "pass", "bid miner R2", "pass"):
        seen.append(at.acting)
        at = at.play(step)
    assert seen == [("P2",), ("P3",), ("P1",), ("P2",)]


def test_a_turn_is_exactly_one_bid_use_or_pass():
    at = scenario(lots="miner; stable")
    at.illegal("take keyflower", "turn.expected")
    at.illegal("done", "turn.expected")
    at = at.play("bid miner R1")
    with pytest.raises(kf.NotYourTurn):
        at.play("P1 bid stable R1")
    assert at.game.why_not("pass", seat="P1")[0].code == "turn.not-yours"


def test_s012_all_pass_in_the_first_round_ends_the_season_without_bids():
    at = scenario(lots="miner; stable; keywood").pass_all()
    assert at.game.state.discarded == ("keywood", "miner", "stable")
    assert at.acting == ("P1",)
    assert at.decision.kind == "take-boat"


def test_s013_a_player_who_passed_may_act_again():
    at = scenario(lots="miner").play("P1 pass", "P2 pass", "P3 bid miner R1")
    at.legal("P1 bid miner R2")
    at = at.play("P1 bid miner R2", "P2 pass", "P3 pass")
    assert at.decision.kind == "turn"
    at = at.play("P1 pass")
    assert at.decision.kind == "take-boat"


def test_s013_a_use_resets_the_counter_too():
    at = scenario(lots="miner").play("P1 pass", "P2 pass", "P3 use miner R1", "P1 pass", "P2 pass")
    assert at.acting == ("P3",)
    assert at.decision.kind == "turn"


def test_s014_the_season_ends_without_another_turn_after_n_passes():
    at = scenario(players=2, lots="miner").play("P1 bid miner R1", "P2 pass", "P1 pass")
    assert at.decision.kind == "take-boat"


def test_s015_an_outbid_group_is_enough_to_act():
    at = scenario(lots={"miner": "P1 R1, P2 R2", "stable": ""}, screens={"P1": ""})
    at.legal("bid stable miner", "use stable miner", "pass")
    at.illegal("bid stable R1", "bid.not-in-hand")


def test_a_player_without_workers_and_groups_must_pass():
    at = scenario(lots={"miner": "P1 R2"}, screens={"P1": ""})
    assert at.options == ["pass"]


def test_passing_with_workers_left_is_legal_and_changes_nothing_but_the_counter():
    at = scenario(lots="miner")
    after = at.play("pass")
    assert after.game.state.passes == 1
    assert [after.hand(who) for who in ("P1", "P2", "P3")] == [at.hand(who) for who in ("P1", "P2", "P3")]
    assert after.lot("miner") == at.lot("miner")


def test_seasons_follow_each_other_until_the_final_scoring():
    at, seen = scenario(players=2, lots="miner"), ["spring"]
    while not at.game.over:
        at = at.end_season().until("turn")
        seen.append(at.season)
    assert seen == ["spring", "summer", "autumn", "winter", "winter"]


def test_nobody_acts_after_the_end():
    at = scenario("winter", players=2).end_season()
    assert at.game.over
    with pytest.raises(kf.GameOver):
        at.play("pass")
    assert at.game.why_not("pass")[0].code == "game.over"

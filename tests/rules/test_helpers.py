"""The helpers that `keyflower.testing` publishes besides scenarios: random play and strategies."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.testing import census, moments, playout, random_actions, random_game, scenario, strategies
from keyflower.testing.playing import uniform, varied


def test_the_same_seed_gives_the_same_game():
    one, other = random_game(4, 3, expansions=["farmers"]), random_game(4, 3, expansions=["farmers"])
    assert one == other
    assert one.over
    assert random_game(5, 3, expansions=["farmers"]) != one


@pytest.mark.parametrize("choose", [uniform, varied])
def test_random_play_ends_and_loses_nothing(choose):
    game = random_game(7, 4, expansions=["farmers"], variants=["open-hands"], choose=choose)
    assert game.over
    for moment in moments(game)[::10]:
        assert census.losses(moment.ruleset, moment.state) == ""


def test_random_actions_yield_seat_action_and_game():
    start = random_game(3, 2, plies=0)
    steps = list(random_actions(start, Random(1), plies=4))
    assert len(steps) == 4
    game = start
    for seat, action, after in steps:
        game = game.play(action, seat=seat)
        assert game == after
    assert playout(start, Random(1), plies=4) == game


def test_moments_begin_with_the_set_up():
    game = random_game(3, 2, plies=6)
    assert [moment.ply for moment in moments(game)] == list(range(7))
    assert moments(game)[-1] is game


def test_a_census_sees_what_is_lost():
    from attrs import evolve

    game = random_game(3, 2, plies=0)
    state = evolve(game.state, bag=game.state.bag.less("red", 1), box=game.state.box[1:])
    assert "pieces" in census.losses(game.ruleset, state)
    assert f"missing ['{game.state.box[0]}']" in census.losses(game.ruleset, state)


@given(strategies.rulesets())
def test_rulesets_have_the_base_game(ruleset):
    assert ruleset.expansions[0].id == "base"


@given(strategies.games(over=True))
def test_games_can_be_asked_to_be_over(game):
    assert game.over


@given(st.data())
def test_actions_are_legal_and_arbitrary_ones_are_judged(data):
    game, decision = data.draw(strategies.decisions())
    assert data.draw(strategies.actions(game, decision.seat)) in decision.options
    anything = data.draw(strategies.arbitrary_actions(game))
    assert (anything in decision.options) == (anything in list(decision.options))


def test_a_home_is_laid_first_wherever_it_is_named() -> None:
    at = scenario(players=2, villages={"P1": ["stable", "home_3"]})
    assert at.village("P1").names == ("home_3", "stable")
    with pytest.raises(kf.SetupError, match="one home, not 2"):
        scenario(players=2, villages={"P1": ["home_1", "home_3"]})

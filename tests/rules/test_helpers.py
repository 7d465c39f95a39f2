"""The helpers that `keyflower.testing` publishes besides scenarios: random play and strategies."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.testing import census, moments, playout, random_actions, random_game, scenario, strategies
from keyflower.testing.random_play import uniform, varied


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


# ---------------------------------------------------------------------- scenarios


@pytest.mark.parametrize("step", ["pass_all", "end_season"])
def test_nobody_passes_while_a_transport_is_open_and_the_scenario_says_so(step):
    at = scenario(villages={"P1": ["home_1 wood2", "stable"]}).play("use stable R1")
    with pytest.raises(AssertionError, match="Nobody can pass now: P1 first has to answer 'haul'"):
        getattr(at, step)()
    assert getattr(at.play("done"), step)().season in ("spring", "summer")


def test_animals_that_are_left_over_do_not_breed():
    villages = {"P1": ["home_1 sheep2/1"]}
    at = scenario("spring", phase="breeding", villages=villages, supply="sheep5", expansions=["farmers"])
    assert at.animals("P1") == "sheep3"
    assert at.supply["sheep"] == 4
    held = kf.Pool.parse(at.animals("P3"))
    assert (held["sheep"], held.total) == (32 - 2 - 5, 32 - 2 - 5 + 1)
    assert census.losses(at.game.ruleset, at.game.state) == ""


def test_left_over_animals_of_several_species_need_no_company():
    at = scenario("spring", phase="breeding", supply="sheep5 cow3", expansions=["farmers"])
    assert at.animals("P3") == "cow9 sheep27"


def test_left_over_animals_that_would_breed_all_the_same_are_refused():
    with pytest.raises(kf.SetupError, match="would breed with boat 5a"):
        scenario("autumn", villages={"P3": ["home_3", "boat_5a"]}, supply="sheep5", expansions=["farmers"])
    with pytest.raises(kf.SetupError, match="leave another species in the supply"):
        scenario("autumn", supply="sheep5 pig24 cow12", expansions=["farmers"])


def test_a_pasture_can_be_named_by_an_edge():
    at = scenario("autumn", villages={"P1": ["home_1 sheep2/e1- pig1/e4+"]}, expansions=["farmers"])
    assert (
        at.herd("P1", "home/1") == at.herd("P1", "home/e5+") == "sheep2"
    )  # both sides of the inlet are one pasture
    assert at.herd("P1", "home/5") == at.herd("P1", "home/e5-") == "pig1"


def test_edges_are_counted_as_the_tile_lies():
    villages = {"P1": ["home_1", "keywood@0,1 r0", "sheep_shelter@1,1 r2 sheep3/e0"]}
    at = scenario("autumn", villages=villages, expansions=["farmers"])
    assert at.herd("P1", "sheep_shelter/1") == "sheep3"
    turned = scenario("autumn", villages={"P1": ["home_1@0,0 r1 sheep1/e2-"]}, expansions=["farmers"])
    assert turned.herd("P1", "home/1") == "sheep1"


@pytest.mark.parametrize(
    ("edge", "message"),
    [("e0", "Edge 0 of home_1 is water"), ("e2", "home_1/e2- or home_1/e2+"), ("e9", "no sector e9")],
)
def test_an_edge_that_names_no_single_pasture_is_refused(edge, message):
    with pytest.raises(kf.SetupError, match=message.replace("+", r"\+")):
        scenario("autumn", villages={"P1": [f"home_1 sheep1/{edge}"]}, expansions=["farmers"])

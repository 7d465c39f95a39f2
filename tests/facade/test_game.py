"""The facade: who may act when, what is stale, what is over, and that nothing is ever half done."""

from __future__ import annotations

from random import Random

import pytest
from attrs import fields

import keyflower as kf
from keyflower.testing import scenario
from keyflower.testing.random_play import playout, random_game


@pytest.fixture
def game() -> kf.Game:
    return kf.Game.new(["Ann", "Bob", "Cid"], seed=7)


def at_building() -> kf.Game:
    game = kf.Game.new(["Ann", "Bob"], seed=3)
    rng = Random(5)
    while game.over or game.state.agenda[0].tag != "build-all" or len(game.decisions) < 2:
        game = playout(game, rng, plies=1)
    return game


def test_only_the_seat_that_decides_may_act(game: kf.Game) -> None:
    acting = game.decision.seat
    other = (acting + 1) % 3
    with pytest.raises(kf.NotYourTurn, match=f"turn to decide, not {game.players[other]}'s"):
        game.play("pass", seat=other)
    assert [refusal.code for refusal in game.why_not("pass", seat=other)] == ["turn.not-yours"]
    assert game.play("pass", seat=game.players[acting]) == game.play("pass")


def test_an_unknown_player_is_named(game: kf.Game) -> None:
    with pytest.raises(kf.UnknownName, match="did you mean Ann"):
        game.play("pass", seat="Anne")
    with pytest.raises(kf.UnknownName, match="seats are 0 to 2"):
        game.village(3)


def test_several_deciding_seats_have_to_be_named() -> None:
    game = at_building()
    with pytest.raises(kf.NotYourTurn, match=r"0 \(Ann\), 1 \(Bob\)"):
        _ = game.decision
    for seat, decision in game.decisions.items():
        after = game.play(decision.options[0], seat=seat)
        assert (after.last_seat, after.parent) == (seat, game)


def test_an_answer_to_an_old_question_is_stale(game: kf.Game) -> None:
    question = game.decision
    assert game.play("pass", decision=question) == game.play("pass")
    with pytest.raises(kf.StaleDecision, match="no longer open"):
        game.play("pass").play("pass", decision=question)


def test_a_question_whose_options_changed_is_stale() -> None:
    at = scenario(
        "summer", players=2, lots={"smelter": {}, "brewer": {}}, screens={"P1": "R3", "P2": "R3"}, turn="P1"
    )
    question = at.game.decision
    later = at.play("bid smelter R1").play("pass").game
    assert later.decision.seat == question.seat
    with pytest.raises(kf.StaleDecision, match="has changed"):
        later.play("pass", decision=question)


def test_a_finished_game_takes_no_action() -> None:
    game = random_game(1, players=2)
    assert (game.over, dict(game.decisions)) == (True, {})
    with pytest.raises(kf.GameOver):
        game.play("pass")
    with pytest.raises(kf.GameOver):
        _ = game.decision
    assert [refusal.code for refusal in game.why_not("pass")] == ["game.over"]
    assert set(game.winners) <= set(game.players)


def test_undo_returns_the_game_before(game: kf.Game) -> None:
    after = game.play("pass")
    assert after.undo() is game
    with pytest.raises(kf.SetupError, match="nothing to undo"):
        game.undo()


def test_a_compound_action_is_played_whole_or_not_at_all() -> None:
    at = scenario(
        "summer",
        players=2,
        villages={"P1": ["home_1", "stable@0,1 wood1 iron1"]},
        screens={"P1": "R5"},
        turn="P1",
    ).play("use home R1")
    whole = kf.Transport(
        [kf.Move("wood", "stable", "home_1")], [kf.Upgrade("stable", kf.Pool.of(iron=1, wood=1))]
    )
    with pytest.raises(kf.IllegalAction) as caught:
        at.game.play(whole)
    assert {refusal.code for refusal in caught.value.refusals} == {"compound.over"}
    assert at.game.why_not(whole) == caught.value.refusals
    done = at.game.play(kf.Transport(upgrades=[kf.Upgrade("stable", kf.Pool.of(iron=1, wood=1))]))
    assert done.village(0).spot("stable").side == 1
    assert done.decision.kind == "turn"


def test_answers_of_a_table_replace_chance() -> None:
    at = scenario("spring", players=2, lots={"alehouse": {}}, screens={"P1": "R2"}, bag="Y3 B1", turn="P1")
    after = at.game.with_chance("B1").play("use alehouse R1")
    assert after.screen(0).workers == kf.Pool.of(red=1, blue=1)
    with pytest.raises(kf.ChanceError, match="G1"):
        at.game.with_chance("G1").play("use alehouse R1")
    with pytest.raises(kf.ChanceError, match="no answer"):
        at.game.with_chance().play("use alehouse R1")


def test_the_moments_of_a_game_lead_from_the_set_up_to_itself() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert game.moments == (game,)
    later = game.play("pass").play("pass")
    assert [moment.ply for moment in later.moments] == [0, 1, 2]
    assert later.moments[0] is game and later.moments[1] is later.parent and later.moments[2] is later


def test_the_number_of_actions_is_kept_not_counted() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    later = game.play("pass").play("pass")
    assert (game.ply, later.ply, later.undo().ply, later.view(0).ply) == (0, 2, 1, 2)
    assert "ply" in {field.name for field in fields(kf.Game)}  # a walk over the parents took 75 µs at ply 163

"""Keyflower declares itself like any other game, and the surfaces that take any game take it."""

from __future__ import annotations

from random import Random

import pytest

import keyflower as kf
from keyflower.declaration import KEYFLOWER
from keyflower.kernel import GameDeclaration, SetupError
from keyflower.simulate import simulate, simulate_game


def test_it_is_found_by_its_home_and_sets_up_the_same_games():
    assert GameDeclaration.at(KEYFLOWER.home) is KEYFLOWER
    game = KEYFLOWER.new(["Ann", "Bob"], seed=7, expansions=["farmers"], without=["keythedral"])
    assert game == kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"], without=["keythedral"])
    with pytest.raises(SetupError, match="for 2 to 6 players, not 7"):
        KEYFLOWER.new([f"Player {seat}" for seat in range(7)], seed=1)


def test_simulations_of_any_game_and_of_keyflower_agree():
    any_game = simulate_game(KEYFLOWER, ["random", "greedy"], range(2))
    own = simulate(["random", "greedy"], range(2))
    assert [row["points"] for row in any_game.rows()] == [row["points"] for row in own.rows()]


def test_schemas_of_any_game_fit_it():
    pytest.importorskip("jsonschema")
    from keyflower.schema.any_game import check_game

    game = KEYFLOWER.new(["Ann", "Bob"], seed=7)
    rng = Random(7)
    for _ in range(12):
        seat = next(iter(game.decisions))
        game = game.play(game.decisions[seat].options.sample(rng), seat=seat)
        codec = game.match.codec()
        assert check_game(KEYFLOWER, "action", codec.actions.write(game.last_action)) == ()
    assert check_game(KEYFLOWER, "view", game.view(0).to_data(options=False)) == ()


def test_environments_of_any_game_take_it():
    pytest.importorskip("pettingzoo")
    from keyflower.envs import GameAEC, GameRules

    env = GameAEC(GameRules(KEYFLOWER), players=2)
    env.reset(seed=1)
    for _ in range(10):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(mask.nonzero()[0][0]))
    assert not env.table.game.over

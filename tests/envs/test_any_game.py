"""Tiny Towns in the environments that take any declared game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from keyflower.envs import GameAEC, GameEnv, GameRules  # as above
from keyflower.kernel import UnknownName  # as above
from tinytowns.declaration import TINY_TOWNS  # only where there is numpy


def rules() -> GameRules:
    return GameRules(TINY_TOWNS, {"cavern": True})


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_own_checks_pass() -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(GameAEC(rules(), players=2), num_cycles=60)
    seed_test(lambda: GameAEC(rules(), players=2), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_own_check_passes() -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(GameEnv(rules(), bots=["greedy"]), skip_render_check=True)


def test_an_agent_that_says_any_word_plays_to_the_end_and_rewards_sum_to_zero() -> None:
    env: Any = GameAEC(rules(), players=3)
    env.reset(seed=3)
    rng = Random(3)
    while env.table.choice is not None:
        seen = env.observe(env.agent_selection)
        allowed = [number for number, may in enumerate(seen["action_mask"]) if may]
        assert len(allowed) > 1, "every word is a real choice"
        env.step(rng.choice(allowed))
    assert env.table.game.over and abs(sum(env.rewards.values())) < 1e-9


def test_bots_are_those_of_the_game() -> None:
    with pytest.raises(UnknownName, match="there is no bot 'steward'"):
        GameEnv(rules(), bots=["steward"])


def test_openspiels_random_simulation_and_its_information_set_search_run() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from keyflower.envs import GameSpiel

    game = GameSpiel(rules(), players=2, deals=4)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(0)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=RandomRolloutEvaluator(1), uct_c=1.4, max_simulations=4,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    for _ in range(3):
        seen = state.information_state_string()
        twin = state.resample_from_infostate(state.current_player(), Random(1).random)
        assert twin.information_state_string() == seen
        state.apply_action(bot.step(state))


def test_openspiels_own_simulation_and_search_play_it() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    from keyflower.envs import GameSpiel

    game: Any = GameSpiel(rules(), players=2)
    pyspiel.random_sim_test(game, 1, False, False)
    state, rng = game.new_initial_state(), Random(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _ in range(12):
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    dealt = state.resample_from_infostate(seat, rng.random)
    assert dealt.information_state_string(seat) == state.information_state_string(seat)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=5, random_state=np.random.RandomState(2)
    )
    assert bot.step(state) in state.legal_actions()

"""Games and rulesets survive pickle and copy, however long the game."""

from __future__ import annotations

import copy
import pickle

import keyflower as kf
from keyflower.testing.random_play import random_game


def test_a_whole_game_with_its_history_survives_pickle() -> None:
    game = random_game(3, players=6, expansions=["farmers"])
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.ply == game.ply
    assert again.log == game.log


def test_an_overridden_ruleset_survives_pickle_and_copy() -> None:
    game = kf.Game.new(
        ["Ann", "Bob"], seed=1, variants=["open-hands"], overrides={"miner": {"points": [0, 4]}}
    )
    for again in (pickle.loads(pickle.dumps(game.ruleset)), copy.deepcopy(game.ruleset)):
        assert again == game.ruleset
        back = again.tile("miner").back
        assert back is not None
        assert back.points == 4

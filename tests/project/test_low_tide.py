"""The guide's third game: its size, the laws of the kernel, and every surface."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from examples.low_tide import LOW_TIDE, EventLog, Game
from keyflower.cli.game_command import game_command
from keyflower.kernel import LogError, SearchBot, SetupError, play_out
from keyflower.kernel.testing import laws
from keyflower.simulate import simulate_game

NAMES = ["Ann", "Bob", "Cid"]


def test_it_has_at_most_200_lines():
    source = (Path(__file__).parents[2] / "examples" / "low_tide.py").read_text("utf-8")
    assert len(source.splitlines()) <= 200


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_it_obeys_the_laws_of_the_kernel(number, seed):
    game = laws.played_on(Game.new(NAMES[:number], seed=seed), Random(seed))
    laws.events_give_the_state(game)
    laws.replaying_gives_the_state(game)
    laws.options_are_what_is_legal(game, Random(seed))
    laws.redaction_is_a_square(game)
    laws.hidden_twins_look_alike(game, Random(seed), moments=3)
    laws.what_is_hidden_changes_nothing(game, Random(seed))
    laws.values_survive_json(game, Random(seed), moments=3)
    laws.playing_changes_nothing(game)
    laws.somebody_can_act_or_it_is_over(game)


def test_two_or_three_play_it_in_logs_too():
    for names in (["Ann"], ["Ann", "Bob", "Cid", "Dot"]):
        with pytest.raises(SetupError, match="two or three play Low Tide"):
            Game.new(names, seed=1)
    log = Game.new(["Ann", "Bob"], seed=1).log.dumps().replace('["Ann","Bob"]', '["Ann"]', 1)
    with pytest.raises(LogError, match="two or three play Low Tide"):
        EventLog.loads(log)


def test_it_is_simulated_and_searched():
    results = simulate_game(LOW_TIDE, ["search", "random"], range(4))
    assert len(results.rows()) == 8
    view = Game.new(NAMES, seed=1).view("Ann")
    report = SearchBot(playouts=40, method="tree").explained(view, view.decision, Random(1))
    assert report.best in view.options and report.playouts == 40


def test_it_has_a_command(capsys, tmp_path):
    main = game_command(LOW_TIDE)
    assert main(["demo", "--bots", "random", "--players", "3"]) == 0 and "won." in capsys.readouterr().out
    game = play_out(Game.new(NAMES, seed=1), [LOW_TIDE.bot("random")] * 3, Random(1))
    file = tmp_path / "game.jsonl"
    file.write_text(game.log.dumps(), encoding="utf-8")
    assert main(["check", str(file)]) == 0 and EventLog.loads(file.read_bytes()).replay() == game
    assert main(["schema"]) == 0 and "LayAction" in capsys.readouterr().out
    assert main(["demo", "--players", "7"]) == 2 and "for 2 to 3 players" in capsys.readouterr().err


def test_its_picture_bears_the_marks_of_its_choices():
    view = Game.new(NAMES, seed=1).view("Ann")
    assert LOW_TIDE.picture is not None
    picture = LOW_TIDE.picture(view, LOW_TIDE.language("en"))
    for choice in view.options.grouped().choices:
        assert f'data-kind="{choice.kind}" data-key="{choice.key}"' in picture


def test_agents_learn_it():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from keyflower.envs import GameAEC, GameRules

    api_test(GameAEC(GameRules(LOW_TIDE), players=2), num_cycles=30)

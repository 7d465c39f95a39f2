"""The examples run, and say what they teach."""

import runpy
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

import keyflower as kf
from tests.support.patience import PATIENCE

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def example(name):
    """Load an example as a module."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="example")


def test_every_example_has_a_test_and_says_what_it_teaches():
    tested = {
        "twenty_lines",
        "my_bot",
        "hundred_games",
        "tile_pack",
        "front_end",
        "physical_game",
        "train_agent",
        "ppo",
        "styles",
        "low_tide",  # in test_low_tide.py
    }
    assert {path.stem for path in EXAMPLES.glob("*.py")} == tested
    for path in EXAMPLES.glob("*.py"):
        assert path.read_text(encoding="utf-8").startswith('"""')


def test_a_game_in_twenty_lines(capsys):
    code = (EXAMPLES / "twenty_lines.py").read_text(encoding="utf-8")
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    example("twenty_lines")["main"]()
    assert "Won by" in capsys.readouterr().out


def test_a_bot(capsys):
    example("my_bot")["main"](games=3)
    assert "magpie" in capsys.readouterr().out


def test_styles_of_people(capsys):
    example("styles")["main"](games=1)
    shown = capsys.readouterr().out
    assert [style.name in shown for style in example("styles")["STYLES"]] == [True] * 4


def test_a_jumper_bids_more_than_it_must():
    module = example("styles")
    jumper = next(style for style in module["STYLES"] if style.jumps)
    sizes = []
    for seed in range(8):
        view = kf.Game.new(["Ann", "Bob"], seed=seed).view(0)
        if view.decisions:
            sizes.append(module["size_of"](jumper.choose(view, view.decision, Random(1))))
    assert max(sizes) == 3, "a steward would bid one or two"


def test_a_hundred_games_in_a_data_frame(capsys, tmp_path):
    example("hundred_games")["main"](games=8, file=tmp_path / "plot.png")
    assert "price" in capsys.readouterr().out
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_tile_pack(capsys):
    example("tile_pack")["main"]()
    assert "built a tile of the pack" in capsys.readouterr().out


def test_a_front_end_that_sends_redacted_entries(capsys):
    example("front_end")["main"]()
    shown = capsys.readouterr().out
    assert "?8" in shown
    assert "Won by" in shown


def test_training_an_agent(capsys):
    pytest.importorskip("gymnasium", reason="needs the extra envs")
    curve = example("train_agent")["main"](0.0, games=4)
    assert [games for _, games, _ in curve] == [4]
    assert "points against par" in capsys.readouterr().out


def test_training_by_ppo(capsys, monkeypatch):
    pytest.importorskip("gymnasium", reason="needs the extra envs")
    monkeypatch.syspath_prepend(EXAMPLES)
    example("ppo")["main"](4, at_once=4)
    assert "in 16 new games" in capsys.readouterr().out


@pytest.mark.nightly
def test_ppo_is_ahead_of_random_players_after_eight_rounds(monkeypatch):
    pytest.importorskip("gymnasium", reason="needs the extra envs")
    monkeypatch.syspath_prepend(EXAMPLES)
    module = example("ppo")
    env = module["KeyflowerVector"](128, players=2, learners=[0], reward="points", copy=False)
    policy, rng = module["Policy"].new(env), module["np"].random.default_rng(1)
    for turn in range(8):
        choices, points = module["played"](policy, env, 128 * turn, rng)
        module["learn"](policy, choices, rng)
    assert 10 * points > 1.5  # points above the average of both: three ahead


@pytest.mark.nightly
def test_an_agent_that_was_trained_beats_random_players():
    pytest.importorskip("gymnasium", reason="needs the extra envs")
    module = example("train_agent")
    env = module["KeyflowerVector"](256, players=2, learners=[0], reward="points", copy=False)
    policy, rng = module["Policy"].new(env), module["np"].random.default_rng(1)
    points = [10 * module["play"](policy, env, 256 * turn, rng, rate=0.02) for turn in range(25)]
    assert abs(points[0]) < 3 and points[-1] > 6  # the same seeds and the same numbers: no luck is left
    assert module["wins_alone"](policy, 40) > 0.8


def test_recording_a_physical_game(capsys):
    example("physical_game")["main"]()
    shown = capsys.readouterr().out
    assert "bid.not-in-hand" in shown
    assert "9 actions recorded" in shown


@pytest.mark.skipif(
    find_spec("nbclient") is None or find_spec("ipykernel") is None,
    reason="nbclient and ipykernel are not there",
)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebooks_run_from_top_to_bottom(path):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(notebook, timeout=int(PATIENCE), kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)

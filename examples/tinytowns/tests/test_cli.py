"""The command line: the demo, and a person at the keyboard."""

import io
import json
from random import Random

import pytest

from keyflower.kernel import RandomBot, play_out
from keyflower.schema.any_game import check_game
from tinytowns import EventLog, Game
from tinytowns.cli import main
from tinytowns.declaration import TINY_TOWNS
from tinytowns.terminal import TownTabletop
from tinytowns.testing import scenario


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--players", "1"),
        ("--players", "2", "--town-hall", "--cavern", "--buildings", "first-game", "--no-monuments"),
    ],
)
def test_the_demo_shows_towns_and_sheets(capsys, options):
    assert main(["demo", "--seed", "4", *options]) == 0
    shown = capsys.readouterr().out
    for word in ("Cottage (.h/bg)", "+------------+", "because", "won."):
        assert word in shown


def test_towns_show_the_titles_of_the_cards_in_play(capsys):
    game = scenario(["TK../M.../..../...."], cards="almshouse bank", monuments={"P1": "fort_ironweed"}).game
    shown = game.town("P1").text(titles=game.titles("P1"))
    assert "Almshouse" in shown and "Bank" in shown and "Fort Ironw.." in shown and "Tavern" not in shown
    assert ">Almshouse<" in game.town("P1").svg(titles=game.titles("P1"))


def test_a_wrong_option_gives_one_clear_line(capsys):
    assert main(["demo", "--players", "9"]) == 2
    assert capsys.readouterr().err == "tinytowns: Tiny Towns is a game for 1 to 6 players, not 9\n"


@pytest.fixture(autouse=True)
def _kept_here(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)  # who answers "1" to everything also saves the game as "1"


def play(monkeypatch, capsys, lines, *options):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", *options]) == 0
    return capsys.readouterr().out


def test_a_person_plays_with_the_same_prompt_as_keyflowers(monkeypatch, capsys, tmp_path):
    file = tmp_path / "game.jsonl"
    start = scenario(players=["You", "Ann"], stage="place", resource="glass", master="Ann")
    file.write_text(start.game.log.dumps(), encoding="utf-8")
    lines = [
        "help", "options b2", "why place z9", "why name wood", "try place b2", "try 9", "place b2", "show cards",
        "show Ann", "show tavern", "score", "log", "undo", "save", "quit",
    ]  # fmt: skip
    shown = play(monkeypatch, capsys, lines, "--resume", str(file))
    for words in (
        "build well a1 b1 on a1", "place b2 glass", "there is no square 'z9'", "stage.other", "Only building",
        "You placed glass on b2.", "Tavern (bbg)", "-16 points", "hidden has been revealed since", "Saved:",
    ):  # fmt: skip
        assert words in shown, words
    saved = EventLog.loads(file.read_text(encoding="utf-8")).replay()
    assert str(saved.town("You")) == "..../.g../..../...."
    again = play(monkeypatch, capsys, ["done", "quit", "no"], "--resume", str(file))
    assert "You: done" in again and "The game is saved in" in again


def test_undo_at_the_keyboard_takes_back_what_nothing_was_revealed_by(monkeypatch, capsys, tmp_path):
    file = tmp_path / "game.jsonl"
    town = ["ws../..../..../....", "..../..../..../...."]
    start = scenario(town, players=["You", "Ann"], stage="build", resource="glass", master="Ann")
    file.write_text(start.game.log.dumps(), encoding="utf-8")
    lines = ["undo", "build well a1 b1 on a1", "undo", "build well a1 b1 on b1", "save", "quit"]
    shown = play(monkeypatch, capsys, lines, "--resume", str(file))
    assert "You have not played anything that could be undone." in shown
    assert "Taken back: build well a1 b1 on a1" in shown
    assert str(EventLog.loads(file.read_bytes()).replay().town("You")) == ".W../..../..../...."


def test_what_others_may_not_know_is_told_without_a_question_mark():
    tabletop = TownTabletop(TINY_TOWNS, TINY_TOWNS.language("en"))
    game = scenario(players=["You", "Ann"], stage="place", resource="glass", master="Ann").game
    (sealed,) = tabletop.told(game.play("place b2", seat="Ann"), 0)
    assert str(sealed) == "Ann has decided what to do with the cube."
    dealt = Game.new(["You", "Ann"], seed=3)
    (kept,) = tabletop.told(dealt.play(dealt.decisions[1].options[0], seat=1), 0)
    assert str(kept) == "Ann has kept a monument."


def test_a_game_played_to_the_end_shows_the_sheets(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["1"] * 400, "--seed", "5", "--no-monuments")
    assert "The game is over" in shown and "won." in shown


def test_simulate_replay_check_and_schema_are_the_commands_of_every_game(capsys, tmp_path):
    game = play_out(Game.new(["Ann", "Bob"], seed=3), [RandomBot(), RandomBot()], Random(3))
    file = tmp_path / "game.jsonl"
    game.log.save(file)
    assert EventLog.load(file).replay() == game
    assert main(["check", str(file)]) == 0 and "sound" in capsys.readouterr().out
    assert main(["check", str(file), "--language", "uk"]) == 0 and "усе гаразд" in capsys.readouterr().out
    assert main(["replay", str(file), "--seat", "Bob"]) == 0
    told = capsys.readouterr().out
    assert "Ann has decided what to do with the cube." in told and "The game is set up." in told
    file.write_text("nonsense", encoding="utf-8")
    assert main(["check", str(file)]) == 1 and "cannot be read" in capsys.readouterr().err
    run = [
        "simulate",
        "--bots",
        "random,random",
        "--games",
        "3",
        "--out",
        str(tmp_path / "run"),
        "--table",
        "actions",
    ]
    assert main([*run, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["games"]
    assert len(rows) == 6 and (tmp_path / "run").is_dir()
    assert main([*run, "--json"]) == 0 and json.loads(capsys.readouterr().out)["games"] == rows
    assert main(["schema", "--name", "action"]) == 0
    assert "PlaceAction" in json.loads(capsys.readouterr().out)["$defs"]


def test_positions_schemas_and_pictures_of_whole_games():
    games = play_out(Game.new(["Ann", "Bob"], seed=3), [RandomBot(), RandomBot()], Random(3)).moments
    for moment in games[::9]:
        assert Game.from_position(moment.position().dumps()) == moment
        view = moment.view(0)
        assert check_game(TINY_TOWNS, "view", view.to_data()) == ()
        assert check_game(TINY_TOWNS, "position", moment.position().to_data()) == ()
        assert check_game(TINY_TOWNS, "entry", moment.entry.to_data()) == ()
        assert TINY_TOWNS.picture is not None
        picture = TINY_TOWNS.picture(view, TINY_TOWNS.language("uk"))
        assert 'data-kind="square"' in picture and 'data-key="d4"' in picture and "Котедж" in picture
    assert check_game(TINY_TOWNS, "action", {"verb": "place", "square": "z9", "resource": "wood"})


def test_every_choice_of_a_tree_leads_to_an_option_and_every_option_is_in_it():
    game = Game.new(["Ann", "Bob"], seed=3, cavern=True)
    rng = Random(3)
    while not game.over:
        seat = rng.choice([*game.decisions])
        options = game.decisions[seat].options
        assert sorted(map(str, options.grouped().actions())) == sorted(map(str, options))
        game = game.play(options.sample(rng), seat=seat)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "--players", "9", "--language", "uk"], "гравців має бути від 1 до 6, а не 9"),
        (["--language", "uk", "play", "--players", "9"], "гравців має бути від 1 до 6, а не 9"),
        (["check", "nowhere.jsonl", "--language", "uk"], "Файлу «nowhere.jsonl» не існує."),
        (["serve", "--port", "999999", "--language", "uk"], "Для --port потрібне значення N"),
        (["plya"], "There is no command 'plya'; did you mean play"),
        (["play", "--cavren"], "There is no option '--cavren'; did you mean --cavern"),
        (["replay", "a"], "The file 'a' does not exist."),
    ],
)  # fmt: skip
def test_wrong_input_gives_one_clear_line_in_the_language(capsys, arguments, told):
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert told in shown.err and shown.err.startswith("tinytowns: ") and not shown.out


def test_the_help_explains_every_option_in_the_language(capsys):
    assert main(["play", "--language", "uk", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in (
        "Використання: tinytowns play",
        "Назви ботів через кому.",
        "--no-monuments",
        "таємний монумент",
    ):
        assert words in shown, words

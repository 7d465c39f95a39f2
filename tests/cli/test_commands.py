"""The command line as a person meets it: every command in a pseudo-terminal, and as a script calls it."""

import atexit
import json
import os
import re
import subprocess
import sys
from random import Random
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

import pexpect
import pytest

import keyflower as kf
from keyflower import cli, fast
from keyflower.bots import RandomBot
from keyflower.simulate import play_out
from keyflower.testing import random_game
from tests.facade.test_hostile_logs import resealed
from tests.support.patience import PATIENCE

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][0-9A-B]?|\r")
WIDE = {"COLUMNS": "120", "LINES": "50"}
STATE = mkdtemp(prefix="keyflower-tests-")
"""Where running games are kept during the tests."""
atexit.register(rmtree, STATE, ignore_errors=True)


def environment(**more):
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "LANGUAGE")
    }
    return {
        **plain,
        **WIDE,
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "XDG_STATE_HOME": STATE,
        "LC_ALL": "C.UTF-8",
        **more,
    }


def run(*arguments, code=0, **more):
    """Run a command as a script does and return its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "keyflower", *map(str, arguments)],
        capture_output=True, text=True, env=environment(**more), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if not code else done.stderr


class Terminal:
    """A pseudo-terminal with a command in it."""

    def __init__(self, *arguments, prompt="Ann>", **more):
        self.prompt = prompt
        self.child = pexpect.spawn(
            sys.executable, ["-m", "keyflower", *map(str, arguments)],
            env=environment(**more), encoding="utf-8", cwd=gettempdir(), dimensions=(50, 120), timeout=PATIENCE,
        )  # fmt: skip
        self.seen = ""

    def wait(self, pattern):
        """Wait for a pattern and return what was shown since the last one, without colours."""
        try:
            self.child.expect(pattern)
        except (pexpect.TIMEOUT, pexpect.EOF):
            raise AssertionError(
                f"{pattern!r} did not come:\n{ANSI.sub('', str(self.child.before))}"
            ) from None
        shown = ANSI.sub("", f"{self.child.before}{self.child.after}")
        self.seen += shown
        return shown

    def ask(self, line, answer):
        """Type a line, wait for the answer and then for the prompt."""
        self.child.send(line + "\r")
        return self.wait(answer) + self.wait(self.prompt)

    def leave(self, line="quit", code=0):
        if line is not None:
            self.child.send(line + "\r")
        self.child.expect(pexpect.EOF)
        self.seen += ANSI.sub("", str(self.child.before))
        self.child.close()
        assert self.child.exitstatus == code, self.seen
        assert "Traceback" not in self.seen


@pytest.fixture(scope="module")
def finished():
    """A whole game of three random bots."""
    start = kf.Game.new(["Ann", "Bob", "Cid"], seed=3, expansions=["farmers"])
    return play_out(start, [RandomBot()] * 3, Random(3))


@pytest.fixture(scope="module")
def log(finished, tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "game.jsonl"
    path.write_text(finished.log.dumps(), encoding="utf-8")
    return path


# ---------------------------------------------------------------------- help, versions, mistakes


@pytest.mark.parametrize("command", ["play", "demo", "simulate", "replay", "show", "tiles", "check", "score"])
def test_every_command_explains_itself_with_an_example(command):
    text = run(command, "--help")
    assert "Example" in text
    assert f"keyflower {command}" in text


def test_without_a_command_the_commands_are_listed():
    terminal = Terminal()
    terminal.wait("score")
    terminal.child.expect(pexpect.EOF)
    assert "tiles" in terminal.seen


def test_version():
    assert run("--version") == f"keyflower {kf.__version__} ({kf.fast.executor} executor)\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["check", "nowhere.jsonl"], 2, "does not exist"),
        (["show", "nowhere.jsonl"], 2, "neither a log file nor a seed"),
        (["demo", "--players", "9"], 2, "players"),
        (["demo", "--bot", "stewart"], 2, "did you mean steward"),
        (["demo", "--variant", "farmers-first"], 2, "farmers-first"),
        (["tiles", "--season", "wintr"], 2, "did you mean winter"),
        (["simulate", "random"], 2, "players"),
        (["dance"], 2, "There is no command 'dance'; commands are play, serve"),
        (["demo", "--player", "3"], 2, "There is no option '--player'; did you mean --players?"),
        (
            ["demo", "--players", "many"],
            2,
            "--players takes 2-6, and you gave something else. How many players.",
        ),
        (["demo", "--seed"], 2, "The option '--seed' needs a value."),
        (["show"], 2, "LOG|SEED is missing: The log of a game, or the seed of a new one."),
        (["show", "7", "8"], 2, "'keyflower show' does not take '8'."),
        (["score", "."], 2, "'.' is a folder, not a file."),
    ],
)
def test_wrong_usage_is_answered_in_one_clear_message(arguments, code, message):
    assert message in re.sub(r"[\s│]+", " ", run(*arguments, code=code))


def test_a_missing_extra_is_named(monkeypatch, capsys):
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "typer" else object())
    assert cli.main([]) == 2
    assert "pip install '.[cli]'" in capsys.readouterr().err


def test_the_version_is_told_without_the_extra(monkeypatch, capsys):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"keyflower {kf.__version__} (")


INTERRUPTED = """
import sys

class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

from keyflower.cli import main
sys.meta_path.insert(0, Impatient())
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("keyflower.kernel.errors", "play"),
        ("typer", "play"),
        ("keyflower.languages", "play"),
        ("keyflower.cli.commands.play", "play"),
        ("prompt_toolkit", "play"),
        ("keyflower.simulate", "simulate"),
        ("keyflower.fast.results", "simulate"),
        ("uvicorn", "serve"),
        ("keyflower.web.server", "serve"),
    ],
)
def test_ctrl_c_while_a_command_is_loaded_is_answered_in_a_word(tmp_path, module, command):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module, command],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "LC_ALL": "C"},
    )
    assert done.returncode == 130
    assert re.fullmatch(r"Stopped\..{,80}\n", done.stderr)


# ---------------------------------------------------------------------- tiles


def test_tiles_are_searched_and_listed():
    text = run("tiles", "mill")
    assert "windmill" in text
    assert "3 tiles" in text
    assert "\x1b" not in text


def test_one_tile_is_shown_in_full():
    terminal = Terminal("tiles", "gold mine")
    shown = terminal.wait("base:gold_mine")
    assert "take 1 gold" in shown
    terminal.leave(None)


def test_tiles_as_json():
    tiles = json.loads(run("tiles", "--season", "winter", "--farmers", "--json"))
    assert len(tiles) == 6
    assert all(tile["expansion"] == "farmers" for tile in tiles)


def test_a_search_without_a_hit_says_so():
    assert "no tile fits" in run("tiles", "zeppelin", code=1)


def test_reconstructed_numbers_are_marked():
    marked = json.loads(run("tiles", "--reconstructed", "--json"))
    assert all(tile["reconstructed"] for tile in marked)
    if marked:
        assert f"{marked[0]['name']} ~" in run("tiles", "--kind", marked[0]["kind"])


# ---------------------------------------------------------------------- demo and simulate


def test_demo_shows_the_seasons_the_villages_and_the_sheets_and_writes_a_report(tmp_path):
    terminal = Terminal("demo", "--players", "2", "--bot", "random", "--out", tmp_path / "demo")
    for words in ("Spring", "Winter", "Ann's village", "Bob's village", "in all", "Report:", "Log:"):
        terminal.wait(words)
    terminal.leave(None)
    report = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert report.count("<svg") >= 2 + 4 + 2
    assert not re.search(r"""(?:src|href)=["']?https?:""", report)
    assert "sound" in run("check", tmp_path / "demo" / "game.jsonl")


def test_demo_in_a_pipe_has_no_colours(tmp_path):
    text = run("demo", "--players", "2", "--bot", "random", "--out", tmp_path, "--verbose", "--farmers")
    assert "\x1b" not in text
    assert "Autumn begins." in text


def test_no_color_is_respected(tmp_path):
    terminal = Terminal("tiles", "mill", NO_COLOR="1")
    terminal.child.expect(pexpect.EOF)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", str(terminal.child.before))


def test_simulate_compares_bots():
    assert "points on average" in run("simulate", "random", "greedy", "--games", "2")
    games = json.loads(run("simulate", "random", "random", "--games", "2", "--processes", "2", "--json"))[
        "games"
    ]
    assert [(row["seed"], row["seat"]) for row in games] == [(0, 0), (0, 1), (1, 0), (1, 1)]


# ---------------------------------------------------------------------- check and score


def test_check_finds_a_sound_log_sound(log):
    assert "sound" in run("check", log)
    assert json.loads(run("check", log, "--json"))[0]["sound"] is True


def test_check_names_the_line_of_a_damaged_log(log, tmp_path):
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(lines[:5] + lines[6:]), encoding="utf-8")
    assert re.search(r"line \d", run("check", log, damaged, code=1))
    assert run("score", damaged, code=1).startswith("keyflower: this log cannot be read")
    damaged.write_bytes(b"\xff\xfe rubbish")
    run("check", damaged, code=1)


def test_score_shows_the_sheets(log, finished):
    text = run("score", log)
    for name, sheet in zip(finished.players, finished.scores, strict=True):
        assert f"{name}: {sheet.total} points" in text
    sheets = json.loads(run("score", log, "--json"))
    assert [sheet["total"] for sheet in sheets] == [sheet.total for sheet in finished.scores]
    assert "not over" in run("score", log, "--at", "5")
    run("score", log, "--at", "99999", code=2)


# ---------------------------------------------------------------------- show


def test_show_prints_the_table_of_a_log_and_of_a_seed(log):
    assert "Winter" in run("show", log)
    text = run("show", "7", "--players", "3", "--seat", "Bob")
    assert "Spring" in text
    assert "?8" in text


def test_show_hides_what_a_seat_may_not_know(log):
    everything = json.loads(run("show", log, "--at", "4", "--json"))["players"]
    as_bob = json.loads(run("show", log, "--at", "4", "--seat", "bob", "--json"))["players"]
    assert as_bob[1]["workers"] == everything[1]["workers"]
    assert as_bob[0]["workers"].startswith("?")


def test_show_writes_pictures(log, tmp_path):
    for name in ("table.svg", "table.html"):
        run("show", log, "--out", tmp_path / name)
        assert "<svg" in (tmp_path / name).read_text(encoding="utf-8")
    run("show", log, "--village", "Ann", "--out", tmp_path / "ann.svg")
    run("show", log, "--at", "9", "--seat", "spectator", "--out", tmp_path / "seen.html")
    assert "pictures end in" in run("show", log, "--out", tmp_path / "table.png", code=2)


# ---------------------------------------------------------------------- replay


def test_replay_steps_forwards_and_backwards_through_any_eyes(log):
    terminal = Terminal("replay", log, prompt="replay>")
    terminal.wait("replay>")
    terminal.ask("", "1/")
    terminal.ask("n", "2/")
    terminal.ask("p", "1/")
    terminal.ask("s", "summer")
    terminal.ask("seat Bob", "As seen by Bob")
    terminal.ask("a", "Boats:")
    terminal.ask("t", "Supplies")
    terminal.ask("v Cid", "Cid's village")
    terminal.ask("v Zoe", "nobody is called")
    terminal.ask("dance", "means nothing")
    terminal.ask("end", "The game is over")
    terminal.ask("+10", "This is the end")
    terminal.ask("40", "40/")
    terminal.ask("h", "forwards, back")
    terminal.leave("q")


def test_replay_in_a_pipe_tells_everything(log, finished):
    text = run("replay", log, "--seat", "spectator")
    assert text.count("\n-- ") == finished.ply
    assert "offer ?" in text


def test_a_redacted_log_can_be_replayed_shown_and_checked(finished, tmp_path):
    path = tmp_path / "bob.jsonl"
    path.write_text(finished.log.redacted("Bob").dumps(), encoding="utf-8")
    assert "Ann draws 8 workers" in run("replay", path)
    assert "sound" in run("check", path)
    assert "?" in run("show", path, "--at", "4")
    assert "may know" in run("show", path, "--seat", "Ann", code=2)


# ---------------------------------------------------------------------- play


def test_play_takes_numbers_notation_and_commands(tmp_path):
    terminal = Terminal("play", "Ann", "--seed", "4", "--bot", "random")
    shown = terminal.wait("Ann>")
    assert "Your turn" in shown
    assert re.search(r"\d+ pass", shown)
    terminal.ask("help", "save FILE")
    terminal.ask("options turn_order", "turn_order_1")
    terminal.ask("options nonsense", "No option contains")
    terminal.ask("why bid gold_mine G9", r"\[\w+\.")
    terminal.ask("why pass", "is possible")
    terminal.ask("bid gold_mine G9", "Not possible")
    terminal.ask("frobnicate", "no action starts with")
    terminal.ask("9999", "There is no option")
    terminal.ask("undo", "not played anything")
    terminal.ask("show gold_mine", "take 1 gold")
    terminal.ask("show village Bob", "Bob's village")
    terminal.ask("show village Zoe", "nobody is called")
    terminal.ask("score", "in all")
    terminal.ask("1", "You: bid")
    terminal.ask("pass", "You: pass")
    terminal.ask("undo", "Taken back: pass")
    terminal.ask("log", "You: bid")
    terminal.ask(f"save {tmp_path / 'saved.jsonl'}", "Saved")
    terminal.leave("quit")
    assert kf.EventLog.loads((tmp_path / "saved.jsonl").read_text(encoding="utf-8")).replay().ply >= 1


def test_play_resumes_a_saved_game(tmp_path):
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=5).play("pass")
    path = tmp_path / "saved.jsonl"
    path.write_text(game.log.dumps(), encoding="utf-8")
    terminal = Terminal("play", "Ann", "--bot", "random", "--resume", path)
    terminal.wait("1 actions? played")
    terminal.wait("Ann>")
    terminal.ask("log", "pass")
    terminal.ask("pass", "You: pass")
    terminal.ask("save", "Saved")
    terminal.leave("quit")
    assert kf.EventLog.loads(path.read_text(encoding="utf-8")).replay().ply > 1


def test_play_completes_names_on_tab():
    terminal = Terminal("play", "Ann", "--seed", "4", "--bot", "random")
    terminal.wait("Ann>")
    terminal.child.send("bid gol\t")
    terminal.wait("d_mine")  # only what is new on the line may be drawn
    terminal.child.send(" Y1\r")
    terminal.wait("You: bid gold_mine")
    terminal.wait("Ann>")
    terminal.child.sendeof()
    terminal.leave(None)


def test_hot_seat_hides_the_screen_between_turns():
    terminal = Terminal("play", "Ann", "Bob", "--players", "2", "--seed", "5")
    first = re.search(r"(\w+), press Enter", terminal.wait("at the keyboard"))
    assert first
    other = "Bob" if first[1] == "Ann" else "Ann"
    terminal.prompt = f"{first[1]}>"
    terminal.ask("", "Behind your screen")
    terminal.child.send("pass\r")
    terminal.wait("hide your screen")
    terminal.child.send("\r")
    terminal.child.expect(re.escape("\x1b[2J\x1b[3J"))
    terminal.wait(f"{other}, press Enter")
    terminal.prompt = f"{other}>"
    terminal.ask("", f"{first[1]}: pass")
    terminal.child.send("quit\r")
    terminal.wait("keep it there")
    terminal.leave("no")


def test_a_whole_game_is_played_to_the_end_in_a_terminal(tmp_path):
    terminal = Terminal("play", "Ann", "--seed", "5", "--players", "2", "--bot", "random", "--farmers")
    for _ in range(200):
        # the prompt is drawn twice, once more when a line is taken: the headline is the mark to wait for
        if terminal.wait(r"(?:Spring|Summer|Autumn|Winter), Ann|Save the log as").endswith("as"):
            break
        terminal.child.send("pass\r" if "Your turn" in terminal.wait("Ann>") else "1\r")
    assert "in all" in terminal.seen
    terminal.leave(str(tmp_path / "whole.jsonl"))
    assert kf.EventLog.loads((tmp_path / "whole.jsonl").read_text(encoding="utf-8")).replay().over


def piped(lines, *arguments):
    """Play with lines from a pipe and return what was shown."""
    done = subprocess.run(
        [sys.executable, "-m", "keyflower", "play", *arguments],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, env=environment(),
        cwd=gettempdir(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_play_in_a_pipe_reads_lines():
    shown = piped(["pass", "why pass"], "Ann", "--seed", "5", "--bot", "random")
    assert "is possible" in shown
    assert "\x1b" not in shown


def test_a_tile_can_be_tried_before_it_is_laid():
    lines = [
        "bid stable Y3",
        *["pass"] * 12,
        "take keyflower",
        "try pass",
        "try place stable 0,1 r3",
        "try 1",
        "try 99999",
        "try place stable 0,0 r0",
    ]
    shown = piped(lines, "Ann", "--seed", "24", "--players", "2", "--bot", "random")
    assert "below Home 2" in shown
    assert "Only placing can be tried" in shown
    assert shown.count("Stable at (") == 2
    assert "There is no option 99999" in shown
    assert "place.occupied" in shown
    assert "You: place" not in shown


def test_the_report_of_a_game_is_a_page_of_its_own(finished):
    from keyflower.cli.game_page import report_html

    page = report_html(finished, finished.log.dumps(), ["<b>", "random", "random"])
    assert "&lt;b&gt;" in page
    assert "Points by season" in page


@pytest.mark.skipif(fast.executor != "native", reason="without the native library the levels think longer")
def test_the_help_says_how_long_each_level_thinks():
    from keyflower.bots import LEVELS
    from keyflower.cli.app import _BOT_HELP

    for level, make in LEVELS.items():
        assert f"{level} ({'about ' if level == 'easy' else ''}{make().wait:.1g} s" in _BOT_HELP


def test_a_log_of_another_version_is_shown_and_scored_but_not_called_sound(tmp_path):
    text = random_game(3, 2, expansions=["farmers"], plies=40).log.dumps()
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["expansions"][1]["version"] = "0.9"
    path = tmp_path / "old.jsonl"
    path.write_text(resealed(lines), encoding="utf-8")
    for command in ("show", "score", "replay"):
        assert run(command, path)
    assert "The Farmers 0.9" in run("check", path, code=1)
    assert "not played on" in run("play", "--resume", path, code=1)

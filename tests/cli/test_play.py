"""`keyflower play` as a person meets it: the screen, the prompt, and that nothing is ever lost."""

import os
import re
import subprocess
import sys
from io import StringIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import keyflower as kf
from keyflower.cli.console import visible, visible_names
from keyflower.cli.menu import numbered
from keyflower.cli.screen import TerminalScreen
from keyflower.languages import LANGUAGES
from keyflower.testing import moments, playout, random_game, scenario
from tests.support.patience import PATIENCE
from tests.support.typed_session import ENGLISH, console, kept, session, shown_by, text_on

# ---------------------------------------------------------------------- the screen


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_question_fits_on_a_screen_of_80_by_24(players):
    for moment in moments(random_game(3, players, expansions=["farmers"]))[::3]:
        for seat in moment.decisions:
            paper = console(terminal=True)
            TerminalScreen(paper, moment, seat, ENGLISH).question(moment.view(seat).decision)
            _fits(text_on(paper))


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_a_question_fits_on_the_screen_in_every_language(code):
    game = random_game(3, 4, expansions=["farmers"])
    spoken = game.language(code)
    for moment in moments(game)[::5]:
        for seat in moment.decisions:
            paper = console(terminal=True)
            TerminalScreen(paper, moment, seat, spoken).question(moment.view(seat).decision)
            _fits(text_on(paper))


def _fits(text):
    lines = text.rstrip("\n").split("\n")
    assert len(lines) <= 23, text  # and the prompt
    assert max(map(len, lines)) <= 80, text


def test_hand_and_winter_tiles_are_always_in_sight():
    for moment in moments(random_game(3, 3))[:40]:
        for seat in moment.decisions:
            paper = console(width=300)
            TerminalScreen(paper, moment, seat, ENGLISH).question(moment.view(seat).decision)
            text, own = text_on(paper), moment.screen(seat)
            assert f"Behind your screen: {own.workers or 'no workers'}" in text
            assert all(kf.tile(tile).title in text for tile in own.winter)


def test_workers_have_letters_and_colours():
    at = scenario(lots={"miner": "P2 R2"}, screens={"P1": "R3 B2 Y1 G1"})
    paper = Console(width=80, height=24, force_terminal=True, color_system="standard", file=StringIO())
    TerminalScreen(paper, at.game, 0, ENGLISH).question(at.game.view(0).decision)
    text = text_on(paper)
    for code, workers in (("1;31", "R3"), ("1;34", "B2"), ("1;33", "Y1"), ("1;32", "G1")):
        assert f"\x1b[{code}m{workers}\x1b[0m" in text


def test_boats_show_what_they_carry_when_one_is_chosen():
    at = scenario(phase="boats", boats={"keyflower": "R2 anvil1", "sea_bastion": "B1"})
    paper = console()
    TerminalScreen(paper, at.game, 0, ENGLISH).question(at.game.view(0).decision)
    assert "take boat_keyflower   R2 anvil1" in text_on(paper)
    at = scenario("winter", phase="boats")
    paper = console()
    TerminalScreen(paper, at.game, 0, ENGLISH).question(at.game.view(0).decision)
    assert "point" in text_on(paper)


def test_options_stand_in_the_order_of_the_auction_then_own_village_then_others():
    at = scenario(lots=["miner", "alehouse"], turn="P2")
    entries = numbered(at.decision, at.game.state)
    tiles = list(dict.fromkeys(action.tile for _, action in entries if hasattr(action, "tile")))
    homes = [at.village(who).names[0] for who in ("P2", "P3", "P1")]
    assert tiles == [*at.lots, *homes]
    assert [number for number, _ in entries] == list(range(1, len(entries) + 1))


def test_a_group_that_can_pay_is_told_with_its_size():
    at = scenario(
        villages={"P2": ["home_2", "peddler"]}, lots={"miner": "P1 Y3, P3 Y4"}, screens={"P1": "R1"}
    ).play("use peddler R1")
    paper = console()
    TerminalScreen(paper, at.game, 0, ENGLISH).question(at.game.view(0).decision)
    assert "pay miner   your whole outbid group: Y3" in text_on(paper)


def test_the_reader_is_addressed_as_you(state):
    playing = session([])
    playing.reader.line = lambda seat, prompt, sentences: (
        ("pass" if playing.game.ply < 2 else "1") if seat >= 0 else ""
    )
    text = shown_by(playing)
    assert "You: pass" in text
    assert "Your village" in text
    assert re.search(r"You (draw|get|win|take) ", text)
    assert re.search(r"^(You win|Bob wins|You and Bob win)\.$", text, re.M)
    assert not re.search(r"\bYou \w+s\b(?<!bids)(?<!uses)", text.replace("You: ", ""))
    assert "You's" not in text


# ---------------------------------------------------------------------- no input ends the session

EVIL = [
    "save ~nosuchuser/x",
    "save a\0b",
    "save " + "x" * 5000,
    "save",
    "save /",
    "9" * 5000,
    "-1",
    "0",
    "1" * 10,
    "٣",
    "²",
    "try " + "9" * 5000,
    "try",
    "try pass",
    "try place",
    "log " + "9" * 5000,
    "log -1",
    "log ٣",
    "log x",
    "show",
    "show [/x]",
    "show " + "x" * 5000,
    "show village [red]",
    "show village \x1b[2J",
    "show a\0b",
    "options [/x]",
    "options \x1b[31m",
    "why",
    "why [/x]",
    "why " + "9" * 5000,
    "why bid",
    "bid",
    "bid [/x] R1",
    "bid miner R" + "9" * 5000,
    "bid miner R99999999999999999999",
    "place x 99999,99999",
    "move a b>c",
    "use home/9 R1",
    "undo",
    "score",
    "help",
    "?",
    "\x00",
    "\ud800",
    "[/]",
    "{",
    "bid gold_mine R1+R1+R1+R1",
    "pay",
    "offer",
    "take",
    "spend",
    "put",
    "choose",
    "upgrade",
    "done",
    "exit now",
]


@pytest.mark.parametrize("line", EVIL, ids=range(len(EVIL)))
def test_no_line_ends_the_session(state, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    shown = shown_by(session([line, "pass", "stay", "pass"], players=("Ann", "[/x]", "B\x1b[2Job")))
    assert "You: pass" in shown or line.startswith("exit")
    assert max(map(len, shown.splitlines())) < 2000


def test_a_suggestion_ends_with_one_mark(state):
    shown = shown_by(session(["bid goldmin R1", "pass"]))
    assert "did you mean" in shown and "? 'help' shows examples." in shown and "?." not in shown


WORDS = st.sampled_from(
    [
        "bid",
        "use",
        "pass",
        "pay",
        "move",
        "place",
        "take",
        "offer",
        "try",
        "why",
        "show",
        "log",
        "save",
        "options",
        "undo",
        "score",
        "help",
        "home",
        "miner",
        "gold_mine",
        "turn_order_1",
        "TO1",
        "boat_4a",
        "R1",
        "R2*",
        "+",
        ">",
        "/",
        "1,1",
        "r2",
        "?",
        "[/x]",
        "\x1b[2J",
        "\x00",
        "~",
        "wood1",
        "village",
    ]
)
LINES = st.one_of(
    st.lists(WORDS, max_size=6).map(" ".join),
    st.text(max_size=60),
    st.from_regex(r"[0-9]{1,30}", fullmatch=True),
)


@given(
    lines=st.lists(
        LINES.filter(lambda line: line.split(" ")[0].lower() not in ("save", "quit", "q", "exit")),
        max_size=12,
    )
)
def test_no_lines_end_the_session(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder))
        patch.chdir(folder)
        playing = session([*lines, "help"], players=("Ann", "[/x]"))
        assert "Type the number of an option" in shown_by(playing)


# ---------------------------------------------------------------------- luck that nobody can foretell


def test_a_game_among_people_has_a_secret_and_prints_no_seed(tmp_path):
    done = run("play", "Ann", stdin="pass\n", XDG_STATE_HOME=str(tmp_path))
    assert b"seed" not in done.stdout
    game = kept(tmp_path / "keyflower")
    assert isinstance(game.match.origin, kf.SecretChance) and len(game.match.origin.key) == 32
    again = tmp_path / "again"
    run("play", "Ann", stdin="pass\n", XDG_STATE_HOME=str(again))
    assert kept(again / "keyflower").match.origin != game.match.origin


def test_a_seed_on_demand_gives_the_same_game(tmp_path):
    for folder in ("one", "two"):
        run(
            "play",
            "Ann",
            "--seed",
            5,
            "--bot",
            "random",
            stdin="pass\n",
            XDG_STATE_HOME=str(tmp_path / folder),
        )
    assert kept(tmp_path / "one" / "keyflower") == kept(tmp_path / "two" / "keyflower")


# ---------------------------------------------------------------------- names and streams


def test_names_are_shown_without_control_characters_and_stay_different():
    assert visible("Zoë 🧑‍🌾") == "Zoë 🧑‍🌾"
    assert visible("\x1b[2JAnn\u202e") == "�[2JAnn�"
    assert visible_names(("A\x07", "A\x08", "Bob")) == ("A�", "A� 2", "Bob")
    assert len(visible("x" * 10**6)) == 40


def run(*arguments, stdin="", shell=False, **environment):
    command = [sys.executable, "-m", "keyflower", *map(str, arguments)]
    return subprocess.run(
        command if not shell else f"{sys.executable} -m keyflower {arguments[0]}",
        shell=shell, input=stdin.encode("utf-8", "surrogateescape"), capture_output=True, timeout=PATIENCE, check=False,
        env={**os.environ, "COLUMNS": "80", **environment},
    )  # fmt: skip


@pytest.fixture(scope="module")
def hostile_log(tmp_path_factory):
    """A log whose players have control sequences and markup as names."""
    names = ["\x1b[2J\x9b31mAnn", "[/x][bold]", "Zoë – 🧑"]
    game = playout(kf.Game.new(names, seed=3), Random(3))
    path = tmp_path_factory.mktemp("names") / "game.jsonl"
    path.write_text(game.log.dumps(), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["show", "replay", "check", "score"])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_names_of_a_log_are_neither_obeyed_nor_read_as_markup_in_any_encoding(hostile_log, command, encoding):
    done = run(command, hostile_log, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode(encoding)
    assert "\x1b" not in shown and "\x9b" not in shown
    assert command == "check" or "[/x][bold]" in shown


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_play_works_on_terminals_without_unicode(tmp_path, encoding):
    done = run(
        "play",
        "Ann",
        "[/x]",
        "Zoë",
        "--seed",
        5,
        stdin="\npass\n",
        PYTHONIOENCODING=encoding,
        XDG_STATE_HOME=str(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_input_that_is_no_text_is_answered(tmp_path):
    done = run("play", "Ann", "--seed", 5, stdin="\udcff\udcfe\npass\n", XDG_STATE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"You: pass" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("tiles >&-", 0), ("tiles 2>&-", 0), ("tiles zeppelin 2>&-", 1), ("play Ann --seed 5 <&-", 0),
        ("tiles | head -1", 0), ("tiles > /dev/full", 2), ("check /dev/zero", 1),
    ],
)  # fmt: skip
def test_closed_full_and_endless_streams_are_no_crash(tmp_path, command, code):
    done = run(command, shell=True, XDG_STATE_HOME=str(tmp_path))
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr
    assert done.returncode == code, done.stderr


def test_flags_have_no_type_in_the_help():
    for command in ("play", "demo", "simulate", "replay", "show", "tiles", "check", "score"):
        assert b"bool" not in run(command, "--help").stdout
    assert b"bool" not in run("--help").stdout


def test_replay_shows_the_villages_as_they_grow(tmp_path):
    game = random_game(3, 2)
    path = tmp_path / "game.jsonl"
    path.write_text(game.log.dumps(), encoding="utf-8")
    shown = run("replay", path).stdout.decode()
    laid = sum(str(moment.last_action).startswith("place") for moment in moments(game))
    assert shown.count("'s village") >= laid > 0

"""`keyflower play` as a person meets it: the screen, the prompt, and that nothing is ever lost."""

import os
import re
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import keyflower as kf
from keyflower.bots import Bot, RandomBot
from keyflower.cli.autosave import Autosave
from keyflower.cli.console import visible, visible_names
from keyflower.cli.hot_seat import Session
from keyflower.cli.menu import numbered
from keyflower.cli.prompt import Reader
from keyflower.cli.screen import TerminalScreen
from keyflower.cli.terminal import VillageTabletop
from keyflower.languages import LANGUAGES, language
from keyflower.testing import moments, playout, random_game, scenario

ENGLISH = language("en")


class Script(Reader):
    """A person who types lines that were written down before; an error is raised where it stands."""

    def __init__(self, console, lines):
        super().__init__(console)
        self.lines = list(lines)

    def line(self, seat, prompt, sentences):
        if not self.lines:
            return None
        line = self.lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "keyflower"


def console(width=80, height=24, *, terminal=False):
    return Console(
        width=width,
        height=height,
        force_terminal=terminal,
        file=StringIO(),
        markup=False,
        emoji=False,
        color_system=None,
    )


def text_on(paper):
    assert isinstance(paper.file, StringIO)
    return paper.file.getvalue()


def session(lines, *, players=("Ann", "Bob"), people=(0,), game=None, file=None):
    game = kf.Game.new(players, seed=5) if game is None else game
    shown = console(width=200)
    bots: dict[int, Bot] = {seat: RandomBot() for seat in range(len(game.players)) if seat not in people}
    keeper = Autosave(shown, file)
    script, tabletop = Script(shown, lines), VillageTabletop()
    return Session(
        shown, script, game, tabletop, people=frozenset(people), bots=bots, keeper=keeper, file=file
    )


def shown_by(playing):
    playing.run()
    return text_on(playing.console)


def kept(folder):
    (file,) = folder.glob("*.jsonl")
    return kf.EventLog.loads(file.read_bytes()).replay()


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


# ---------------------------------------------------------------------- nothing is lost


def test_every_action_is_kept_before_it_is_told(state):
    playing = session(["pass", "pass"])
    keeps = []
    tell = playing._tell

    def watch(game, seat):
        keeps.append(kept(state) == playing.game)
        tell(game, seat)

    playing._tell = watch
    playing.run()
    assert keeps and all(keeps)


@pytest.mark.parametrize("end", [KeyboardInterrupt(), ZeroDivisionError("a bug")])
def test_an_interruption_keeps_the_game_and_says_where(state, end):
    playing = session(["pass", end])
    with pytest.raises(type(end)):
        playing.run()
    assert kept(state) == playing.game
    assert playing.game.ply > 0
    assert f"keyflower play --resume {playing.keeper.file}" in text_on(playing.console)


def test_the_end_of_the_input_keeps_the_game_and_says_where(state):
    playing = session(["pass"])
    assert f"keyflower play --resume {playing.keeper.file}" in shown_by(playing)
    assert kept(state) == playing.game


def test_a_kept_game_goes_on_in_the_same_file(state):
    first = session(["pass"])
    first.run()
    second = session(["pass"], game=kept(state), file=first.keeper.file)
    second.run()
    assert second.keeper.file == first.keeper.file
    assert kept(state).ply > first.game.ply


def test_quit_asks_and_enter_keeps(state):
    playing = session(["pass", "quit", ""])
    assert "The game is kept in" in shown_by(playing)
    assert kept(state) == playing.game


def test_quit_saves_where_it_is_told_to(state, tmp_path):
    playing = session(["pass", "quit", str(tmp_path / "mine.jsonl")])
    playing.run()
    assert kf.EventLog.loads((tmp_path / "mine.jsonl").read_bytes()).replay() == playing.game
    assert list(state.iterdir()) == []


def test_quit_keeps_the_game_if_the_named_file_cannot_be_written(state, tmp_path):
    playing = session(["pass", "quit", str(tmp_path / "no" / "folder.jsonl")])
    assert "not saved" in shown_by(playing)
    assert kept(state) == playing.game


def test_quit_forgets_only_on_demand_and_can_be_taken_back(state):
    playing = session(["pass", "quit", "stay", "pass", "quit", "no"])
    assert shown_by(playing).count("You: pass") == 2
    assert list(state.iterdir()) == []


def test_a_finished_game_that_nobody_saves_is_kept_until_the_question_is_answered(state):
    playing = session([])
    playing.reader.line = lambda seat, prompt, sentences: "1" if seat >= 0 else None
    assert "The game is over" in shown_by(playing)
    assert kept(state).over


def test_save_makes_no_folder(state, tmp_path):
    shown = shown_by(session([f"save {tmp_path}/new/game.jsonl", f"save {tmp_path}/game.jsonl"]))
    assert "No such file or directory" in shown
    assert not (tmp_path / "new").exists()
    assert (tmp_path / "game.jsonl").exists()


def test_a_game_that_cannot_be_kept_goes_on_with_a_warning(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    shown = shown_by(session(["pass", "pass"]))
    assert shown.count("cannot be kept") == 1
    assert shown.count("You: pass") == 2


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))


def test_nothing_says_that_a_game_is_kept_when_it_is_not(nowhere):
    for lines in (["pass"], ["pass", "quit", ""]):
        playing = session(lines)
        assert playing.run() is False
        assert "The game is not kept." in text_on(playing.console)
        assert "is kept" not in text_on(playing.console)


def test_quitting_a_game_that_is_not_kept_insists_on_another_place(nowhere, tmp_path):
    mine = tmp_path / "mine.jsonl"
    playing = session(["pass", "quit", "", str(tmp_path / "no" / "folder.jsonl"), str(mine), "pass"])
    assert playing.run() is True
    assert text_on(playing.console).count("The game is not kept.") == 3
    assert kf.EventLog.loads(mine.read_bytes()).replay() == playing.game
    assert session(["pass", "quit", "", "no"]).run() is True


def test_a_disk_that_becomes_full_is_told_with_what_is_left(state, monkeypatch):
    playing = session(["pass", "pass", KeyboardInterrupt()])
    play, written = playing._play, []

    def filling(*given):
        play(*given)
        written.append(kept(state))
        monkeypatch.setattr("os.fsync", full)

    def full(number):
        raise OSError(28, "No space left on device")

    playing._play = filling
    with pytest.raises(KeyboardInterrupt):
        playing.run()
    assert "The last actions are not kept. Go on from before them:" in text_on(playing.console)
    assert "The game is kept." not in text_on(playing.console)
    assert kept(state) == written[0]


def test_leaving_a_kept_game_as_it_was_leaves_its_file(state):
    first = session(["pass"])
    first.run()
    for lines in (["quit"], ["pass", "save", "quit"]):
        session(lines, game=kept(state), file=first.keeper.file).run()
        assert first.keeper.file.exists()


def test_a_game_is_played_in_one_terminal_at_a_time(state, tmp_path):
    playing = session([])
    try:
        playing.keeper.keep(playing.game)
        playing._save(str(tmp_path / "mine.jsonl"))
        for file in (playing.keeper.file, tmp_path / "mine.jsonl"):
            before = file.read_bytes()
            with pytest.raises(kf.SetupError, match="being played in another terminal"):
                session([], file=file)
            other = session([f"save {file}", "quit"])
            assert "being played in another terminal" in shown_by(other)
            assert file.read_bytes() == before
    finally:
        playing.keeper.close()
    session([], file=tmp_path / "mine.jsonl").keeper.close()
    assert not [*tmp_path.rglob(".*.lock")]


def test_the_second_resume_of_a_file_is_told_and_changes_nothing(tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text(kf.Game.new(["You", "Bob"], seed=1).log.dumps())
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "keyflower", "play", "--resume", str(file), "-b", "random"]
    first = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with first:
        assert first.stdout is not None
        while b"kept after every action" not in first.stdout.readline():
            pass
        before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
        second = subprocess.run(
            command, env=environment, input=b"1\nsave\n", capture_output=True, check=False
        )
        assert second.returncode == 2
        assert b"being played in another terminal" in second.stderr
        assert {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")} == before
        first.kill()
    after = subprocess.run(command, env=environment, input=b"quit\n", capture_output=True, check=False)
    assert after.returncode == 0  # who is killed holds nothing back


def _hears_hangups() -> None:
    """Undo what ``nohup`` around the tests has done."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals and terminals")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_a_killed_process_or_a_lost_terminal_loses_nothing(tmp_path, end):
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PROMPT_TOOLKIT_NO_CPR": "1"}
    child = pexpect.spawn(
        sys.executable, ["-m", "keyflower", "play", "Ann", "--seed", "24", "--bot", "random", "--players", "2"],
        env=environment, encoding="utf-8", cwd=str(tmp_path), dimensions=(24, 80), timeout=60,
        preexec_fn=_hears_hangups,
    )  # fmt: skip
    child.expect("Ann>")
    child.send("bid gold_mine Y1\r")
    child.expect("You: bid gold_mine")
    child.kill(end)
    child.expect(pexpect.EOF)
    child.close()
    game = kept(tmp_path / "keyflower")
    assert [str(step.last_action) for step in moments(game)[1:] if step.last_seat == 0] == [
        "bid gold_mine Y1"
    ]


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
        shell=shell, input=stdin.encode("utf-8", "surrogateescape"), capture_output=True, timeout=120, check=False,
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


def test_the_folder_of_kept_games_is_the_usual_one(monkeypatch, tmp_path):
    from keyflower.cli.autosave import state_folder

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "keyflower"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert tmp_path in state_folder().parents

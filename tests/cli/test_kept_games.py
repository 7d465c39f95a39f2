"""Games at the keyboard are kept: whatever ends a session, nothing is lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import keyflower as kf
from keyflower.testing import moments
from tests.support.patience import PATIENCE
from tests.support.typed_session import kept, session, shown_by, text_on


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
    assert "The game is saved in" in shown_by(playing)
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
    assert shown.count("cannot be saved") == 1
    assert shown.count("You: pass") == 2


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))


def test_nothing_says_that_a_game_is_kept_when_it_is_not(nowhere):
    for lines in (["pass"], ["pass", "quit", ""]):
        playing = session(lines)
        assert playing.run() is False
        assert "The game is not saved." in text_on(playing.console)
        assert "is saved" not in text_on(playing.console)


def test_quitting_a_game_that_is_not_kept_insists_on_another_place(nowhere, tmp_path):
    mine = tmp_path / "mine.jsonl"
    playing = session(["pass", "quit", "", str(tmp_path / "no" / "folder.jsonl"), str(mine), "pass"])
    assert playing.run() is True
    assert text_on(playing.console).count("The game is not saved.") == 3
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
    assert "The last actions are not saved. Resume from before them:" in text_on(playing.console)
    assert "The game is saved." not in text_on(playing.console)
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
        told = b""
        while b"saved after every action" not in told:
            told = first.stdout.readline()
            assert told, "it ended without a word about the file"
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
        env=environment, encoding="utf-8", cwd=str(tmp_path), dimensions=(24, 80), timeout=PATIENCE,
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


def test_the_folder_of_kept_games_is_the_usual_one(monkeypatch, tmp_path):
    from keyflower.cli.autosave import state_folder

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "keyflower"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert tmp_path in state_folder().parents

"""Games that the terminal writes hold the key of the deal: nobody else on the machine may read them."""

import os
import stat
import sys
from io import StringIO

import pytest

pytest.importorskip("rich")

from rich.console import Console

import keyflower as kf
from keyflower.cli.autosave import Autosave
from keyflower.facade.files import save_text
from tests.support.typed_session import session, shown_by

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    before = os.umask(0)
    yield
    os.umask(before)


def rights(file):
    return stat.S_IMODE(file.stat().st_mode)


def test_a_running_game_is_kept_for_its_owner_alone():
    keeper = Autosave(Console(file=StringIO()))
    game = kf.Game.new(["Ann", "Bob"], seed=5)
    assert keeper.keep(game) and rights(keeper.file) == 0o600
    keeper.file.chmod(0o644)  # as an older version left it
    assert keeper.keep(game.play(game.options[0])) and rights(keeper.file) == 0o600
    keeper.close()


def test_a_private_file_is_never_open_to_others_while_it_is_written(tmp_path, monkeypatch):
    seen, replace = [], os.replace

    def looked(beside, target):
        seen.append(stat.S_IMODE(os.stat(beside).st_mode))
        replace(beside, target)

    monkeypatch.setattr(os, "replace", looked)
    save_text(tmp_path / "private", "x", private=True)
    save_text(tmp_path / "usual", "x")
    assert seen == [0o600, 0o666]


def test_a_new_file_is_saved_for_its_owner_and_one_that_was_there_keeps_its_rights(tmp_path):
    new, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    old.write_text("")
    old.chmod(0o640)
    shown_by(session([f"save {new}", f"save {old}", "quit"]))
    assert (rights(new), rights(old)) == (0o600, 0o640)
    assert kf.EventLog.loads(new.read_bytes()).replay() == kf.EventLog.loads(old.read_bytes()).replay()

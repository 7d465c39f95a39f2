"""Files are written whole or not at all, and read up to a limit."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import keyflower as kf
from keyflower.facade.files import read_bytes, save_text


def test_a_file_is_written_and_written_again(tmp_path):
    path = tmp_path / "game.jsonl"
    save_text(path, "first\n")
    save_text(path, "zweite – ü\n")
    assert path.read_text(encoding="utf-8") == "zweite – ü\n"
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"
    save_text(path, "old")

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save_text(path, "new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_folder_that_does_not_exist_is_not_made(tmp_path):
    with pytest.raises(FileNotFoundError):
        save_text(tmp_path / "folder" / "game.jsonl", "text")
    assert list(tmp_path.iterdir()) == []


def test_mode_and_links_are_kept(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    save_text(real, "old")
    real.chmod(0o640)
    link.symlink_to(real)
    save_text(link, "new")
    assert link.is_symlink() and real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_what_is_no_regular_file_is_written_to():
    save_text("/dev/null", "text")
    assert not Path("/dev/null").is_file()


LOOP = """
import sys
from keyflower.facade.files import save_text
print("ready", flush=True)
number = 0
while True:
    number += 1
    save_text(sys.argv[1], f"{number % 10}" * 300_000)
"""


def whole(path):
    text = path.read_text()
    return len(text) == 300_000 and len(set(text)) == 1


@pytest.mark.parametrize("number", range(5))
def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path, number):
    path = tmp_path / "game.jsonl"
    save_text(path, "0" * 300_000)
    writer = subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
    while path.read_text()[0] == "0":  # until it has written at least once
        pass
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    assert whole(path)


def test_the_next_save_clears_what_killed_writers_left_and_nothing_else(tmp_path):
    path = tmp_path / "game.jsonl"
    others = [".game.jsonl.part", ".game.jsonl.0123.part", f".other.jsonl.{'0' * 16}.part"]
    for name in (f".game.jsonl.{'0' * 16}.part", f".game.jsonl.{'f' * 16}.part", *others):
        (tmp_path / name).write_text("half a ga")
    save_text(path, "whole")
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*others, "game.jsonl"])


def test_a_writer_killed_again_and_again_leaves_no_more_than_one_file_beside(tmp_path):
    path = tmp_path / "game.jsonl"
    for _ in range(5):
        save_text(path, "0" * 300_000)
        assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]
        writer = subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        while len([*tmp_path.iterdir()]) == 1:  # until it is in the middle of a file
            pass
        writer.kill()
        writer.wait()
        writer.stdout.close()
        assert len([*tmp_path.iterdir()]) <= 2


def test_two_writers_leave_a_whole_file(tmp_path):
    path = tmp_path / "game.jsonl"

    def write(letter):
        for _ in range(30):
            save_text(path, letter * 300_000)

    writers = [threading.Thread(target=write, args=(letter,)) for letter in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert whole(path)
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_file_is_read_up_to_a_limit(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"x" * 100)
    assert read_bytes(path, 100) == b"x" * 100
    with pytest.raises(kf.LogError, match="more than 99 bytes"):
        read_bytes(path, 99)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a file without an end")
def test_an_endless_file_is_refused():
    with pytest.raises(kf.LogError, match="more than any game needs"):
        read_bytes("/dev/zero", 10**6)


def test_every_place_that_writes_writes_whole_files():
    """Only this module opens files for writing; everything else asks it."""
    package = Path(kf.__file__).parent
    words = (".write_text(", ".write_bytes(", 'open(target, "wb")')
    found = [
        str(path.relative_to(package))
        for path in sorted(package.rglob("*.py"))
        if any(word in path.read_text(encoding="utf-8") for word in words)
    ]
    assert found == ["facade/files.py"]

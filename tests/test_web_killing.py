"""Law 11: what has been told is never lost, whenever the process is killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def killed(path: Path, rounds: int, seed: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.killing", str(path), str(rounds), str(seed)],
        capture_output=True,
        text=True,
        timeout=1_200,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def test_a_killed_server_comes_back_at_what_it_told_last(tmp_path):
    assert killed(tmp_path / "t.sqlite3", 25, 3).endswith("none lost\n")


@pytest.mark.nightly
@pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") != "nightly", reason="runs only under HYPOTHESIS_PROFILE=nightly"
)
def test_a_server_killed_hundreds_of_times_loses_nothing(tmp_path):
    assert "killed 500 times" in killed(tmp_path / "t.sqlite3", 500, 4)

"""``keyflower simulate``: long runs that are stopped and gone on with, and clusters that play instead."""

import io
import os
import re
import socket
import sys

import pexpect
import pytest
from rich.console import Console

from keyflower import cli
from keyflower.cli import clusters
from keyflower.cli.commands import simulate as simulating
from keyflower.cli.commands.simulate import Pace, Ticker
from keyflower.model.speaker import speaker
from keyflower.simulate import Result, RunStore, simulate
from tests.support.patience import PATIENCE


def told(capsys, *arguments, code=0):
    """Run a command here and return what it said, problems if it fails."""
    assert cli.main(["simulate", *map(str, arguments)]) == code
    said = capsys.readouterr()
    return " ".join((said.err if code else said.out).split())


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_three_stewards_play_if_nobody_else_is_named(capsys, tmp_path):
    said = told(capsys, "--games", 2, "--out", tmp_path / "run")
    assert "2 games" in said and "steward" in said
    assert [row["bots"] for row in RunStore(tmp_path / "run").rows()] == [["steward"] * 3] * 2


def test_wins_are_shown_only_if_there_is_a_contest(capsys):
    assert "wins" not in told(capsys, "random", "random", "--games", 2)
    assert "wins" in told(capsys, "random", "steward", "--games", 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_run_that_is_stopped_by_ctrl_c_says_how_to_go_on(tmp_path):
    command = [
        "-m", "keyflower", "simulate", "--games", "100000", "--workers", "2", "--out", "run"
    ]  # fmt: skip
    child = pexpect.spawn(
        sys.executable,
        command,
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 150),
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"},
    )
    child.expect(r" \d+0/100000")
    child.sendintr()
    child.expect(r"Stopped: (\d+) of 100000 games are in run\. The same command resumes the run\.")
    kept = int(re.findall(r"Stopped: (\d+)", str(child.after))[0])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in str(child.before)
    # it may be stopped between writing a part and counting it
    assert len(list(RunStore(tmp_path / "run").rows())) >= kept > 0


def test_a_run_without_a_folder_that_is_stopped_says_what_would_help(capsys, monkeypatch):
    def stop(*given, progress, **more):
        progress(3, 9)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "play_many", stop)
    assert "give it a folder with --out" in told(capsys, "--games", 9, code=130)
    assert "Stopped: 3 of 9 games are in here." in told(capsys, "--games", 9, "--out", "here", code=130)


def test_the_time_left_is_told_in_seconds_minutes_and_hours():
    times = iter([0.0, 10.0, 20.0, 30.0, 40.0, 50.0])
    pace = Pace(lambda: next(times))
    said = [pace.left(done, 10_000) for done in (5, 5, 1000, 25, 9005, 10_000)]
    assert said == ["", "", "3 min left", "4.2 h left", "4 s left", ""]


def test_lines_about_progress_are_not_too_many():
    times, page = iter(range(1000)), io.StringIO()
    ticker = Ticker(Console(file=page, width=100), speaker("en"), lambda: float(next(times)))
    for done in range(1, 21):
        ticker.tell(done, 20)
    lines = page.getvalue().splitlines()
    assert lines[0] == "1 of 20 games" and lines[-1] == "20 of 20 games"
    assert 5 <= len(lines) <= 9


# ---------------------------------------------------------------------- clusters


@pytest.fixture
def deaf():
    """An address at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


@pytest.mark.parametrize(
    ("option", "module", "extra"), [("--dask", "distributed", "cluster"), ("--ray", "ray", "ray")]
)
def test_a_missing_extra_is_named(capsys, monkeypatch, option, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    assert f"pip install '.[{extra}]'" in told(capsys, option, "here", code=2)


def test_a_dask_cluster_that_does_not_answer_is_named(capsys, monkeypatch, deaf):
    pytest.importorskip("distributed", reason="needs the extra cluster: dask[distributed]")
    monkeypatch.setattr(clusters, "_PATIENCE", 0.2)
    assert f"no Dask cluster answers at tcp://{deaf}" in told(capsys, "--dask", f"tcp://{deaf}", code=2)
    assert "looks like tcp://10.0.0.1:8786" in told(capsys, "--dask", "nonsense", code=2)


def test_a_ray_cluster_that_does_not_answer_is_named(capsys, deaf):
    pytest.importorskip("ray", reason="needs the extra ray")
    assert f"no Ray cluster answers at {deaf}" in told(capsys, "--ray", deaf, code=2)
    assert "looks like 10.0.0.1:6379" in told(capsys, "--ray", "nonsense", code=2)


def test_only_one_cluster_plays(capsys):
    assert "use --dask or --ray, not both" in told(
        capsys, "--ray", "auto", "--dask", "tcp://127.0.0.1:1", code=2
    )


def test_a_dask_cluster_plays(capsys, tmp_path):
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster: dask[distributed]")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        address = cluster.scheduler_address
        said = told(capsys, "random", "random", "--games", 3, "--dask", address, "--out", tmp_path / "run")
    assert "3 of 3 games" in said
    assert [*map(Result.of_row, RunStore(tmp_path / "run").rows())] == [
        *simulate(["random"] * 2, range(3)).games
    ]


def test_a_ray_cluster_plays(capsys, tmp_path):
    pytest.importorskip("ray", reason="needs the extra ray")
    said = told(capsys, "random", "random", "--games", 3, "--ray", "local", "--out", tmp_path / "run")
    assert "3 of 3 games" in said
    assert [*map(Result.of_row, RunStore(tmp_path / "run").rows())] == [
        *simulate(["random"] * 2, range(3)).games
    ]

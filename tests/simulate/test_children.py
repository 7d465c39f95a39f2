"""No process that the library begins outlives the one that began it, however that one ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")

# They write with `os.write`, a line at a time: two processes may say it at once.
SIMULATION = """
import os
import time
from keyflower.simulate import simulate

class SlowBot:
    def choose(self, view, decision, rng):
        os.write(1, b"at work\\n")
        while True:
            time.sleep(60)

simulate([SlowBot(), SlowBot()], range(2), processes=2)
"""
TABLE = """
import asyncio
import os
import keyflower as kf
from keyflower.web.bot_pool import BotPool

async def think():
    game, pool = kf.Game.new(["Ann", "Bob"], seed=1), BotPool(1)
    while True:
        await pool.choose(game.view(next(iter(game.decisions))), "random")
        os.write(1, b"at work\\n")

if __name__ == "__main__":
    asyncio.run(think())
"""
IN_NATIVE_CODE = """
import os
import time
from ctypes import PyDLL
from keyflower.simulate.executors import pool

def forever():
    os.write(1, b"at work\\n")
    PyDLL(None).pause()  # keeps the interpreter's lock

pool(1).submit(forever)
while True:
    time.sleep(60)
"""


def family(session: int) -> list[int]:
    """Return the living processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its_session, *_ = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(its_session) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "terminated"])
@pytest.mark.parametrize("script", [SIMULATION, TABLE, IN_NATIVE_CODE], ids=["simulation", "table", "native"])
def test_no_child_outlives_its_parent(tmp_path, script, end):
    file = tmp_path / "parent.py"
    file.write_text(script)
    parent = subprocess.Popen(
        [sys.executable, str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    assert parent.stdout is not None
    try:
        assert parent.stdout.readline() == b"at work\n"
        assert len(family(parent.pid)) > 1
        os.kill(parent.pid, end)
        parent.wait()
        patience = time.monotonic() + PATIENCE
        while family(parent.pid):
            assert time.monotonic() < patience, "a child is still there"
            time.sleep(0.05)
    finally:
        parent.stdout.close()
        for child in family(parent.pid):
            os.kill(child, signal.SIGKILL)
        parent.wait()

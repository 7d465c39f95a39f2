"""The processes in which bots think: whose turn it is, and what becomes of those that die or hang."""

import asyncio
import os
import signal
import subprocess
import sys
from concurrent.futures import Future

import pytest

import keyflower as kf
from keyflower.web import bot_pool
from keyflower.web.bot_pool import BotPool, FairQueue, ThinkerLost, _Question
from tests.support.patience import PATIENCE


def question(order: int, *payers: str) -> _Question:
    return _Question(("", "", "", 0), 1, lambda: frozenset(payers), order, Future())  # type: ignore[arg-type]  # no bot is asked


def test_thinking_comes_round_before_somebody_thinks_twice():
    now = [0.0]
    queue = FairQueue(lambda: now[0])
    for number in range(6):
        queue.put(question(number, "greedy"))
    queue.put(question(6, "modest"))
    queue.put(question(7))
    turns = []
    while (one := queue.take()) is not None:
        turns.append(one.order)
        queue.charge(one.payers(), 1.0)
    # nobody has used anything yet: the first in the queue; then whoever has used least; those nobody waits for last
    assert turns == [0, 6, 1, 2, 3, 4, 5, 7]
    assert queue.used("greedy") == 6
    now[0] = 60
    assert queue.used("greedy") == 3


@pytest.fixture
def patient(monkeypatch):
    for name in ("_READY", "_AT_ONCE", "_PATIENCE"):
        monkeypatch.setattr(bot_pool, name, PATIENCE)


def test_how_long_a_process_takes_to_begin_does_not_count_as_thinking(monkeypatch):
    async def scene() -> None:
        pool = BotPool(1)
        game = kf.Game.new(["Ann", "Bob"], seed=7)
        view = game.view(game.decision.seat)
        await pool.choose(view, "random")
        assert pool._lanes is not None
        thinker = pool._lanes[0].thinkers[0]
        thinker.end()
        monkeypatch.setattr(bot_pool, "_READY", 0)
        with pytest.raises(ThinkerLost, match="did not begin"):
            thinker.ask((str, ()), PATIENCE)
        monkeypatch.setattr(bot_pool, "_READY", PATIENCE)
        assert thinker.ask((str, ()), PATIENCE) == ""
        pool.close()

    monkeypatch.setattr(bot_pool, "_AT_ONCE", PATIENCE)
    asyncio.run(scene())


def test_a_thinking_process_that_hangs_is_replaced(patient):
    async def scene() -> None:
        pool = BotPool(1)
        game = kf.Game.new(["Ann", "Bob"], seed=7)
        view = game.view(game.decision.seat)
        await pool.choose(view, "random")
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        assert pool._lanes is not None
        thinker = pool._lanes[0].thinkers[0]
        with pytest.raises(ThinkerLost, match="no answer"):
            thinker.ask((str, ()), 0.05)
        assert game.why_not(await pool.choose(view, "random")) == ()
        assert len(pool.pids) == 1 and pool.pids != [pid]
        pool.close()

    asyncio.run(scene())


def test_a_killed_thinking_process_is_replaced_by_one(patient):
    async def scene() -> None:
        pool = BotPool(1)
        game = kf.Game.new(["Ann", "Bob"], seed=7)
        view = game.view(game.decision.seat)
        assert game.why_not(await pool.choose(view, "random")) == ()
        for _ in range(2):
            (pid,) = pool.pids
            os.kill(pid, signal.SIGKILL)
            answers = await asyncio.gather(*(pool.choose(view, "random") for _ in range(12)))
            assert all(game.why_not(answer) == () for answer in answers)
            assert len(pool.pids) == 1 and pool.pids != [pid]
        assert pool.metrics.restarts.total() == 2
        pool.close()

    asyncio.run(scene())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_bot_that_answers_at_once_does_not_wait_for_those_that_think(patient, tmp_path):
    """However many think at tables that were opened and left."""

    async def scene() -> None:
        pool = BotPool(1)
        thinking = f"while [ ! -e {tmp_path}/answered ]; do sleep 0.02; done"
        busy = [
            asyncio.create_task(pool.answer(subprocess.getoutput, thinking, seconds=PATIENCE))
            for _ in range(5)
        ]
        game = kf.Game.new(["Ann", "Bob"], seed=7)
        view = game.view(game.decision.seat)
        assert game.why_not(await pool.choose(view, "random")) == ()
        assert not any(task.done() for task in busy)
        (tmp_path / "answered").touch()
        await asyncio.gather(*busy)
        pool.close()

    asyncio.run(scene())

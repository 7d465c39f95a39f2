"""Kill a server again and again: ``python -m tests.support.kill_server PATH ROUNDS SEED``.

A child plays a table as a served one does: it tells an action (a line on a pipe) only when the table would tell its
windows. The parent kills it with SIGKILL at any moment, forks the next child on the same database, and compares:
whatever was told must still be there, line by line, and the table must go on.
"""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import sys
import time

from keyflower.facade.event_log import EventLog
from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Limits
from keyflower.web.lobby import open_table
from keyflower.web.refusals import Refused
from keyflower.web.session import TableSession
from keyflower.web.sqlite import SqliteStore
from keyflower.web.table_store import Saved
from keyflower.web.write_queue import WriteQueue
from tests.support.patience import PATIENCE


def told_line(live: TableSession) -> bytes:
    """Return what a window could have seen: the version, the ply and the digest of the log so far."""
    return f"{live.version} {live.ply} {live._kept.pen.total}\n".encode()


async def play(path: str, table: str, seed: int, out: int) -> None:
    """Play at a table for ever, taking back now and then, and tell every change."""
    rng = random.Random(seed)
    desk = WriteQueue(SqliteStore(path))
    saved = await desk.read(table)
    assert saved is not None
    live = TableSession(saved, desk, BotPool(0), limits=Limits(bot_pause=0))
    os.write(out, told_line(live))
    while not live.game.over:
        seat = rng.choice(list(live.game.decisions))
        decision = live.game.decisions[seat]
        try:
            if rng.random() < 0.1:
                await live.undo(rng.randrange(len(live.seats)))
            else:
                await live.play(seat, decision.id, str(decision.options.sample(rng)))
        except Refused:
            continue
        os.write(out, told_line(live))


def one_life(path: str, table: str, seed: int, seconds: float) -> list[str]:
    """Let a child play and kill it; return what it had told."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        asyncio.run(play(path, table, seed, writing))
        os._exit(0)
    os.close(writing)
    select.select([reading], [], [], PATIENCE)  # alive: it has told where it stands
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    text = b""
    while chunk := os.read(reading, 65536):
        text += chunk
    os.close(reading)
    return text.decode().split("\n")[:-1]  # a line that was cut off was not told


def check(path: str, table: str, told: list[str]) -> Saved:
    """Read the database as the next server would, and compare with what was told last."""
    store = SqliteStore(path)
    saved = store.read(table)
    store.close()
    assert saved is not None
    game = EventLog.loads(saved.text).replay()
    version, ply, digest = told[-1].split()
    assert saved.version >= int(version), f"told version {version}, kept {saved.version}"
    if saved.version == int(version):
        assert (game.ply, game.log.digests[-1]) == (int(ply), digest), (
            "another game than the one that was told"
        )
    else:  # one change was written and its teller killed before it could tell
        assert saved.version == int(version) + 1
    return saved


def fresh(path: str, seed: int) -> str:
    """Open a new table and return its name."""
    from keyflower.kernel.chance import SeededChance

    wishes = {"players": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid"}]}
    opening = open_table(wishes, chance=SeededChance(seed))
    store = SqliteStore(path)
    store.create(opening.saved)
    store.close()
    return opening.saved.id


def main(path: str, rounds: int, seed: int) -> None:
    """Kill so many times, at moments drawn from a seed."""
    rng = random.Random(seed)
    table, plies, tables = fresh(path, seed), 0, 1
    for number in range(rounds):
        told = one_life(path, table, rng.randrange(1 << 30), rng.uniform(0, 0.06))
        saved = check(path, table, told)
        plies += len(told) - 1
        if EventLog.loads(saved.text).over:
            table, tables = fresh(path, seed + number + 1), tables + 1
    sys.stdout.write(f"killed {rounds} times at {tables} tables, {plies} changes told, none lost\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

"""What a message costs covers the work that it makes, so nobody can ask for more than the limits mean to allow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from random import Random
from sys import setprofile
from typing import Any, TypeAlias

import pytest

pytest.importorskip("starlette")

import keyflower as kf  # only where there is a server
from keyflower.kernel.match import SPECTATOR  # as above
from keyflower.web import protocol as messages  # as above
from keyflower.web.bot_pool import BotPool  # as above
from keyflower.web.connection import Window  # as above
from keyflower.web.limits import Limits  # as above
from keyflower.web.lobby import kept_table, key_of  # as above
from keyflower.web.session import TableSession  # as above
from keyflower.web.sqlite import SqliteStore  # as above
from keyflower.web.table_store import Seating  # as above
from keyflower.web.write_queue import WriteQueue  # as above
from tests.support.random_games import Table, whole_game  # as above

Work: TypeAlias = Callable[[], Any]  # Any: some of it has to be awaited


async def calls(work: Work) -> int:
    """Return how many functions are called while something is done; what other threads do is not counted."""
    number = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    setprofile(count)
    try:
        done = work()
        if isawaitable(done):
            await done
    finally:
        setprofile(None)
    return number


def work_at(live: TableSession, game: kf.Game) -> dict[str, Work]:
    """Return what a seat or a spectator can ask for, by the name of its cost."""
    first = next(iter(live.windows))
    work: dict[str, Work] = {
        "join": lambda: live.join(Window(SPECTATOR, 1_000, "uk"), None),
        "speak": lambda: live.speak(first, "pl"),
        "why": lambda: live.why(0, "bid miner R2"),
        "history": lambda: live.look(first, messages.History(id="")),
        "moment": lambda: live.look(first, messages.Moment(id="", ply=live.ply)),
        "log": lambda: live.look(first, messages.Log(id="")),
        "chat": lambda: live.say(0, messages.Chat(id="", text="Hello")),
        "new_link": lambda: live.new_link(0, first),
    }
    if game.over:
        return {**work, "play_on": lambda: live.play_on(3, 0), "rematch": lambda: live.rematch(0)}
    seat, decision = next(iter(game.decisions.items()))
    action = str(decision.options.sample(Random(1)))
    return {"play": lambda: live.play(seat, decision.id, action), **work}


def test_no_message_makes_more_work_than_it_costs(tmp_path):
    """In functions called, at a table of three with both expansions, by an action that all three are told."""
    done: dict[str, int] = {}
    whole = whole_game(Table(farmers=True, merchants=True))

    async def scene(name: str) -> None:
        done.clear()
        desk = WriteQueue(SqliteStore(tmp_path / name))
        for game in (whole[len(whole) // 2], whole[-2], whole[-1]):
            seats = tuple(Seating(name, "", key_of(name)) for name in game.players)
            saved = kept_table(seats, game, "")
            await desk.create(saved)
            live = TableSession(saved, desk, BotPool(0), limits=Limits())
            for seat in range(len(seats)):
                live.join(Window(seat, 1_000), None)
            for kind, ask in work_at(live, game).items():
                done[kind] = max(done.get(kind, 0), await calls(ask))
            await live.close()
        await desk.close()

    for name in ("first.sqlite3", "second.sqlite3"):  # the first time whatever is cached is made
        asyncio.run(scene(name))
    costs = Limits().costs
    assert {kind: number for kind, number in done.items() if number > costs[kind] * done["play"]} == {}

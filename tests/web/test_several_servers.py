"""Several servers that share tables and are told nothing by the database: versions alone have to do."""

import asyncio

from keyflower.web import server as server_module
from keyflower.web.bot_pool import BotPool
from keyflower.web.connection import Window
from keyflower.web.refusals import Refused
from keyflower.web.server import Server
from keyflower.web.session import TableSession
from keyflower.web.sqlite import SqliteStore
from keyflower.web.table_store import Change
from tests.support.web_player import PEOPLE


class SharedFile(SqliteStore):
    """A store that several servers share and that never tells them about changes: all notifications are lost."""

    shared = True

    def __init__(self, path) -> None:
        super().__init__(path, own=False)

    def listen(self, heard) -> None:
        """Say nothing, ever."""


async def seen(server: Server, name: str) -> TableSession:
    """Return a table as whoever joins at a server is shown it."""
    found = await server.fresh(name)
    assert found is not None
    return found


def answered(decision) -> tuple[str, str]:
    """Return the id of a question and an answer to it."""
    return decision.id, "pass" if decision.kind == "turn" else str(decision.options[0])


def test_two_servers_that_hear_nothing_of_each_other_find_out(tmp_path, monkeypatch):
    monkeypatch.setattr(server_module, "_COMPARED", 0.01)

    async def scene() -> None:
        servers = [Server(SharedFile(tmp_path / "t.sqlite3"), thinker=BotPool(0)) for _ in range(2)]
        opening = await servers[0].open({**PEOPLE})
        tables = [await seen(server, opening.saved.id) for server in servers]
        windows = [Window(seat, 100) for seat in (0, 1)]
        for live, window in zip(tables, windows, strict=True):
            live.join(window, None)
        for healing in (False, True):
            if healing:
                for server in servers:
                    await server.start()
            for _ in range(4):
                seat = next(iter(tables[0].game.decisions))
                await tables[seat].play(seat, *answered(tables[seat].game.decisions[seat]))
                if not healing:  # whoever joins is told how the table stands, whichever server is asked
                    assert [await server.fresh(opening.saved.id) for server in servers] == tables
                while tables[0].version != tables[1].version:
                    await asyncio.sleep(0.01)
                assert tables[0].game == tables[1].game
        assert min(window.waiting.qsize() for window in windows) >= 8
        seat = next(iter(tables[0].game.decisions))
        answer = answered(tables[0].game.decisions[seat])
        answers = await asyncio.gather(*(live.play(seat, *answer) for live in tables), return_exceptions=True)
        assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True], "one counts"
        for server in servers:
            await server.stop()

    asyncio.run(scene())


def test_a_table_that_waits_for_the_database_holds_up_no_other(tmp_path):
    async def scene() -> None:
        server = Server(SharedFile(tmp_path / "t.sqlite3"), thinker=BotPool(0))
        names = [(await server.open({**PEOPLE})).saved.id for _ in range(2)]
        first, second = [await seen(server, name) for name in names]
        changed: asyncio.Queue[str] = asyncio.Queue()
        following = asyncio.create_task(server._follow(changed))
        async with first._kept.lock:  # somebody's action is being written, and the database does not answer
            for name in names:
                server._store.write([Change(name, 1, 1, (), seats=server._tables[name].seats)])
                changed.put_nowait(f"{name} 2")
            while second.version != 2:
                await asyncio.sleep(0.01)
            assert first.version == 1
        while first.version != 2:
            await asyncio.sleep(0.01)
        following.cancel()
        await server.stop()

    asyncio.run(scene())

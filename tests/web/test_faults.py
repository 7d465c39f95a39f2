"""What goes wrong, and what a server does about it: in short, without timings and without PostgreSQL."""

import asyncio
import gc
import json
import logging
import random
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from threading import Event
from typing import Any, cast

import pytest
from attrs import evolve
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from keyflower.kernel.chance import SeededChance
from keyflower.kernel.match import SPECTATOR
from keyflower.web import protocol as messages
from keyflower.web import write_queue
from keyflower.web.bot_pool import BotPool
from keyflower.web.connection import Window
from keyflower.web.housekeeping import Housekeeping, exported, imported
from keyflower.web.limits import Limits
from keyflower.web.lobby import kept_table, key_of, open_table
from keyflower.web.metrics import Metrics
from keyflower.web.protocol import Chat
from keyflower.web.refusals import Unknown
from keyflower.web.security import Security
from keyflower.web.server import Server
from keyflower.web.server_log import JsonLines, Sparing
from keyflower.web.session import TableSession
from keyflower.web.sqlite import SqliteStore
from keyflower.web.table_store import (
    Ages,
    Change,
    Fate,
    InDoubt,
    Receipt,
    Saved,
    Seating,
    Stage,
    StoreBusy,
    StoreError,
    receipt_of,
)
from keyflower.web.write_queue import WriteQueue
from tests.support.patience import PATIENCE, until
from tests.support.random_games import EVERY_KIND, whole_game
from tests.support.web_player import PEOPLE, Player, opened
from tests.support.web_server import everybody_leaves, served

WITH_BOT = {"players": [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "t.sqlite3"


@pytest.fixture
def client(path) -> Iterator[TestClient]:
    _, client = served(path)
    with client:
        yield client
        everybody_leaves()


# ---------------------------------------------------------------------- durability is a value


def test_what_became_of_a_change_is_read_from_the_table_itself():
    table = open_table(PEOPLE).saved
    change = Change(table.id, 1, 1, ("one",))
    same = evolve(table, version=2, lines=(*table.lines, "one"))
    other = evolve(table, version=2, lines=(*table.lines, "two"))
    later = evolve(table, version=3, lines=(*table.lines, "one", "more"))
    gone = evolve(table, version=4, lines=table.lines)
    assert receipt_of(change, None) == Receipt(Fate.NOT_KEPT, None, "gone")
    assert receipt_of(change, table) == Receipt(Fate.NOT_KEPT, 1, "failed")
    assert receipt_of(change, same) == Receipt(Fate.KEPT, 2)
    assert receipt_of(change, other) == Receipt(Fate.NOT_KEPT, 2, "version")
    assert receipt_of(change, later) == Receipt(Fate.KEPT, 3)
    assert receipt_of(change, gone).fate is Fate.UNKNOWN, "it may have been kept and taken back"


def test_an_answer_that_was_lost_is_looked_up(path, monkeypatch):
    async def scene() -> None:
        store = SqliteStore(path)
        desk, table = WriteQueue(store), open_table(PEOPLE).saved
        await desk.create(table)
        write = store.write

        def lost(changes, *, patient=False):
            write(changes)
            raise InDoubt("cut between commit and answer")

        monkeypatch.setattr(store, "write", lost)
        assert await desk.write(Change(table.id, 1, 1, ("one",))) == Receipt(Fate.KEPT, 2)

        def never(changes, *, patient=False):
            raise InDoubt("cut before commit")

        monkeypatch.setattr(store, "write", never)
        receipt = await desk.write(Change(table.id, 2, 2, ("two",)))
        assert (receipt.fate, receipt.version) == (Fate.NOT_KEPT, 2)

        def silent(*_, **__):
            raise StoreBusy("lost")

        monkeypatch.setattr(store, "read", silent)
        assert await desk.write(Change(table.id, 2, 2, ("two",))) == Receipt(Fate.UNKNOWN)
        await desk.close()

    asyncio.run(scene())


def test_a_table_in_doubt_finds_out_by_itself(path, monkeypatch):
    """The change was kept, neither write nor read answers: the window is told as soon as the store says."""

    async def scene() -> None:
        store = SqliteStore(path)
        desk, opening = WriteQueue(store), open_table(PEOPLE)
        await desk.create(opening.saved)
        live = TableSession(opening.saved, desk, BotPool(0), limits=Limits(bot_pause=0))
        seat = next(iter(live.game.decisions))
        window = Window(seat, 50)
        live.join(window, None)
        write, read = store.write, store.read

        def lost(changes, *, patient=False):
            write(changes)
            raise InDoubt("cut")

        def silent(*_, **__):
            raise StoreBusy("lost")

        monkeypatch.setattr(store, "write", lost)
        monkeypatch.setattr(store, "read", silent)
        with pytest.raises(Unknown):
            await live.play(seat, live.game.decisions[seat].id, "pass")
        assert live.ply == 0, "nobody is told what nobody knows"
        monkeypatch.setattr(store, "write", write)
        monkeypatch.setattr(store, "read", read)
        await until(lambda: live.ply == 1)
        await live.close()
        await desk.close()

    asyncio.run(scene())


def test_a_bot_acts_although_somebody_else_found_out_what_was_in_doubt(path, monkeypatch):
    async def scene() -> None:
        store = SqliteStore(path)
        opening = open_table(WITH_BOT, chance=SeededChance(0))
        assert 0 in opening.game.decisions
        desk = WriteQueue(store)
        await desk.create(opening.saved)
        live = TableSession(opening.saved, desk, BotPool(0), limits=Limits(bot_pause=0))
        write, read = store.write, store.read

        def lost(changes, *, patient=False):
            write(changes)
            raise InDoubt("cut")

        def silent(*_, **__):
            raise StoreBusy("lost")

        monkeypatch.setattr(store, "write", lost)
        monkeypatch.setattr(store, "read", silent)
        with pytest.raises(Unknown):
            await live.play(0, live.game.decisions[0].id, "pass")
        monkeypatch.setattr(store, "write", write)
        monkeypatch.setattr(store, "read", read)
        await live.say(0, Chat("Is anybody there?"))
        assert live.ply >= 1
        await until(lambda: live.ply > 1)
        await live.close()
        await desk.close()

    asyncio.run(scene())


def test_what_was_kept_is_told_so_although_another_server_went_on(path, monkeypatch):
    """The answer of the database is lost; when it is asked again, somebody has acted after that."""

    async def scene() -> None:
        store = SqliteStore(path)
        desk, opening = WriteQueue(store), open_table(PEOPLE)
        await desk.create(opening.saved)
        here, there = (
            TableSession(opening.saved, desk, BotPool(0), limits=Limits(bot_pause=0)) for _ in range(2)
        )
        write = desk.write

        async def lost(change: Change) -> Receipt:
            monkeypatch.setattr(desk, "write", write)
            assert await write(change) == Receipt(Fate.KEPT, 2)
            await there.catch_up()
            ((seat, decision),) = there.game.decisions.items()
            assert await there.play(seat, decision.id, "pass") == 2
            return receipt_of(change, await desk.read(there.id))

        monkeypatch.setattr(desk, "write", lost)
        ((seat, decision),) = here.game.decisions.items()
        assert await here.play(seat, decision.id, "pass") == 1, "stored, and as which entry"
        assert (here.version, here.ply) == (3, 2)
        for live in (here, there):
            await live.close()
        await desk.close()

    asyncio.run(scene())


def complaints_of(scene: Callable[[], Coroutine[object, object, None]]) -> list[str]:
    """Return what the event loop complains about while something happens, and after it."""
    found: list[str] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: found.append(str(said["message"])))
        await scene()

    asyncio.run(watched())
    gc.collect()
    return found


def test_a_refusal_that_nobody_hears_any_more_is_no_error_of_the_server(path):
    async def scene() -> None:
        server = Server(SqliteStore(path), thinker=BotPool(0))
        live = await server.table((await server.open({**PEOPLE})).saved.id)
        assert live is not None
        async with live._kept.lock:  # somebody else's action is being written
            acting = asyncio.create_task(live.play(0, "an old question", "pass"))
            for _ in range(3):
                await asyncio.sleep(0)
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)
        await until(lambda: not live._kept.unsettled)
        await server.stop()

    assert complaints_of(scene) == []


def test_a_damaged_table_that_nobody_waits_for_any_more_is_no_error_of_the_server(path):
    async def scene() -> None:
        server = Server(SqliteStore(path), thinker=BotPool(0))
        name = (await server.open({**PEOPLE})).saved.id
        with sqlite3.connect(path) as database:
            database.execute("UPDATE keyflower_tables SET header = '{'")
        asking = asyncio.create_task(server.table(name))
        for _ in range(3):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await until(lambda: not server._opening)
        assert name in server._aside
        await server.stop()

    assert complaints_of(scene) == []


def test_a_call_that_nobody_waits_for_any_more_is_never_made(path, monkeypatch):
    """The database hangs: what waits behind it is certainly not kept when its sender has been told so."""

    async def scene() -> None:
        store = SqliteStore(path)
        desk, table, other = WriteQueue(store), open_table(PEOPLE).saved, open_table(PEOPLE).saved
        store.create(table)
        begun, goes_on, write = Event(), Event(), store.write

        def hangs(changes, *, patient=False):
            begun.set()
            goes_on.wait()
            return write(changes)

        monkeypatch.setattr(store, "write", hangs)
        writing = asyncio.create_task(desk.write(Change(table.id, 1, 1, ("one",))))
        await asyncio.to_thread(begun.wait)
        with monkeypatch.context() as patch, pytest.raises(StoreBusy):
            patch.setattr(write_queue, "_PATIENCE", 0.05)
            await desk.create(other)
        goes_on.set()
        await writing
        await desk.close()
        store = SqliteStore(path)
        assert [row.id for row in store.listed()] == [table.id]
        store.close()

    asyncio.run(scene())


def test_tables_that_are_locked_elsewhere_hold_up_no_other(path, monkeypatch):
    async def scene() -> None:
        store = SqliteStore(path)
        desk = WriteQueue(store)
        *held, free = (open_table(PEOPLE).saved for _ in range(4))
        for table in (*held, free):
            store.create(table)
        unlocked, write, read = Event(), store.write, store.read

        def locked(changes, *, patient=False):
            if patient:
                unlocked.wait()
                return write(changes)
            busy = Receipt(Fate.NOT_KEPT, None, "locked")
            return [*(write([one])[0] if one.table == free.id else busy for one in changes)]

        def slow(table, *, settled=False):
            if settled:
                unlocked.wait()
            return read(table)

        monkeypatch.setattr(store, "write", locked)
        monkeypatch.setattr(store, "read", slow)
        waiting: list[asyncio.Future[Any]] = []
        for table in held:
            waiting.append(asyncio.ensure_future(desk.read(table.id, settled=True)))
            waiting.append(asyncio.ensure_future(desk.write(Change(table.id, 1, 1, ("one",)))))
            await asyncio.sleep(0)
        assert await desk.write(Change(free.id, 1, 1, ("one",))) == Receipt(Fate.KEPT, 2)
        found = await desk.read(free.id)
        assert found is not None and found.version == 2
        assert not any(one.done() for one in waiting)
        unlocked.set()
        await asyncio.gather(*waiting)
        assert store.versions(table.id for table in held) == {table.id: 2 for table in held}
        await desk.close()

    asyncio.run(scene())


# ---------------------------------------------------------------------- clocks


DAY = 86_400


def jump(path, seconds: int) -> None:
    """Set the clock of a database: everything in it happened so many seconds earlier than it seems now."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_tables SET touched = touched - ?", (seconds,))
        database.execute("UPDATE keyflower_schema SET seen = seen - ?", (seconds,))


def test_a_clock_that_jumps_makes_no_table_old(path):
    ages = Ages(2 * DAY, 60 * DAY, 365 * DAY)
    store = SqliteStore(path)
    for stage in (Stage.BOT, Stage.OVER):
        store.create(evolve(open_table(PEOPLE).saved, stage=stage))
    bots = [row.id for row in store.listed() if row.stage is Stage.BOT]
    for days in (400, -30, 3, -500):
        jump(path, days * DAY)
        assert store.duties(6) == bots, "bots go on, whatever the clock says"
        assert store.expired(ages) == {}
        assert max(row.age for row in store.listed()) < DAY
    for _ in range(49):  # a little over two days in which a server looked every hour
        jump(path, 3600)
        expired = store.expired(ages)
    assert [*expired] == bots
    store.close()


# ---------------------------------------------------------------------- SQLite


def test_a_full_disk_is_refused_in_words_and_play_goes_on_when_there_is_room(path):
    server, client = served(path)
    with client:
        players = [Player(client, seat["link"]) for seat in opened(client)["seats"]]
        for player in players:
            player.hear("table")
        assert isinstance(server._store, SqliteStore)
        database, rng = server._store._db, random.Random(5)
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        told: dict = {}
        while told.get("outcome") != "refused":  # as long as there is room in the pages that are there
            mover = next(player for player in players if player.table["decision"])
            way = {"choices": mover.table["decision"]["choices"]}
            while "action" not in way:
                way = rng.choice(way["choices"])
            told = mover.play(way["action"])
            for player in players:
                if player is not mover and told.get("outcome") != "refused":
                    player.hear("table")
        assert told["code"] == "busy" and "Nothing has changed" in told["reason"]
        ply = mover.table["ply"]
        database.execute("PRAGMA max_page_count = 1000000")
        assert mover.play(way["action"])["ply"] == ply + 1
        everybody_leaves()


def test_a_window_hears_that_what_was_in_doubt_was_not_kept(client, monkeypatch):
    table = opened(client)
    players = [Player(client, seat["link"]) for seat in table["seats"]]
    for player in players:
        player.hear("table")
    first = next(player for player in players if player.table["decision"])

    def broken(*_, **__):
        raise InDoubt("cut")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "write", broken)
        patch.setattr(SqliteStore, "read", broken)
        asked = first.table["decision"]["id"]
        first.say({"type": "play", "decision": asked, "action": "pass"})
        first.hear("unknown")
    told = first.hear("table")
    assert (told["ply"], told["decision"]["id"], told["entries"]) == (0, asked, [])
    assert first.play("pass")["ply"] == 1


def test_a_second_server_on_one_file_is_refused_in_words(path):
    first = SqliteStore(path)
    with pytest.raises(StoreError, match="another server uses it"):
        SqliteStore(path)
    other_name = path.with_name("other.sqlite3")
    other_name.symlink_to(path)
    with pytest.raises(StoreError, match="another server uses it"):
        SqliteStore(other_name)
    SqliteStore(path, own=False).close()
    first.close()
    SqliteStore(path).close()


def test_nobody_else_can_read_the_database(path):
    SqliteStore(path).close()
    assert path.stat().st_mode & 0o077 == 0
    path.chmod(0o644)
    SqliteStore(path).close()
    assert path.stat().st_mode & 0o007 == 0


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE keyflower_tables (id TEXT, price INTEGER)", "CREATE TABLE keyflower_schema (x TEXT)"],
)
def test_somebody_elses_tables_are_refused_and_stay_as_they_are(path, statement):
    with sqlite3.connect(path) as database:
        database.execute(statement)
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(path)
    assert path.stat().st_mode & 0o777 == 0o644 and path.read_bytes() == before
    with sqlite3.connect(path) as database:
        found = database.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    assert found == [(statement,)]


def test_reading_goes_on_while_the_file_is_locked(path):
    store = SqliteStore(path)
    table = open_table(PEOPLE).saved
    store.create(table)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store.read(table.id) == table
    with pytest.raises(StoreBusy, match="locked"):
        store.write([Change(table.id, 1, 1, ("one",))])
    other.execute("ROLLBACK")
    assert store.write([Change(table.id, 1, 1, ("one",))]) == [Receipt(Fate.KEPT, 2)]
    other.close()
    store.close()


# ---------------------------------------------------------------------- damaged tables


@pytest.mark.parametrize("line", ["", "nonsense", "{}", '{"kind":"entry"}', "[" * 2000, None])
def test_a_damaged_table_is_set_aside_and_the_others_go_on(path, line):
    server, client = served(path)
    with client:
        good, bad = opened(client), opened(client)
        with sqlite3.connect(path) as database:
            value = b"\xff\xfe" if line is None else line
            database.execute(
                "UPDATE keyflower_entries SET line = ? WHERE table_id = ?", (value, bad["table"])
            )
        answer = client.get(f"/api/tables/{bad['table']}")
        assert answer.status_code == 409 and "cannot be opened" in answer.json()["error"]
        assert client.get(f"/api/tables/{good['table']}").status_code == 200
        rows = {row.id: row.trouble for row in server._store.listed()}
        assert rows[bad["table"]] and not rows[good["table"]]


# ---------------------------------------------------------------------- bots


@pytest.mark.parametrize("joined", [False, True])
def test_a_window_that_cannot_be_told_a_table_is_closed_and_the_others_play_on(path, monkeypatch, joined):
    """A text of an expansion that raises in one language, or for spectators only, blocks nobody else."""
    server, client = served(path)
    standing, broken = messages.standing, [not joined]

    def told(game: Any, viewer: int, **more: Any) -> messages.Standing:  # Any: of any game
        if broken[0] and viewer == SPECTATOR:
            raise KeyError("a placeholder that is not there")
        return standing(game, viewer, **more)

    monkeypatch.setattr(messages, "standing", told)
    with client:
        table = opened(client)
        guest = Player(client, table["spectator"])
        if joined:
            guest.hear("table")
            broken[0] = True
        else:
            with pytest.raises(WebSocketDisconnect):
                guest.hear("table")
        people = [Player(client, seat["link"]) for seat in table["seats"]]
        for player in people:
            player.hear("table")
        first, other = sorted(people, key=lambda player: player.table["decision"] is None)
        assert first.play("pass")["ply"] == other.hear("table")["ply"] == 1
        if joined:
            with pytest.raises(WebSocketDisconnect):
                guest.hear("table")
        assert client.portal is not None
        client.portal.call(until, lambda: server.gate.watchers == 0)
        everybody_leaves()


def test_bots_go_on_after_a_fault_without_anybody_looking(path, monkeypatch):
    _, client = served(path)
    write = SqliteStore.write
    failed: list[int] = []

    def full(self, changes, *, patient=False):
        if len(failed) < 2:
            failed.append(1)
            raise StoreBusy("full")
        return write(self, changes, patient=patient)

    with client:
        monkeypatch.setattr(SqliteStore, "write", full)
        ann = Player(client, opened(client, WITH_BOT)["seats"][0]["link"])
        ann.hear("table")
        for _ in range(20):  # the fault meets Ann or the bot, whoever begins; in the end the bot has acted
            if len(failed) == 2 and ann.table["ply"] >= 2:
                break
            if ann.table["decision"]:
                ann.play("pass")
            else:
                ann.hear("table")
        assert len(failed) == 2 and ann.table["ply"] >= 2
        everybody_leaves()


def test_any_server_takes_up_what_bots_have_to_do(path):
    """A server was killed while it was a bot's turn: the next one finds that in the database."""
    store = SqliteStore(path)
    while True:
        opening = open_table(WITH_BOT)
        if opening.saved.stage is Stage.BOT:
            break
    store.create(opening.saved)
    assert store.duties() == [opening.saved.id] and store.duties(3600) == []
    store.close()

    async def scene() -> None:
        server = Server(SqliteStore(path), limits=Limits(bot_pause=0), thinker=BotPool(0))
        await server.start()
        saved: Saved | None = opening.saved
        async with asyncio.timeout(PATIENCE):
            while saved is None or saved.version == 1:
                await asyncio.sleep(0.01)
                saved = await server.desk.read(opening.saved.id)
        assert saved.stage is Stage.PERSON
        await server.stop()

    asyncio.run(scene())


# ---------------------------------------------------------------------- tables end


def test_tables_end_by_age_and_are_exported_first(path, tmp_path):
    store = SqliteStore(path)
    kept, unplayed, old, over = (open_table(PEOPLE).saved for _ in range(4))
    for table in (kept, unplayed, evolve(old, version=5), evolve(over, version=9, stage=Stage.OVER)):
        store.create(table)
    with sqlite3.connect(path) as database:
        for table, days in ((unplayed, 3), (old, 70), (over, 70)):
            database.execute(
                "UPDATE keyflower_tables SET touched = touched - ? WHERE id = ?", (days * 86_400, table.id)
            )
    ages = Ages(2 * 86_400, 60 * 86_400, 365 * 86_400)
    assert sorted(store.expired(ages)) == sorted([unplayed.id, old.id])

    async def scene() -> None:
        metrics, desk = Metrics(), WriteQueue(store)
        house = Housekeeping(desk, Limits(), metrics, str(tmp_path / "out"))
        assert await house.tidy() == 2 and await house.tidy() == 0
        assert {row.id for row in await desk.listed()} == {kept.id, over.id}
        assert not await house.full()
        assert await Housekeeping(desk, Limits(database=1), metrics).full()
        await desk.close()

    asyncio.run(scene())
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == sorted(f"{one.id}.table.jsonl" for one in (unplayed, old))
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    again = imported((tmp_path / "out" / f"{old.id}.table.jsonl").read_text("utf-8"))
    assert again == evolve(old, version=5)


def test_an_old_table_that_somebody_goes_on_with_meanwhile_is_not_deleted(path, monkeypatch):
    store = SqliteStore(path)
    table = open_table(PEOPLE).saved
    store.create(table)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_tables SET touched = touched - ?", (3 * DAY,))

    async def scene() -> None:
        desk = WriteQueue(store)
        house = Housekeeping(desk, Limits(), Metrics(), str(path.parent / "out"))
        read = desk.read

        async def read_and_play(name: str) -> Saved | None:
            found = await read(name)
            await desk.write(Change(name, 1, 1, ("an action",)))
            return found

        monkeypatch.setattr(desk, "read", read_and_play)
        assert await house.tidy() == 0
        kept = await read(table.id)
        assert kept is not None and kept.lines[2:] == ("an action",)
        await desk.close()

    asyncio.run(scene())


def test_an_old_table_that_cannot_be_exported_stays_and_the_others_end(path, tmp_path):
    store = SqliteStore(path)
    tables = [open_table(PEOPLE).saved for _ in range(3)]
    for table in tables:
        store.create(table)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE keyflower_tables SET touched = touched - ?", (3 * DAY,))
        database.execute("UPDATE keyflower_tables SET seats = '{' WHERE id = ?", (tables[1].id,))

    async def scene() -> None:
        desk = WriteQueue(store)
        assert await Housekeeping(desk, Limits(), Metrics(), str(tmp_path / "out")).tidy() == 2
        assert [row.id for row in await desk.listed()] == [tables[1].id]
        await desk.close()

    asyncio.run(scene())
    assert len([*(tmp_path / "out").iterdir()]) == 2


@pytest.mark.parametrize(
    "text", ["", "\n", "{}", '{"kind":"table","format":99}', "x\ny", '{"kind":"header"}\n{}']
)
def test_what_is_no_exported_table_is_refused(text):
    with pytest.raises(StoreError, match="not an exported table"):
        imported(text)


def test_a_full_database_opens_no_tables_and_plays_on(path):
    server, client = served(path, database=1)
    finished = whole_game(EVERY_KIND[0])[-1]
    seats = tuple(Seating(name, "", key_of(name)) for name in finished.players)
    with client:
        answer = client.post("/api/tables", json=PEOPLE)
        assert answer.status_code == 503 and "no room" in answer.json()["error"]
        over, going_on = kept_table(seats, finished, ""), kept_table(seats, finished.moments[0], "")
        for table in (over, going_on):
            server._store.create(table)
        ann = Player(client, f"/t/{over.id}#{finished.players[0]}")
        for more in ({"type": "rematch"}, {"type": "play_on", "ply": 0}):
            ann.say(more)
            told = ann.hear("refused")
            assert (told["to"], told["code"], told["again"]) == (more["type"], "busy", 3600)
        seat = next(iter(finished.moments[0].decisions))
        player = Player(client, f"/t/{going_on.id}#{finished.players[seat]}")
        player.hear("table")
        player.play("pass")
        assert player.table["ply"] == 1
        everybody_leaves()
    assert server.metrics.refused.total(reason="database") == 3


def test_a_deleted_table_sends_its_windows_away(path):
    server, client = served(path)
    with client:
        table = opened(client)
        ann = Player(client, table["seats"][0]["link"])
        ann.hear("table")
        server._store.delete([table["table"]])
        ann.say({"type": "play", "decision": "x", "action": "pass"})
        ann.hear("refused")
        asked = ann.table["decision"]
        bob = None if asked else Player(client, table["seats"][1]["link"])
        if bob is not None:
            bob.hear("table")
            ann = bob
        with pytest.raises(WebSocketDisconnect):
            ann.say({"type": "play", "decision": ann.table["decision"]["id"], "action": "pass"})
            while True:
                ann.hear("nothing")
        assert client.get(f"/api/tables/{table['table']}").status_code == 404
        everybody_leaves()


def test_a_table_survives_its_export():
    table = open_table(WITH_BOT).saved
    assert imported(exported(table)) == table


# ---------------------------------------------------------------------- seen from outside


def test_health_and_numbers(path, monkeypatch):
    server, client = served(path)
    with client:
        assert client.get("/health").json()["status"] == "ok"
        ann = Player(client, opened(client)["seats"][0]["link"])
        ann.hear("table")
        text = client.get("/metrics").text
        assert "keyflower_tables_opened_total 1" in text and "keyflower_windows 1" in text
        assert "# TYPE keyflower_answer_seconds histogram" in text
        assert client.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 404
        server.security = Security(origins=frozenset({"https://example.org", "http://localhost:3000"}))
        for host, status in (("localhost", 200), ("10.0.0.1:8017", 200), ("example.org", 404)):
            assert client.get("/metrics", headers={"host": host}).status_code == status

        def lost(*_):
            raise StoreBusy("lost")

        monkeypatch.setattr(server._store, "rules", lost)
        server._well = (0.0, True)
        assert client.get("/health").status_code == 503
        everybody_leaves()


def test_however_many_ask_for_health_the_database_is_asked_once(path, monkeypatch):
    async def scene() -> None:
        server, _ = served(path)
        asked, answers = list[str](), asyncio.Event()

        async def rules(key):
            asked.append(key)
            await answers.wait()

        monkeypatch.setattr(server.desk, "rules", rules)
        monkeypatch.setattr("keyflower.web.server.monotonic", lambda: 100.0)
        first = asyncio.create_task(server.health(cast(Any, None)))
        await asyncio.sleep(0)
        others = [await server.health(cast(Any, None)) for _ in range(20)]
        assert [answer.status_code for answer in others] == [200] * 20 and asked == [""]
        answers.set()
        assert (await first).status_code == 200
        await server.desk.close()

    asyncio.run(scene())


def test_logs_are_one_object_a_line_and_do_not_repeat_themselves():
    now = [0.0]
    sparing, lines = Sparing(lambda: now[0]), JsonLines()
    records = [
        logging.LogRecord("keyflower.web", logging.WARNING, "", 1, "lost", (), None) for _ in range(230)
    ]
    assert sum(sparing.filter(record) for record in records) == 5
    now[0] = 60
    last = logging.LogRecord("keyflower.web", logging.WARNING, "", 1, "lost", (), None)
    assert sparing.filter(last)
    told = json.loads(lines.format(last))
    assert (told["event"], told["level"], told["left_out"]) == ("lost", "warning", 225)


# ---------------------------------------------------------------------- rematches


def test_a_rematch_follows_from_the_database(path):
    finished = whole_game(EVERY_KIND[0])[-1]
    seats = tuple(Seating(name, "", key_of(name)) for name in finished.players)
    lines = tuple(finished.log.dumps().splitlines())
    over = Saved("the-table-that-is-over", 1, seats, lines, stage=Stage.OVER)
    server, client = served(path)
    with client:
        server._store.create(over)
        ann = Player(client, f"/t/{over.id}#{finished.players[0]}")
        assert ann.hear("table")["next"] == ""
        ann.say({"type": "rematch"})
        following = ann.hear("table")["next"]
        everybody_leaves()
    _, client = served(path)  # another process, as far as memory goes
    with client:
        bob = Player(client, f"/t/{over.id}#{finished.players[1]}")
        assert bob.hear("table")["next"] == following != ""
        bob.say({"type": "rematch"})
        assert bob.hear("stored", "refused")["to"] == "rematch"
        again = Player(client, f"/t/{following}#{finished.players[1]}")
        assert again.hear("table")["ply"] == 0 and again.table["view"]["viewer"] == 1
        everybody_leaves()
    store = SqliteStore(path)
    assert sorted(row.id for row in store.listed()) == sorted([over.id, following])
    store.close()

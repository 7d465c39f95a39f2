"""Tables in PostgreSQL, shared by several servers: a real database, started for these tests."""

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue
from time import monotonic

import pytest

from keyflower.web import postgres
from keyflower.web.bot_pool import BotPool
from keyflower.web.connection import Window
from keyflower.web.lobby import open_table
from keyflower.web.refusals import Refused
from keyflower.web.server import Server
from keyflower.web.session import TableSession
from keyflower.web.stores import open_store
from keyflower.web.table_rows import SCHEMA
from keyflower.web.table_store import Change, Fate, Receipt, StoreBusy, StoreError
from tests.chaos.machines import Line
from tests.support.patience import PATIENCE, until
from tests.web.test_versions import FARMERS, OLD_DATABASE, PLAIN

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install '.[web-postgres]'")

PEOPLE: dict[str, object] = {"players": [{"name": "Ann"}, {"name": "Bob"}]}

TABLES = "keyflower_reviews, keyflower_chat, keyflower_entries, keyflower_tables, keyflower_schema"


def tool(name: str) -> str:
    """Return a program of PostgreSQL; Debian keeps them out of the path."""
    found = shutil.which(name) or next(
        (str(p) for p in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None
    )
    if found is None:
        pytest.skip(f"{name} is not here: apt-get install postgresql")
    return found


def as_anybody(command: list[str]) -> list[str]:
    """Return a command that is not run by root, as PostgreSQL asks."""
    if os.geteuid() != 0:
        return command
    if shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    return ["runuser", "-u", "postgres", "--", *command]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    initdb, pg_ctl = tool("initdb"), tool("pg_ctl")
    folder = Path(tempfile.mkdtemp(prefix="keyflower-pg-"))
    if os.geteuid() == 0:
        try:
            os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(as_anybody(list(command)), check=True, capture_output=True, cwd=folder)

    run(initdb, "-D", str(data), "-A", "trust", "-U", "keyflower")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    # the log goes to a file: the database would keep a pipe open for as long as it lives
    run(pg_ctl, "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    yield f"postgresql://keyflower@127.0.0.1:{port}/postgres"
    run(pg_ctl, "-D", str(data), "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def test_a_change_for_an_old_version_writes_nothing(database):
    store = open_store(database)
    table = open_table(PEOPLE).saved
    store.create(table)
    assert store.read(table.id) == table
    change = Change(table.id, 1, 1, ("one",))
    assert store.write([change, change]) == [Receipt(Fate.KEPT, 2), Receipt(Fate.NOT_KEPT, 2, "version")]
    found = store.read(table.id)
    assert found is not None and (found.version, found.lines[2:]) == (2, ("one",))
    assert store.write([Change(table.id, 2, 1, ("other", "more"))]) == [Receipt(Fate.KEPT, 3)]
    assert store.versions([table.id, "no"]) == {table.id: 3}
    assert store.read("no such table") is None
    assert [store.delete([table.id], version=version) for version in (2, 3, 3)] == [0, 1, 0]
    store.close()


def test_a_database_that_is_not_there_is_named(database):
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store("postgresql://keyflower@127.0.0.1:1/postgres")


async def taken_up(servers: list[Server], name: str) -> list[TableSession]:
    found = [await server.table(name) for server in servers]
    return [live for live in found if live is not None]


def test_two_servers_share_a_table(database):
    async def scene() -> None:
        servers = [Server(open_store(database), thinker=BotPool(0)) for _ in range(2)]
        for server in servers:
            await server.start()
        opening = await servers[0].open(PEOPLE)
        tables = await taken_up(servers, opening.saved.id)
        windows = [Window(seat, 100) for seat in (0, 1)]
        for live, window in zip(tables, windows, strict=True):
            live.join(window, None)
        for _ in range(12):
            seat = next(iter(tables[0].game.decisions))
            live = tables[seat]
            decision = live.game.decisions[seat]
            await live.play(
                seat, decision.id, "pass" if decision.kind == "turn" else str(decision.options[0])
            )
            await until(lambda: tables[0].version == tables[1].version)
            assert tables[0].game == tables[1].game
        told = [window.waiting.qsize() for window in windows]
        assert min(told) >= 12
        for server in servers:
            await server.stop()

    asyncio.run(scene())


def test_of_two_answers_through_two_servers_one_counts(database):
    async def scene() -> None:
        servers = [Server(open_store(database), thinker=BotPool(0)) for _ in range(2)]
        opening = await servers[0].open(PEOPLE)
        tables = await taken_up(servers, opening.saved.id)
        seat = next(iter(tables[0].game.decisions))
        asked = tables[0].game.decisions[seat].id
        answers = await asyncio.gather(
            *(live.play(seat, asked, "pass") for live in tables), return_exceptions=True
        )
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert [answer.code for answer in refused] == ["stale"]
        kept = await servers[0].desk.read(opening.saved.id)
        assert kept is not None and len(kept.lines) == 3
        for server in servers:
            await server.stop()

    asyncio.run(scene())


def test_a_database_of_version_1_is_brought_up_to_date_in_place(database):
    import psycopg

    with psycopg.connect(database, autocommit=True) as db:
        db.execute(f"DROP TABLE IF EXISTS {TABLES}")
        statements = OLD_DATABASE.read_text("utf-8").split(";\n")
        for part in ("CREATE TABLE keyflower_tables", "CREATE", 'INSERT INTO "keyflower_tables', "INSERT"):
            for statement in [one for one in statements if one.startswith(part)]:
                db.execute(statement.encode())
                statements.remove(statement)
    try:
        for _ in range(2):
            store = open_store(database)
            saved = [store.read(table) for table in (PLAIN, FARMERS)]
            assert [one.language for one in saved if one] == ["", "uk"]
            store.close()
        with psycopg.connect(database, autocommit=True) as db:
            assert db.execute("SELECT version FROM keyflower_schema").fetchall() == [(SCHEMA,)]
            db.execute("UPDATE keyflower_schema SET version = 99")
            with pytest.raises(StoreError, match="version 99"):
                open_store(database)
    finally:
        with psycopg.connect(database, autocommit=True) as db:
            db.execute(f"DROP TABLE {TABLES}")


# ---------------------------------------------------------------------- what breaks


def test_after_a_cut_the_first_action_is_kept_and_nothing_is_missed(database):
    import psycopg

    here, there, table = open_store(database), open_store(database), open_table(PEOPLE).saved
    heard: Queue[str] = Queue()
    here.create(table)
    here.listen(heard.put)  # type: ignore[attr-defined]  # only databases that are shared have it
    assert heard.get(timeout=PATIENCE) == "", "whatever was before may have been missed"
    assert there.write([Change(table.id, 1, 1, ("one",))]) == [Receipt(Fate.KEPT, 2)]
    assert heard.get(timeout=PATIENCE) == f"{table.id} 2"
    with psycopg.connect(database, autocommit=True) as db:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'keyflower'"
        assert len(db.execute(cut.encode()).fetchall()) >= 3
    assert there.write([Change(table.id, 2, 2, ("two",))]) == [Receipt(Fate.KEPT, 3)]
    while heard.get(timeout=PATIENCE):  # if it heard of that, all the better
        pass
    assert here.versions([table.id]) == {table.id: 3}
    for store in (here, there):
        store.close()


def test_a_server_that_is_stopped_inside_a_transaction_holds_up_one_table_and_not_for_long(database):
    import psycopg

    store = open_store(database)
    held, free = sorted((open_table(PEOPLE).saved for _ in range(2)), key=lambda table: table.id)
    for table in (held, free):
        store.create(table)
    stopped = psycopg.connect(store._address)  # type: ignore[attr-defined]  # as a server connects
    stopped.execute("SELECT id FROM keyflower_tables WHERE id = %s FOR UPDATE", (held.id,))
    changes = [Change(table.id, 1, 1, ("one",)) for table in (held, free)]
    assert store.write(changes) == [Receipt(Fate.NOT_KEPT, None, "locked"), Receipt(Fate.KEPT, 2)]
    patience = monotonic() + PATIENCE
    while monotonic() < patience:
        with suppress(StoreBusy):  # a call waits for two seconds, the database for three
            assert store.write(changes[:1], patient=True) == [Receipt(Fate.KEPT, 2)]
            break
    assert store.versions([held.id]) == {held.id: 2}
    with pytest.raises(psycopg.Error):
        stopped.execute("SELECT 1")
    stopped.close()
    store.close()


def test_a_call_has_one_time_limit_whatever_it_tries(database, monkeypatch):
    import psycopg

    now, took, tries = [0.0], [0.0], []
    store = open_store(database)

    def silent(lane):
        tries.append(lane.due)
        now[0] += took[0]
        raise psycopg.OperationalError("no answer")

    monkeypatch.setattr(postgres, "monotonic", lambda: now[0])
    monkeypatch.setattr(postgres._Lane, "connected", silent)
    for took[0], expected in ((1.0, [5.0, 5.0]), (5.0, [7.0])):
        tries.clear()
        with pytest.raises(StoreBusy):
            store.versions(["x" * 16])
        assert tries == expected, "a new connection is tried only while there is time"
    monkeypatch.undo()
    store.close()


def test_a_database_that_swallows_packets_is_given_up_and_found_again(database, monkeypatch):
    async def scene() -> None:
        port, table = int(database.rpartition(":")[2].partition("/")[0]), open_table(PEOPLE).saved
        line = Line(port)
        await line.begin()
        plain = f"{database.replace(str(port), str(line.port))}?sslmode=disable&gssencmode=disable"
        store = await asyncio.to_thread(open_store, plain)
        await asyncio.to_thread(store.create, table)
        with monkeypatch.context() as patch:
            patch.setattr(postgres, "_PATIENCE", 0.3)
            line.swallows = True
            with pytest.raises(StoreError):
                await asyncio.to_thread(store.versions, [table.id])
        line.swallows = False
        async with asyncio.timeout(PATIENCE):
            found: dict[str, int] = {}
            while not found:
                with suppress(StoreError):
                    found = await asyncio.to_thread(store.versions, [table.id])
        assert found == {table.id: 1}
        await asyncio.to_thread(store.close)

    asyncio.run(scene())

"""``python -m tests.chaos [--store SQLite] [--only kill] [--seconds 20]``: break everything, one thing at a time.

Both kinds of store are broken side by side; attacks come last, alone. The results are added up in
``tests/chaos/results.json`` and written to ``docs/howto/chaos.inc``; it may be interrupted, and goes on from there.
With ``--again 40`` every fault is tried at least so often with the package as it is now, whatever was counted before.
An attack is measured again when the package has changed since.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import sqlite3
import statistics
import traceback
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from keyflower.web.protocol import KINDS
from tests.chaos import page, people
from tests.chaos.comparison import compare
from tests.chaos.machines import Clock, Database, Line, ServerProcess, full_disk, load, locked, now, waited
from tests.chaos.people import Person

FOLDER = Path("build/chaos")
GOAL = 10.0
SAMPLES: dict[str, dict[str, object]] = {
    "play": {"decision": "x", "action": "pass"},
    "why": {"action": "bid miner R2"},
    "moment": {"ply": 0},
    "play_on": {"ply": 0},
    "speak": {"language": "pl"},
}
Fault = Callable[[], Awaitable[object]]


def never() -> dict[str, Any]:
    """Return the row of a fault that has not been done yet."""
    return {"goal": 0, "revisions": {}, **nothing()}


def nothing() -> dict[str, Any]:
    """Return the counts of a fault that has not been done yet."""
    return {"times": 0, "longest": 0.0, "own": 0.0, "late": 0, "own late": 0, "load": 0.0}


def count(counts: dict[str, Any], seconds: float, queued: float) -> None:
    """Count a fault after which the tables went on after some seconds, in which processes waited for a processor."""
    counts["times"] += 1
    counts["longest"] = max(counts["longest"], round(seconds, 1))
    counts["late"] += seconds > GOAL
    counts["own"] = max(counts["own"], round(max(0.0, seconds - queued), 1))
    counts["own late"] += seconds - queued > GOAL
    counts["load"] = max(counts["load"], round(load(), 1))


class World:
    """Servers, a store, and tables that are being played."""

    def __init__(self, store: str, rng: Random, *, clock: bool = False) -> None:
        self.store, self.rng = store, rng
        self.servers: list[ServerProcess] = []
        self.people: dict[str, list[Person]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.finished: list[list[Person]] = []
        self.counts = {"tables": 0, "told": 0, "lost": 0, "unknown": 0}
        self._addresses = 0
        self._folder = FOLDER / f"{store}{'-clock' if clock else ''}"
        self.clock = Clock() if clock else None

    async def begin(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        self.path = (self._folder / "t.sqlite3").absolute()
        self.database: Database | None = None
        self.line: Line | None = None
        if self.store == "PostgreSQL":
            self.database = await asyncio.to_thread(Database, self.clock)
            self.line = Line(self.database.port)
            await self.line.begin()
            where = [self.database.address(self.line.port)] * 2
        else:
            where = [str(self.path)]
        for number, one in enumerate(where):
            log = self._folder / f"server{number}.log"
            self.servers.append(await asyncio.to_thread(ServerProcess, one, log, self.clock))

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def address(self) -> str:
        self._addresses += 1
        return f"127.{1 + (self.store == 'SQLite')}.{self._addresses // 250}.{self._addresses % 250 + 1}"

    async def fill(self, tables: int, pause: float = 0.03) -> None:
        """See to it that so many tables are being played."""
        for table, players in [*self.people.items()]:
            if any(person.over for person in players):
                self.finished.append(self.people.pop(table))
        if self.finished and pause < 0.1:  # whoever attacks still needs to know how long they waited
            await self.check(self.finished)
            self.finished = []
        while len(self.people) < tables:
            links = await people.opened(self.ports, self.address())
            players = [
                Person(self.ports, seat["link"], self.address(), Random(self.rng.random()), pause)
                for seat in links["seats"]
                if seat["link"]
            ]
            self.people[links["table"]] = players
            for person in players:
                task = asyncio.create_task(person.play())
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def recovered(self, since: float, *, without: str = "") -> float:
        """Return after how many seconds every table has gone on, or every one but one."""
        while now() - since < 60:
            waiting = [
                table
                for table, players in self.people.items()
                if table != without and not any(person.since > since or person.over for person in players)
            ]
            if not waiting:
                break
            await asyncio.sleep(0.05)
        return now() - since

    # ------------------------------------------------------------------ what can be done to all of it

    async def damage(self) -> None:
        """Damage an entry of a table; the others have to go on, and it says what is wrong, until it is mended."""
        table = self.rng.choice([*self.people])
        with self.entries() as run:
            ((number, line),) = run(
                'SELECT "number", line FROM keyflower_entries WHERE table_id = ? ORDER BY "number" LIMIT 1',
                table,
            )
            run(
                'UPDATE keyflower_entries SET line = ? WHERE table_id = ? AND "number" = ?',
                "{",
                table,
                number,
            )
        try:
            await asyncio.gather(*(server.kill() for server in self.servers))
            seconds = await self.recovered(now(), without=table)
            assert seconds < 60, "other tables stood still"
            for port in self.ports:
                status, said = await people.asked(port, f"/api/tables/{table}", address=self.address())
                assert status == 409 and b"cannot be opened" in said, (status, said)
        finally:
            with self.entries() as run:
                run(
                    'UPDATE keyflower_entries SET line = ? WHERE table_id = ? AND "number" = ?',
                    line,
                    table,
                    number,
                )

    @contextmanager
    def entries(self) -> Iterator[Callable[..., list[Any]]]:
        """Give what runs a statement in the database of the tables."""
        with closing(self.connected()) as db:

            def run(statement: str, *values: object) -> list[Any]:
                done = db.execute(
                    statement if self.database is None else statement.replace("?", "%s"), values
                )
                return [] if done.description is None else list(done.fetchall())

            yield run
            db.commit()

    def connected(self) -> Any:  # Any: sqlite3 and psycopg are used alike
        """Return a connection to the database of the tables."""
        if self.database is None:
            return sqlite3.connect(self.path, timeout=20)
        import psycopg

        return psycopg.connect(self.database.address())

    async def crowd(self) -> None:
        """Let many windows at a table never read, and many connections say nothing, for a while."""
        port, table = self.rng.choice(self.ports), self.rng.choice([*self.people])
        crowd = [
            asyncio.create_task(people.deaf(port, table, 30, self.address())),
            *(asyncio.create_task(people.silent(port, 100, self.address())) for _ in range(3)),
        ]
        await asyncio.sleep(2)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    async def swap(self) -> None:
        """Let everybody sit down at the other server, and ask both for the table, its tiles and its pictures."""
        for players in self.people.values():
            for person in players:
                await person.move()
        for table, (person, *_) in self.people.items():
            if person.known.ply < 0:
                continue
            rules = person.known.table["rules"]
            for path in (f"/rules/{rules}/tiles.json", f"/rules/{rules}/sprite.svg"):
                answers = {await people.asked(port, path, address=self.address()) for port in self.ports}
                ((status, _),) = answers  # both say the same
                assert status == 200, (path, answers)
            for port in self.ports:
                status, _ = await people.asked(port, f"/api/tables/{table}", address=self.address())
                assert status == 200, table

    async def check(self, tables: Iterable[list[Person]]) -> None:
        """Compare everything that was told at some tables with what is kept."""
        where = str(self.path) if self.database is None else self.database.address()
        told = {players[0].table: [person.heard() for person in players] for players in tables}
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            counts = await asyncio.wrap_future(alone.submit(compare, where, told))
        self.counts = {key: number + counts[key] for key, number in self.counts.items()}

    def waited(self) -> dict[int, float]:
        """Return for how long the servers, their thinking processes and this one have waited for a processor."""
        found = waited([os.getpid()])
        for server in self.servers:
            found |= waited([server.pid, *server.thinkers()])
        return found

    async def leave(self) -> None:
        """Let everybody leave: what is told while somebody compares would seem lost."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def end(self) -> None:
        await self.leave()
        for server in self.servers:
            await asyncio.to_thread(server.end)  # the other store is still being broken
        if self.database is not None:
            await asyncio.to_thread(self.database.end)
        if self.clock is not None:
            self.clock.end()


def faults(world: World) -> dict[str, tuple[int, Fault]]:
    """Return what can be done to a world, by name, and how often it is to be done."""
    rng, servers = world.rng, world.servers

    async def thinkers(number: int) -> None:
        chosen = rng.choice(servers).thinkers()
        for pid in chosen:
            send(pid, number)
        if number == signal.SIGSTOP:
            await asyncio.sleep(2)
            for pid in chosen:
                send(pid, signal.SIGCONT)

    async def jump() -> None:
        assert world.clock is not None
        world.clock.set(rng.choice([-400, -3, -0.05, 0, 0.05, 3, 30, 400]))
        await rng.choice(servers).kill()  # whoever begins looks for old tables at once

    if world.clock is not None:
        return {"set every clock back or ahead, by up to 400 days, and kill a server": (60, jump)}
    found: dict[str, tuple[int, Fault]] = {
        "kill a server": (300, lambda: rng.choice(servers).kill()),
        "stop a server, go on after 3 s": (100, lambda: rng.choice(servers).stop(3)),
        "kill the thinking processes": (20, lambda: thinkers(signal.SIGKILL)),
        "stop the thinking processes for 2 s": (20, lambda: thinkers(signal.SIGSTOP)),
        "damage an entry, kill every server, and mend it when the others go on": (10, world.damage),
        "30 windows that never read and 300 silent connections for 2 s": (10, world.crowd),
    }
    if world.store == "SQLite":
        found["lock the database for 4 s"] = 10, lambda: locked(world.path, 4)
        found["no room on the disk for 3 s"] = 10, lambda: full_disk(servers[0], world.path, 3)
        return found

    async def cut() -> None:
        assert world.database is not None
        await asyncio.to_thread(world.database.cut)

    async def on_the_line(fault: str, seconds: float) -> None:
        assert world.line is not None
        setattr(world.line, fault, True)
        await asyncio.sleep(seconds)
        setattr(world.line, fault, False)

    found["cut every connection to the database, also the one that listens"] = 60, cut
    found["lose every notification of the database for 2 s"] = 60, lambda: on_the_line("loses_notes", 2)
    found["break every connection between COMMIT and its answer for 1 s"] = (
        20,
        lambda: on_the_line("cuts_commits", 1),
    )
    found["swallow all packets to and from the database for 6 s"] = 10, lambda: on_the_line("swallows", 6)
    found["everybody goes to the other server, and asks both for the table and its pictures"] = 20, world.swap
    return found


def send(pid: int, number: int) -> None:
    """Send a signal to a process that may be gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def wanted(name: str, only: list[str]) -> bool:
    return not only or any(words in name for words in only)


def left_of(row: dict[str, Any], revision: str, again: int) -> int:
    """Return how often a fault is still to be done, so often at least with the package as it is now."""
    newest = row.get("newest", {})
    done = newest["times"] if newest.get("revision") == revision else 0
    return max(row["goal"] - row["times"], again - done, 0)


async def break_things(
    store: str, only: list[str], results: dict[str, Any], again: int, *, clock: bool = False
) -> None:
    """Do everything to one kind of store, as often as is still wanted."""
    world = World(store, Random(len(str(results))), clock=clock)
    before = results.setdefault(f"{store}: total", dict(world.counts)).copy()
    rows = {
        name: (results.setdefault(f"{store}: {name}", never()), fault)
        for name, (times, fault) in faults(world).items()
        if wanted(name, only)
    }
    for name, (row, _) in rows.items():
        row["goal"] = faults(world)[name][0]
    revision = page.revision()
    if not any(left_of(row, revision, again) for row, _ in rows.values()):
        return
    try:
        await world.begin()
        while left := {name: n for name, (row, _) in rows.items() if (n := left_of(row, revision, again))}:
            name = max(left, key=lambda one: left[one] / max(again, rows[one][0]["goal"]))
            row, fault = rows[name]
            await world.fill(4)
            await asyncio.sleep(world.rng.uniform(0.05, 0.3))
            begun = now()
            await fault()
            took, before_it = now() - begun, world.waited()
            seconds = await world.recovered(now())
            queued = sum(time - before_it.get(pid, 0) for pid, time in world.waited().items())
            if row.get("newest", {}).get("revision") != revision:
                row["newest"] = {"revision": revision, **nothing()}
            count(row, seconds, queued)
            count(row["newest"], seconds, queued)
            row["revisions"][revision] = row["revisions"].get(revision, 0) + 1
            print(
                f"{store}: {name}: took {took:.1f} s, went on after {seconds:.1f} s, of which {queued:.1f} s waiting "
                f"for a processor; {sum(left.values()) - 1} to go",
                flush=True,
            )
            results[f"{store}: total"] = {key: before[key] + world.counts[key] for key in before}
            page.write(results)
        await asyncio.sleep(1)
    except Exception:  # the other store is broken on: say at once that this one is not
        traceback.print_exc()
        raise
    finally:  # also when it is interrupted
        await world.leave()
        await world.check([*world.finished, *world.people.values()])
        results[f"{store}: total"] = {key: before[key] + world.counts[key] for key in before}
        print(store, results[f"{store}: total"], flush=True)
        page.write(results)
        await world.end()


async def attack(seconds: float, only: list[str], results: dict[str, Any]) -> None:
    """Let honest people play while others attack; measure how long they wait for an answer."""
    world = World("attacks", Random(7))
    await world.begin()
    port, revision = world.ports[0], page.revision()
    victim = await people.opened(world.ports, "127.1.200.1")
    own = await people.opened(world.ports, "127.9.0.1")
    token = own["seats"][0]["link"].partition("#")[2]
    speak = {"type": "speak", "language": "uk"}
    every = [{"type": kind, **SAMPLES.get(kind, {})} for kind in sorted(KINDS)]
    why = {"type": "why", "action": "bid miner R2"}
    attacks: dict[str, Callable[[], list[Any]]] = {
        "nothing": list,
        "64 spectators at a table": lambda: [people.watchers(port, victim["table"], 64, "127.9.0.2")],
        "30 sockets that change the language": lambda: [
            people.flood(port, own["table"], 30, speak, "127.9.0.3", token=token)
        ],
        "30 sockets that ask why": lambda: [
            people.flood(port, own["table"], 30, why, "127.9.0.4", token=token)
        ],
        "30 sockets that talk nonsense": lambda: [people.flood(port, own["table"], 30, [], "127.9.0.5")],
        "30 sockets that send every kind of message in turn": lambda: [
            people.flood(port, own["table"], 30, every, "127.9.0.7", token=token)
        ],
        "30 windows that never read": lambda: [people.deaf(port, own["table"], 30, "127.9.0.8")],
        "6 addresses that ask for pages and pictures": lambda: [
            people.browsing(port, own["table"], f"127.9.2.{number}") for number in range(1, 7)
        ],
        "600 silent sockets from 6 addresses": lambda: [
            people.silent(port, 100, f"127.9.3.{number}", own["table"]) for number in range(1, 7)
        ],
        "1,500 silent connections": lambda: [people.silent(port, 1500, "127.9.0.6")],
        "tables with five strong bots, opened and left, from 3 addresses": lambda: [
            people.opening(port, f"127.9.1.{number}") for number in range(1, 4)
        ],
    }
    attacks["all of these together"] = lambda: [one for make in [*attacks.values()][1:-1] for one in make()]
    try:
        for name, make in attacks.items():
            key = f"attack: {name}"
            if not wanted(name, only) or results.get(key, {}).get("revision") == revision:
                continue
            await world.fill(6, pause=0.15)
            running = [asyncio.create_task(one) for one in make()]
            await asyncio.sleep(3)
            honest = [person for players in (*world.people.values(), *world.finished) for person in players]
            for person in honest:
                person.waits.clear()
            begun = now()
            link = victim["seats"][1]["link"]
            joined = Person(world.ports, link, "127.1.200.2", Random(1), 9.0)
            joining = asyncio.create_task(joined.play())
            while joined.known.ply < 0 and now() - begun < 60:
                await asyncio.sleep(0.01)
            join = now() - begun
            end = now() + seconds
            while now() < end:
                await world.fill(6, pause=0.15)
                await asyncio.sleep(0.2)
            honest = [person for players in (*world.people.values(), *world.finished) for person in players]
            waits = sorted(wait for person in honest for wait in person.waits)
            for task in (*running, joining):
                task.cancel()
            await asyncio.gather(*running, joining, return_exceptions=True)
            results[key] = {
                "answers": len(waits),
                "median": round(1000 * statistics.median(waits)) if waits else -1,
                "95 %": round(1000 * waits[int(len(waits) * 0.95)]) if waits else -1,
                "join": round(join, 2),
                "load": round(load(), 1),
                "revision": revision,
            }
            print(key, results[key], flush=True)
            page.write(results)
        await world.leave()
        await world.check([*world.finished, *world.people.values()])
        print("attacks", world.counts, flush=True)
        before = results.get("attacks: total", {})
        results["attacks: total"] = {key: before.get(key, 0) + new for key, new in world.counts.items()}
        page.write(results)
    finally:
        await world.end()


async def everything(
    stores: list[str], only: list[str], seconds: float, results: dict[str, Any], again: int
) -> None:
    """Break both stores, then set their clocks, then attack."""
    kinds = [store for store in ("SQLite", "PostgreSQL") if store in stores]
    for clock in (False, True):
        broken = (break_things(store, only, results, again, clock=clock) for store in kinds)
        for problem in await asyncio.gather(*broken, return_exceptions=True):  # each ends in its own time
            if problem is not None:
                raise problem
    if "attacks" in stores:
        await attack(seconds, only, results)


def interrupt(*_: object) -> None:
    """End as Ctrl-C does, so that what was told is still compared; once, however often it is asked."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.kill(os.getpid(), signal.SIGINT)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20, help="how long each attack goes on")
    parser.add_argument(
        "--only", default=[], action="append", help="faults and attacks with these words; may be repeated"
    )
    parser.add_argument("--store", choices=["SQLite", "PostgreSQL", "attacks"], action="append")
    parser.add_argument(
        "--again", type=int, default=0, help="try each fault at least so often with the package as it is now"
    )
    chosen = parser.parse_args()
    results = page.read()
    stores = chosen.store or ["SQLite", "PostgreSQL", "attacks"]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell makes it deaf
    signal.signal(signal.SIGTERM, interrupt)
    with suppress(KeyboardInterrupt):
        asyncio.run(everything(stores, chosen.only, chosen.seconds, results, chosen.again))


if __name__ == "__main__":
    main()

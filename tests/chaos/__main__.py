"""``python -m tests.chaos [--times 20] [--only kill] [--seconds 20]``: break everything, one thing at a time.

The results are added up in ``build/chaos/results.json`` and written to ``docs/howto/chaos.inc``; it may be interrupted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import statistics
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from keyflower.facade.event_log import EventLog
from keyflower.web.protocol import digests
from keyflower.web.stores import open_store
from tests.chaos import people
from tests.chaos.machines import Database, Line, ServerProcess, full_disk, load, locked, now
from tests.chaos.people import Person

FOLDER = Path("build/chaos")
RESULTS = FOLDER / "results.json"
PAGE = Path("docs/howto/chaos.inc")
GOAL = 10.0
Fault = Callable[[], Awaitable[object]]


class World:
    """Servers, a store, and tables that are being played."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name, self.rng = name, rng
        self.servers: list[ServerProcess] = []
        self.people: dict[str, list[Person]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.finished: list[list[Person]] = []
        self._addresses = 0

    async def begin(self) -> None:
        folder = FOLDER / self.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.path = (folder / "t.sqlite3").absolute()
        self.database: Database | None = None
        self.line: Line | None = None
        if self.name == "PostgreSQL":
            self.database = Database()
            self.line = Line(self.database.port)
            await self.line.begin()
            where = [self.database.address(self.line.port)] * 2
        else:
            where = [str(self.path)]
        for number, one in enumerate(where):
            log = folder / f"server{number}.log"
            self.servers.append(await asyncio.to_thread(ServerProcess, one, log))

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def address(self) -> str:
        self._addresses += 1
        return f"127.1.{self._addresses // 250}.{self._addresses % 250 + 1}"

    async def fill(self, tables: int, pause: float = 0.03) -> None:
        """See to it that so many tables are being played."""
        for table, players in [*self.people.items()]:
            if any(person.over for person in players):
                self.finished.append(self.people.pop(table))
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

    async def recovered(self, since: float) -> float:
        """Return after how many seconds every table has gone on."""
        while now() - since < 60:
            waiting = [
                players
                for players in self.people.values()
                if not any(person.since > since or person.over for person in players)
            ]
            if not waiting:
                break
            await asyncio.sleep(0.05)
        return now() - since

    def check(self) -> dict[str, int]:
        """Compare everything that was told with what is kept."""
        where = str(self.path) if self.database is None else self.database.address()
        store = open_store(where, own=False)
        counts = {"tables": 0, "told": 0, "lost": 0, "unknown": 0}
        for players in (*self.finished, *self.people.values()):
            saved = store.read(players[0].table)
            assert saved is not None
            game = EventLog.loads(saved.text).replay()  # a doubled action would be refused here
            entries = [moment.entry for moment in game.moments]
            counts["tables"] += 1
            for seat, person in enumerate(players):
                kept = [*digests(entries, seat)]
                wrong = [
                    ply for ply, digest in person.told.items() if ply >= len(kept) or kept[ply] != digest
                ]
                wrong += [ply for ply in person.stored if ply >= len(kept)]
                counts["told"] += len(person.told) + len(person.stored)
                counts["lost"] += len(wrong)
                counts["unknown"] += person.unknown
        store.close()
        return counts

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for server in self.servers:
            server.end()
        if self.database is not None:
            self.database.end()


def faults(world: World) -> dict[str, Fault]:
    """Return what can be done to a world, by name."""
    rng, servers = world.rng, world.servers

    async def thinkers(number: int) -> None:
        for pid in rng.choice(servers).thinkers():
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        if number == signal.SIGSTOP:
            await asyncio.sleep(2)
            await thinkers(signal.SIGCONT)

    found: dict[str, Fault] = {
        "kill a server": lambda: rng.choice(servers).kill(),
        "stop a server, go on after 3 s": lambda: rng.choice(servers).stop(3),
        "kill the thinking processes": lambda: thinkers(signal.SIGKILL),
        "stop the thinking processes for 2 s": lambda: thinkers(signal.SIGSTOP),
    }
    if world.database is None:
        found["lock the database for 4 s"] = lambda: locked(world.path, 4)
        found["no room on the disk for 3 s"] = lambda: full_disk(servers[0], world.path, 3)
        return found
    database, line = world.database, world.line
    assert line is not None

    async def cut() -> None:
        await asyncio.to_thread(database.cut)

    async def swallow() -> None:
        line.swallows = True
        await asyncio.sleep(6)
        line.swallows = False

    async def between() -> None:
        line.cuts_commits = True
        await asyncio.sleep(1)
        line.cuts_commits = False

    found["cut every connection to the database, also the one that listens"] = cut
    found["swallow all packets to and from the database for 6 s"] = swallow
    found["break every connection between COMMIT and its answer for 1 s"] = between
    return found


async def break_things(store: str, times: int, only: str, results: dict[str, Any]) -> None:
    """Do everything to one kind of store, as often as is still wanted."""
    world = World(store, Random(len(str(results))))
    await world.begin()
    try:
        for name, fault in faults(world).items():
            row = results.setdefault(f"{store}: {name}", {"times": 0, "longest": 0.0, "late": 0, "load": 0.0})
            while only in name and row["times"] < times:
                await world.fill(4)
                await asyncio.sleep(world.rng.uniform(0.1, 0.8))
                await fault()
                seconds = await world.recovered(now())
                row["times"] += 1
                row["longest"] = max(row["longest"], round(seconds, 1))
                row["late"] += seconds > GOAL
                row["load"] = max(row["load"], round(load(), 1))
                print(f"{store}: {name} {row['times']}/{times}: {seconds:.1f} s", flush=True)
                write(results)
        await asyncio.sleep(1)
    finally:  # also when it is interrupted
        total = results.setdefault(f"{store}: total", {"tables": 0, "told": 0, "lost": 0, "unknown": 0})
        for key, number in world.check().items():
            total[key] += number
        print(store, total, flush=True)
        write(results)
        await world.end()


async def attack(seconds: float, only: str, results: dict[str, Any]) -> None:
    """Let honest people play while others attack; measure how long they wait for an answer."""
    world = World("SQLite", Random(7))
    await world.begin()
    port = world.ports[0]
    victim = await people.opened(world.ports, "127.1.200.1")
    own = await people.opened(world.ports, "127.9.0.1")
    token = own["seats"][0]["link"].partition("#")[2]
    speak = {"type": "speak", "language": "uk"}
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
        "1,500 silent connections": lambda: [people.silent(port, 1500, "127.9.0.6")],
        "tables with five strong bots, opened and left, from 3 addresses": lambda: [
            people.opening(port, f"127.9.1.{number}") for number in range(1, 4)
        ],
    }
    attacks["all of these together"] = lambda: [one for make in [*attacks.values()][1:-1] for one in make()]
    try:
        for name, make in attacks.items():
            key = f"attack: {name}"
            if only not in name or results.get(key):
                continue
            await world.fill(6, pause=0.15)
            running = [asyncio.create_task(one) for one in make()]
            await asyncio.sleep(3)
            honest = [person for players in world.people.values() for person in players]
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
            }
            print(key, results[key], flush=True)
            write(results)
        counts = await asyncio.to_thread(world.check)
        print("attacks", counts, flush=True)
        results["attack total"] = counts
        write(results)
    finally:
        await world.end()


def write(results: dict[str, Any]) -> None:
    """Keep the results, and write the page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1))
    lines = ["| fault | times | longest until every table went on | over 10 s |", "|---|---|---|---|"]
    for name, row in results.items():
        if "longest" in row and row["times"]:
            lines.append(f"| {name} | {row['times']} | {row['longest']} s | {row['late']} |")
    lines += [
        "",
        '| store | tables | entries told | lost or changed | answered "unknown" |',
        "|---|---|---|---|---|",
    ]
    for name, row in results.items():
        if name.endswith("total"):
            shown = name.removesuffix(": total").removesuffix(" total")
            lines.append(
                f"| {shown} | {row['tables']} | {row['told']:,} | {row['lost']} | {row['unknown']} |"
            )
    lines += [
        "",
        "| what attackers do meanwhile | answers | median answer of honest seats | 95 % | a seat sits down in | load |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in results.items():
        if name.startswith("attack:"):
            lines.append(
                f"| {name.removeprefix('attack: ')} | {row['answers']} | {row['median']} ms | {row['95 %']} ms "
                f"| {row['join']} s | {row['load']} |"
            )
    busiest = max((row.get("load", 0) for row in results.values()), default=0)
    lines += [
        "",
        f"All of it on one machine with {os.cpu_count()} cores, which were busy with other work as well (the load was "
        f"up to {busiest:g}): times are upper bounds, not measurements of a quiet machine.",
        "",
    ]
    PAGE.write_text("\n".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=60, help="how often each fault is wanted in all")
    parser.add_argument("--seconds", type=float, default=20, help="how long each attack goes on")
    parser.add_argument("--only", default="", help="faults and attacks with these words")
    parser.add_argument("--store", choices=["SQLite", "PostgreSQL", "attacks"], action="append")
    chosen = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for store in chosen.store or ["SQLite", "PostgreSQL", "attacks"]:
        if store == "attacks":
            asyncio.run(attack(chosen.seconds, chosen.only, results))
        else:
            asyncio.run(break_things(store, chosen.times, chosen.only, results))


if __name__ == "__main__":
    main()

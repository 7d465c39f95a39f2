"""What is broken: servers in processes of their own, a database, and the line between them."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

STARTER = """
import os, signal, sys
from keyflower.web.limits import Limits
from keyflower.web.main import serve
import keyflower.web.postgres

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    port, database, log = line.split()
    pid = os.fork()
    if pid:
        print(port, "pid", pid, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 2)
    say = lambda text: print(port, text, flush=True)
    try:
        serve(port=int(port), database=database, limits=Limits(bot_pause=0.05), say=say)
    finally:
        print(port, "ended", flush=True)
"""
"""Starts servers by forking, because a killed one is then back without importing everything again."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class ServerProcess:
    """`keyflower serve` in a process of its own, always at the same port."""

    def __init__(self, database: str, log: Path, clock: Clock | None = None) -> None:
        self.port = free_port()
        self._asked = f"{self.port} {database} {log.absolute()}\n"
        self._starter = subprocess.Popen(
            [sys.executable, "-c", STARTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(clock.environment if clock else {})},
        )
        self.pid = self._begun()

    def _begun(self) -> int:
        assert self._starter.stdin is not None and self._starter.stdout is not None
        self._starter.stdin.write(self._asked)
        self._starter.stdin.flush()
        pid, ready = 0, False
        while not (pid and ready):
            line = self._starter.stdout.readline()
            assert line and "ended" not in line, f"the server ended before it was ready: {self._asked}"
            if " pid " in line:
                pid = int(line.split()[2])
            ready = ready or "Open" in line
        return pid

    async def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        while Path(f"/proc/{self.pid}").exists():
            await asyncio.sleep(0.01)
        self.pid = await asyncio.to_thread(self._begun)

    async def stop(self, seconds: float) -> None:
        os.kill(self.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(self.pid, signal.SIGCONT)

    def thinkers(self) -> list[int]:
        """Return the processes in which its bots think."""
        found = []
        with suppress(OSError):  # a process or a thread that is gone
            for thread in Path(f"/proc/{self.pid}/task").iterdir():
                for child in (thread / "children").read_text().split():
                    if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
        return found

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._starter.kill()
        self._starter.wait()


class Clock:
    """A wall clock that can be set, for processes that are started with its environment."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="keyflower-clock-"))
        self._folder.chmod(0o755)  # the database is run by somebody else
        self._file, library = self._folder / "seconds", self._folder / "clock.so"
        self.set(0)
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source)], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CHAOS_CLOCK": str(self._file)}

    def set(self, days: float) -> None:
        """Set the clock so many days before or after the true time."""
        with open(self._file, "r+b" if self._file.exists() else "wb") as file:
            file.write(round(86_400 * days).to_bytes(8, sys.byteorder, signed=True))

    def end(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


class Database:
    """A PostgreSQL cluster of our own, on this machine only."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._environment = {**os.environ, **(clock.environment if clock else {})}
        self.folder = Path(tempfile.mkdtemp(prefix="keyflower-chaos-"))
        self.port = free_port()
        os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1) if os.geteuid() == 0 else None
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "keyflower")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run(
            "pg_ctl",
            "-D",
            str(self.folder / "data"),
            "-w",
            "-l",
            str(self.folder / "log"),
            "-o",
            options,
            "start",
        )

    def _run(self, name: str, *arguments: str) -> None:
        tool = shutil.which(name) or str(next(Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))
        as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        subprocess.run(
            [*as_whom, tool, *arguments],
            check=True,
            capture_output=True,
            cwd=self.folder,
            env=self._environment,
        )

    def address(self, port: int | None = None) -> str:
        plain = "sslmode=disable&gssencmode=disable"  # so that a line can read what it carries
        return f"postgresql://keyflower@127.0.0.1:{port or self.port}/postgres?{plain}"

    def cut(self) -> int:
        """Cut every connection of the servers, that which listens too; return how many."""
        import psycopg

        with psycopg.connect(self.address(), autocommit=True) as db:
            return len(
                db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'keyflower'"
                ).fetchall()
            )

    def end(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


class Line:
    """A line between servers and their database that can swallow what it carries, or be cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self.port = 0
        self.swallows = False
        self.cuts_commits = False
        self.cut_commits = 0
        self.loses_notes = False
        self.lost_notes = 0
        self._open: set[asyncio.StreamWriter] = set()

    async def begin(self) -> None:
        server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._open |= {writer, far_writer}
        cut = asyncio.Event()
        tasks = [
            asyncio.create_task(self._pass(reader, far_writer, cut, asks=True)),
            asyncio.create_task(self._pass(far_reader, writer, cut, asks=False)),
        ]
        with suppress(asyncio.CancelledError):  # the world ends
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for one in (writer, far_writer):
            self._open.discard(one)
            one.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cut: asyncio.Event, *, asks: bool
    ) -> None:
        rest = bytearray()
        while data := await reader.read(65536):
            if self.swallows:
                continue
            if not asks:
                data = self._without_notes(rest, data)
            if not asks and cut.is_set():
                return  # the answer to a commit is lost, and the connection with it
            if asks and self.cuts_commits and b"COMMIT" in data:
                cut.set()
                self.cut_commits += 1
            writer.write(data)
            await writer.drain()

    def _without_notes(self, rest: bytearray, data: bytes) -> bytes:
        """Return the whole messages in what PostgreSQL has sent, as long as it should without the notifications."""
        rest += data
        passed = bytearray()
        while len(rest) >= 5 and len(rest) > (size := int.from_bytes(rest[1:5])):
            if rest[0] == ord("A") and self.loses_notes:
                self.lost_notes += 1
            else:
                passed += rest[: size + 1]
            del rest[: size + 1]
        return bytes(passed)


async def locked(path: Path, seconds: float) -> None:
    """Lock a SQLite file for a while."""
    import sqlite3

    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    db.execute("BEGIN IMMEDIATE")
    try:
        await asyncio.sleep(seconds)
    finally:
        db.close()


async def full_disk(server: ServerProcess, path: Path, seconds: float) -> None:
    """Let no file of a server grow for a while."""
    import resource

    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size, path.with_name(path.name + "-wal").stat().st_size) // 2
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        await asyncio.sleep(seconds)
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def waited(pids: Iterable[int]) -> dict[int, float]:
    """Return for how many seconds processes have waited for a processor."""
    found = {}
    for pid in pids:
        with suppress(OSError):
            found[pid] = int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    return found


def load() -> float:
    return os.getloadavg()[0]


def now() -> float:
    return time.monotonic()

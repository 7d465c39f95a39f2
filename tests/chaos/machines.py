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
from contextlib import suppress
from pathlib import Path

SERVER = """
import sys
from keyflower.web.limits import Limits
from keyflower.web.main import serve

port, database = int(sys.argv[1]), sys.argv[2]
say = lambda text: print(text, flush=True)
serve(port=port, database=database, limits=Limits(bot_pause=0.05), say=say)
"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class ServerProcess:
    """`keyflower serve` in a process of its own, always at the same port."""

    def __init__(self, database: str, log: Path) -> None:
        self.port = free_port()
        self._database, self._log = database, log
        self.process = self._begun()

    def _begun(self) -> subprocess.Popen[str]:
        with open(self._log, "a") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVER, str(self.port), self._database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert process.stdout is not None
        while "Open" not in (line := process.stdout.readline()):
            assert line, f"the server ended before it was ready: see {self._log}"
        return process

    async def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process = await asyncio.to_thread(self._begun)

    async def stop(self, seconds: float) -> None:
        self.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)

    def thinkers(self) -> list[int]:
        """Return the processes in which its bots think."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-f", "spawn_main"],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in found.stdout.split()]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


class Database:
    """A PostgreSQL cluster of our own, on this machine only."""

    def __init__(self) -> None:
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
        subprocess.run([*as_whom, tool, *arguments], check=True, capture_output=True, cwd=self.folder)

    def address(self, port: int | None = None) -> str:
        return f"postgresql://keyflower@127.0.0.1:{port or self.port}/postgres"

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
        while data := await reader.read(65536):
            if self.swallows:
                continue
            if not asks and cut.is_set():
                return  # the answer to a commit is lost, and the connection with it
            if asks and self.cuts_commits and b"COMMIT" in data:
                cut.set()
                self.cut_commits += 1
            writer.write(data)
            await writer.drain()


async def locked(path: Path, seconds: float) -> None:
    """Lock a SQLite file for a while."""
    import sqlite3

    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    db.execute("BEGIN IMMEDIATE")
    await asyncio.sleep(seconds)
    db.execute("ROLLBACK")
    db.close()


async def full_disk(server: ServerProcess, path: Path, seconds: float) -> None:
    """Let no file of a server grow for a while."""
    import resource

    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size, path.with_name(path.name + "-wal").stat().st_size) // 2
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    await asyncio.sleep(seconds)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def load() -> float:
    return os.getloadavg()[0]


def now() -> float:
    return time.monotonic()

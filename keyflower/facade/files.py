"""Files: written whole or not at all, and read up to a limit.

Whatever happens while a file is written (a full disk, a lost machine, a killed process, a second writer), the
path holds either what was there before or everything that was to be written.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from errno import EISDIR, errorcode
from pathlib import Path
from time import time
from types import ModuleType

from keyflower.kernel.errors import LogError
from keyflower.kernel.text import Message, name, phrase
from keyflower.kernel.values import frozen

_LONGEST_WRITE = 3600
"""No file is being written for longer than this, in seconds; used only where files cannot be locked."""


def trouble(error: OSError) -> Message:
    """Return the error message of the system, in a form that can be translated."""
    return name("system", errorcode.get(error.errno or 0, ""), error.strerror or str(error))


def save_text(path: str | os.PathLike[str], text: str, *, private: bool = False) -> None:
    """Write a text file: into a new file beside it, onto the disk, and only then in its place.

    A link is followed. Anything but a regular file, such as a pipe, is written to directly. No folder is made.

    Args:
        path: the file.
        text: what it will hold.
        private: nobody else on this machine may read it, not even while it is written; otherwise a file that was
            there keeps its rights, and a new one has the usual ones.

    Raises:
        OSError: if it cannot be written; an existing file is untouched.
        ValueError: if the path is not possible, or the text cannot be written as UTF-8.
    """
    save_bytes(path, text.encode("utf-8"), private=private)


def save_bytes(path: str | os.PathLike[str], data: bytes, *, private: bool = False) -> None:
    """Write a file as `save_text` does."""
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as pipe:
            pipe.write(data)
        return
    _clear_old(target)
    beside, number = _new_beside(target, 0o600 if private else 0o666)
    try:
        with open(number, "wb", closefd=_locks() is None) as file:  # locked until it has its name
            file.write(data)
            file.flush()
            os.fsync(number)
        if mode is not None and not private:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    finally:
        if _locks() is not None:
            os.close(number)
    _sync_folder(target.parent)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise what `save_text` would raise if a file cannot be written; to be asked before long work."""
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), os.fspath(path))
    if mode is None or stat.S_ISREG(mode):
        beside, number = _new_beside(target, 0o600)
        os.close(number)
        beside.unlink()


def _locks() -> ModuleType | None:
    """Return the module that locks files; there is none on Windows."""
    try:
        import fcntl
    except ImportError:
        return None
    return fcntl


def _lock(number: int) -> bool:
    """Lock an open file until it is closed or the process ends; return whether nobody else holds it."""
    locks = _locks()
    if locks is None:
        return True
    try:
        locks.flock(number, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


@frozen
class Claim:
    """A file that one process works with for a while, so that no other process writes it."""

    lock: Path
    """What is locked: a small file beside it."""
    number: int | None
    """The open file; `None` where nothing can be written anyway."""

    def release(self) -> None:
        """Leave the file to others."""
        if self.number is not None:
            with suppress(OSError):
                self.lock.unlink()
            with suppress(OSError):
                os.close(self.number)


def claimed(path: str | os.PathLike[str]) -> Claim | None:
    """Take a file until it is released or the process ends; return `None` if another process has taken it."""
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name[:100]}.lock")
    while True:
        try:
            number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except (OSError, ValueError):
            return Claim(lock, None)
        if not _lock(number):
            os.close(number)
            return None
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), os.stat(lock)):
                return Claim(lock, number)
        os.close(number)  # it was released a moment ago, and the lock removed


def _new_beside(target: Path, rights: int) -> tuple[Path, int]:
    """Open a new file beside another; it stays locked while somebody writes it, so that nobody clears it away."""
    while True:
        beside = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.part")
        try:
            number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights)
        except OSError as error:
            error.filename = os.fspath(target)
            raise
        if _lock(number) and os.fstat(number).st_nlink:
            return beside, number
        os.close(number)  # another process was faster and removed it as an old one


def _clear_old(target: Path) -> None:
    """Remove temporary files that killed writers have left beside a file, but none that is still being written."""
    old = re.compile(rf"\.{re.escape(target.name[:100])}\.[0-9a-f]{{16}}\.part")
    with suppress(OSError), os.scandir(target.parent) as entries:
        for path in [Path(entry.path) for entry in entries if old.fullmatch(entry.name)]:
            with suppress(OSError):
                _clear(path)


def _clear(path: Path) -> None:
    if _locks() is None:
        if time() - path.stat().st_mtime > _LONGEST_WRITE:
            path.unlink()
        return
    number = os.open(path, os.O_RDONLY)
    try:
        if _lock(number):
            path.unlink()
    finally:
        os.close(number)


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name is on the disk too, if the system can do that for folders."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(number)
    except OSError:
        pass
    finally:
        os.close(number)


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """Read a file up to a limit in bytes, so that an endless file is an error and does not fill the memory.

    Raises:
        LogError: if there is more.
        OSError: if it cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise LogError(
            phrase(
                "{path} has more than {limit} bytes, more than any game needs",
                path=os.fspath(path),
                limit=f"{limit:,}",
            )
        )
    return data

"""Files: written whole or not at all, and read up to a limit.

Whatever happens while a file is written (a full disk, a lost machine, a killed process, a second writer), the
path holds either what was there before or everything that was to be written.
"""

from __future__ import annotations

import os
import stat
from errno import errorcode
from pathlib import Path

from keyflower.kernel.errors import LogError
from keyflower.kernel.wording import Message, name, phrase


def trouble(error: OSError) -> Message:
    """Return what the system says is wrong, in a form that can be told in other languages."""
    return name("system", errorcode.get(error.errno or 0, ""), error.strerror or str(error))


def save_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file: into a new file beside it, onto the disk, and only then in its place.

    A link is followed. Anything but a regular file, such as a pipe, is written to directly. No folder is made.

    Raises:
        OSError: if it cannot be written; what was there before is untouched.
        ValueError: if the path is not possible, or the text cannot be written as UTF-8.
    """
    save_bytes(path, text.encode("utf-8"))


def save_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file as `save_text` does."""
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as pipe:
            pipe.write(data)
        return
    beside = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.part")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(number)
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


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

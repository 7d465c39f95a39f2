"""`LogFiles`: logs of any game that are saved to files and loaded from them."""

from __future__ import annotations

import os
from typing import Any, Self

from keyflower.kernel.log.parser import LONGEST_LOG


class LogFiles:
    """What a class of logs derives from, before `BaseEventLog`, to be saved and loaded."""

    dumps: Any  # Any: the method of the log
    loads: Any  # Any: as above

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the log to a file atomically: completely or not at all.

        Raises:
            OSError: if it cannot be written; what was there before is untouched.
            LogError: if the game has a chance source that cannot be saved.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     log.save(Path(folder) / "game.jsonl")
        ...     type(log).load(Path(folder) / "game.jsonl") == log
        True
        """
        from keyflower.facade.files import save_text

        save_text(path, self.dumps())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a log from a file.

        Raises:
            OSError: if the file cannot be read.
            LogError: with line and reason, if the log is invalid.
        """
        from keyflower.facade.files import read_bytes

        log: Self = cls.loads(read_bytes(path, LONGEST_LOG))
        return log

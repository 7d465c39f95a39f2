"""`LogFiles`: logs of any game that are saved to files, loaded from them and read as data frames."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from keyflower.kernel.log.parser import LONGEST_LOG

if TYPE_CHECKING:
    import polars


class LogFiles:
    """Adds `save`, `load` and `frame` to a class of logs; derive from it before `BaseEventLog`."""

    dumps: Any  # Any: the method of the log
    loads: Any  # Any: as above
    rows: Any  # Any: as above

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the log to a file atomically: completely or not at all.

        Raises:
            OSError: if it cannot be written; an existing file is untouched.
            LogError: if the game has a source of chance that cannot be saved.

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
            LogError: if the log is invalid, with line and reason.
        """
        from keyflower.facade.files import read_bytes

        log: Self = cls.loads(read_bytes(path, LONGEST_LOG))
        return log

    def frame(self) -> polars.DataFrame:
        """Return the rows as a data frame of polars; needs the extra ``analysis``.

        >>> log.frame().height == len(log.rows())
        True

        Raises:
            MissingExtra: if polars is not there.
        """
        # frames are made in a layer above, so their maker is looked up when somebody asks for one
        frame: polars.DataFrame = import_module("keyflower.simulate.frames").frame_of(self.rows())
        return frame

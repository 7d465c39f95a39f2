"""The log of a server: one JSON object per line, without secrets; repeated lines are counted instead of written."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from time import monotonic
from typing import Final

from keyflower.kernel.json_text import compact

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
_OFTEN: Final = 5
"""How many equal lines are written ..."""
_WHILE: Final = 10.0
"""... within this many seconds; the rest is counted."""


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, message, and all additional fields of the record."""
        more = {
            key: value if isinstance(value, int | float | str) else str(value)
            for key, value in vars(record).items()
            if key not in _USUAL
        }
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **more,
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return compact(
            {key: str(value) if isinstance(value, float) else value for key, value in line.items()}
        )


class Sparing(logging.Filter):
    """Passes equal lines only a few times, then counts them, so that an outage does not fill the disk."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin to count."""
        super().__init__()
        self._clock = clock
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written; the first one after a silence says how many were not."""
        text, now = f"{record.name} {record.msg}", self._clock()
        since, number = self._seen.get(text, (now, 0))
        if now - since > _WHILE:
            if number > _OFTEN:
                record.left_out = number - _OFTEN
            since, number = now, 0
        self._seen[text] = (since, number + 1)
        if len(self._seen) > 1_000:
            self._seen.clear()
        return number < _OFTEN


def begin_to_write(level: int = logging.INFO) -> None:
    """Write the messages of the server and its libraries to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Sparing())
    for name in ("keyflower.web", "uvicorn.error", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level if name == "keyflower.web" else logging.WARNING)

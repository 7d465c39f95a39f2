"""`LogWriter`: writes a log line by line, so that a store can take each entry as it happens."""

from __future__ import annotations

from typing import Any

from keyflower.kernel.chance import Chance
from keyflower.kernel.json_text import compact, digested
from keyflower.kernel.log.entry import Entry, entry_to_data
from keyflower.kernel.log.lines import SUM, Thread, header_to_data
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.values import frozen


@frozen
class LogWriter:
    """How far a log has been written: the digest of all lines so far, and the chance source.

    Writing a line returns the line and the pen for the next one; the text is that of `EventLog.lines`.
    """

    match: BaseMatch[Any]  # Any: the rules of any game
    """Rules and players."""
    total: str
    """The digest of all lines so far."""
    thread: Thread
    """The chance source as it was last written."""
    number: int = 0
    """The number of the next entry."""

    @staticmethod
    def begin(match: BaseMatch[Any], *, viewer: int | None = None) -> tuple[str, LogWriter]:  # Any: as above
        """Return the header of a log and the pen for its first entry."""
        header = compact(header_to_data(match, viewer))
        return header, LogWriter(match, digested(header), Thread(match.origin))

    def write(self, entry: Entry, chance: Chance | None) -> tuple[str, LogWriter]:
        """Return the line of the next entry and the pen for the one after it.

        Args:
            entry: what happened.
            chance: the chance source afterwards; `None` in a redacted log.
        """
        data = entry_to_data(self.match.codec(), entry)
        data["kind"] = "entry"
        data["number"] = self.number
        thread = self.thread
        if chance is not None:
            data["chance"], thread = thread.after(len(entry.answers)).told(chance)
        body = compact(data)
        total = digested(self.total + body)
        line = f'{body[:-1]}{SUM}{total}"}}'  # "sum" is the last of the sorted keys
        return line, LogWriter(self.match, total, thread, self.number + 1)

"""Reading the text of a log: line by line, strictly, within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from keyflower.engine.chance import Chance
from keyflower.extend.expansion import Expansion
from keyflower.facade import states
from keyflower.facade.codec import entry_from_data
from keyflower.facade.game import Setting
from keyflower.facade.json_text import compact, digested, read, shown
from keyflower.facade.log import Entry, EventLog
from keyflower.facade.log_lines import FORMAT, NO_CHANCE, SUM, Thread, format_of, lifted, setting_from_data
from keyflower.facade.states import Data
from keyflower.model.events import GameEnded
from keyflower.model.positions import PositionGiven
from keyflower.vocabulary.errors import LogError

MOST_ENTRIES: Final = 20_000
"""No log has more entries; what has more is refused."""
LONGEST_LOG: Final = 20_000_000
"""No log has more characters or bytes."""

_SUM_LENGTH: Final = len(SUM) + 16 + len('"}')
_ENTRY_KEYS: Final = frozenset({"kind", "number", "seat", "action", "events", "answers", "chance", "sum"})
_ENTRY_NEEDS: Final = frozenset({"kind", "number", "seat", "action", "events"})
_FOOTER: Final = frozenset({"kind", "entries", "totals", "winners"})


def _decoded(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise LogError(f"a log is text or bytes, not {type(text).__name__}")
    if len(text) > LONGEST_LOG:
        raise LogError(f"a log of {len(text)} characters is too long: the most are {LONGEST_LOG}")
    try:
        if isinstance(text, bytes):
            return text.decode("utf-8")
        text.encode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise LogError("it is not UTF-8", line) from None
    except UnicodeEncodeError as error:
        line = error.object[: error.start].count("\n") + 1
        raise LogError("it has half of a character", line) from None
    return text


def _split(text: str) -> Iterator[str]:
    """Iterate the lines one by one, so that a refused log is not split to its end."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def read_log(text: str | bytes, expansions: tuple[Expansion, ...]) -> EventLog:
    """Read a log of this or an older format.

    Raises:
        LogError: with line and reason.
    """
    reader = _Reader(expansions)
    for number, line in enumerate(_split(_decoded(text)), start=1):
        try:
            reader.take(line)
        except LogError as error:
            raise LogError(error.reason, number) from None
    return reader.finished()


class _Reader:
    """Reads a log line by line; nothing of it is seen before the last line was right."""

    def __init__(self, expansions: tuple[Expansion, ...]) -> None:
        self._expansions = expansions
        self._setting: Setting | None = None
        self._viewer: int | None = None
        self._format = FORMAT
        self._thread = Thread(NO_CHANCE)
        self._sum = ""
        self._entries: list[Entry] = []
        self._chances: list[Chance] = []
        self._closed = False

    def take(self, line: str) -> None:
        if self._closed:
            raise LogError("there is something behind the footer")
        data = read(line)
        if self._setting is None:
            self._header(data)
        elif type(data) is dict and data.get("kind") == "footer":
            self._footer(lifted(data, "footer", self._format))
        elif type(data) is dict and data.get("kind") == "entry":
            self._entry(lifted(data, "entry", self._format), line, self._setting)
        else:
            kind = shown(data.get("kind")) if type(data) is dict else shown(data)
            raise LogError(f"it is neither an entry nor the footer, but {kind}")

    def _header(self, data: object) -> None:
        self._format = format_of(data)
        assert isinstance(data, dict)
        self._setting, self._viewer = setting_from_data(
            lifted(data, "header", self._format), self._expansions
        )
        self._thread = Thread(self._setting.origin)
        self._sum = digested(compact(data))

    def _entry(self, data: Data, line: str, setting: Setting) -> None:
        found = states.keyed(data, "line of an entry", _ENTRY_NEEDS, _ENTRY_KEYS)
        number = len(self._entries)
        if number >= MOST_ENTRIES:
            raise LogError(f"more than {MOST_ENTRIES} entries are too many")
        if states.whole_from_data(found["number"]) != number:
            raise LogError(f"entry {number} is expected here, not entry {found['number']}")
        if number and self._entries[-1].ended is not None:
            raise LogError("the game was over before this entry")
        self._check_sum(found, line)
        plain = {key: value for key, value in found.items() if key in ("seat", "action", "events", "answers")}
        entry = entry_from_data(setting.ruleset, plain)
        _check_entry(entry, number, len(setting.players), self._viewer)
        if self._viewer is None:
            if "chance" not in found:
                raise LogError("the chance source of a whole log is missing")
            chance, self._thread = self._thread.after(len(entry.answers)).heard(found["chance"])
            self._chances.append(chance)
        elif "chance" in found:
            raise LogError("a redacted log must not tell the chance source")
        self._entries.append(entry)

    def _check_sum(self, found: Data, line: str) -> None:
        """Compare the digest with the line as it stands, or as it would be written."""
        if self._format < FORMAT:
            return
        told = found.get("sum")
        if type(told) is not str or len(told) != 16:
            raise LogError("the digest 'sum' is missing or no digest")
        body = line[:-_SUM_LENGTH] + "}"
        total = digested(self._sum + body)
        if total != told or not line.endswith(f'{SUM}{told}"}}'):
            body = compact({key: value for key, value in found.items() if key != "sum"})
            total = digested(self._sum + body)
        if total != told:
            raise LogError("the digest does not fit: this line or one before was changed, moved or left out")
        self._sum = total

    def _footer(self, data: Data) -> None:
        found = states.keyed(data, "footer", _FOOTER, _FOOTER)
        ended = self._entries[-1].ended if self._entries else None
        if ended is None:
            raise LogError("there is a footer, but the game is not over")
        right = {
            "kind": "footer",
            "entries": len(self._entries),
            "totals": [*ended.totals],
            "winners": [*ended.winners],
        }
        if compact(found) != compact(right):
            raise LogError(f"the footer tells something else than the log: {compact(right)}")
        self._closed = True

    def finished(self) -> EventLog:
        if self._setting is None:
            raise LogError("the log is empty", 1)
        if not self._entries:
            raise LogError("the log ends behind its header: the set-up is missing", 1)
        return EventLog(self._setting, tuple(self._entries), tuple(self._chances), self._viewer)


def _check_entry(entry: Entry, number: int, players: int, viewer: int | None) -> None:
    if number == 0:
        if entry.seat != -1 or entry.action is not None:
            raise LogError("the first entry is the set-up: nobody acts in it")
    elif entry.action is None or entry.seat not in range(players):
        raise LogError(f"an action of one of {players} seats is needed")
    if not entry.events:
        raise LogError("an entry without events: something always happens")
    if viewer is not None and entry.answers:
        raise LogError("a redacted log must not tell the answers of chance")
    for place, event in enumerate(entry.events):
        if isinstance(event, PositionGiven) and (number or place or len(entry.events) > 1):
            raise LogError("a position is given only at the beginning, and alone")
        if isinstance(event, GameEnded) and place < len(entry.events) - 2:
            raise LogError("the game is over before the last event")

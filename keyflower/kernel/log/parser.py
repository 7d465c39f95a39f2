"""Reading the text of a log: line by line, strictly, within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from keyflower.kernel.chance import Chance
from keyflower.kernel.codec import Codec, Data, keyed, whole_from_data
from keyflower.kernel.errors import LogError
from keyflower.kernel.events import GameEnded, PositionGiven
from keyflower.kernel.json_text import compact, digested, read, shown
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.lines import (
    NO_CHANCE,
    SUM,
    Thread,
    entry_from_data,
    footer_to_data,
    format_of,
    lifted,
    match_from_data,
)
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.text import phrase

MOST_ENTRIES: Final = 20_000
"""The most entries that a log may have."""
MOST_EVENTS: Final = 2_000
"""No entry has more events: the end of a season with six players has about a hundred."""
LONGEST_LOG: Final = 20_000_000
"""The most characters or bytes that a log may have."""

_SUM_LENGTH: Final = len(SUM) + 16 + len('"}')
_ENTRY_KEYS: Final = frozenset({"kind", "number", "seat", "action", "events", "answers", "chance", "sum"})
_ENTRY_NEEDS: Final = frozenset({"kind", "number", "seat", "action", "events"})
_FOOTER: Final = frozenset({"kind", "entries", "totals", "winners"})


class Lines(NamedTuple):
    """The contents of a text: the parts of a log."""

    match: BaseMatch[Any]  # Any: the rules of any game
    entries: tuple[Entry, ...]
    chances: tuple[Chance, ...]
    viewer: int | None


def _decoded(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise LogError(phrase("a log is text or bytes, not {given}", given=type(text).__name__))
    if len(text) > LONGEST_LOG:
        raise LogError(
            phrase(
                "a log of {number} characters is too long: the most are {most}",
                number=len(text),
                most=LONGEST_LOG,
            )
        )
    try:
        if isinstance(text, bytes):
            return text.decode("utf-8")
        text.encode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise LogError(phrase("it is not UTF-8"), line) from None
    except UnicodeEncodeError as error:
        line = error.object[: error.start].count("\n") + 1
        raise LogError(phrase("it contains half of a character"), line) from None
    return text


def _split(text: str) -> Iterator[str]:
    """Iterate the lines one by one, so that a log that is refused need not be split to its end."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def read_lines(kind: type[BaseMatch[Any]], text: str | bytes, given: tuple[object, ...]) -> Lines:
    """Read a log of this or an older format; `given` is what else its rules may need.

    Raises:
        LogError: with line and reason.
    """
    reader = _LineReader(kind, given)
    for number, line in enumerate(_split(_decoded(text)), start=1):
        try:
            reader.take(line)
        except LogError as error:
            raise LogError(error.reason, number) from None
        except RecursionError:
            raise LogError(phrase("it is nested too deeply"), number) from None
    return reader.finished()


class _LineReader:
    """Reads a log line by line; nothing is returned until the last line has been checked."""

    def __init__(self, kind: type[BaseMatch[Any]], given: tuple[object, ...]) -> None:
        self._kind = kind
        self._given = given
        self._match: BaseMatch[Any] | None = None
        self._codec: Codec | None = None
        self._viewer: int | None = None
        self._format = kind.FORMAT
        self._thread = Thread(NO_CHANCE)
        self._sum = ""
        self._entries: list[Entry] = []
        self._chances: list[Chance] = []
        self._closed = False

    def take(self, line: str) -> None:
        if self._closed:
            raise LogError(phrase("there is something after the footer"))
        data = read(line)
        if self._match is None:
            self._header(data)
        elif type(data) is dict and data.get("kind") == "footer":
            self._footer(lifted(self._kind, data, "footer", self._format))
        elif type(data) is dict and data.get("kind") == "entry":
            self._check_sum(data, line)
            self._entry(lifted(self._kind, data, "entry", self._format), self._match)
        else:
            kind = shown(data.get("kind")) if type(data) is dict else shown(data)
            raise LogError(phrase("this is neither an entry nor the footer, but {kind}", kind=kind))

    def _header(self, data: object) -> None:
        self._format = format_of(self._kind, data)
        assert isinstance(data, dict)
        header = lifted(self._kind, data, "header", self._format)
        self._match, self._viewer = match_from_data(self._kind, header, self._given)
        if self._viewer is not None and self._format < self._kind.DIGESTS_SINCE:
            raise LogError(
                phrase("redacted logs have digests: there are none of format {number}", number=self._format)
            )
        self._codec = self._match.reader(header)
        self._thread = Thread(self._match.origin)
        self._sum = digested(compact(data))

    def _entry(self, data: Data, match: BaseMatch[Any]) -> None:
        found = keyed(data, "line of an entry", _ENTRY_NEEDS, _ENTRY_KEYS)
        number = len(self._entries)
        if number >= MOST_ENTRIES:
            raise LogError(phrase("more than {most} entries are too many", most=MOST_ENTRIES))
        if whole_from_data(found["number"]) != number:
            raise LogError(
                phrase(
                    "entry {number} is expected here, not entry {given}", number=number, given=found["number"]
                )
            )
        if number and self._entries[-1].ended is not None:
            raise LogError(phrase("the game was over before this entry"))
        plain = {key: value for key, value in found.items() if key in ("seat", "action", "events", "answers")}
        assert self._codec is not None
        entry = entry_from_data(self._codec, plain, match=match)
        _check_entry(entry, number, len(match.players), self._viewer)
        if self._viewer is None:
            if "chance" not in found:
                raise LogError(phrase("the chance source of a whole log is missing"))
            chance, self._thread = self._thread.after(len(entry.answers)).heard(found["chance"])
            self._chances.append(chance)
        elif "chance" in found:
            raise LogError(phrase("a redacted log must not contain the chance source"))
        self._entries.append(entry)

    def _check_sum(self, found: Data, line: str) -> None:
        """Compare the digest with the line as it was read, and otherwise with the line as we would write it."""
        if self._format < self._kind.DIGESTS_SINCE:
            return
        told = found.get("sum")
        if type(told) is not str or len(told) != 16:
            raise LogError(phrase("the digest 'sum' is missing or is not a digest"))
        body = line[:-_SUM_LENGTH] + "}"
        total = digested(self._sum + body)
        if total != told or not line.endswith(f'{SUM}{told}"}}'):
            body = compact({key: value for key, value in found.items() if key != "sum"})
            total = digested(self._sum + body)
        if total != told:
            raise LogError(
                phrase("the digest does not match: this line or an earlier one was changed, moved or removed")
            )
        self._sum = total

    def _footer(self, data: Data) -> None:
        found = keyed(data, "footer", _FOOTER, _FOOTER)
        ended = self._entries[-1].ended if self._entries else None
        if ended is None:
            raise LogError(phrase("there is a footer, but the game is not over"))
        right = footer_to_data(len(self._entries), ended)
        if compact(found) != compact(right):
            raise LogError(
                phrase("the footer does not match the log; it should be {footer}", footer=compact(right))
            )
        self._closed = True

    def finished(self) -> Lines:
        if self._match is None:
            raise LogError(phrase("the log is empty"), 1)
        if not self._entries:
            raise LogError(phrase("the log ends after its header: the set-up is missing"), 1)
        return Lines(self._match, tuple(self._entries), tuple(self._chances), self._viewer)


def _check_entry(entry: Entry, number: int, players: int, viewer: int | None) -> None:
    if number == 0:
        if entry.seat != -1 or entry.action is not None:
            raise LogError(phrase("the first entry is the set-up: nobody acts in it"))
    elif entry.action is None or entry.seat not in range(players):
        raise LogError(phrase("an action of one of {number} seats is needed", number=players))
    if not entry.events:
        raise LogError(phrase("an entry has no events, but something always happens"))
    if len(entry.events) > MOST_EVENTS:
        raise LogError(
            phrase(
                "an entry with {number} events: the most are {most}",
                number=len(entry.events),
                most=MOST_EVENTS,
            )
        )
    if viewer is not None and entry.answers:
        raise LogError(phrase("a redacted log must not contain the results of draws"))
    for place, event in enumerate(entry.events):
        if isinstance(event, PositionGiven) and (number or place):
            raise LogError(phrase("a position is given only at the beginning"))
        if isinstance(event, GameEnded) and place < len(entry.events) - 2:
            raise LogError(phrase("the game is over before the last event"))

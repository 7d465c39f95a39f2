"""Where served tables are kept: one row a table, one row an entry of its log.

A change is a compare-and-swap: it names the version of the table it was made for, and if somebody else has changed the
table since, nothing is written. So several servers can share one database. The outcome of a change is a `Receipt`, and
people are told no more about a change than its receipt says.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final

from attrs import field, frozen

from keyflower.kernel.json_text import compact, read
from keyflower.model.errors import KeyflowerError
from keyflower.web.chat import Remark
from keyflower.web.clocks import Clock


class StoreError(KeyflowerError):
    """The database cannot be opened, or it is not one of ours."""


class StoreBusy(StoreError):
    """Something that the database could not do now. It has certainly not been done."""


class InDoubt(StoreError):
    """The database was asked to keep something and did not answer. It may or may not be kept."""


class Stage(StrEnum):
    """Who has to act next at a table: what a server sees of it without reading its log."""

    UNSAID = ""
    """An older version of the library did not say."""
    PERSON = "person"
    """Only people have open questions."""
    BOT = "bot"
    """A bot has an open question, so a server has a duty."""
    OVER = "over"
    """Nobody: the game is over, or cannot continue."""


@frozen
class Seating:
    """Who sits at a seat: a person with a link, or a bot."""

    name: str
    """The name at the table."""
    bot: str = ""
    """The name of the bot; empty for a person."""
    key: str = field(default="", repr=False)
    """The digest of the secret in the person's link; the secret itself is never kept."""
    hints: bool = False
    """Whether the person may ask for hints, as long as only bots play against it."""

    @property
    def stand_in(self) -> bool:
        """Whether a bot plays for a person, who may come back."""
        return bool(self.bot and self.key)


def may_ask_for_hints(seats: Sequence[Seating], seat: int) -> bool:
    """Return whether a person may ask for hints: it was agreed on, and all the others are bots and always were."""
    return seats[seat].hints and sum(bool(one.key) for one in seats) == 1


@frozen
class Saved:
    """A table as it is kept."""

    id: str
    """The name of the table in its address."""
    version: int
    """How often it has been changed."""
    seats: tuple[Seating, ...]
    """Who sits where."""
    lines: tuple[str, ...] = field(repr=False)
    """The log: its header and its entries."""
    language: str = ""
    """The language of those who have not chosen one; empty if each uses that of the browser."""
    stage: Stage = Stage.UNSAID
    """Who has to act next."""
    successor: str = ""
    """The id of the table of the rematch; empty if there is none."""
    rules: str = ""
    """The key of its rules as the database has it: see `rules_key`."""
    webhook: str = field(default="", repr=False)
    """The address that is called when a person has to decide; empty if none is."""
    clock: Clock | None = None
    """How long people may think; `None` for as long as they like."""
    chat: tuple[Remark, ...] = field(default=(), repr=False)
    """What was said."""

    @property
    def text(self) -> str:
        """The log as text."""
        return "\n".join((*self.lines, ""))


_OF_THE_MATCH: Final = frozenset(
    {"chance", "format", "handicap", "kind", "library", "players", "viewer"}
)  # fmt: skip
"""The fields of a header besides the rules."""


def rules_key(header: str) -> str:
    """Return the name under which the rules of a log are found: tables with the same rules have the same one.

    It is made of the header alone, so every server that shares the database finds rules and pictures by it.
    """
    data = read(header)
    assert isinstance(data, dict), "a header is an object"
    rules = {key: value for key, value in data.items() if key not in _OF_THE_MATCH}
    return sha256(compact(rules).encode()).hexdigest()[:16]


@frozen
class Change:
    """What happened at a table: entries that are new, and from which number on others are taken back."""

    table: str
    """Which table."""
    version: int
    """The version it was made for."""
    number: int
    """The number of the first new entry; entries from there on are replaced."""
    lines: tuple[str, ...]
    """The new entries."""
    header: str | None = None
    """The new header, if the log was written by an older version of the library or of an expansion."""
    stage: Stage = Stage.UNSAID
    """Who has to act next."""
    seats: tuple[Seating, ...] | None = None
    """Who sits where from now on, if that changes."""
    successor: Saved | None = None
    """The table of the rematch, which is kept together with this change."""
    clock: Clock | None = None
    """How the clocks stand from now on, if there are any."""
    chat: tuple[Remark, ...] = ()
    """What was said."""
    oldest: int = 0
    """Remarks with smaller numbers are forgotten."""


class Fate(StrEnum):
    """The outcome of a change."""

    KEPT = "kept"
    """It is on the disk."""
    NOT_KEPT = "not kept"
    """It is not on the disk, and never will be."""
    UNKNOWN = "unknown"
    """The database did not say, and could not be asked."""


@frozen
class Receipt:
    """The outcome of a change, as far as the database has reported it."""

    fate: Fate
    """Kept, not kept or unknown."""
    version: int | None = None
    """The newest version of the table, if known."""
    reason: str = ""
    """Why it was not kept: ``version``, ``gone``, ``locked``, ``waited``, ``lost``, ``full`` or ``failed``."""


def receipt_of(change: Change, found: Saved | None) -> Receipt:
    """Return the outcome of a change whose answer was lost, from the table as it is now."""
    if found is None:
        return Receipt(Fate.NOT_KEPT, None, "gone")
    if found.version == change.version:
        return Receipt(Fate.NOT_KEPT, found.version, "failed")
    first = change.number + 1  # behind the header
    there = found.lines[first : first + len(change.lines)] == change.lines
    sitting = change.seats is None or found.seats == change.seats
    following = change.successor is None or found.successor == change.successor.id
    sitting = sitting and {*change.chat} <= {*found.chat}
    if there and sitting and following and found.version == change.version + 1:
        return Receipt(Fate.KEPT, found.version)
    if change.lines and there and sitting and following:  # entries carry a digest of all before them
        return Receipt(Fate.KEPT, found.version)
    # either another server was faster, or more has happened since and what was written is gone again
    fate = Fate.NOT_KEPT if found.version == change.version + 1 else Fate.UNKNOWN
    return Receipt(fate, found.version, "version")


@frozen
class Row:
    """A table in a list: what is known without reading its log."""

    id: str
    """The name of the table in its address."""
    version: int
    """How often it has been changed."""
    stage: Stage
    """Who has to act next."""
    age: int
    """How many seconds ago it was changed last."""
    entries: int
    """How many lines its log has, without the header."""
    names: tuple[str, ...]
    """Who sits there."""
    trouble: str
    """Why it could not be opened when somebody tried last; empty if it could."""


@frozen
class Ages:
    """How many seconds tables are kept that nobody touches."""

    unplayed: float
    """A table at which nothing was ever played."""
    untouched: float
    """A game that is not over."""
    finished: float
    """A game that is over."""
    unserved: float = 7_200
    """If no server has looked for longer than this, the time beyond it does not count."""

"""The protocol between the server and its clients: what a client may send, and what it is sent.

Everything is JSON: each message is one object with a ``type``. See the documentation for the whole page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from math import ceil
from typing import Any, Final, TypeAlias

from attrs import frozen

from keyflower.declaration import KEYFLOWER
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.errors import LogError, Refusal
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.entry import Entry, entry_to_data
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import Speaker, Spoken
from keyflower.languages import LANGUAGES
from keyflower.model.errors import KeyflowerError
from keyflower.model.speaker import speaker
from keyflower.web.chat import REACTIONS, Remark
from keyflower.web.choice_parts import Parts
from keyflower.web.differences import difference
from keyflower.web.table_game import table_game

PROTOCOL: Final = 3
"""The version of the protocol."""
ENGLISH: Final = "en"
LONGEST_ID: Final = 40
"""The longest `id` that a client may give to a message."""
Message: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""A message as JSON-able data."""


class BadMessage(KeyflowerError):
    """A message that cannot be understood; the client is told what is wrong."""


# ---------------------------------------------------------------------- what a client says


@frozen
class Join:
    """Sit down: with the secret of a seat, or without one to watch."""

    token: str = ""
    """The secret of the link; empty for a spectator."""
    since: tuple[int, str] | None = None
    """The last ply that the client has seen, and the digest that came with it; `None` if it has seen nothing."""
    language: str = ""
    """The language that the reader has chosen; empty for the table's own."""
    accept: tuple[str, ...] = ()
    """Languages that the reader understands, the best first; for a table that has no language."""


@frozen
class Play:
    """Answer a question."""

    decision: str
    """The id of the question."""
    action: str | Mapping[str, object]
    """The action, in the notation or as data."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Why:
    """Ask why an action is not possible."""

    action: str | Mapping[str, object]
    """The action, in the notation or as data."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Undo:
    """Take back your last action."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Rematch:
    """Ask for a new table with the same people, bots and rules once the game is over."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class NewLink:
    """Ask for a new secret for your seat; the old link no longer works."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class History:
    """Ask for everything that happened, in words."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Moment:
    """Ask for the table as it was after an action."""

    ply: int
    """How many actions had been played."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Log:
    """Ask for the log of the game as a file."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Review:
    """Ask for the review of the game once it is over."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Hint:
    """Ask how good the best answers to the open question are; only against bots, where the table allows it."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class PlayOn:
    """Ask for a new table that continues from a moment, with bots on all other seats, once the game is over."""

    ply: int
    """How many actions had been played."""
    seat: int | None = None
    """The seat to sit down at; your own if left out."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Chat:
    """Say something to everybody at the table: a text, or one of the reactions."""

    text: str = ""
    """What is said; empty for a reaction."""
    reaction: str = ""
    """Which reaction it is; empty for a text."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class TakeOver:
    """Ask for a bot to take over a seat: your own, or that of somebody who has left, if all who remain ask."""

    seat: int
    """Which seat."""
    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class ComeBack:
    """Take your seat back from the bot that plays for you."""

    id: str = ""
    """What the client calls this message; the answer names it."""


@frozen
class Speak:
    """Ask for another language; all texts are sent again in it."""

    language: str
    """The code of the language."""


Past: TypeAlias = History | Moment | Log
"""Questions about the past, answered at once."""
Looked: TypeAlias = Past | Review
"""Requests that spectators may send too; each is answered by a message of its own type."""
Asked: TypeAlias = Play | Why | Undo | Rematch | NewLink | PlayOn | Chat | TakeOver | ComeBack | Hint
"""Requests that only players send, answered by an `answer` (a hint by a `hint`) with the same id."""
Said: TypeAlias = Join | Asked | Looked | Speak
"""The messages of a client."""
_ALONE: Final[Mapping[str, type[Undo | Rematch | NewLink | History | Log | Review | ComeBack | Hint]]] = {
    "come_back": ComeBack,
    "history": History,
    "log": Log,
    "hint": Hint,
    "review": Review,
    "undo": Undo,
    "rematch": Rematch,
    "new_link": NewLink,
}
"""Messages that contain nothing but an id."""

_KEYS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "join": (frozenset(), frozenset({"version", "token", "since", "language", "accept"})),
    "play": (frozenset({"decision", "action"}), frozenset({"decision", "action", "id"})),
    "why": (frozenset({"action"}), frozenset({"action", "id"})),
    "undo": (frozenset(), frozenset({"id"})),
    "rematch": (frozenset(), frozenset({"id"})),
    "new_link": (frozenset(), frozenset({"id"})),
    "history": (frozenset(), frozenset({"id"})),
    "moment": (frozenset({"ply"}), frozenset({"ply", "id"})),
    "log": (frozenset(), frozenset({"id"})),
    "review": (frozenset(), frozenset({"id"})),
    "hint": (frozenset(), frozenset({"id"})),
    "play_on": (frozenset({"ply"}), frozenset({"ply", "seat", "id"})),
    "chat": (frozenset(), frozenset({"text", "reaction", "id"})),
    "take_over": (frozenset({"seat"}), frozenset({"seat", "id"})),
    "come_back": (frozenset(), frozenset({"id"})),
    "speak": (frozenset({"language"}), frozenset({"language"})),
}
KINDS: Final = frozenset(_KEYS)
"""The types of messages that a client may send."""


def heard(text: str) -> Said:
    """Return what a client says.

    Raises:
        BadMessage: naming what is wrong and what would be right.
    """
    try:
        data = read(text)
    except LogError as error:
        raise BadMessage(f"this is not JSON: {error.reason[:200]}") from None
    if not isinstance(data, dict):
        raise BadMessage("a message is an object with a type")
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _KEYS:
        raise BadMessage(f"the type of a message is one of {', '.join(_KEYS)}")
    needed, allowed = _KEYS[kind]
    if not needed <= data.keys() <= allowed:
        raise BadMessage(f"{kind} has {', '.join(sorted(allowed)) or 'no fields'}, and nothing else")
    if kind == "join":
        return _join(data)
    if kind == "speak":
        return Speak(_language(data["language"]) or ENGLISH)
    name = data.get("id", "")
    if not isinstance(name, str) or len(name) > LONGEST_ID:
        raise BadMessage(f"id is a text of at most {LONGEST_ID} characters")
    if kind in _ALONE:
        return _ALONE[kind](name)
    if kind == "moment":
        return Moment(_number(data["ply"], "ply"), name)
    if kind == "play_on":
        seat = data.get("seat")
        return PlayOn(_number(data["ply"], "ply"), None if seat is None else _number(seat, "seat"), name)
    if kind == "take_over":
        return TakeOver(_number(data["seat"], "seat"), name)
    if kind == "chat":
        return _chat(data, name)
    action = data["action"]
    if not isinstance(action, str | dict):
        raise BadMessage("an action is a text or an object")
    if kind == "why":
        return Why(action, name)
    if not isinstance(data["decision"], str):
        raise BadMessage("decision is the id of a question, a text")
    return Play(data["decision"], action, name)


def kind_of(said: Said) -> str:
    """Return the type of a message."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(said).__name__).lower()


def _chat(data: Mapping[str, object], name: str) -> Chat:
    match data:
        case {"text": str(text)} if text and "reaction" not in data:
            return Chat(text, "", name)
        case {"reaction": str(reaction)} if reaction in REACTIONS and "text" not in data:
            return Chat("", reaction, name)
    raise BadMessage(f"chat has a text, or a reaction: {', '.join(REACTIONS)}")


def _number(data: object, what: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise BadMessage(f"{what} is a whole number from 0 on")
    return data


def _join(data: Mapping[str, object]) -> Join:
    version, token, since = data.get("version", PROTOCOL), data.get("token"), data.get("since")
    if version != PROTOCOL:
        raise BadMessage(f"this server speaks version {PROTOCOL} of the protocol")
    if not isinstance(token, str | None):
        raise BadMessage("token is a text")
    accept = data.get("accept") or []
    if not isinstance(accept, list) or len(accept) > 20 or not all(isinstance(code, str) for code in accept):
        raise BadMessage("accept is a list of at most 20 codes of languages")
    known = tuple(code for code in accept if code in LANGUAGES)
    return Join(token or "", _since(since), _language(data.get("language")), known)


def _since(data: object) -> tuple[int, str] | None:
    match data:
        case None:
            return None
        case {"ply": int(ply), "digest": str(digest), **rest} if not rest and not isinstance(ply, bool):
            return ply, digest
    raise BadMessage("since is an object with the last ply that was seen and its digest")


def _language(code: object) -> str:
    if code is None or (isinstance(code, str) and (not code or code in LANGUAGES)):
        return code or ""
    raise BadMessage(f"language is one of {', '.join(LANGUAGES)}")


# ---------------------------------------------------------------------- what a client is told


class Outcome(StrEnum):
    """The outcome of a message of a client."""

    STORED = "stored"
    """It was done, and is on the disk."""
    REFUSED = "refused"
    """It was not done, and nothing has changed."""
    UNKNOWN = "unknown"
    """The store did not answer: it may or may not be done. The next `table` shows which."""
    TOLD = "told"
    """It was a question, and this is the answer."""


def answer(
    to: str,
    outcome: Outcome,
    reason: str = "",
    refusals: Iterable[Refusal] = (),
    *,
    id: str = "",
    ply: int | None = None,
    code: str = "",
    again: float = 0,
    link: str = "",
    language: Spoken = ENGLISH,
) -> str:
    """Return the answer to a message: its outcome, and the reasons if it is not possible."""
    message: Message = {"type": "answer", "to": to, "outcome": outcome.value}
    if id:
        message["id"] = id
    if ply is not None:
        message["ply"] = ply
    if reason:
        message["reason"] = speaker(language).say(reason)
    reasons = [refusal.told(language).to_data() for refusal in refusals]
    if reasons or outcome is Outcome.TOLD:
        message["refusals"] = reasons
    if code:
        message["code"] = code
    if again:
        message["again"] = ceil(again)
    if link:
        message["link"] = link
    return compact(message)


def wait(seconds: float, reason: str, *, language: Spoken = ENGLISH) -> str:
    """Return the message for a window that has to come back later; then its connection is closed."""
    return compact({"type": "wait", "again": ceil(seconds), "reason": speaker(language).say(reason)})


def here(present: Iterable[bool], asking: Mapping[int, Iterable[int]]) -> str:
    """Return who is connected, and who asks for a bot to take over which seat."""
    message: Message = {"type": "here", "seats": [*present]}
    if asking:
        message["asking"] = {str(seat): sorted(who) for seat, who in sorted(asking.items())}
    return compact(message)


def chat(remarks: Iterable[Remark]) -> str:
    """Return what was said."""
    return compact({"type": "chat", "remarks": [remark.to_data() for remark in remarks]})


_SILENT: Final = frozenset({"tag", "seat", "agenda"})
"""The fields of an event that changes nothing visible."""


def entries_to_data(
    view: Any,  # Any: a game of any class, or a view of it
    entries: Iterable[Entry],
    viewer: int,
    *,
    shown: bool,
    language: Speaker,
    declared: GameDeclaration = KEYFLOWER,
    whole: bool = False,
) -> list[Message]:
    """Return entries as a viewer may know them: in words and, if they are to be shown, with their events.

    If they are told `whole`, nothing is hidden: the game is over.
    """
    told = table_game(declared).teller(view, viewer)
    found: list[Message] = []
    for entry in entries:
        seen = entry if whole else entry.redacted(viewer)
        item: Message = {"seat": entry.seat, "words": [language.say(line) for line in told(seen)]}
        data = entry_to_data(view.match.codec(), seen) if shown else {"events": []}
        events = [event for event in data["events"] if not event.keys() <= _SILENT]
        if events:
            item["events"] = events
        found.append(item)
    return found


@frozen
class Standing:
    """The state of a table for a viewer, in a language; differences are made of these."""

    table: Message
    """Everything but the open question."""
    decision: Message | None
    """The open question with its whole tree of choices."""


def standing(
    game: Any,  # Any: a game of any class
    viewer: int,
    *,
    about: Mapping[str, object],
    language: Speaker,
    declared: GameDeclaration = KEYFLOWER,
    acts: bool = True,
) -> Standing:
    """Return the state of a table for a viewer.

    Args:
        game: the game.
        viewer: the seat, or `SPECTATOR`.
        about: the id of the table, who sits where, the rules, the clocks.
        language: who says what is said in words.
        declared: which game it is.
        acts: whether the person acts; while a bot plays for somebody, the questions are the bot's.
    """
    view = game.view(viewer)
    undo = acts and viewer != SPECTATOR and game.undoable(viewer)
    return Standing(
        seen(view, about=about, language=language, declared=declared, undo=undo),
        _decision(view, language) if acts else None,
    )


def seen(
    view: Any,  # Any: a view of any game
    *,
    about: Mapping[str, object],
    language: Speaker,
    declared: GameDeclaration,
    undo: bool = False,
) -> Message:
    """Return what a view shows of a table: everything but the open question."""
    data, shown = view.to_data(options=False), table_game(declared)
    del data["decisions"], data["ply"]
    return {
        **about,
        "language": language.code,
        "view": data,
        "undo": undo,
        "scene": shown.scene(view, language),
        "scores": shown.scores(view, language),
        "notice": language.say(view.halted),
    }


@frozen
class News:
    """What has happened at a table since the last message to a window."""

    ply: int
    """How many actions have been played."""
    digest: str
    """Of all entries up to there, as the viewer may know them."""
    entries: list[Message]
    """What is new."""
    rollback: int | None = None
    """The client first forgets all entries after this ply; `None` if it keeps them all."""
    time: float | None = None
    """The time of the server, where there are clocks."""

    def to_data(self) -> Message:
        """Return the news as they are told."""
        data: Message = {"ply": self.ply, "digest": self.digest, "entries": self.entries}
        if self.time is not None:
            data["time"] = round(self.time, 2)
        return data if self.rollback is None else {**data, "rollback": self.rollback}


def table(now: Standing, parts: Parts, news: News) -> str:
    """Return everything about a table, for a window that knows no parts of choices."""
    message: Message = {"type": "table", "version": PROTOCOL, **now.table, **news.to_data(), "decision": None}
    if now.decision is not None:
        message["decision"], message["parts"] = parts.told(now.decision)
    return compact(message)


def change(was: Standing, now: Standing, parts: Parts, news: News) -> str:
    """Return what has changed, for a window that knows the table as it was before."""
    message: Message = {"type": "change", **news.to_data()}
    changes = difference(was.table, now.table)
    if changes:
        message["changes"] = changes
    if now.decision != was.decision:
        message["decision"] = None
        if now.decision is not None:
            message["decision"], new = parts.told(now.decision)
            if new:
                message["parts"] = new
    return compact(message)


def digests(entries: Iterable[Entry], viewer: int, before: str = "") -> Iterator[str]:
    """Iterate for each entry a digest of it and of all before it, as the viewer may know them."""
    for entry in entries:
        before = sha256(f"{before}{compact(entry.redacted(viewer).to_data())}".encode()).hexdigest()[:8]
        yield before


def _decision(view: Any, language: Speaker) -> Message | None:  # Any: as above
    decision = view.decisions.get(view.viewer)
    if decision is None:
        return None
    # English is there already: saying it again takes twice as long
    spoken = "" if language.code == ENGLISH else language
    return {"id": decision.id, "kind": decision.kind, **decision.options.grouped(language=spoken).to_data()}

"""The protocol between the server and its clients: what a client may say, and what it is told.

Everything is JSON, one object a message, told apart by ``type``. See the documentation for the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.facade.view import View
from keyflower.kernel.errors import HiddenInformation, LogError, Refusal
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.setting import SPECTATOR
from keyflower.kernel.wording import Speaker, Spoken
from keyflower.languages import LANGUAGES
from keyflower.vocabulary.errors import KeyflowerError
from keyflower.vocabulary.speaking import speaker
from keyflower.web.scene import pastures
from keyflower.words import teller_for

PROTOCOL: Final = 2
"""The version of the protocol."""
ENGLISH: Final = "en"
Message: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""A message as JSON-able data."""


class BadMessage(KeyflowerError):
    """A message that makes no sense; what was wrong is told to the client."""


# ---------------------------------------------------------------------- what a client says


@frozen
class Join:
    """Sit down: with the secret of a seat, or without one to watch."""

    token: str = ""
    """The secret of the link; empty for a spectator."""
    since: int | None = None
    """The last ply that the client has seen; `None` if it has seen nothing."""
    language: str = ""
    """The language that the reader has chosen; empty for the table's own."""
    accept: tuple[str, ...] = ()
    """Languages that the reader understands, the best first; for a table without a language of its own."""


@frozen
class Play:
    """Answer a question."""

    decision: str
    """The id of the question."""
    action: str | Mapping[str, object]
    """The action, in the notation or as data."""


@frozen
class Why:
    """Ask why an action is not possible."""

    action: str | Mapping[str, object]
    """The action, in the notation or as data."""


@frozen
class Undo:
    """Take back the own last action."""


@frozen
class Speak:
    """Ask for another language; everything in words is told again in it."""

    language: str
    """The code of the language."""


Said: TypeAlias = Join | Play | Why | Undo | Speak
"""What a client may say."""

_KEYS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "join": (frozenset(), frozenset({"version", "token", "since", "language", "accept"})),
    "play": (frozenset({"decision", "action"}), frozenset({"decision", "action"})),
    "why": (frozenset({"action"}), frozenset({"action"})),
    "undo": (frozenset(), frozenset()),
    "speak": (frozenset({"language"}), frozenset({"language"})),
}


def heard(text: str) -> Said:
    """Return what a client says.

    Raises:
        BadMessage: naming what is wrong and what would be right.
    """
    try:
        data = read(text)
    except LogError as error:
        raise BadMessage(f"this is no JSON: {error.reason[:200]}") from None
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
    if kind == "undo":
        return Undo()
    if kind == "speak":
        return Speak(_language(data["language"]) or ENGLISH)
    action = data["action"]
    if not isinstance(action, str | dict):
        raise BadMessage("an action is a text or an object")
    if kind == "why":
        return Why(action)
    if not isinstance(data["decision"], str):
        raise BadMessage("decision is the id of a question, a text")
    return Play(data["decision"], action)


def _join(data: Mapping[str, object]) -> Join:
    version, token, since = data.get("version", PROTOCOL), data.get("token"), data.get("since")
    if version != PROTOCOL:
        raise BadMessage(f"this server speaks version {PROTOCOL} of the protocol")
    if not isinstance(token, str | None) or isinstance(since, bool) or not isinstance(since, int | None):
        raise BadMessage("token is a text, since a whole number")
    accept = data.get("accept") or []
    if not isinstance(accept, list) or len(accept) > 20 or not all(isinstance(code, str) for code in accept):
        raise BadMessage("accept is a list of at most 20 codes of languages")
    known = tuple(code for code in accept if code in LANGUAGES)
    return Join(token or "", since, _language(data.get("language")), known)


def _language(code: object) -> str:
    if code is None or (isinstance(code, str) and (not code or code in LANGUAGES)):
        return code or ""
    raise BadMessage(f"language is one of {', '.join(LANGUAGES)}")


# ---------------------------------------------------------------------- what a client is told


def refused(
    to: str, reason: str, refusals: Iterable[Refusal] = (), *, code: str = "", language: Spoken = ENGLISH
) -> str:
    """Return the answer to something that is not possible, or to ``why``: without refusals, it is possible."""
    message: Message = {"type": "refused", "to": to, "reason": speaker(language).say(reason)}
    message["refusals"] = [refusal.told(language).to_data() for refusal in refusals]
    if code:
        message["code"] = code
    return compact(message)


def here(present: Iterable[bool]) -> str:
    """Return who is connected."""
    return compact({"type": "here", "seats": [*present]})


def entries_to_data(
    view: View | Game, entries: Iterable[tuple[int, Entry]], viewer: int, *, whole: bool, language: Speaker
) -> list[Message]:
    """Return entries as a viewer may know them: in words and, if they are to be animated, as data."""
    teller = teller_for(view, None if viewer == SPECTATOR else viewer)
    found: list[Message] = []
    for number, entry in entries:
        seen = entry.redacted(viewer)
        item: Message = {
            "number": number,
            "seat": entry.seat,
            "words": [language.say(line) for line in teller.sentences(seen)],
        }
        if whole:
            item["entry"] = seen.to_data()
        found.append(item)
    return found


def table(
    game: Game,
    viewer: int,
    ply: int,
    entries: list[Message],
    *,
    about: Mapping[str, object],
    language: Speaker,
    rollback: int | None = None,
) -> str:
    """Return how the table stands for a viewer, and what happened since it was told last.

    Args:
        game: the game.
        viewer: the seat, or `SPECTATOR`.
        ply: how many actions have been played.
        entries: what is new.
        about: what stays the same: the id of the table, who sits where, the rules.
        language: who says what is said in words.
        rollback: the ply to which actions were taken back before the new entries, if they were.
    """
    view = game.view(viewer)
    data = view.to_data(options=False)
    data.pop("decisions")
    message: Message = {
        "type": "table" if rollback is None else "rollback",
        "version": PROTOCOL,
        **about,
        "language": language.code,
        "ply": ply,
        "view": data,
        "decision": _decision(view, language),
        "entries": entries,
        "undo": viewer != SPECTATOR and game.undoable(viewer),
        "pastures": pastures(view),
        "scores": _scores(view, language),
        "notice": language.say(view.halted),
    }
    if rollback is not None:
        message["to"] = rollback
    return compact(message)


def _decision(view: View, language: Speaker) -> Message | None:
    decision = view.decisions.get(view.viewer)
    if decision is None:
        return None
    # English is there already: saying it again takes twice as long
    spoken = "" if language.code == ENGLISH else language
    return {"id": decision.id, "kind": decision.kind, **decision.options.grouped(language=spoken).to_data()}


def _sheet(sheet: ScoreSheet, ruleset: Ruleset, language: Speaker) -> Message:
    """Return a score sheet; tiles are named by their ids, everything else is said in words."""
    lines = [
        {
            "source": str(line.source) if line.source in ruleset.tiles else language.say(line.source),
            "points": line.points,
            "used": [[*use] for use in line.used],
            "detail": language.say(line.detail),
        }
        for line in sheet.lines
    ]
    return {**sheet.to_data(), "lines": lines}


def _scores(view: View, language: Speaker) -> list[Message | None]:
    """Return the score sheets that the viewer may know."""
    sheets: list[Message | None] = []
    for seat in range(len(view.players)):
        try:
            sheets.append(_sheet(view.score(seat), view.ruleset, language))
        except HiddenInformation:
            sheets.append(None)
    return sheets

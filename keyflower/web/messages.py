"""The protocol between the server and its clients: what a client may say, and what it is told.

Everything is JSON, one object a message, told apart by ``type``. See the documentation for the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

from keyflower.facade.game import Game
from keyflower.facade.view import View
from keyflower.kernel.errors import HiddenInformation, KeyflowerError, LogError, Refusal
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.setting import SPECTATOR
from keyflower.web.scene import pastures
from keyflower.words import Teller

PROTOCOL: Final = 1
"""The version of the protocol."""
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


Said: TypeAlias = Join | Play | Why | Undo
"""What a client may say."""

_KEYS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "join": (frozenset(), frozenset({"version", "token", "since"})),
    "play": (frozenset({"decision", "action"}), frozenset({"decision", "action"})),
    "why": (frozenset({"action"}), frozenset({"action"})),
    "undo": (frozenset(), frozenset()),
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
    return Join(token or "", since)


# ---------------------------------------------------------------------- what a client is told


def refused(to: str, reason: str, refusals: Iterable[Refusal] = (), *, code: str = "") -> str:
    """Return the answer to something that is not possible, or to ``why``: without refusals, it is possible."""
    message: Message = {"type": "refused", "to": to, "reason": reason}
    message["refusals"] = [refusal.to_data() for refusal in refusals]
    if code:
        message["code"] = code
    return compact(message)


def here(present: Iterable[bool]) -> str:
    """Return who is connected."""
    return compact({"type": "here", "seats": [*present]})


def entries_to_data(
    view: View | Game, entries: Iterable[tuple[int, Entry]], viewer: int, *, whole: bool
) -> list[Message]:
    """Return entries as a viewer may know them: in words and, if they are to be animated, as data."""
    teller = Teller(view.ruleset, view.players)
    found: list[Message] = []
    for number, entry in entries:
        seen = entry.redacted(viewer)
        item: Message = {"number": number, "seat": entry.seat, "words": teller.sentences(seen)}
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
    rollback: int | None = None,
) -> str:
    """Return how the table stands for a viewer, and what happened since it was told last.

    Args:
        game: the game.
        viewer: the seat, or `SPECTATOR`.
        ply: how many actions have been played.
        entries: what is new.
        about: what stays the same: the id of the table, who sits where, the rules.
        rollback: the ply to which actions were taken back before the new entries, if they were.
    """
    view = game.view(viewer)
    data = view.to_data(options=False)
    data.pop("decisions")
    message: Message = {
        "type": "table" if rollback is None else "rollback",
        "version": PROTOCOL,
        **about,
        "ply": ply,
        "view": data,
        "decision": _decision(view),
        "entries": entries,
        "undo": viewer != SPECTATOR and game.undoable(viewer),
        "pastures": pastures(view),
        "scores": _scores(view),
    }
    if rollback is not None:
        message["to"] = rollback
    return compact(message)


def _decision(view: View) -> Message | None:
    decision = view.decisions.get(view.viewer)
    if decision is None:
        return None
    return {"id": decision.id, "kind": decision.kind, **decision.options.grouped().to_data()}


def _scores(view: View) -> list[Message | None]:
    """Return the score sheets that the viewer may know."""
    sheets: list[Message | None] = []
    for seat in range(len(view.players)):
        try:
            sheets.append(dict(view.score(seat).to_data()))
        except HiddenInformation:
            sheets.append(None)
    return sheets

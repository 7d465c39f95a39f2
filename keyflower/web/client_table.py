"""What a client knows of its table, put together from the messages of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from keyflower.web.choice_parts import Part, whole
from keyflower.web.differences import merged

Message: TypeAlias = Mapping[str, Any]  # Any: what JSON holds
_NEWS = ("type", "version", "changes", "parts", "decision", "rollback", "entries", "ply", "digest", "time")


@frozen
class ClientTable:
    """The table as a client knows it; `heard` returns it as it is after a message.

    >>> told = ClientTable().heard(
    ...     {"type": "table", "ply": 0, "digest": "", "entries": [], "decision": None, "undo": False}
    ... )
    >>> told.heard(
    ...     {"type": "change", "ply": 1, "digest": "", "entries": [], "changes": {"undo": [True]}}
    ... ).table
    {'undo': True}
    """

    table: dict[str, Any] = field(factory=dict)
    """Everything that differences change: ``view``, ``scores`` and so on."""
    decision: dict[str, Any] | None = None
    """The open question, its choices as whole trees."""
    ply: int = -1
    """How many actions have been played; -1 before anything is told."""
    digest: str = ""
    """The digest of all of them."""
    entries: tuple[Message, ...] = ()
    """What the last message told as new."""
    rollback: int | None = None
    """The ply behind which the last message took everything back, if it did."""
    parts: tuple[Part, ...] = ()
    """The parts of choices that were told."""

    def heard(self, message: Message) -> ClientTable:
        """Return the table after a ``table`` or a ``change``; any other message changes nothing."""
        if message["type"] not in ("table", "change"):
            return self
        new = message["type"] == "table"
        parts = (*(() if new else self.parts), *message.get("parts", ()))
        decision = None if new else self.decision
        if "decision" in message:
            asked = message["decision"]
            decision = asked and {
                **asked,
                **{key: [whole(number, parts) for number in asked[key]] for key in ("choices", "blocked")},
            }
        return evolve(
            self,
            table={key: value for key, value in message.items() if key not in _NEWS}
            if new
            else merged(self.table, message.get("changes", {})),
            decision=decision,
            ply=message["ply"],
            digest=message["digest"],
            entries=tuple(message["entries"]),
            rollback=message.get("rollback"),
            parts=parts,
        )

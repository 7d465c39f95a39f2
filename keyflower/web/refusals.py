"""Errors of a table: a request was refused, or its outcome is not known yet."""

from __future__ import annotations

from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.errors import KeyflowerError


class Refused(KeyflowerError):
    """A request that was refused."""

    def __init__(self, reason: str, refusals: tuple[Refusal, ...] = (), *, code: str = "") -> None:
        """Refuse with one sentence, the reasons of the rules, and ``stale`` if the question was not open any more."""
        self.reason = reason
        self.refusals = refusals
        self.code = code
        super().__init__(reason)


class Unknown(KeyflowerError):
    """A request that may or may not have been stored."""

    def __init__(self, link: str = "") -> None:
        """Report it, with the new link if that may or may not be valid."""
        self.link = link
        super().__init__(
            phrase("The server does not know yet whether this was stored. Look again in a moment.")
        )

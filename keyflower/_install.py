"""Where the package comes from: the README, the docs and every message about a missing extra say what is said here."""

from __future__ import annotations

from typing import Final

from keyflower.kernel.errors import MissingExtra
from keyflower.kernel.text import Message, phrase

SOURCE: Final = "."
"""What pip installs: a clone of the repository; the name of the package once an index has it."""


def install_command(extra: str) -> str:
    """Return the command that installs the package with an extra.

    >>> install_command("cli,web")
    "pip install '.[cli,web]'"
    """
    return f"pip install '{SOURCE}[{extra}]'"


def missing_extra(needs: str, extra: str) -> MissingExtra:
    """Return the error for something that cannot work without an extra.

    Args:
        needs: who needs what, such as ``pictures need svg.py``.
        extra: the name of the extra.
    """
    return MissingExtra(how_to_install(needs, extra))


def how_to_install(needs: str, extra: str) -> Message:
    """Return who needs what, and the command that installs it."""
    if SOURCE == ".":
        return phrase(
            "{needs}: install it with {command} in a clone of the repository",
            needs=needs,
            command=install_command(extra),
        )
    return phrase("{needs}: install it with {command}", needs=needs, command=install_command(extra))

"""The output of all commands: for people on a console, for scripts as JSON, and problems on standard error."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import unicodedata
from pathlib import Path
from typing import TextIO, cast

from rich.console import Console
from rich.text import Text

from keyflower.facade.files import save_text

DONE, PROBLEM, USAGE = 0, 1, 2
"""The exit codes."""
UNREAD = 141
"""The exit code when nothing reads the output any more, as that of other programs (128 + SIGPIPE)."""
STOPPED = 130
"""The exit code after Ctrl-C, as that of other programs (128 + SIGINT)."""
LONGEST_NAME = 40
"""Names are cut to this length when they are shown."""
LONGEST_MESSAGE = 1000
"""Messages are cut to this length."""
_PLAIN = "keyflower.plain"
_SPELLED = {
    "–": "-",
    "—": "-",
    "·": "*",
    "•": "*",
    "×": "x",
    "→": "->",
    "…": "...",
    "’": "'",
    "“": '"',
    "”": '"',
}
"""Replacements for characters that a terminal does not have."""


# ---------------------------------------------------------------------- the standard streams


def prepare_streams() -> None:
    """Make the standard streams take any text: closed ones lead nowhere, missing characters are spelled plainly."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None or stream.closed:
            setattr(sys, name, _nowhere(mode))
    codecs.register_error(_PLAIN, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_SPELLED.get(letter, "?") for letter in missing), error.end


def hush() -> None:
    """Discard standard output, because nothing reads it any more; otherwise Python would complain at its end."""
    sys.stdout = _nowhere("w")


def _nowhere(mode: str) -> TextIO:
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))  # open until the process ends


# ---------------------------------------------------------------------- consoles


def out() -> Console:
    """Return the console of standard output: colours on a terminal only, not with NO_COLOR, and never markup."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def err() -> Console:
    """Return the console of standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def complain(message: str, name: str = "keyflower") -> None:
    """Report an error of a command on standard error."""
    err().print(Text.assemble((f"{name}: ", "bold red"), shortened(message)))


def wants_colour(console: Console) -> bool:
    """Return whether text drawn elsewhere may carry colours."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def say(console: Console, text: str) -> None:
    """Print ready-made text as it is; it may have its own colours but no markup."""
    console.print(Text.from_ansi(text), soft_wrap=True)


def say_json(value: object) -> None:
    """Print a value as JSON for scripts: plain, sorted and stable."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


# ---------------------------------------------------------------------- texts from outside


def visible(text: str) -> str:
    r"""Return a text that no terminal would interpret: without control characters and invisible ones.

    >>> visible("Ann"), visible("An\x1b[31mn")
    ('Ann', 'An�[31mn')
    """
    shown = "".join(letter if _is_harmless(letter) else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1]}…"


def _is_harmless(letter: str) -> bool:
    joiners = "\u200c\u200d"  # part of ordinary words and pictures
    return letter in joiners or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def shortened(message: str) -> str:
    """Return a message cut to a length that can be read, without control characters but with its line ends."""
    lines = "\n".join("".join(filter(_is_harmless, line)) for line in message.split("\n"))
    return lines if len(lines) <= LONGEST_MESSAGE else f"{lines[: LONGEST_MESSAGE - 1]}…"


def visible_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names that can be shown, still different from each other."""
    shown: list[str] = []
    for name in names:
        clean, number = visible(name), 1
        while clean in shown:
            number += 1
            clean = f"{visible(name)[: LONGEST_NAME - 4]} {number}"
        shown.append(clean)
    return tuple(shown)


def write(path: Path, text: str) -> None:
    """Write a file of a report, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, text)

"""How every command speaks: to people on a console, to scripts as JSON, of problems on standard error."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

DONE, PROBLEM, USAGE = 0, 1, 2
"""The exit codes."""


def out() -> Console:
    """Return the console of standard output: colours on a terminal only, and not with NO_COLOR."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def err() -> Console:
    """Return the console of standard error."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """Say what went wrong, on standard error."""
    err().print(Text.assemble(("keyflower: ", "bold red"), message))


def wants_colour(console: Console) -> bool:
    """Return whether text drawn elsewhere may carry colours."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def say(console: Console, text: str) -> None:
    """Print ready-made text as it is; it may carry colours of its own but no markup."""
    console.print(Text.from_ansi(text), soft_wrap=True)


def say_json(value: object) -> None:
    """Print a value as JSON for scripts: plain, sorted and stable."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


def write(path: Path, text: str) -> None:
    """Write a file, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

"""The command line: ``keyflower`` or ``python -m keyflower``. Needs the extra ``cli``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

_NEEDED = ("typer", "rich", "prompt_toolkit")
_STOPPED = 130
"""The exit code after Ctrl-C, as that of other programs (128 + SIGINT)."""


def require() -> None:
    """Check that what the command line is built with is installed.

    Raises:
        MissingExtra: if something is not there; the message says what to install.
    """
    from keyflower._install import missing_extra

    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise missing_extra(f"the command line needs {', '.join(missing)}", "cli")


def version() -> str:
    """Return what ``--version`` prints."""
    from keyflower import __version__, fast

    return f"keyflower {__version__} ({fast.executor} executor)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 a problem was found, 2 wrong usage, 130 stopped."""
    try:
        return _main(arguments)
    except KeyboardInterrupt:  # while the command was still being loaded, which takes a moment
        sys.stderr.write("Stopped.\n")
        return _STOPPED


def _main(arguments: Sequence[str] | None) -> int:
    from keyflower.kernel.errors import MissingExtra

    try:
        require()
    except MissingExtra as error:
        if "--version" in (sys.argv[1:] if arguments is None else arguments):
            sys.stdout.write(f"{version()}\n")
            return 0
        sys.stderr.write(f"keyflower: {error}\n")
        return 2
    from keyflower.cli.app import run

    return run(arguments)

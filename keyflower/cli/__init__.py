"""The command line: ``keyflower`` or ``python -m keyflower``. Needs the extra ``cli``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from keyflower.kernel.errors import MissingExtra

_NEEDED = ("typer", "rich", "prompt_toolkit")


def require() -> None:
    """Check that what the command line is built with is installed.

    Raises:
        MissingExtra: if something is not there; the message says what to install.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"the command line needs {', '.join(missing)}: install it with  pip install 'keyflower[cli]'"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 a problem was found, 2 wrong usage."""
    try:
        require()
    except MissingExtra as error:
        sys.stderr.write(f"keyflower: {error}\n")
        return 2
    from keyflower.cli.app import run

    return run(arguments)

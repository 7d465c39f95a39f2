"""``python -m keyflower.schema``: write the schemas of the built-in expansions into the package.

With ``--check`` nothing is written, and the exit status tells whether a file is out of date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from keyflower.facade.files import save_text
from keyflower.schema import NAMES, schema


def text_of(name: str) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"


def path_of(name: str) -> Path:
    """Return where the file of a schema lies in the source tree."""
    return Path(__file__).parent / f"{name}.schema.json"


def stale() -> list[str]:
    """Return the names of the schemas whose files are missing or out of date."""
    return [n for n in NAMES if not path_of(n).exists() or path_of(n).read_text("utf-8") != text_of(n)]


def main(arguments: list[str]) -> int:
    """Write what is out of date, or only tell."""
    names = stale()
    if "--check" not in arguments:
        for name in names:
            save_text(path_of(name), text_of(name))
    verb = "out of date" if "--check" in arguments else "written"
    sys.stdout.write(f"{verb}: {', '.join(names)}\n" if names else "all schemas are up to date\n")
    return 1 if names and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Writes the JSON Schemas of the built-in expansions into the package: ``python tools/write_schemas.py``.

With ``--check`` nothing is written, and the exit status tells whether a file is out of date.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

from keyflower.schema import bundle
from keyflower.web import protocol_schema

WRITTEN = {
    "keyflower.schema/schemas.json": bundle,
    "keyflower.web/protocol.schema.json": protocol_schema.unshared,
}
"""What makes each file; a file is named by its package and its name there."""
WIDTH = 110
"""How long a line of the files may become, unless a single text is longer."""


def laid_out(value: object, depth: int = 0) -> str:
    """Return a value as JSON; whatever fits stands on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if depth + len(flat) <= WIDTH or not value:
        return flat
    inside = " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{inside}{json.dumps(key)}: {laid_out(one, depth + 1)}" for key, one in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{' ' * depth}}}"
    if isinstance(value, list):
        parts = [f"{inside}{laid_out(one, depth + 1)}" for one in value]
        return "[\n" + ",\n".join(parts) + f"\n{' ' * depth}]"
    return flat


def main(arguments: list[str]) -> int:
    """Write what is out of date, or only tell."""
    stale = []
    for place, make in WRITTEN.items():
        package, _, name = place.partition("/")
        path = Path(str(files(package).joinpath(name)))
        text = laid_out(make()) + "\n"
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in arguments:
                path.write_text(text, "utf-8")
    verb = "out of date" if "--check" in arguments else "written"
    sys.stdout.write(f"{verb}: {', '.join(stale)}\n" if stale else "all schemas are up to date\n")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

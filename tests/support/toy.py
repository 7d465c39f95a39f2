"""The toy expansion, installed for a while: its source on the path, its metadata as pip would write it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOY = Path(__file__).parents[1] / "toy_expansion"


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """Install the toy; its metadata are written into a folder."""
    project = tomllib.loads((TOY / "pyproject.toml").read_text("utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.3\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    sections = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(sections), "utf-8")
    paths = [str(TOY / "src"), str(site)]
    sys.path[:0] = paths
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)
        for name in [name for name in sys.modules if name.partition(".")[0] == "keyflower_toy"]:
            del sys.modules[name]

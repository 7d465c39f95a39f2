"""The Makefile keeps everything in the folder, and `make clean` removes all of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
CLEAN = TEXT.partition("\nclean:")[2].partition("\n\n")[0]

HOMES = [
    "MPLCONFIGDIR", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "XDG_CACHE_HOME",
    "XDG_STATE_HOME", "PIP_CACHE_DIR", "npm_config_cache",
]  # fmt: skip


@pytest.mark.parametrize("name", HOMES)
def test_what_a_tool_keeps_is_kept_in_the_folder(name):
    assert re.search(rf"^export {name} := \$\(CURDIR\)/\$\(VENV\)/", TEXT, re.M)


def ignored():
    """Everything that is made and not kept: the patterns of all .gitignore files, seen from the root."""
    for path in [*sorted(ROOT.glob("*/**/.gitignore")), ROOT / ".gitignore"]:
        folder = path.parent.relative_to(ROOT)
        if any(part.startswith(".") or part == "node_modules" for part in folder.parts):
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield str(folder / line.strip("/"))


@pytest.mark.parametrize("pattern", sorted(set(ignored())))
def test_clean_removes_what_git_ignores(pattern):
    assert pattern in (".ipynb_checkpoints",) or pattern in CLEAN, f"make clean leaves {pattern}"

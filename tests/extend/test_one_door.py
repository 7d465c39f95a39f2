"""One door for authors: expansions get everything they need from `keyflower.extend`."""

import ast
from pathlib import Path

import pytest

import keyflower

BUILT_IN = Path(keyflower.__file__).parent / "expansions"
TOY = Path(__file__).parents[1] / "toy_expansion" / "src" / "keyflower_toy"
FILES = sorted([*BUILT_IN.rglob("*.py"), *TOY.rglob("*.py")])

BESIDES = {
    "__future__",
    "attrs",
    "typing",
    "collections",
    "collections.abc",
    "functools",
    "itertools",
    "operator",
}
"""What an expansion imports besides: attrs, and plain tools of the standard library."""


def imported(path):
    """The modules that a file imports from, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def own(path):
    """The package of the expansion that a file belongs to."""
    if BUILT_IN in path.parents and path.parent != BUILT_IN:
        return f"keyflower.expansions.{path.relative_to(BUILT_IN).parts[0]}"
    return "keyflower_toy"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_expansions_import_from_extend_and_themselves_alone(path):
    allowed = {"keyflower.extend", *BESIDES}
    others = [name for name in imported(path) if name not in allowed]
    assert [name for name in others if not f"{name}.".startswith(f"{own(path)}.")] == []

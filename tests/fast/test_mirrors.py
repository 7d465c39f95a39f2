"""Comments in the C say which Python they mirror: every name they give exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import keyflower

PACKAGE = Path(keyflower.__file__).parent
NATIVE = PACKAGE / "fast" / "native"
MIRRORS = re.compile(r"mirrors ((?:[\w.]+(?:, | and )?)+)")
PROSE = {"and", "with", "what", "rules", "for", "of", "it"}
"""Words of the sentence after the names."""


def members(tree, path):
    """Everything that a module or a class defines, by its dotted path."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield f"{path}.{name}"
                yield from members(node, f"{path}.{name}")
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield f"{path}.{name}"
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield f"{path}.{name}"


@cache
def defined():
    """The dotted path of every module, class, function and attribute of the package."""
    found = set()
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        path = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found |= {path, *members(ast.parse(file.read_text("utf-8")), path)}
    return found


def cited():
    """Every name that a comment says it mirrors, with its place."""
    for file in sorted((*NATIVE.rglob("*.c"), *NATIVE.rglob("*.h"))):
        for number, line in enumerate(file.read_text("utf-8").split("\n"), start=1):
            for found in MIRRORS.finditer(line):
                for name in re.split(r", | and ", found[1]):
                    if name in PROSE or not name:
                        break
                    yield f"{file.name}:{number}", name.rstrip(".")


@pytest.mark.parametrize(("place", "name"), [*cited()], ids=lambda part: part)
def test_the_mirrored_name_exists(place, name):
    assert any(path.endswith(f".{name}") for path in defined()), f"{place} mirrors {name}, which is not there"


def test_there_are_comments_to_read():
    assert len(list(cited())) > 100

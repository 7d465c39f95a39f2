"""Each public name in a process that has loaded nothing of the library before.

The program prints a line of JSON for each name that fails. One process starts, loads nothing of the library and forks:
a child opens one door, and forks again for each name of it, which is taken first and whose examples are run.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
IMPORTS = (ast.Import, ast.ImportFrom)
GIVEN = {"kf", "Random", "game", "view", "over", "log", "sheet", "village"}
"""What `example_names` gives; those examples run with the other docstrings."""
OUTSIDE = ("attrs", "cattrs.gen", "numpy", "json", "random")
"""What the library stands on; loaded once, before the first fork."""


def in_a_child(work: Callable[[], None]) -> str:
    """Run something in a forked child; return what went wrong, or the empty text."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            work()
            wrong = ""
        except BaseException:  # the parent reports whatever it is
            wrong = traceback.format_exc()
        with os.fdopen(write, "w") as told:
            told.write(wrong)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as heard:
        told_wrong = heard.read()
    _, status = os.waitpid(child, 0)
    return told_wrong or ("" if status == 0 else f"ended with status {status}")


def report(what: str, wrong: str) -> None:
    """Print what went wrong with a name."""
    if wrong:
        print(json.dumps([what, wrong]), flush=True)


def begins_with_a_game(test: doctest.DocTest) -> bool:
    """Whether an example needs one of the names that the reference takes for granted, so it is not the first line."""
    tree = ast.parse("".join(example.source for example in test.examples))
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {
        one.asname or one.name for node in ast.walk(tree) if isinstance(node, IMPORTS) for one in node.names
    }
    return bool(GIVEN & {node.id for node in names} - bound)


def examples(value: object, name: str) -> None:
    """Run the examples in the documentation of a value, those that stand alone."""
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    said: list[str] = []
    for test in doctest.DocTestFinder(exclude_empty=True).find(value, name, module=module):
        if not begins_with_a_game(test):
            runner.run(test, out=said.append)
    assert not said, "".join(said)


def opened(door: str, but: Sequence[str]) -> None:
    """Open a door and use each of its names in a child of its own: nothing but the door is loaded there."""
    module = import_module(door)
    report(door, in_a_child(lambda: examples(module, door)))
    for name in getattr(module, "__all__", ()):
        there = vars(module).get(name)
        plain = name in vars(module) and ">>>" not in str(getattr(there, "__doc__", ""))
        if not plain and name not in but:
            report(f"{door}.{name}", in_a_child(partial(used, module, name)))


def used(module: ModuleType, name: str) -> None:
    """Take a name, which may be loaded only now, and run its examples."""
    value = getattr(module, name)
    if not isinstance(value, ModuleType):
        examples(value, name)


def run(program: str) -> None:
    """Run a few lines as the first thing a process does."""
    exec(compile(program, "<program>", "exec"), {"__name__": "fresh"})


def main(asked: Sequence[Sequence[str]]) -> None:
    """Try what is asked for: a door, with the names that cannot be tried, or a program."""
    for name in OUTSIDE:
        import_module(name)
    ours = [name for name in sys.modules if name.partition(".")[0] == "keyflower"]
    assert not ours, ours
    for kind, about, *but in asked:
        work = partial(opened, about, but) if kind == "door" else partial(run, about)
        report(about, in_a_child(work))


if __name__ == "__main__":
    main(json.loads(sys.stdin.read()))

"""Merges runs that were played in shares on many machines into one folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from keyflower.kernel.arguments import several, shown
from keyflower.kernel.errors import SetupError
from keyflower.simulate.store import RunStore


def merge(folders: Iterable[str | os.PathLike[str]], *, out: str | os.PathLike[str]) -> RunStore:
    """Merge the parts of a run that were played into several folders, and return the run.

    The folders hold shares of the same run (``simulate(..., share=(3, 200), out=...)``): the same bots, rules, seeds
    and tables. The files are copied as they are. If you then simulate the whole run with the folder ``out``,
    only what is missing is played.

    Args:
        folders: where the shares are.
        out: where the whole run goes: a new folder, or one that already contains a part of it.

    Raises:
        SetupError: if a folder does not contain this run, or two folders have different files of the same part.
    """
    given = [
        RunStore(Path(_path(folder)))
        for folder in several(folders, "folders", example='["runs/1", "runs/2"]')
    ]
    if not given:
        raise SetupError("there is nothing to merge: name the folders of the shares")
    whole = RunStore(Path(_path(out)))
    for store in given:
        plan = store.known_plan()
        if not plan:
            raise SetupError(f"{store} holds no run")
        if store.kind != whole.kind:
            raise SetupError(
                f"{store} holds {store.kind}, and {whole} would hold {whole.kind}: name it alike"
            )
        whole.begin({name: value for name, value in plan.items() if name != "format"})
        for number in store.numbers():
            whole.adopt(store, number)
    return whole


def _path(given: object) -> str | os.PathLike[str]:
    if not isinstance(given, str | os.PathLike):
        raise SetupError(f"a folder is a path, not {shown(given)}")
    return given

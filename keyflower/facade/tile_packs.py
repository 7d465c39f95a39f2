"""Tile packs: an expansion of tiles, goods and scoring terms, read from a TOML file without any Python."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from keyflower.extend.expansion import Expansion
from keyflower.extend.tile_data import (
    DataProblem,
    good_from_data,
    term_from_data,
    tile_from_data,
)
from keyflower.facade.registry import resolve
from keyflower.facade.rule_choice import read_text
from keyflower.kernel.arguments import shown
from keyflower.kernel.errors import SetupError, UnknownName, suggest
from keyflower.model.errors import RulesetError

T = TypeVar("T")
_TEXTS: Final = ("id", "version", "title", "words")
_LISTS: Final = ("requires", "continues")
_PARTS: Final = ("goods", "tiles", "terms")
_HEADER: Final = re.compile(r"\s*(\[{1,2})\s*([^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


def read_pack(path: str | os.PathLike[str]) -> Expansion:
    """Return the expansion that a TOML file describes; see `Expansion.from_toml`."""
    try:
        text = read_text(path)
    except SetupError as error:
        raise RulesetError(error.said) from None
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:  # it says the line
        raise RulesetError(f"{path}: {error}") from None
    lines = _lines(text)
    expansion, problems = _expansion(data)
    if problems:
        told = [f"{_where(lines, problem.path)}{problem}" for problem in problems]
        raise RulesetError(f"{path}: " + "; ".join(told))
    _check(path, expansion, lines)
    return expansion


def _expansion(data: Mapping[str, object]) -> tuple[Expansion, list[DataProblem]]:
    problems = [
        DataProblem(name, f"there is no such field{suggest(name, (*_TEXTS, *_LISTS, *_PARTS))}")
        for name in data
        if name not in (*_TEXTS, *_LISTS, *_PARTS)
    ]
    texts = {name: data.get(name, "1.0" if name == "version" else "") for name in _TEXTS}
    texts["title"] = texts["title"] or texts["id"]
    problems += [
        DataProblem(name, f"a text, not {shown(value)}")
        for name, value in texts.items()
        if not isinstance(value, str) or (name == "id" and not value)
    ]
    lists = {name: data.get(name, []) for name in _LISTS}
    problems += [
        DataProblem(name, f"a list of texts, not {shown(value)}")
        for name, value in lists.items()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value)
    ]
    goods = _read(data, "goods", good_from_data, problems)
    tiles = _read(data, "tiles", tile_from_data, problems)
    terms = _read(data, "terms", term_from_data, problems)
    if problems:
        return Expansion(id="", version="", title=""), problems
    return Expansion(
        id=str(texts["id"]),
        version=str(texts["version"]),
        title=str(texts["title"]),
        words=str(texts["words"]),
        requires=tuple(map(str, _listed(lists["requires"]))),
        continues=tuple(map(str, _listed(lists["continues"]))),
        goods=goods,
        tiles=tiles,
        terms=terms,
    ), []


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _read(
    data: Mapping[str, object],
    part: str,
    read: Callable[[object, str], T],
    problems: list[DataProblem],
) -> tuple[T, ...]:
    """Read each table of a part, and collect all errors."""
    tables = data.get(part, [])
    if not isinstance(tables, list):
        problems.append(DataProblem(part, f"tables in double brackets, [[{part}]], not {shown(tables)}"))
        return ()
    found: list[T] = []
    for place, table in enumerate(tables):
        try:
            found.append(read(table, f"{part}[{place}]"))
        except DataProblem as problem:
            problems.append(problem)
    return tuple(found)


def _check(path: str | os.PathLike[str], expansion: Expansion, lines: Mapping[str, int]) -> None:
    """Put the pack together with what it requires, so that unknown pieces and taken names are found now."""
    try:
        resolve([*expansion.requires, expansion])
    except UnknownName:
        return  # what it requires is not installed here; whoever plays with it is told
    except RulesetError as error:
        told = str(error)
        for place, tile in enumerate(expansion.tiles):
            where = _where(lines, f"tiles[{place}]")
            told = re.sub(rf"(?<![\w:]){re.escape(tile.id)}\b", f"{where}{tile.id}", told)
        raise RulesetError(f"{path}: {told}") from None


# ---------------------------------------------------------------------- lines


def _where(lines: Mapping[str, int], path: str) -> str:
    """Return the line of a field, or of the nearest table around it."""
    while path:
        if path in lines:
            return f"line {lines[path]}, "
        path = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", path)
    return ""


def _lines(text: str) -> dict[str, int]:
    """Return on which line each table and each field of a TOML text begins, by path such as ``tiles[0].front``."""
    found: dict[str, int] = {}
    numbers: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = _table_path(header[2], numbers, is_list=header[1] == "[[")
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            name = key[1].replace('"', "").replace("'", "")
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _table_path(name: str, numbers: dict[str, int], *, is_list: bool) -> str:
    """Return the path of a table: each list of tables is at its last entry, and a new one begins the next."""
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    path = ""
    for place, part in enumerate(parts):
        path = f"{path}.{part}" if path else part
        if is_list and place == len(parts) - 1:
            numbers[path] = numbers.get(path, -1) + 1
        if path in numbers:
            path = f"{path}[{numbers[path]}]"
    return path

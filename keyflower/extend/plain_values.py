"""Plain values of an expansion: numbers, texts and words of the game that a log can store and read back.

Python lets a tile have 1.5 points or a version that is a number. Such a tile could be played, but no log of the game
could be read again, so `Ruleset.compose` refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from keyflower.extend.looks import Shape
from keyflower.kernel.pool import BasePool

LARGEST: Final = 100_000
"""No printed number and no number of pieces is larger."""
_DEEPEST: Final = 40
"""Effects are not nested deeper than this."""


def value_problems(where: str, value: object, depth: int = 0) -> Iterator[str]:
    """Iterate what is wrong with the numbers, texts and words inside a value, each named by its place."""
    if depth > _DEEPEST:
        yield f"{where[:80]}: it contains itself, or is nested too deeply"
    elif isinstance(value, float | complex):
        yield f"{where}: {value!r} is not a whole number"
    elif isinstance(value, int) and abs(value) > LARGEST:
        yield f"{where}: the number is too large; the largest is {LARGEST}"
    elif isinstance(value, BasePool):
        for piece, number in value.items():
            yield from value_problems(f"{where}.{piece}", number, depth + 1)
    elif isinstance(value, tuple | list | frozenset):
        for place, item in enumerate(value):
            yield from value_problems(f"{where}[{_named(item, place)}]", item, depth + 1)
    elif has(type(value)) and not isinstance(
        value, Shape
    ):  # no log carries a look, and a shape checks itself
        for name, kinds in _declared(type(value)):  # type: ignore[arg-type]  # classes can be hashed
            item = getattr(value, name)
            if kinds and not isinstance(item, kinds):
                wanted = " or ".join(_words(kind) for kind in kinds if kind is not NoneType)
                yield f"{where}.{name}: {str(item)[:40]!r} is not {wanted}"
            else:
                yield from value_problems(f"{where}.{name}", item, depth + 1)


def _named(item: object, place: int) -> object:
    return getattr(item, "name", None) or getattr(item, "id", None) or place


def _words(kind: type) -> str:
    if issubclass(kind, Enum):
        return f"a {kind.__name__.lower()} ({', '.join(str(member.value) for member in kind)})"
    return {int: "a whole number", str: "text", bool: "true or false"}.get(
        kind, f"a value of {kind.__name__}"
    )


@lru_cache(maxsize=512)
def _declared(kind: type) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the fields of a class with the classes that their values may have; none where anything is allowed."""
    try:
        hints: Mapping[str, Any] = get_type_hints(kind)
    except Exception:  # a stranger's annotations may name what is not there
        hints = {}
    return tuple((item.name, _plain(hints.get(item.name))) for item in fields(kind) if item.init)


def _plain(hint: Any) -> tuple[type, ...]:  # Any: an annotation
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    plain = (int, str, bool, NoneType)
    if all(isinstance(part, type) and (part in plain or issubclass(part, Enum)) for part in parts):
        return tuple(parts)
    return ()

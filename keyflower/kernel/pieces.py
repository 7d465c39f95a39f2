"""Counting: every pool of pieces, and every name of a kind, wherever it lies in a declared value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from operator import attrgetter
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from attrs import has

from keyflower.kernel.fields import declared
from keyflower.kernel.pool import BasePool

PIECES: Final = "PIECES"
"""A class that has its pieces in properties instead of fields lists those properties under this name."""


def pools_in(value: object) -> Iterator[BasePool]:
    """Iterate every pool that has pieces, in a state or in any part of one, in any order.

    A field declared with ``pieces=False`` only mentions pieces that are elsewhere, so it is left out.
    """
    found: list[BasePool] = []
    # a stack of what is to be looked at: functions that call themselves take twice as long
    waiting: list[Any] = [value]  # Any: whatever a state holds
    while waiting:
        part = waiting.pop()
        kind: type = type(part)
        if kind is tuple:
            waiting += part
            continue
        read = _HOLDING.get(kind) or _holding(kind)
        if read is _itself:
            if part.total:
                found.append(part)
        elif read is not _nothing:
            waiting += read(part)
    return iter(found)


def _itself(pool: BasePool) -> tuple[BasePool, ...]:
    return (pool,)


def _nothing(value: object) -> tuple[()]:
    return ()


def names_in(value: object, of: str) -> Iterator[str]:
    """Iterate every name in the fields that are declared to hold names of this kind, in any order.

    Hidden ones are question marks.
    """
    found: list[str] = []
    waiting: list[Any] = [value]  # Any: as above
    while waiting:
        part = waiting.pop()
        kind: type = type(part)
        if kind is tuple:
            waiting += part
            continue
        known = _NAMING.get((kind, of))
        for name, here in _naming(kind, of) if known is None else known:
            there = getattr(part, name)
            if not here:
                waiting.append(there)
            elif type(there) is str:
                found.append(there)
            else:
                _add_texts(there, found)
    return iter(found)


def _add_texts(value: object, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add_texts(item, found)


_PLAIN: Final = (int, str, bool, NoneType, Ellipsis)
_HOLDING: dict[type, Callable[[Any], tuple[Any, ...]]] = {}  # Any: a value of the class, and what it holds
_NAMING: dict[tuple[type, str], tuple[tuple[str, bool], ...]] = {}


def _holding(kind: type) -> Callable[[Any], tuple[Any, ...]]:  # Any: as above
    """Return what reads the fields of a class that can hold pools, all in one call."""
    read: Callable[[Any], tuple[Any, ...]] = (
        _itself if issubclass(kind, BasePool) else _nothing
    )  # Any: as above
    if has(kind):
        types = get_type_hints(kind)
        names = [
            name
            for name, says in declared(kind)
            if says.pieces and _may_hold(types[name], BasePool, frozenset())
        ]
        names += getattr(kind, PIECES, ())
        if len(names) > 1:
            read = attrgetter(*names)
        elif names:
            read = lambda value: (getattr(value, names[0]),)  # noqa: E731  # attrgetter returns no tuple then
    _HOLDING[kind] = read
    return read


def _naming(kind: type, of: str) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a class that can hold such names, and whether they hold them directly."""
    known = _NAMING.get((kind, of))
    if known is None and not has(kind):
        known = _NAMING[kind, of] = ()
    if known is None:
        types = get_type_hints(kind)
        known = _NAMING[kind, of] = tuple(
            (name, says.of == of)
            for name, says in declared(kind)
            if says.pieces and (says.of == of or _may_name(types[name], of, frozenset()))
        )
    return known


def _may_name(kind: Any, of: str, seen: frozenset[object]) -> bool:  # Any: types have no common type
    """Return whether a value of a type may have names of a kind in its fields, however deep."""
    if isinstance(kind, list) or kind in seen or kind in _PLAIN:
        return False  # a list is the arguments of a function
    seen = seen | {kind}
    if get_args(kind):
        return any(_may_name(part, of, seen) for part in get_args(kind))
    if not isinstance(kind, type):
        return True
    if issubclass(kind, BasePool | Enum):
        return False
    if not has(kind):
        return True  # of a root such as `Task`, only the value itself knows
    types = get_type_hints(kind)
    return any(
        says.of == of or _may_name(types[name], of, seen) for name, says in declared(kind) if says.pieces
    )


def _may_hold(kind: Any, wanted: type, seen: frozenset[object]) -> bool:  # Any: as above
    """Return whether a value of a type may be or contain one of a class."""
    if isinstance(kind, list) or kind in seen or kind in _PLAIN:
        return False  # a list is the arguments of a function
    seen = seen | {kind}
    if get_args(kind):
        return any(_may_hold(part, wanted, seen) for part in get_args(kind))
    if not isinstance(kind, type):
        return True
    if issubclass(kind, wanted) or not has(kind):
        return True  # of a root such as `Task`, only the value itself knows
    types = get_type_hints(kind)
    return bool(getattr(kind, PIECES, ())) or any(
        _may_hold(types[name], wanted, seen) for name, says in declared(kind) if says.pieces
    )

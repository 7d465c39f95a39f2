"""Counting: every pool of pieces, and every name of a kind, wherever it lies in a declared value."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from attrs import has

from keyflower.kernel.fields import declared
from keyflower.kernel.pool import BasePool

PIECES: Final = "PIECES"
"""A class that has its pieces in properties instead of fields lists those properties under this name."""


def pools_in(value: object) -> Iterator[BasePool]:
    """Iterate every pool of pieces in a state or in any part of one.

    A field declared with ``pieces=False`` only mentions pieces that lie elsewhere, so it is left out.
    """
    found: list[BasePool] = []
    _add_pools(value, found)
    return iter(found)


def _add_pools(value: Any, found: list[BasePool]) -> None:  # Any: whatever a state holds
    # a list that is filled on the way: generators inside generators take three times as long
    if isinstance(value, BasePool):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            if _HOLDING.get(type(item)) != ():  # most are names and numbers
                _add_pools(item, found)
    else:
        for name in _holding(type(value)):
            _add_pools(getattr(value, name), found)


def names_in(value: object, of: str) -> Iterator[str]:
    """Iterate every name in the fields that are declared to hold names of this kind; hidden ones are question marks."""
    found: list[str] = []
    _add_names(value, of, found)
    return iter(found)


def _add_names(value: Any, of: str, found: list[str]) -> None:  # Any: as above
    if isinstance(value, tuple):
        for item in value:
            if _NAMING.get((type(item), of)) != ():  # as above
                _add_names(item, of, found)
    else:
        for name, here in _naming(type(value), of):
            (_add_texts if here else _add_names)(getattr(value, name), of, found)


def _add_texts(value: object, of: str, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add_texts(item, of, found)


_PLAIN: Final = (int, str, bool, NoneType, Ellipsis)
_HOLDING: dict[type, tuple[str, ...]] = {}
_NAMING: dict[tuple[type, str], tuple[tuple[str, bool], ...]] = {}


def _holding(kind: type) -> tuple[str, ...]:
    """Return the fields of a class that can hold pools."""
    known = _HOLDING.get(kind)
    if known is None and not has(kind):
        known = _HOLDING[kind] = ()
    if known is None:
        types = get_type_hints(kind)
        found = [
            name
            for name, says in declared(kind)
            if says.pieces and _may_hold(types[name], BasePool, frozenset())
        ]
        known = _HOLDING[kind] = (*found, *getattr(kind, PIECES, ()))
    return known


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

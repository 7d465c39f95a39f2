"""Counting: every pool of pieces, and every name of a kind, wherever it lies in a declared value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from operator import attrgetter
from types import NoneType
from typing import Any, Final, TypeAlias, get_args, get_type_hints

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
    # what is still to be looked at: functions that call themselves take twice as long
    waiting: list[Any] = [value]  # Any: whatever a state holds
    for part in waiting:
        kind: type = type(part)
        if kind is tuple:
            waiting += part
        elif isinstance(part, BasePool):
            found.append(part)
        else:
            pools, parts = _HOLDING.get(kind) or _holding(kind)
            found += pools(part)
            waiting += parts(part)
    return iter([pool for pool in found if pool.total])


def names_in(value: object, of: str) -> Iterator[str]:
    """Iterate every name in the fields that are declared to hold names of this kind, in any order.

    Hidden ones are question marks.
    """
    waiting: list[Any] = [value]  # Any: as above
    named: list[Any] = []
    for part in waiting:
        kind: type = type(part)
        if kind is tuple:
            waiting += part
        else:
            names, parts = _NAMING.get((kind, of)) or _naming(kind, of)
            named += names(part)
            waiting += parts(part)
    found: list[str] = []
    for name in named:
        if isinstance(name, str):
            found.append(name)
        elif isinstance(name, tuple):
            plain = {str}.issuperset(map(type, name))
            (found if plain else named).extend(name)
    return iter(found)


_PLAIN: Final = (int, str, bool, NoneType, Ellipsis)
# Any: a value of a class, and what some of its fields hold
Read: TypeAlias = Callable[[Any], tuple[Any, ...]]
_HOLDING: Final[dict[type, tuple[Read, Read]]] = {}
_NAMING: Final[dict[tuple[type, str], tuple[Read, Read]]] = {}


def _reading(names: list[str]) -> Read:
    """Return what reads some fields of a value, all in one call."""
    if not names:
        return lambda value: ()
    if len(names) == 1:  # attrgetter returns no tuple then
        return lambda value: (getattr(value, names[0]),)
    return attrgetter(*names)


def _holding(kind: type) -> tuple[Read, Read]:
    """Return what reads the fields of a class that are pools, and those that may have pools in them."""
    pools, parts = [], []
    if has(kind):
        types = get_type_hints(kind)
        for name, says in declared(kind):
            if says.pieces and isinstance(types[name], type) and issubclass(types[name], BasePool):
                pools.append(name)
            elif says.pieces and _may_hold(types[name], BasePool, frozenset()):
                parts.append(name)
        parts += getattr(kind, PIECES, ())
    found = _HOLDING[kind] = _reading(pools), _reading(parts)
    return found


def _naming(kind: type, of: str) -> tuple[Read, Read]:
    """Return what reads the fields of a class that hold such names, and those that may have some in them."""
    names, parts = [], []
    if has(kind):
        types = get_type_hints(kind)
        for name, says in declared(kind):
            if says.pieces and says.of == of:
                names.append(name)
            elif says.pieces and _may_name(types[name], of, frozenset()):
                parts.append(name)
    found = _NAMING[kind, of] = _reading(names), _reading(parts)
    return found


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

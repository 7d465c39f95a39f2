"""Declaring fields: what a field holds and who may see it, said once where the field is written.

::

    workers: Pool = held(by=OWNER, of="worker")
    bag: Pool = held(by=NOBODY, of="worker")
    village: Village = open_()

Hiding a state for a viewer, redacting an event, counting pieces, dealing hidden pieces again and the JSON Schemas
all follow from these declarations. A field that declares nothing is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

from attrs import NOTHING, field, fields

from keyflower.kernel.pool import BasePool
from keyflower.kernel.values import frozen

EVERYBODY: Final = "everybody"
"""Anyone may see the field."""
OWNER: Final = "owner"
"""Only the seat that the field belongs to may see it: the seat it is part of, or the seat of the event."""
NOBODY: Final = "nobody"
"""No seat may see the field."""

UNSEEN: Final = "?"
"""Stands for a name that the viewer does not know."""

_KEY: Final = "declared"


@frozen
class Declared:
    """What a field says about itself."""

    by: str = EVERYBODY
    """Who may see it."""
    of: str = ""
    """What it holds: a word of the game's choice, such as ``tile``; empty if that does not matter."""
    pieces: bool = True
    """Whether its pieces are counted; not if the field only mentions pieces that lie elsewhere."""
    inside: bool = False
    """Whether it is a tuple of values with declared fields, such as the seats."""
    counted: bool = True
    """Whether everybody may see how many there are."""
    until_over: bool = False
    """Whether everybody may see it once the game is over."""
    title: str = ""
    """What people call it, if it is shown by itself; the empty text if it is not."""


_PLAIN: Final = Declared()


_T = TypeVar("_T")


@overload
def open_(
    *,
    default: _T,
    of: str = "",
    pieces: bool = True,
    inside: bool = False,
    title: str = "",
    converter: Callable[[Any], Any] | None = None,
) -> _T: ...
@overload
def open_(
    *,
    of: str = "",
    pieces: bool = True,
    inside: bool = False,
    title: str = "",
    converter: Callable[[Any], Any] | None = None,
) -> Any: ...
def open_(
    *,
    default: object = NOTHING,
    of: str = "",
    pieces: bool = True,
    inside: bool = False,
    title: str = "",
    converter: Callable[[Any], Any] | None = None,  # Any: as attrs types its own converters
) -> Any:  # Any: as attrs types its own field()
    """Declare a field that everybody may see."""
    declared = Declared(EVERYBODY, of, pieces, inside, title=title)
    return field(default=default, converter=converter, metadata={_KEY: declared})


@overload
def held(
    *,
    by: str = OWNER,
    default: _T,
    of: str = "",
    pieces: bool = True,
    counted: bool = True,
    until_over: bool = False,
    title: str = "",
) -> _T: ...
@overload
def held(
    *,
    by: str = OWNER,
    of: str = "",
    pieces: bool = True,
    counted: bool = True,
    until_over: bool = False,
    title: str = "",
) -> Any: ...
def held(
    *,
    by: str = OWNER,
    default: object = NOTHING,
    of: str = "",
    pieces: bool = True,
    counted: bool = True,
    until_over: bool = False,
    title: str = "",
) -> Any:  # Any: as attrs types its own field()
    """Declare a field that not everybody may see.

    Args:
        by: who may see it, `OWNER` or `NOBODY`.
        default: its default, if it has one.
        of: what it holds.
        pieces: whether its pieces are counted.
        counted: whether everybody may see how many there are.
        until_over: whether everybody may see it once the game is over.
        title: its title, if it is shown by itself.
    """
    declared = Declared(by, of, pieces, inside=False, counted=counted, until_over=until_over, title=title)
    return field(default=default, metadata={_KEY: declared})


_DECLARED: dict[type, tuple[tuple[str, Declared], ...]] = {}
_COVERED: dict[type, tuple[tuple[str, Declared], ...]] = {}


def declared(kind: type) -> tuple[tuple[str, Declared], ...]:
    """Return what the fields of an attrs class say about themselves, in order."""
    known = _DECLARED.get(kind)
    if known is None:
        known = tuple(
            (item.name, item.metadata.get(_KEY, _PLAIN))
            for item in fields(kind)
            if item.init  # the other fields only keep what follows from these
        )
        _DECLARED[kind] = known
    return known


def undeclared(kind: type) -> tuple[str, ...]:
    """Return the fields of an attrs class that were written without `open_` or `held`."""
    return tuple(item.name for item in fields(kind) if item.init and _KEY not in item.metadata)


def covered(kind: type) -> tuple[tuple[str, Declared], ...]:
    """Return the fields of an attrs class that are hidden from somebody, in part or as a whole."""
    known = _COVERED.get(kind)
    if known is None:
        known = tuple((name, says) for name, says in declared(kind) if says.by != EVERYBODY or says.inside)
        _COVERED[kind] = known
    return known


def masked(value: object, *, counted: bool = True) -> object:
    """Return a value as it appears to a viewer who may only count it, or not even that."""
    if isinstance(value, BasePool):
        return value.masked()
    if isinstance(value, tuple):
        return tuple(masked(item) for item in value) if counted else (UNSEEN,)
    return UNSEEN if isinstance(value, str) else None

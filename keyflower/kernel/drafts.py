"""Values that are made by the thousand: open while they are changed, then closed by a change of class.

A frozen object can only be made, not changed, so a step that changes five fields of a state would make five states.
Instead the step works on an *open* object: it has the same slots and no guard. When the last change is made, its class
is changed to that of the frozen value; nothing is copied. Of all the tricks that were tried for speed this is the one
that pays: without it a step takes a fifth longer.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, ClassVar, Self, TypeVar

from attrs import fields

T = TypeVar("T")


def closed(made: object, kind: type[T]) -> T:
    """Return an open object as the value it becomes: its class changes, and nothing is copied."""
    made.__class__ = kind
    return made  # type: ignore[return-value]  # it is one now


class Open:
    """The root of open classes: a subclass has the slots of one frozen class and starts as a copy of a value of it.

    A subclass says ``__slots__ = Value.__slots__`` and ``FIELDS = names_of(Value)``. The frozen class has no place for
    weak references (``@frozen(weakref_slot=False)``): Python cannot change the class of such an object.
    """

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """The fields of the frozen class, see `names_of`."""

    def __init__(self, value: object) -> None:
        """Open a value for changes."""
        for name in self.FIELDS:
            setattr(self, name, getattr(value, name))

    def copied(self) -> Self:
        """Return another open object with the same contents."""
        return type(self)(self)


def open_class(kind: Any, root: type[Open]) -> type[Any]:  # Any: attrs classes have no type of their own
    """Return the open class of a frozen one: the same slots, properties and methods, but no guard.

    The frozen class derives from one class without slots, which the open class derives from first; otherwise Python
    would not change the one into the other. Copying a value is spelt out for its fields, which takes a third of the
    time of a loop over them.
    """
    names = names_of(kind)
    body: dict[str, Any] = {  # Any: a class may hold anything
        name: value
        for name, value in vars(kind).items()
        if isinstance(value, FunctionType | property) and not name.startswith("__")
    }
    copying = "".join(f"\n    self.{name} = value.{name}" for name in names)
    exec(f"def __init__(self, value):{copying}", {}, body)  # the names of fields, as attrs does it
    title = f"Open{kind.__name__}"
    return type(title, (kind.__bases__[0], root), {**body, "__slots__": kind.__slots__, "FIELDS": names})


def names_of(kind: type[Any]) -> tuple[str, ...]:  # Any: attrs classes have no type of their own
    """Return the names of the fields of a frozen class."""
    return tuple(item.name for item in fields(kind))


# ---------------------------------------------------------------------- as text


def brief(value: Any) -> str:  # Any: attrs classes have no type of their own
    """Return a call that rebuilds a value of an attrs class; fields with their default are left out."""
    shown = [
        f"{item.alias}={getattr(value, item.name)!r}"
        for item in fields(type(value))
        if item.init and item.repr and getattr(value, item.name) != item.default
    ]
    return f"{type(value).__name__}({', '.join(shown)})"


def hyphenated(name: str) -> str:
    """Return the name of a class in small letters, with hyphens between its words.

    >>> hyphenated("CardsOpened")
    'cards-opened'
    """
    return "".join([f"-{letter.lower()}" if letter.isupper() else letter for letter in name]).lstrip("-")

"""`frozen`: immutable attrs classes that are made about twice as quickly as attrs makes them.

attrs sets each field of a frozen object past the guard, with a call for each. Here an object that is being made
belongs to an open twin of its class, which has the same slots and no guard, until the last field is set. What
is made is the same: guard, equality, hash and repr are those of `attrs.frozen`.

For values that a game makes by the thousand; others use `attrs.frozen` itself. What is different: there is no place
for weak references, and audit hooks see an ``object.__setattr__`` of ``__class__`` for each value that is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")


def closed(made: object, kind: type[T]) -> T:
    """Return an object of an open twin as the value it becomes: its class changes, and nothing is copied."""
    made.__class__ = kind
    return made  # type: ignore[return-value]  # it is one now


if TYPE_CHECKING:
    from attrs import frozen as frozen  # noqa: PLC0414  # that other modules may import it
else:
    import sys

    from attrs import NOTHING, Factory, fields
    from attrs import frozen as _frozen

    _change_class = object.__dict__["__class__"].__set__

    def frozen(cls=None, /, **how):
        """Make a class a frozen attrs class; takes the arguments of `attrs.frozen`."""
        if cls is None:
            return lambda decorated: frozen(decorated, **how)
        made = _frozen(weakref_slot=False, **how)(cls)  # a place for weak references has no twin
        attrs_init = made.__init__
        made.__init__ = _quick_init(made, attrs_init)
        made.__init__.__qualname__ = attrs_init.__qualname__
        made.__init__.__module__ = attrs_init.__module__
        made.__init__.__doc__ = attrs_init.__doc__
        made.__init__.__annotations__ = attrs_init.__annotations__

        def subclassed(cls, **named):
            super(made, cls).__init_subclass__(**named)
            made.__init__ = attrs_init  # an object of a subclass must stay one

        made.__init_subclass__ = classmethod(subclassed)
        return made

    def _quick_init(made, attrs_init):
        """Return an `__init__` for a frozen class that sets the fields while the object is open."""
        names = {
            "_made": made,
            "_open": type(f"Open{made.__name__}", made.__bases__, {"__slots__": made.__slots__}),
            "_change_class": _change_class,
        }
        arguments, keywords, body = ["self"], [], ["_change_class(self, _open)"]
        for item in fields(made):
            assert item.validator is None and not isinstance(item.default, Factory), item
            value = item.alias
            if item.default is not NOTHING:
                names[f"_default_{item.name}"] = item.default
            if not item.init:
                value = f"_default_{item.name}"
            else:
                default = "" if item.default is NOTHING else f"=_default_{item.name}"
                (keywords if item.kw_only else arguments).append(item.alias + default)
            if item.converter is not None:
                names[f"_convert_{item.name}"] = item.converter
                value = f"_convert_{item.name}({value})"
            body.append(f"self.{item.name} = {value}")
        body += [f"self.{slot} = None" for slot in made.__slots__ if slot == "_attrs_cached_hash"]
        if hasattr(made, "__attrs_post_init__"):  # may still set fields
            body.append("_made.__attrs_post_init__(self)")
        body.append("self.__class__ = _made")
        head = ", ".join(arguments + (["*", *keywords] if keywords else []))
        source = f"def __init__({head}):\n  " + "\n  ".join(body)
        source = f"def make({', '.join(names)}):\n " + source.replace("\n", "\n ") + "\n return __init__"
        made_by: dict = {}
        # with the names of the module of the class, so that the annotations can be read
        exec(
            compile(source, attrs_init.__code__.co_filename, "exec"),
            vars(sys.modules[made.__module__]),
            made_by,
        )
        return made_by["make"](**names)

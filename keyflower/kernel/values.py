"""Frozen classes that cost less to import: comparing, hashing and showing a value is compiled when it is first done.

attrs writes a class's methods as text and compiles it when the class is made. A game imports some 150 such classes and
never compares or shows most of them, so `frozen` leaves these three methods to the first call. What they do is what
attrs does: they are taken from a class of the same fields that attrs makes then.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["frozen", "later"]


def later(module: str, name: str) -> Any:  # Any: whatever it is
    """Return a class variable whose value is imported from another module when it is first asked for."""
    return _Later(module, name)


class _Later:
    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __get__(self, owner: object, kind: type[object]) -> Any:  # Any: whatever it is
        return getattr(import_module(self._module), self._name)


if TYPE_CHECKING:
    from attrs import frozen
else:
    import attrs

    COMPARED, SHOWN = ("__eq__", "__hash__"), ("__repr__",)

    def frozen(maybe=None, /, **how):
        """Make a frozen class as `attrs.frozen` does, in all its forms."""
        if maybe is None:
            return lambda kind: frozen(kind, **how)
        said = vars(maybe)
        late = ()
        if not (
            how.keys() & {"eq", "hash", "unsafe_hash", "order", "cache_hash"}
            or said.keys() & {*COMPARED, "__ne__"}
        ):
            late, how = COMPARED, {**how, "eq": False}
        if "repr" not in how and "__repr__" not in said:
            late, how = late + SHOWN, {**how, "repr": False}
        made = attrs.frozen(maybe, **how)
        for name in late:
            setattr(made, name, _written_later(made, name))
        return made

    def _written_later(kind, name):
        def first(self, *others):
            written = getattr(_twin(kind), name)
            setattr(kind, name, written)
            return written(self, *others)

        first.__name__, first.__qualname__, first.__module__ = (
            name,
            f"{kind.__qualname__}.{name}",
            kind.__module__,
        )
        return first

    def _twin(kind):
        """Return a class with the same fields, whose methods attrs writes at once."""
        same = {
            item.name: attrs.field(eq=item.eq_key or item.eq, hash=item.hash, repr=item.repr)
            for item in attrs.fields(kind)
        }
        return attrs.make_class(
            kind.__name__, same, frozen=True, class_body={"__qualname__": kind.__qualname__}
        )

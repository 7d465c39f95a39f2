"""Checks of arguments: a wrong one is refused with a clear message before anything is done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from operator import index
from typing import Any, TypeVar

import attrs

from keyflower.kernel.errors import SetupError, UnknownName, suggest
from keyflower.kernel.text import listed, phrase

_T = TypeVar("_T")
_LONGEST = 60
_MOST = 10_000
"""The most values that a list may have as an argument, unless the caller allows more."""


def shown(value: object) -> str:
    """Return a value for a message: short, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # a number of thousands of digits, or a class whose repr fails
        return f"this {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def bare(word: object) -> str:
    """Return a word for a message that adds the quotes itself: on one line, without control characters.

    >>> bare("mine"), len(bare(chr(10)))
    ('mine', 2)
    """
    return repr(str(word))[1:-1]


def tried(word: str, known: Iterable[str]) -> dict[str, str]:
    """Return the words about an unknown name in a message: the name, similar names, and all names there are.

    >>> tried("sprong", ["spring", "summer"])["near"]
    '; did you mean spring?'
    """
    names = [*known]
    there = listed(names) if names else phrase("none")
    return {"name": bare(word[:60]), "near": suggest(word[:60], names), "names": there}


def as_index(value: object) -> int | None:
    """Return a whole number of any library as one of Python's, `None` for anything else, true and false included."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # it is only asked
    except TypeError:
        return None


def whole(value: object, name: str, *, least: int, most: int | None = None) -> int:
    """Return a whole number within bounds.

    >>> whole(3, "processes", least=1)
    3

    Raises:
        SetupError: if it is something else; the message says what would be right.
    """
    found = as_index(value)
    if found is None or found < least or (most is not None and found > most):
        raise SetupError(f"{name} is a whole number{_bounds(least, most)}, not {shown(value)}")
    return found


def real(value: object, name: str, *, least: float | None = None, most: float | None = None) -> float:
    """Return a finite number within bounds.

    Raises:
        SetupError: if it is something else; the message says what would be right.
    """
    if isinstance(value, bool) or not isinstance(value, float | int) or not _is_finite(value):
        raise SetupError(f"{name} is a number{_bounds(least, most)}, not {shown(value)}")
    if (least is not None and value < least) or (most is not None and value > most):
        raise SetupError(f"{name} is a number{_bounds(least, most)}, not {shown(value)}")
    return value


def _is_finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # a whole number that no float holds
        return False


def _bounds(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f" of at least {least:,}"
    return "" if most is None else f" of at most {most:,}"


def one_of(value: object, names: Iterable[str], what: str) -> str:
    """Return a name if it is among the known ones.

    >>> one_of("win", ("win", "points"), "reward")
    'win'

    Raises:
        UnknownName: if it is not; the message lists the known names, the most similar first.
    """
    known = tuple(names)
    if isinstance(value, str) and value in known:
        return value
    close = suggest(value, known) if isinstance(value, str) else ""
    raise UnknownName(f"there is no {what} {shown(value)}{close} (there are: {', '.join(known)})")


def several(values: Iterable[_T], name: str, *, example: str, most: int = _MOST) -> tuple[_T, ...]:
    """Return values that were given as a list, a tuple or the like.

    Raises:
        SetupError: if something else was given (a single text, for example), or too many values.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise SetupError(f"{name} are given as a list such as {example}, not as {shown(values)}")
    found: list[_T] = []
    for value in values:  # one by one: it may never end
        found.append(value)
        if len(found) > most:
            raise SetupError(f"there are at most {most:,} {name}")
    return tuple(found)


def instance(value: object, kind: type, name: str) -> None:
    """Check that a value is of a class.

    Raises:
        TypeError: if it is not.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a value of {kind.__name__}, not {shown(value)}")


def of_class(*kinds: type) -> Callable[[Any, attrs.Attribute[Any], Any], None]:  # Any: of any field
    """Return a validator for a field whose values must be of one of these classes, perhaps ``type(None)``."""

    def validate(_: object, attribute: attrs.Attribute[Any], value: object) -> None:  # Any: as above
        if not isinstance(value, kinds):
            instance(value, kinds[0], attribute.name)

    return validate


def check_rng(rng: object) -> None:
    """Check that something draws random numbers.

    Raises:
        TypeError: if it does not.
    """
    if isinstance(rng, type) or not callable(getattr(rng, "randrange", None)):
        raise TypeError(f"rng is a generator such as random.Random(7), not {shown(rng)}")


def called(value: object, name: str) -> Callable[..., object]:
    """Return the argument, if it can be called.

    Raises:
        SetupError: if it cannot.
    """
    if not callable(value):
        raise SetupError(f"{name} is something to call, not {shown(value)}")
    return value

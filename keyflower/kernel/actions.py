"""Actions: what a player can do, as small frozen values with a notation that reads like a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cache
from itertools import repeat
from operator import attrgetter
from types import MappingProxyType, UnionType
from typing import Any, ClassVar, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import fields

from keyflower.kernel.drafts import brief
from keyflower.kernel.errors import ActionSyntaxError, Refusal
from keyflower.kernel.text import phrase

PathStep: TypeAlias = tuple[str, str]
"""A step of choosing an action: what kind of thing is chosen, and which one."""


class Action:
    """The root of all actions; an action is a frozen attrs class derived from it.

    An action has a `verb`, a text (``str``) and a way to read that text back (`parse`). If it says something that
    others may not know, `hidden` returns what they may know of it.

    >>> action = game.options[-1]
    >>> action.verb, str(action)
    ('pass', 'pass')
    """

    __slots__ = ()

    verb: ClassVar[str]
    """The first word of the notation; also the permanent tag in logs and the ``kind`` of options."""
    labels: ClassVar[Mapping[str, Callable[[str], str]]] = MappingProxyType({})
    """Functions that label the names in its path, by the kind of step; the usual kinds of steps need none."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in vars(cls):  # attrs leaves alone what a class has of its own
            cls.__repr__ = brief  # type: ignore[method-assign]  # a function of the value

    @property
    def kind(self) -> str:
        """The verb: the first word of the notation.

        >>> game.options[-1].kind
        'pass'
        """
        return self.verb

    @classmethod
    def parse(cls, words: Any, rest: str) -> Action:  # Any: each game has words of its own
        """Read what follows the verb; ``str(action)`` must read back as an equal action.

        Args:
            words: looks up the names that a seat may use at this moment; each game has its own class.
            rest: the text after the verb, without blanks at its ends.

        Raises:
            ActionSyntaxError: if it cannot be read; the message says what would be right.
        """
        raise ActionSyntaxError(f"'{cls.verb}' cannot be read as text: play the action itself")

    def named(self, state: Any, seat: int) -> Action:  # Any: each game has a state of its own
        """Return the action with every name spelt as in the options.

        >>> action = game.options[-1]
        >>> action.named(game.state, 0) == action
        True
        """
        return self

    def path(self) -> tuple[PathStep, ...]:
        """Return the choices that lead to the action: the place first, then what is left to choose there.

        `Options.grouped` groups options by it; an action without a path is a choice by itself.

        >>> game.options[-1].path()
        (('do', 'pass'),)
        """
        return (("do", str(self)),)

    def result(self, table: Any, seat: int) -> str:  # Any: each game has a state and rules of its own
        """Return in a few words what the action leads to, for the person who chooses; empty if there is nothing to say.

        Args:
            table: the state and the rules.
            seat: who would take it.
        """
        return ""

    def told(self, who: str) -> str:
        """Return a sentence for a log that says who has taken the action.

        >>> game.options[-1].told("Bob")
        'Bob: pass'
        """
        return phrase("{who}: {action}", who=who, action=str(self))

    def unknown(self) -> tuple[Refusal, ...]:
        """Return why names of the action mean nothing; the rules need not look at such an action.

        >>> game.options[-1].unknown()
        ()
        """
        return ()

    def hidden(self) -> Action:
        """Return the action as everybody but the seat that takes it may know it.

        >>> game.options[-1].hidden() == game.options[-1]
        True
        """
        return self

    def covering(self, names: Set[str]) -> Action:
        """Return the action without some of its names, for somebody who may not know them."""
        return self


# ---------------------------------------------------------------------- actions made by hand


def check_fields(action: Action) -> None:
    """Check that the fields of an action have the declared types; the action may have been made by hand.

    Raises:
        ActionSyntaxError: naming the first field that does not.
    """
    kind: Any = type(action)  # Any: to mypy a class with a `__hash__` for its values is not hashable itself
    read, classes, rows = _columns(kind)
    if tuple(map(type, read(action))) == classes and not (rows and any(map(getattr, repeat(action), rows))):
        return  # as nearly always: exactly the classes that are declared, and nothing in rows to look into
    for name, kinds, inside, words in _declared(kind):
        value = getattr(action, name)
        if not isinstance(value, kinds) or (inside and not _hold(value, inside)):
            raise ActionSyntaxError(f"{name} of '{action.verb}' is {words}, not {repr(value)[:100]}")


def _hold(values: Any, kinds: tuple[type, ...]) -> bool:  # Any: a tuple of whatever somebody has put into it
    return all(isinstance(one, kinds) for one in values)


@cache
def _columns(
    kind: Any,
) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[type, ...], tuple[str, ...]]:  # Any: an attrs class
    """Return what reads the fields that can be checked, the first class that each may have, and the rows among them."""
    declared = _declared(kind)
    names, classes = [row[0] for row in declared], tuple(row[1][0] for row in declared)
    read: Callable[[Any], tuple[Any, ...]] = lambda action: tuple([getattr(action, name) for name in names])  # noqa: E731
    return (
        attrgetter(*names) if len(names) > 1 else read,
        classes,
        tuple(name for name, _, inside, _ in declared if inside),
    )


@cache
def _declared(
    kind: Any,
) -> tuple[tuple[str, tuple[type, ...], tuple[type, ...], str], ...]:  # Any: an attrs class
    """Return what each field of a kind of action may hold: the classes, and the classes of what a tuple holds."""
    try:
        types = get_type_hints(kind)
    except NameError:  # an annotation that only type checkers can read
        return ()
    found: list[tuple[str, tuple[type, ...], tuple[type, ...], str]] = []
    for item in fields(kind):
        outer, inner = _classes(types[item.name]), tuple[type, ...]()
        if outer == (tuple,):
            held, *more = get_args(types[item.name]) or (object,)
            inner = _classes(held) if more == [...] else inner
        if outer:
            each = f" of which each is {_in_words(inner)}" if inner else ""
            found.append((item.name, outer, inner, f"{_in_words(outer)}{each}"))
    return tuple(found)


def _in_words(kinds: tuple[type, ...]) -> str:
    return " or ".join(_NAMES.get(one, one.__name__) for one in kinds)


_NAMES = {str: "a text", int: "a whole number", bool: "True or False", tuple: "a tuple", type(None): "None"}


def _classes(hint: Any) -> tuple[type, ...]:  # Any: whatever stands in an annotation
    """Return the classes that an annotation allows; nothing if classes alone cannot say it."""
    if get_origin(hint) in (Union, UnionType):
        parts = [_classes(part) for part in get_args(hint)]
        return tuple(one for part in parts for one in part) if all(parts) else ()
    plain = hint if isinstance(hint, type) and get_origin(hint) is None else get_origin(hint)
    return (plain,) if isinstance(plain, type) else ()

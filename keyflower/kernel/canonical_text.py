"""Canonical text: a value, or what a seat may know of a state, written out in full and always in the same way.

Ids of decisions are digests of such texts, and a search knows by them that it has been somewhere before. Equal values
have equal texts, different values different ones, in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from attrs import fields, has

from keyflower.kernel.fields import EVERYBODY, OWNER, declared
from keyflower.kernel.pool import BasePool
from keyflower.kernel.state import SEATS, VIEWER

_Writer: TypeAlias = Callable[..., str]

_PLAIN: Final = frozenset({str, int, bool, NoneType})
"""What Python itself writes stably and in full, also inside a tuple."""
_NAMES: Final = frozenset({str})
_MOST_KEPT: Final = 5_000
"""How many texts are kept before the tables are emptied. A position has about a hundred, and a step changes some."""

_KEPT: Final[list[tuple[dict[int, str], list[object]]]] = [({}, [])]
"""Texts by the id of a value, and the values, which keep their ids as long as they are here.

They are not kept as pairs: the collector of garbage would look at each pair, and take as long as writing the texts.
"""


def _keep(key: int, value: object, text: str) -> str:
    texts, values = _KEPT[0]
    if len(values) >= _MOST_KEPT:
        _KEPT[0] = texts, values = {}, []  # both at once: another thread may be reading
    values.append(value)
    texts[key] = text
    return text


def spelled(value: Any) -> str:  # Any: whatever a state holds
    """Return a value with everything inside it as one stable text, however short its `repr` is."""
    text = _KEPT[0][0].get(id(value))
    if text is not None:
        return text
    kind: Any = type(value)  # Any: mypy does not take the class of a value for hashable
    if kind is tuple:
        return _row(value)
    return repr(value) if kind in _PLAIN else _keep(id(value), value, _writer(kind)(value))


def _row(values: tuple[Any, ...]) -> str:  # Any: as above
    if not values:
        return "()"
    if _PLAIN.issuperset(map(type, values)):
        return repr(values)
    return f"({','.join(map(spelled, values))})"


@cache
def _writer(kind: Any) -> _Writer:  # Any: as above
    """Return how the values of a class are written out."""
    if issubclass(kind, BasePool):
        return lambda pool: f"{pool.pieces}{pool.amounts}{pool.unknown}"
    return (
        _compiled(kind, [(item.name, "spelled") for item in fields(kind) if item.init]) if has(kind) else repr
    )


def _compiled(kind: Any, plan: Iterable[tuple[str, str]]) -> _Writer:  # Any: as above
    """Return a function that writes the values of a class: one f-string with all fields.

    It is compiled from source, because a loop over the fields makes the id of a decision take half as long again. What
    a field is declared to hold decides how it is written: names and numbers by Python itself, rows by `_row`.

    Args:
        kind: the class.
        plan: the fields, each with the function that writes it.
    """
    try:
        types = get_type_hints(kind)
    except NameError:  # an annotation that only type checkers can read
        types = {}
    written = []
    for name, writer in plan:
        hint, there = types.get(name), f"value.{name}"
        if writer == "_parts":
            there = f"_parts({there}, viewer, owner, over=over, by_seat={name == SEATS})"
        elif writer == "spelled" and _is_plain(hint):
            there += "!r"
        elif writer == "spelled" and get_origin(hint) is tuple:
            there = f"_row({there})"
        elif writer == "_counted" and isinstance(hint, type) and issubclass(hint, BasePool):
            there = f'"?"}}{{{there}.total'
        elif writer == "_counted" and get_args(hint) == (str, ...):
            there = f'"?"}}{{len({there})'
        else:
            there = f"{writer}({there})"
        written.append(f"{{{there}}}")
    source = f"lambda value, viewer=None, owner=None, over=False: f'{kind.__name__}({','.join(written)})'"
    compiled: _Writer = eval(source, globals())  # names of fields and of the functions here
    return compiled


def _is_plain(hint: Any) -> bool:  # Any: whatever an annotation says
    return all(isinstance(one, type) and one in _PLAIN for one in get_args(hint) or (hint,))


# ---------------------------------------------------------------------- as a seat sees it


def known_text(state: Any, viewer: int) -> str:  # Any: the state of the game
    """Return what a seat may know of a state as one stable text, the same for the state and for the seat's view of it.

    What lies with a seat is spelled out once for those who see it, so that after a step only what changed is.
    """
    kind: Any = state.__class__  # Any: as above; a state may say so before its fields are there
    return f"{viewer} {_seen(kind, own=False, over=state.over)(state, viewer, None, state.over)}"


def part_text(part: Any, viewer: int, owner: int | None, *, over: bool) -> str:  # Any: any declared class
    """Return the text of a seat or a place as its owner sees it, or anybody else."""
    key = -(
        4 * id(part) + 2 * (viewer == owner) + over
    )  # less than 0: the texts of whole values are there too
    text = _KEPT[0][0].get(key)
    if text is not None:
        return text
    kind: Any = type(part)  # Any: as above
    return _keep(key, part, _seen(kind, own=viewer == owner, over=over)(part, viewer, owner, over))


def _parts(parts: Any, viewer: int, owner: int | None, *, over: bool, by_seat: bool) -> str:  # Any: as above
    if not parts:
        return "()"
    owners: Iterable[int | None] = range(len(parts)) if by_seat else [owner] * len(parts)
    texts = [part_text(part, viewer, whose, over=over) for part, whose in zip(parts, owners, strict=True)]
    return f"({','.join(texts)})"


@cache
def _seen(kind: Any, *, own: bool, over: bool) -> _Writer:  # Any: as above
    """Return how the values of a class are written for their owner or for others; must agree with `hidden_part`."""
    plan = {}
    for name, says in declared(kind):
        if says.inside:
            plan[name] = "_parts"
        elif says.by == EVERYBODY or (says.by == OWNER and own) or (says.until_over and over):
            plan[name] = "spelled"
        else:
            plan[name] = "_counted" if says.counted else "_masked"
    if SEATS in plan:
        plan.pop(VIEWER)  # a state and the view of it have the same text
    return _compiled(kind, plan.items())


def _counted(value: Any) -> str:  # Any: what a field of a state holds
    """Return the text of something that the viewer may only count; must be the same for what `masked` makes of it."""
    if isinstance(value, BasePool):
        return f"?{value.total}"
    if isinstance(value, tuple):
        return (
            f"?{len(value)}" if _NAMES.issuperset(map(type, value)) else f"({','.join(map(_counted, value))})"
        )
    return "?" if isinstance(value, str) else "None"


def _masked(value: Any) -> str:  # Any: as above
    """Return the text of something that the viewer may not even count, unless it is a pool."""
    return "(?)" if isinstance(value, tuple) else _counted(value)

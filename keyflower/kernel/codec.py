"""Values as JSON-able data and back, by cattrs: tagged values, plain attrs classes, pools, tuples and plain values.

Every value is a plain object of texts, whole numbers, lists and objects. Kinds of one root are told apart by
permanent tags: ``verb`` for actions, ``tag`` for events, tasks and the like. Fields that equal their default are left
out. Reading is strict: anything unknown, missing or of another type is refused with a sentence that says what would be
right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum, StrEnum
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import NOTHING, fields, has

from keyflower.kernel.actions import Action
from keyflower.kernel.errors import LogError, PoolError, suggest
from keyflower.kernel.events import Event, PositionGiven
from keyflower.kernel.json_text import MOST, shown
from keyflower.kernel.pool import BasePool
from keyflower.kernel.tasks import Task

if TYPE_CHECKING:
    from cattrs import Converter

Data: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""A JSON object."""

Steps: TypeAlias = Sequence[Mapping[str, Callable[[Data], Mapping[str, Any]]]]  # Any: what JSON holds
"""Conversions of tagged values, by tag, from version to version."""

VERB: Final = "verb"
"""The key that tells actions apart."""
TAG: Final = "tag"
"""The key that tells events, tasks and other tagged values apart."""
LONGEST_TEXT: Final = 2_000
"""No name, answer or pool in saved data is longer."""
_SHORT_POOL: Final = 40

_Value = TypeVar("_Value")


# ---------------------------------------------------------------------- reading plain values


def text_from_data(value: object) -> str:
    """Return a text.

    Raises:
        LogError: if it is anything else.
    """
    if type(value) is not str or len(value) > LONGEST_TEXT:
        raise LogError(f"{shown(value)} is not a text of at most {LONGEST_TEXT} characters")
    return value


def whole_from_data(value: object) -> int:
    """Return a whole number.

    Raises:
        LogError: if it is not one (true and false are not), or too large.
    """
    if type(value) is not int or not -MOST <= value <= MOST:
        raise LogError(f"{shown(value)} is not a whole number up to {MOST}")
    return value


def flag_from_data(value: object) -> bool:
    """Return true or false.

    Raises:
        LogError: if it is neither.
    """
    if type(value) is not bool:
        raise LogError(f"{shown(value)} is neither true nor false")
    return value


def list_from_data(value: object) -> list[Any] | tuple[Any, ...]:  # Any: what JSON holds
    """Return a list.

    Raises:
        LogError: if it is anything else.
    """
    if type(value) is not list and type(value) is not tuple:
        raise LogError(f"{shown(value)} is not a list")
    return value


def names_from_data(value: object) -> tuple[str, ...]:
    """Return a list of texts."""
    return tuple([text_from_data(item) for item in list_from_data(value)])


def keyed(data: object, what: str, needed: frozenset[str], allowed: frozenset[str]) -> Data:
    """Return an object that has the keys it needs and no others.

    Raises:
        LogError: if it is not an object, or naming the keys that are missing or unknown.
    """
    if type(data) is not dict:
        raise LogError(f"{_article(what)} is an object, not {shown(data)}")
    if not needed <= data.keys() <= allowed:
        missing = sorted(needed - data.keys())
        if missing:
            raise LogError(f"{_article(what)} needs {', '.join(missing)}")
        strange = shown(next(key for key in data if key not in allowed))
        raise LogError(f"{_article(what)} has no {strange}{suggest(strange.strip(chr(39)), sorted(allowed))}")
    return data


def _pool_reader(kind: type[BasePool]) -> Callable[[object, type], BasePool]:
    # most of the pools of a state were read before; measured on states of four seats, to JSON and back: 0.94 of the
    # time of bare cattrs with this, 1.07 without
    known = lru_cache(maxsize=4_096)(kind.parse)

    def read(value: object, _: type) -> BasePool:
        if type(value) is not str or len(value) > LONGEST_TEXT:
            raise LogError(
                f"{shown(value)} is not a pool: write '{kind.EXAMPLE.split()[0]}', or '' for nothing"
            )
        try:
            return known(value) if len(value) < _SHORT_POOL else kind.parse(value)
        except PoolError as error:
            raise LogError(str(error)) from None

    return read


def _member_of(kind: Any, value: object) -> Enum:  # Any: a class of an enumeration
    members: dict[object, Enum] = {member.value: member for member in kind}
    found = members.get(value) if type(value) in (str, int) else None
    if found is None:
        raise LogError(f"{shown(value)} is not a {kind.__name__.lower()}: use {', '.join(map(str, members))}")
    return found


def _article(what: str) -> str:
    return f"an {what}" if what[0] in "aeio" else f"a {what}"


# ---------------------------------------------------------------------- families of tagged values


class Family(Generic[_Value]):
    """Values of one root class, told apart by a permanent tag: how each is written and read."""

    __slots__ = ("_converter", "_key", "_lift", "_read", "_what", "_write", "kinds")

    def __init__(
        self,
        what: str,
        key: str,
        kinds: Mapping[str, type[_Value]],
        converter: Converter,
        lift: Steps = (),
    ) -> None:
        """Remember the kinds; how each is written and read is worked out when it is first needed."""
        self._lift = tuple([step for step in lift if step])
        self._what = what
        self._key = key
        self.kinds = kinds
        self._converter = converter
        self._write: dict[type, tuple[str, Callable[[_Value], Data]]] = {}
        self._read: dict[str, Callable[[Data], _Value]] = {}

    def write(self, value: _Value) -> Data:
        """Return a value as data, the tag first."""
        kind = type(value)
        known = self._write.get(kind)
        if known is None:
            tag = getattr(kind, self._key, None)
            if not isinstance(tag, str) or self.kinds.get(tag) is not kind:
                raise LogError(f"{kind.__name__} is not among the {self._what}s of this game")
            known = tag, self._converter.get_unstructure_hook(kind)
            self._write[kind] = known
        data: Data = {self._key: known[0]}
        data.update(known[1](value))
        return data

    def read(self, data: object) -> _Value:
        """Return the value that data means.

        Raises:
            LogError: naming what is wrong.
        """
        if type(data) is not dict:
            raise LogError(f"{_article(self._what)} is an object, not {shown(data)}")
        if self._lift:
            data = self._lifted(data)
        tag = data.get(self._key)
        reader = self._read.get(tag) if type(tag) is str else None
        if reader is None:
            reader = self._found(tag)
        rest = {key: value for key, value in data.items() if key != self._key}
        try:
            return reader(rest)
        except LogError as error:
            raise LogError(
                _why(self._converter, self.kinds[str(tag)], rest, f"'{tag}'", error.reason)
            ) from None
        except Exception as error:  # anything that cattrs, or a class of the game, raises for strange data
            reason = f"{type(error).__name__}: {error}"
            raise LogError(_why(self._converter, self.kinds[str(tag)], rest, f"'{tag}'", reason)) from None

    def _lifted(self, data: Data) -> Data:
        """Return data of an older version as today's is written."""
        for step in self._lift:
            tag = data.get(self._key)
            convert = step.get(tag) if type(tag) is str else None
            if convert is not None:
                try:
                    data = dict(convert(dict(data)))
                except LogError:
                    raise
                except Exception as error:  # whatever a stranger's function raises for strange data
                    reason = f"{type(error).__name__}: {error}"[:200]
                    raise LogError(
                        f"{shown(tag)} of an older version cannot be converted: {reason}"
                    ) from None
        return data

    def _found(self, tag: object) -> Callable[[Data], _Value]:
        if type(tag) is not str:
            there = "is missing" if tag is None else f"is a text, not {shown(tag)}"
            raise LogError(
                f"the '{self._key}' of {_article(self._what)} {there}: one of {', '.join(self.kinds)}"
            )
        kind = self.kinds.get(tag)
        if kind is None:
            hint = suggest(tag[:60], self.kinds) or f"; there are {', '.join(self.kinds)}"
            raise LogError(f"there is no {self._what} called {shown(tag)}{hint}")
        hook = self._converter.get_structure_hook(kind)

        def reader(data: Data) -> _Value:
            value: _Value = hook(data, kind)
            return value

        self._read[tag] = reader
        return reader


def _why(converter: Converter, kind: type, data: Data, name: str, otherwise: str) -> str:
    """Return what is wrong with the fields of a value, by reading them one by one."""
    known = {item.name: item for item in fields(kind) if item.init}
    types = get_type_hints(kind)
    for key in data:
        if key not in known:
            right = f"its fields are {', '.join(known)}" if known else "it has no fields"
            hint = suggest(str(key)[:60], known) or f": {right}"
            return f"{name} has no field {shown(key)}{hint}"
    missing = [key for key, item in known.items() if item.default is NOTHING and key not in data]
    if missing:
        return f"{name} needs {', '.join(missing)}"
    for key, value in data.items():
        try:
            converter.structure(value, types[key])
        except LogError as error:
            return f"{name}, {key}: {error.reason}"
        except Exception as error:  # as in `Family.read`
            return f"{name}, {key}: {shown(value)} does not fit ({type(error).__name__})"
    return f"{name}: {otherwise[:200]}"


# ---------------------------------------------------------------------- the codec of a game


class Codec:
    """How the actions, events, tasks and states of one game are written and read."""

    __slots__ = ("actions", "converter", "events", "families", "state", "tasks")

    actions: Family[Action]
    """The actions, by verb."""
    events: Family[Event]
    """The events, by tag."""
    tasks: Family[Task]
    """The tasks, by tag."""
    families: dict[type, Family[Any]]  # Any: one table for families of different roots
    """All of these and those of the game's own, by the root of their classes."""
    converter: Converter
    """What reads and writes everything else."""
    state: type
    """The class of the game's states."""

    def __init__(
        self,
        *,
        state: type,
        actions: Mapping[str, type[Action]],
        events: Mapping[str, type[Event]],
        tasks: Mapping[str, type[Task]],
        families: Iterable[tuple[type, str, Mapping[str, type]]] = (),
        teach: Callable[[Converter], None] | None = None,
        lifts: Mapping[str, Steps] | None = None,
    ) -> None:
        """Make the codec of a game.

        Args:
            state: the class of its states.
            actions: its actions by verb.
            events: its events by tag.
            tasks: its tasks by tag.
            families: other roots of tagged values, each with its name for people and its kinds by tag.
            teach: registers hooks for classes that are not written field by field.
            lifts: how values of older versions are converted before they are read, by the name of their root for
                people: ``action``, ``event``, ``task``, and those of `families`.
        """
        lifted = lifts or {}
        converter = strict_converter()
        self.converter, self.state = converter, state
        self.actions = Family("action", VERB, actions, converter, lifted.get("action", ()))
        self.events = Family("event", TAG, events, converter, lifted.get("event", ()))
        self.tasks = Family("task", TAG, tasks, converter, lifted.get("task", ()))
        roots: list[tuple[type, Family[Any]]] = [  # Any: one list for families of different roots
            (Action, self.actions),
            (Event, self.events),
            (Task, self.tasks),
            *(
                (root, Family(what, TAG, kinds, converter, lifted.get(what, ())))
                for root, what, kinds in families
            ),
        ]
        self.families = dict(roots)
        for root, family in roots:
            _teach_root(converter, root, family)
        if teach is not None:
            teach(
                converter
            )  # its classes may have fields of these roots, and the kinds below may have its classes
        # the hook of the root would also be found for its kinds: each gets the hooks of its own fields
        for _, family in roots:
            for kind in family.kinds.values():
                if kind is PositionGiven:
                    _teach_position(converter, state)
                else:
                    _teach_class(converter, kind)

    def state_to_data(self, state: object) -> Data:
        """Return a state, full or hidden for a viewer, as JSON-able data."""
        data: Data = self.converter.unstructure(state)
        return data

    def state_from_data(self, data: object) -> Any:  # Any: the state of the game
        """Return the state that data means; whether its pieces add up is not checked here.

        Raises:
            LogError: naming what is wrong.
        """
        return self.converter.structure(data, self.state)


def strict_converter() -> Converter:
    """Return a converter that writes and reads plain values, tuples, pools, enumerations and attrs classes."""
    from cattrs import Converter

    converter = Converter(detailed_validation=False, forbid_extra_keys=True, omit_if_default=True)
    _teach_plain(converter)
    return converter


def _teach_root(converter: Converter, root: type[_Value], family: Family[_Value]) -> None:
    converter.register_structure_hook(root, lambda data, _: family.read(data))
    converter.register_unstructure_hook(root, family.write)


def _teach_position(converter: Converter, state: type) -> None:
    """Teach the converter the one event with a field whose class only the game knows."""

    def read(data: Data, _: type) -> PositionGiven:
        found = keyed(data, "given position", _GIVEN, _GIVEN)
        return PositionGiven(converter.structure(found["state"], state))

    converter.register_structure_hook(PositionGiven, read)
    converter.register_unstructure_hook(
        PositionGiven, lambda given: {"state": converter.unstructure(given.state)}
    )


_GIVEN: Final = frozenset({"state"})


def _teach_class(converter: Converter, kind: type) -> None:
    """Teach a converter one kind of a family; the family itself explains what is wrong with data."""
    converter.register_structure_hook(kind, _structure(converter, kind))
    converter.register_unstructure_hook(kind, _unstructure(converter, kind))


def _structure(
    converter: Converter, kind: type
) -> Callable[[Any, Any], Any]:  # Any: as cattrs types its hooks
    from cattrs.gen import make_dict_structure_fn

    return make_dict_structure_fn(
        kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
    )


def _unstructure(converter: Converter, kind: type) -> Callable[[Any], Data]:  # Any: as above
    from cattrs.gen import make_dict_unstructure_fn

    return make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=True)


def _explained(
    converter: Converter, kind: type, read: Callable[[Any, Any], Any]
) -> Callable[[Any, Any], Any]:  # Any: as cattrs types its hooks
    """Return a reader of a class that explains what is wrong in one of our own sentences."""
    what = _article(_words(kind))

    def reading(data: Any, wanted: Any) -> Any:  # Any: as above
        if type(data) is not dict:
            raise LogError(f"{what} is an object, not {shown(data)}")
        try:
            return read(data, wanted)
        except LogError as error:
            raise LogError(_why(converter, kind, data, what, error.reason)) from None
        except Exception as error:  # anything that cattrs, or a class of the game, raises for strange data
            reason = f"{type(error).__name__}: {error}"
            raise LogError(_why(converter, kind, data, what, reason)) from None

    return reading


def teach_checked(converter: Converter, kind: type[_Value], check: Callable[[_Value], str]) -> None:
    """Teach a converter an attrs class, and to refuse values with which `check` finds something wrong."""
    read = _explained(converter, kind, _structure(converter, kind))

    def checked(data: Any, wanted: Any) -> _Value:  # Any: as above
        value: _Value = read(data, wanted)
        wrong = check(value)
        if wrong:
            raise LogError(wrong)
        return value

    converter.register_structure_hook(kind, checked)


def teach_text(converter: Converter, kind: Any) -> None:  # Any: a class with ``parse``
    """Teach a converter that values of a class are written as the text that ``parse`` reads."""

    def read(value: object, _: type) -> Any:  # Any: a value of the class
        try:
            return kind.parse(text_from_data(value))
        except ValueError as error:
            raise LogError(str(error)) from None

    converter.register_structure_hook(kind, read)
    converter.register_unstructure_hook(kind, str)


def _words(kind: type) -> str:
    """Return the name of a class as words: ``given position``."""
    name = kind.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def _teach_plain(converter: Converter) -> None:
    """Teach a converter the strict reading of plain values, tuples, pools, enumerations and attrs classes."""
    plain: dict[type, Callable[[object], Any]] = {  # Any: each reader returns its own type
        int: whole_from_data,
        str: text_from_data,
        bool: flag_from_data,
    }
    converter.register_structure_hook_factory(
        has, lambda kind: _explained(converter, kind, _structure(converter, kind))
    )
    converter.register_unstructure_hook_factory(has, lambda kind: _unstructure(converter, kind))
    for kind, read in plain.items():
        converter.register_structure_hook(kind, _plain_reader(kind, read))
    converter.register_structure_hook_factory(_is_pool, _pool_reader)
    converter.register_unstructure_hook_factory(_is_pool, lambda _: str)
    converter.register_structure_hook_factory(_is_enum, lambda kind: lambda data, _: _member_of(kind, data))
    converter.register_unstructure_hook_factory(_is_enum, lambda _: _value_of)
    for kind in (StrEnum, IntEnum):  # cattrs would write them as they are: they are texts and numbers too
        converter.register_unstructure_hook(kind, _value_of)
    converter.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_reader(converter, kind))
    converter.register_unstructure_hook_factory(_is_tuple, lambda kind: _tuple_writer(converter, kind))


def _value_of(member: Enum) -> object:
    return member.value


def _plain_reader(kind: type, read: Callable[[object], Any]) -> Callable[[object, type], Any]:
    """Return how a plain value is read; cattrs also uses it for enumerations of texts and numbers."""

    def reading(data: object, wanted: type) -> Any:  # Any: as `read`
        return read(data) if wanted is kind else _member_of(wanted, data)

    return reading


def _is_pool(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BasePool)


def _is_enum(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple or kind is tuple


def _tuple_reader(converter: Converter, kind: Any) -> Callable[[object, type], tuple[Any, ...]]:
    """Return how a tuple is read: from a list only, never from a text."""
    inner = get_args(kind)
    if len(inner) == 2 and inner[1] is Ellipsis:
        hook, item = converter.get_structure_hook(inner[0]), inner[0]
        return lambda data, _: tuple([hook(value, item) for value in list_from_data(data)])
    hooks = [(converter.get_structure_hook(part), part) for part in inner]

    def read(data: object, _: type) -> tuple[Any, ...]:
        values = list_from_data(data)
        if len(values) != len(hooks):
            raise LogError(f"a list of {len(hooks)} values is needed, not of {len(values)}")
        return tuple([hook(value, part) for (hook, part), value in zip(hooks, values, strict=True)])

    return read


def _tuple_writer(converter: Converter, kind: Any) -> Callable[[tuple[Any, ...]], list[Any]]:
    inner = get_args(kind)
    if inner and (inner[-1] is Ellipsis or len(set(inner)) == 1):
        if inner[0] in (str, int, bool):
            return list
        hook = converter.get_unstructure_hook(inner[0])
        return lambda values: [hook(value) for value in values]
    hooks = [converter.get_unstructure_hook(part) for part in inner]
    return lambda values: [hook(value) for hook, value in zip(hooks, values, strict=True)]

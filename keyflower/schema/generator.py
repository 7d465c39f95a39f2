"""JSON Schemas (2020-12) made from the classes: what is written by the codec is described field by field."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has

from keyflower import extend as door
from keyflower._install import missing_extra
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.codec import LONGEST_TEXT, TAG, VERB, Codec
from keyflower.kernel.events import Event, PositionGiven
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.json_text import MOST
from keyflower.kernel.pool import BasePool
from keyflower.kernel.sentences import said_fields
from keyflower.kernel.tasks import Task
from keyflower.model.layout import Placed
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Village

Schema: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""A JSON Schema, or a part of one."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema that is written."""

_TEXT: Final[Schema] = {"type": "string", "maxLength": LONGEST_TEXT}
_WHOLE: Final[Schema] = {"type": "integer", "minimum": -MOST, "maximum": MOST}
_POOL: Final[Schema] = {
    "type": "string",
    "pattern": r"^(([A-Z]|[a-z][a-z_]*|\?)[0-9]{1,6}( (?!$)|$))*$",
    "description": "Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.",
}
_ALWAYS: Final[Mapping[type, frozenset[str]]] = {Seat: frozenset({"village"})}
"""Fields that are written even when they equal their default."""


def needed(root: Schema, definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the definitions that a schema refers to, directly or through others."""
    found: dict[str, Schema] = {}

    def collect(part: object) -> None:
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix("#/$defs/")
            if name and name not in found:
                found[name] = definitions[name]
                collect(definitions[name])
            for value in part.values():
                collect(value)
        elif isinstance(part, list):
            for value in part:
                collect(value)

    collect(root)
    return found


def _names(families: Mapping[type, tuple[str, Mapping[str, type]]]) -> dict[type, str]:
    """Return what the classes of the rules are called, each differently: two expansions may have chosen one name.

    The first one keeps it; others, and those that are called like a value of the library, get their tag in front.
    """
    taken, names = set(door.__all__), {}
    for root, suffix in ((Action, "Action"), (Event, "Event"), (Task, "Task"), (OwnPlace, "")):
        for tag, kind in families.get(root, ("", {}))[1].items():
            name = f"{kind.__name__}{suffix}"
            if name in taken:
                name = f"{''.join(re.findall('[A-Za-z0-9]+', tag.title()))}{suffix or 'Place'}"
            taken.add(name)
            names[kind] = name
    return names


class Builder:
    """Describes classes one by one and keeps what it has described as definitions."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Describe the actions, events and tasks of these rules."""
        self.definitions: dict[str, Schema] = {}
        self._families: dict[type, tuple[str, Mapping[str, type]]] = {
            Action: (VERB, ruleset.actions),
            Event: (TAG, ruleset.events),
            Task: (TAG, ruleset.tasks),
            OwnPlace: (TAG, ruleset.places),
        }
        self._names = _names(self._families)
        self._state: type = State
        self._is_text: Callable[[type], bool] = lambda kind: False

    @classmethod
    def of_codec(cls, codec: Codec, state: type) -> Builder:
        """Describe the actions, events, tasks and states of any game on the kernel."""
        made = cls.__new__(cls)
        made.definitions = {}
        made._families = {
            root: (VERB if root is Action else TAG, family.kinds) for root, family in codec.families.items()
        }
        made._names = _names(made._families)
        made._state = state
        made._is_text = lambda kind: codec.converter.get_unstructure_hook(kind) is str
        return made

    def defined(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to a definition, made when it is first needed."""
        if name not in self.definitions:
            self.definitions[name] = {}  # a class may be part of itself
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    # ------------------------------------------------------------------ types

    def of(self, kind: Any) -> Schema:  # Any: a class, a union or a generic alias
        """Return the schema of the data that a value of a type is written as."""
        plain: dict[Any, Schema] = {
            str: _TEXT,
            int: _WHOLE,
            bool: {"type": "boolean"},
            NoneType: {"type": "null"},
        }
        if kind in plain:
            return dict(plain[kind])
        if kind is Pool or kind is BasePool:
            return self.defined("Pool", lambda: dict(_POOL))
        if kind in self._families:
            return self.family(kind)
        if kind is Village:
            return self.defined("Village", self._village)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self.defined(kind.__name__, lambda: {"enum": [item.value for item in kind]})
        origin = get_origin(kind)
        if origin is tuple:
            return self._list(get_args(kind))
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in get_args(kind)]}
        if isinstance(kind, type) and self._is_text(kind):
            return self.defined(kind.__name__, lambda: {**_TEXT, "description": _sentence(kind)})
        if isinstance(kind, type) and has(kind):
            return self.defined(self._name(kind), lambda: self._object(kind))
        raise TypeError(f"no schema for {kind}: use texts, whole numbers, pools, tuples and frozen classes")

    def _name(self, kind: type) -> str:
        return self._names.get(kind, kind.__name__)

    def _list(self, inner: tuple[Any, ...]) -> Schema:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return {"type": "array", "items": self.of(inner[0])}
        parts = [self.of(part) for part in inner]
        return {
            "type": "array",
            "prefixItems": parts,
            "items": False,
            "minItems": len(parts),
            "maxItems": len(parts),
        }

    # ------------------------------------------------------------------ classes

    def family(self, root: type) -> Schema:
        """Return the schema of all kinds of a root class, told apart by their tag."""
        _, kinds = self._families[root]
        return self.defined(
            root.__name__,
            lambda: {
                "description": f"Any {_NAMES.get(root, root.__name__.lower())} of the rules.",
                "oneOf": [self.of(kind) for kind in kinds.values()],
            },
        )

    def _object(self, kind: type) -> Schema:
        properties, required = self._properties(kind)
        for root, (key, _) in self._families.items():
            if issubclass(kind, root):
                properties = {key: {"const": getattr(kind, key)}, **properties}
                required = [key, *required]
        return closed(properties, required, description=_sentence(kind))

    def _properties(self, kind: type) -> tuple[dict[str, Schema], list[str]]:
        types = get_type_hints(kind)
        docs = _attribute_docs(kind)
        properties, required = {}, []
        for item in fields(kind):
            if not item.init:
                continue
            kept = (
                self._state if kind is PositionGiven else types[item.name]
            )  # the kernel knows no state by name
            optional = item.default is not NOTHING and item.name not in _ALWAYS.get(kind, ())
            if optional and item.default is None and get_origin(kept) in (Union, UnionType):
                rest = tuple(part for part in get_args(kept) if part is not NoneType)
                kept = rest[0] if len(rest) == 1 else kept  # nothing is left out rather than written as null
            described = _listing_names(kind, item.name, self.of(kept))
            if docs.get(item.name):
                described["description"] = docs[item.name]
            properties[item.name] = described
            if not optional:
                required.append(item.name)
        return properties, required

    def _village(self) -> Schema:
        placed, required = self._properties(Placed)
        lying, _ = self._properties(Spot)
        tile = self.defined(
            "LaidTile",
            lambda: closed({**placed, **lying}, required, description="A laid tile with everything on it."),
        )
        properties: dict[str, Schema] = {
            "tiles": {
                "type": "array",
                "items": tile,
                "description": "The tiles in the order they were laid.",
            },
            "places": {
                "type": "array",
                "items": self.of(OwnPlace),
                "description": "Places in the village that expansions have added.",
            },
        }
        return closed(properties, ["tiles"], description=_sentence(Village))


def _listing_names(kind: type, field: str, described: Schema) -> Schema:
    """Return the schema of a field; what the words of a typed field can mean is listed where it is always the same."""
    part = (
        next((one for one in said_fields(kind) if one.name == field), None)
        if issubclass(kind, Action)
        else None
    )
    if part is None or not part.domain.names:
        return described
    hides = kind.hidden is not Action.hidden  # type: ignore[attr-defined]  # an action, by the line above
    names: Schema = {"enum": [*part.domain.names, *([UNSEEN] if hides else [])]}
    return {"type": "array", "items": names} if part.many else names


_NAMES: Final[Mapping[type, str]] = {OwnPlace: "place of an expansion's own"}
"""Root classes whose names need a different word."""


def closed(properties: Mapping[str, Schema], required: Iterable[str], *, description: str = "") -> Schema:
    """Return the schema of an object that has these properties and no others."""
    schema: Schema = {"description": description} if description else {}
    return {
        **schema,
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _sentence(kind: type) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")


def _attribute_docs(kind: type) -> dict[str, str]:
    """Return the text below each field of a class, read from its source."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        docs.update(_module_docs(base.__module__).get(base.__qualname__, {}))
    return docs


@lru_cache(maxsize=128)
def _module_docs(module: str) -> dict[str, dict[str, str]]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError, KeyError):
        return {}
    found: dict[str, dict[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found[node.name] = _below(node.body)
    return found


def _below(body: list[ast.stmt]) -> dict[str, str]:
    docs = {}
    for field, text in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
            and isinstance(text.value.value, str)
        ):
            docs[field.target.id] = text.value.value.replace("``", "`").replace("\n", " ").strip()
    return docs


def problems(schema: Schema, data: Any) -> tuple[str, ...]:  # Any: what JSON holds
    """Return everything in which data does not fit a schema, each with its path.

    Raises:
        MissingExtra: without jsonschema; install the extra ``schema``.
    """
    try:
        from jsonschema import Draft202012Validator
    except ImportError as error:
        raise missing_extra("checking data needs jsonschema", "schema") from error
    found = Draft202012Validator(schema).iter_errors(data)
    return tuple(f"{error.json_path}: {error.message}" for error in found)

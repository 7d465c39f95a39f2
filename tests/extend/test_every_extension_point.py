"""The toy uses every extension point: a new one that it does not use fails here, until the toy uses it too."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from inspect import get_annotations

import pytest
from attrs import NOTHING, Factory, fields, has

from keyflower import extend
from keyflower.kernel import handlers
from tests.support import toy

VALUES = (
    extend.Expansion, extend.Tile, extend.Face, extend.Good, extend.PieceKind, extend.Power, extend.SeasonPhase,
    extend.Variant, extend.Worth, extend.Shape, extend.Cost, extend.Need,
)  # fmt: skip
"""The values that an expansion is written in: each of their fields is an extension point."""
ROOTS = (
    extend.OwnPlace, extend.Action, extend.Event, extend.Task, extend.Effect, extend.Measure, handlers.BaseHandler,
    extend.Domain,
)  # fmt: skip
"""What an expansion derives classes from, or imitates: whatever can be overridden is an extension point."""
LEFT_OUT = {
    "PieceKind.compiled": "the toy as a whole is played by the reference; a compiled word is in its `PerTurned`",
    "Worth.multiplies": "no piece of the toy becomes more by itself, as the animals of The Farmers do",
    "Action.kind": "it is the verb",
    "Action.covering": "no action of the toy names something that moves face down",
    "Action.unknown": "names that do not exist are found by the domains of the fields",
    "Event.redacted": "fields say who may see them",
}
"""What the toy does not use, and why."""


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    with toy.installed(tmp_path_factory.mktemp("site")):
        package = importlib.import_module("keyflower_toy")
        names = [found.name for found in pkgutil.iter_modules(package.__path__) if found.name != "languages"]
        yield [package, *(importlib.import_module(f"keyflower_toy.{name}") for name in names)]


def values_in(found: object, seen: dict[int, object]) -> None:
    """Note every value that another one is made of."""
    if id(found) in seen or found is None or isinstance(found, str | int | float | type):
        return
    seen[id(found)] = found
    if isinstance(found, Mapping):
        for part in (*found, *found.values()):
            values_in(part, seen)
    elif isinstance(found, tuple | list):
        for part in found:
            values_in(part, seen)
    elif has(kind := type(found)):
        for one in fields(kind):
            values_in(getattr(found, one.name), seen)


def usual(field) -> object:
    """What a field holds if nobody says anything."""
    default = field.default
    return default.factory() if isinstance(default, Factory) else default  # type: ignore[arg-type]  # a class at run time


def fields_used(modules) -> Iterator[tuple[str, bool]]:
    seen: dict[int, object] = {}
    for module in modules:
        for found in vars(module).values():
            values_in(found, seen)
    for kind in VALUES:
        made = [value for value in seen.values() if type(value) is kind]
        for field in fields(kind):
            if field.init:
                plain = usual(field)
                given = any(plain is NOTHING or getattr(one, field.name) != plain for one in made)
                yield f"{kind.__name__}.{field.name}", given


def overridable(root: type) -> list[str]:
    kinds = [kind for kind in root.__mro__ if kind.__module__.startswith("keyflower.")]
    names = [name for kind in kinds for name in (*vars(kind), *get_annotations(kind))]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def overrides_used(modules) -> Iterator[tuple[str, bool]]:
    classes = {
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and found.__module__.startswith("keyflower_toy")
    }
    for root in ROOTS:
        names = overridable(root)
        if root is extend.Domain:  # nothing derives from it
            heirs = [kind for kind in classes if all(hasattr(kind, name) for name in names)]
        else:
            heirs = [kind for kind in classes if root in kind.__mro__]
        for name in names:
            yield f"{root.__name__}.{name}", any(name in vars(kind) for kind in heirs)


def test_the_toy_uses_every_extension_point(modules):
    points = dict([*fields_used(modules), *overrides_used(modules)])
    assert len(points) > 120
    assert {point for point, is_used in points.items() if not is_used} == set(LEFT_OUT)


def test_the_toy_has_a_place_everywhere_a_widening_a_compiled_word_and_an_old_version(modules):
    expansion = modules[0].EXPANSION
    assert {place.where for place in expansion.places} == {*extend.Where}
    assert expansion.widens and expansion.continues and expansion.upcasters
    found = [vars(module).values() for module in modules]
    told = [kind for some in found for kind in some if isinstance(kind, type) and "compiled" in vars(kind)]
    assert told

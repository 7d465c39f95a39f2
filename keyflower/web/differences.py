"""What changed between two JSON values, as short as a simple format allows.

A difference is an object. Each of its keys is a field of an object, or a place in a list, that changed:

- ``[value]``: it is this now (or it is new);
- ``[]``: it is gone; in a list, only the last ones go;
- an object: it changed inside, as this says.

>>> was = {"ply": 4, "lots": ["forge", "well", "inn"], "seats": [{"wood": 1}, {"wood": 2}]}
>>> now = {"ply": 5, "lots": ["forge", "well"], "seats": [{"wood": 1}, {"wood": 2, "gold": 1}]}
>>> difference(was, now)
{'ply': [5], 'lots': {'2': []}, 'seats': {'1': {'gold': [1]}}}
>>> merged(was, difference(was, now)) == now
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from keyflower.kernel.json_text import compact

Json: TypeAlias = Any  # Any: what JSON holds
Difference: TypeAlias = dict[str, Any]
"""What changed; empty if nothing did."""


def difference(was: Json, now: Json) -> Difference:
    """Return what turns one object or list into another one of the same type."""
    old, new = _fields(was), _fields(now)
    found: Difference = {}
    for key, value in new.items():
        if key not in old:
            found[key] = [value]
        elif old[key] != value:
            found[key] = _told(old[key], value)
    found.update((key, []) for key in old if key not in new)
    return found


def _told(was: Json, now: Json) -> Json:
    """Return the shorter of what changed inside and the value itself."""
    if type(was) is not type(now) or not isinstance(now, dict | list):
        return [now]
    inside = difference(was, now)
    return inside if len(compact(inside)) < len(compact(now)) + 2 else [now]


def _fields(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {str(place): item for place, item in enumerate(value)}


def merged(was: Json, changes: Mapping[str, Json]) -> Json:
    """Return a value with a difference applied; the value itself stays as it is."""
    fields = dict(_fields(was))
    for key, change in changes.items():
        if isinstance(change, dict):
            fields[key] = merged(fields[key], change)
        elif change:
            fields[key] = change[0]
        else:
            del fields[key]
    return fields if isinstance(was, dict) else [*fields.values()]

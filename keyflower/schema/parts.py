"""Schemas of small things that no class describes field by field: choices, refusals, score sheets."""

from __future__ import annotations

from typing import Final

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.kernel.errors import Refusal
from keyflower.kernel.option_tree import Choice, Grouped
from keyflower.schema.generator import Builder, Schema, closed

_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer"}


def _first(text: str | None) -> str:
    return (text or "").split("\n")[0]


def refusal(builder: Builder) -> Schema:
    """Return the schema of a refusal."""
    properties: dict[str, Schema] = {
        "code": {**_TEXT, "description": "A stable name such as `bid.too-low`."},
        "message": {**_TEXT, "description": "The reason for a person."},
        "rule": {**_TEXT, "description": "The paragraph of the rules."},
        "params": {"type": "object", "additionalProperties": {"anyOf": [_TEXT, _WHOLE]}},
    }
    return builder.defined(
        "Refusal", lambda: closed(properties, properties, description=_first(Refusal.__doc__))
    )


def _choice(builder: Builder) -> Schema:
    properties: dict[str, Schema] = {
        "kind": {
            **_TEXT,
            "description": "What is chosen: `tile`, `bid`, `use`, `size`, `cell`, `rotation` ...",
        },
        "key": {**_TEXT, "description": "Which one."},
        "label": {**_TEXT, "description": "The same in words."},
        "result": {**_TEXT, "description": "What it leads to; in `blocked`, the verb that is not possible."},
        "seat": {**_WHOLE, "description": "For a tile: in whose village it lies; -1 for the auction area."},
        "action": {**_TEXT, "description": "What to play, in the notation, at the end of the way."},
        "choices": {"type": "array", "items": {"$ref": "#/$defs/Choice"}},
        "why": {"type": "array", "items": refusal(builder)},
    }
    return closed(properties, ["kind", "key", "label"], description=_first(Choice.__doc__))


def choices(builder: Builder) -> Schema:
    """Return the schema of grouped options."""
    choice = builder.defined("Choice", lambda: _choice(builder))
    properties: dict[str, Schema] = {
        "prompt": _TEXT,
        "choices": {"type": "array", "items": choice},
        "blocked": {"type": "array", "items": choice},
    }
    return builder.defined(
        "Choices", lambda: closed(properties, properties, description=_first(Grouped.__doc__))
    )


def score(builder: Builder) -> Schema:
    """Return the schema of a score sheet."""
    triple: list[Schema] = [_TEXT, _TEXT, _WHOLE]
    used: Schema = {"type": "array", "prefixItems": triple, "items": False, "minItems": 3, "maxItems": 3}
    line: dict[str, Schema] = {
        "source": {**_TEXT, "description": "The tile that gives the points."},
        "points": _WHOLE,
        "used": {"type": "array", "items": used, "description": "Piece, what it counts as, how many."},
        "detail": _TEXT,
    }
    properties: dict[str, Schema] = {
        "total": _WHOLE,
        "flipped": {**_TEXT, "description": "The tile that was upgraded for free, if any."},
        "lines": {"type": "array", "items": closed(line, line)},
    }
    return builder.defined(
        "Score", lambda: closed(properties, properties, description=_first(ScoreSheet.__doc__))
    )

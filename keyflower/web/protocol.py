"""The JSON Schema of the protocol; ``python -m keyflower.web.protocol`` writes it into the package."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Final

from keyflower.facade.files import save_text
from keyflower.languages import LANGUAGES
from keyflower.schema import rules_of_all
from keyflower.schema import schema as document
from keyflower.schema.build import DIALECT, Builder, Schema, closed
from keyflower.schema.parts import choices, refusal, score
from keyflower.web.messages import PROTOCOL

PARTS: Final = ("Client", "Server")
"""The two sides: what a client may say, and what it is told."""

_TEXT: Final[Schema] = {"type": "string"}
_LANGUAGE: Final[Schema] = {"enum": [*LANGUAGES]}
_WHOLE: Final[Schema] = {"type": "integer"}
_PLY: Final[Schema] = {"type": "integer", "minimum": -1}


def _said(builder: Builder) -> list[Schema]:
    action: Schema = {"anyOf": [_TEXT, {"$ref": "#/$defs/Action"}]}
    return [
        closed(
            {
                "type": {"const": "join"},
                "version": {"const": PROTOCOL},
                "token": {
                    "anyOf": [_TEXT, {"type": "null"}],
                    "description": "The secret of the link; none to watch.",
                },
                "since": {"anyOf": [_WHOLE, {"type": "null"}], "description": "The last ply seen."},
                "language": {
                    "anyOf": [_LANGUAGE, {"const": ""}, {"type": "null"}],
                    "description": "The language that the reader has chosen; none for the table's own.",
                },
                "accept": {
                    "anyOf": [{"type": "array", "items": _TEXT, "maxItems": 20}, {"type": "null"}],
                    "description": "Languages the reader understands, for a table without one of its own.",
                },
            },
            ["type"],
            description="Sit down, or watch. It is the first message.",
        ),
        closed(
            {
                "type": {"const": "play"},
                "decision": {**_TEXT, "description": "The id of the question."},
                "action": action,
            },
            ["type", "decision", "action"],
            description="Answer a question.",
        ),
        closed(
            {"type": {"const": "why"}, "action": action},
            ["type", "action"],
            description="Ask why an action is not possible; the answer is a refused message.",
        ),
        closed({"type": {"const": "undo"}}, ["type"], description="Take back the own last action."),
        closed(
            {"type": {"const": "speak"}, "language": _LANGUAGE},
            ["type", "language"],
            description="Ask for another language; the table is told again in it.",
        ),
    ]


def _table(builder: Builder, kind: str) -> Schema:
    entry = closed(
        {
            "number": _WHOLE,
            "seat": _WHOLE,
            "words": {"type": "array", "items": _TEXT, "description": "What happened, in sentences."},
            "entry": {"$ref": "#/$defs/Entry"},
        },
        ["number", "seat", "words"],
    )
    pasture = closed(
        {
            "id": _TEXT,
            "animals": _TEXT,
            "parts": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
        },
        ["id", "animals", "parts"],
        description="A pasture: who grazes there, and its outlines as x, y, x, y ... in the units of the sprite.",
    )
    decision = closed(
        {"id": _TEXT, "kind": _TEXT, **builder._defs["Choices"]["properties"]},
        ["id", "kind", "prompt", "choices", "blocked"],
        description="The own open question.",
    )
    view = {"$ref": "#/$defs/SeenTable"}
    properties: dict[str, Schema] = {
        "type": {"const": kind},
        "version": {"const": PROTOCOL},
        "table": {**_TEXT, "description": "The id of the table."},
        "rules": {**_TEXT, "description": "The name in /rules/.../sprite.svg and /rules/.../tiles.json."},
        "language": {**_LANGUAGE, "description": "The language of everything in words."},
        "seats": {"type": "array", "items": closed({"name": _TEXT, "bot": _TEXT}, ["name", "bot"])},
        "ply": {**_PLY, "description": "How many actions have been played."},
        "view": view,
        "decision": {"anyOf": [decision, {"type": "null"}]},
        "entries": {"type": "array", "items": entry, "description": "What is new."},
        "undo": {"type": "boolean", "description": "Whether the own last action may be taken back."},
        "pastures": {
            "type": "array",
            "items": {"type": "array", "items": pasture},
            "description": "By seat.",
        },
        "scores": {
            "type": "array",
            "items": {"anyOf": [score(builder), {"type": "null"}]},
            "description": "By seat; null if hidden.",
        },
        "notice": {
            **_TEXT,
            "description": "Why nobody can play on: the versions of expansions differ. Empty if the game goes on.",
        },
    }
    if kind == "rollback":
        properties["to"] = {
            **_PLY,
            "description": "Everything behind this ply was taken back, then the entries were played.",
        }
    return closed(properties, properties, description="How the table stands for the viewer, and what is new.")


def schema() -> Schema:
    """Return the schema: ``$defs`` has ``Client`` and ``Server``."""
    builder = Builder(rules_of_all())
    choices(builder)
    view = document("view")["$defs"]
    refused = closed(
        {
            "type": {"const": "refused"},
            "to": {"enum": ["join", "play", "why", "undo", "speak", "message"]},
            "reason": _TEXT,
            "code": {"enum": ["stale", "busy"], "description": "stale: the question is not open any more."},
            "refusals": {"type": "array", "items": refusal(builder)},
        },
        ["type", "to", "reason", "refusals"],
        description="Something is not possible, and why. An answer to why without refusals says that it is possible.",
    )
    here = closed(
        {"type": {"const": "here"}, "seats": {"type": "array", "items": {"type": "boolean"}}},
        ["type", "seats"],
        description="Who is connected, by seat.",
    )
    seen = json.loads(json.dumps(view["View"]))
    del seen["properties"]["decisions"]
    seen["required"].remove("decisions")
    told = [_table(builder, "table"), _table(builder, "rollback"), refused, here]
    definitions = {
        **document("entry")["$defs"],
        **view,
        **builder._defs,
        "SeenTable": seen,
        "Client": {"oneOf": _said(builder)},
        "Server": {"oneOf": told},
    }
    return {
        "$schema": DIALECT,
        "$id": f"urn:keyflower:protocol:{PROTOCOL}",
        "title": "What clients say to a table, and what it tells them",
        "oneOf": [{"$ref": "#/$defs/Client"}, {"$ref": "#/$defs/Server"}],
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def shipped() -> Schema:
    """Return the schema that the package ships as a file."""
    found: Schema = json.loads(files("keyflower.web").joinpath("protocol.schema.json").read_text("utf-8"))
    return found


def main() -> int:
    """Write the schema beside this module."""
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    save_text(Path(__file__).with_name("protocol.schema.json"), text)
    sys.stdout.write("written: protocol.schema.json\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

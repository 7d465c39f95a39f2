"""JSON Schemas (2020-12) of everything that other programs read or write, and a check of data against them.

The schemas of the built-in expansions are one file beside this module, ``schemas.json``: what they share stands
in it once. `schema` makes a schema for any rules, `shipped` takes it from the file, and `check` needs the extra
``schema``.

>>> sorted(NAMES)
['action', 'choices', 'decision', 'entry', 'event', 'log', 'position', 'refusal', 'score', 'tile', 'view']
>>> schema("action")["title"]
'An action'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.log.formats import FORMAT
from keyflower.facade.match import Match
from keyflower.facade.registry import builtin, resolve
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.events import Event
from keyflower.kernel.json_text import MOST
from keyflower.kernel.options import Decision
from keyflower.kernel.tasks import Task
from keyflower.model.enums import MOST_SEATS, Season, TileKind
from keyflower.model.state import State
from keyflower.schema.generator import DIALECT, Builder, Schema, closed, needed, problems
from keyflower.schema.parts import choices, refusal, score

NAMES: Final = {
    "action": "An action",
    "event": "An event",
    "entry": "An entry of a log: one action with what it led to",
    "view": "What a seat, or a spectator, may know",
    "log": "One line of a log",
    "tile": "What is printed on a tile",
    "decision": "An open question to one seat",
    "choices": "The options of a decision as a person chooses them",
    "refusal": "One reason why an action is not legal",
    "score": "The score sheet of one seat",
    "position": "A moment of a game, without its history",
}
"""The schemas, by name."""

_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MOST}
_SEAT: Final[Schema] = {"type": "integer", "minimum": -1, "maximum": MOST_SEATS - 1}
_SEATS: Final[Schema] = {"type": "array", "items": _SEAT}
_TEXTS: Final[Schema] = {"type": "array", "items": _TEXT}
_WITHOUT: Final[Schema] = {
    **_TEXTS,
    "description": "The full ids of the tiles left out of the deck; not there if all are in.",
}
_OR_NULL: Final = {"type": "null"}


def rules_of_all() -> Ruleset:
    """Return rules that have every built-in expansion: the shipped schemas are of these."""
    return resolve([expansion.id for expansion in builtin().expansions])


def schema(name: str, ruleset: Ruleset | None = None) -> Schema:
    """Return a schema made from the classes.

    Args:
        name: one of `NAMES`.
        ruleset: the rules whose actions, events and tasks are described; all built-in ones by default.

    Raises:
        UnknownName: if there is no such schema.
    """
    _known(name)
    builder = Builder(rules_of_all() if ruleset is None else ruleset)
    return document(name, _root(name, builder), builder.definitions)


def document(name: str, root: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return a schema with all the definitions that it needs, and no others."""
    parts = needed(root, definitions)
    return {
        "$schema": DIALECT,
        "$id": f"urn:keyflower:{name}",
        "title": NAMES[name],
        **root,
        "$defs": {key: parts[key] for key in sorted(parts)},
    }


def bundle(ruleset: Ruleset | None = None) -> Schema:
    """Return all schemas as one document: what they share is under ``$defs``, each of `NAMES` under ``schemas``."""
    builder = Builder(rules_of_all() if ruleset is None else ruleset)
    roots = {name: {"title": title, **_root(name, builder)} for name, title in NAMES.items()}
    return {
        "$schema": DIALECT,
        "$id": "urn:keyflower",
        "title": "Everything that another program reads or writes",
        "schemas": roots,
        "$defs": {name: builder.definitions[name] for name in sorted(builder.definitions)},
    }


def _root(name: str, builder: Builder) -> Schema:
    roots: dict[str, Callable[[], Schema]] = {
        "action": lambda: builder.of(Action),
        "event": lambda: builder.of(Event),
        "entry": lambda: entry_schema(builder),
        "view": lambda: _view(builder),
        "log": lambda: _log(builder),
        "tile": lambda: builder.defined("Tile", _tile),
        "decision": lambda: decision_schema(builder),
        "choices": lambda: choices(builder),
        "refusal": lambda: refusal(builder),
        "score": lambda: score(builder),
        "position": lambda: builder.defined("Position", lambda: _position(builder)),
    }
    return roots[name]()


def shipped(name: str) -> Schema:
    """Return a schema as the package ships it.

    Raises:
        UnknownName: if there is no such schema.
    """
    whole = shipped_bundle()
    return document(_known(name), whole["schemas"][name], whole["$defs"])


def shipped_bundle() -> Schema:
    """Return the file of the package that has all schemas."""
    import json
    from importlib.resources import files

    found: Schema = json.loads(files("keyflower.schema").joinpath("schemas.json").read_text("utf-8"))
    return found


def _known(name: str) -> str:
    if name not in NAMES:
        raise UnknownName(
            f"there is no schema called {name!r}{suggest(name, NAMES)}; there are {', '.join(NAMES)}"
        )
    return name


def check(
    name: str,
    data: Any,  # Any: what JSON holds
    ruleset: Ruleset | None = None,
) -> tuple[str, ...]:
    """Return everything that is wrong with data, each with its path; nothing if it fits the schema.

    Raises:
        MissingExtra: without jsonschema; install the extra ``schema``.
    """
    return problems(schema(name, ruleset), data)


# ---------------------------------------------------------------------- what no class describes


def _entry_parts(builder: Builder) -> dict[str, Schema]:
    return {
        "seat": {**_SEAT, "description": "Who acted; -1 for the set-up."},
        "action": {"anyOf": [builder.of(Action), _OR_NULL]},
        "events": {"type": "array", "items": builder.of(Event), "minItems": 1},
        "answers": {**_TEXTS, "description": "The answers of chance, in order; not in redacted logs."},
    }


def entry_schema(builder: Builder) -> Schema:
    """Return the schema of an entry of a log."""
    return builder.defined("Entry", lambda: closed(_entry_parts(builder), ["seat", "action", "events"]))


def decision_schema(builder: Builder) -> Schema:
    """Return the schema of an open question."""
    return builder.defined(
        "Decision",
        lambda: closed(
            {
                "id": {**_TEXT, "description": "Send it back with the answer: a stale one is refused."},
                "seat": _SEAT,
                "kind": _TEXT,
                "prompt": _TEXT,
                "task": builder.of(Task),
                "options": {"type": "array", "items": builder.of(Action)},
            },
            ["id", "seat", "kind", "prompt", "task"],
            description=(Decision.__doc__ or "").split("\n")[0],
        ),
    )


def _rules() -> dict[str, Schema]:
    """Return what a header and a position say about rules and players."""
    earlier = {**_TEXTS, "description": "Other versions that the game was played with before."}
    expansion = closed({"id": _TEXT, "version": _TEXT, "earlier": earlier}, ["id", "version"])
    return {
        "game": {"const": Match.GAME},
        "format": {"const": FORMAT},
        "library": _TEXT,
        "expansions": {"type": "array", "items": expansion},
        "variants": _TEXTS,
        "overrides": {
            "type": "object",
            "additionalProperties": _TEXT,
            "description": "Printed numbers that were replaced: JSON text by path.",
        },
        "without": _WITHOUT,
        "players": _TEXTS,
        "handicap": _SEATS,
    }


def _position(builder: Builder) -> Schema:
    properties: dict[str, Schema] = {
        **_rules(),
        "chance": {
            "anyOf": [chance_schema(builder), _OR_NULL],
            "description": "Who answers questions of chance.",
        },
        "state": builder.of(State),
    }
    return closed(properties, [name for name in properties if name not in ("chance", "without")])


def _view(builder: Builder) -> Schema:
    decision = decision_schema(builder)
    return builder.defined(
        "View",
        lambda: closed(
            {
                "viewer": {**_SEAT, "description": "The seat whose view it is; -1 for a spectator."},
                "ply": {
                    "type": "integer",
                    "minimum": -1,
                    "description": "How many actions have been played.",
                },
                "expansions": {**_TEXTS, "description": "The ids of the expansions played."},
                "variants": {**_TEXTS, "description": "The ids of the variants played."},
                "without": _WITHOUT,
                "players": _TEXTS,
                "deciding": {**_SEATS, "description": "The seats that have an open decision."},
                "decisions": {"type": "array", "items": decision, "description": "The viewer's own."},
                "state": builder.of(State),
            },
            ["viewer", "ply", "expansions", "variants", "players", "deciding", "decisions", "state"],
        ),
    )


def chance_schema(builder: Builder) -> Schema:
    """Return the schema of a source of chance."""
    seed: Schema = {
        "anyOf": [
            {"type": "integer", "minimum": -MOST, "maximum": MOST},
            {"type": "string", "pattern": "^-?0x[0-9a-f]+$"},
        ]
    }
    key: Schema = {"type": "string", "pattern": "^([0-9a-f]{2}){16,64}$"}

    def counted(name: str, tag: str, field: str, kind: Schema) -> Schema:
        parts: dict[str, Schema] = {"kind": {"const": tag}, field: kind, "counter": _COUNT}
        return builder.defined(name, lambda: closed(parts, ["kind", field, "counter"]))

    sources = [
        counted("SeededChance", "mixed", "seed", seed),
        counted("SecretChance", "secret", "key", key),
        counted("FormerChance", "seeded", "seed", seed),
    ]
    scripted = builder.defined(
        "ScriptedChance",
        lambda: closed(
            {"kind": {"const": "scripted"}, "answers": _TEXTS, "then": {"anyOf": [*sources, _OR_NULL]}},
            ["kind", "answers", "then"],
        ),
    )
    return {"oneOf": [*sources, scripted]}


def _log(builder: Builder) -> Schema:
    return log_lines(builder, _rules())


def log_lines(builder: Builder, rules: Mapping[str, Schema]) -> Schema:
    """Return the schema of a line of a log, given what a header says about rules and players."""
    header: dict[str, Schema] = {
        "kind": {"const": "header"},
        **rules,
        "chance": {"anyOf": [chance_schema(builder), _OR_NULL]},
        "viewer": {"anyOf": [_SEAT, _OR_NULL], "description": "Who the log is redacted for."},
    }
    entry: dict[str, Schema] = {
        "kind": {"const": "entry"},
        "number": _COUNT,
        **_entry_parts(builder),
        "chance": {"anyOf": [_COUNT, chance_schema(builder)], "description": "The chance source afterwards."},
        "sum": {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "Digest of all lines so far."},
    }
    footer: dict[str, Schema] = {
        "kind": {"const": "footer"},
        "entries": _COUNT,
        "totals": {"type": "array", "items": {"type": "integer"}},
        "winners": _SEATS,
    }
    needs = ["kind", "number", "seat", "action", "events", "sum"]
    lines = [
        builder.defined("Header", lambda: closed(header, [name for name in header if name != "without"])),
        builder.defined("EntryLine", lambda: closed(entry, needs)),
        builder.defined("Footer", lambda: closed(footer, footer)),
    ]
    return builder.defined("LogLine", lambda: {"oneOf": lines})


def _tile() -> Schema:
    pieces: Schema = {"type": "object", "additionalProperties": _COUNT}
    effect: Schema = {"type": "object", "description": "An effect: pay, gain, transport and so on."}
    power = closed(
        {"slot": _TEXT, "text": _TEXT, "effect": effect, "counts_as": {"type": "array"}}, ["slot", "text"]
    )
    face = closed(
        {
            "use": {"anyOf": [effect, _OR_NULL]},
            "transport": _COUNT,
            "upgrades": _COUNT,
            "points": {"type": "integer"},
            "scores": {"type": "array", "items": {"type": "object"}, "description": "Scoring terms."},
            "powers": {"type": "array", "items": power},
            "words": _TEXT,
        },
        ["use", "transport", "upgrades", "points", "scores", "powers", "words"],
    )
    properties: dict[str, Schema] = {
        "id": _TEXT,
        "name": _TEXT,
        "title": _TEXT,
        "expansion": _TEXT,
        "kind": {"enum": [kind.value for kind in TileKind]},
        "season": {"enum": [*(season.value for season in Season), None]},
        "edges": {"type": "string", "pattern": "^[RFW]{6}$"},
        "front": face,
        "back": {"anyOf": [face, _OR_NULL]},
        "upgrade": {"anyOf": [pieces, _OR_NULL]},
        "number": _COUNT,
        "min_players": _COUNT,
        "arrivals": {
            "type": "array",
            "items": {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
        },
        "cargo": {
            "type": "array",
            "items": pieces,
            "description": "What else a boat brings, season by season.",
        },
        "goods": {"anyOf": [effect, _OR_NULL]},
        "pair": _TEXT,
        "replaces": _TEXT,
        "reconstructed": _TEXTS,
        "words": _TEXT,
    }
    return closed(properties, properties, description=(Tile.__doc__ or "").split("\n")[0])

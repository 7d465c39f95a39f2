"""JSON Schemas of any declared game: its actions, events, logs, views, decisions, choices and positions."""

from __future__ import annotations

from typing import Any

from keyflower.kernel.actions import Action
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.events import Event
from keyflower.schema import chance_schema, decision_schema, entry_schema, log_lines
from keyflower.schema.generator import DIALECT, Builder, Schema, closed, problems
from keyflower.schema.parts import choices, refusal

_TEXT: Schema = {"type": "string"}
_SEAT: Schema = {"type": "integer", "minimum": -1}
_NULL: Schema = {"type": "null"}

__all__ = ["check_game", "game_schemas"]


def game_schemas(declaration: GameDeclaration) -> Schema:
    """Return all schemas of a game as one document: what they share is under ``$defs``, each under ``schemas``."""
    match = declaration.match
    sample = declaration.new([f"Player {seat}" for seat in range(max(2, declaration.least))], seed=0)
    builder = Builder.of_codec(sample.match.codec(), type(sample.state))
    rules: dict[str, Schema] = {
        "game": {"const": match.GAME},
        "format": {"const": match.FORMAT},
        "library": _TEXT,
        "players": {"type": "array", "items": _TEXT},
        **{key: {} for key in sample.match.to_data()},
    }
    chance: Schema = {"anyOf": [chance_schema(builder), _NULL]}
    state = builder.of(type(sample.state))
    view: dict[str, Schema] = {
        "viewer": {**_SEAT, "description": "The seat whose view it is; -1 for a spectator."},
        "ply": {"type": "integer", "minimum": -1},
        "players": {"type": "array", "items": _TEXT},
        "deciding": {"type": "array", "items": _SEAT},
        "decisions": {"type": "array", "items": decision_schema(builder)},
        "state": state,
    }
    more = [
        key for key in sample.view(0).to_data(options=False) if key not in view
    ]  # what a game tells besides
    view |= {key: {} for key in more}
    position = closed({**rules, "chance": chance, "state": state}, [*rules, "state"])
    schemas = {
        "action": builder.of(Action),
        "event": builder.of(Event),
        "entry": entry_schema(builder),
        "log": log_lines(builder, rules),
        "view": closed(view, view),
        "decision": decision_schema(builder),
        "choices": choices(builder),
        "refusal": refusal(builder),
        "position": position,
    }
    return {
        "$schema": DIALECT,
        "$id": f"urn:{declaration.name}",
        "title": f"{declaration.title}: everything that another program reads or writes",
        "schemas": schemas,
        "$defs": {name: builder.definitions[name] for name in sorted(builder.definitions)},
    }


def check_game(declaration: GameDeclaration, name: str, data: Any) -> tuple[str, ...]:  # Any: what JSON holds
    """Return everything that is wrong with data of a game, each with its path; nothing if it fits the schema.

    Raises:
        MissingExtra: without jsonschema; install ``keyflower[schema]``.
    """
    whole = game_schemas(declaration)
    return problems({"$schema": DIALECT, **whole["schemas"][name], "$defs": whole["$defs"]}, data)

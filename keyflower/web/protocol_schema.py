"""The JSON Schema of the protocol between a served table and its clients."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.languages import LANGUAGES
from keyflower.review import Grade
from keyflower.schema import bundle, rules_of_all, shipped_bundle
from keyflower.schema import schema as document
from keyflower.schema.generator import DIALECT, Builder, Schema, closed, needed
from keyflower.schema.parts import refusal, score
from keyflower.web.chat import REACTIONS, Event
from keyflower.web.clocks import AtZero
from keyflower.web.protocol import LONGEST_ID, PROTOCOL, Outcome

PARTS: Final = ("Client", "Server")
"""The two sides: the messages of a client, and those of the server."""

_TEXT: Final[Schema] = {"type": "string"}
_LANGUAGE: Final[Schema] = {"enum": [*LANGUAGES]}
_WHOLE: Final[Schema] = {"type": "integer"}
_PLY: Final[Schema] = {"type": "integer", "minimum": -1}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_ESTIMATE: Final[Schema] = {
    "type": "array",
    "prefixItems": [{"type": "number"}, {"type": "number", "minimum": 0}],
    "items": False,
    "minItems": 2,
    "description": "A mean and its standard error.",
}
_OPEN: Final[Schema] = {
    "type": "boolean",
    "description": "Whether nothing is hidden any more, because the game is over.",
}
_ANSWERED: Final = (
    "join", "play", "why", "undo", "rematch", "new_link", "history", "moment", "log", "review", "hint", "play_on",
    "chat", "take_over", "come_back", "speak", "message",
)  # fmt: skip
_ID: Final[Schema] = {
    "type": "string",
    "maxLength": LONGEST_ID,
    "description": "What the client calls this message; the answer names it.",
}


def _said(builder: Builder) -> list[Schema]:
    action: Schema = {"anyOf": [_TEXT, {"$ref": "#/$defs/Action"}]}
    return [
        closed(
            {
                "type": {"const": "join"},
                "version": {"const": PROTOCOL},
                "token": {
                    "anyOf": [_TEXT, {"type": "null"}],
                    "description": "The secret of the link; left out to watch.",
                },
                "since": {
                    "anyOf": [closed({"ply": _WHOLE, "digest": _TEXT}, ["ply", "digest"]), {"type": "null"}],
                    "description": "The last ply seen, and the digest that came with it.",
                },
                "language": {
                    "anyOf": [_LANGUAGE, {"const": ""}, {"type": "null"}],
                    "description": "The language that the reader has chosen; left out for the table's language.",
                },
                "accept": {
                    "anyOf": [{"type": "array", "items": _TEXT, "maxItems": 20}, {"type": "null"}],
                    "description": "Languages the reader understands, for a table that has no language.",
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
                "id": _ID,
            },
            ["type", "decision", "action"],
            description="Answer a question.",
        ),
        closed(
            {"type": {"const": "why"}, "action": action, "id": _ID},
            ["type", "action"],
            description="Ask why an action is not possible.",
        ),
        closed({"type": {"const": "undo"}, "id": _ID}, ["type"], description="Take back your last action."),
        closed(
            {"type": {"const": "rematch"}, "id": _ID},
            ["type"],
            description="Ask for a new table with the same people, bots and rules once the game is over.",
        ),
        closed(
            {"type": {"const": "new_link"}, "id": _ID},
            ["type"],
            description="Ask for a new secret for your seat; the old link no longer works.",
        ),
        closed(
            {"type": {"const": "history"}, "id": _ID},
            ["type"],
            description="Ask for everything that happened, in words.",
        ),
        closed(
            {"type": {"const": "moment"}, "ply": _COUNT, "id": _ID},
            ["type", "ply"],
            description="Ask for the table as it was after an action.",
        ),
        closed(
            {"type": {"const": "log"}, "id": _ID},
            ["type"],
            description="Ask for the log of the game as a file.",
        ),
        closed(
            {"type": {"const": "review"}, "id": _ID},
            ["type"],
            description="Ask for the review of the game once it is over; the rest is sent as it is computed.",
        ),
        closed(
            {"type": {"const": "hint"}, "id": _ID},
            ["type"],
            description="Ask how good the best answers to your open question are; only where hints are allowed.",
        ),
        closed(
            {
                "type": {"const": "play_on"},
                "ply": _COUNT,
                "seat": {
                    "anyOf": [_COUNT, {"type": "null"}],
                    "description": "The seat to sit down at; your own if left out.",
                },
                "id": _ID,
            },
            ["type", "ply"],
            description="Ask for a new table that continues from a moment once the game is over; "
            "bots have all other seats.",
        ),
        closed(
            {"type": {"const": "chat"}, "text": {**_TEXT, "minLength": 1}, "id": _ID},
            ["type", "text"],
            description="Say something to everybody at the table.",
        ),
        closed(
            {"type": {"const": "chat"}, "reaction": {"enum": [*REACTIONS]}, "id": _ID},
            ["type", "reaction"],
            description="Say something with one click; each reader sees it in their own language.",
        ),
        closed(
            {"type": {"const": "take_over"}, "seat": _COUNT, "id": _ID},
            ["type", "seat"],
            description="Ask for a bot to take over a seat: your own, or that of somebody who has left.",
        ),
        closed(
            {"type": {"const": "come_back"}, "id": _ID},
            ["type"],
            description="Take your seat back from the bot that plays there.",
        ),
        closed(
            {"type": {"const": "speak"}, "language": _LANGUAGE},
            ["type", "language"],
            description="Ask for another language; the table is sent again in it.",
        ),
    ]


def _part(builder: Builder) -> Schema:
    """Return the schema of a part of the tree of choices."""
    numbers: Schema = {"type": "array", "items": {"type": "integer", "minimum": 0}}
    more = closed(
        {"result": _WHOLE, "seat": _WHOLE, "why": numbers},
        [],
        description="What it leads to and why nothing is possible, as numbers of texts; whose place it is.",
    )
    leads: Schema = {
        "anyOf": [{**_TEXT, "description": "An action with placeholders such as {tile}."}, numbers],
        "description": "The action at the end of the path, or the numbers of the choices that are left.",
    }
    return {
        "anyOf": [
            _TEXT,
            {
                "type": "array",
                "prefixItems": [_TEXT, _TEXT, _TEXT, leads, more],
                "items": False,
                "minItems": 4,
                "description": "A choice: kind, key, label, where it leads, and perhaps more.",
            },
            {
                "type": "array",
                "prefixItems": [{**_WHOLE, "minimum": 0}, leads, more],
                "items": False,
                "minItems": 2,
                "description": "A choice with the kind, key and label of an earlier one, whose number comes first; "
                "without a last item, what is more is the same as there.",
            },
        ]
    }


def _news(builder: Builder) -> dict[str, Schema]:
    """Return what `table` and `change` both have."""
    numbers: Schema = {"type": "array", "items": {"type": "integer", "minimum": 0}}
    entry = closed(
        {
            "seat": {**_WHOLE, "minimum": -1, "description": "Who acted; -1 for the set-up."},
            "words": {"type": "array", "items": _TEXT, "description": "What happened, in sentences."},
            "events": {
                "type": "array",
                "items": {"$ref": "#/$defs/Event"},
                "description": "What can be seen of it.",
            },
        },
        ["seat", "words"],
    )
    decision = closed(
        {"id": _TEXT, "kind": _TEXT, "prompt": _TEXT, "choices": numbers, "blocked": numbers},
        ["id", "kind", "prompt", "choices", "blocked"],
        description="Your open question; choices are numbers of parts.",
    )
    return {
        "ply": {**_PLY, "description": "How many actions have been played: the number of the last entry."},
        "digest": {**_TEXT, "description": "Of all entries up to this ply, as the viewer may know them."},
        "entries": {
            "type": "array",
            "items": entry,
            "description": "What is new; the last one is number ply.",
        },
        "rollback": {**_PLY, "description": "First forget every entry after this ply."},
        "time": {
            "type": "number",
            "description": "The time of the server in seconds, where there are clocks.",
        },
        "decision": {"anyOf": [decision, {"type": "null"}]},
        "parts": {
            "type": "array",
            "items": _part(builder),
            "description": "Parts of choices; their numbers continue those sent since the last table.",
        },
    }


def _table(builder: Builder) -> dict[str, Schema]:
    """Return what a table is made of, and what differences change."""
    pasture = closed(
        {
            "id": _TEXT,
            "animals": _TEXT,
            "parts": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
        },
        ["id", "animals", "parts"],
        description="A pasture: who grazes there, and its outlines as x, y, x, y ... in the units of the sprite.",
    )
    place = closed(
        {
            "seat": {"type": "integer", "description": "Whose place it is; -1 if nobody's."},
            "tag": {**_TEXT, "description": "Which place it is."},
            "title": {**_TEXT, "description": "What it is called, in the reader's language."},
            "on": {"enum": ["seat", "village", "tile", "lot", "boat", "table"]},
            "at": {**_TEXT, "description": "The tile, the lot or the boat; empty otherwise."},
            "pieces": {
                "type": "array",
                "items": {"type": "array", "prefixItems": [_TEXT, {"type": "integer"}], "items": False},
                "description": "What can be seen: names and numbers; the sprite has a symbol for each.",
            },
            "hidden": {
                "type": "integer",
                "description": "How many more pieces there are that you may not see.",
            },
            "kind": {**_TEXT, "description": "The kind of the hidden ones; may be empty."},
        },
        ["seat", "tag", "title", "on", "at", "pieces", "hidden", "kind"],
        description="What is in a place that an expansion has added.",
    )
    scene = closed(
        {
            "pastures": {
                "type": "array",
                "items": {"type": "array", "items": pasture},
                "description": "By seat.",
            },
            "places": {"type": "array", "items": place},
            "worth": {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "description": "How many points more you would have now with a lot in your village, by lot.",
            },
            "title": {**_TEXT, "description": "The title of a game other than Keyflower."},
            "svg": {**_TEXT, "description": "The picture of its table, if such a game has one."},
        },
        ["pastures", "places", "worth"],
        description="What the game adds for drawing.",
    )
    seconds: Schema = {"type": "number", "minimum": 0}
    seat = closed(
        {
            "name": _TEXT,
            "bot": {**_TEXT, "description": "The bot that plays; empty for a person."},
            "stand_in": {"const": True, "description": "The bot plays for a person, who may come back."},
        },
        ["name", "bot"],
    )
    clocks = closed(
        {
            "move": {**_COUNT, "description": "Seconds for each decision; 0 if that is not limited."},
            "game": {**_COUNT, "description": "Seconds for the whole game; 0 if that is not limited."},
            "zero": {"enum": [one.value for one in AtZero], "description": "What happens at zero."},
            "seats": {
                "type": "array",
                "items": closed(
                    {
                        "left": {**seconds, "description": "What was left of the game then, or is now."},
                        "since": {
                            **seconds,
                            "description": "When the clock began to run; 0 if it is stopped.",
                        },
                    },
                    ["left", "since"],
                ),
            },
        },
        ["move", "game", "zero", "seats"],
        description="How long people may think, by the time of the server.",
    )
    return {
        "table": {**_TEXT, "description": "The id of the table."},
        "rules": {**_TEXT, "description": "The name in /rules/.../sprite.svg, tiles.json and schema.json."},
        "next": {**_TEXT, "description": "The id of the table of the rematch; empty if there is none."},
        "language": {**_LANGUAGE, "description": "The language of everything in words."},
        "seats": {"type": "array", "items": seat},
        "clocks": {"anyOf": [clocks, {"type": "null"}]},
        "hints": {"type": "boolean", "description": "Whether the person at this table may ask for hints."},
        "view": {"$ref": "#/$defs/SeenTable"},
        "undo": {"type": "boolean", "description": "Whether you may take back your last action."},
        "scene": scene,
        "scores": {
            "type": "array",
            "items": {"anyOf": [score(builder), {"type": "null"}]},
            "description": "By seat; null if hidden.",
        },
        "notice": {
            **_TEXT,
            "description": "Why the game cannot continue: the versions of expansions differ. Empty if it can.",
        },
    }


def _options() -> Schema:
    """Return the schema of options that were tried."""
    option = closed(
        {
            "action": {**_TEXT, "description": "In the notation."},
            "words": _TEXT,
            "line": {"type": "array", "items": _TEXT, "description": "What a steward would decide after it."},
            "win": {**_ESTIMATE, "description": "The chance to win."},
            "margin": {**_ESTIMATE, "description": "Points more than the average of the others."},
            "ahead": {
                **_ESTIMATE,
                "description": "How many points more than after the option that was played, in the same deals.",
            },
            "deals": _COUNT,
        },
        ["action", "words", "line", "win", "margin", "ahead", "deals"],
    )
    return {"type": "array", "items": option, "description": "What was tried, the best first."}


def _reviewed() -> Schema:
    """Return the schema of a reviewed moment."""
    by_seat: Schema = {"type": "array", "items": _ESTIMATE}
    choice = closed(
        {
            "seat": _COUNT,
            "kind": {**_TEXT, "description": "The kind of the decision."},
            "grade": {"enum": [grade.value for grade in Grade]},
            "decided": {"type": "boolean", "description": "Whether only points could still be lost."},
            "played": {
                **_COUNT,
                "description": "The index of the played option among those that were tried.",
            },
            "best": _COUNT,
            "loss": {**_ESTIMATE, "description": "The chance to win that was lost."},
            "points": {**_ESTIMATE, "description": "The points of margin that were lost."},
            "edge": {**_ESTIMATE, "description": "Points of margin gained over a steward's choice."},
            "tried": _options(),
        },
        ["seat", "kind", "grade", "decided", "played", "best", "loss", "points", "edge", "tried"],
        description="The decision that was made here, if there was a choice.",
    )
    return closed(
        {
            "ply": _COUNT,
            "chances": {**by_seat, "description": "The chance of each seat to win."},
            "margins": {**by_seat, "description": "By how many points each seat is expected to be ahead."},
            "luck": {
                **by_seat,
                "description": "What the draws that followed changed for each seat, in points.",
            },
            "choice": choice,
        },
        ["ply", "chances", "margins"],
    )


def _told(builder: Builder) -> list[Schema]:
    news, table = _news(builder), _table(builder)
    told = ["ply", "digest", "entries"]
    difference: Schema = {
        "type": "object",
        "additionalProperties": {
            "anyOf": [{"type": "array", "maxItems": 1}, {"$ref": "#/$defs/Difference"}],
        },
        "description": "By field or index: [value] is new, [] is gone, an object says what changed inside.",
    }
    builder.defined("Difference", lambda: difference)
    season: Schema = {**_TEXT, "description": "In which season the table then was; not for every game."}
    words: Schema = {"type": "array", "items": _TEXT}
    told_entries: Schema = {
        "type": "array",
        "items": closed(
            {"seat": {**_WHOLE, "minimum": -1}, "words": words, "season": season}, ["seat", "words"]
        ),
    }
    return [
        closed(
            {"type": {"const": "table"}, "version": {"const": PROTOCOL}, **table, **news},
            ["type", "version", *table, *told, "decision"],
            description="The state of the table for the viewer, and what is new.",
        ),
        closed(
            {"type": {"const": "change"}, "changes": {"$ref": "#/$defs/Difference"}, **news},
            ["type", *told],
            description="What has changed since the last table or change. A decision that is left out stays open.",
        ),
        closed(
            {"type": {"const": "history"}, "id": _TEXT, "open": _OPEN, "entries": told_entries},
            ["type", "id", "open", "entries"],
            description="Everything that happened, in words; the first entry is the set-up.",
        ),
        closed(
            {"type": {"const": "moment"}, "id": _TEXT, "open": _OPEN, "ply": _COUNT, **table},
            ["type", "id", "open", "ply", *table],
            description="The table as it was after an action.",
        ),
        closed(
            {"type": {"const": "log"}, "id": _TEXT, "text": _TEXT},
            ["type", "id", "text"],
            description="The log, as the viewer may know it, and whole when the game is over.",
        ),
        closed(
            {
                "type": {"const": "review"},
                "id": _ID,
                "done": {**_COUNT, "description": "How many moments have been reviewed."},
                "all": _COUNT,
                "moments": {"type": "array", "items": _reviewed()},
                "stopped": {
                    **_TEXT,
                    "description": "Why the review has stopped; you may ask for it again.",
                },
            },
            ["type", "done", "all", "moments"],
            description="Moments of the review: with an id all that are known, without one those that are new.",
        ),
        closed(
            {
                "type": {"const": "hint"},
                "id": _ID,
                "decision": {**_TEXT, "description": "The id of the question."},
                "tried": _options(),
            },
            ["type", "id", "decision", "tried"],
            description="The best answers to your open question, rated from what your seat knows.",
        ),
        closed(
            {
                "type": {"const": "answer"},
                "to": {"enum": [*_ANSWERED]},
                "id": _ID,
                "outcome": {"enum": [outcome.value for outcome in Outcome]},
                "ply": {**_PLY, "description": "How many actions have been played, now that it is stored."},
                "reason": _TEXT,
                "code": {
                    "enum": ["stale", "busy"],
                    "description": "stale: the question is not open any more; busy: it may be tried again.",
                },
                "again": {**_WHOLE, "description": "After how many seconds it may be tried again."},
                "link": {**_TEXT, "description": "The new link of the seat, after new_link or play_on."},
                "refusals": {"type": "array", "items": refusal(builder)},
            },
            ["type", "to", "outcome"],
            description="The outcome of a message, with the reasons if it was refused.",
        ),
        closed(
            {"type": {"const": "wait"}, "again": _WHOLE, "reason": _TEXT},
            ["type", "again", "reason"],
            description="Come back after this many seconds; the connection is closed now.",
        ),
        closed(
            {
                "type": {"const": "here"},
                "seats": {"type": "array", "items": {"type": "boolean"}},
                "asking": {
                    "type": "object",
                    "additionalProperties": {"type": "array", "items": _COUNT},
                    "description": "For which seats a bot is asked to take over, and by whom.",
                },
            },
            ["type", "seats"],
            description="Who is connected, by seat.",
        ),
        closed(
            {
                "type": {"const": "chat"},
                "remarks": {
                    "type": "array",
                    "items": closed(
                        {
                            "number": {"type": "integer", "minimum": 1},
                            "seat": _COUNT,
                            "time": _COUNT,
                            "text": _TEXT,
                            "reaction": {"enum": [*REACTIONS]},
                            "event": {"enum": [one.value for one in Event]},
                        },
                        ["number", "seat", "time"],
                        description="Something that was said, or that happened to a seat.",
                    ),
                },
            },
            ["type", "remarks"],
            description="What was said at the table: the latest after join, then what is new.",
        ),
    ]


def schema(ruleset: Ruleset | None = None) -> Schema:
    """Return the schema: ``$defs`` has ``Client`` and ``Server``.

    Args:
        ruleset: the rules of the table; all built-in ones by default.
    """
    builder = Builder(rules_of_all() if ruleset is None else ruleset)
    view = document("view", ruleset)["$defs"]
    seen = json.loads(json.dumps(view["View"]))
    for name in ("decisions", "ply"):
        del seen["properties"][name]
        seen["required"].remove(name)
    said, told = _said(builder), _told(builder)
    definitions = {
        **document("entry", ruleset)["$defs"],
        **view,
        **builder.definitions,
        "SeenTable": seen,
        "Client": {"oneOf": said},
        "Server": {"oneOf": told},
    }
    root: Schema = {"oneOf": [{"$ref": "#/$defs/Client"}, {"$ref": "#/$defs/Server"}]}
    return {
        "$schema": DIALECT,
        "$id": f"urn:keyflower:protocol:{PROTOCOL}",
        "title": "What clients say to a table, and what it tells them",
        **root,
        "$defs": dict(sorted(needed(root, definitions).items())),
    }


def unshared() -> Schema:
    """Return the schema as its file has it: without the definitions that the schemas of the library have too."""
    whole, shared = schema(), bundle()["$defs"]
    own = {name: part for name, part in whole["$defs"].items() if shared.get(name) != part}
    return {**whole, "$defs": own}


def shipped() -> Schema:
    """Return the schema that the package ships, put together from its own file and that of the library."""
    own = json.loads(files("keyflower.web").joinpath("protocol.schema.json").read_text("utf-8"))
    definitions = {**shipped_bundle()["$defs"], **own["$defs"]}
    return {**own, "$defs": dict(sorted(needed({"oneOf": own["oneOf"]}, definitions).items()))}

"""Tables of any declared game: how they are set up, what they show, and who plays there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyflower.kernel.arguments import one_of, shown
from keyflower.kernel.chance import Chance
from keyflower.kernel.declaration import FLAG, TEXT, AnyGame, GameDeclaration, GameOption
from keyflower.kernel.errors import HiddenInformation, SetupError, suggest
from keyflower.kernel.text import Speaker

_KEYS = {"players", "options", "variants", "language", "clock", "webhook"}
_MOST = 100
"""How many names are read: no game has more options."""
_EMPTY = {"expansions", "handicap"}
"""Fields that a lobby which does not know the game sends empty."""


def new_game(
    declaration: GameDeclaration, names: list[str], wishes: Mapping[str, Any], chance: Chance
) -> AnyGame:  # Any: what JSON holds
    """Set up a game as the lobby asks for it.

    Raises:
        SetupError: if it makes no sense; the message says what would be right.
    """
    strange = [key for key in wishes if key not in _KEYS and (wishes[key] or key not in _EMPTY)]
    if strange:
        raise SetupError(f"a table has no {str(strange[0])[:40]!r}{suggest(str(strange[0]), _KEYS)}")
    options = wishes.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(key, str) for key in options):
        raise SetupError("options are an object: each option by its name")
    return declaration.new(
        names, chance=chance, **{**_ticked(declaration, wishes.get("variants")), **options}
    )


def _ticks(declaration: GameDeclaration) -> dict[str, tuple[GameOption, object]]:
    """Return what can be ticked in the lobby, by name: the option, and the value that it then has."""
    found: dict[str, tuple[GameOption, object]] = {}
    for option in declaration.options:
        if option.kind == FLAG:
            found[option.name] = (option, not option.default)
        for choice in option.choices:
            found[f"{option.name}:{choice}"] = (option, choice if option.kind == TEXT else [choice])
    return found


def _ticked(declaration: GameDeclaration, names: object) -> dict[str, object]:
    """Return the options that were ticked in the lobby."""
    ticks = _ticks(declaration)
    chosen: dict[str, object] = {}
    given = [] if names is None else names
    if not isinstance(given, list):
        raise SetupError(f"variants are a list of names, not {shown(given)}")
    for name in given[:_MOST]:
        option, value = ticks[one_of(name, ticks, "option")]
        chosen[option.name] = value
    return chosen


def choices(declaration: GameDeclaration, language: Speaker) -> list[dict[str, object]]:
    """Return what the lobby offers to tick for a new game: the game itself, with its options."""
    ticks = [
        {
            "name": name,
            "title": language.say(option.title or option.help),
            "words": language.say(option.help),
        }
        for name, (option, _) in _ticks(declaration).items()
    ]
    return [{"name": declaration.name, "title": language.say(declaration.title), "variants": ticks}]


def scene(
    declaration: GameDeclaration, view: Any, language: Speaker
) -> dict[str, Any]:  # Any: of the game, JSON
    """Return what a client draws: the title of the game, and its own picture."""
    shown = {"title": language.say(declaration.title), "pastures": [], "places": [], "worth": {}}
    return shown if declaration.picture is None else {**shown, "svg": declaration.picture(view, language)}


def scores(
    view: Any, language: Speaker
) -> list[dict[str, Any] | None]:  # Any: a view of the game, what JSON holds
    """Return the score sheets that a viewer may know, as they are told."""
    found: list[dict[str, Any] | None] = []
    for seat in range(len(view.players)):
        try:
            sheet = view.scores[seat]
        except HiddenInformation:
            found.append(None)
            continue
        lines = [
            {
                "source": language.say(getattr(line, "title", "")),
                "points": line.points,
                "used": [],
                "detail": language.say(getattr(line, "because", "")),
            }
            for line in getattr(sheet, "lines", ())
        ]
        found.append({"total": sheet.total, "flipped": "", "lines": lines})
    return found


def offered(declaration: GameDeclaration) -> list[dict[str, object]]:
    """Return the bots that a lobby offers."""
    return [{"name": name, "wait": 0} for name in declaration.bots]

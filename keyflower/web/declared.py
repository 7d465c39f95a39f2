"""Tables of any declared game: how they are set up, what they show, and who plays there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyflower.kernel.chance import Chance
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.errors import HiddenInformation, SetupError, suggest
from keyflower.kernel.text import Speaker

_KEYS = {"players", "options", "language"}
_EMPTY = {"expansions", "variants", "handicap"}
"""What a lobby that does not know the game sends along; there is nothing in it."""


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
    return declaration.new(names, chance=chance, **options)


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

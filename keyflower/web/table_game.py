"""What a served table asks of its game: how it is set up, what it shows and tells, and who plays there."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from pkgutil import resolve_name
from typing import Any

from keyflower.kernel.arguments import one_of, shown
from keyflower.kernel.chance import Chance
from keyflower.kernel.declaration import FLAG, TEXT, AnyGame, GameDeclaration, GameOption
from keyflower.kernel.errors import HiddenInformation, SetupError, suggest
from keyflower.kernel.json_text import compact
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.text import Speaker

Data = dict[str, Any]  # Any: what JSON holds
Teller = Callable[[Entry], Sequence[str]]
Wishes = Mapping[str, Any]  # Any: as above
_KEYS = {"players", "options", "variants", "language", "clock", "webhook"}
_MOST = 100
"""How many names are read: no game has more options."""
_EMPTY = {"expansions", "handicap"}
"""Fields that a lobby which does not know the game sends empty."""


class TableGame:
    """The usual way to serve a game: its declaration says everything. A game with a way of its own derives from it."""

    def __init__(self, declaration: GameDeclaration) -> None:
        """Serve a declared game."""
        self.declaration = declaration

    def new(self, wishes: Wishes, names: list[str], chance: Chance) -> AnyGame:
        """Set up a game as the lobby asks for it.

        Raises:
            SetupError: if it makes no sense; the message says what would be right.
        """
        check_keys([key for key in wishes if wishes[key] or key not in _EMPTY], _KEYS)
        options = wishes.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(key, str) for key in options):
            raise SetupError("options are an object: each option by its name")
        ticked = _ticked(self.declaration, wishes.get("variants"))
        return self.declaration.new(names, chance=chance, **{**ticked, **options})

    def choices(self, language: Speaker) -> list[Data]:
        """Return what the lobby offers to tick for a new game: the game itself, with its options."""
        ticks = _ticks(self.declaration).items()
        offered = [
            tick(language, name, option.title or option.help, option.help) for name, (option, _) in ticks
        ]
        title = language.say(self.declaration.title)
        return [{"name": self.declaration.name, "title": title, "variants": offered}]

    def bots(self, expansions: Iterable[str] = ()) -> list[Data]:
        """Return the bots that a lobby offers, with the seconds that each takes for a turn with these expansions."""
        return [{"name": name, "wait": 0} for name in self.declaration.bots]

    def wait(self, bot: str) -> float:
        """Return roughly how many seconds a bot may take for a turn; 0 if it answers at once."""
        return 10.0

    def scene(self, view: Any, language: Speaker) -> Data:  # Any: a view of the game
        """Return what a client draws: the title of the game, and its own picture."""
        drawn, title = self.declaration.picture, language.say(self.declaration.title)
        scene = {"title": title, "pastures": [], "places": [], "worth": {}}
        return scene if drawn is None else {**scene, "svg": drawn(view, language)}

    def scores(self, view: Any, language: Speaker) -> list[Data | None]:  # Any: as above
        """Return the score sheets that a viewer may know, as they are told."""
        found: list[Data | None] = []
        for seat in range(len(view.players)):
            try:
                sheet = view.score(seat)
            except HiddenInformation:
                found.append(None)
                continue
            lines = [
                {
                    "source": self.source(line, view, language),
                    "points": line.points,
                    "used": [[*use] for use in getattr(line, "used", ())],
                    "detail": language.say(getattr(line, "because", "") or getattr(line, "detail", "")),
                }
                for line in getattr(sheet, "lines", ())
            ]
            found.append({"total": sheet.total, "flipped": getattr(sheet, "flipped", ""), "lines": lines})
        return found

    def source(
        self, line: Any, view: Any, language: Speaker
    ) -> str:  # Any: a line of a score sheet, as above
        """Return where the points of a line come from."""
        return language.say(getattr(line, "title", ""))

    def teller(self, view: Any, viewer: int) -> Teller:  # Any: a game or a view of it
        """Return what tells a viewer entries in sentences; it is given what the viewer may know of them."""
        told: Teller = view.match.told
        return told

    def part(self, ruleset: Any, what: str, code: str) -> str:  # Any: the rules of the game
        """Return what a client draws with, in a language: the ``sprite``, ``tiles`` or ``schema`` of some rules."""
        if what == "sprite":
            return '<svg xmlns="http://www.w3.org/2000/svg"/>'
        return compact({"tiles": {}, "goods": {}, "pieces": {}, "words": {}})

    def packed(self, ruleset: Any, what: str, code: str) -> bytes:  # Any: as above
        """Return it compressed."""
        return gzip.compress(self.part(ruleset, what, code).encode(), mtime=0)


@cache
def table_game(declaration: GameDeclaration) -> TableGame:
    """Return what serves the tables of a game."""
    found: TableGame = (resolve_name(declaration.browser) if declaration.browser else TableGame)(declaration)
    return found


def tick(language: Speaker, name: str, title: str, words: str) -> Data:
    """Return something that the lobby offers to tick."""
    return {"name": name, "title": language.say(title), "words": language.say(words)}


def check_keys(wishes: Iterable[str], known: Set[str]) -> None:
    """Check that the lobby asks for nothing that a table does not have.

    Raises:
        SetupError: if it does; the nearest is suggested.
    """
    for key in wishes:
        if key not in known:
            raise SetupError(f"a table has no {str(key)[:40]!r}{suggest(str(key), known)}")


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

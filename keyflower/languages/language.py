"""`Language`: says texts, titles and numbers of pieces in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Final

from attrs import field, frozen

from keyflower.extend.costs import counted
from keyflower.extend.tiles import Tile
from keyflower.facade.registry import builtin
from keyflower.kernel.errors import LanguageError, UnknownName, suggest
from keyflower.kernel.text import CAPITAL, COUNTED, Listing, Message, Wording, joined, name
from keyflower.languages.catalogues import Catalogue, of_file, of_names, of_package, origins
from keyflower.model.enums import Season
from keyflower.model.names import season_name, tile_name
from keyflower.model.pool import Pool

ENGLISH: Final = "en"

LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "uk": "українська",
    "pl": "polski",
    "ru": "русский",
}
"""The languages that are built in, each with its own name for itself."""

_WITHOUT_WORDS: Final = re.compile(r"(?:\{\w+\}|[^\w{])*")
"""A template of placeholders and punctuation alone reads the same in every language."""

MOST_FOUND: Final = 4096
"""How many texts a language remembers at most; the messages to the seats of six whole games ask for about 350."""

BUILT_IN: Final = ("keyflower.languages.fronts", "keyflower.languages.core")
"""The folders of catalogues that do not belong to an expansion."""


@frozen(repr=False)
class Language:
    """One language, with its catalogues.

    >>> language("uk").say(season_name(Season.SPRING))
    'весна'
    """

    code: str
    """The code of the language, such as ``uk``."""
    catalogues: tuple[Catalogue, ...] = field(default=(), eq=False)
    """The catalogues, in the order in which they are searched; a missing text stays English."""
    # What was looked up before. The message to a seat at a table in the browser asks for 250 texts, most of them again
    # and again: in Ukrainian it takes 2.4 ms instead of 3.0 (the largest 7 instead of 11), in English 2.0.
    _found: dict[tuple[str, str, str, int | None], str] = field(factory=dict, init=False, eq=False)

    def __repr__(self) -> str:
        return f"<Language {self.code}: {LANGUAGES.get(self.code, self.code)}>"

    def say(self, text: str, form: str = "") -> str:
        """Return a text in this language; a missing text stays English.

        Args:
            text: a message, a list of messages, or a plain text.
            form: the grammatical form it needs in its sentence, such as ``object`` or ``during``.
        """
        match text:
            case Message():
                return self._message(text, form)
            case Listing():
                parts = tuple(
                    [self.say(item, form) if isinstance(item, Wording) else item for item in text.items]
                )
                if len(parts) < 2:
                    return "".join(parts)
                return joined(
                    parts, self._between(text.between, "list:between"), self._between(text.last, "list")
                )
            case _:
                return (self.find(text) or text) if text else text

    def knows(self, message: Message) -> bool:
        """Return whether a catalogue has the message."""
        wordless = not message.context and _WITHOUT_WORDS.fullmatch(message.template)
        return message.context == CAPITAL or bool(wordless or self._template(message, ""))

    def find(self, template: str, *, context: str = "", plural: str = "", number: int | None = None) -> str:
        """Return a template in this language, or the empty text if no catalogue has it."""
        key = (template, context, plural, number)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            found = self._found[key] = self._looked_up(template, context, plural, number)
        return found

    def _looked_up(self, template: str, context: str, plural: str, number: int | None) -> str:
        for catalogue in self.catalogues:
            found = catalogue.find(template, context=context, plural=plural, number=number)
            if found:
                return found
        return ""

    def _template(self, message: Message, form: str) -> str:
        """Return the template of a message in the form that is asked for, or else as an object, or in its usual one.

        A form such as ``each`` may leave out the number where it is one; it is not used for 21.
        """
        for context in _contexts(message.context, form):
            found = self.find(message.template, context=context, plural=message.plural, number=message.number)
            if found and (context == message.context or message.number in (None, 1) or "{number}" in found):
                return found
        return ""

    def _message(self, message: Message, form: str) -> str:
        if message.context == CAPITAL:
            said = self._filling(message.gaps["text"], form)
            return said[:1].upper() + said[1:]
        template = self._template(message, form)
        if not template and not message.context and _WITHOUT_WORDS.fullmatch(message.template):
            template = message.template
        return self.filled(template, message.gaps) if template else str(message)

    def filled(self, template: str, gaps: Mapping[str, object]) -> str:
        """Return a template of this language with its placeholders filled.

        A placeholder may ask for a grammatical form: ``{pieces:object}``. A placeholder for a number may name
        the noun that is counted: ``{need:worker}``.
        """
        parts: list[str] = []
        for literal, gap, form in parsed(template):
            parts.append(literal)
            if gap:
                parts.append(self._filling(gaps[gap], form) if gap in gaps else f"{{{gap}}}")
        return "".join(parts)

    def _filling(self, value: object, form: str) -> str:
        if isinstance(value, Wording):
            return self.say(value, form)
        if isinstance(value, int) and form:
            noun, _, case = form.partition(".")
            return self.say(
                Message(noun, {"number": value}, context=COUNTED, plural=noun, number=value), case
            )
        return str(value)

    def _between(self, text: str, context: str) -> str:
        return (self.find(text, context=context) or text) if text else ""

    # ------------------------------------------------------------------ names

    def title(self, tile: Tile) -> str:
        """Return the title of a tile."""
        return self.say(tile_name(tile.name, tile.title))

    def season(self, season: Season, form: str = "") -> str:
        """Return the name of a season; `form` is ``during`` ("in spring"), ``of`` ("of spring") or ``tile``."""
        return self.say(season_name(season), form)

    def colour(self, colour: str) -> str:
        """Return the name of a colour of workers."""
        return self.say(name("colour", colour))

    def pieces(self, pool: Pool, form: str = "") -> str:
        """Return pieces in words; with the form ``object``, as the object of a verb."""
        return self.say(counted(pool), form)

    def term(self, english: str) -> str:
        """Return a term of the game, such as ``screen`` or ``upgrade``."""
        return self.say(name("term", english))

    def overridden(self, names: str | Path | Mapping[str, str]) -> Language:
        """Return the same language with your own names.

        Args:
            names: a ``.po`` file with the texts that should be different, or titles by the short ids of tiles.

        Raises:
            LanguageError: if the file cannot be read.
        """
        own = of_names(names) if isinstance(names, Mapping) else of_file(names, self.code)
        return Language(self.code, (own, *self.catalogues))


@lru_cache(maxsize=256)
def _contexts(context: str, form: str) -> tuple[str, ...]:
    """Return the keys under which a form of a message is looked up, in this order."""
    wanted = dict.fromkeys((form, "object")) if form else ()
    return (*(f"{context}:{one}" for one in wanted), context)


@lru_cache(maxsize=256)
def parsed(template: str) -> tuple[tuple[str, str, str], ...]:
    """Return the parts of a template: the text before each placeholder, the name of the placeholder, and its form.

    Raises:
        LanguageError: if its braces do not match.
    """
    try:
        found = [(text, gap or "", form or "") for text, gap, form, _ in Formatter().parse(template)]
    except ValueError as error:
        raise LanguageError(f"The text {template[:80]!r} has a gap that cannot be read: {error}.") from None
    return tuple(found)


def language(code: str, *packages: str) -> Language:
    """Return a language by its code.

    Its catalogues are read on first use and cached.

    Args:
        code: ``en``, ``uk``, ``pl``, ``ru``, or any other code that has a catalogue.
        packages: packages with catalogues of expansions that are not built in.

    Raises:
        UnknownName: if there is no catalogue in that language.
        LanguageError: if a catalogue cannot be read.
    """
    return _language(code, packages)


@lru_cache(maxsize=64)
def _language(code: str, packages: tuple[str, ...]) -> Language:
    if code == ENGLISH:
        return Language(ENGLISH)
    own = [expansion.languages for expansion in reversed(builtin().expansions) if expansion.languages]
    places = dict.fromkeys((*reversed(packages), *own, *BUILT_IN))
    known = code in LANGUAGES or (code.isalpha() and code.isascii() and code.islower() and len(code) < 4)
    found = [of_package(package, code) for package in places] if known else []
    if not any(found):
        hint = suggest(code, LANGUAGES) or f"; languages are {', '.join(LANGUAGES)}"
        raise UnknownName(f"There are no texts in the language {code[:20]!r}{hint}.")
    return Language(code, tuple(catalogue for catalogue in found if catalogue is not None))


def title_origins(code: str) -> dict[str, str]:
    """Return where the titles of the built-in tiles in a language come from, by the short ids of the tiles.

    ``rulebook`` is the name in a rulebook in that language, ``corrected`` too, but for a scanning error; ``ours`` is
    a translation of our own, which `Language.overridden` replaces.

    >>> title_origins("pl")["miner"], title_origins("uk")["miner"]
    ('ours', 'rulebook')
    """
    packages = [expansion.languages for expansion in builtin().expansions]
    return {tile: origin for package in packages for tile, origin in origins(package, code).items()}


def from_environment(environ: Mapping[str, str]) -> str:
    """Return the code of the language for an environment such as `os.environ`; English if there is none.

    >>> from_environment({"LANG": "uk_UA.UTF-8"})
    'uk'
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environ.get(variable, "").split(":"):
            code = wanted.partition(".")[0].partition("@")[0].partition("_")[0].lower()
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return ENGLISH
    return ENGLISH

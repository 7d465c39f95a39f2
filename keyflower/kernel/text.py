"""Texts for people that can be translated: a template with placeholders, and their values.

A `Message` is a text: the English one, ready to show. It also remembers how it was put together, so that it can be put
together in another language (by a `Speaker`). A message that is pasted into another text by hand loses that memory. So
pass a message to a template as the value of a placeholder, and join several with a list.

>>> message = phrase("{who} takes {what}.", who="Ann", what=listed(["wood", "stone"]))
>>> message
'Ann takes wood, stone.'
>>> message.template
'{who} takes {what}.'

A name that a catalogue knows by its id, such as a tile or a colour, is made by `name`; `phrases` picks the form that
fits a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeAlias

COMMA: Final = ", "
"""Joins the items of a plain list: "wood, stone, iron"."""
AND: Final = " and "
"""Joins the last item of a list of which all items are meant: "wood, stone and iron"."""
OR: Final = " or "
"""Joins the last item of a list of alternatives: "wood, stone or iron"."""
THEN: Final = ", then "
SEMICOLON: Final = "; "
NEW_LINE: Final = "\n"
PLUS: Final = " + "


class Wording(str):
    """An English text that can be translated: a `Message` or a `Listing`."""

    __slots__ = ()


class Message(Wording):
    """A template with the values of its placeholders; as a string it is the English sentence."""

    __slots__ = ("context", "gaps", "number", "plural", "template")

    template: str
    """The English text with named placeholders, such as ``{tile} cannot be used``; or the id of a name."""
    gaps: Mapping[str, object]
    """The values of the placeholders: texts, numbers, messages and listings."""
    context: str
    """What kind of name it is, such as ``tile``; empty for a sentence."""
    plural: str
    """The template for numbers other than one, if there is one."""
    number: int | None
    """The number that decides which form is used."""

    def __new__(
        cls,
        template: str,
        gaps: Mapping[str, object] | None = None,
        *,
        context: str = "",
        plural: str = "",
        number: int | None = None,
        english: str | None = None,
    ) -> Message:
        """Put a message together; `english` is its text if that does not follow from the template."""
        given = {} if gaps is None else gaps
        if english is None:
            chosen = plural if plural and number != 1 else template
            english = chosen.format(**given) if given else chosen
        made = super().__new__(cls, english)
        made.template = template
        made.gaps = given
        made.context = context
        made.plural = plural
        made.number = number
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        named: dict[str, object] = {
            "context": self.context,
            "plural": self.plural,
            "number": self.number,
            "english": str(self),
        }
        return (self.template, dict(self.gaps)), named


class Listing(Wording):
    """A list of texts; as a string it is the English list."""

    __slots__ = ("between", "items", "last")

    items: tuple[str, ...]
    """The texts in order."""
    between: str
    """What stands between them."""
    last: str
    """What stands before the last one."""

    def __new__(cls, items: Iterable[str], between: str, last: str, english: str | None = None) -> Listing:
        """Put a list together; `english` is its text if that does not follow from the items."""
        given = tuple(items)
        made = super().__new__(cls, joined(given, between, last) if english is None else english)
        made.items = given
        made.between = between
        made.last = last
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.items, self.between, self.last, str(self)), {}


def joined(parts: tuple[str, ...], between: str, last: str) -> str:
    """Return texts joined by a separator, with perhaps another one before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{between.join(parts[:-1])}{last}{parts[-1]}"


# ---------------------------------------------------------------------- how messages are made


def phrase(template: str, /, **gaps: object) -> Message:
    """Return a message: a template with the values of its placeholders.

    >>> phrase("{tile} cannot be used", tile="miner")
    'miner cannot be used'
    """
    return Message(template, gaps)


def phrases(one: str, many: str, number: int, /, **gaps: object) -> Message:
    """Return a message that depends on a number, the value of ``{number}``.

    >>> phrases("{number} step left", "{number} steps left", 2)
    '2 steps left'
    """
    return Message(one, {"number": number, **gaps}, plural=many, number=number)


def phrase_of(context: str, template: str, /, **gaps: object) -> Message:
    """Return a message with a context, because the same English words mean something else elsewhere."""
    return Message(template, gaps, context=context)


def name(context: str, key: str, english: str | None = None) -> Message:
    """Return a name that catalogues look up by its id, such as ``name("tile", "miner", "Miner")``."""
    return Message(key, context=context, english=english)


def number_of(key: str, number: int, english: str) -> Message:
    """Return a counted noun that catalogues look up by its id: ``number_of("worker", 2, "2 workers")``."""
    return Message(key, {"number": number}, context=COUNTED, plural=key, number=number, english=english)


YOU: Final = name("word", "you", "You")
"""The name of the reader among the players, where the reader is addressed."""

COUNTED: Final = "counted"
"""The context of nouns that stand after a number."""


def listed(items: Iterable[str], last: str = COMMA, *, between: str = COMMA) -> Listing:
    """Return a list, such as ``a, b and c`` with ``last=AND``."""
    return Listing(items, between, last)


def instead(english: str, meaning: str) -> Listing:
    """Return a text that is short in English and spelt out in other languages.

    >>> instead("R2", phrase("{number} red workers", number=2))
    'R2'
    """
    return Listing((meaning,), "", "", english)


def decimal(number: str) -> str:
    """Return a number as English writes it, which can be said in other languages: most write a decimal comma.

    >>> decimal("61.8"), decimal("62")
    ('61.8', '62')
    """
    whole, point, part = number.partition(".")
    return phrase_of("number", "{whole}.{part}", whole=whole, part=part) if point else number


def capital(text: str) -> Message:
    """Return a text with its first letter in upper case, which stays so in other languages."""
    return Message("{text}", {"text": text}, context=CAPITAL, english=text[:1].upper() + text[1:])


CAPITAL: Final = "capital"
"""The context of texts that begin with an upper-case letter in every language."""


# ---------------------------------------------------------------------- who says them


class Speaker(Protocol):
    """Anything that can say texts in a language, such as a `Language`."""

    @property
    def code(self) -> str:
        """The code of the language, such as ``uk``."""
        ...

    def say(self, text: str, form: str = "") -> str:
        """Return a text in the language."""
        ...


Spoken: TypeAlias = str | Speaker
"""A language: its code, such as ``uk``, or a speaker of it."""


Resolver: TypeAlias = Callable[..., Speaker]
"""Finds the speaker of a language by a code such as ``uk``."""

_RESOLVERS: list[Resolver] = []


def speak_with(resolver: Resolver) -> None:
    """Register a function that finds a language by its code; the last one registered is tried first."""
    if resolver not in _RESOLVERS:
        _RESOLVERS.insert(0, resolver)


def speaker(language: Spoken, *catalogues: str) -> Speaker:
    """Return the speaker of a language.

    Args:
        language: its code, or a speaker of it.
        catalogues: packages with further texts, from the parts that are played.

    Raises:
        LookupError: if it is a code, and no game has registered its languages.
        UnknownName: if there is no language with that code.
    """
    if not isinstance(language, str):
        return language
    if not _RESOLVERS:
        raise LookupError(f"no game has said who speaks {language!r}: give a speaker, or call speak_with()")
    return _RESOLVERS[0](language, *catalogues) if catalogues else _RESOLVERS[0](language)

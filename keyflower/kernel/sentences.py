"""`Sentence`: actions that are written as a verb and their fields; notation, path, labels and schema follow from these.

::

    SQUARE = Domain("square", names=NAMES, example="b2", owned=True)


    @frozen
    class Swap(Sentence):
        verb: ClassVar[str] = "swap"
        square: str = said(SQUARE)
        resource: str = said(RESOURCE)
        target: str = said(SQUARE)

This action is written and read as ``swap c3 glass b2``. A person chooses a square, a resource and a square; the schema
lists the names; and the domain has the words for each name, in every language. A field with several words comes last,
or the next field is introduced by a keyword (``build well a1 b1 on a1``, ``after="on"``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache
from typing import Any, Final, Self

from attrs import NOTHING, evolve, field, fields

from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.arguments import bare
from keyflower.kernel.drafts import hyphenated
from keyflower.kernel.errors import ActionSyntaxError, AmbiguousAction, Refusal, suggest
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.text import AND, OR, Message, listed, name, phrase
from keyflower.kernel.values import frozen

_KEY: Final = "said"
_NO_WORDS: Final[Mapping[str, str]] = {}


@frozen(eq=False)
class Domain:
    """The things that a field can name: squares, cards, resources."""

    kind: str
    """The word for one of them, such as ``square``; also the kind of its step in a tree of choices."""
    several: str = ""
    """The kind of a step that chooses several of them together; by default the kind with an s."""
    names: tuple[str, ...] = field(default=(), kw_only=True)
    """All names, if they are always the same. Schemas list them, and the beginning of a name is enough."""
    example: str = ""
    """One of the names, for messages."""
    label: Callable[[Any, str], str] | None = None  # Any: each game has rules of its own
    """Returns the words for a name under the rules of a game, translatable; by default the name itself."""
    read: Callable[[Any, str], str] | None = None  # Any: each game has words of its own
    """Returns the name that a text means at this moment; by default the names are looked up."""
    among: Callable[[Any], Iterable[str]] | None = None  # Any: as above
    """Returns the names that can be meant at this moment; the beginning of a name is looked up among these first."""
    words: Mapping[str, str] = _NO_WORDS
    """Abbreviations and synonyms: ``w`` for ``wood``."""
    split: Callable[[Any, str], Iterable[str]] | None = None  # Any: as above
    """Splits a text into several names; by default at blanks."""
    hint: str = ""
    """How messages describe the names; by default they are listed."""
    owned: bool = False
    """Whether they belong to the seat that chooses, such as the squares of its board."""
    rule: str = ""
    """The paragraph of the rules that says which names there are. If it is given, an action made by hand with any other
    name is refused before the rules of the game see it, as ``square.unknown``."""

    @property
    def title(self) -> Message:
        """The word for one of them."""
        return name("domain", self.kind, self.kind.replace("_", " "))

    def called(self, rules: Any, key: str) -> str:  # Any: as above
        """Return the words for a name."""
        return key.replace("_", " ") if self.label is None else self.label(rules, key)

    def named(self, words: Any, text: str) -> str:  # Any: as above
        """Return the name that a text means.

        Raises:
            ActionSyntaxError: if it means none of them; the message says what would be possible.
            AmbiguousAction: if it could mean several.
        """
        if self.read is not None:
            return self.read(words, text)
        plain = text.lower()
        plain = self.words.get(plain, plain)
        if plain in self.names:
            return plain
        now = tuple(self.among(words)) if self.among is not None and words is not None else ()
        for known in (now, self.names) if plain else ():
            begin = [one for one in known if one.startswith(plain)]
            if len(begin) == 1:
                return begin[0]
            if begin:
                could = listed(begin, OR)
                raise AmbiguousAction(
                    phrase("'{word}' could mean {names}", word=bare(text), names=could), tuple(begin)
                )
        raise ActionSyntaxError(self.lacks(text, plain))

    def lacks(self, text: str, plain: str = "") -> Message:
        """Return the error that there is no such name; `plain` is the text as names are written."""
        return phrase(
            "there is no {domain} '{word}'{near} ({hint})",
            domain=self.title,
            word=bare(text[:60]),
            near=suggest((plain or text)[:60], self.names),
            hint=self.hint or phrase("there are {names}", names=listed(self.names)),
        )


@frozen
class Said:
    """How one field of a sentence is written."""

    domain: Domain
    """What it can name."""
    many: bool = False
    """Whether it names several things."""
    after: str = ""
    """The keyword before it."""
    left_out: Callable[[Any], str] | None = None  # Any: as above
    """Returns what is meant if the field is left out at the end; an empty text if that is not clear."""
    number: int = 0
    """How many things it names, if it names several and their number is fixed."""
    example: str = ""
    """An example for messages, if the domain's does not fit."""
    name: str = ""
    """The name of the field."""

    @property
    def step(self) -> str:
        """The kind of its step in a tree of choices: one of the domain, or several that are chosen together."""
        return self.domain.several or f"{self.domain.kind}s" if self.many else self.domain.kind

    def key(self, action: Action) -> str:
        """Return how it is written in an action."""
        value = getattr(action, self.name)
        return " ".join(value) if self.many else value

    def label(self, rules: Any, key: str) -> str:  # Any: as above
        """Return the words for its step, for a person."""
        called = self.domain.called
        return listed([called(rules, word) for word in key.split()], AND) if self.many else called(rules, key)


def said(
    domain: Domain,
    *,
    many: bool = False,
    after: str = "",
    left_out: Callable[[Any], str] | None = None,  # Any: as above
    number: int = 0,
    example: str = "",
    ordered: bool = False,
) -> Any:  # Any: as attrs types its own field()
    """Declare a field of a `Sentence`.

    Args:
        domain: what it can name.
        many: whether it is a tuple of names; then it must be the last field, or the next one needs `after`.
        after: a keyword before it.
        left_out: returns what is meant if it is left out at the end.
        number: how many names it has, if it has `many` and always the same number.
        example: an example for messages, if the domain's does not fit.
        ordered: whether several names are put in the order of the domain, or of the alphabet if it lists none.
    """
    says = Said(domain, many, after, left_out, number, example or domain.example)
    return field(default=NOTHING, converter=_order(domain) if ordered else None, metadata={_KEY: says})


def _order(domain: Domain) -> Callable[[Any], tuple[str, ...]]:  # Any: whatever somebody gives
    places = {name: place for place, name in enumerate(domain.names)}

    def in_order(names: Any) -> tuple[str, ...]:  # Any: as above
        try:
            given = [names] if isinstance(names, str) else names
            return tuple(sorted(given, key=lambda name: (places.get(name, len(places)), name)))
        except TypeError:  # no names: what is wrong is said when the action is played
            return (names,)

    return in_order


_SAID: dict[type, tuple[Said, ...]] = {}


def said_fields(kind: type[Action]) -> tuple[Said, ...]:
    """Return how the fields of a sentence are written, in order; nothing for any other action.

    Raises:
        TypeError: if a field was not declared with `said`, or it could not be told where it ends.
    """
    known = _SAID.get(kind)
    if known is None:
        known = _SAID[kind] = _checked(kind) if issubclass(kind, Sentence) else ()
    return known


@cache
def _listed(kind: Any) -> tuple[Said, ...]:  # Any: as above
    """Return the fields whose names are listed by a rule."""
    return tuple(part for part in said_fields(kind) if part.domain.rule)


def _checked(kind: type[Action]) -> tuple[Said, ...]:
    given: Any = fields(kind)  # type: ignore[arg-type]  # every action is an attrs class, but the root is not
    found: list[Said] = []
    for item in given:
        says = item.metadata.get(_KEY)
        if says is None:
            raise TypeError(f"{kind.__name__}.{item.name} has no domain: declare it with said()")
        if found and found[-1].many and not says.after:
            raise TypeError(
                f"{kind.__name__}.{item.name} follows a field with several words: give it a keyword, after=..."
            )
        found.append(evolve(says, name=item.name))
    return tuple(found)


class Sentence(Action):
    """An action that is written as its verb and its fields, which are declared with `said`.

    The verb is the name of the class in small letters, unless the class says another one.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "verb" not in vars(cls):  # the name of the class is said
            cls.verb = hyphenated(cls.__name__)

    @classmethod
    def parse(cls, words: Any, rest: str) -> Self:  # Any: each game has words of its own
        """Read the fields.

        Raises:
            ActionSyntaxError: if it cannot be read; the message shows an example.
            AmbiguousAction: if a word could mean several things.
        """
        parts = said_fields(cls)
        if not parts and rest.strip():
            told = phrase(
                "'{action}' takes nothing after it: leave out '{rest}'",
                action=cls.verb,
                rest=rest.strip()[:60],
            )
            raise ActionSyntaxError(told)
        if len(parts) == 1 and not parts[0].after and rest.strip():  # names may have several words
            one = parts[0]
            value = _names(one.domain, words, rest) if one.many else one.domain.named(words, rest.strip())
            if one.number and one.number != len(value):
                raise _unread(cls, parts, rest)
            return cls(value)  # type: ignore[call-arg]  # its only field
        return cls(*_read(cls, parts, words, rest))

    def __str__(self) -> str:
        text = self.verb
        for part in said_fields(type(self)):
            text += f" {part.after} {part.key(self)}" if part.after else f" {part.key(self)}"
        return text

    def path(self) -> tuple[PathStep, ...]:
        """Return the first field, the verb if it is needed (see `DO`), and the other fields."""
        parts = said_fields(type(self))
        if not parts:
            return ((DO, self.verb),)
        first, *rest = [(part.step, part.key(self)) for part in parts]
        return (first, (DO, self.verb), *rest)

    def unknown(self) -> tuple[Refusal, ...]:
        """Return which names are not among those of their domains, where a rule says which there are."""
        kind: Any = type(self)  # Any: to mypy a class with a `__hash__` for its values is not hashable itself
        found: dict[Refusal, None] = {}
        for part in _listed(kind):
            value, domain = getattr(self, part.name), part.domain
            for one in value if part.many else (value,):
                if one not in domain.names:
                    found[Refusal(f"{domain.kind}.unknown", domain.lacks(one), domain.rule)] = None
        return tuple(found)

    def covering(self, names: Set[str]) -> Self:
        """Return the sentence with question marks in place of some names."""
        changes: dict[str, object] = {}
        for part in said_fields(type(self)) if names else ():
            value = getattr(self, part.name)
            if not names.isdisjoint(value if part.many else (value,)):
                changes[part.name] = (
                    tuple([UNSEEN if name in names else name for name in value]) if part.many else UNSEEN
                )
        return evolve(self, **changes) if changes else self  # type: ignore[misc]  # actions are attrs classes


DO: Final = "do"
"""The kind of the step for the verb. In the middle of a path it is left out if there is only one verb."""


def _read(
    kind: type[Action], parts: tuple[Said, ...], words: Any, rest: str
) -> list[object]:  # Any: as above
    left, values = rest.split(), list[object]()
    for place, part in enumerate(parts):
        if part.after:
            if left[:1] != [part.after]:
                raise _unread(kind, parts, rest)
            left = left[1:]
        if not left and part.left_out is not None and words is not None:
            values.append(_meant(kind, part, words, rest))
            continue
        if part.many:
            stop = parts[place + 1].after if place + 1 < len(parts) else ""
            number = left.index(stop) if stop in left else len(left)
            values.append(_names(part.domain, words, " ".join(left[:number])))
        else:
            number = 1
            if not left:
                raise _unread(kind, parts, rest)
            values.append(part.domain.named(words, left[0]))
        if not number:
            raise _unread(kind, parts, rest)
        left = left[number:]
    if left:
        raise _unread(kind, parts, rest)
    return values


def _names(domain: Domain, words: Any, text: str) -> tuple[str, ...]:  # Any: as above
    cut = text.split() if domain.split is None else domain.split(words, text.strip())
    return tuple([domain.named(words, word) for word in cut])


def _meant(kind: type[Action], part: Said, words: Any, rest: str) -> str:  # Any: as above
    meant = "" if part.left_out is None else part.left_out(words)
    if meant:
        return meant
    example = " ".join([kind.verb, *rest.split(), part.example])
    raise ActionSyntaxError(
        phrase("name the {domain}, as in '{example}'", domain=part.domain.title, example=example)
    )


def example_of(kind: type[Action]) -> str:
    """Return an example of a kind of sentence, put together from the examples of its domains."""
    words = [kind.verb]
    for part in said_fields(kind):
        words += [part.after] if part.after else []
        words.append(part.example)
    return " ".join(words)


def _unread(kind: type[Action], parts: tuple[Said, ...], rest: str) -> ActionSyntaxError:
    told = f"{kind.verb} {rest}".strip()[:100]
    return ActionSyntaxError(
        phrase(
            "'{text}' cannot be read: it should look like '{example}'", text=told, example=example_of(kind)
        )
    )

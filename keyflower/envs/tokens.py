"""Actions as tokens: the vocabulary of a ruleset, choosing an option word by word, and both for the native library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, Final, SupportsIndex, TypeAlias

from attrs import field, frozen

from keyflower.extend.compiled import ON_PASTURES
from keyflower.extend.effects import OneOf
from keyflower.extend.ruleset import Ruleset
from keyflower.fast.capacity import TYPES
from keyflower.fast.compiler import Tables
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import as_index, shown, whole
from keyflower.kernel.errors import IllegalAction, Refusal, UnknownName
from keyflower.model.actions import OPEN_MARK
from keyflower.model.enums import LETTERS
from keyflower.model.pool import Pool
from keyflower.model.tasks import TASKS

END: Final = "."
"""Ends an action that could also continue: ``bid miner R2`` and ``bid miner R2+inn``."""
_NUMBERS: Final = range(-12, 25)
"""Numbers that are words; any other is spelt."""
_CHARACTERS: Final = tuple(map(chr, range(32, 127)))
"""The characters that spell everything that is not in the vocabulary, such as names of some expansions."""
_VERBS: Final = (
    "bid", "choose", "done", "move", "offer", "pass", "pay", "place", "put", "spend", "take", "upgrade", "use",
)  # fmt: skip


def _names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names that actions may hold: goods, letters of workers and tiles, each in canonical order."""
    goods = [LETTERS.get(good, good) for good in ruleset.goods]
    return tuple(dict.fromkeys([*_VERBS, *goods, *ruleset.goods, *ruleset.tiles]))


@frozen(eq=False, repr=False)
class Vocabulary:
    """The words of a ruleset, numbered: the end, verbs, goods, tiles, numbers, then single characters.

    The same ruleset gives the same numbers. Every text can be spelt: what is not in the vocabulary is spelt
    character by character.
    """

    words: tuple[str, ...]
    """The words by number; two may look the same (a digit as a number and as a character)."""
    _by_word: dict[str, int] = field(init=False)
    _cut: re.Pattern[str] = field(init=False)
    _said: dict[str, tuple[int, ...]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        by_word: dict[str, int] = {}
        for number, word in enumerate(self.words):
            by_word.setdefault(word, number)
        spelt = sorted((word for word in by_word if len(word) > 1), key=len, reverse=True)
        ends = r"(?![a-z_])"  # no word is part of a longer one that is not known
        pattern = "|".join(
            [*(re.escape(word) + ends for word in spelt if not _is_number(word)), r"-?\d+", "."]
        )
        object.__setattr__(self, "_by_word", by_word)
        object.__setattr__(self, "_cut", re.compile(pattern))

    @staticmethod
    def of(ruleset: Ruleset) -> Vocabulary:
        """Return the vocabulary of a ruleset."""
        return _vocabulary(ruleset)

    def __len__(self) -> int:
        """Return how many words there are: the size of the space of actions."""
        return len(self.words)

    def number(self, word: str) -> int:
        """Return the number of a word.

        Raises:
            UnknownName: if there is no such word.
        """
        found = self._by_word.get(word)
        if found is None:
            raise UnknownName(f"there is no word {shown(word)} in this vocabulary")
        return found

    def encode(self, action: Action) -> tuple[int, ...]:
        """Return an action as the numbers of its words, including the end mark."""
        text = str(action)
        said = self._said.get(text)
        if said is None:
            said = self._said[text] = (*self.spoken(text), self._by_word[END])
        return said

    def spoken(self, text: str) -> list[int]:
        """Return the numbers of the words of any text, without the end mark.

        Raises:
            UnknownName: if the text contains a character that is not in the vocabulary.
        """
        spoken: list[int] = []
        for part in self._cut.findall(text):
            number = self._by_word.get(part)
            spoken += [number] if number is not None else map(self.number, part)
        return spoken

    def decode(self, numbers: tuple[int, ...]) -> str:
        """Return the text that numbers stand for, as `Game.play` reads it.

        Raises:
            SetupError: if one of them is not the number of a word.
        """
        last = len(self.words) - 1
        checked = [whole(number, "the number of a word", least=0, most=last) for number in numbers]
        return "".join(self.words[number] for number in checked[:-1])

    def __repr__(self) -> str:
        return f"<Vocabulary of {len(self)} words>"


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


@lru_cache(maxsize=32)
def _vocabulary(ruleset: Ruleset) -> Vocabulary:
    return Vocabulary((END, *_names(ruleset), *plain_words()))


def plain_words() -> tuple[str, ...]:
    """Return what every vocabulary ends with: numbers, and the characters that spell everything else."""
    return (*map(str, _NUMBERS), *_CHARACTERS)


# ---------------------------------------------------------------------- choosing

_Spelt: TypeAlias = tuple[tuple[int, ...], Action]


@frozen(eq=False, repr=False, slots=False)  # a cached property needs a dict
class TokenChoice:
    """The words of an action chosen so far, and the options that are still possible.

    The options form a tree of words. `allowed` are the words that can follow; after each one, words without
    an alternative are added automatically, so every step is a real choice.
    """

    vocabulary: Vocabulary
    """The words."""
    left: tuple[_Spelt, ...]
    """The options that begin with the words so far."""
    said: tuple[int, ...] = ()
    """The words so far, by number."""

    @staticmethod
    def of(vocabulary: Vocabulary, options: Iterable[Action]) -> TokenChoice:
        """Start choosing one of some options."""
        spelt = tuple((vocabulary.encode(action), action) for action in options)
        return TokenChoice(vocabulary, spelt)._going_on()

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """The words that may come next, by number, in order; empty when the action is complete."""
        place = len(self.said)
        return tuple(sorted({words[place] for words, _ in self.left if len(words) > place}))

    @property
    def action(self) -> Action | None:
        """The action, once it is complete."""
        return self.left[0][1] if len(self.left) == 1 else None

    def saying(self, token: SupportsIndex) -> TokenChoice:
        """Return the choice after one more token.

        Raises:
            IllegalAction: if no option continues with it.
        """
        place, number = len(self.said), as_index(token)
        left = tuple(pair for pair in self.left if len(pair[0]) > place and pair[0][place] == number)
        if number is None or not left:
            words = self.vocabulary.words
            known = (
                words[number] if number is not None and 0 <= number < len(words) else f"number {shown(token)}"
            )
            may = ", ".join(words[one] for one in self.allowed)
            told = f"{known!r} cannot follow {self}: {may or 'nothing'} can"
            raise IllegalAction(known, (Refusal("speech.word", told, "2.2"),))
        return TokenChoice(self.vocabulary, left, (*self.said, number))._going_on()

    def _going_on(self) -> TokenChoice:
        """Add all words that have no alternative."""
        said, place = self.said, len(self.said)
        first = self.left[0][0] if self.left else ()
        while place < len(first) and all(
            len(words) > place and words[place] == first[place] for words, _ in self.left
        ):
            said, place = (*said, first[place]), place + 1
        return self if place == len(self.said) else TokenChoice(self.vocabulary, self.left, said)

    def tokens(self, action: Action) -> tuple[int, ...]:
        """Return the words with which an agent chooses an option, without those that have no alternative.

        Raises:
            IllegalAction: if it is not an option.
        """
        wanted, choice, found = self.vocabulary.encode(action), self, []
        while choice.action is None:
            token = wanted[len(choice.said)] if len(choice.said) < len(wanted) else -1
            choice = choice.saying(token)
            found.append(token)
        if choice.action != action:
            raise IllegalAction(action, (Refusal("speech.option", f"{action} is no option", "2.2"),))
        return tuple(found)

    def __str__(self) -> str:
        return repr(self.vocabulary.decode((*self.said, 0))) if self.said else "the beginning"

    def __repr__(self) -> str:
        return f"<TokenChoice: {self}, {len(self.left)} options left>"


# ---------------------------------------------------------------------- for the native library

_OPENINGS: Final = (
    "bid ", "use ", "pass", "pay ", "choose ", "move ", "move ", "spend ", "upgrade ", "done", "put ", "offer ",
    "take ", "place ",
)  # fmt: skip
"""How an option of each kind begins, in the order of the kinds in ``keyflower.h``."""
_SIGNS: Final = (" ", "+", OPEN_MARK, ">", "/", ",", " r")
_TOLD: Final = range(-128, 256)
_KINDS: Final = 6
_QUESTIONS: Final = (
    "turn", "resolve", "pay-cost", "return-aside", "choose-benefit", "", "haul", "phase", "offer-winter", "take-boat",
    "build-all", "",
)  # fmt: skip
"""The tags of tasks in the order of ``keyflower.h``; those of an expansion's own are all "other"."""


def spelling(tables: Tables) -> tuple[int, ...] | None:
    """Return the array of numbers that tells the native library how to spell actions, or `None` if it cannot.

    ``keyflower/fast/native/envs.c`` reads the row in the same order. Texts are cut into words here, once; the library
    puts them together. If an expansion writes an action otherwise than the library would, the reference engine plays.
    """
    return tuple(_row(tables)) if _can_be_spelt(tables) else None


def _can_be_spelt(tables: Tables) -> bool:
    """Return whether the only action that expansions add, if there is any, is written like ``put sheep home/2``."""
    actions: dict[str, Any] = {
        **tables.own.actions
    }  # Any: classes of an expansion's own, with these two fields
    put = actions.pop(ON_PASTURES, None)
    return not actions and (put is None or str(put("wool", "home/2")) == "put wool home/2")


def _row(tables: Tables) -> Iterator[int]:
    ruleset = tables.ruleset
    words, goods = Vocabulary.of(ruleset), tuple(ruleset.goods)
    places = {
        good: kind * TYPES + place for kind, row in enumerate(tables.goods) for place, good in enumerate(row)
    }
    columns = {place: goods.index(good) for good, place in places.items()}
    yield len(words)
    yield len(goods)
    yield from (columns.get(place, -1) for place in range(_KINDS * TYPES))
    ordered = [good for good, _ in Pool.of(dict.fromkeys(places, 1)).items()]
    yield len(ordered)
    yield from (places[good] for good in ordered)
    tags = [task.tag for task in TASKS]
    yield len(tags) + 1
    yield from (tags.index(tag) if tag in tags else len(tags) for tag in _QUESTIONS)
    named = {place: good for good, place in places.items()}
    spots = range(_KINDS * TYPES)
    texts = [*_OPENINGS, *_SIGNS, END, *map(str, _TOLD), *(named.get(place, "") for place in spots)]
    texts += [LETTERS.get(named.get(place, ""), named.get(place, "")) for place in spots]
    texts += tables.tiles
    for node in tables.nodes:
        effect = ruleset.effect(*node)
        yield len(texts)
        texts += [part.label for part in effect.parts] if isinstance(effect, OneOf) else []
    yield len(texts)
    for text in texts:
        spoken = words.spoken(text)
        yield len(spoken)
        yield from spoken

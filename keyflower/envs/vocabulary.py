"""`Vocabulary`: the words that actions are made of, numbered once and for all for a ruleset."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import shown, whole
from keyflower.kernel.errors import UnknownName
from keyflower.vocabulary.types import LETTERS

END: Final = "."
"""Ends an action that could also go on: ``bid miner R2`` and ``bid miner R2+inn``."""
_NUMBERS: Final = range(-12, 25)
"""Numbers that are words; any other is spelt."""
_CHARACTERS: Final = tuple(map(chr, range(32, 127)))
"""What spells all that is no word: names that only some expansion knows."""
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

    The same ruleset gives the same numbers. Every text can be said: what is no word is spelt character by character.
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
        """Return an action as the numbers of its words, the end included."""
        text = str(action)
        said = self._said.get(text)
        if said is None:
            said = self._said[text] = (*self.spoken(text), self._by_word[END])
        return said

    def spoken(self, text: str) -> list[int]:
        """Return the numbers of the words of any text, without an end.

        Raises:
            UnknownName: if a letter of it is no word either.
        """
        spoken: list[int] = []
        for part in self._cut.findall(text):
            number = self._by_word.get(part)
            spoken += [number] if number is not None else map(self.number, part)
        return spoken

    def decode(self, numbers: tuple[int, ...]) -> str:
        """Return the text that numbers stand for, as `Game.play` reads it.

        Raises:
            SetupError: if one of them is no number of a word.
        """
        for number in numbers:
            whole(number, "the number of a word", least=0, most=len(self.words) - 1)
        return "".join(self.words[number] for number in numbers[:-1])

    def __repr__(self) -> str:
        return f"<Vocabulary of {len(self)} words>"


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


@lru_cache(maxsize=32)
def _vocabulary(ruleset: Ruleset) -> Vocabulary:
    return Vocabulary((END, *_names(ruleset), *map(str, _NUMBERS), *_CHARACTERS))

"""`TokenChoice`: choosing one of many options word by word; words that leave no choice are said by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import SupportsIndex, TypeAlias

from attrs import frozen

from keyflower.envs.tokens import Vocabulary
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import as_index, shown
from keyflower.kernel.errors import IllegalAction, Refusal

_Spelt: TypeAlias = tuple[tuple[int, ...], Action]


@frozen(eq=False, repr=False, slots=False)  # a cached property needs a dict
class TokenChoice:
    """What has been said of an action, and what it may still become.

    The options form a tree of words. `allowed` are the words that can follow; after each one, words without an
    alternative are said too, so every step is a real choice.
    """

    vocabulary: Vocabulary
    """The words."""
    left: tuple[_Spelt, ...]
    """The options that begin with what was said."""
    said: tuple[int, ...] = ()
    """The words so far, by number."""

    @staticmethod
    def of(vocabulary: Vocabulary, options: Iterable[Action]) -> TokenChoice:
        """Begin to choose one of some options."""
        spelt = tuple((vocabulary.encode(action), action) for action in options)
        return TokenChoice(vocabulary, spelt)._going_on()

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """The words that may come next, by number, in order; empty when the action is said."""
        place = len(self.said)
        return tuple(sorted({words[place] for words, _ in self.left if len(words) > place}))

    @property
    def action(self) -> Action | None:
        """The action, once it is clear."""
        return self.left[0][1] if len(self.left) == 1 else None

    def saying(self, token: SupportsIndex) -> TokenChoice:
        """Return the speech after one more word.

        Raises:
            IllegalAction: if no option goes on like that.
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
        """Say all words that have no alternative."""
        said, place = self.said, len(self.said)
        first = self.left[0][0] if self.left else ()
        while place < len(first) and all(
            len(words) > place and words[place] == first[place] for words, _ in self.left
        ):
            said, place = (*said, first[place]), place + 1
        return self if place == len(self.said) else TokenChoice(self.vocabulary, self.left, said)

    def tokens(self, action: Action) -> tuple[int, ...]:
        """Return the words that an agent says to choose an option, those without an alternative left out.

        Raises:
            IllegalAction: if it is no option.
        """
        wanted, speech, found = self.vocabulary.encode(action), self, []
        while speech.action is None:
            token = wanted[len(speech.said)] if len(speech.said) < len(wanted) else -1
            speech = speech.saying(token)
            found.append(token)
        if speech.action != action:
            raise IllegalAction(action, (Refusal("speech.option", f"{action} is no option", "2.2"),))
        return tuple(found)

    def __str__(self) -> str:
        return repr(self.vocabulary.decode((*self.said, 0))) if self.said else "the beginning"

    def __repr__(self) -> str:
        return f"<TokenChoice: {self}, {len(self.left)} options left>"

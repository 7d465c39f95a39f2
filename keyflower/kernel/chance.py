"""Chance: the one place where random answers come from.

A chance source is a value. `SeededChance` answers from a seed and a counter, `ScriptedChance` from a script
(a test, or a game recorded at a table). `Asking` puts questions to a source and remembers the answers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol, TypeVar

from attrs import frozen

from keyflower.kernel.errors import ChanceError, PoolError
from keyflower.kernel.pool import Pool

P = TypeVar("P", bound=Pool)

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def scrambled(number: int) -> int:
    """Return 64 well-mixed bits that depend on nothing but the number (the finaliser of splitmix64)."""
    number &= _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


class Chance(Protocol):
    """A source of answers. Asking returns the answer and the source for the next question."""

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, Chance]:
        """Draw pieces from a pool without putting them back."""
        ...

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], Chance]:
        """Pick different names, in the order drawn."""
        ...


@frozen
class SeededChance:
    """Answers that follow from a seed alone: the same seed gives the same game, saved and loaded or not."""

    seed: int
    """Any whole number."""
    counter: int = 0
    """How many random numbers have been used."""

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, SeededChance]:
        """Draw pieces, each one equally likely."""
        amounts = list(pool.amounts)
        total = sum(amounts)
        place = (self.seed + self.counter) * _STEP
        taken = [0] * len(amounts)
        for left in range(total, total - min(number, total), -1):
            kind = bisect(list(accumulate(amounts)), scrambled(place) * left >> 64)
            amounts[kind] -= 1
            taken[kind] += 1
            place += _STEP
        return pool.part(taken), SeededChance(self.seed, self.counter + number)

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], SeededChance]:
        """Pick names, each one equally likely."""
        left = list(names)
        counter = self.counter
        place = self.seed * _STEP
        picked = []
        for _ in range(number):
            picked.append(left.pop(scrambled(place + counter * _STEP) * len(left) >> 64))
            counter += 1
        return tuple(picked), SeededChance(self.seed, counter)


@frozen
class ScriptedChance:
    """Answers written down beforehand, one text for each question.

    A draw is answered in pool notation (``R2 B1``), a pick with names in the order drawn (``miner stable``).
    """

    answers: tuple[str, ...] = ()
    """The answers that are left."""
    then: SeededChance | None = None
    """Who answers when the script has run out; `None` raises an error."""

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, Chance]:
        """Return the next answer, if those pieces can be drawn."""
        if not self.answers:
            return self._after(reason).draw(pool, number, reason)
        text, *rest = self.answers
        try:
            drawn = type(pool).parse(text)
        except PoolError as error:
            raise ChanceError(f"the script answers {reason} with {text!r}: {error}") from None
        if drawn.total != number or drawn.unknown or not drawn <= pool:
            raise ChanceError(f"the script answers {reason} with {text!r}, but {number} of {pool} are drawn")
        return drawn, ScriptedChance(tuple(rest), self.then)

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], Chance]:
        """Return the next answer, if those names can be picked."""
        if not self.answers:
            return self._after(reason).pick(names, number, reason)
        text, *rest = self.answers
        picked = tuple(text.split())
        if len(picked) != number or len(set(picked)) != number or not set(picked) <= set(names):
            raise ChanceError(
                f"the script answers {reason} with {text!r}, but {number} of {', '.join(names)} are picked"
            )
        return picked, ScriptedChance(tuple(rest), self.then)

    def _after(self, reason: str) -> SeededChance:
        if self.then is None:
            raise ChanceError(f"the script has no answer for {reason}")
        return self.then


class Asking:
    """Asks a chance source one question after the other, and remembers the answers in order."""

    __slots__ = ("_given", "chance")

    def __init__(self, chance: Chance) -> None:
        """Start with a source and no answers."""
        self.chance = chance
        self._given: list[Pool | tuple[str, ...]] = []

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers so far, as `ScriptedChance` takes them."""
        return tuple([str(given) if isinstance(given, Pool) else " ".join(given) for given in self._given])

    def draw(self, pool: P, number: int, *, reason: str) -> P:
        """Return up to `number` pieces drawn from a pool."""
        number = min(number, pool.total)
        if not number:
            return type(pool)()
        drawn, self.chance = self.chance.draw(pool, number, reason)
        self._given.append(drawn)
        return drawn

    def pick(self, names: Sequence[str], number: int, *, reason: str) -> tuple[str, ...]:
        """Return up to `number` different names in the order drawn."""
        number = min(number, len(names))
        if not number:
            return ()
        picked, self.chance = self.chance.pick(names, number, reason)
        self._given.append(picked)
        return picked

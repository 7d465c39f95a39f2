"""Chance: the only place where random results come from.

A chance source is a value. `SeededChance` answers from a seed and a counter: games that can be repeated. Whoever
knows a seed knows every draw, and a small one can be found by trying, so games among people use `SecretChance`,
whose key cannot be worked out from its answers. `ScriptedChance` answers from a script (a test, or a game recorded
at a table). `Asking` puts questions to a source and remembers the answers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, Protocol, TypeAlias, TypeVar

from attrs import Attribute, field

from keyflower.kernel.errors import ChanceError, PoolError
from keyflower.kernel.pool import BasePool
from keyflower.kernel.values import frozen

P = TypeVar("P", bound=BasePool)

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def scrambled(number: int) -> int:
    """Return 64 well-mixed bits that depend on nothing but the number (the finaliser of splitmix64)."""
    number &= _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


class Chance(Protocol):
    """A source of random answers. Asking it returns the answer and the source for the next question."""

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, Chance]:
        """Draw pieces from a pool without putting them back."""
        ...

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], Chance]:
        """Pick different names, in the order drawn."""
        ...


@lru_cache(maxsize=4096)
def key_of(seed: int) -> int:
    """Return 64 bits that depend on every bit of a seed, whatever its size.

    The stream of a seed starts at its key. If it started at the seed itself, the streams of neighbouring seeds
    would be the same stream, shifted by one.
    """
    rest, key = abs(seed), scrambled(_STEP if seed >= 0 else 2 * _STEP)
    while True:
        key = scrambled(key ^ (rest & _MASK))
        rest >>= 64
        if not rest:
            return key
        key += _STEP


def seed_of(key: int) -> int:
    """Return the seed of up to 64 bits whose stream starts at a key: the inverse of `key_of`.

    >>> seed_of(key_of(1234))
    1234
    """
    number = _unmixed(key, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & _MASK
    number = _unmixed(number, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & _MASK
    return _unmixed(number, 30) ^ scrambled(_STEP)


def _unmixed(number: int, shift: int) -> int:
    """Return the number from which ``number ^ (number >> shift)`` was made."""
    return number ^ (number >> shift) ^ (number >> 2 * shift)


@frozen
class SeededChance:
    """Answers that depend only on a seed: the same seed gives the same game, even if it is saved and loaded.

    The draws of different seeds are independent, even those of neighbouring seeds, so a simulation may take its seeds
    from a range. Anybody who knows or guesses the seed can compute the draws: for a game among people use a
    `SecretChance`.

    >>> SeededChance(7)
    SeededChance(seed=7, counter=0)
    """

    seed: int
    """Any whole number."""
    counter: int = 0
    """How many random numbers have been used."""

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, SeededChance]:
        """Draw pieces, each one equally likely."""
        numbers = _stream(key_of(self.seed) + self.counter * _STEP, min(number, pool.total))
        return _drawn(pool, numbers), SeededChance(self.seed, self.counter + number)

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], SeededChance]:
        """Pick names, each one equally likely."""
        numbers = _stream(key_of(self.seed) + self.counter * _STEP, number)
        return _picked(names, numbers), SeededChance(self.seed, self.counter + number)


def _stream(place: int, number: int) -> list[int]:
    """Return random numbers of 64 bits, beginning at a position of the stream: `scrambled` of each position.

    Written out: a call for each number makes setting up a game a tenth slower.
    """
    found = []
    for _ in range(number):
        mixed = place & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        found.append(mixed ^ (mixed >> 31))
        place += _STEP
    return found


def _drawn(pool: P, numbers: Iterable[int]) -> P:
    """Return pieces drawn from a pool, one for each random number of 64 bits."""
    amounts, taken, left = list(pool.amounts), [0] * len(pool.amounts), sum(pool.amounts)
    for number in numbers:
        kind = bisect(list(accumulate(amounts)), number * left >> 64)
        amounts[kind] -= 1
        taken[kind] += 1
        left -= 1
    return pool.part(taken)


def _picked(names: Sequence[str], numbers: Iterable[int]) -> tuple[str, ...]:
    """Return names picked one after the other, one for each random number of 64 bits."""
    left = list(names)
    return tuple([left.pop(number * len(left) >> 64) for number in numbers])


@frozen
class FormerChance:
    """Answers as `SeededChance` gave them before version 0.2; kept so that old logs replay.

    The stream of one seed is that of the next one, shifted by one draw, so do not use it for anything else.
    """

    seed: int
    """Any whole number."""
    counter: int = 0
    """How many random numbers have been used."""

    def _numbers(self, number: int) -> Iterator[int]:
        start = self.seed + self.counter
        return (scrambled(place * _STEP) for place in range(start, start + number))

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, FormerChance]:
        """Draw pieces, each one equally likely."""
        return _drawn(pool, self._numbers(number)), FormerChance(self.seed, self.counter + number)

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], FormerChance]:
        """Pick names, each one equally likely."""
        return _picked(names, self._numbers(number)), FormerChance(self.seed, self.counter + number)


SHORTEST_KEY: Final = 16
"""A secret key has at least this many bytes: 128 bits."""
LONGEST_KEY: Final = 64
"""A secret key has at most this many bytes."""


def _check_key(chance: object, attribute: Attribute[bytes], key: bytes) -> None:
    given: object = key
    if not isinstance(given, bytes) or not SHORTEST_KEY <= len(given) <= LONGEST_KEY:
        raise ChanceError(
            f"A secret key has {SHORTEST_KEY} to {LONGEST_KEY} random bytes: secrets.token_bytes(32) makes one."
        )


@frozen
class SecretChance:
    """Answers from a secret key: without it, nobody can compute a draw, even from all the others.

    Use ``secrets.token_bytes(32)`` as the key. A whole log contains it, a redacted one does not.

    >>> SecretChance(bytes(16))
    SecretChance(key=..., counter=0)
    """

    key: bytes = field(repr=lambda key: "...", validator=_check_key)
    """The secret, 16 to 64 bytes."""
    counter: int = 0
    """How many random numbers have been used."""

    def _numbers(self, number: int) -> Iterator[int]:
        from hashlib import blake2b

        for place in range(self.counter, self.counter + number):
            digest = blake2b(place.to_bytes(8, "little"), key=self.key, digest_size=8).digest()
            yield int.from_bytes(digest, "little")

    def draw(self, pool: P, number: int, reason: str) -> tuple[P, SecretChance]:
        """Draw pieces, each one equally likely."""
        return _drawn(pool, self._numbers(number)), SecretChance(self.key, self.counter + number)

    def pick(self, names: Sequence[str], number: int, reason: str) -> tuple[tuple[str, ...], SecretChance]:
        """Pick names, each one equally likely."""
        return _picked(names, self._numbers(number)), SecretChance(self.key, self.counter + number)


Counted: TypeAlias = SeededChance | SecretChance | FormerChance
"""The sources that count what they have used: all but scripts."""


@frozen
class ScriptedChance:
    """Answers written down beforehand, one text for each question.

    A draw is answered in pool notation (``R2 B1``), a pick with names in the order drawn (``miner stable``).

    >>> ScriptedChance(("R1 B2",)).answers
    ('R1 B2',)
    """

    answers: tuple[str, ...] = ()
    """The answers that are left."""
    then: Counted | None = None
    """The source of chance after the script has run out; with ``None``, an error is raised."""

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

    def _after(self, reason: str) -> Counted:
        if self.then is None:
            raise ChanceError(f"the script has no answer for {reason}")
        return self.then


class Asking:
    """Asks a chance source one question after the other, and remembers the answers in order."""

    __slots__ = ("_given", "chance")

    def __init__(self, chance: Chance) -> None:
        """Start with a source and no answers."""
        self.chance = chance
        self._given: tuple[BasePool | tuple[str, ...], ...] = ()  # a list would be made for every action

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers so far, as `ScriptedChance` takes them."""
        return tuple(
            [str(given) if isinstance(given, BasePool) else " ".join(given) for given in self._given]
        )

    def draw(self, pool: P, number: int, *, reason: str) -> P:
        """Return up to `number` pieces drawn from a pool."""
        number = min(number, pool.total)
        if not number:
            return type(pool)()
        drawn, self.chance = self.chance.draw(pool, number, reason)
        self._given += (drawn,)
        return drawn

    def pick(self, names: Sequence[str], number: int, *, reason: str) -> tuple[str, ...]:
        """Return up to `number` different names in the order drawn."""
        number = min(number, len(names))
        if not number:
            return ()
        picked, self.chance = self.chance.pick(names, number, reason)
        self._given += (picked,)
        return picked

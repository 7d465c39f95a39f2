"""`Pool`: an immutable multiset of pieces, some of which may be unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from operator import add
from typing import Final

from keyflower.vocabulary.errors import PoolError
from keyflower.vocabulary.types import LETTERS
from keyflower.vocabulary.values import closed

_RANK: Final = {colour: rank for rank, colour in enumerate(LETTERS)}
_BY_LETTER: Final = {letter: colour for colour, letter in LETTERS.items()}
_TOKEN: Final = re.compile(r"([A-Z]|[a-z][a-z_]*|\?)(\d+)")
_UNKNOWN: Final = "?"
_MOST_KEYS: Final = 50_000
_KEYS: dict[tuple[str, ...], tuple[str, ...]] = {}
"""One shared tuple in canonical order for each sequence of piece names: many pools then cost little memory."""
_SMALL: Final = 9
_MOST_SHARED = 20_000
_SHARED: dict[tuple[tuple[str, ...], tuple[int, ...]], Pool] = {}
"""Pools of less than `_SMALL` pieces, which come back all the time, by pieces and amounts: each is made once."""


def _canonical(piece: str) -> tuple[int, str]:
    """Sort key of pieces: workers in colour order, then everything else by name."""
    return (_RANK.get(piece, len(_RANK)), piece)


class Pool:
    """An immutable multiset of pieces; it can also hold a number of unknown ones.

    Pieces are named by their ids. Arithmetic returns new pools, order is canonical
    (workers red, blue, yellow, green, then other pieces by name) and zero counts vanish.

    >>> hand = Pool.parse("R2 B1")
    >>> hand + Pool.of(red=1, wood=3)
    Pool.of(red=3, blue=1, wood=3)
    >>> hand["red"], hand.total, str(hand - Pool.of(red=2))
    (2, 3, 'B1')
    >>> Pool.of(red=1, unknown=2).masked()
    Pool.of(unknown=3)
    """

    __slots__ = ("amounts", "pieces", "total", "unknown")

    pieces: tuple[str, ...]
    """The names of the known pieces in canonical order, without repetition."""
    amounts: tuple[int, ...]
    """How many there are of each of `pieces`."""
    unknown: int
    """How many pieces are there whose name is not known."""
    total: int
    """How many pieces there are in all, unknown ones included."""

    def __new__(
        cls, pieces: tuple[str, ...] = (), amounts: tuple[int, ...] = (), unknown: int = 0
    ) -> Pool:  # a small pool is shared
        """Make a pool from canonical parts; `Pool.of` and `Pool.parse` are the friendly ways."""
        return _made(pieces, amounts, unknown, sum(amounts) + unknown)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Pool is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Pool is immutable: cannot delete {name!r}")

    # ------------------------------------------------------------------ making pools

    @staticmethod
    def of(counts: Mapping[str, int] | None = None, *, unknown: int = 0, **named: int) -> Pool:
        """Make a pool from counts by piece name, as a mapping or as keywords.

        Raises:
            PoolError: if a count is negative or not a whole number.
        """
        merged = dict(counts) if counts else {}
        for piece, number in named.items():
            merged[piece] = merged.get(piece, 0) + number
        for number in merged.values():
            if type(number) is not int or number < 0:
                raise PoolError(f"a pool cannot hold {number!r} of a piece: counts are whole numbers from 0")
        if type(unknown) is not int or unknown < 0:
            raise PoolError(f"a pool cannot hold {unknown!r} unknown pieces: counts are whole numbers from 0")
        if not merged and not unknown:
            return EMPTY
        return _build(merged, unknown)

    @staticmethod
    def each(pieces: Iterable[str]) -> Pool:
        """Make a pool that holds the given pieces, one for each time they are named."""
        counts: dict[str, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        return _build(counts, 0) if counts else EMPTY

    @staticmethod
    def parse(text: str) -> Pool:
        """Read the compact notation: ``R2 B1 wood3 ?2``; the empty text is the empty pool.

        Raises:
            PoolError: if the text is not in that notation.
        """
        pairs = [_counted(token) for token in text.split()]
        if not pairs:
            return EMPTY
        names, amounts = zip(*pairs, strict=True)
        pieces = _KEYS.get(names)
        if pieces is not None and pieces == names and 0 not in amounts and _UNKNOWN not in names:
            return _made(pieces, amounts, 0, sum(amounts))  # most texts were written by a pool
        counts: dict[str, int] = {}
        for name, number in pairs:
            counts[name] = counts.get(name, 0) + number
        unknown = counts.pop(_UNKNOWN, 0)
        return _build(counts, unknown)

    # ------------------------------------------------------------------ reading

    def __getitem__(self, piece: str) -> int:
        """Return how many known pieces of this name there are (0 when none)."""
        pieces = self.pieces
        return self.amounts[pieces.index(piece)] if piece in pieces else 0

    def items(self) -> Iterator[tuple[str, int]]:
        """Iterate pairs of piece name and count in canonical order (unknown pieces left out)."""
        return zip(self.pieces, self.amounts)  # noqa: B905  # as long by making; checking it costs as much again

    def __iter__(self) -> Iterator[str]:
        """Iterate the names of the known pieces, each once, in canonical order."""
        return iter(self.pieces)

    def __contains__(self, piece: object) -> bool:
        """Return whether at least one known piece has this name."""
        return piece in self.pieces

    def __len__(self) -> int:
        """Return how many pieces there are in all."""
        return self.total

    def __bool__(self) -> bool:
        """Return whether there is any piece."""
        return self.total > 0

    def __le__(self, other: Pool) -> bool:
        """Return whether `other` certainly holds every piece of this pool."""
        if self.unknown > other.unknown:
            return False
        if len(self.pieces) == 1:
            return other[self.pieces[0]] >= self.amounts[0]
        return all(other[piece] >= number for piece, number in self.items())

    def only(self, pieces: Iterable[str]) -> Pool:
        """Return the part of this pool that consists of the named pieces."""
        wanted = set(pieces)
        if not self.unknown and wanted.issuperset(self.pieces):
            return self
        kept = [(piece, number) for piece, number in self.items() if piece in wanted]
        return _build(dict(kept), 0) if kept else EMPTY

    def part(self, amounts: Sequence[int]) -> Pool:
        """Return the part of this pool that has so many of each of its `pieces`."""
        if not any(amounts):
            return EMPTY
        pieces = _shared(tuple(compress(self.pieces, amounts)))
        return _made(pieces, tuple(filter(None, amounts)), 0, sum(amounts))

    def expanded(self) -> tuple[str, ...]:
        """Return every known piece by name, repeated as often as it is there."""
        return tuple(piece for piece, number in self.items() for _ in range(number))

    # ------------------------------------------------------------------ arithmetic

    def __add__(self, other: Pool) -> Pool:
        """Return the pool that holds the pieces of both."""
        if not other.total:
            return self
        if not self.total:
            return other
        if self.pieces is other.pieces:
            added = tuple(map(add, self.amounts, other.amounts))
            return _made(self.pieces, added, self.unknown + other.unknown, self.total + other.total)
        if len(other.pieces) == 1 and not other.unknown and other.pieces[0] in self.pieces:
            return self.more(other.pieces[0], other.total)
        counts = dict(self.items())
        for piece, number in other.items():
            counts[piece] = counts.get(piece, 0) + number
        return _build(counts, self.unknown + other.unknown)

    def __sub__(self, other: Pool) -> Pool:
        """Return the pool without the pieces of `other`; what is not known to be here is taken from the unknown.

        Raises:
            PoolError: if the pieces are not here.
        """
        if not other.unknown and len(other.pieces) == 1:
            return self.less(other.pieces[0], other.total)
        pool = self
        for piece, number in other.items():
            pool = pool.less(piece, number)
        if other.unknown:
            if other.unknown > pool.unknown:
                raise PoolError(f"cannot take {other} from {self}")
            pool = Pool(pool.pieces, pool.amounts, pool.unknown - other.unknown)
        return pool

    def less(self, piece: str, number: int) -> Pool:
        """Return the pool without `number` pieces of one name (the quick form of ``-``)."""
        pieces, amounts = self.pieces, self.amounts
        if piece in pieces:
            place = pieces.index(piece)
            left = amounts[place] - number
            if left > 0:
                changed = list(amounts)
                changed[place] = left
                return _made(pieces, tuple(changed), self.unknown, self.total - number)
            if left + self.unknown >= 0:
                fewer = _shared(pieces[:place] + pieces[place + 1 :])
                others = amounts[:place] + amounts[place + 1 :]
                return _made(fewer, others, self.unknown + left, self.total - number)
        elif self.unknown >= number:
            return Pool(pieces, amounts, self.unknown - number)
        raise PoolError(f"cannot take {number} {piece} from {str(self) or 'an empty pool'}")

    def more(self, piece: str, number: int) -> Pool:
        """Return the pool with `number` more pieces of one name (the quick form of ``+``)."""
        if piece in self.pieces:
            place = self.pieces.index(piece)
            changed = list(self.amounts)
            changed[place] += number
            return _made(self.pieces, tuple(changed), self.unknown, self.total + number)
        return self + some(piece, number)

    def masked(self) -> Pool:
        """Return a pool of as many unknown pieces: what somebody sees who may only count."""
        return Pool(unknown=self.total) if self.pieces else self

    # ------------------------------------------------------------------ as a value

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a pool of the same pieces."""
        if not isinstance(other, Pool):
            return NotImplemented
        return self.amounts == other.amounts and self.pieces == other.pieces and self.unknown == other.unknown

    def __hash__(self) -> int:
        return hash((self.pieces, self.amounts, self.unknown))

    def __reduce__(self) -> tuple[object, ...]:
        return (Pool, (self.pieces, self.amounts, self.unknown))

    def __str__(self) -> str:
        """Return the compact notation that `Pool.parse` reads back."""
        words = [f"{LETTERS.get(piece, piece)}{number}" for piece, number in self.items()]
        if self.unknown:
            words.append(f"?{self.unknown}")
        return " ".join(words)

    def __repr__(self) -> str:
        words = [f"{piece}={number}" for piece, number in self.items()]
        if self.unknown:
            words.append(f"unknown={self.unknown}")
        return f"Pool.of({', '.join(words)})"


def _shared(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return _KEYS.setdefault(pieces, pieces) if len(_KEYS) < _MOST_KEYS else pieces


def _build(counts: dict[str, int], unknown: int) -> Pool:
    if 0 in counts.values():
        counts = {piece: number for piece, number in counts.items() if number}
    names = tuple(counts)
    pieces = _KEYS.get(names)
    if pieces is None:
        pieces = _shared(tuple(sorted(names, key=_canonical)))
        if len(_KEYS) < _MOST_KEYS:
            _KEYS[names] = pieces
    amounts = tuple([counts[piece] for piece in pieces])
    return _made(pieces, amounts, unknown, sum(amounts) + unknown)


class _OpenPool:
    """A pool being made: it has the same slots without the guard, and becomes a `Pool` by changing its class."""

    __slots__ = Pool.__slots__
    pieces: tuple[str, ...]
    amounts: tuple[int, ...]
    unknown: int
    total: int


def _opened(pieces: tuple[str, ...], amounts: tuple[int, ...], unknown: int, total: int) -> Pool:
    """Return a new pool of canonical parts and their total."""
    made = _OpenPool()
    made.pieces = pieces
    made.amounts = amounts
    made.unknown = unknown
    made.total = total
    return closed(made, Pool)


def _made(pieces: tuple[str, ...], amounts: tuple[int, ...], unknown: int, total: int) -> Pool:
    """Return the pool of canonical parts and their total; a small one is shared, a large one made."""
    small = total < _SMALL and not unknown
    if small:
        known = _SHARED.get((pieces, amounts))
        if known is not None:
            return known
        if not total:
            return EMPTY
    pool = _opened(pieces, amounts, unknown, total)
    if small:
        if len(_SHARED) >= _MOST_SHARED:
            _SHARED.clear()
        _SHARED[pieces, amounts] = pool
    return pool


@lru_cache(maxsize=4_096)
def _counted(token: str) -> tuple[str, int]:
    """Return the piece and the number that one word of the notation means."""
    match = _TOKEN.fullmatch(token)
    if match is None or len(match[2]) > 6:
        raise PoolError(f"{token!r} is no number of pieces: write R2 for two red workers or wood3")
    name, number = match[1], int(match[2])
    if len(name) == 1 and name.isupper():
        if name not in _BY_LETTER:
            raise PoolError(f"{token!r}: no worker has the letter {name}; letters are R, B, Y, G and P")
        name = _BY_LETTER[name]
    return name, number


EMPTY: Final = _opened(_shared(()), (), 0, 0)
"""The pool without pieces."""


@lru_cache(maxsize=4096)
def some(piece: str, number: int = 1) -> Pool:
    """Return the pool of some pieces of one name, shared."""
    return Pool.of({piece: number})

"""`BasePool`: an immutable multiset of pieces, some of which may be unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from operator import add, sub
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from keyflower.kernel.drafts import closed
from keyflower.kernel.errors import PoolError

_TOKEN: Final = re.compile(r"([A-Z]|[a-z][a-z_]*|\?)(\d+)")
_UNKNOWN: Final = "?"
_MOST_KEYS: Final = 50_000
_SMALL: Final = 9
_MOST_SHARED: Final = 20_000


class BasePool:
    """An immutable multiset of pieces; it can also hold a number of unknown ones.

    Pieces are named by their ids. Arithmetic returns new pools, the order is canonical, and zero counts are
    dropped. A game with its own letters or order of pieces derives a class and sets `LETTERS`.

    >>> cubes = BasePool.parse("wood2 brick1")
    >>> cubes + BasePool.of(wood=1, glass=3)
    BasePool.of(brick=1, glass=3, wood=3)
    >>> cubes["wood"], cubes.total, str(cubes - BasePool.of(wood=2))
    (2, 3, 'brick1')
    >>> BasePool.of(wood=1, unknown=2).masked()
    BasePool.of(unknown=3)
    """

    __slots__ = ("amounts", "pieces", "total", "unknown")

    LETTERS: ClassVar[Mapping[str, str]] = {}
    """Pieces that the notation writes with a capital letter; they come first, in this order."""
    EXAMPLE: ClassVar[str] = "wood3"
    """How some pieces are written, for messages."""

    if TYPE_CHECKING:
        _made: ClassVar[Callable[..., Any]]  # Any: the class itself, which a class variable cannot name

        @staticmethod
        def _pieces(names: tuple[str, ...]) -> tuple[str, ...]: ...
        @staticmethod
        def _counted(token: str) -> tuple[str, int]: ...

    pieces: tuple[str, ...]
    """The names of the known pieces in canonical order, without repetition."""
    amounts: tuple[int, ...]
    """How many there are of each of `pieces`."""
    unknown: int
    """How many unknown pieces it holds."""
    total: int
    """How many pieces there are in all, including unknown ones."""

    def __new__(
        cls, pieces: tuple[str, ...] | str = (), amounts: tuple[int, ...] = (), unknown: int = 0
    ) -> Self:  # a small pool is shared
        """Make a pool from a text such as ``wood3``, or from canonical parts; `Pool.of` takes counts.

        Raises:
            PoolError: if the parts do not belong together, or the text is not a pool.
        """
        if isinstance(pieces, str) and not amounts and not unknown:
            return cls.parse(pieces)
        if isinstance(pieces, str) or len(pieces) != len(amounts):
            raise PoolError(
                f"Pieces and amounts must be tuples of the same length, not {pieces!r} and {amounts!r}: "
                "Pool.of(...) and Pool.parse(...) make pools from counts and from texts."
            )
        made: Self = cls._made(pieces, amounts, unknown, sum(amounts) + unknown)
        return made

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _prepare(cls)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Pool is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Pool is immutable: cannot delete {name!r}")

    # ------------------------------------------------------------------ making pools

    @classmethod
    def of(cls, counts: Mapping[str, int] | None = None, *, unknown: int = 0, **named: int) -> Self:
        """Make a pool from counts by piece name, as a mapping or as keywords.

        Raises:
            PoolError: if a count is negative or not a whole number, or a name is misspelt.

        >>> BasePool.of(brick=2, glass=1)
        BasePool.of(brick=2, glass=1)
        """
        merged = dict(counts) if counts else {}
        for word, number in named.items():
            piece = cls._named(word)
            merged[piece] = merged.get(piece, 0) + number
        for number in merged.values():
            if type(number) is not int or number < 0:
                raise PoolError(f"a pool cannot hold {number!r} of a piece: counts are whole numbers from 0")
        if type(unknown) is not int or unknown < 0:
            raise PoolError(f"a pool cannot hold {unknown!r} unknown pieces: counts are whole numbers from 0")
        return cls._built(merged, unknown)

    @classmethod
    def _named(cls, word: str) -> str:
        """Return the piece that a keyword means; a piece with a letter may be named by it, but not be misspelt.

        Raises:
            PoolError: if letters of such a name are missing.
        """
        for piece, letter in cls.LETTERS.items():
            if word in (piece, letter):
                return piece
        for piece in cls.LETTERS:
            rest = iter(piece)
            if len(word) < len(piece) and word[0] == piece[0] and all(letter in rest for letter in word):
                raise PoolError(f"There is no piece called {word!r}. Did you mean {piece}?")
        return word

    @classmethod
    def each(cls, pieces: Iterable[str]) -> Self:
        """Make a pool that holds the given pieces, one for each time they are named.

        >>> BasePool.each(["brick", "glass", "brick"])
        BasePool.of(brick=2, glass=1)
        """
        counts: dict[str, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        return cls._built(counts, 0)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the compact notation: ``wood3 brick1 ?2``; the empty text is the empty pool.

        Raises:
            PoolError: if the text is not in that notation.

        >>> BasePool.parse("brick2 glass1").total
        3
        """
        counts: dict[str, int] = {}
        for token in text.split():
            name, number = cls._counted(token)
            counts[name] = counts.get(name, 0) + number
        unknown = counts.pop(_UNKNOWN, 0)
        return cls._built(counts, unknown)

    @classmethod
    def _built(cls, counts: dict[str, int], unknown: int) -> Self:
        if 0 in counts.values():
            counts = {piece: number for piece, number in counts.items() if number}
        pieces = cls._pieces(tuple(counts))
        amounts = tuple([counts[piece] for piece in pieces])
        made: Self = cls._made(pieces, amounts, unknown, sum(amounts) + unknown)
        return made

    # ------------------------------------------------------------------ reading

    def __getitem__(self, piece: str) -> int:
        """Return how many known pieces of this name there are (0 when none)."""
        pieces = self.pieces
        return self.amounts[pieces.index(piece)] if piece in pieces else 0

    def items(self) -> Iterator[tuple[str, int]]:
        """Iterate pairs of piece name and count in canonical order (unknown pieces left out).

        >>> dict(BasePool.of(brick=2, glass=1).items())
        {'brick': 2, 'glass': 1}
        """
        return zip(self.pieces, self.amounts)  # noqa: B905  # both have the same length; checking that doubles the time

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

    def __le__(self, other: Self) -> bool:
        """Return whether `other` certainly holds every piece of this pool."""
        if self.unknown > other.unknown:
            return False
        if len(self.pieces) == 1:
            return other[self.pieces[0]] >= self.amounts[0]
        return all(other[piece] >= number for piece, number in self.items())

    def only(self, pieces: Iterable[str]) -> Self:
        """Return the part of this pool that consists of the named pieces.

        >>> BasePool.of(brick=2, glass=1).only(["brick"])
        BasePool.of(brick=2)
        """
        wanted = set(pieces)
        if not self.unknown and wanted.issuperset(self.pieces):
            return self
        return self._built({piece: number for piece, number in self.items() if piece in wanted}, 0)

    def part(self, amounts: Sequence[int]) -> Self:
        """Return the part of this pool with these numbers of its `pieces`.

        >>> BasePool.of(brick=2, glass=1).part([1, 0])
        BasePool.of(brick=1)
        """
        pieces = self._pieces(tuple(compress(self.pieces, amounts)))
        made: Self = self._made(pieces, tuple(filter(None, amounts)), 0, sum(amounts))
        return made

    def expanded(self) -> tuple[str, ...]:
        """Return the name of every known piece, repeated for each copy.

        >>> BasePool.of(brick=2, glass=1).expanded()
        ('brick', 'brick', 'glass')
        """
        return tuple(piece for piece, number in self.items() for _ in range(number))

    # ------------------------------------------------------------------ arithmetic

    def __add__(self, other: Self) -> Self:
        """Return the pool that holds the pieces of both."""
        if not other.total:
            return self
        if not self.total:
            return other
        if self.pieces is other.pieces:
            added = tuple(map(add, self.amounts, other.amounts))
            made: Self = self._made(
                self.pieces, added, self.unknown + other.unknown, self.total + other.total
            )
            return made
        if len(other.pieces) == 1 and not other.unknown and other.pieces[0] in self.pieces:
            return self.more(other.pieces[0], other.total)
        counts = dict(self.items())
        for piece, number in other.items():
            counts[piece] = counts.get(piece, 0) + number
        return self._built(counts, self.unknown + other.unknown)

    def __sub__(self, other: Self) -> Self:
        """Return the pool without the pieces of `other`; those not known to be here are taken from the unknown ones.

        Raises:
            PoolError: if the pieces are not here.
        """
        if not other.total:
            return self
        if not other.unknown and len(other.pieces) == 1:
            return self.less(other.pieces[0], other.total)
        if not self.unknown and not other.unknown:
            if self.pieces is other.pieces:
                rest = tuple(map(sub, self.amounts, other.amounts))
                if min(rest) > 0:
                    made: Self = self._made(self.pieces, rest, 0, self.total - other.total)
                    return made
            left = dict(self.items())
            for piece, number in other.items():
                left[piece] = left.get(piece, 0) - number
            if not left or min(left.values()) >= 0:
                return self._built(left, 0)
        pool = self
        for piece, number in other.items():
            pool = pool.less(piece, number)
        if other.unknown:
            if other.unknown > pool.unknown:
                raise PoolError(f"cannot take {other} from {self}")
            pool = type(self)(pool.pieces, pool.amounts, pool.unknown - other.unknown)
        return pool

    def less(self, piece: str, number: int) -> Self:
        """Return the pool without ``number`` pieces of one name (a faster ``-``).

        >>> BasePool.of(brick=2).less("brick", 1)
        BasePool.of(brick=1)
        """
        pieces, amounts = self.pieces, self.amounts
        if piece in pieces:
            place = pieces.index(piece)
            left = amounts[place] - number
            if left > 0:
                changed = list(amounts)
                changed[place] = left
                made: Self = self._made(pieces, tuple(changed), self.unknown, self.total - number)
                return made
            if left + self.unknown >= 0:
                fewer = self._pieces(pieces[:place] + pieces[place + 1 :])
                others = amounts[:place] + amounts[place + 1 :]
                made = self._made(fewer, others, self.unknown + left, self.total - number)
                return made
        elif self.unknown >= number:
            return type(self)(pieces, amounts, self.unknown - number)
        raise PoolError(f"cannot take {number} {piece} from {str(self) or 'an empty pool'}")

    def more(self, piece: str, number: int) -> Self:
        """Return the pool with ``number`` more pieces of one name (a faster ``+``).

        >>> BasePool.of(brick=2).more("glass", 1)
        BasePool.of(brick=2, glass=1)
        """
        if piece in self.pieces:
            place = self.pieces.index(piece)
            changed = list(self.amounts)
            changed[place] += number
            made: Self = self._made(self.pieces, tuple(changed), self.unknown, self.total + number)
            return made
        return self + type(self).of({piece: number})

    def masked(self) -> Self:
        """Return a pool of the same number of unknown pieces, for viewers who may only count them.

        >>> BasePool.of(brick=2, glass=1).masked()
        BasePool.of(unknown=3)
        """
        return type(self)(unknown=self.total) if self.pieces else self

    # ------------------------------------------------------------------ as a value

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a pool of the same pieces."""
        if not isinstance(other, BasePool):
            return NotImplemented
        return self.amounts == other.amounts and self.pieces == other.pieces and self.unknown == other.unknown

    def __hash__(self) -> int:
        return hash((self.pieces, self.amounts, self.unknown))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.pieces, self.amounts, self.unknown))

    def __str__(self) -> str:
        """Return the compact notation that `Pool.parse` reads back."""
        letters = self.LETTERS
        words = [f"{letters.get(piece, piece)}{number}" for piece, number in self.items()]
        if self.unknown:
            words.append(f"{_UNKNOWN}{self.unknown}")
        return " ".join(words)

    def __repr__(self) -> str:
        words = [f"{piece}={number}" for piece, number in self.items()]
        if self.unknown:
            words.append(f"unknown={self.unknown}")
        return f"{type(self).__name__}.of({', '.join(words)})"


class _OpenPool:
    """A pool being made: see `keyflower.kernel.drafts`."""

    __slots__ = BasePool.__slots__
    pieces: tuple[str, ...]
    amounts: tuple[int, ...]
    unknown: int
    total: int


def _prepare(cls: type[BasePool]) -> None:
    """Give a class of pools its own maker: each class has its own order of pieces and its own shared pools."""
    rank = {piece: place for place, piece in enumerate(cls.LETTERS)}
    by_letter = {letter: piece for piece, letter in cls.LETTERS.items()}
    keys: dict[tuple[str, ...], tuple[str, ...]] = {}
    shared: dict[tuple[tuple[str, ...], tuple[int, ...]], BasePool] = {}

    def pieces(names: tuple[str, ...]) -> tuple[str, ...]:
        """Return names in canonical order as one shared tuple, so that many pools need little memory."""
        known = keys.get(names)
        if known is None:
            known = tuple(sorted(names, key=lambda piece: (rank.get(piece, len(rank)), piece)))
            known = keys.setdefault(known, known) if len(keys) < _MOST_KEYS else known
            if len(keys) < _MOST_KEYS:
                keys[names] = known
        return known

    def made(pieces: tuple[str, ...], amounts: tuple[int, ...], unknown: int, total: int) -> BasePool:
        """Return the pool of canonical parts and their total. Small pools occur all the time and are shared."""
        small = total < _SMALL and not unknown
        if small:
            known = shared.get((pieces, amounts))
            if known is not None:
                return known
            if not total:
                return empty
        fresh = _OpenPool()
        fresh.pieces = pieces
        fresh.amounts = amounts
        fresh.unknown = unknown
        fresh.total = total
        pool = closed(fresh, cls)
        if small:
            if len(shared) >= _MOST_SHARED:
                shared.clear()
            shared[pieces, amounts] = pool
        return pool

    @lru_cache(maxsize=4_096)
    def counted(token: str) -> tuple[str, int]:
        """Return the piece and the number that one word of the notation means."""
        match = _TOKEN.fullmatch(token)
        if match is None or len(match[2]) > 6:
            raise PoolError(f"{token!r} is not a number of pieces: write {cls.EXAMPLE}")
        name, number = match[1], int(match[2])
        if len(name) == 1 and name.isupper():
            if name not in by_letter:
                known = ", ".join(by_letter)
                raise PoolError(f"{token!r}: no piece has the letter {name}; letters are {known}")
            name = by_letter[name]
        return name, number

    nothing = _OpenPool()
    nothing.pieces, nothing.amounts, nothing.unknown, nothing.total = pieces(()), (), 0, 0
    empty = closed(nothing, cls)
    cls._made = staticmethod(made)
    cls._pieces = staticmethod(pieces)  # type: ignore[method-assign]  # each class has its own
    cls._counted = staticmethod(counted)  # type: ignore[method-assign]  # as above


_prepare(BasePool)

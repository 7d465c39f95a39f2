"""`Stream`: a small, documented source of choices that Python and the native library have in common."""

from __future__ import annotations

from typing import Final

from keyflower.kernel.chance import scrambled
from keyflower.kernel.errors import SetupError
from keyflower.kernel.json_text import shown

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Stream:
    """Numbers that follow from a key: number ``n`` is ``scrambled(key + n * 0x9E3779B97F4A7C15)`` (splitmix64).

    It can replace a random generator in rollouts and options, so the reference engine can replay a game of
    the native library.

    >>> stream = Stream(7)
    >>> [stream.randrange(6) for _ in range(8)]
    [0, 2, 0, 5, 3, 2, 1, 2]
    """

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int = 0) -> None:
        """Begin a stream, or continue one."""
        given: tuple[object, ...] = (key, counter)
        if not all(isinstance(number, int) for number in given):
            raise SetupError(
                f"a stream begins with whole numbers, not with {shown(key)} and {shown(counter)}"
            )
        self.key = key & _MASK
        self.counter = counter

    @classmethod
    def of_game(cls, seed: int, index: int) -> Stream:
        """Return the stream of choices of one game of `play_many`."""
        return cls(scrambled(scrambled(seed & _MASK) + (index + 1) * _STEP))

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to below `stop`: the number times `stop`, divided by 2 to the power of 64."""
        number = scrambled(self.key + self.counter * _STEP)
        self.counter += 1
        return number * stop >> 64

    def __repr__(self) -> str:
        return f"Stream({self.key}, {self.counter})"

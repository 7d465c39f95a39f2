"""How much one client may ask of a server."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class Limits:
    """The limits of a server."""

    frame: int = 16_384
    """The longest message of a client, in bytes."""
    body: int = 16_384
    """The longest body of a request, in bytes."""
    rate: float = 10
    """How many messages a second a client may send for long."""
    burst: int = 40
    """How many messages a client may send at once."""
    waiting: int = 64
    """How many messages may wait for a slow client before it is cut off."""
    patience: float = 10
    """How many seconds a client may take to say who it is, or to accept a message."""
    windows: int = 64
    """How many windows may look at one table."""
    tables: float = 5
    """How many tables a second may be opened for long."""
    tables_burst: int = 60
    """How many tables may be opened at once."""
    kept: int = 5_000
    """How many tables are kept in memory; those that nobody looks at are put away first."""
    bot_pause: float = 0.7
    """How many seconds a bot waits before it acts, so that people can follow."""


class Bucket:
    """Counts how often something happened lately: a token bucket that is told the time."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        """Allow `burst` at once, and `rate` a second for long."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._then = clock()

    def take(self) -> bool:
        """Return whether one more is allowed now, and count it."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

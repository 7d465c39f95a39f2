"""Limits on what a window, an address, a table or everybody together may ask of a server."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from attrs import field, frozen

DAY: Final = 86_400.0
"""A day in seconds."""
_WITH_PORT: Final = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]+)?")
_ADDRESSES: Final = 20_000
"""How many addresses are remembered; those that have been quiet the longest are forgotten first."""
_COSTS: Final = {
    "connect": 1.0,
    "play": 1.0,
    "why": 1.0,
    "undo": 2.0,
    "speak": 4.0,
    "join": 4.0,
    "rematch": 8.0,
    "new_link": 4.0,
    "history": 8.0,
    "moment": 2.0,
    "log": 16.0,
    "play_on": 8.0,
    "chat": 10.0,
    "take_over": 4.0,
    "come_back": 4.0,
    "review": 32.0,
    "hint": 8.0,
    # over HTTP; rules are drawn once for each language and then kept
    "page": 0.25,
    "show": 2.0,
    "bots": 4.0,
    "expansions": 1.0,
    "sprite": 30.0,
    "tiles": 6.0,
    "schema": 10.0,
}


@frozen
class Limits:
    """What a server allows; all limits are decided here and nowhere else.

    A request beyond a limit is refused with a message that says when to try again.
    """

    # ------------------------------------------------------------------ messages
    frame: int = 16_384
    """The longest message of a client, in bytes."""
    body: int = 16_384
    """The longest body of a request, in bytes."""
    rate: float = 10
    """How many requests a window may make per second on average; an action counts as 1, the rest as in `costs`."""
    burst: float = 40
    """How many requests a window may make at once."""
    costs: Mapping[str, float] = field(factory=lambda: dict(_COSTS))
    """The cost of each type of message and page, relative to an action: about two milliseconds of the server's time."""
    household: float = 5
    """An address may make as many requests as this many windows."""
    strangers: float = 10
    """Everybody without a seat, at all tables together, may make as many requests as this many windows."""
    waiting: int = 64
    """How many messages may wait for a slow client before it is disconnected."""
    waiting_letters: int = 4_000_000
    """How many characters these messages may have together; a single one may be longer."""
    patience: float = 10
    """How many seconds a client may take to say who it is, to finish a request, or to accept a message."""
    idle: float = 6 * 3600
    """A connection is closed after this many seconds without a message from its client; its page may connect again."""

    # ------------------------------------------------------------------ windows
    seat_windows: int = 6
    """How many windows of one seat may be open; when another one opens, the oldest is closed."""
    watchers: int = 40
    """How many spectators one table may have. The windows of the players do not count."""
    address_windows: int = 100
    """How many connections one address may have, including those that have not said who they are."""
    all_watchers: int = 2_000
    """How many spectators there may be at all tables together."""
    silent: int = 500
    """How many connections may be open that have not yet said what they want; beyond that, the address with the most
    of them loses its oldest one."""

    # ------------------------------------------------------------------ tables
    tables: float = 2
    """How many tables may be opened per second on average, by everybody together."""
    tables_burst: int = 60
    """How many tables may be opened at once."""
    address_tables: float = 0.05
    """How many tables one address may open per second on average."""
    address_tables_burst: int = 20
    """How many tables one address may open at once."""
    passwords: int = 10
    """How many wrong passwords an address may try at once; after that, one every twenty seconds."""
    kept: int = 5_000
    """How many tables are kept in memory; those without open windows are removed from it first."""
    database: int = 4_000_000_000
    """When the tables take up more bytes than this, no new ones can be opened; existing ones continue."""
    unplayed_days: float = 2
    """A table at which nothing has ever been played is deleted after this many days."""
    untouched_days: float = 60
    """A game that nobody has touched for this many days is deleted."""
    finished_days: float = 365
    """A finished game is deleted after this many days."""

    # ------------------------------------------------------------------ chat
    chat_length: int = 300
    """The longest remark, in characters."""
    chat_kept: int = 300
    """How many remarks a table keeps; the oldest are forgotten."""
    away: float = 20
    """Somebody has left if no window of theirs has been open for this many seconds."""

    # ------------------------------------------------------------------ webhooks
    calls: int = 1_000
    """For how many tables a call may wait; beyond that, calls are dropped."""
    calls_at_once: int = 16
    """How many calls may be made at the same time."""
    call_seconds: float = 10
    """How many seconds a call may take."""
    call_pause: float = 5
    """How many seconds pass after a call before the same table makes another one."""
    call_again: tuple[float, ...] = (2, 15, 60, 300, 1_800)
    """After how many seconds a call that did not succeed is tried again, each time; then it is given up."""

    # ------------------------------------------------------------------ bots
    bot_pause: float = 0.7
    """How many seconds a bot waits before it acts, so that people can follow."""


class Bucket:
    """A token bucket: how much somebody may still ask for."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        """Allow `burst` at once, and `rate` per second in the long run."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._then = clock()

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now

    def take(self, cost: float = 1) -> bool:
        """Take this much from the bucket, if it is there, and return whether it was."""
        self._fill()
        if self._left < min(cost, self._burst):
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1) -> float:
        """Return in how many seconds this much will be allowed."""
        self._fill()
        missing = min(cost, self._burst) - self._left
        return 0.0 if missing <= 0 else missing / self._rate if self._rate else DAY

    @property
    def full(self) -> bool:
        """Whether the bucket is full: nothing has been asked for recently."""
        self._fill()
        return self._left >= self._burst


@frozen
class TooMuch:
    """A request that exceeds a limit."""

    reason: str
    """Which limit: ``window``, ``address``, ``strangers``, ``tables``, ``password`` ..."""
    again: float
    """In how many seconds it may be tried again."""


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        """Give each address a bucket of the same size."""
        self._rate, self._burst, self._clock = rate, burst, clock
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """Return the bucket of an address."""
        bucket = self._known.pop(address, None) or Bucket(self._rate, self._burst, self._clock)
        self._known[address] = bucket
        if len(self._known) > _ADDRESSES:
            self._known.popitem(last=False)
        return bucket


class Newcomers:
    """Connections that have not said what they want. Whoever says it at once always gets in.

    When there are too many, the address with the most of them loses its oldest one: so nobody who connects and says
    nothing, however often, keeps others out.
    """

    def __init__(self, most: int) -> None:
        """Allow this many to wait."""
        self._most = most
        self._waiting: dict[str, dict[Callable[[], object], None]] = {}
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def come(self, address: str, end: Callable[[], object]) -> None:
        """Count a new connection of an address; `end` is called if it has to make room for another one."""
        self._waiting.setdefault(address, {})[end] = None
        self._number += 1
        if self._number > self._most:
            busiest = max(self._waiting, key=lambda one: len(self._waiting[one]))
            oldest = next(iter(self._waiting[busiest]))
            self.known(busiest, oldest)
            oldest()

    def known(self, address: str, end: Callable[[], object]) -> None:
        """Stop counting a connection: it has said what it wants, or is gone. It may be called more than once."""
        own = self._waiting.get(address, {})
        if end in own:
            del own[end]
            self._number -= 1
            if not own:
                del self._waiting[address]


class Gate:
    """Counts the requests to a server, and reports those that exceed a limit."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        """Begin with nothing counted."""
        self.limits = limits
        self._clock = clock
        house = limits.household
        self._addresses = Buckets(limits.rate * house, limits.burst * house, clock)
        self._strangers = Bucket(limits.rate * limits.strangers, limits.burst * limits.strangers, clock)
        self._all_tables = Bucket(limits.tables, limits.tables_burst, clock)
        self._tables = Buckets(limits.address_tables, limits.address_tables_burst, clock)
        self._passwords = Buckets(0.05, limits.passwords, clock)
        self._connections: Counter[str] = Counter()
        self.silent = Newcomers(limits.silent)
        self.watchers = 0

    # ------------------------------------------------------------------ messages

    def window(self) -> Bucket:
        """Return the bucket of a new window."""
        return Bucket(self.limits.rate, self.limits.burst, self._clock)

    def cost(self, kind: str) -> float:
        """Return what a message of a type costs."""
        return self.limits.costs.get(kind, 1.0)

    def message(self, window: Bucket, address: str, kind: str, *, seated: bool) -> TooMuch | None:
        """Count a message of a window; return the limit that it exceeds, if any."""
        cost = self.cost(kind)
        if not window.take(cost):
            return TooMuch("window", window.wait(cost))
        return self.request(address, kind, seated=seated)

    def request(self, address: str, kind: str, *, seated: bool) -> TooMuch | None:
        """Count a request of an address; return the limit that it exceeds, if any.

        Args:
            address: whose request it is.
            kind: what it asks for.
            seated: whether people with a seat need it; what strangers ask for then does not count against them.
        """
        own, cost = self._addresses.of(address), self.cost(kind)
        if not own.take(cost):
            return TooMuch("address", own.wait(cost))
        if not seated and not self._strangers.take(cost):
            return TooMuch("strangers", self._strangers.wait(cost))
        return None

    # ------------------------------------------------------------------ connections

    def come(self, address: str) -> TooMuch | None:
        """Count a new connection; return the limit that it exceeds, if any."""
        if self._connections[address] >= self.limits.address_windows:
            return TooMuch("address windows", self.limits.patience)
        self._connections[address] += 1
        return None

    def go(self, address: str) -> None:
        """Count a connection that has been closed."""
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]

    # ------------------------------------------------------------------ tables

    def opening(self, address: str) -> TooMuch | None:
        """Count a table that an address opens; return the limit that it exceeds, if any."""
        own = self._tables.of(address)
        if not own.take():
            return TooMuch("tables of an address", own.wait())
        if not self._all_tables.take():
            return TooMuch("tables", self._all_tables.wait())
        return None

    def guessing(self, address: str, *, wrong: bool) -> TooMuch | None:
        """Return the limit that an address exceeds by trying passwords, if any; count this one if it was wrong."""
        own = self._passwords.of(address)
        if own.wait() > 0:
            return TooMuch("password", own.wait())
        if wrong:
            own.take()
        return None


def household_of(address: str) -> str:
    """Return the unit that shares limits: the address itself, or its /64 network for IPv6.

    >>> household_of("203.0.113.7"), household_of("2001:db8:1:2:aaaa::1")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    with_port = _WITH_PORT.fullmatch(address)  # as some proxies say it
    try:
        found = ip_address(address if with_port is None else with_port[1] or with_port[2])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)

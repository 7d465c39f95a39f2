"""Webhooks: an address of a table is called whenever a person there has to decide.

Whoever opens a table chooses the address, so it is not trusted: only http and https, nothing inside the own network
unless the operator allows it, no redirects, little time, few calls at once. A table never waits for a call. The server
that stores an action makes the call, so several servers on one database do not call twice.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic
from typing import Final
from urllib.parse import SplitResult, urlsplit

from keyflower._version import __version__
from keyflower.kernel.errors import SetupError
from keyflower.kernel.json_text import compact
from keyflower.kernel.text import OR, listed, phrase
from keyflower.web.limits import Limits
from keyflower.web.metrics import Metrics

logger = logging.getLogger("keyflower.web")

LONGEST: Final = 500
"""The longest address, in characters."""
_HEAD: Final = 4_096
"""How many bytes of an answer are read; only its first line counts."""
_REST: Final = 10
"""After a call, a table rests for this many times as long as the call took: slow receivers get a small share."""
_LOOKING_UP: Final = ThreadPoolExecutor(16, thread_name_prefix="keyflower-names")
"""Looks up names: a name server that never answers takes none of the threads in which tables are opened."""


class Allowed(StrEnum):
    """Which addresses a server calls."""

    NONE = "none"
    """No address: tables are opened without one."""
    PUBLIC = "public"
    """Addresses that anybody on the internet can reach."""
    ALL = "all"
    """Also addresses of this machine and of its network."""


def allowed_by(name: str) -> Allowed:
    """Return the setting for webhooks by its name.

    Raises:
        SetupError: if there is no such name.
    """
    if name not in [*Allowed]:
        raise SetupError(
            phrase("webhooks must be one of {names}", names=listed([one.value for one in Allowed], OR))
        )
    return Allowed(name)


def wished(wish: object, allowed: Allowed) -> str:
    """Return the address that the lobby asks for; empty for none.

    Raises:
        SetupError: if it is not one that this server calls.
    """
    if wish is None or wish == "":
        return ""
    if allowed is Allowed.NONE:
        raise SetupError(phrase("this server calls no addresses"))
    if not isinstance(wish, str) or len(wish) > LONGEST or not wish.isascii() or not wish.isprintable():
        raise SetupError(phrase("the address to call is a link of at most {most} characters", most=LONGEST))
    parts = _parts(wish)
    if parts is None or " " in wish:
        raise SetupError(phrase("the address to call begins with http:// or https://, and has no password"))
    try:
        number = ip_address(parts.hostname or "")
    except ValueError:  # a name: it is looked up when it is called
        return wish
    if not _may_call(number, allowed):
        raise SetupError(phrase("this server does not call addresses in its own network"))
    return wish


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    right = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    return parts if right else None


def _may_call(address: IPv4Address | IPv6Address, allowed: Allowed) -> bool:
    if allowed is Allowed.ALL:
        return True
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address.is_site_local or (inner is not None and not _may_call(inner, allowed)):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class NotCalled(Exception):
    """A call that did not succeed; the text says why."""


Post = Callable[[str, bytes], Awaitable[None]]
"""Sends a body to an address; raises `NotCalled`, `OSError` or `TimeoutError` if that does not succeed."""


def posting(allowed: Allowed, seconds: float) -> Post:
    """Return the function that sends a body to an address: a POST on its own connection, without redirects."""

    async def post(address: str, body: bytes) -> None:
        async with asyncio.timeout(seconds):
            await _post(address, body, allowed)

    return post


def _looked_up(host: str, port: int, *, secure: bool) -> tuple[list[str], ssl.SSLContext | None]:
    """Return the addresses of a name, and the certificates to trust; in a thread, because both may take long."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found], _certificates() if secure else None


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _post(address: str, body: bytes, allowed: Allowed) -> None:
    parts = _parts(address)
    if parts is None or allowed is Allowed.NONE:
        raise NotCalled("not an address that is called")
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    look_up = partial(_looked_up, host, port, secure=secure)
    numbers, certificates = await asyncio.get_running_loop().run_in_executor(_LOOKING_UP, look_up)
    # all of them, and then the number that was checked: a name may lead elsewhere when it is looked up again
    if not numbers or not all(_may_call(ip_address(number.split("%")[0]), allowed) for number in numbers):
        raise NotCalled("an address in the own network")
    reader, writer = await asyncio.open_connection(
        numbers[0],
        port,
        ssl=certificates,
        server_hostname=host if secure else None,
        limit=_HEAD,
    )
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        named = f"[{host}]" if ":" in host else host
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {named}{f':{parts.port}' if parts.port else ''}\r\n"
            f"User-Agent: keyflower/{__version__}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        try:
            first = (await reader.readuntil(b"\n")).split()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise NotCalled("no answer") from error
        if len(first) < 2 or not first[0].startswith(b"HTTP/1.") or not first[1].startswith(b"2"):
            raise NotCalled(f"answered {first[1][:3].decode('ascii', 'replace') if len(first) > 1 else '?'}")
    finally:
        writer.close()


class Webhooks:
    """Calls the addresses of tables: the newest call of each table, repeatedly if it does not succeed."""

    def __init__(
        self,
        allowed: Allowed,
        limits: Limits,
        metrics: Metrics,
        *,
        post: Post | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare to call.

        Args:
            allowed: which addresses are called.
            limits: how many calls may wait, how long each may take, and how often it is tried.
            metrics: where calls are counted.
            post: sends a body to an address; over HTTP by default.
            clock: measures how long a call takes.
        """
        self.allowed = allowed
        self._clock = clock
        self._limits = limits
        self._metrics = metrics
        self._post = posting(allowed, limits.call_seconds) if post is None else post
        self._waiting: dict[str, tuple[str, bytes]] = {}
        self._callers: dict[str, asyncio.Task[None]] = {}
        self._lines = asyncio.Semaphore(limits.calls_at_once)

    @property
    def length(self) -> int:
        """How many tables have a call under way or waiting."""
        return len(self._callers)

    def call(self, table: str, address: str, news: Mapping[str, object]) -> None:
        """Call an address soon; a call of the same table that still waits is replaced, because it is out of date."""
        if self.allowed is Allowed.NONE:
            return
        if table not in self._callers and len(self._callers) >= self._limits.calls:
            self._metrics.calls.add(outcome="dropped")
            return
        self._waiting[table] = (address, compact({**news}).encode())
        if table not in self._callers:
            task = self._callers[table] = asyncio.create_task(self._caller(table))
            task.add_done_callback(lambda _: self._callers.pop(table, None))

    async def _caller(self, table: str) -> None:
        """Make the calls of a table, one after the other, never in quick succession."""
        tries = 0
        while table in self._waiting:
            address, body = self._waiting.pop(table)
            async with self._lines:
                begun = self._clock()
                made = await self._called(address, body)
                rest = _REST * (self._clock() - begun)
            if made:
                tries = 0
            elif tries < len(self._limits.call_again):
                self._waiting.setdefault(table, (address, body))
                await asyncio.sleep(max(self._limits.call_again[tries], rest))
                tries += 1
                continue
            else:
                self._metrics.calls.add(outcome="given up")
                tries = 0
            await asyncio.sleep(max(self._limits.call_pause, rest))

    async def _called(self, address: str, body: bytes) -> bool:
        try:
            await self._post(address, body)
        except (NotCalled, OSError, TimeoutError, ValueError) as error:
            # the address may hold a secret: it is in no log
            reason = str(error) if isinstance(error, NotCalled) else type(error).__name__
            logger.warning("a webhook could not be called", extra={"error": reason})
            self._metrics.calls.add(outcome="failed")
            return False
        self._metrics.calls.add(outcome="made")
        return True

    async def close(self) -> None:
        """Give up the calls that are left."""
        for task in [*self._callers.values()]:
            task.cancel()
        await asyncio.gather(*self._callers.values(), return_exceptions=True)

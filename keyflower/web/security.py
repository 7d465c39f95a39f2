"""The checks of every request (who sent it, from which page, to which name), and the headers of every answer."""

from __future__ import annotations

import hmac
import socket
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from attrs import field, frozen
from starlette.datastructures import Headers, MutableHeaders

from keyflower.web.limits import household_of

Scope: TypeAlias = MutableMapping[str, Any]  # Any: as ASGI has it
"""A request, as ASGI has it."""
Message: TypeAlias = MutableMapping[str, Any]  # Any: as ASGI has it
"""A part of an answer, as ASGI has it."""
Application: TypeAlias = Callable[
    [Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]
"""An application, as ASGI has it."""

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_STRICT: Final = "max-age=31536000"


def netloc_of(address: str) -> str:
    """Return the name and port of a page's address; the empty text if it has none."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""


def name_of(host: str) -> str:
    """Return the name in a Host header, without the port."""
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdigit() else host.lower()


def is_local(address: str) -> bool:
    """Return whether an address belongs to this machine."""
    try:
        return ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return address == "localhost"


def is_near(address: str) -> bool:
    """Return whether an address belongs to this machine or to a private network."""
    try:
        return ip_address(address.strip("[]")).is_private
    except ValueError:
        return address in ("localhost", "testclient")


@frozen
class Security:
    """Who may use a server: its names, trusted origins and proxies, and the password."""

    origins: frozenset[str] = frozenset()
    """Pages besides its own from which it may be used, such as ``https://example.org``."""
    hosts: frozenset[str] | None = None
    """The host names that it answers to, besides numbers; `None` if they are checked elsewhere."""
    proxy: str = ""
    """The header in which a proxy says whose request it forwards; empty if no proxy is trusted."""
    password: str = field(default="", repr=False)
    """The password for opening tables; empty if none is needed."""
    open_to_all: bool = True
    """Whether tables may be opened without a password."""

    def known_host(self, headers: Headers) -> bool:
        """Return whether a request addresses the server by one of its own names.

        In a DNS rebinding attack the name of a foreign site leads to this machine, and the request carries that name.
        """
        if self.hosts is None:
            return True
        host = name_of(headers.get("host", ""))
        try:
            ip_address(host.strip("[]"))
        except ValueError:
            return host in self.hosts
        return True

    def same_origin(self, headers: Headers) -> bool:
        """Return whether a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        return bool(netloc_of(origin)) and netloc_of(origin) == headers.get("host", "").lower()

    def household(self, scope: Scope, headers: Headers) -> str:
        """Return whose limits a request counts against: the peer's, or those of the address that a proxy names."""
        client = scope.get("client")
        address = str(client[0]) if client else ""
        if self.proxy:  # the proxy appends the one it has seen; what stands before it anybody can write
            lines = headers.getlist(self.proxy) or [""]  # some proxies write a line of their own
            said = lines[-1].rpartition(",")[2].strip()
            address = said or address
        return household_of(address)

    def secure(self, scope: Scope, headers: Headers) -> bool:
        """Return whether the reader's connection is encrypted."""
        said = headers.get("x-forwarded-proto", "") if self.proxy else ""
        return (said or scope.get("scheme", "")) in ("https", "wss")

    def near(self, scope: Scope, headers: Headers) -> bool:
        """Return whether a request comes straight from this machine or network, not through a proxy."""
        passed_on = any(
            name in headers for name in ("x-forwarded-for", "forwarded", self.proxy or "forwarded")
        )
        host, *_ = scope.get("client") or ("",)
        # some proxies say nothing of themselves, but pass on the name that was asked for
        named = name_of(headers.get("host", ""))
        abroad = named in {name_of(netloc_of(origin)) for origin in self.origins} and not is_local(named)
        return not passed_on and not abroad and is_near(str(host))

    def password_in(self, headers: Headers) -> str | None:
        """Return the password that comes with a request (HTTP Basic, any user name), or `None` if there is none."""
        kind, _, coded = headers.get("authorization", "").partition(" ")
        if kind.lower() != "basic":
            return None
        try:
            return b64decode(coded, validate=True).decode("utf-8").partition(":")[2]
        except (Base64Error, UnicodeDecodeError, ValueError):
            return ""

    def right(self, password: str) -> bool:
        """Return whether this is the password; the comparison takes the same time either way."""
        return bool(self.password) and hmac.compare_digest(password.encode(), self.password.encode())


def own_names(host: str, origins: Iterable[str]) -> frozenset[str]:
    """Return the host names of a server that listens at this address and has these pages."""
    names = {name_of(netloc_of(origin)) for origin in origins}
    machine = socket.gethostname().lower()
    return frozenset({host.lower(), "localhost", machine, f"{machine}.local", *names} - {""})


class Guard:
    """Middleware that checks the host name of every request and adds headers to every response."""

    def __init__(self, inner: Application, security: Security) -> None:
        """Guard an application."""
        self._inner = inner
        self._security = security

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        headers = Headers(scope=scope)
        secure = self._security.secure(scope, headers)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    out.setdefault(name, value)
                out.setdefault("cache-control", "no-store")
                if secure:
                    out.setdefault("strict-transport-security", _STRICT)
            await send(message)

        # a proxy that looks whether the server is well calls it by a name of its own
        if self._security.known_host(headers) or (scope["type"] == "http" and scope["path"] == "/health"):
            await self._inner(scope, receive, sent)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            start = {
                "type": "http.response.start",
                "status": 421,
                "headers": [(b"content-type", b"text/plain")],
            }
            await sent(start)
            text = b"This server is not called by this name. Tell it with --origin."
            await sent({"type": "http.response.body", "body": text})

"""Pages, pictures and problems as HTTP responses; nothing here depends on a table."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import ceil
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from keyflower.languages import LANGUAGES
from keyflower.render import style_sheet
from keyflower.web import protocol as messages
from keyflower.web.lobby import NewTable

_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_OF_RULES: Final = ("sprite.svg", "tiles.json", "schema.json")


def links(opening: NewTable) -> dict[str, object]:
    """Return the links of a new table. The secret is behind a #: browsers do not send that part to servers."""
    path = f"/t/{opening.saved.id}"
    return {
        "table": opening.saved.id,
        "spectator": path,
        "seats": [
            {"name": seat.name, "bot": seat.bot, "link": f"{path}#{token}" if token else None}
            for seat, token in zip(opening.saved.seats, opening.tokens, strict=True)
        ],
    }


def problem(status: int, reason: str, *, again: float = 0) -> Response:
    """Return a response that says what is wrong, and after how many seconds a retry may help."""
    if not again:
        return JSONResponse({"error": reason}, status)
    seconds = ceil(again)
    return JSONResponse({"error": reason, "again": seconds}, status, headers={"retry-after": str(seconds)})


def language_of(headers: Headers) -> str:
    """Return the language of the page, or else the first one that the browser asks for."""
    wanted = re.findall(r"[a-z]{2}", headers.get("x-language", headers.get("accept-language", ""))[:200])
    return next((code for code in wanted if code in LANGUAGES), messages.ENGLISH)


@cache
def _shipped() -> dict[str, bytes]:
    """Return the files that the package ships, compressed, by name."""
    found = {
        one.name: gzip.compress(one.read_bytes(), mtime=0)
        for one in files("keyflower.web").joinpath("static").iterdir()
        if one.is_file()
    }
    return {**found, "palette.css": gzip.compress(style_sheet().encode(), mtime=0)}


def static(name: str, request: Request) -> Response:
    """Return a file that the package ships."""
    packed, kind = _shipped().get(name), _TYPES.get(name[name.rfind(".") :])
    if packed is None or kind is None:
        return problem(404, "there is no such page")
    return zipped(packed, kind, request)


def zipped(packed: bytes, kind: str, request: Request) -> Response:
    """Return a compressed response. Browsers may cache it; its address changes with its content."""
    tag = f'"{sha256(packed).hexdigest()[:16]}"'
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=headers)


def part_of_rules(what: str) -> tuple[str, str, str] | None:
    """Return which part is asked for (``sprite``, ``tiles`` or ``schema``), its language and its type, or `None`."""
    name, _, rest = what.partition(".")
    language, _, suffix = rest.rpartition(".")
    if f"{name}.{suffix}" not in _OF_RULES or (language or messages.ENGLISH) not in LANGUAGES:
        return None
    return name, language or messages.ENGLISH, "image/svg+xml" if suffix == "svg" else "application/json"

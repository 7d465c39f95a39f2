"""The server: pages, tables over HTTP, and a socket for each window."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from hashlib import sha256
from importlib.resources import files
from time import monotonic
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from keyflower._version import __version__
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.json_text import compact
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import phrase
from keyflower.languages import LANGUAGES
from keyflower.model.errors import KeyflowerError
from keyflower.model.speaker import speaker
from keyflower.render import sprite, style_sheet
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool
from keyflower.web.drawing_data import printed
from keyflower.web.limits import Bucket, Limits
from keyflower.web.lobby import NewTable, expansions, offered, open_table, seat_of
from keyflower.web.protocol import Outcome
from keyflower.web.protocol_schema import schema
from keyflower.web.session import Refused, TableSession, Unknown, Window
from keyflower.web.table_store import Store
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_OF_RULES = ("sprite.svg", "tiles.json", "schema.json")
_FOR_EVER = "public, max-age=31536000, immutable"

GOODBYE = 1000
"""The close code of a window that is not needed any more."""
NOT_ALLOWED = 1008
"""The close code for strangers and for those who ask too much."""
TOO_SLOW = 1013
"""The close code for windows that do not keep up; they may come back."""


class Unreadable(KeyflowerError):
    """A table that is there, but cannot be opened by this server; the message says why."""


class Server:
    """All tables of one process."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        origins: Sequence[str] = (),
        thinker: BotPool | None = None,
    ) -> None:
        """Serve the tables of a store.

        Args:
            store: where they are kept.
            limits: how much a client may ask.
            origins: pages from which sockets may be opened besides the server's own, such as ``https://example.org``.
            thinker: who lets bots think.
        """
        self.limits = Limits() if limits is None else limits
        self.origins = frozenset(origins)
        self.desk = WriteQueue(store)
        self.thinker = BotPool() if thinker is None else thinker
        self._store = store
        self._tables: dict[str, TableSession] = {}
        self._opening: dict[str, asyncio.Task[TableSession | None]] = {}
        self._rules: dict[str, Ruleset] = {}
        self._pictures: dict[str, bytes] = {}
        self._openings = Bucket(self.limits.tables, self.limits.tables_burst, monotonic)
        self._listening: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ tables

    async def open(self, wishes: dict[str, object]) -> NewTable:
        """Set up a new table and keep it.

        Raises:
            KeyflowerError: if it cannot be set up as asked; the message says what would be right.
        """
        opening = open_table(wishes)
        await self.desk.create(opening.saved)
        return opening

    async def table(self, name: str) -> TableSession | None:
        """Return a table, read from the store if nobody has looked at it lately.

        Raises:
            Unreadable: if it is there and cannot be opened; the reason is in words.
        """
        live = self._tables.get(name)
        if live is not None:
            return live
        if not 16 <= len(name) <= 64:
            return None
        task = self._opening.get(name)
        if task is None:
            task = self._opening[name] = asyncio.create_task(self._opened(name))
            task.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(task)

    async def _opened(self, name: str) -> TableSession | None:
        try:
            saved = await self.desk.read(name)
            if saved is None:
                return None
            self._put_away()
            live = TableSession(
                saved, self.desk, self.thinker, bot_pause=self.limits.bot_pause, rules=self._rules_key
            )
        except KeyflowerError as error:  # an expansion that is not installed, a damaged log
            logger.warning("a table cannot be opened: %s", error)
            raise Unreadable(
                phrase("This table cannot be opened here: {reason}", reason=error.said)
            ) from error
        except Exception as error:  # a lost database
            logger.exception("a table could not be read")
            raise Unreadable(
                phrase("The server could not read the table. Please try again later.")
            ) from error
        self._tables[name] = live
        return live

    def _put_away(self) -> None:
        """Forget tables that nobody looks at while there are too many; the store has them."""
        if len(self._tables) >= self.limits.kept:
            idle = [name for name, live in self._tables.items() if not live.windows]
            for name in idle[: self.limits.kept // 10 + 1]:
                del self._tables[name]

    def _rules_key(self, game: Game) -> str:
        """Return the name under which pictures and tiles of a game's rules are fetched."""
        ruleset = game.ruleset
        names = [f"{expansion.id} {expansion.version}" for expansion in ruleset.expansions]
        text = compact(
            {
                "expansions": names,
                "variants": [*ruleset.chosen],
                "overrides": dict(ruleset.overrides),
                "without": [*ruleset.without],
                "package": __version__,
            }
        )
        key = sha256(text.encode()).hexdigest()[:16]
        self._rules.setdefault(key, ruleset)
        return key

    # ------------------------------------------------------------------ life

    async def start(self) -> None:
        """Begin to listen to other servers that share the store, where it can tell."""
        listen = getattr(self._store, "listen", None)
        if listen is not None:
            loop = asyncio.get_running_loop()
            changed: asyncio.Queue[str] = asyncio.Queue()
            listen(lambda name: loop.call_soon_threadsafe(changed.put_nowait, name))
            self._listening = asyncio.create_task(self._follow(changed))

    async def _follow(self, changed: asyncio.Queue[str]) -> None:
        while True:
            live = self._tables.get(await changed.get())
            if live is not None:
                with contextlib.suppress(KeyflowerError):
                    await live.catch_up()

    async def stop(self) -> None:
        """Stop bots, write what is waiting, close the store."""
        if self._listening is not None:
            self._listening.cancel()
        for live in self._tables.values():
            await live.close()
        self.thinker.close()
        await self.desk.close()

    # ------------------------------------------------------------------ HTTP

    async def create(self, request: Request) -> Response:
        """``POST /api/tables``: set up a table, return its links."""
        if not self.same_origin(request.headers):
            return _problem(403, "tables are opened from this server's own pages")
        if not self._openings.take():
            return _problem(429, "too many tables are being opened: try again in a minute")
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.limits.body:
                return _problem(413, f"at most {self.limits.body} bytes")
        try:
            wishes = json.loads(body)
            if not isinstance(wishes, dict):
                return _problem(400, "the body is a JSON object")
            opening = await self.open(wishes)
        except KeyflowerError as error:
            return _problem(400, error.text(_asked(request.headers))[:1000])
        except (ValueError, RecursionError):
            return _problem(400, "the body is a JSON object")
        except Exception:  # a full disk, a lost database
            logger.exception("a table could not be kept")
            return _problem(503, "the server could not keep the table: try again later")
        return JSONResponse(links(opening), 201)

    async def show(self, request: Request) -> Response:
        """``GET /api/tables/{table}``: what a spectator may know."""
        try:
            live = await self.table(request.path_params["table"])
        except Unreadable as error:
            return _problem(409, error.text(_asked(request.headers))[:1000])
        return (
            _problem(404, "there is no such table") if live is None else JSONResponse(live.spectator_data())
        )

    async def rules(self, request: Request) -> Response:
        """``GET /rules/{rules}/...``: the sprite and the tiles of a game's rules, in a language."""
        key, what = request.path_params["rules"], request.path_params["what"]
        ruleset = self._rules.get(key)
        name, _, rest = what.partition(".")
        language, _, suffix = rest.rpartition(".")
        known = f"{name}.{suffix}" in _OF_RULES and (language or "en") in LANGUAGES
        if ruleset is None or not known:
            return _problem(404, "there are no such rules here")
        packed = self._pictures.get(f"{key}/{what}")
        if packed is None:
            packed = self._pictures[f"{key}/{what}"] = await asyncio.to_thread(
                _packed, ruleset, name, language or messages.ENGLISH
            )
        kind = "image/svg+xml" if name == "sprite" else "application/json"
        return _zipped(packed, kind, request, cache=_FOR_EVER)

    async def page(self, request: Request) -> Response:
        """``GET /`` and ``GET /t/{table}``: the one page."""
        return static("index.html", request)

    async def asset(self, request: Request) -> Response:
        """``GET /static/{name}``: what the page is made of."""
        name = request.path_params["name"]
        if name == "palette.css":
            return _zipped(gzip.compress(style_sheet().encode()), "text/css", request, cache="no-cache")
        return static(name, request)

    # ------------------------------------------------------------------ sockets

    def same_origin(self, headers: Headers) -> bool:
        """Return whether a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        return origin is None or origin in self.origins or urlsplit(origin).netloc == headers.get("host")

    async def socket(self, websocket: WebSocket) -> None:
        """``/api/tables/{table}/socket``: one window."""
        if not self.same_origin(websocket.headers):
            await websocket.close(NOT_ALLOWED)
            return
        await websocket.accept()
        try:
            await self._window(websocket)
        except WebSocketDisconnect:
            pass
        except (TimeoutError, RuntimeError):  # said nothing for too long, or is gone already
            with contextlib.suppress(RuntimeError):
                await websocket.close(NOT_ALLOWED)

    async def _window(self, websocket: WebSocket) -> None:
        live, window = await self._seated(websocket)
        if live is None or window is None:
            return
        sender = asyncio.create_task(self._send(websocket, window))
        try:
            await self._listen(websocket, live, window)
        finally:
            live.leave(window)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def _seated(self, websocket: WebSocket) -> tuple[TableSession, Window] | tuple[None, None]:
        """Return the table and the window of a client that has said who it is."""
        text = await asyncio.wait_for(websocket.receive_text(), self.limits.patience)
        try:
            said = messages.heard(text)
        except messages.BadMessage as error:
            return await self._turned_away(websocket, str(error))
        if not isinstance(said, messages.Join):
            return await self._turned_away(websocket, "Say join first.")
        try:
            live = await self.table(websocket.path_params["table"])
        except Unreadable as error:
            language = said.language or (*said.accept, messages.ENGLISH)[0]
            return await self._turned_away(websocket, error.said, language)
        language = said.language or (live.language if live else "") or (*said.accept, messages.ENGLISH)[0]
        if live is None:
            return await self._turned_away(websocket, phrase("There is no such table."), language)
        viewer = SPECTATOR if not said.token else seat_of(live.seats, said.token)
        if viewer is None:
            return await self._turned_away(
                websocket, phrase("This link does not belong to a seat at this table."), language
            )
        if len(live.windows) >= self.limits.windows:
            return await self._turned_away(
                websocket, phrase("This table is open in too many windows."), language
            )
        window = Window(viewer, self.limits.waiting, language)
        live.join(window, said.since)
        return live, window

    async def _turned_away(
        self, websocket: WebSocket, reason: str, language: str = messages.ENGLISH
    ) -> tuple[None, None]:
        await websocket.send_text(messages.answer("join", Outcome.REFUSED, reason, language=language))
        await websocket.close(NOT_ALLOWED)
        return None, None

    async def _send(self, websocket: WebSocket, window: Window) -> None:
        """Send what waits for a window; end it if it is too slow."""
        while True:
            text = await window.waiting.get()
            if text is None:
                await websocket.close(TOO_SLOW)
                return
            try:
                await asyncio.wait_for(websocket.send_text(text), self.limits.patience)
            except TimeoutError:
                await websocket.close(TOO_SLOW)
                return

    async def _listen(self, websocket: WebSocket, live: TableSession, window: Window) -> None:
        bucket = Bucket(self.limits.rate, self.limits.burst, monotonic)
        while True:
            text = await websocket.receive_text()
            if not bucket.take():
                await websocket.close(NOT_ALLOWED)
                return
            try:
                await self._answer(messages.heard(text), live, window)
            except messages.BadMessage as error:
                window.tell(messages.answer("message", Outcome.REFUSED, str(error)))

    async def _answer(self, said: messages.Said, live: TableSession, window: Window) -> None:
        kind = type(said).__name__.lower()
        language = live.speaker(window.language)
        if isinstance(said, messages.Speak):
            live.speak(window, said.language)
            return
        if isinstance(said, messages.Join):
            window.tell(messages.answer(kind, Outcome.REFUSED, "You have joined already."))
            return
        answer = partial(messages.answer, kind, id=said.id, language=language)
        if window.viewer == SPECTATOR:
            window.tell(answer(Outcome.REFUSED, phrase("You are watching: only players act.")))
            return
        try:
            window.tell(await self._done(said, live, window.viewer, answer))
        except Refused as refused:
            window.tell(answer(Outcome.REFUSED, refused.reason, refused.refusals, code=refused.code))
        except Unknown as unknown:
            window.tell(answer(Outcome.UNKNOWN, unknown.said))
        except Exception:  # the client hears of it, the others go on
            logger.exception("a message could not be answered")
            failed = phrase("The server does not know yet whether this was stored. Look again in a moment.")
            window.tell(answer(Outcome.UNKNOWN, failed))

    async def _done(
        self, said: messages.Asked, live: TableSession, seat: int, answer: Callable[..., str]
    ) -> str:
        """Do what a seat asks for, and return the answer."""
        match said:
            case messages.Play():
                return answer(Outcome.STORED, ply=await live.play(seat, said.decision, said.action))
            case messages.Undo():
                return answer(Outcome.STORED, ply=await live.undo(seat))
            case messages.Rematch():
                await live.rematch(seat)
                return answer(Outcome.STORED)
            case messages.Why():
                return answer(Outcome.TOLD, "", live.why(seat, said.action))


# ---------------------------------------------------------------------- pages


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


def static(name: str, request: Request) -> Response:
    """Return a file that the package ships."""
    suffix = name[name.rfind(".") :]
    found = files("keyflower.web").joinpath("static", name) if name.count("/") == 0 else None
    if found is None or suffix not in _TYPES or not found.is_file():
        return _problem(404, "there is no such page")
    return _zipped(gzip.compress(found.read_bytes(), mtime=0), _TYPES[suffix], request, cache="no-cache")


def _zipped(packed: bytes, kind: str, request: Request, *, cache: str) -> Response:
    tag = f'"{sha256(packed).hexdigest()[:16]}"'
    headers = {**_HEADERS, "cache-control": cache, "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=headers)


def _packed(ruleset: Ruleset, what: str, code: str) -> bytes:
    language = speaker(code, *(own.languages for own in ruleset.expansions if own.languages))
    if what == "schema":
        return gzip.compress(compact(schema(ruleset)).encode())
    if what == "sprite":
        return gzip.compress(sprite(ruleset, language=language).encode())
    return gzip.compress(compact(printed(ruleset, language)).encode())


def _asked(headers: Headers) -> str:
    """Return the language that the page speaks, or the first one that the browser asks for."""
    wanted = re.findall(r"[a-z]{2}", headers.get("x-language", headers.get("accept-language", ""))[:200])
    return next((code for code in wanted if code in LANGUAGES), messages.ENGLISH)


def _problem(status: int, reason: str) -> Response:
    return JSONResponse({"error": reason}, status, headers={"x-content-type-options": "nosniff"})


def application(server: Server) -> Starlette:
    """Return a server as an ASGI application."""

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    async def icon(_: Request) -> Response:
        return RedirectResponse("/static/icon.svg")

    async def worker(request: Request) -> Response:
        return static("worker.js", request)  # at the root: it serves every page

    async def bots(_: Request) -> Response:
        return JSONResponse(offered(), headers={"x-content-type-options": "nosniff"})

    async def playable(request: Request) -> Response:
        language = speaker(_asked(request.headers))
        return JSONResponse(expansions(language), headers={"x-content-type-options": "nosniff"})

    return Starlette(
        routes=[
            Route("/", server.page),
            Route("/t/{table}", server.page),
            Route("/favicon.ico", icon),
            Route("/worker.js", worker),
            Route("/static/{name}", server.asset),
            Route("/rules/{rules}/{what}", server.rules),
            Route("/api/bots", bots),
            Route("/api/expansions", playable),
            Route("/api/tables", server.create, methods=["POST"]),
            Route("/api/tables/{table}", server.show),
            WebSocketRoute("/api/tables/{table}/socket", server.socket),
        ],
        lifespan=life,
    )

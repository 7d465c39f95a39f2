"""The server: its tables, its background work, and the application that handles pages and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from time import monotonic
from time import time as time_of_day
from typing import Any, Final

from attrs import evolve
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from keyflower.declaration import KEYFLOWER
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.errors import LogError
from keyflower.kernel.json_text import read
from keyflower.kernel.log.lines import match_from_data
from keyflower.kernel.text import phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web.bot_pool import BotPool
from keyflower.web.housekeeping import Housekeeping
from keyflower.web.limits import Gate, Limits
from keyflower.web.lobby import TABLE_ID, NewTable, open_table, stage_of
from keyflower.web.pages import language_of, links, part_of_rules, problem, static, zipped
from keyflower.web.row_store import RowStore
from keyflower.web.security import Guard, Security
from keyflower.web.session import TableSession
from keyflower.web.table_game import table_game
from keyflower.web.table_store import InDoubt, Stage, StoreBusy
from keyflower.web.webhooks import Allowed, Post, Webhooks, allowed_by
from keyflower.web.windows import Unavailable, Unreadable, Windows
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")

_COMPARED: Final = 4.0
"""How often tables in memory are compared with those in a shared database, in seconds."""
_DUTIES: Final = 5.0
"""How often a server looks for bots that have to act and that no server runs, in seconds."""
_LEFT: Final = 6.0
"""If a bot at a table in a shared database has not acted for this long, any server may run it."""
_DRAWN: Final = 200
"""How many rules, and pictures of rules, are kept in memory."""
_HEALTH: Final = 3.0
"""A database that takes longer than this to answer counts as not working."""


class Server:
    """All tables of one process."""

    def __init__(
        self,
        store: RowStore,
        *,
        limits: Limits | None = None,
        origins: Sequence[str] = (),
        thinker: BotPool | None = None,
        security: Security | None = None,
        export: str = "",
        game: GameDeclaration | None = None,
        webhooks: str = "none",
        post: Post | None = None,
        time: Callable[[], float] = time_of_day,
    ) -> None:
        """Serve the tables of a store.

        Args:
            store: where they are kept.
            limits: how much clients may ask for.
            origins: pages from which sockets may be opened besides the server's own, such as ``https://example.org``.
            thinker: runs the bots.
            security: who may use the server and open tables; by default everybody who can reach it.
            export: a folder into which tables are written before they are deleted because of their age.
            game: which game is played, Keyflower by default; all tables of the store are of the same game.
            webhooks: which addresses tables may have called when a person has to decide: ``none``, ``public`` ones, or
                ``all``, also those of the own network.
            post: how they are called; over HTTP by default.
            time: the time by which clocks run, in seconds; the machine's by default.
        """
        self.declared = game or KEYFLOWER
        self.limits = Limits() if limits is None else limits
        given = Security() if security is None else security
        self.security = evolve(given, origins=given.origins | frozenset(origins))
        self.thinker = BotPool() if thinker is None else thinker
        self.metrics = self.thinker.metrics
        self.desk = WriteQueue(store)
        self.gate = Gate(self.limits)
        self.webhooks = Webhooks(allowed_by(webhooks), self.limits, self.metrics, post=post)
        self._time = time
        self.housekeeping = Housekeeping(self.desk, self.limits, self.metrics, export)
        self.windows = Windows(self.fresh, self.gate, self.security, self.metrics, self.housekeeping.full)
        self._store = store
        self._tables: dict[str, TableSession] = {}
        self._opening: dict[str, asyncio.Task[TableSession | None]] = {}
        self._aside: dict[str, float] = {}
        self._rules: dict[str, Any] = {}  # Any: the rules of any game
        self._pictures: dict[str, bytes] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._well: tuple[float, bool] = (0.0, True)

    # ------------------------------------------------------------------ tables

    async def open(self, wishes: dict[str, object]) -> NewTable:
        """Set up a new table and keep it.

        Raises:
            KeyflowerError: if it cannot be set up as asked; the message says what would be right.
            StoreBusy, InDoubt: if it could not be kept.
        """
        opening = await asyncio.to_thread(
            partial(open_table, wishes, declared=self.declared, webhooks=self.webhooks.allowed)
        )
        await self.desk.create(opening.saved)
        self.metrics.opened.add()
        if opening.saved.webhook:
            live = await self.table(opening.saved.id)
            if live is not None:
                live.announce()
        return opening

    async def table(self, name: str) -> TableSession | None:
        """Return a table, read from the store if nobody has looked at it lately.

        Raises:
            Unreadable: if it is there and cannot be opened; the reason is in words.
            Unavailable: if the store does not answer.
        """
        live = self._tables.get(name)
        if live is not None and not live.gone:
            return live
        if not TABLE_ID.fullmatch(name):
            return None
        task = self._opening.get(name)
        if task is None:
            task = self._opening[name] = asyncio.create_task(self._opened(name))
            task.add_done_callback(lambda _: self._opening.pop(name, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may hear of it
        return await asyncio.shield(task)

    async def fresh(self, name: str) -> TableSession | None:
        """Return a table after comparing it with a shared store, in case a change was missed."""
        live = await self.table(name)
        if live is not None and self._store.shared:
            await self._compare([live])
            return None if live.gone else live
        return live

    async def _opened(self, name: str) -> TableSession | None:
        try:
            saved = await self.desk.read(name)
            if saved is None:
                self._tables.pop(name, None)
                return None
            self._put_away()
            live = await asyncio.to_thread(
                TableSession,
                saved,
                self.desk,
                self.thinker,
                limits=self.limits,
                metrics=self.metrics,
                declared=self.declared,
                webhooks=self.webhooks,
                time=self._time,
            )
        except (StoreBusy, InDoubt, OSError) as error:
            logger.warning("a table could not be read", extra={"error": str(error)})
            raise Unavailable(
                phrase("The server could not read the table. Please try again later.")
            ) from error
        except Exception as error:  # an expansion that is not installed, a damaged log
            raise await self._set_aside(name, error) from error
        self._tables[name] = live
        if self._aside.pop(name, None) or live.rules != saved.rules or saved.stage is Stage.UNSAID:
            with contextlib.suppress(StoreBusy, InDoubt):
                await self.desk.note(
                    name, rules=live.rules, trouble="", stage=stage_of(live.game, live.seats)
                )
        return live

    async def _set_aside(self, name: str, error: Exception) -> Unreadable:
        """Remember that a table cannot be opened, and why; the others continue."""
        said = error.said if isinstance(error, KeyflowerError) else type(error).__name__
        self.metrics.unreadable.add()
        logger.warning("a table cannot be opened", extra={"error": str(error)[:500]})
        self._aside[name] = monotonic()
        with contextlib.suppress(StoreBusy, InDoubt):
            await self.desk.note(name, trouble=str(error)[:500])
        return Unreadable(phrase("This table cannot be opened here: {reason}", reason=said))

    def _put_away(self) -> None:
        """Drop tables without windows from memory while there are too many; they stay in the store."""
        gone = [name for name, live in self._tables.items() if live.gone]
        if len(self._tables) >= self.limits.kept:
            quiet = [name for name, live in self._tables.items() if live.quiet]
            gone += quiet[: self.limits.kept // 10 + 1]
        for name in gone:
            self._tables.pop(name).rest()

    # ------------------------------------------------------------------ life

    async def start(self) -> None:
        """Start the background work: listen to other servers, take up the bots' turns, remove old tables."""
        listen = getattr(self._store, "listen", None)
        if listen is not None:
            loop = asyncio.get_running_loop()
            changed: asyncio.Queue[str] = asyncio.Queue()
            listen(lambda name: loop.call_soon_threadsafe(changed.put_nowait, name))
            self._tasks.append(asyncio.create_task(self._follow(changed)))
            self._tasks.append(asyncio.create_task(self._look_again()))
        self._tasks.append(asyncio.create_task(self._take_up()))
        self._tasks.append(asyncio.create_task(self.housekeeping.run()))

    async def _follow(self, changed: asyncio.Queue[str]) -> None:
        """Read what other servers change; without a name, whatever may have been missed.

        Every table is read by itself: one that has to wait for the database holds up no other.
        """
        async with asyncio.TaskGroup() as reading:
            while True:
                name, _, version = (await changed.get()).partition(" ")
                live = self._tables.get(name)
                if not name:
                    reading.create_task(self._compare([*self._tables.values()]))
                elif live is not None:
                    reading.create_task(self._read_again(live, int(version) if version else None))

    async def _read_again(self, live: TableSession, version: int | None = None) -> None:
        try:
            await live.catch_up(version)
        except Exception as error:
            logger.warning("a table could not be read again", extra={"error": str(error)})

    async def _look_again(self) -> None:
        """Compare versions regularly, in case a notification was lost."""
        while True:
            await asyncio.sleep(_COMPARED)
            await self._compare([*self._tables.values()])

    async def _compare(self, tables: Sequence[TableSession]) -> None:
        """Read the tables again whose versions in the store are different."""
        try:
            versions = await self.desk.versions(live.id for live in tables)
        except Exception as error:
            logger.warning("versions could not be compared", extra={"error": str(error)})
            return
        others = [live for live in tables if versions.get(live.id, -1) != live.version]
        self.metrics.healed.add(len(others))
        await asyncio.gather(*(self._read_again(live) for live in others))

    async def _take_up(self) -> None:
        """Find bots that have to act and that no server runs: at the start, and whenever another server is gone."""
        older = 0.0
        while True:
            try:
                for name in await self.desk.duties(older, self._time()):
                    if name not in self._aside:
                        await self._wake(name)
                        await asyncio.sleep(0)  # people first
                older = _LEFT if self._store.shared else 1.0
            except Exception as error:
                logger.warning("the duties of bots could not be read", extra={"error": str(error)})
            await asyncio.sleep(_DUTIES)

    async def _wake(self, name: str) -> None:
        with contextlib.suppress(Unreadable, Unavailable):
            live = await self.table(name)
            if live is not None:
                live.wake()

    async def stop(self) -> None:
        """Stop bots, write what is waiting, close the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._tables.values():
            await live.close()
        await self.webhooks.close()
        self.thinker.close()
        await self.desk.close()

    # ------------------------------------------------------------------ opening tables over HTTP

    async def create(self, request: Request) -> Response:
        """``POST /api/tables``: set up a table, return its links."""
        address = self.security.household(request.scope, request.headers)
        turned_away = self._may_open(request, address) or await self._full(address)
        if turned_away is not None:
            return turned_away
        try:
            async with asyncio.timeout(self.limits.patience):
                body = await self._body(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except TimeoutError:
            return problem(408, "the request took too long")
        if body is None:
            return problem(413, f"at most {self.limits.body} bytes")
        try:
            wishes = read(body.decode())
        except (LogError, UnicodeDecodeError):
            wishes = None
        if not isinstance(wishes, dict):
            return problem(400, "the body is a JSON object")
        try:
            opening = await self.open(wishes)
        except (StoreBusy, InDoubt, OSError) as error:
            logger.warning("a table could not be kept", extra={"error": str(error)})
            return problem(503, "the server could not keep the table: try again later", again=5)
        except KeyflowerError as error:
            return problem(400, error.text(language_of(request.headers))[:1000])
        except (ValueError, RecursionError):
            return problem(400, "the body is a JSON object")
        return JSONResponse(links(opening), 201)

    def _may_open(self, request: Request, address: str) -> Response | None:
        """Return why a request may not open a table; `None` if it may."""
        security, headers = self.security, request.headers
        if not security.same_origin(headers):
            return problem(403, "tables are opened from this server's own pages")
        if security.open_to_all:
            return None
        said = security.password_in(headers)
        right = said is not None and security.right(said)
        too_much = self.gate.guessing(address, wrong=said is not None and not right)
        if too_much is not None:
            self.metrics.refused.add(reason="password")
            return problem(429, "too many wrong passwords: try again later", again=too_much.again)
        if right:
            return None
        answer = problem(401, "opening a table needs the password of this server")
        answer.headers["www-authenticate"] = 'Basic realm="Open a table", charset="UTF-8"'
        return answer

    async def _full(self, address: str) -> Response | None:
        """Return the refusal if there is no room for another table, otherwise `None`."""
        too_much = self.gate.opening(address)
        if too_much is not None:
            self.metrics.refused.add(reason=too_much.reason)
            return problem(429, "too many tables are being opened: try again later", again=too_much.again)
        if await self.housekeeping.full():
            self.metrics.refused.add(reason="database")
            return problem(503, "the server has no room for more tables: try again later", again=3600)
        return None

    async def _body(self, request: Request) -> bytes | None:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.limits.body:
                return None
        return body

    # ------------------------------------------------------------------ other pages

    def asked(self, request: Request, kind: str, *, seated: bool = True) -> Response | None:
        """Count a request; return a refusal if it exceeds a limit, otherwise `None`."""
        address = self.security.household(request.scope, request.headers)
        too_much = self.gate.request(address, kind, seated=seated)
        if too_much is None:
            return None
        self.metrics.refused.add(reason=too_much.reason)
        return problem(429, "too many requests: try again later", again=too_much.again)

    async def show(self, request: Request) -> Response:
        """``GET /api/tables/{table}``: what a spectator may know."""
        too_much = self.asked(request, "show", seated=False)
        if too_much is not None:
            return too_much
        try:
            live = await self.fresh(request.path_params["table"])
        except Unreadable as error:
            return problem(409, error.text(language_of(request.headers))[:1000])
        except Unavailable as error:
            return problem(503, error.text(language_of(request.headers)), again=2)
        return problem(404, "there is no such table") if live is None else JSONResponse(live.spectator_data())

    async def rules(self, request: Request) -> Response:
        """``GET /rules/{rules}/...``: the sprite and the tiles of a game's rules, in a language."""
        key, what = request.path_params["rules"], request.path_params["what"]
        part = part_of_rules(what)
        packed = self._pictures.get(f"{key}/{what}")
        if part is not None and packed is None:
            too_much = self.asked(request, part[0])
            if too_much is not None:
                return too_much
            try:
                ruleset = await self._ruleset(key)
            except (StoreBusy, InDoubt, OSError):
                return problem(503, "the server could not read the rules: try again later", again=2)
            except Exception as error:  # an expansion that is not installed, a damaged table
                said = error.text(language_of(request.headers)) if isinstance(error, KeyflowerError) else ""
                return problem(409, said[:1000] or "these rules cannot be read")
            if ruleset is not None:
                packed = await asyncio.to_thread(table_game(self.declared).packed, ruleset, *part[:2])
                _keep(self._pictures, f"{key}/{what}", packed)
        if part is None or packed is None:
            return problem(404, "there are no such rules here")
        return zipped(packed, part[2], request)

    async def _ruleset(self, key: str) -> Any:  # Any: as above, or nothing
        """Return rules by their key: any server that shares the store finds them."""
        if key not in self._rules:
            header = await self.desk.rules(key) if key.isalnum() else None
            if header is None:
                return None
            data = read(header)
            assert isinstance(data, dict)
            kind = self.declared.match
            match, _ = await asyncio.to_thread(match_from_data, kind, data, ())
            _keep(self._rules, key, match.ruleset)
            return match.ruleset
        return self._rules[key]

    async def page(self, request: Request) -> Response:
        """``GET /``, ``GET /t/{table}`` and ``GET /static/{name}``: the page and its files."""
        return self.asked(request, "page") or static(request.path_params.get("name", "index.html"), request)

    # ------------------------------------------------------------------ seen from outside

    async def health(self, request: Request) -> Response:
        """``GET /health``: whether the server can do its work."""
        then, well = self._well
        if monotonic() - then > 1:
            self._well = (monotonic(), well)  # whoever asks meanwhile is told the answer before
            try:
                async with asyncio.timeout(_HEALTH):
                    await self.desk.rules("")
                well = True
            except Exception:
                well = False
            self._well = (monotonic(), well)
        said = {"status": "ok" if well else "failing", "database": "ok" if well else "does not answer"}
        return JSONResponse(said, 200 if well else 503)

    async def numbers(self, request: Request) -> Response:
        """``GET /metrics``: metrics for Prometheus, for this machine and network only."""
        if not self.security.near(request.scope, request.headers):
            return problem(404, "there is no such page")
        return PlainTextResponse(self.metrics.text(self._gauges()), media_type="text/plain; version=0.0.4")

    def _gauges(self) -> dict[str, tuple[str, Callable[[], float]]]:
        sessions = self._tables.values()
        return {
            "keyflower_tables": ("Tables in memory.", lambda: len(self._tables)),
            "keyflower_tables_aside": ("Tables that cannot be opened.", lambda: len(self._aside)),
            "keyflower_windows": ("Windows of seats.", lambda: sum(len(live.windows) for live in sessions)),
            "keyflower_watchers": ("Windows of spectators.", lambda: self.gate.watchers),
            "keyflower_silent": (
                "Connections that have not said who they are.",
                lambda: len(self.gate.silent),
            ),
            "keyflower_writes_waiting": ("Changes that wait for the database.", lambda: self.desk.length),
            "keyflower_webhooks_waiting": ("Tables with a call under way.", lambda: self.webhooks.length),
            "keyflower_thoughts_waiting": ("Bots' turns that wait.", lambda: self.thinker.waiting),
        }


def _keep(kept: dict[str, Any], key: str, value: object) -> None:  # Any: whatever is kept
    """Store a value, and drop the oldest if there are too many."""
    while len(kept) >= _DRAWN:
        kept.pop(next(iter(kept)))
    kept[key] = value


def application(server: Server) -> Guard:
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

    async def bots(request: Request) -> Response:
        too_much = server.asked(request, "bots")
        if too_much is not None:
            return too_much
        chosen = request.query_params.getlist("expansion")[:12]
        try:  # in a thread, because the pace is measured where the rules are not the basic ones
            return JSONResponse(await asyncio.to_thread(table_game(server.declared).bots, chosen))
        except KeyflowerError as error:
            return problem(400, error.text(language_of(request.headers))[:1000])

    async def failed(request: Request, error: Exception) -> Response:
        return problem(500, "the server could not answer; what went wrong is in its log")

    async def about(request: Request) -> Response:
        return JSONResponse({"webhooks": server.webhooks.allowed is not Allowed.NONE})

    async def played(request: Request) -> Response:
        declared = server.declared
        told = {"name": declared.name, "least": declared.least, "most": declared.most}
        told |= {"title": declared.language(language_of(request.headers)).say(declared.title)}
        told |= {"bot": declared.usual_bot, "languages": declared.languages, "known": bool(declared.browser)}
        return JSONResponse(told)

    async def playable(request: Request) -> Response:
        too_much = server.asked(request, "expansions")
        if too_much is not None:
            return too_much
        language = server.declared.language(language_of(request.headers))
        return JSONResponse(table_game(server.declared).choices(language))

    made = Starlette(
        routes=[
            Route("/", server.page),
            Route("/t/{table}", server.page),
            Route("/favicon.ico", icon),
            Route("/worker.js", worker),
            Route("/health", server.health),
            Route("/metrics", server.numbers),
            Route("/static/{name}", server.page),
            Route("/rules/{rules}/{what}", server.rules),
            Route("/api/server", about),
            Route("/api/game", played),
            Route("/api/bots", bots),
            Route("/api/expansions", playable),
            Route("/api/tables", server.create, methods=["POST"]),
            Route("/api/tables/{table}", server.show),
            WebSocketRoute("/api/tables/{table}/socket", server.windows.socket),
        ],
        exception_handlers={Exception: failed},
        lifespan=life,
    )
    made.router.redirect_slashes = False  # it would lead to whatever name the request gives
    return Guard(made, server.security)  # around everything, also around the answer to an error of our own

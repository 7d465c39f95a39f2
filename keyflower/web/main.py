"""Running the server: what ``keyflower serve`` does."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

import uvicorn

from keyflower.declaration import KEYFLOWER
from keyflower.facade.files import trouble
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.text import phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web.bot_pool import BotPool
from keyflower.web.limits import Limits
from keyflower.web.pages import links
from keyflower.web.patient_http import patient
from keyflower.web.security import Security, is_local, name_of, netloc_of, own_names
from keyflower.web.server import Server, application
from keyflower.web.server_log import begin_to_write
from keyflower.web.stores import open_store

PORT: Final = 8017
"""The port that is used unless another one is asked for."""


class PortTaken(KeyflowerError):
    """The address is in use."""


def usual_database(game: str = "keyflower") -> Path:
    """Return where the tables of a game are kept unless another place is asked for."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / game / "tables.sqlite3"


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    database: str = "",
    origins: Sequence[str] = (),
    limits: Limits | None = None,
    processes: int = 1,
    password: str = "",
    open_to_all: bool = False,
    proxy: str = "",
    export: str = "",
    webhooks: str = "none",
    first: dict[str, object] | None = None,
    browse: bool = False,
    say: Callable[[str], None] | None = None,
    game: GameDeclaration = KEYFLOWER,
) -> None:
    """Serve tables until the process is told to stop.

    Args:
        host: the address to listen on; ``0.0.0.0`` for all addresses of this machine.
        port: the port; 0 for any free one.
        database: a file, or ``postgresql://...``; if empty, the usual file.
        origins: other sites whose pages may open sockets to this server.
        limits: how much clients may ask for.
        processes: how many processes the bots run in.
        password: the password for opening tables; by default one is generated if strangers can reach the server.
        open_to_all: whether anybody may open tables without a password, even at a public address.
        proxy: the header in which a proxy says whose request it forwards, such as ``X-Forwarded-For``; if left out,
            no such header is trusted.
        export: a folder that old tables are written to before they are deleted.
        webhooks: which addresses tables may have called when a person has to decide: ``none``, ``public`` ones, or
            ``all``, also those of the own network.
        first: a table to set up at once, as ``POST /api/tables`` takes it.
        browse: whether to open a browser.
        say: called with each message for the person at the terminal; by default nothing is printed.
        game: which game is played; each has a database of its own.

    Raises:
        PortTaken: if the port is in use.
        StoreError: if the database cannot be opened.
    """
    where = database or str(usual_database(game.name))
    listening = _listen(host, port)
    # whoever has a proxy in front of it, or a page of another name, is reached by others
    names = [host, *(name_of(netloc_of(origin)) for origin in origins)]
    public = bool(proxy) or not all(map(is_local, names))
    anybody = not password and (open_to_all or not public)
    made_up = "" if anybody or password else token_urlsafe(9)
    security = Security(
        hosts=own_names(host, origins), proxy=proxy, password=password or made_up, open_to_all=anybody
    )
    try:
        store = open_store(where)
    except BaseException:
        listening.close()
        raise
    server = Server(
        store,
        limits=limits,
        origins=origins,
        thinker=BotPool(processes),
        security=security,
        export=export,
        game=game,
        webhooks=webhooks,
    )
    begin_to_write()
    _allow_many_connections()
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    address = f"http://{shown}:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        application(server),
        log_config=None,
        log_level="warning",
        access_log=False,
        http=patient(server.limits.patience, server.limits.silent),
        proxy_headers=False,  # whose request it is, Security says
        ws_max_size=server.limits.frame,
        ws_max_queue=8,
        ws_per_message_deflate=False,  # a dictionary for each of thousands of windows takes too much memory
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    with listening:
        asyncio.run(
            _run(
                uvicorn.Server(config),
                server,
                listening,
                address,
                first,
                browse=browse,
                say=say or _say_nothing,
                where=where,
                hints=[*_who_opens(made_up, public=public, anybody=anybody)],
            )
        )


def _say_nothing(text: str) -> None:
    pass


def _allow_many_connections() -> None:
    """Let this process have as many connections open as the system allows; by default that is often 1,024."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _who_opens(made_up: str, *, public: bool, anybody: bool) -> Iterator[str]:
    """Iterate the messages for the person at the terminal about who may open tables."""
    if made_up:
        yield phrase("Opening a table needs this password: {password}", password=made_up)
        yield phrase("Choose another one with --password, or let everybody open tables with --open-to-all.")
    elif public and anybody:
        yield phrase("Everybody who reaches this server may open tables.")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever comes before the server is ready waits, and is not turned away
    except OSError as error:
        listening.close()
        raise PortTaken(
            phrase(
                "cannot listen at {host}:{port} ({problem}); choose another port with --port",
                host=host,
                port=port,
                problem=trouble(error),
            )
        ) from error
    return listening


async def _run(
    running: uvicorn.Server,
    server: Server,
    listening: socket.socket,
    address: str,
    first: dict[str, object] | None,
    *,
    browse: bool,
    say: Callable[[str], None],
    where: str,
    hints: Sequence[str],
) -> None:
    link = address
    if first is not None:
        told = links(await server.open(first))
        seats = told["seats"]
        assert isinstance(seats, list)
        link = address + str(next(seat["link"] for seat in seats if seat["link"]))
    if not where.startswith("postgres"):
        say(phrase("Tables are kept in {place}.", place=where))
    say(phrase("Open {link}", link=link))
    if first is not None:
        say(phrase("More tables, and links for other people: {address}", address=address))
    for hint in hints:
        say(hint)
    say(phrase("Ctrl-C stops the server; the tables stay."))
    if browse:
        asyncio.get_running_loop().call_later(0.8, webbrowser.open, link)
    await running.serve(sockets=[listening])

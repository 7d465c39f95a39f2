"""Windows: the sockets through which players and spectators watch tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import phrase
from keyflower.model.errors import KeyflowerError
from keyflower.web import protocol as messages
from keyflower.web.connection import NOT_ALLOWED, TOO_SLOW, Window
from keyflower.web.limits import Bucket, Gate, TooMuch
from keyflower.web.lobby import seat_of
from keyflower.web.metrics import Metrics
from keyflower.web.protocol import Outcome
from keyflower.web.refusals import Refused, Unknown
from keyflower.web.security import Security
from keyflower.web.session import TableSession

logger = logging.getLogger("keyflower.web")

_STRIKES: Final = 20
"""A window that keeps asking after this many refusals is closed."""
_AGAIN: Final = 1.0
"""How many seconds a client that connects too often waits for the refusal, on each of its connections."""
_LONGEST_WAIT: Final = 60.0
"""The longest wait; after that, a client is disconnected."""


class Unreadable(KeyflowerError):
    """A table that is there, but cannot be opened by this server; the message says why."""


class Unavailable(KeyflowerError):
    """A table that cannot be read at this moment; it may be tried again."""


class Windows:
    """Lets windows watch tables, within the limits."""

    def __init__(
        self,
        table: Callable[[str], Awaitable[TableSession | None]],
        gate: Gate,
        security: Security,
        metrics: Metrics,
        full: Callable[[], Awaitable[bool]],
    ) -> None:
        """Look at tables.

        Args:
            table: returns a table by its id.
            gate: counts requests against the limits.
            security: checks who may connect.
            metrics: where everything is counted.
            full: returns whether there is no room for another table.
        """
        self._full = full
        self._table = table
        self._gate = gate
        self._limits = gate.limits
        self._security = security
        self._metrics = metrics

    async def socket(self, websocket: WebSocket) -> None:
        """``/api/tables/{table}/socket``: one window."""
        headers = websocket.headers
        if not self._security.same_origin(headers):
            self._metrics.refused.add(reason="origin")
            await websocket.close(NOT_ALLOWED)
            return
        address = self._security.household(websocket.scope, headers)
        too_much = self._gate.come(address)
        if too_much is not None:
            await self._later(websocket, too_much)
            return
        try:
            too_much = self._gate.request(address, "connect", seated=True)
            if too_much is not None:
                await asyncio.sleep(_AGAIN)
                await self._later(websocket, too_much)
                return
            await websocket.accept()
            await self._window(websocket, address)
        except WebSocketDisconnect:
            pass
        except (TimeoutError, RuntimeError, OSError):  # said nothing for too long, or is gone already
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await websocket.close(NOT_ALLOWED)
        finally:
            self._gate.go(address)

    async def _later(self, websocket: WebSocket, too_much: TooMuch) -> None:
        """Refuse a client that may come back later."""
        self._metrics.refused.add(reason=too_much.reason)
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            if websocket.client_state.name == "CONNECTING":
                await websocket.accept()
            await websocket.send_text(messages.wait(too_much.again, _said(too_much)))
            await websocket.close(TOO_SLOW)

    async def _window(self, websocket: WebSocket, address: str) -> None:
        bucket = self._gate.window()
        text = await self._first(websocket, address)
        seated = None if text is None else await self._seated(websocket, text, address, bucket)
        if seated is None:
            return
        live, window = seated
        sender = asyncio.create_task(self._send(websocket, window))
        listener = asyncio.create_task(self._listen(websocket, live, window, bucket))
        try:
            await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._gone(live, window)
            for task in (sender, listener):
                task.cancel()
            await asyncio.gather(sender, listener, return_exceptions=True)

    # ------------------------------------------------------------------ sitting down

    async def _first(self, websocket: WebSocket, address: str) -> str | None:
        """Return the first message of a client; `None` if it had to make room for other connections."""
        hearing = asyncio.create_task(_heard(websocket))
        self._gate.silent.come(address, hearing.cancel)
        try:
            await asyncio.wait((hearing,), timeout=self._limits.patience)
            if hearing.done() and not hearing.cancelled():
                return hearing.result()
        finally:
            self._gate.silent.known(address, hearing.cancel)
            hearing.cancel()
        await self._later(websocket, TooMuch("silent", self._limits.patience))
        return None

    async def _seated(
        self, websocket: WebSocket, text: str, address: str, bucket: Bucket
    ) -> tuple[TableSession, Window] | None:
        """Return the table and the window of a client that has identified itself; `None` if it was refused."""
        try:
            said = messages.heard(text)
        except messages.BadMessage as error:
            await self._turned_away(websocket, str(error))
            return None
        if not isinstance(said, messages.Join):
            await self._turned_away(websocket, "Say join first.")
            return None
        too_much = self._gate.message(bucket, address, "join", seated=bool(said.token))
        if too_much is not None:
            await self._later(websocket, too_much)
            return None
        wanted = said.language or (*said.accept, messages.ENGLISH)[0]
        try:
            live = await self._table(websocket.path_params["table"])
        except Unavailable:
            await self._later(websocket, TooMuch("database", 2))
            return None
        except Unreadable as error:
            await self._turned_away(websocket, error.said, wanted)
            return None
        if live is None:
            self._gate.request(address, "join", seated=False)
            await self._turned_away(websocket, phrase("There is no such table."), wanted)
            return None
        return await self._let_in(websocket, live, said, address)

    async def _let_in(
        self, websocket: WebSocket, live: TableSession, said: messages.Join, address: str
    ) -> tuple[TableSession, Window] | None:
        language = said.language or live.language or (*said.accept, messages.ENGLISH)[0]
        viewer = SPECTATOR if not said.token else seat_of(live.seats, said.token)
        if viewer is None:
            self._metrics.refused.add(reason="link")
            self._gate.request(address, "join", seated=False)
            wrong = phrase("This link does not belong to a seat at this table.")
            await self._turned_away(websocket, wrong, language)
            return None
        if viewer == SPECTATOR:
            watching = sum(window.viewer == SPECTATOR for window in live.windows)
            full = watching >= self._limits.watchers
            if full or self._gate.watchers >= self._limits.all_watchers:
                await self._later(websocket, TooMuch("watchers", self._limits.patience))
                return None
            self._gate.watchers += 1
        else:
            self._make_room(live, viewer)
        letters = self._limits.waiting_letters
        window = Window(viewer, self._limits.waiting, language, address, letters=letters)
        try:
            live.join(window, said.since)
        except Exception:
            logger.exception("a table could not be shown to a window")
            self._gone(live, window)
            await websocket.close(TOO_SLOW)
            return None
        return live, window

    def _gone(self, live: TableSession, window: Window) -> None:
        live.leave(window)
        if window.viewer == SPECTATOR:
            self._gate.watchers -= 1

    def _make_room(self, live: TableSession, seat: int) -> None:
        """Close the oldest window of a seat if there are too many, so that a seat never locks itself out."""
        own = [window for window in live.windows if window.viewer == seat and not window.ended]
        for window in own[: max(0, len(own) - self._limits.seat_windows + 1)]:
            reason = phrase("This table is open in too many windows.")
            window.tell(messages.answer("join", Outcome.REFUSED, reason, language=window.language))
            window.end(NOT_ALLOWED)

    async def _turned_away(self, websocket: WebSocket, reason: str, language: str = messages.ENGLISH) -> None:
        await websocket.send_text(messages.answer("join", Outcome.REFUSED, reason, language=language))
        await websocket.close(NOT_ALLOWED)

    # ------------------------------------------------------------------ talking

    async def _send(self, websocket: WebSocket, window: Window) -> None:
        """Send the queue of a window; close the window if it is too slow."""
        while True:
            text = await window.waiting.get()
            if isinstance(text, int):
                await websocket.close(text)
                return
            try:
                async with asyncio.timeout(self._limits.patience):
                    await websocket.send_text(text)
            except TimeoutError:
                self._metrics.refused.add(reason="slow")
                await websocket.close(TOO_SLOW)
                return

    async def _listen(self, websocket: WebSocket, live: TableSession, window: Window, bucket: Bucket) -> None:
        seated, strikes = window.viewer != SPECTATOR, 0
        while True:
            try:
                async with asyncio.timeout(self._limits.idle):
                    text = await _heard(websocket)
            except TimeoutError:
                window.end(TOO_SLOW)
                await asyncio.sleep(self._limits.patience)
                return
            try:
                said: messages.Said | str = messages.heard(text)
            except messages.BadMessage as error:
                said = str(error)
            kind = "message" if isinstance(said, str) else messages.kind_of(said)
            too_much = self._gate.message(bucket, window.address, kind, seated=seated)
            if too_much is not None:
                strikes += 1
                self._metrics.refused.add(reason=too_much.reason)
                if strikes > _STRIKES or too_much.again > _LONGEST_WAIT:
                    await websocket.close(NOT_ALLOWED)
                    return
                name = "" if isinstance(said, str) else getattr(said, "id", "")
                window.tell(_refused(kind, name, too_much, window.language))
                await asyncio.sleep(
                    min(too_much.again, self._limits.patience)
                )  # nothing more is read meanwhile
                continue
            strikes = max(0, strikes - 1)
            if isinstance(said, str):
                window.tell(messages.answer("message", Outcome.REFUSED, said))
            else:
                await self._answer(said, live, window)

    async def _answer(self, said: messages.Said, live: TableSession, window: Window) -> None:
        kind = messages.kind_of(said)
        language = live.speaker(window.language)
        if isinstance(said, messages.Speak):
            live.speak(window, said.language)
            return
        if isinstance(said, messages.Join):
            window.tell(messages.answer(kind, Outcome.REFUSED, "You have joined already."))
            return
        answer = partial(messages.answer, kind, id=said.id, language=language)
        watching = window.viewer == SPECTATOR
        if watching and not isinstance(said, messages.Looked):
            window.tell(answer(Outcome.REFUSED, phrase("You are watching: only players act.")))
            return
        begun = monotonic()
        try:
            window.tell(await self._done(said, live, window, answer))
        except Refused as refused:
            again = 1.0 if refused.code == "busy" else 0.0
            window.tell(
                answer(Outcome.REFUSED, refused.reason, refused.refusals, code=refused.code, again=again)
            )
        except Unknown as unknown:
            window.tell(answer(Outcome.UNKNOWN, unknown.said, link=unknown.link))
        except Exception:  # the client hears of it, the others go on
            logger.exception("a message could not be answered")
            window.tell(answer(Outcome.UNKNOWN, Unknown().said))
        if isinstance(said, messages.Play):
            self._metrics.answers.add(monotonic() - begun)

    async def _done(
        self,
        said: messages.Asked | messages.Looked,
        live: TableSession,
        window: Window,
        answer: Callable[..., str],
    ) -> str:
        """Do what a window asks for, and return the answer."""
        seat = window.viewer
        opens = isinstance(said, messages.PlayOn) or (
            isinstance(said, messages.Rematch) and live.game.over and not live.successor
        )
        too_much = await self._opening(window) if opens else None
        if too_much is not None:
            return answer(Outcome.REFUSED, _said(too_much), code="busy", again=too_much.again)
        match said:
            case messages.Play():
                return answer(Outcome.STORED, ply=await live.play(seat, said.decision, said.action))
            case messages.Undo():
                return answer(Outcome.STORED, ply=await live.undo(seat))
            case messages.Rematch():
                await live.rematch(seat)
                return answer(Outcome.STORED)
            case messages.NewLink():
                return answer(Outcome.STORED, link=await live.new_link(seat, window))
            case messages.PlayOn():
                return answer(
                    Outcome.STORED,
                    link=await live.play_on(said.ply, seat if said.seat is None else said.seat),
                )
            case messages.Chat():
                await live.say(seat, said)
                return answer(Outcome.STORED)
            case messages.TakeOver():
                done = await live.take_over(said.seat, seat)
                return answer(Outcome.STORED if done else Outcome.TOLD)
            case messages.ComeBack():
                await live.come_back(seat)
                return answer(Outcome.STORED)
            case messages.History() | messages.Moment() | messages.Log():
                return live.look(window, said)
            case messages.Review():
                return await live.review(window, said.id)
            case messages.Hint():
                return await live.hint(window, said.id)
            case messages.Why():
                return answer(Outcome.TOLD, "", live.why(seat, said.action))

    async def _opening(self, window: Window) -> TooMuch | None:
        """Count a table that a window opens; return the limit that it exceeds, if any."""
        too_much = self._gate.opening(window.address)
        if too_much is None and await self._full():
            too_much = TooMuch("database", 3600)
        if too_much is not None:
            self._metrics.refused.add(reason=too_much.reason)
        return too_much


async def _heard(websocket: WebSocket) -> str:
    """Return the next message; bytes are not a message."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or ""


def _said(too_much: TooMuch) -> str:
    seconds = max(1, round(too_much.again))
    return phrase("That is too much at once. Please try again in {seconds} s.", seconds=seconds)


def _refused(kind: str, name: str, too_much: TooMuch, language: str) -> str:
    return messages.answer(
        kind, Outcome.REFUSED, _said(too_much), id=name, code="busy", again=too_much.again, language=language
    )

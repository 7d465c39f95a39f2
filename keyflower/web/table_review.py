"""The review of a finished game at a table, and hints while one plays against bots.

Both are computed where bots think, a few moments at a time, so nobody's bots wait long. Reviewed moments are kept with
the table: any server that shares the database can send them, and a stopped review resumes from there.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import choice
from typing import Final

from keyflower.facade.event_log import EventLog
from keyflower.facade.game import Game
from keyflower.fast.trials import can_try
from keyflower.kernel.actions import Action
from keyflower.kernel.declaration import AnyGame
from keyflower.kernel.json_text import compact
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import Speaker, phrase
from keyflower.model.errors import KeyflowerError
from keyflower.review import Estimate, ReviewedMoment, Tried, hint
from keyflower.review.analysis import CANDIDATES, DEALS, Work
from keyflower.review.reviewed_moment import tried_from_data, tried_to_data
from keyflower.web.audience import alone
from keyflower.web.bot_pool import BotPool
from keyflower.web.connection import Window
from keyflower.web.protocol import Message
from keyflower.web.refusals import Refused
from keyflower.web.table_store import StoreError
from keyflower.web.write_queue import WriteQueue
from keyflower.words import teller_for

logger = logging.getLogger("keyflower.web")

_FORMAT: Final = 1
"""The version of stored moments; moments of another version are reviewed again."""
_AT_ONCE: Final = 4
"""How many moments are reviewed before somebody else's question gets its turn."""
_PATIENCE: Final = 300.0
"""How many seconds a process may take for them; rules that cannot be compiled are slow."""


# ---------------------------------------------------------------------- in the processes of the bots


def reviewed(log: str, plies: Sequence[int]) -> str:
    """Review some moments of a game, and return them as JSON."""
    game = _game(log)
    work = Work(game, frozenset(range(len(game.players))), DEALS, CANDIDATES, 0)
    return json.dumps([moment.to_data(game.ruleset) for moment in work(plies)])


def hinted(log: str, seat: int) -> str:
    """Rate the options of a seat from what it knows, and return them as JSON."""
    game = EventLog.loads(log).restore()
    return json.dumps([tried_to_data(game.ruleset, one) for one in hint(game, seat)])


@lru_cache(maxsize=2)
def _game(log: str) -> Game:
    return EventLog.loads(log).restore()


# ---------------------------------------------------------------------- at the table


class TableReview:
    """The review of one table: the moments that are known, who follows it, and what is left to do."""

    def __init__(self, table: str, desk: WriteQueue, thinker: BotPool) -> None:
        """Know nothing yet."""
        self._table = table
        self._desk = desk
        self._thinker = thinker
        self._chain: Sequence[Game] = ()
        self._name = self._log = ""
        self._known: dict[int, ReviewedMoment] = {}
        self._windows: dict[Window, Speaker] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def at_work(self) -> bool:
        """Whether moments are being reviewed."""
        return self._task is not None and not self._task.done()

    async def follow(
        self, window: Window, chain: Sequence[AnyGame], digest: str, *, id: str, language: Speaker
    ) -> str:
        """Return what is known of the review; the window is told the rest as it comes.

        Args:
            window: who asks.
            chain: all moments of the game.
            digest: of its log.
            id: what the window calls its question.
            language: who speaks its language.

        Raises:
            Refused: if the game is not over, or not of Keyflower, or what is known cannot be read now.
        """
        game = chain[-1]
        if not isinstance(game, Game):
            raise Refused(phrase("Only games of Keyflower can be reviewed."))
        if not game.over:
            raise Refused(phrase("The game is not over yet."))
        if self._name != f"{_FORMAT}:{digest}":  # new here, or the end was taken back and played again
            await self.close()
            self._chain, self._log, self._name = game.moments, game.log.dumps(), f"{_FORMAT}:{digest}"
            self._known = {}
        try:
            self._tell_all(await self._read())
        except StoreError:
            raise Refused(phrase("The table is busy. Please try again."), code="busy") from None
        plies = [*self._known]
        moments = await asyncio.to_thread(self._told, plies, window.viewer, language)
        moments += self._told(
            [ply for ply in self._known if ply not in plies], window.viewer, language
        )  # reviewed meanwhile
        self._windows[window] = language
        if not self.at_work and len(self._known) < len(self._chain):
            self._task = asyncio.create_task(self._work())
        return self._message(moments, id=id)

    def leave(self, window: Window) -> None:
        """Forget a window; when nobody follows it any more, the review is stopped."""
        self._windows.pop(window, None)

    async def close(self) -> None:
        """Stop the work; what has been reviewed is kept."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._windows.clear()

    # ------------------------------------------------------------------ the work

    async def _work(self) -> None:
        """Review what is left, for as long as somebody follows it."""
        size = _AT_ONCE if can_try(self._chain[-1]) else 1
        try:
            while self._windows and (left := [*self._left()]):
                some = left[:size]
                if self._desk.shared:  # another server may be at it, too: each takes what it meets
                    start = choice(range(0, len(left), size))
                    some = left[start : start + size]
                text = await self._thinker.answer(
                    reviewed, self._log, some, seconds=_PATIENCE, payers=self._payers
                )
                new = {data["ply"]: json.dumps(data) for data in json.loads(text)}
                await self._keep(new)
                self._tell_all(self._learn(new))
                if self._desk.shared:
                    self._tell_all(await self._read())
        except KeyflowerError as error:
            logger.warning("a review was stopped", extra={"error": str(error)[:300]})
            stopped = phrase("The review was stopped: the server could not continue it.")
            for window, language in self._windows.items():
                window.tell(self._message([], stopped=language.say(stopped)))
            self._windows.clear()

    def _left(self) -> Iterable[int]:
        return (ply for ply in range(len(self._chain)) if ply not in self._known)

    def _payers(self) -> frozenset[str]:
        return frozenset(window.address for window in self._windows if window.viewer != SPECTATOR)

    async def _read(self) -> Iterable[int]:
        """Learn what is kept and not known yet; return the plies."""
        return self._learn(await self._desk.reviewed(self._table, self._name, self._known))

    def _learn(self, lines: dict[int, str]) -> list[int]:
        """Learn reviewed moments; return the plies of those that are new, which everybody has to be told at once."""
        ruleset, new = self._chain[-1].ruleset, []
        for ply, line in lines.items():
            if ply in self._known:
                continue
            try:
                self._known[ply] = ReviewedMoment.from_data(ruleset, json.loads(line))
                new.append(ply)
            except (ValueError, KeyError, TypeError, AttributeError, KeyflowerError):
                logger.warning("a reviewed moment cannot be read, and is reviewed anew", extra={"ply": ply})
        return new

    async def _keep(self, lines: dict[int, str]) -> None:
        try:
            await self._desk.keep_review(self._table, self._name, lines)
        except StoreError as error:  # it is told all the same, and computed again after a restart
            logger.warning("a part of a review was not kept", extra={"error": str(error)})

    # ------------------------------------------------------------------ telling

    def _tell_all(self, plies: Iterable[int]) -> None:
        told = [*plies]
        if told:
            for window, language in self._windows.items():
                with alone(window):
                    window.tell(self._message(self._told(told, window.viewer, language)))

    def _message(self, moments: list[Message], *, id: str | None = None, stopped: str = "") -> str:
        message: Message = {
            "type": "review",
            "done": len(self._known),
            "all": len(self._chain),
            "moments": moments,
        }
        if id is not None:
            message["id"] = id
        if stopped:
            message["stopped"] = stopped
        return compact(message)

    def _told(self, plies: Iterable[int], viewer: int, language: Speaker) -> list[Message]:
        return [moment_to_data(self._known[ply], self._chain[ply], viewer, language) for ply in sorted(plies)]


async def hint_for(thinker: BotPool, game: AnyGame, window: Window, *, id: str, language: Speaker) -> str:
    """Return the best answers to the open question of a seat, rated from what it knows.

    Raises:
        Refused: if the seat has nothing to decide, or no bot process could answer.
    """
    seat = window.viewer
    if not isinstance(game, Game) or seat not in game.decisions:
        raise Refused(phrase("You have nothing to decide now."), code="stale")
    try:
        text = await thinker.answer(
            hinted, game.log.dumps(), seat, seconds=_PATIENCE, payers=lambda: frozenset({window.address})
        )
    except KeyflowerError as error:
        logger.warning("a hint could not be given", extra={"error": str(error)[:300]})
        raise Refused(phrase("The table is busy. Please try again."), code="busy") from None
    tried = [tried_from_data(game.ruleset, data) for data in json.loads(text)]
    return compact(
        {
            "type": "hint",
            "id": id,
            "decision": game.decisions[seat].id,
            "tried": options_to_data(tried, game, seat, seat, language),
        }
    )


def moment_to_data(moment: ReviewedMoment, game: Game, viewer: int, language: Speaker) -> Message:
    """Return a reviewed moment as it is sent, its options in the words of a language."""
    data: Message = {"ply": moment.ply, "chances": _pairs(moment.chances), "margins": _pairs(moment.margins)}
    if moment.luck:
        data["luck"] = _pairs(moment.luck)
    made = moment.choice
    if made is not None:
        actions = [one.action for one in made.tried]
        data["choice"] = {
            "seat": made.seat,
            "kind": made.kind,
            "grade": made.grade.value,
            "decided": made.decided,
            "played": actions.index(made.played),
            "best": actions.index(made.best),
            **{name: _pair(getattr(made, name)) for name in ("loss", "points", "edge")},
            "tried": options_to_data(made.tried, game, made.seat, viewer, language),
        }
    return data


def options_to_data(
    tried: Iterable[Tried], game: Game, seat: int, viewer: int, language: Speaker
) -> list[Message]:
    """Return options of a seat as they are told, in the words of a language."""
    teller = teller_for(game, None if viewer == SPECTATOR else viewer)
    village = game.state.seats[seat].village

    def said(action: Action) -> str:
        return language.say(teller.chosen(seat, action, village))

    return [
        {
            "action": str(one.action),
            "words": said(one.action),
            "line": [said(action) for action in one.line],
            "win": _pair(one.win),
            "margin": _pair(one.margin),
            "ahead": _pair(one.ahead),
            "deals": one.deals,
        }
        for one in tried
    ]


def _pair(estimate: Estimate) -> list[float]:
    return [round(estimate.mean, 4), round(min(estimate.error, 1e6), 4)]


def _pairs(estimates: Iterable[Estimate]) -> list[list[float]]:
    return [_pair(one) for one in estimates]

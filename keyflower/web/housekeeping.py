"""Deletes tables that nobody has touched for too long, so that the database does not grow forever."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from time import monotonic
from typing import Final

from attrs import evolve

from keyflower.declaration import KEYFLOWER
from keyflower.facade.files import save_text
from keyflower.kernel.declaration import GameDeclaration
from keyflower.kernel.json_text import compact, read
from keyflower.model.errors import KeyflowerError
from keyflower.web.chain import read_game
from keyflower.web.chat import Remark
from keyflower.web.limits import DAY, Limits
from keyflower.web.lobby import TABLE_ID, stage_of
from keyflower.web.metrics import Metrics
from keyflower.web.table_rows import clock_from_text, clock_to_text, seats_from_text, seats_to_text
from keyflower.web.table_store import Ages, Saved, Stage, StoreError, rules_key
from keyflower.web.write_queue import WriteQueue

logger = logging.getLogger("keyflower.web")

_EVERY: Final = 3600.0
"""How often it looks for old tables, in seconds."""
_SIZED: Final = 30.0
"""How often the size of the database is measured, in seconds."""
_NEWEST: Final = 2**31 - 1
"""The highest version of a table that every database can keep."""
FORMAT: Final = 1
"""The version of exported tables."""


def exported(table: Saved) -> str:
    """Return a table as text: a line about the table, then its log. The text contains everything that is hidden."""
    about = {
        "kind": "table",
        "format": FORMAT,
        "id": table.id,
        "version": table.version,
        "seats": seats_to_text(table.seats, table.language),
        "stage": table.stage.value,
        "successor": table.successor,
        "webhook": table.webhook,
        "clock": clock_to_text(table.clock),
        "chat": [remark.to_data() for remark in table.chat],
    }
    return f"{compact(about)}\n{table.text}"


def imported(text: str) -> Saved:
    """Return a table from its text.

    Raises:
        StoreError: if the text is not an exported table.
    """
    first, *lines = text.removesuffix("\n").split("\n")
    try:
        about = read(first)
        match about:
            case {
                "kind": "table",
                "format": int(number),
                "id": str(name),
                "version": int(version),
                "seats": str(seats),
                "stage": str(stage),
                "successor": str(successor),
            } if number == FORMAT and lines and 0 < version <= _NEWEST and TABLE_ID.fullmatch(name):
                if not isinstance(read(lines[0]), dict):
                    raise StoreError("its log has no header")
                sitting, language = seats_from_text(seats)
                clock = clock_from_text(str(about.get("clock", "")))
                if clock is not None and len(clock.left) != len(sitting):
                    raise StoreError("its clocks are not those of its seats")
                return Saved(
                    name,
                    version,
                    sitting,
                    tuple(lines),
                    language,
                    Stage(stage),
                    successor,
                    rules_key(lines[0]),
                    str(about.get("webhook", "")),
                    clock,
                    tuple(Remark.from_data(remark) for remark in about.get("chat", ())),
                )
    except (KeyflowerError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"this is not an exported table: {error}") from error
    raise StoreError(f"this is not an exported table: its first line has to say so, with format {FORMAT}")


class Housekeeping:
    """Deletes tables that are too old, and checks whether the database is full."""

    def __init__(self, desk: WriteQueue, limits: Limits, metrics: Metrics, export: str = "") -> None:
        """Prepare; `run` does the work.

        Args:
            desk: the queue through which tables are read and deleted.
            limits: how long they are kept, and how much they may take.
            metrics: where deleted tables are counted.
            export: a folder that tables are written to before they are deleted; if empty, they are not written.
        """
        self._desk = desk
        self._limits = limits
        self._metrics = metrics
        self._export = export
        self._size: tuple[float, int] | None = None

    async def run(self) -> None:
        """Delete old tables every hour, until cancelled."""
        while True:
            try:
                await self.tidy()
            except Exception as error:
                logger.warning("old tables could not be deleted", extra={"error": str(error)})
            await asyncio.sleep(_EVERY)

    async def tidy(self) -> int:
        """Delete the tables that are too old and return how many there were."""
        limits, gone = self._limits, 0
        ages = Ages(limits.unplayed_days * DAY, limits.untouched_days * DAY, limits.finished_days * DAY)
        for name, version in (await self._desk.expired(ages)).items():
            try:
                if self._export:
                    await self._exported(name)
                gone += await self._desk.delete([name], version=version)  # unless somebody plays on meanwhile
            except (KeyflowerError, OSError) as error:  # this one stays
                logger.warning("an old table could not be deleted", extra={"error": str(error)[:500]})
        self._metrics.ended.add(gone)
        if gone:
            logger.info("old tables were deleted", extra={"tables": gone})
        return gone

    async def _exported(self, name: str) -> None:
        saved = await self._desk.read(name)
        if saved is not None:
            path = Path(self._export) / f"{name}.table.jsonl"
            await asyncio.to_thread(write_export, path, saved)

    async def full(self) -> bool:
        """Return whether there is no room for another table."""
        now = monotonic()
        if self._size is None or now - self._size[0] > _SIZED:
            try:
                self._size = (now, await self._desk.size())
            except StoreError:
                return False  # storing the table will fail and say what is wrong
        return self._size[1] > self._limits.database


def restored(text: str, declared: GameDeclaration = KEYFLOWER) -> Saved:
    """Return a table of a game from its text, after checking that its game can be restored.

    Raises:
        KeyflowerError: if the text is not an exported table, its log is damaged, or its seats differ from its game's.
    """
    saved = imported(text)
    game = read_game(saved, declared)
    if [seat.name for seat in saved.seats] != [*game.players]:
        raise StoreError("this is not an exported table: its seats are not those of its game")
    return evolve(saved, stage=stage_of(game, saved.seats))


def write_export(path: Path, table: Saved) -> None:
    """Write a table to a file that nobody else can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, exported(table), private=True)

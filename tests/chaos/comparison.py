"""Compares everything that people were told with what the database holds, in a process of its own.

A table's whole game is replayed. In the process of those who play that would slow them down, and what carries their
database connections, so that it would look as if a server had stood still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from keyflower.facade.event_log import EventLog
from keyflower.web.protocol import digests
from keyflower.web.stores import open_store


@frozen
class Told:
    """What the person at a seat was told."""

    digests: Mapping[int, str]
    """The digest of what the seat knew, by ply."""
    stored: tuple[int, ...]
    """The plies of actions that were answered with "stored"."""
    unknown: int
    """How often nobody knew whether an action was stored."""


def compare(where: str, tables: Mapping[str, Iterable[Told]]) -> dict[str, int]:
    """Return how much was told at some tables, and how much of it is not kept."""
    counts = {"tables": 0, "told": 0, "lost": 0, "unknown": 0}
    store = open_store(where, own=False)
    for table, seats in tables.items():
        saved = store.read(table)
        assert saved is not None, "a table is gone"
        game = EventLog.loads(saved.text).replay()  # a doubled action would be refused here
        entries = [moment.entry for moment in game.moments]
        counts["tables"] += 1
        for seat, told in enumerate(seats):
            kept = [*digests(entries, seat)]
            wrong = [ply for ply, digest in told.digests.items() if ply >= len(kept) or kept[ply] != digest]
            wrong += [ply for ply in told.stored if ply >= len(kept)]
            counts["told"] += len(told.digests) + len(told.stored)
            counts["lost"] += len(wrong)
            counts["unknown"] += told.unknown
            if wrong:
                print(f"WRONG: {table} seat {seat} plies {wrong} of {len(kept)}", flush=True)
    store.close()
    return counts

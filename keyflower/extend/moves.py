"""Hauling: why a piece cannot be moved with transport points, whatever ways it takes (rules 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from keyflower.extend.costs import counted
from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.actions import Move
from keyflower.model.names import good_name, place_name
from keyflower.model.pool import Pool


def way_refusals(action: Move, there: Pool, away: int, points: int, no_way: Refusal) -> Iterator[Refusal]:
    """Iterate why a move between two own places is not possible; none if it is.

    Args:
        action: the move.
        there: what lies where it begins.
        away: how many steps it takes; fewer than none if no way leads there.
        points: the transport points that are left.
        no_way: what to say if no way leads there.
    """
    if not there[action.good]:
        gaps = {"good": good_name(action.good), "origin": place_name(action.origin), "there": counted(there)}
        yield Refusal(
            "move.not-there",
            phrase("there is no {good} on {origin}, only {there}", **gaps)
            if there
            else phrase("there is nothing on {origin}", origin=gaps["origin"]),
            "3.3",
        )
    if away == 0:
        yield Refusal("move.nowhere", phrase("it is already there"), "3.3")
    elif away < 0:
        yield no_way
    elif away > points:
        yield Refusal(
            "move.no-points",
            phrase("that takes {away} steps, and you have {points} left", away=away, points=points),
            "3.3",
        )

"""Hauling: why a piece cannot be moved with transport points, whichever route it takes (rules 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from keyflower.extend.costs import counted
from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.actions import Move
from keyflower.model.names import good_name, place_name
from keyflower.model.pool import Pool


def way_refusals(action: Move, there: Pool, away: int, points: int, no_way: Refusal) -> Iterator[Refusal]:
    """Iterate the reasons why a move within a village is not possible; nothing if it is possible.

    Args:
        action: the move.
        there: the pieces where it begins.
        away: how many steps it takes; negative if it cannot get there.
        points: the transport points that are left.
        no_way: the reason to give if it cannot get there.
    """
    if not there[action.good]:
        gaps = {"good": good_name(action.good), "origin": place_name(action.origin), "there": counted(there)}
        why = phrase("there is nothing on {origin}", origin=gaps["origin"])
        if there:
            why = phrase("there is no {good} on {origin}, only {there}", **gaps)
        yield Refusal(
            "move.not-there",
            why,
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

"""The end of the game: screens are lifted, points counted, winners found (rules 6.10)."""

from __future__ import annotations

from keyflower.extend.handlers import Outcome, Table
from keyflower.kernel.events import Event, GameEnded
from keyflower.model.events import ScreenRevealed
from keyflower.model.places import uncovered
from keyflower.model.state import AnyState


def winners(table: Table, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return who wins: the most points; ties are shared unless an expansion breaks them."""
    best = max(totals)
    tied = tuple(seat for seat, total in enumerate(totals) if total == best)
    for expansion in table.ruleset.expansions:
        if len(tied) > 1 and expansion.tie_break is not None:
            tied = expansion.tie_break(table.state, tied)
    return tied


def totals_of(table: Table, state: AnyState) -> tuple[int, ...]:
    """Return the points of each seat."""
    # imported when a game is first scored: the solver is a fifth of all code that a game needs
    from keyflower.engine.scoring import best_total

    return tuple(best_total(table.ruleset, state, seat) for seat in range(len(state.seats)))


def finish(table: Table) -> Outcome:
    """Close the game."""
    events: list[Event] = [
        ScreenRevealed(number, seat.workers, seat.skills, uncovered(seat.places))
        for number, seat in enumerate(table.state.seats)
    ]
    totals = totals_of(table, table.state)
    return Outcome((*events, GameEnded(totals, winners(table, totals))))

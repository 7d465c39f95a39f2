"""Turns: exactly one bid, use or pass, clockwise, until all pass in succession (rules 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyflower.engine import bidding, using
from keyflower.engine.options.bids import bids
from keyflower.engine.options.uses import uses
from keyflower.engine.options.workforce import Workforce
from keyflower.engine.sources import outbid_groups
from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.actions import Bid, Pass, Use
from keyflower.model.enums import MOST_SEATS
from keyflower.model.events import Passed
from keyflower.model.tasks import Phase, Turn

PASS: Final = Pass()
_ONLY_PASS: Final = (PASS,)
_TURNS: Final = tuple(Turn(seat) for seat in range(MOST_SEATS))
_PASSED: Final = tuple((Passed(seat),) for seat in range(MOST_SEATS))


class Turning(BaseHandler[Turn]):
    """How the engine handles a turn."""

    def problem(self, table: Table, task: Turn) -> str:
        """Return whether two turns are waiting: each would continue to the end of the season (rules 2.2)."""
        turns = sum(type(other) is Turn for other in table.state.agenda)
        return f"{turns} turns are to be taken, but there is one at a time" if turns > 1 else ""

    def prompt(self, table: Table, task: Turn, seat: int) -> str:
        """Say what a turn is."""
        return phrase("Your turn: bid for a tile, use a tile, or pass.")

    def options(self, table: Table, task: Turn, seat: int) -> list[Sequence[Action]]:
        """Return bids, uses and the pass, in this order."""
        own = table.state.seats[seat]
        groups = outbid_groups(table.state, seat)
        if own.workers.total or own.open_workers.total or groups:
            workforce = Workforce(own, groups)
            batches: list[Sequence[Action]] = list(bids(table, seat, workforce))
            batches += uses(table, seat, workforce)
            batches.append(_ONLY_PASS)
            return batches
        return [_ONLY_PASS]

    def refusals(self, table: Table, task: Turn, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why the action is not legal in a turn."""
        if type(action) is Bid:
            return bidding.refusals(table, seat, action)
        if type(action) is Use:
            return using.refusals(table, seat, action)
        if type(action) is Pass:
            return ()
        return (
            Refusal(
                "turn.expected",
                phrase("a turn is a bid, a use or a pass"),
                "2.2",
            ),
        )

    def decide(self, table: Table, task: Turn, seat: int, action: Action) -> Outcome:
        """Carry out the turn and hand over to the next seat."""
        state = table.state
        next_turn = _TURNS[(seat + 1) % len(state.seats)]
        if type(action) is Bid:
            return Outcome(bidding.decide(table, seat, action), (next_turn,))
        if type(action) is Use:
            used = using.decide(table, seat, action)
            return Outcome(used.events, (*used.then, next_turn))
        if state.passes + 1 == len(state.seats):
            steps = table.ruleset.end_steps(state.season)
            return Outcome(_PASSED[seat], tuple([Phase(step) for step in steps]))
        return Outcome(_PASSED[seat], (next_turn,))

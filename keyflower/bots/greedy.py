"""`GreedyBot`: looks one action ahead and counts only certain points."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from attrs import frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.candidates import candidates
from keyflower.appraisal.lookahead import foreseen
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.model.actions import Pass
from keyflower.model.state import State

if TYPE_CHECKING:
    from keyflower.facade.view import View

_PIECE: Final = 0.05
"""An additional piece is worth a little, to break ties."""


@frozen
class GreedyBot:
    """Takes the option after which it would have the most points if the game ended then.

    It looks one action ahead, counts the tiles it leads in the auction as if they were won, and ignores what
    tiles and workers may bring later.
    """

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the most points; a random one if several are equal."""
        appraiser = Appraiser.of(view.ruleset, decision.seat)
        found = candidates(view.ruleset, view.state, decision)
        if not found:
            return decision.options.sample(rng)
        best, choices = float("-inf"), []
        for action in found:
            after = (
                view.state
                if isinstance(action, Pass)
                else foreseen(appraiser.ruleset, view.state, decision.seat, action)
            )
            worth = round(_worth(appraiser, after), 6)
            if worth > best:
                best, choices = worth, [action]
            elif worth == best:
                choices.append(action)
        return choices[rng.randrange(len(choices))]


def _worth(appraiser: Appraiser, state: State) -> float:
    own = state.seats[appraiser.seat]
    pieces = own.workers.total + own.open_workers.total + own.skills.total + own.village.goods.total
    tiles = sum(
        likely * (appraiser.gain(state, lot.tile, lot.side) + 1) for lot, likely in appraiser.led(state)
    )
    return appraiser.points(state) + tiles + _PIECE * pieces

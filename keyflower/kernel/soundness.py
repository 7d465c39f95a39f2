"""Whether a state from outside can be played to its end."""

from __future__ import annotations

from typing import Any, Final

from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.match import BaseMatch

_MOST_STEPS: Final = 5_000
"""No game has more actions left than this, so the attempt ends.

It takes 3 to 18 ms as a rule, and 42 ms at worst: six seats from the first turn of a long game on.
"""


def why_unplayable(match: BaseMatch[Any], state: Any) -> str:  # Any: rules and states of any game
    """Return why a state cannot be played to its end, or the empty text: somebody takes any option until it is over."""
    from random import Random

    flow, rules, rng = match.FLOW, match.ruleset, Random(0)
    chance: Chance = SeededChance(0)
    try:
        for _ in range(_MOST_STEPS):
            if not state.agenda:
                return ""
            seats = flow.open_seats(rules, state)
            if not seats:
                return "nobody decides, but the game is not over"
            options = flow.decision(rules, state, seats[0]).options
            step = flow.advance(rules, state, seats[0], options.sample(rng), chance)
            state, chance = step.state, step.chance
    except Exception as error:  # a state from outside may break any assumption
        return f"it cannot be played to its end ({type(error).__name__}: {str(error)[:120]})"
    return "it cannot be played to its end, because it never ends"

"""Candidates: the few options of a decision that are worth considering."""

from __future__ import annotations

from itertools import islice
from typing import Final

from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.terms import PerStored
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import instance
from keyflower.kernel.options import Decision
from keyflower.model.actions import Bid, Move, Use
from keyflower.model.enums import FRONT
from keyflower.model.state import State
from keyflower.model.village import Village

MOST: Final = 400
"""The largest number of options that are considered in a decision."""
_SIZES: Final = 2
"""How many sizes of each bid or use are considered: the smallest one and the next."""


def candidates(ruleset: Ruleset, state: State, decision: Decision, *, herding: bool = True) -> list[Action]:
    """Return the options worth considering.

    These are the two smallest bids in each colour, and the smallest use in the colour the seat has most of; bids and
    uses that move outbid groups only if they move a single group; and in a transport only moves that bring a good
    where it scores or helps to upgrade a tile, and moves of animals.

    Args:
        ruleset: the rules.
        state: what the seat knows.
        decision: the question.
        herding: whether to consider moves of animals.
    """
    instance(ruleset, Ruleset, "ruleset")
    instance(state, State, "state")
    instance(decision, Decision, "decision")
    if decision.kind != "turn":
        village = state.seats[decision.seat].village
        helpful = (
            action
            for action in decision.options
            if not isinstance(action, Move) or leads_somewhere(ruleset, village, action, herding=herding)
        )
        return list(islice(helpful, MOST))
    found: list[Action] = []
    sizes: dict[object, int] = {}
    own = state.seats[decision.seat]
    hand = own.workers + own.open_workers
    uses: dict[str, tuple[int, Action]] = {}
    for action in decision.options:
        if not isinstance(action, Bid | Use):
            found.append(action)
            continue
        colours = {*action.workers.pieces, *action.open.pieces}
        if len(action.groups) > 1 or len(colours) > 1:
            continue
        if isinstance(action, Use) and not action.groups:
            most = max((hand[colour] for colour in colours), default=0)
            if action.tile not in uses or most > uses[action.tile][0]:
                uses[action.tile] = (most, action)
            continue
        key = (action.verb, action.tile, *colours, action.groups)
        seen = sizes.get(key, 0)
        if seen < (_SIZES if isinstance(action, Bid) else 1):
            sizes[key] = seen + 1
            found.append(action)
    return [*found, *(action for _, action in uses.values())]


def leads_somewhere(ruleset: Ruleset, village: Village, action: Move, *, herding: bool) -> bool:
    """Return whether a good is of use where it would be brought."""
    if "/" in action.target:  # an animal that shares its pasture with others, to a pasture without any
        herds = dict(village.on_pastures) if herding else {}
        return herding and action.target not in herds and herds[action.origin][action.good] > 1
    spot, tile = village.spot(action.target), ruleset.tiles[action.target]
    if any(isinstance(term, PerStored) for term in tile.face(spot.side).scores):
        return True
    cost = tile.upgrade
    if spot.side != FRONT or cost is None:
        return False
    wanted = cost.named[action.good] or any(kind == GoodKind.RESOURCE.value for kind, _ in cost.any)
    return bool(wanted or ruleset.goods[action.good].wild)

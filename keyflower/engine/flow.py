"""The flow of Keyflower: which handler does which task, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from keyflower.engine.boat_choice import Boarding
from keyflower.engine.building import Building
from keyflower.engine.executor import EXECUTOR
from keyflower.engine.game_end import finish
from keyflower.engine.option_labels import TileLabels
from keyflower.engine.paying import Paying, Returning
from keyflower.engine.seasons import Phasing
from keyflower.engine.setup import set_up
from keyflower.engine.transport import Hauling
from keyflower.engine.turns import Turning
from keyflower.engine.using import Choosing, Resolving
from keyflower.engine.winter_offer import Offering
from keyflower.extend.handlers import AnyHandler
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.chance import Chance
from keyflower.kernel.events import AgendaChanged, Event
from keyflower.kernel.flow import Flow, Step
from keyflower.kernel.tasks import Task
from keyflower.model.enums import MOST_SEATS
from keyflower.model.events import TurnBegan
from keyflower.model.state import State, empty_state
from keyflower.model.tasks import (
    BuildAll,
    ChooseBenefit,
    Haul,
    OfferWinter,
    PayCost,
    Phase,
    Resolve,
    ReturnAside,
    TakeBoat,
    Turn,
)

HANDLERS: Final[Mapping[type[Task], AnyHandler]] = {
    Turn: Turning(),
    Resolve: Resolving(),
    PayCost: Paying(),
    ReturnAside: Returning(),
    ChooseBenefit: Choosing(),
    Haul: Hauling(),
    Phase: Phasing(finish),
    OfferWinter: Offering(),
    TakeBoat: Boarding(),
    BuildAll: Building(),
}
"""How the engine handles each of its own tasks."""


def handler(ruleset: Ruleset, kind: type[Task]) -> AnyHandler:
    """Return the handler of a kind of task, with the actions that expansions add to it."""
    known = ruleset._handling.get(kind)
    if known is None:
        known = HANDLERS.get(kind) or ruleset.handlers[kind]
        for widen in ruleset.widenings.get(kind, ()):
            known = widen(known)
        ruleset._handling[kind] = known
    return known


_BEGAN: Final = tuple(TurnBegan(seat) for seat in range(MOST_SEATS))


def _settled(agenda: tuple[Task, ...]) -> Event:
    """Return the event that says what is to be done next; for a turn, by far the most frequent, a short one."""
    if len(agenda) == 1:
        first = agenda[0]
        if type(first) is Turn:
            return _BEGAN[first.seat]
    return AgendaChanged(agenda)


FLOW: Final = Flow(handler, empty_state, _settled, TileLabels, EXECUTOR)
"""How a game proceeds from action to action."""


def begin(ruleset: Ruleset, players: int, handicapped: tuple[int, ...], chance: Chance) -> Step[State]:
    """Set up a game and proceed to its first decision."""
    return FLOW.begin(ruleset, partial(set_up, ruleset, players, handicapped), chance)

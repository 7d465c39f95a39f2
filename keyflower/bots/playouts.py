"""Playouts: playing a sampled game quickly to the end of the season, and evaluating the result.

A search uses only `Playouts.value`; anything that plays faster by the same rules can take its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from attrs import field, frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.engine.flow import FLOW, handler
from keyflower.extend.handlers import Table
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import of_class
from keyflower.kernel.chance import Asking
from keyflower.kernel.options import Options
from keyflower.model.actions import Bid, Pass, Upgrade, Use
from keyflower.model.enums import SEASONS
from keyflower.model.state import State
from keyflower.model.tasks import BuildAll, OfferWinter, TakeBoat, Turn

_LOOKS: Final = 10
"""How many options a fast player looks at in its turn."""
_WHIM: Final = 0.6
"""By how much a fast player misjudges an option, in points."""
_AFTER: Final = (BuildAll, OfferWinter, TakeBoat)
"""The questions that come after the last turn of a season."""
_LONGEST: Final = 400
"""No playout takes more actions than this; a season with six players has about a hundred."""


class Playouts(Protocol):
    """What a search needs: a value for a sampled game."""

    def value(self, dealt: Game, line: Sequence[Action], rng: Random) -> float:
        """Return the value of a sampled game for the bot's seat after some of its actions.

        Args:
            dealt: a whole game consistent with the view, in which the bot's seat decides.
            line: the first action of the seat and the follow-up decisions that go with it.
            rng: the randomness of the players.
        """
        ...


@frozen
class LightPlayouts:
    """Playouts to the end of the season by fast players that rate a few options with tables."""

    ruleset: Ruleset = field(validator=of_class(Ruleset))
    """The rules."""
    seat: int = field(validator=of_class(int))
    """The seat that searches."""
    appraisers: tuple[Appraiser, ...] = field(validator=of_class(tuple))
    """An appraiser for each seat; they cache their results."""
    envy: float = field(default=0.3, validator=of_class(float, int))
    """How much the points of the others count against its own."""
    _worth: dict[object, float] = field(factory=dict, repr=False)

    def value(self, dealt: Game, line: Sequence[Action], rng: Random) -> float:
        """Return what the seat has at the end of the season, minus a part of what the others have."""
        return self.appraised(self.played(dealt, line, rng))

    def played(self, dealt: Game, line: Sequence[Action], rng: Random) -> State:
        """Return the state at the end of the season, or of the game."""
        state, chance, left = dealt.state, dealt.chance, list(line)
        for _ in range(_LONGEST):
            if not state.agenda or isinstance(state.agenda[0], _AFTER):
                break
            task, asking = state.agenda[0], Asking(chance)
            table, known = Table(self.ruleset, state, asking), handler(self.ruleset, type(task))
            seat = known.seats(table, task)[0]
            options = Options(known, table, task, seat)
            action = left.pop(0) if left else None
            if action is None or action not in options:
                left = []
                action = self._quick(state, options, seat, rng, turn=isinstance(task, Turn))
            step = FLOW.carry_out(table, known.decide(table, task, seat, action), asking)
            state, chance = step.state, asking.chance
        return state

    def appraised(self, state: State) -> float:
        """Return the value of a state for the seat, minus a part of its value for the others."""
        own = self.appraisers[self.seat].value(state)
        others = [one.value(state) for one in self.appraisers if one.seat != self.seat] if self.envy else []
        return own - self.envy * sum(others) / max(1, len(others))

    def _quick(self, state: State, options: Options, seat: int, rng: Random, *, turn: bool) -> Action:
        """Return the best of a few options by a quick rating."""
        number = len(options)
        if not turn:
            action = options.sample(rng)
            for _ in range(min(number, 3)):  # turning a tile is what transport is mostly for
                if isinstance(action, Upgrade):
                    break
                action = options.sample(rng)
            return action
        best, found = _WHIM * rng.random(), None
        for _ in range(min(number, _LOOKS)):
            action = options.sample(rng)
            worth = self._sight(state, action, seat) + _WHIM * rng.random()
            if worth > best:
                best, found = worth, action
        return Pass() if found is None else found

    def _sight(self, state: State, action: Action, seat: int) -> float:
        """Return a quick rating of an option, compared with passing."""
        appraiser, when = self.appraisers[seat], SEASONS.index(state.season)
        weights = appraiser.weights
        worker = weights.worker[when]
        match action:
            case Bid():
                lot = state.lot(action.tile)
                if lot is None:
                    return 0.0
                size, moved = action.workers.total + action.open.total, self._moved(state, action, seat)
                holds, most = weights.holds, len(weights.holds) - 1
                leads = lot.top if lot.leader == seat else 0
                promise = appraiser.promise(state, lot.tile, lot.side)
                sure = holds[min(leads + size + moved, most)]
                return (sure - holds[min(leads, most)]) * promise - sure * worker * (size + moved)
            case Use():
                size = action.workers.total + action.open.total + self._moved(state, action, seat)
                return (
                    self._use(state, action.tile, seat, when)
                    - self._away(state, action.tile, seat) * worker * size
                )
            case _:
                return 0.0

    def _moved(self, state: State, action: Bid | Use, seat: int) -> int:
        """Return how many outbid workers from other lots take part."""
        moved = 0
        for name in action.groups:
            lot = state.lot(name)
            group = None if lot is None else lot.outbid_of(seat)
            moved += 0 if group is None else group.size
        return moved

    def _use(self, state: State, tile: str, seat: int, when: int) -> float:
        side = self._side(state, tile)
        key = (tile, side, seat, when)
        if key not in self._worth:
            use = self.ruleset.face(tile, side).use
            self._worth[key] = self.appraisers[seat].use_value(use, when)
        return self._worth[key]

    def _side(self, state: State, tile: str) -> int:
        lot = state.lot(tile)
        if lot is not None:
            return lot.side
        owner = next((one for one in state.seats if tile in one.village), None)
        return 0 if owner is None else owner.village.spot(tile).side

    def _away(self, state: State, tile: str, seat: int) -> float:
        """Return the share of the workers of a use that does not come back."""
        if tile in state.seats[seat].village:
            return 0.05
        lot = state.lot(tile)
        return 0.4 if lot is not None and lot.leader == seat else 1.0

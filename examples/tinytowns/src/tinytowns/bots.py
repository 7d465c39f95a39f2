"""Bots that play Tiny Towns, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from attrs import frozen

from keyflower.kernel import (
    NO_CHANCE,
    Action,
    Asking,
    Bot,
    Decision,
    RandomBot,
    Rated,
    SearchBot,
    Table,
    best_of,
    named_bot,
)
from tinytowns.actions import Name, Pick, Settling
from tinytowns.catalogue import CARDS
from tinytowns.game import View
from tinytowns.match import HANDLERS
from tinytowns.patterns import ANY
from tinytowns.pieces import CUBES
from tinytowns.placement import settled
from tinytowns.policy import TownPolicy, asked
from tinytowns.scoring import counted, sheet
from tinytowns.state import Seat
from tinytowns.town import Town

_ROOM: Final = 0.5
"""What an empty square is worth: something may still be built there."""
_UNDER_WAY: Final = 0.6
"""What part of a building's worth a pattern has: less than the building, or nothing would ever be built."""
_STANDING: Final = 1.6
"""What a building is worth besides its points: it costs no point as an empty square would, and others may need it."""
_LIKED: Final = 8.0
"""What a building is worth to a bot that likes its type."""
_USUAL: Final = {"W": 1.6, "P": 1.8, "T": 2.2, "Y": 2.0, "K": 0.9, "M": 3.0}
"""What a building of a type usually brings; for cottages and what feeds them the town tells."""


@frozen
class GreedyBot:
    """Takes the option after which its town is worth most: points now, patterns under way, and room.

    It looks one action ahead and ignores what others will name.
    """

    likes: str = ""
    """The letters of types that it likes to build more than their points tell."""

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        return best_of(self.rate(view, decision), rng)

    def rate(self, view: View, decision: Decision) -> list[Rated]:
        appraise = _Appraiser(view, self.likes)
        return [Rated(action, appraise.of(action, decision)) for action in decision.options]


class _Appraiser:
    """What the options of one decision are worth."""

    def __init__(self, view: View, likes: str) -> None:
        self._view = view
        self._likes = likes
        self._seat = view.viewer
        self._own = view.state.seats[self._seat]
        self._posts = view.state.card("K").id == "trading_post"
        self._known: dict[Town, float] = {}
        cottages = self._own.town.letters.count("C")
        unfed = cottages - len([one for one in view.score(self._seat).fed if self._own.town[one] == "C"])
        # cottages want to be fed: with many unfed ones a feeder is worth more, and another cottage less
        self._usual = _USUAL | {"F": 1 + 1.2 * min(unfed, 4), "C": 2.4 if unfed < 4 else 1.0}
        self._usual |= dict.fromkeys(likes, _LIKED)

    def of(self, action: Action, decision: Decision) -> float:
        """Return what an option is worth."""
        if isinstance(action, Name | Pick):
            return self._of_cube(action.resource)
        own = self._after(action, decision)
        return self._worth(own.town, own)

    def _of_cube(self, resource: str) -> float:
        """Return what the town is worth with a cube where it is best placed."""
        town = self._own.town
        return max(self._worth(town.put(square, CUBES[resource]), self._own) for square in town.empty)

    def _after(self, action: Action, decision: Decision) -> Seat:
        """Return the own seat as an action leaves it."""
        state, rules = self._view.state, self._view.match.ruleset
        if isinstance(action, Settling):  # sealed for others, but its seat knows what comes of it
            events = settled(state.resource, self._seat, action)
        else:
            table = Table(rules, state, Asking(NO_CHANCE))  # nothing that can be foreseen is drawn
            events = HANDLERS[type(decision.task)].decide(table, decision.task, self._seat, action).events
        draft = state.opened()
        for event in events:
            event.apply(draft)
        own: Seat = draft.seat(self._seat)
        return own

    def _worth(self, town: Town, own: Seat) -> float:
        known = self._known.get(town)
        if known is None:
            known = self._points(town, own) + _ROOM * len(town.empty) + self._prospects(town, own)
            self._known[town] = known
        return known

    def _points(self, town: Town, own: Seat) -> float:
        state = self._view.state
        neighbour = state.seats[state.right_of(self._seat)].town if len(state.seats) > 1 else None
        cards = state.cards(own.monument)
        points = sheet(counted(town, cards, neighbour, own.recorded), cards)
        liked = sum([town.letters.count(letter) for letter in self._likes])
        return points.total - points.of("empty") + _STANDING * len(town.buildings) + _LIKED * liked

    def _prospects(self, town: Town, own: Seat) -> float:
        """Return what patterns under way are worth: the one that has come furthest, for each card."""
        have = town.cubes(posts=self._posts)
        possible = have | sum([ANY << square for square in town.empty])
        worth = 0.0
        for name in (*self._view.state.buildings, *own.hand):
            size, laid = asked(name)
            there = [(cubes & have).bit_count() for cubes in laid if cubes & possible == cubes]
            furthest = max(there, default=0) / size
            worth += furthest * furthest * self._usual[CARDS[name].type]
        return _UNDER_WAY * worth


BOTS: Final[Mapping[str, Callable[[], Bot[View]]]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "search": lambda: SearchBot(policy=TownPolicy())}
)
"""How to make each bot, by name; from the weakest to the strongest."""


def bot(name: str) -> Bot[View]:
    """Return a new bot by name.

    Raises:
        UnknownName: if there is none; the message suggests similar names.
    """
    return named_bot(BOTS, name)

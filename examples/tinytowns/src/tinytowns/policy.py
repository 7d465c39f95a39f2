"""How playouts of a search go on: quickly, by what patterns under way promise."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from attrs import frozen

from keyflower.kernel import Action, Decision
from tinytowns.actions import Build, Name, Pick, Place
from tinytowns.catalogue import CARDS
from tinytowns.match import TownMatch
from tinytowns.patterns import ANY, LANES
from tinytowns.pieces import CUBES, EMPTY
from tinytowns.squares import ADJACENT, ALL, NUMBERS
from tinytowns.state import Seat, State

_USUAL: Final = {"W": 2.2, "T": 3.2, "Y": 3.2, "K": 0.8, "M": 5.0}
"""What a building of a type usually brings; for cottages, what feeds them and chapels the town tells."""
_HURTS: Final = 0.6
"""How much a pattern that is spoilt counts against a cube."""
_TIGHT: Final = 0.15
"""What each neighbour that is taken counts for a cube or building: towns are best filled from a corner."""
_OTHER: Final = 0.4
"""What any other action seems worth."""


@lru_cache(maxsize=64)
def _laid(name: str) -> tuple[tuple[int, int, tuple[tuple[int, str], ...]], ...]:
    """Return the placements of a card: the cubes asked for, how many they are, and which lies where."""
    return tuple(
        (
            one.cubes,
            len(one.squares),
            tuple(
                (at, letter)
                for at in one.squares
                for letter, lane in LANES.items()
                if one.cubes >> lane + at & 1
            ),
        )
        for one in CARDS[name].placements
    )


@frozen
class _Prospects:
    """What a cube on each square would bring to a town, and what it would spoil there."""

    gains: dict[tuple[int, str], float]
    """By square and letter of the cube."""
    wanted: dict[int, list[tuple[float, str]]]
    """By square: the cubes that patterns under way want there, the most wanted first."""

    def of(self, square: int, letter: str) -> float:
        spoilt = next((worth for worth, other in self.wanted.get(square, ()) if other != letter), 0.0)
        return self.gains.get((square, letter), 0.0) - _HURTS * spoilt


@lru_cache(maxsize=20_000)  # playouts of one search meet the same towns again and again
def _prospects(letters: str, cards: tuple[tuple[str, float], ...]) -> _Prospects:
    have = sum([1 << LANES[letter] + at for at, letter in enumerate(letters) if letter in LANES])
    possible = have | sum([ANY << at for at in ALL if letters[at] == EMPTY])
    gains: dict[tuple[int, str], float] = {}
    wants: dict[tuple[int, str], float] = {}
    for name, worth in cards:
        for cubes, size, parts in _laid(name):
            if cubes & possible != cubes:
                continue
            there = (cubes & have).bit_count()
            gain, want = worth * ((there + 1) / size) ** 2, worth * (there / size) ** 2
            for part in parts:
                if letters[part[0]] == EMPTY:
                    gains[part] = max(gain, gains.get(part, 0.0))
                    wants[part] = max(want, wants.get(part, 0.0))
    wanted: dict[int, list[tuple[float, str]]] = {}
    for (at, letter), want in wants.items():
        wanted.setdefault(at, []).append((want, letter))
    for some in wanted.values():
        some.sort(reverse=True)
    return _Prospects(gains, wanted)


def _worths(own: Seat) -> dict[str, float]:
    """Return what one more building of each type would bring."""
    cottages, feeders = own.town.letters.count("C"), own.town.letters.count("F")
    fed = 4 * feeders
    feeder = 0.6 + 2.4 * min(4, max(0, cottages - fed)) if feeders else 4.0 + 0.8 * min(4, cottages)
    cottage = 3.2 if cottages < fed + 2 else 1.2
    return {**_USUAL, "F": feeder, "C": cottage, "P": 1.0 + 0.8 * min(cottages, fed + 2)}


def _tightness(letters: str, at: int) -> float:
    return _TIGHT * (4 - sum([letters[near] == EMPTY for near in ADJACENT[at]]))


@frozen
class TownPolicy:
    """Places cubes where patterns grow, and builds what brings most."""

    noise: float = 0.25
    """How far choices are shaken, so that playouts differ."""

    def pick(self, match: TownMatch, state: State, decision: Decision, rng: Random) -> Action:
        """Return the option that seems best, give or take."""
        if len(decision.options) == 1:
            return decision.options[0]
        rated = self.rated(match, state, decision)
        return max(rated, key=lambda pair: pair[0] + self.noise * rng.random())[1]

    def rated(self, match: TownMatch, state: State, decision: Decision) -> list[tuple[float, Action]]:
        """Return the options with what they seem worth."""
        own = state.seats[decision.seat]
        letters, worths = own.town.letters, _worths(own)
        names = (*state.buildings, *[name for name in own.hand if name in CARDS])
        prospects = _prospects(letters, tuple([(name, worths[CARDS[name].type]) for name in names]))
        rated: list[tuple[float, Action]] = []
        for action in decision.options:
            worth = _OTHER
            match action:
                case Place():
                    at = NUMBERS[action.square]
                    worth = prospects.of(at, CUBES[action.resource]) + _tightness(letters, at)
                case Build():
                    worth = 1 + worths[CARDS[action.card].type] + _tightness(letters, NUMBERS[action.site])
                case Name() | Pick():
                    cube = CUBES[action.resource]
                    worth = max([prospects.of(at, cube) for at in own.town.empty])
            rated.append((worth, action))
        return rated

    def worth(self, match: TownMatch, state: State, seat: int) -> float:
        """Return the points, as if the game ended now."""
        return match.points(state, seat)

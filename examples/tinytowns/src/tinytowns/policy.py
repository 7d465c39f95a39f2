"""How playouts of a search go on: quickly, by what patterns under way promise and what a building brings."""

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
from tinytowns.pieces import CUBES, EMPTY, MONUMENT, RESOURCES
from tinytowns.scoring import sheet
from tinytowns.squares import ADJACENT, ALL, NUMBERS
from tinytowns.state import Seat, State
from tinytowns.town import Town

_USUAL: Final = {
    "well": 1.1, "fountain": 2.2, "millstone": 2.2, "shed": 1.4, "abbey": 3.0, "cloister": 2.0, "temple": 1.5,
    "feast_hall": 1.5, "inn": 3.0, "theater": 2.2, "bakery": 1.6, "market": 4.5, "tailor": 3.6,
    "factory": 0.8, "bank": 4.0, "trading_post": 1.5, "warehouse": 0.5,
}  # fmt: skip
"""What a building usually brings; for all others the town tells. Tuned by games of the policy alone."""
_HURTS: Final = 0.6
"""How much a pattern that is spoilt counts against a cube."""
_TIGHT: Final = 0.18
"""What each neighbour that is taken counts for a cube or building: towns are best filled from a corner."""
_OTHER: Final = 0.4
"""What any other action seems worth."""


def _usual(letters: str, name: str) -> float:
    """Return what one more building of a card would bring to a town."""
    if name in _USUAL:
        return _USUAL[name]
    kind = CARDS[name].type
    cottages, fed, taverns = letters.count("C"), 4 * letters.count("F"), letters.count("T")
    if kind == "C":
        return 2.7 if cottages < fed + 2 else 1.4
    if kind == "F":
        return 0.6 + 2.4 * min(4, max(0, cottages - fed)) if fed else 8.0 + 0.6 * min(4, cottages)
    if kind == "P":
        return 1.0 + 0.8 * min(cottages, fed + 2)
    if kind == "T":
        return 2 + 1.2 * min(taverns, 4) if name == "tavern" else 6.5 if taverns % 2 else 1.5
    return 7.0


@lru_cache(maxsize=64)
def _laid(name: str) -> tuple[tuple[int, int, tuple[tuple[int, str], ...]], ...]:
    """Return the placements of a card: the cubes asked for, how many they are, and which lies where."""
    found = []
    for one in CARDS[name].placements:
        parts = [
            (at, letter) for at in one.squares for letter, lane in LANES.items() if one.cubes >> lane + at & 1
        ]
        found.append((one.cubes, len(one.squares), tuple(parts)))
    return tuple(found)


@lru_cache(maxsize=20_000)  # playouts of one search meet the same towns again and again
def _prospects(letters: str, names: tuple[str, ...]) -> dict[str, dict[int, float]]:
    """Return what a cube of each letter is worth on each empty square: what it brings, less what it spoils."""
    have = sum([1 << LANES[letter] + at for at, letter in enumerate(letters) if letter in LANES])
    possible = have | sum([ANY << at for at in ALL if letters[at] == EMPTY])
    gains: dict[tuple[int, str], float] = {}
    wants: dict[tuple[int, str], float] = {}
    for name in names:
        worth = _usual(letters, name)
        for cubes, size, parts in _laid(name):
            if cubes & possible != cubes:
                continue
            there = (cubes & have).bit_count()
            gain, want = worth * ((there + 1) / size) ** 2, worth * (there / size) ** 2
            for part in parts:
                if letters[part[0]] == EMPTY:
                    gains[part] = max(gain, gains.get(part, 0.0))
                    wants[part] = max(want, wants.get(part, 0.0))
    worths: dict[str, dict[int, float]] = {letter: {} for letter in RESOURCES}
    for at in ALL:
        if letters[at] == EMPTY:
            wanted = sorted(((wants.get((at, letter), 0.0), letter) for letter in RESOURCES), reverse=True)
            for letter in RESOURCES:
                spoilt = wanted[0][0] if wanted[0][1] != letter else wanted[1][0]
                gain = gains.get((at, letter), 0.0) + _tightness(letters, at)
                worths[letter][at] = gain - _HURTS * spoilt
    return worths


def _tightness(letters: str, at: int) -> float:
    return _TIGHT * (4 - sum([letters[near] == EMPTY for near in ADJACENT[at]]))


@lru_cache(maxsize=20_000)  # as above
def _points(town: Town, buildings: tuple[str, ...], monument: str, recorded: int) -> int:
    names = (*buildings, monument) if monument else buildings
    return sheet(town, {CARDS[name].type: CARDS[name] for name in names}, recorded=recorded).total


def _built(state: State, own: Seat, action: Build) -> float:
    """Return what a construction is worth: its points now, what such a building usually brings, and its site."""
    at, card, town = NUMBERS[action.site], CARDS[action.card], own.town
    after = town.cleared(tuple([NUMBERS[square] for square in action.squares])).put(at, card.type)
    monument = action.card if card.type == MONUMENT else own.monument
    points = _points(after, state.buildings, monument, own.recorded or len(after.buildings))
    points -= _points(town, state.buildings, own.monument, own.recorded)
    return 1 + points + _usual(town.letters, action.card) + _tightness(town.letters, at)


@frozen
class TownPolicy:
    """Places cubes where patterns grow, and builds what brings most."""

    noise: float = 0.25
    """How far choices are shaken, so that playouts differ."""

    def pick(self, match: TownMatch, state: State, decision: Decision, rng: Random) -> Action:
        """Return the option that seems best, give or take."""
        if len(decision.options) == 1:
            return decision.options[0]
        rated, shake = self.rated(match, state, decision), self.noise
        return max(rated, key=lambda pair: pair[0] + shake * rng.random())[1]

    def rated(self, match: TownMatch, state: State, decision: Decision) -> list[tuple[float, Action]]:
        """Return the options with what they seem worth."""
        own = state.seats[decision.seat]
        names = (*state.buildings, *[name for name in own.hand if name in CARDS])
        worths = _prospects(own.town.letters, names)
        rated: list[tuple[float, Action]] = []
        for action in decision.options:
            worth = _OTHER
            match action:
                case Place():
                    worth = worths[CUBES[action.resource]][NUMBERS[action.square]]
                case Build():
                    worth = _built(state, own, action)
                case Name() | Pick():
                    worth = max(worths[CUBES[action.resource]].values())
            rated.append((worth, action))
        return rated

    def worth(self, match: TownMatch, state: State, seat: int) -> float:
        """Return the points, as if the game ended now."""
        return match.points(state, seat)

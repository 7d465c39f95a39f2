"""The moves in playouts of a search: chosen quickly, by how promising unfinished patterns and buildings are."""

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
from tinytowns.pieces import BUILDINGS, CUBES, EMPTY, MONUMENT
from tinytowns.scoring import NO_CUBES, counted, total
from tinytowns.squares import ADJACENT, ALL, NAMES, NUMBERS
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
_ROOM: Final = 2.0
"""What an empty square is worth when a playout stops: something may still be built there."""
_HOPE: Final = 0.65
"""What part of the prospects of the next cubes counts when a playout stops."""
_OTHER: Final = 0.4
"""What any other action seems worth."""
_LANES: Final = tuple(LANES.values())


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


def _buildable(state: State, own: Seat) -> tuple[str, ...]:
    return (*state.buildings, *[name for name in own.hand if name in CARDS])


@lru_cache(maxsize=64)
def asked(name: str) -> tuple[int, tuple[int, ...]]:
    """Return how many cubes a card asks for, and the cubes of each of its placements."""
    laid = CARDS[name].placements
    return len(laid[0].squares), tuple([one.cubes for one in laid])


@lru_cache(maxsize=256)
def _by_square(names: tuple[str, ...]) -> tuple[list[tuple[int, int]], list[dict[str, int]]]:
    """Return every placement of some cards, and for each square and letter, as bits, those that it leaves possible.

    A placement is given by the number of its card and its cubes. With this table `_prospects` takes 98 microseconds for
    half a town, and 136 if it tries all placements.
    """
    every = [(number, one) for number, name in enumerate(names) for one in CARDS[name].placements]
    left = []
    for at in ALL:
        masks = dict.fromkeys((EMPTY, *LANES, *BUILDINGS), 0)
        for place, (_, one) in enumerate(every):
            for letter in masks:
                fits = letter in LANES and one.cubes >> LANES[letter] + at & 1
                masks[letter] |= (letter == EMPTY or fits or at not in one.squares) << place
        left.append(masks)
    return [(number, one.cubes) for number, one in every], left


@lru_cache(maxsize=20_000)  # playouts of one search meet the same towns again and again
def _prospects(letters: str, names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Return what a cube of each resource is worth on each empty square: what it brings, less what it spoils."""
    every, by_square = _by_square(names)
    have, free, left = 0, 0, -1
    for at, letter in enumerate(letters):
        left &= by_square[at][letter]
        if letter == EMPTY:
            free |= ANY << at
        elif letter in LANES:
            have |= 1 << LANES[letter] + at
    missing = [[0] * asked(name)[0] for name in names]  # for each card, by how many cubes are there already
    while left:
        low = left & -left
        number, cubes = every[low.bit_length() - 1]
        lies = (cubes & have).bit_count()
        if cubes & free:
            missing[number][lies] |= cubes
        left ^= low
    gains: list[tuple[float, int]] = []
    wants: list[tuple[float, int]] = []
    for name, by_number in zip(names, missing, strict=True):
        if any(by_number):
            worth, size = _usual(letters, name), len(by_number)
            for there, cubes in enumerate(by_number):
                if cubes:
                    gains.append((worth * ((there + 1) / size) ** 2, cubes))
                    if there:
                        wants.append((worth * (there / size) ** 2, cubes))
    gain, want = _best(gains, free), _best(wants, free)
    worths: dict[str, dict[str, float]] = {resource: {} for resource in CUBES}
    for at, letter in enumerate(letters):
        if letter == EMPTY:
            here, tight, square = [want[lane + at] for lane in _LANES], _tightness(letters, at), NAMES[at]
            second, first = sorted(here)[-2:]
            for resource, lane, wanted in zip(CUBES, _LANES, here, strict=True):
                spoilt = second if wanted == first else first
                worths[resource][square] = gain[lane + at] + tight - _HURTS * spoilt
    return worths


def _best(rated: list[tuple[float, int]], free: int) -> list[float]:
    """Return the best rating of each free bit that some of the sets of bits have."""
    best = [0.0] * (len(ALL) * len(LANES))
    for worth, bits in sorted(rated, reverse=True):
        found = bits & free
        free ^= found
        while found:
            low = found & -found
            best[low.bit_length() - 1] = worth
            found ^= low
    return best


def _tightness(letters: str, at: int) -> float:
    return _TIGHT * (4 - sum([letters[near] == EMPTY for near in ADJACENT[at]]))


def _points(town: Town, state: State, monument: str, recorded: int) -> int:
    """Return the points of a town; of a neighbour's nothing is known."""
    return _counted(town.letters.translate(NO_CUBES), town.loads, state.buildings, monument, recorded)


@lru_cache(maxsize=20_000)  # many towns differ only in their cubes
def _counted(
    letters: str, loads: tuple[tuple[int, str], ...], buildings: tuple[str, ...], monument: str, recorded: int
) -> int:
    names = (*buildings, monument) if monument else buildings
    cards = {CARDS[name].type: CARDS[name] for name in names}
    return total(counted(Town(letters, loads), cards, recorded=recorded), cards)


def _built(state: State, own: Seat, action: Build) -> float:
    """Return what a construction is worth: its points now, what such a building usually brings, and its site."""
    at, card, town = NUMBERS[action.site], CARDS[action.card], own.town
    after = town.cleared(tuple([NUMBERS[square] for square in action.squares])).put(at, card.type)
    monument = action.card if card.type == MONUMENT else own.monument
    recorded = own.recorded or (len(after.buildings) if monument else 0)
    points = _points(after, state, monument, recorded)
    points -= _points(town, state, own.monument, own.recorded)
    return 1 + points + _usual(town.letters, action.card) + _tightness(town.letters, at)


@frozen
class TownPolicy:
    """Places cubes where patterns grow, and builds what brings most."""

    noise: float = 0.25
    """How far choices are shaken, so that playouts differ."""
    rounds: int = 6
    """After how many rounds a playout stops if several play; 0 means at the end of the game, as it does alone."""

    def pick(self, match: TownMatch, state: State, decision: Decision, rng: Random) -> Action:
        options = list(decision.options)
        if len(options) == 1:
            return options[0]
        rated, shake = self.rated(match, state, decision), self.noise
        return max(rated, key=lambda pair: pair[0] + shake * rng.random())[1]

    def rated(self, match: TownMatch, state: State, decision: Decision) -> list[tuple[float, Action]]:
        own, options = state.seats[decision.seat], list(decision.options)
        if isinstance(options[0], Build):
            return [
                (_built(state, own, action) if isinstance(action, Build) else _OTHER, action)
                for action in options
            ]
        worths = _prospects(own.town.letters, _buildable(state, own))
        rated: list[tuple[float, Action]] = []
        for action in options:
            worth = _OTHER
            if isinstance(action, Place):
                worth = worths[action.resource][action.square]
            elif isinstance(action, Name | Pick):
                worth = max(worths[action.resource].values())
            rated.append((worth, action))
        return rated

    def worth(self, match: TownMatch, state: State, seat: int) -> float:
        """Return the points of an unfinished game, what its room is worth and what the next cubes may bring."""
        own = state.seats[seat]
        worths = _prospects(own.town.letters, _buildable(state, own))
        hopes = [max(squares.values()) for squares in worths.values() if squares]
        return match.points(state, seat) + _ROOM * own.town.letters.count(EMPTY) + _HOPE * sum(hopes)

    def stops(self, match: TownMatch, start: State, state: State) -> bool:
        """Return whether a playout has reached its number of rounds."""
        return len(state.seats) > 1 and 0 < self.rounds <= state.round - start.round

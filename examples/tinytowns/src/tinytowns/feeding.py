"""Feeding: which cottages are fed so that the whole town is worth most; solved exactly, not greedily."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tinytowns.cards import Card, Power
from tinytowns.squares import ADJACENT, AROUND, IN_LINES, groups
from tinytowns.terms import FedBeside, PerFedCottage, WhenFed


def fed_squares(
    letters: str, feedable: tuple[int, ...], castle: int, cards: dict[str, Card]
) -> frozenset[int]:
    """Return the squares to feed: of all ways that the feeders allow, one that is worth most.

    Feeding more never costs anything, so the feeders feed as much as they can.

    Args:
        letters: the squares of the town, row by row.
        feedable: the squares that can be fed: cottages, and a castle that counts as one.
        castle: the square of that castle, or -1.
        cards: the cards in play by type, the own monument under ``M``.
    """
    feeders = [square for square, letter in enumerate(letters) if letter == "F"]
    if not feeders or not feedable:
        return frozenset()
    everything = set(feedable)
    match cards["F"].power:
        case Power.FEEDS_AROUND:
            return frozenset(everything & {there for here in feeders for there in AROUND[here]})
        case Power.FEEDS_LINES:
            return frozenset(everything & {there for here in feeders for there in IN_LINES[here]})
        case Power.FEEDS_GROUP:
            parts = groups(feedable)
            chosen = combinations(parts, min(len(feeders), len(parts)))
            ways: Iterator[frozenset[int]] = (frozenset(sum(some, ())) for some in chosen)
        case _:
            ways = _ways_of_farms(letters, feedable, castle, cards, 4 * len(feeders))
    worth = _Worth(letters, castle, cards)
    return max(ways, key=worth.of)  # the first of several that are worth the same


def _ways_of_farms(
    letters: str, feedable: tuple[int, ...], castle: int, cards: dict[str, Card], number: int
) -> Iterator[frozenset[int]]:
    """Iterate ways to feed so many buildings, one at least of which is worth most.

    Two cottages with the same temples beside them are worth the same: how many of each sort are fed is all that
    matters. So there are a few ways to try, not all the thousands.
    """
    if number >= len(feedable):
        yield frozenset(feedable)
        return
    needy = isinstance(cards["P"].scores, FedBeside)
    sorts: dict[tuple[object, ...], list[int]] = {}
    for square in feedable:
        temples = tuple(there for there in ADJACENT[square] if needy and letters[there] == "P")
        sorts.setdefault((square == castle, *temples), []).append(square)
    members = list(sorts.values())

    def some(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(members) - 1:
            if left <= len(members[place]):
                yield tuple(members[place][:left])
            return
        for taken in range(min(left, len(members[place])), -1, -1):
            for rest in some(place + 1, left - taken):
                yield (*members[place][:taken], *rest)

    for way in some(0, number):
        yield frozenset(way)


class _Worth:
    """What a way to feed is worth: the points of everything that depends on it."""

    def __init__(self, letters: str, castle: int, cards: dict[str, Card]) -> None:
        self._castle = castle
        cottage, chapel = cards["C"].scores, cards["P"].scores
        monument = cards["M"].scores if castle >= 0 else None
        assert isinstance(cottage, WhenFed), "cottages are worth something when fed"
        self._whole = monument.vp if isinstance(monument, WhenFed) else 0
        spared = castle < 0 and "M" in cards and cards["M"].power is Power.UNFED_COUNT
        self._cottage = 0 if spared else cottage.vp
        chapels = [square for square, letter in enumerate(letters) if letter == "P"]
        self._each = len(chapels) if isinstance(chapel, PerFedCottage) else 0
        self._temple = chapel if isinstance(chapel, FedBeside) else None
        self._temples = chapels if self._temple else []

    def of(self, fed: frozenset[int]) -> int:
        """Return the points that depend on feeding."""
        castle = self._castle
        whole = castle in fed
        points = self._cottage * (len(fed) - whole) + self._each * (len(fed) + whole) + self._whole * whole
        if self._temple is not None:
            for temple in self._temples:
                beside = [1 + (there == castle) for there in ADJACENT[temple] if there in fed]
                points += self._temple.vp if sum(beside) >= self._temple.needs else 0
        return points

"""Feeding: which cottages are fed so that the whole town is worth most; solved exactly, not greedily."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve

from tinytowns.cards import Card, Power
from tinytowns.squares import ADJACENT, AROUND, IN_LINES, groups
from tinytowns.terms import Count


def fed(count: Count, cards: dict[str, Card]) -> Count:
    """Return a town that is fed in one of the ways that are worth most.

    Feeding more never costs anything, so the feeders feed as much as they can.

    Args:
        count: the town; nothing is fed yet.
        cards: the cards in play by type, the own monument under ``M``.
    """
    feeders = [square for square, letter in enumerate(count.types) if letter == "F"]
    feedable = tuple([square for square, letter in enumerate(count.types) if letter == "C"])
    if not feeders or not feedable:
        return count
    ways = [evolve(count, fed=frozenset(way)) for way in _ways(count, cards["F"].power, feeders, feedable)]
    return ways[0] if len(ways) == 1 else max(ways, key=lambda way: _worth(way, cards))


def _ways(
    count: Count, power: Power | None, feeders: list[int], feedable: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Iterate ways to feed, one at least of which is worth most."""
    match power:
        case Power.FEEDS_AROUND:
            yield tuple(square for square in feedable if any(square in AROUND[here] for here in feeders))
        case Power.FEEDS_LINES:
            yield tuple(square for square in feedable if any(square in IN_LINES[here] for here in feeders))
        case Power.FEEDS_GROUP:
            parts = groups(feedable)
            for some in combinations(parts, min(len(feeders), len(parts))):
                yield sum(some, ())
        case _:
            yield from _ways_of_farms(count, feedable, min(4 * len(feeders), len(feedable)))


def _ways_of_farms(count: Count, feedable: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Iterate ways to feed so many buildings.

    Two cottages beside the same chapels are worth the same: how many of each sort are fed is all that matters.
    So there are a few ways to try, not all the thousands.
    """
    sorts: dict[tuple[object, ...], list[int]] = {}
    for square in feedable:
        chapels = [near for near in ADJACENT[square] if count.types[near] == "P"]
        sorts.setdefault((square == count.castle, *chapels), []).append(square)
    members = list(sorts.values())

    def some(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(members) - 1:
            if left <= len(members[place]):
                yield tuple(members[place][:left])
            return
        for taken in range(min(left, len(members[place])), -1, -1):
            for rest in some(place + 1, left - taken):
                yield (*members[place][:taken], *rest)

    yield from some(0, number)


def _worth(count: Count, cards: dict[str, Card]) -> int:
    """Return the points of everything that may depend on feeding: cottages, chapels and the monument."""
    letters = count.town.letters
    return sum([cards[letter].points(count) for letter in "CPM" if letter in letters])

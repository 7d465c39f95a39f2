"""Workforce: which workers a seat can bring in a turn, and every way to bring a number of them (rules 2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

from keyflower.engine.sources import Groups
from keyflower.model.enums import COLOURS, USE_CAP
from keyflower.model.pool import EMPTY, Pool, some
from keyflower.model.state import Seat

Caps: TypeAlias = tuple[int, int, int, int]
"""A number of workers for each colour."""
Way: TypeAlias = tuple[Pool, Pool, tuple[str, ...]]
"""Workers from the screen, workers from the open hand, and the tiles whose groups move."""


@lru_cache(maxsize=4096)
def _counted(pieces: tuple[str, ...], amounts: tuple[int, ...]) -> tuple[Mapping[str, int], Caps]:
    """Return how many workers of each colour are in a hand, and how many of them a use can take."""
    counts = dict(zip(pieces, amounts, strict=True))
    have = {colour: counts.get(colour, 0) for colour in COLOURS}
    red, blue, yellow, green = [min(number, USE_CAP) for number in have.values()]
    return have, (red, blue, yellow, green)


class Workforce:
    """The workers that a seat can bring in this turn, counted once for all options."""

    __slots__ = ("caps", "groups", "have", "open", "seat", "subsets")

    def __init__(self, seat: Seat, groups: Groups) -> None:
        """Count the hand of a seat and the ways to combine its outbid groups."""
        self.seat = seat
        self.groups = groups
        self.have, self.caps = _counted(seat.workers.pieces, seat.workers.amounts)
        self.open = seat.open_workers.total > 0
        self.subsets: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        for colour in COLOURS if groups else ():
            fitting = tuple([pair for pair in groups if pair[1].colour == colour])
            if fitting:
                self.subsets[colour] = [found for found in subsets(fitting) if found[1]]


def subsets(groups: Groups) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Iterate the ways to combine groups, none included, as total size and the tiles they leave."""
    for number in range(len(groups) + 1):
        for chosen in combinations(groups, number):
            yield sum([group.size for _, group in chosen]), tuple(sorted([tile for tile, _ in chosen]))


def ways_in_colour(seat: Seat, groups: Groups, colour: str, least: int, most: int) -> Iterator[Way]:
    """Iterate every way to bring `least` to `most` workers of one colour, except from the screen alone."""
    hidden, shown = seat.workers[colour], seat.open_workers[colour]
    for size, tiles in subsets(tuple(pair for pair in groups if pair[1].colour == colour)):
        if size > most:
            continue
        for from_open in range(min(shown, most - size) + 1):
            if not from_open and not tiles:
                continue
            start = max(0, least - size - from_open)
            for number in range(start, min(hidden, most - size - from_open) + 1):
                yield (
                    some(colour, number) if number else EMPTY,
                    some(colour, from_open) if from_open else EMPTY,
                    tiles,
                )


def ways_in_any_colours(seat: Seat, groups: Groups, least: int, most: int) -> Iterator[Way]:
    """Iterate every way to bring `least` to `most` workers of any colours."""
    for size, tiles in subsets(groups):
        if size > most:
            continue
        for shown in handfuls(seat.open_workers, 0, most - size):
            left = size + shown.total
            for hidden in handfuls(seat.workers, least - left, most - left):
                yield hidden, shown, tiles


@lru_cache(maxsize=4096)
def handfuls(hand: Pool, least: int, most: int) -> tuple[Pool, ...]:
    """Return every way to take `least` to `most` workers from a hand."""
    workers = hand.only(COLOURS)
    ways = product(*[range(min(number, max(most, 0)) + 1) for number in workers.amounts])
    return tuple([workers.part(amounts) for amounts in ways if least <= sum(amounts) <= most])

"""An upper bound for the final scoring: what the pieces would pay if fractions of sets could be made.

This is the linear relaxation of making sets from heaps of equal pieces (see `bundles`). It is solved by the simplex
method in whole numbers, so that a bound is never off by a rounding error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import TypeAlias

from attrs import field

from keyflower.kernel.values import frozen

Fill: TypeAlias = tuple[int, int, int]
"""Part of one set: the slot, the heap its pieces come from, how many."""

Bounds: TypeAlias = tuple[tuple[int, int | None], ...]
"""The least and the greatest number of sets of each bundle (None: any number)."""


@frozen(cache_hash=True)
class Bundle:
    """A term that pays for sets of pieces."""

    points: int
    """The points for one set."""
    slots: tuple[tuple[tuple[int, ...], int], ...]
    """The slots of a set: the heaps that may fill each, and with how many pieces."""
    picks: int
    """How many different slots one set fills; all of them unless each takes one piece."""
    most: int | None = None
    """How many sets can be made at most (None: any number)."""
    apart: bool = field(init=False, eq=False)
    """Whether a set fills all slots and no heap fits two of them."""

    @apart.default  # pyright: ignore[reportAttributeAccessIssue]  # attrs' own way, which pyright does not know
    def _find_apart(self) -> bool:
        heaps = [heap for heaps, _ in self.slots for heap in heaps]
        return self.picks == len(self.slots) and len(heaps) == len(set(heaps))

    def cost(self, values: Sequence[int]) -> int:
        """Return what the pieces of the cheapest set would pay one by one."""
        return _cost(self, values)


Column: TypeAlias = tuple[int, int, tuple[Fill, ...]]
"""Sets made in one way: the bundle, how many (times the scale of the answer), and what each takes."""


@frozen
class Answer:
    """The best result if fractions of sets could be made."""

    bound: int
    """What the sets gain, rounded down."""
    scale: int
    """Divide the other numbers by this."""
    columns: list[Column]
    """The sets that are made."""
    prices: list[int]
    """Prices of pieces at which no set is worth making, except for sets whose number is limited."""
    rent: int
    """What those sets pay above the prices of their pieces, all together."""


@lru_cache(maxsize=5_000)
def relaxed(values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...]) -> Answer:
    """Solve the linear relaxation without other limits than those of the bundles."""
    return relax(values, bundles, counts, tuple([(0, bundle.most) for bundle in bundles]))


def relax(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...], limits: Bounds
) -> Answer:
    """Solve the linear relaxation: sets may be made in fractions.

    This is the revised simplex method. A column is one way to make a set. The column to enter is the cheapest set at
    the current prices of pieces, so the columns never have to be listed. The ratio test is lexicographic, so the
    method cannot cycle.
    """
    caps, variants, owed = _variants(bundles, counts, limits)
    tableau = _Tableau(caps)
    turn = 0
    while True:
        scale = tableau.scale
        duals = tableau.duals
        prices = [value * scale + dual for value, dual in zip(values, duals[1:], strict=False)]
        lowest = min(duals)
        if lowest < 0:
            tableau.release(duals.index(lowest))
            continue
        # Take the first variant that gains, in turn: this needs a few more steps, but each is much cheaper.
        for _ in variants:
            place, points, limit = variants[turn]
            gain = points * scale - _cost(bundles[place], prices) - (duals[limit] if limit else 0)
            if gain > 0:
                tableau.enter(gain, (place, _make(bundles[place], prices)), limit)
                break
            turn = (turn + 1) % len(variants)
        else:
            break
    columns = [(bundle, number, fills) for (bundle, fills), number in tableau.made()]
    rent = sum(map(mul, duals[len(counts) + 1 :], caps[len(counts) :]))
    return Answer((duals[0] - owed * scale) // scale, scale, columns, prices, rent)


Variant: TypeAlias = tuple[int, int, int]
"""Sets of a bundle: its number, what a set pays, and the row of the tableau that limits them (0: none)."""


def _variants(
    bundles: tuple[Bundle, ...], counts: tuple[int, ...], limits: Bounds
) -> tuple[list[int], list[Variant], int]:
    """Return the sizes of the rows, the variants of sets, and how much of their pay is bonus.

    A least number of sets is enforced by a bonus for the first ones. It is higher than any price can get: a price is
    a sum of gains and losses, one for each row, times minors and over a determinant, and none of those is more than the
    product of what the columns add up to. So sets that fall short of the least number cannot reach it at all.
    """
    caps = list(counts)
    variants: list[Variant] = []
    owed = bonus = 0
    if any(low for low, _ in limits):
        rows = len(counts) + 2 * len(bundles)
        largest = 1 + max([sum([count for _, count in bundle.slots]) for bundle in bundles])
        bonus = 1 + rows * max([bundle.points for bundle in bundles]) * largest ** (rows + 1)
    for place, (low, high) in enumerate(limits):
        points = bundles[place].points
        if low:
            caps.append(low)
            variants.append((place, points + bonus, len(caps)))
            owed += bonus * low
        if high is None:
            variants.append((place, points, 0))
        elif high > low:
            caps.append(high - low)
            variants.append((place, points, len(caps)))
    return caps, variants, owed


class _Tableau:
    """The rows of the simplex method: what is left of each heap, and the inverse of the basis.

    All entries are whole numbers over the common `scale`, so nothing is ever rounded. Column 0 is the
    right-hand side; columns and rows are numbered alike from 1.
    """

    __slots__ = ("basis", "duals", "rows", "scale")

    def __init__(self, caps: list[int]) -> None:
        width = len(caps) + 1
        self.scale = 1
        self.rows = [[cap, *[0] * (width - 1)] for cap in caps]
        for place, row in enumerate(self.rows, 1):
            row[place] = 1
        self.duals = [0] * width
        self.basis: list[tuple[int, tuple[Fill, ...]] | None] = [None] * len(caps)

    def enter(self, gain: int, what: tuple[int, tuple[Fill, ...]], limit: int) -> None:
        """Let sets made in a new way enter the basis."""
        taken = [(heap + 1, count) for _, heap, count in what[1]]
        if limit:
            taken.append((limit, 1))
        self._pivot(gain, [sum([row[place] * count for place, count in taken]) for row in self.rows], what)

    def release(self, place: int) -> None:
        """Let the slack of a row enter the basis."""
        self._pivot(-self.duals[place], [row[place] for row in self.rows], None)

    def made(self) -> list[tuple[tuple[int, tuple[Fill, ...]], int]]:
        """Return the sets in the basis with their numbers."""
        return [(what, row[0]) for what, row in zip(self.basis, self.rows, strict=True) if what is not None]

    def _pivot(self, gain: int, column: list[int], what: tuple[int, tuple[Fill, ...]] | None) -> None:
        leaving = self._leaving(column)
        pivot = column[leaving]
        head = self.rows[leaving]
        scale = self.scale
        for place, row in enumerate(self.rows):
            factor = column[place]
            if place != leaving and (factor or pivot != scale):
                self.rows[place] = [
                    (old * pivot - factor * top) // scale for old, top in zip(row, head, strict=True)
                ]
        self.duals = [(old * pivot + gain * top) // scale for old, top in zip(self.duals, head, strict=True)]
        self.basis[leaving] = what
        self.scale = pivot

    def _leaving(self, column: list[int]) -> int:
        """Return the row that runs out first as the column enters; if several do, the lexicographically least."""
        best = -1
        for place, factor in enumerate(column):
            if factor <= 0:
                continue
            if best < 0:
                best = place
                continue
            other = column[best]
            for mine, theirs in zip(self.rows[place], self.rows[best], strict=True):
                if mine * other != theirs * factor:
                    if mine * other < theirs * factor:
                        best = place
                    break
        return best


def _cost(bundle: Bundle, prices: Sequence[int]) -> int:
    """Return the cost of the cheapest set at these prices."""
    costs = [
        count * (prices[heaps[0]] if len(heaps) == 1 else min([prices[heap] for heap in heaps]))
        for heaps, count in bundle.slots
    ]
    if bundle.picks < len(costs):
        costs.sort()
        return sum(costs[: bundle.picks])
    return sum(costs)


def _make(bundle: Bundle, prices: Sequence[int]) -> tuple[Fill, ...]:
    """Return how the cheapest set at these prices is made."""
    fills = [
        (slot, min(heaps, key=prices.__getitem__), count) for slot, (heaps, count) in enumerate(bundle.slots)
    ]
    if bundle.picks < len(fills):
        fills.sort(key=lambda fill: (prices[fill[1]], fill[0]))
        return tuple(fills[: bundle.picks])
    return tuple(fills)

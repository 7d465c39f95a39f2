"""Which sets to make from a few heaps of equal pieces: the arithmetic behind the final scoring.

A *heap* is a number of pieces that can be used in the same ways; a single piece of it pays the value of the heap.
A *bundle* pays for sets of pieces. A *choice* pays for single pieces of one of its options. Heaps, bundles and
choices are only numbers here; `solver` turns them back into names.

Why the result is exact: once it is fixed how many sets of each bundle are made, choosing their pieces is a flow
problem. Flow problems have solutions in whole numbers, and the cheapest one is found by filling the sets with the
least valuable pieces first (the sets of pieces that can be used form a matroid). So only the numbers of sets are
left to search. Branch and bound does that, with the linear relaxation as the bound. The bounds themselves are exact
(`relaxation`), so nothing is lost to rounding.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import lcm
from operator import mul
from typing import TypeAlias, TypeVar

from keyflower.engine.solver.relaxation import Bounds, Bundle, Column, relax, relaxed
from keyflower.kernel.values import frozen

Taken: TypeAlias = tuple[int, int, int, int]
"""Pieces taken for sets: the bundle, the slot, the heap, how many."""
_Item = TypeVar("_Item")


@frozen(cache_hash=True)
class PieceTerm:
    """A term that pays for every single piece of one option."""

    points: int
    """The points for one piece."""
    options: tuple[tuple[int, ...], ...]
    """The heaps that fit each option."""


@frozen(cache_hash=True)
class Packing:
    """A problem without the sizes of its heaps."""

    values: tuple[int, ...]
    """What a single piece of each heap pays."""
    bundles: tuple[Bundle, ...]
    """The terms that pay for sets."""
    choices: tuple[PieceTerm, ...]
    """The terms that pay for one option each."""


@frozen
class BestPacking:
    """The best use of the heaps of a packing."""

    gain: int
    """How many points more than if all pieces scored one by one, at the values of their heaps."""
    options: tuple[int, ...] = ()
    """The number of the chosen option for each choice."""
    uses: tuple[Taken, ...] = ()
    """The pieces that are taken for sets."""


@lru_cache(maxsize=10_000)
def pack(packing: Packing, counts: tuple[int, ...]) -> BestPacking:
    """Return the best use of heaps of these sizes (none of them empty)."""
    search = _Search(packing, counts)
    search.choose((), packing.values)
    return BestPacking(search.total - search.alone(packing.values), search.options, search.uses)


class _Search:
    """A depth-first search over the options of the choices."""

    def __init__(self, packing: Packing, counts: tuple[int, ...]) -> None:
        self.packing = packing
        self.counts = counts
        self.total = -1
        self.options: tuple[int, ...] = ()
        self.uses: tuple[Taken, ...] = ()
        self.prices: list[tuple[int, list[int], int]] = []
        """Prices of pieces at which no set is worth making, as numbers over a scale, and the rent of limited sets."""

    def choose(self, options: tuple[int, ...], values: tuple[int, ...]) -> None:
        """Try the options of the next choice; `values` follow from the options up to here."""
        choices = self.packing.choices
        place = len(options)
        if place == len(choices):
            self.settle(options, values)
            return
        if place + 1 < len(choices) and self.hopeless(options, values):
            return
        choice = choices[place]
        # The order of equal choices does not matter, so only one order is tried.
        first = options[-1] if place and choices[place - 1] == choice else 0
        tries = [
            (_raised(values, choice.points, heaps), option)
            for option, heaps in enumerate(choice.options)
            if option >= first
        ]
        if len(tries) > 1:
            tries.sort(key=lambda attempt: -self.alone(attempt[0]))
        for higher, option in tries:
            self.choose((*options, option), higher)

    def alone(self, values: Iterable[int]) -> int:
        """Return what all pieces pay alone."""
        return sum(map(mul, values, self.counts))

    def hopeless(self, options: tuple[int, ...], values: tuple[int, ...]) -> bool:
        """Return whether even all options of all open choices together would not beat the best result so far."""
        for choice in self.packing.choices[len(options) :]:
            for heaps in choice.options:
                values = _raised(values, choice.points, heaps)
        return self.priced_out(values)

    def priced_out(self, values: tuple[int, ...]) -> bool:
        """Return whether the known prices prove that the best result so far cannot be beaten.

        If no set is worth making at some prices, and no piece pays more than its price as a single one, then the
        pieces cannot pay more than they cost in all. Sets whose number is limited may pay more than their pieces cost:
        that is their rent. Prices found for other values are raised to these first, which makes no set pay more.
        """
        return any(
            (
                self.alone([max(price, value * scale) for price, value in zip(prices, values, strict=True)])
                + rent
            )
            // scale
            <= self.total
            for scale, prices, rent in self.prices
        )

    def settle(self, options: tuple[int, ...], values: tuple[int, ...]) -> None:
        """Make the best sets at these values; keep the result if it is the best so far."""
        if self.priced_out(values):
            return
        groups = _groups(self.packing.bundles, values)
        sizes = [tuple([self.counts[heap] for heap in group.heaps]) for group in groups]
        if self.packing.choices and not all(group.easy for group in groups):
            self.remember(groups, sizes, values)
            if self.priced_out(values):
                return
        total = self.alone(values)
        uses: list[Taken] = []
        for group, size in zip(groups, sizes, strict=True):
            gain, made = _best_sets(group.values, group.bundles, size)
            total += gain
            for place, slot, heap, number in made:
                bundle, slots = group.origins[place]
                uses.append((bundle, slots[slot], group.heaps[heap], number))
        if total > self.total:
            self.total, self.options, self.uses = total, options, tuple(uses)

    def remember(
        self, groups: tuple[_Group, ...], sizes: list[tuple[int, ...]], values: tuple[int, ...]
    ) -> None:
        """Remember the prices that follow from these values."""
        answers = [
            relaxed(group.values, group.bundles, size) for group, size in zip(groups, sizes, strict=True)
        ]
        scale = lcm(*[answer.scale for answer in answers])
        prices = [value * scale for value in values]
        rent = 0
        for group, answer in zip(groups, answers, strict=True):
            rent += answer.rent * (scale // answer.scale)
            for heap, price in zip(group.heaps, answer.prices, strict=True):
                prices[heap] = price * (scale // answer.scale)
        self.prices.append((scale, prices, rent))


def _raised(values: tuple[int, ...], points: int, heaps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values after pieces of `heaps` pay at least `points`."""
    higher = list(values)
    for heap in heaps:
        higher[heap] = max(points, higher[heap])
    return tuple(higher)


# ------------------------------------------------------------------------- bundles that are worth making


@frozen
class _Group:
    """Bundles that share heaps; the heaps are renumbered within the group."""

    heaps: tuple[int, ...]
    """The heaps of the group."""
    values: tuple[int, ...]
    """What a single piece of each pays."""
    bundles: tuple[Bundle, ...]
    """The bundles."""
    origins: tuple[tuple[int, tuple[int, ...]], ...]
    """The number of each bundle in the packing, and the numbers of its slots there."""

    @property
    def easy(self) -> bool:
        """Whether the best sets are found without a search."""
        return len(self.bundles) == 1 and self.bundles[0].apart


def sharing(items: Iterable[tuple[set[int], _Item]]) -> list[tuple[set[int], list[_Item]]]:
    """Return items in groups: two that share a heap are in one, and so are their groups; each with its heaps."""
    groups: list[tuple[set[int], list[_Item]]] = []
    for found, item in items:
        heaps, members = found, [item]
        for group in [group for group in groups if not group[0].isdisjoint(heaps)]:
            groups.remove(group)
            heaps = heaps | group[0]
            members = group[1] + members
        groups.append((heaps, members))
    return groups


@lru_cache(maxsize=5_000)
def _groups(bundles: tuple[Bundle, ...], values: tuple[int, ...]) -> tuple[_Group, ...]:
    """Return what is worth making at these values, in groups that share no heap."""
    worth = []
    for place, bundle in enumerate(bundles):
        trimmed, slots = _trimmed(bundle, values)
        if trimmed is not None:
            worth.append(({heap for who, _ in trimmed.slots for heap in who}, (place, trimmed, slots)))
    result = []
    for found, members in sharing(worth):
        ordered = sorted(found)
        renamed = {heap: number for number, heap in enumerate(ordered)}
        result.append(
            _Group(
                tuple(ordered),
                tuple(values[heap] for heap in ordered),
                tuple(
                    Bundle(
                        bundle.points,
                        tuple((tuple(renamed[heap] for heap in who), count) for who, count in bundle.slots),
                        bundle.picks,
                        bundle.most,
                    )
                    for _, bundle, _ in members
                ),
                tuple((place, slots) for place, _, slots in members),
            )
        )
    return tuple(result)


def _trimmed(bundle: Bundle, values: tuple[int, ...]) -> tuple[Bundle | None, tuple[int, ...]]:
    """Return the bundle without the heaps that are too valuable for it, and the numbers of the slots left.

    A set that pays no more than its pieces would pay one by one need not be made. So a heap is dropped from a slot
    if even the cheapest set with one of its pieces in that slot pays no more.
    """
    cheapest = [min([values[heap] for heap in heaps]) for heaps, _ in bundle.slots]
    slots = []
    for slot, (heaps, count) in enumerate(bundle.slots):
        if bundle.picks == len(bundle.slots):
            rest = sum([low * number for low, (_, number) in zip(cheapest, bundle.slots, strict=True)])
            rest -= cheapest[slot]
        else:
            rest = sum(sorted(cheapest[:slot] + cheapest[slot + 1 :])[: bundle.picks - 1])
        able = tuple([heap for heap in heaps if rest + values[heap] < bundle.points])
        if able:
            slots.append((slot, (able, count)))
    if len(slots) < bundle.picks:
        return None, ()
    return (
        Bundle(bundle.points, tuple([what for _, what in slots]), bundle.picks, bundle.most),
        tuple([slot for slot, _ in slots]),
    )


# ------------------------------------------------------------------------------------- how many sets to make


@lru_cache(maxsize=10_000)
def _best_sets(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...]
) -> tuple[int, tuple[Taken, ...]]:
    """Return what the best sets gain over single pieces, and the pieces in them: branch and bound."""
    if len(bundles) == 1 and bundles[0].apart:
        return _sets_of_one(values, bundles[0], counts)
    best = 0
    uses: tuple[Taken, ...] = ()
    free: Bounds = tuple([(0, bundle.most) for bundle in bundles])
    open_ends: list[tuple[int, Bounds]] = [(1, free)]
    while open_ends:
        bound, limits = open_ends.pop()
        if bound <= best:
            continue
        answer = (
            relaxed(values, bundles, counts) if limits is free else relax(values, bundles, counts, limits)
        )
        bound, scale, columns = answer.bound, answer.scale, answer.columns
        if bound <= best:
            continue
        numbers = [0] * len(bundles)
        rounded = 0
        whole = True
        for bundle, number, fills in columns:
            numbers[bundle] += number
            if number % scale:
                whole = False
            if number >= scale:
                alone = sum([values[heap] * count for _, heap, count in fills])
                rounded += number // scale * (bundles[bundle].points - alone)
        if any(number < low * scale for number, (low, _) in zip(numbers, limits, strict=True)):
            continue  # not even fractions of sets reach the least number that was asked for
        broken = [place for place, number in enumerate(numbers) if number % scale]
        if not broken and not whole:
            best = bound
            uses = _fill(values, bundles, counts, [number // scale for number in numbers])
            continue
        if rounded > best:
            best = rounded
            uses = _collect(columns, scale)
        if broken:
            # Split on the most valuable sets: fixing their number lowers the bound most.
            split = max(broken, key=lambda place: bundles[place].points)
            low, high = limits[split]
            below = numbers[split] // scale
            children: list[tuple[int, int | None]] = [(low, below)]
            if below < _most(bundles[split], counts):
                # The branch nearer to the fractional number is tried first.
                children.insert(2 * (numbers[split] % scale) > scale, (below + 1, high))
            for child in children:
                open_ends.append((bound, (*limits[:split], child, *limits[split + 1 :])))
    return best, uses


def _sets_of_one(
    values: tuple[int, ...], bundle: Bundle, counts: tuple[int, ...]
) -> tuple[int, tuple[Taken, ...]]:
    """Find the best sets of one bundle whose slots share no heap: each slot takes the least valuable pieces first."""
    queues = []
    for heaps, count in bundle.slots:
        ordered = sorted(heaps, key=values.__getitem__)
        queues.append(([values[heap] for heap in ordered for _ in range(counts[heap])], count, ordered))
    gain = 0
    made = 0
    most = min([len(queue) // count for queue, count, _ in queues])
    for number in range(most if bundle.most is None else min(most, bundle.most)):
        alone = sum([sum(queue[number * count : (number + 1) * count]) for queue, count, _ in queues])
        if alone >= bundle.points:
            break
        gain += bundle.points - alone
        made += 1
    uses = []
    for slot, (_, count, ordered) in enumerate(queues):
        left = made * count
        for heap in ordered:
            used = min(left, counts[heap])
            if used:
                uses.append((0, slot, heap, used))
                left -= used
    return gain, tuple(uses)


def _most(bundle: Bundle, counts: tuple[int, ...]) -> int:
    """Return an upper bound on the number of sets of this bundle."""
    if bundle.picks < len(bundle.slots):
        return (
            sum([counts[heap] for heap in {heap for heaps, _ in bundle.slots for heap in heaps}])
            // bundle.picks
        )
    return min([sum([counts[heap] for heap in heaps]) // count for heaps, count in bundle.slots])


def _collect(columns: list[Column], scale: int) -> tuple[Taken, ...]:
    """Return the pieces taken for the whole sets among these."""
    uses: dict[tuple[int, int, int], int] = {}
    for bundle, number, fills in columns:
        if number >= scale:
            for slot, heap, count in fills:
                key = (bundle, slot, heap)
                uses[key] = uses.get(key, 0) + count * (number // scale)
    return tuple([(*key, number) for key, number in uses.items()])


def _fill(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...], numbers: list[int]
) -> tuple[Taken, ...]:
    """Fill these numbers of sets with the least valuable pieces.

    Pieces flow through a network heap -> slot -> bundle -> end. The least valuable heap goes first, and each heap
    sends as much as it can without pushing out an earlier one. This is the greedy algorithm for matroids.
    """
    end = ("end", 0, 0)
    room: dict[tuple[str, int, int], dict[tuple[str, int, int], int]] = {end: {}}
    for place, bundle in enumerate(bundles):
        if not numbers[place]:
            continue
        total = sum(sorted(count for _, count in bundle.slots)[: bundle.picks])
        room[("bundle", place, 0)] = {end: numbers[place] * total}
        for slot, (heaps, count) in enumerate(bundle.slots):
            room[("slot", place, slot)] = {("bundle", place, 0): numbers[place] * count}
            for heap in heaps:
                room.setdefault(("heap", heap, 0), {})[("slot", place, slot)] = counts[heap]
    for heap in sorted(range(len(counts)), key=values.__getitem__):
        left = counts[heap]
        while left:
            path = _path(room, ("heap", heap, 0), end)
            if path is None:
                break
            steps = list(pairwise(path))
            amount = min(left, *[room[one][other] for one, other in steps])
            for one, other in steps:
                room[one][other] -= amount
                room[other][one] = room[other].get(one, 0) + amount
            left -= amount
    return tuple(
        (place, slot, heap, sent)
        for place, bundle in enumerate(bundles)
        if numbers[place]
        for slot, (heaps, _) in enumerate(bundle.slots)
        for heap in heaps
        if (sent := room[("slot", place, slot)].get(("heap", heap, 0), 0))
    )


def _path(
    room: dict[tuple[str, int, int], dict[tuple[str, int, int], int]],
    start: tuple[str, int, int],
    end: tuple[str, int, int],
) -> list[tuple[str, int, int]] | None:
    """Return a shortest path from start to end that still has room."""
    came = {start: start}
    queue = [start]
    for node in queue:
        for other, free in room.get(node, {}).items():
            if free and other not in came:
                came[other] = node
                if other == end:
                    path = [end]
                    while path[-1] != start:
                        path.append(came[path[-1]])
                    return path[::-1]
                queue.append(other)
    return None

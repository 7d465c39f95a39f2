"""The number-crunching half of the final scoring: which sets to make of a few heaps of equal pieces.

A *heap* is a number of pieces that can do the same things; alone, each of them pays the heap's value.
A *bundle* pays for sets of pieces. A *choice* pays for single pieces of one of its options.
All heaps, bundles and choices are numbers here; `solver` gives them their names back.

Why this is exact. Fix how many sets of each bundle are made. Which pieces they take is then a flow
problem: its solutions have whole numbers, and the cheapest is found by filling the sets with the least
valuable pieces first (the sets of pieces that can be used form a matroid). So only the numbers of sets have
to be whole, and branch and bound over them, with the linear relaxation as bound, finds the maximum.
The relaxation is solved in whole-number arithmetic, so its bounds are never off by a rounding error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import lcm
from operator import mul
from typing import TypeAlias

from attrs import field, frozen

Fill: TypeAlias = tuple[int, int, int]
"""Part of one set: the slot, the heap its pieces come from, how many."""

Use: TypeAlias = tuple[int, int, int, int]
"""Pieces used in sets: the bundle, the slot, the heap, how many."""

Limits: TypeAlias = tuple[tuple[int, int | None], ...]
"""For each bundle the least and the greatest number of sets (None: any number)."""


@frozen(cache_hash=True)
class Bundle:
    """A term that pays for sets of pieces."""

    points: int
    """What one set pays."""
    slots: tuple[tuple[tuple[int, ...], int], ...]
    """The parts of a set: the heaps that may fill it, and with how many pieces."""
    picks: int
    """How many different slots one set fills; all of them unless each takes one piece."""
    apart: bool = field(init=False, eq=False)
    """Whether a set fills all slots and no heap fits two of them."""

    @apart.default
    def _find_apart(self) -> bool:
        heaps = [heap for heaps, _ in self.slots for heap in heaps]
        return self.picks == len(self.slots) and len(heaps) == len(set(heaps))

    def cost(self, values: Sequence[int]) -> int:
        """Return what the pieces of the cheapest set would pay alone."""
        return _cost(self, values)


@frozen(cache_hash=True)
class Choice:
    """A term that pays for every single piece of one option."""

    points: int
    """What one piece pays."""
    options: tuple[tuple[int, ...], ...]
    """The heaps that fit each option."""


@frozen(cache_hash=True)
class Packing:
    """A problem without the sizes of its heaps."""

    values: tuple[int, ...]
    """What a single piece of each heap pays."""
    bundles: tuple[Bundle, ...]
    """The terms that pay for sets."""
    choices: tuple[Choice, ...]
    """The terms that pay for one option each."""

    @property
    def pays(self) -> bool:
        """Whether any term can pay more than single pieces do."""
        return bool(self.bundles or self.choices)


@frozen
class Packed:
    """The best use of the heaps of a packing."""

    gain: int
    """The points beyond those the single pieces would pay by the values of their heaps."""
    options: tuple[int, ...] = ()
    """For each choice the number of the chosen option."""
    uses: tuple[Use, ...] = ()
    """The pieces that are used in sets."""


@lru_cache(maxsize=10_000)
def pack(packing: Packing, counts: tuple[int, ...]) -> Packed:
    """Return the best use of heaps of these sizes (none of them empty)."""
    search = _Search(packing, counts)
    search.choose((), packing.values)
    return Packed(search.total - search.alone(packing.values), search.options, search.uses)


class _Search:
    """A depth-first search over the options of the choices."""

    def __init__(self, packing: Packing, counts: tuple[int, ...]) -> None:
        self.packing = packing
        self.counts = counts
        self.total = -1
        self.options: tuple[int, ...] = ()
        self.uses: tuple[Use, ...] = ()
        self.prices: list[tuple[int, list[int]]] = []
        """Prices of pieces at which no set is worth making, as numbers over a scale."""

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
        # Of equal choices the order does not matter.
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
        """Return whether even taking all options of all open choices at once would not beat the best."""
        for choice in self.packing.choices[len(options) :]:
            for heaps in choice.options:
                values = _raised(values, choice.points, heaps)
        return self.priced_out(values)

    def priced_out(self, values: tuple[int, ...]) -> bool:
        """Return whether the pieces are too cheap to beat the best.

        If no set is worth making at some prices, and no piece pays more alone, then nobody can get more
        out of the pieces than they cost. Prices that were right for other values are raised to these.
        """
        return any(
            self.alone([max(price, value * scale) for price, value in zip(prices, values, strict=True)])
            // scale
            <= self.total
            for scale, prices in self.prices
        )

    def settle(self, options: tuple[int, ...], values: tuple[int, ...]) -> None:
        """Make the best sets at these values; keep the result if it beats the best."""
        if self.priced_out(values):
            return
        groups = _groups(self.packing.bundles, values)
        sizes = [tuple([self.counts[heap] for heap in group.heaps]) for group in groups]
        if self.packing.choices and not all(group.easy for group in groups):
            self.remember(groups, sizes, values)
            if self.priced_out(values):
                return
        total = self.alone(values)
        uses: list[Use] = []
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
        """Remember the prices of pieces at these values."""
        answers = [
            _relaxed(group.values, group.bundles, size) for group, size in zip(groups, sizes, strict=True)
        ]
        scale = lcm(*[answer.scale for answer in answers])
        prices = [value * scale for value in values]
        for group, answer in zip(groups, answers, strict=True):
            for heap, price in zip(group.heaps, answer.prices, strict=True):
                prices[heap] = price * (scale // answer.scale)
        self.prices.append((scale, prices))


def _raised(values: tuple[int, ...], points: int, heaps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values after pieces of `heaps` pay at least `points`."""
    higher = list(values)
    for heap in heaps:
        higher[heap] = max(points, higher[heap])
    return tuple(higher)


# ------------------------------------------------------------------------- bundles that are worth making


@frozen
class _Group:
    """Bundles that share heaps, with the heaps numbered anew."""

    heaps: tuple[int, ...]
    """The heaps of the group."""
    values: tuple[int, ...]
    """What a single piece of each pays."""
    bundles: tuple[Bundle, ...]
    """The bundles."""
    origins: tuple[tuple[int, tuple[int, ...]], ...]
    """For each bundle its number and the numbers of its slots in the packing."""

    @property
    def easy(self) -> bool:
        """Whether the best sets are found without a search."""
        return len(self.bundles) == 1 and self.bundles[0].apart


@lru_cache(maxsize=5_000)
def _groups(bundles: tuple[Bundle, ...], values: tuple[int, ...]) -> tuple[_Group, ...]:
    """Return what is worth making at these values, in groups that share no heap."""
    groups: list[tuple[set[int], list[tuple[int, Bundle, tuple[int, ...]]]]] = []
    for place, bundle in enumerate(bundles):
        trimmed, slots = _trimmed(bundle, values)
        if trimmed is None:
            continue
        heaps = {heap for who, _ in trimmed.slots for heap in who}
        members = [(place, trimmed, slots)]
        for group in [group for group in groups if not group[0].isdisjoint(heaps)]:
            groups.remove(group)
            heaps |= group[0]
            members = group[1] + members
        groups.append((heaps, members))
    result = []
    for found, members in groups:
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
                    )
                    for _, bundle, _ in members
                ),
                tuple((place, slots) for place, _, slots in members),
            )
        )
    return tuple(result)


def _trimmed(bundle: Bundle, values: tuple[int, ...]) -> tuple[Bundle | None, tuple[int, ...]]:
    """Return the bundle without the heaps that are too valuable for it, and the numbers of the slots left.

    A set that pays no more than its pieces would pay alone need not be made. So a heap is out of a slot
    if even the cheapest set with one of its pieces there is such a set.
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
        Bundle(bundle.points, tuple([what for _, what in slots]), bundle.picks),
        tuple([slot for slot, _ in slots]),
    )


# ------------------------------------------------------------------------------------- how many sets to make


@lru_cache(maxsize=10_000)
def _best_sets(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...]
) -> tuple[int, tuple[Use, ...]]:
    """Return what the best sets gain over single pieces, and the pieces in them: branch and bound."""
    if len(bundles) == 1 and bundles[0].apart:
        return _sets_of_one(values, bundles[0], counts)
    best = 0
    uses: tuple[Use, ...] = ()
    free: Limits = ((0, None),) * len(bundles)
    open_ends: list[tuple[int, Limits]] = [(1, free)]
    while open_ends:
        bound, limits = open_ends.pop()
        if bound <= best:
            continue
        answer = (
            _relaxed(values, bundles, counts) if limits is free else _relax(values, bundles, counts, limits)
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
        broken = [place for place, number in enumerate(numbers) if number % scale]
        if not broken and not whole:
            best = bound
            uses = _fill(values, bundles, counts, [number // scale for number in numbers])
            continue
        if rounded > best:
            best = rounded
            uses = _collect(columns, scale)
        if broken:
            # The dearest sets first: they leave the least to the bound of their branches.
            split = max(broken, key=lambda place: bundles[place].points)
            low, high = limits[split]
            below = numbers[split] // scale
            children = [(low, below)]
            if below < _most(bundles[split], counts):
                # The nearer child is tried first.
                children.insert(2 * (numbers[split] % scale) > scale, (below + 1, high))
            for child in children:
                open_ends.append((bound, (*limits[:split], child, *limits[split + 1 :])))
    return best, uses


def _sets_of_one(
    values: tuple[int, ...], bundle: Bundle, counts: tuple[int, ...]
) -> tuple[int, tuple[Use, ...]]:
    """Do the same for one bundle whose slots do not compete: each takes the least valuable pieces first."""
    queues = []
    for heaps, count in bundle.slots:
        ordered = sorted(heaps, key=values.__getitem__)
        queues.append(([values[heap] for heap in ordered for _ in range(counts[heap])], count, ordered))
    gain = 0
    made = 0
    for number in range(min([len(queue) // count for queue, count, _ in queues])):
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
    """Return a number of sets of this bundle that cannot be exceeded."""
    if bundle.picks < len(bundle.slots):
        return (
            sum([counts[heap] for heap in {heap for heaps, _ in bundle.slots for heap in heaps}])
            // bundle.picks
        )
    return min([sum([counts[heap] for heap in heaps]) // count for heaps, count in bundle.slots])


Column: TypeAlias = tuple[int, int, tuple[Fill, ...]]
"""Sets of one make: the bundle, how many of them (times the scale of the answer), what one takes."""


@frozen
class _Answer:
    """The best that could be done if sets could be made in fractions."""

    bound: int
    """What the sets gain, rounded down."""
    scale: int
    """The other numbers are to be divided by this."""
    columns: list[Column]
    """The sets that are made."""
    prices: list[int]
    """Prices of pieces at which no set is worth making."""


@lru_cache(maxsize=5_000)
def _relaxed(values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...]) -> _Answer:
    """Solve the linear relaxation without limits."""
    return _relax(values, bundles, counts, ((0, None),) * len(bundles))


def _relax(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...], limits: Limits
) -> _Answer:
    """Solve the linear relaxation: sets may be made in fractions.

    The simplex method in its revised form: a column is one way to make a set, and the best column
    to enter is the cheapest set at the current prices of pieces, so columns are never listed.
    The ratio test is lexicographic, so it cannot cycle.
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
        # The first variant that gains, going round: it costs a few more steps, but each is much cheaper.
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
    return _Answer((duals[0] - owed * scale) // scale, scale, columns, prices)


Variant: TypeAlias = tuple[int, int, int]
"""Sets of a bundle: its number, what a set pays, the row of the tableau that limits them (0: none)."""


def _variants(
    bundles: tuple[Bundle, ...], counts: tuple[int, ...], limits: Limits
) -> tuple[list[int], list[Variant], int]:
    """Return the sizes of the rows, the variants of sets, and what they pay too much.

    A least number of sets is enforced by a bonus for the first ones, greater than anything else can pay.
    """
    caps = list(counts)
    variants: list[Variant] = []
    bonus = 1 + sum(counts) * max([bundle.points for bundle in bundles])
    owed = 0
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
        """Let sets of a new make enter the basis."""
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
        """Return the row that runs out first as the column enters; of several the lexicographically least."""
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
    """Return the make of the cheapest set at these prices."""
    fills = [
        (slot, min(heaps, key=prices.__getitem__), count) for slot, (heaps, count) in enumerate(bundle.slots)
    ]
    if bundle.picks < len(fills):
        fills.sort(key=lambda fill: (prices[fill[1]], fill[0]))
        return tuple(fills[: bundle.picks])
    return tuple(fills)


def _collect(columns: list[Column], scale: int) -> tuple[Use, ...]:
    """Return the uses of pieces in the sets that are whole."""
    uses: dict[tuple[int, int, int], int] = {}
    for bundle, number, fills in columns:
        if number >= scale:
            for slot, heap, count in fills:
                key = (bundle, slot, heap)
                uses[key] = uses.get(key, 0) + count * (number // scale)
    return tuple([(*key, number) for key, number in uses.items()])


def _fill(
    values: tuple[int, ...], bundles: tuple[Bundle, ...], counts: tuple[int, ...], numbers: list[int]
) -> tuple[Use, ...]:
    """Fill these numbers of sets with the least valuable pieces.

    Heaps are sent through a network heap -> slot -> bundle -> end, the least valuable first; each takes as
    much as it can without displacing an earlier one, which is the greedy algorithm of matroids.
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
    """Return a shortest way with room from start to end."""
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

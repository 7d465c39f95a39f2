"""The exact final scoring: which piece scores where, so that the total is the greatest possible.

A `Problem` says which pieces there are, what they may count as and which terms pay for them. `solve` returns
an `Allocation` that no legal allocation beats; `solve_all` also says what it would be without the joker.

How it goes. Pieces that can do the same things are one heap (`solver_plan`). Alone, a piece pays the best of
the terms that pay by the piece. Only terms that pay for sets, or for one type of choice, couple pieces; what
they do not couple falls into parts that are solved one by one (`solver_bundles`). The joker goes where it
gains most. `solver_check` verifies an allocation, of ours or made by hand, without knowing any of this.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import field, frozen

from keyflower.engine.solver_bundles import Packed, pack
from keyflower.engine.solver_plan import Form, Part, Plan, Roles, Terms, parts_of, plan_for
from keyflower.extend.terms import PerDifferent, PerSet, Term

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Numbers of pieces by type."""


@frozen(cache_hash=True)
class Problem:
    """What is to be scored: the pieces of one village and the terms that pay for them."""

    pieces: Counts = ()
    """The pieces that lie on no storage source."""
    stored: tuple[tuple[str, Counts], ...] = ()
    """The pieces that lie on storage sources, by source."""
    roles: Roles = ()
    """What the pieces of a type may count as; a type that is not listed counts as itself only."""
    terms: Terms = ()
    """The terms with the sources that carry them; their kinds are resolved."""
    wildcard: bool = field(default=False, kw_only=True)
    """Whether there is a joker: one more piece, of any type, free or on any storage source."""


@frozen
class Assignment:
    """What one term pays, and the pieces it pays for."""

    source: str
    """The source that carries the term."""
    term: Term
    """The term."""
    points: int
    """What it pays."""
    pieces: tuple[tuple[str, str, int], ...]
    """The pieces it takes: their type, what they count as, how many."""
    joker: str | None = None
    """What the joker counts as here, if it is used here."""


@frozen
class Allocation:
    """Pieces shared out among terms, each piece at most once."""

    total: int
    """The sum of the points of all uses."""
    uses: tuple[Assignment, ...]
    """What pays, in the order of the terms."""


@frozen
class Solution:
    """The best allocations without and with the joker."""

    plain: Allocation
    """The best without the joker."""
    best: Allocation
    """The best with it; the same if there is no joker or it gains nothing."""

    @property
    def gain(self) -> int:
        """What the joker adds."""
        return self.best.total - self.plain.total


def solve(problem: Problem) -> Allocation:
    """Return an allocation with the greatest total; the same one for equal problems.

    >>> from keyflower.extend.terms import PerPiece
    >>> term = PerPiece(2, ("green",))
    >>> solve(Problem(pieces=(("green", 3),), terms=(("market", term),))).total
    6
    """
    return _Scoring(problem).best()


def solve_all(problem: Problem) -> Solution:
    """Return the best allocations without and with the joker."""
    scoring = _Scoring(problem)
    plain = scoring.plain()
    return Solution(plain, scoring.best() if scoring.gain else plain)


def totals(problem: Problem) -> tuple[int, int]:
    """Return the greatest totals without and with the joker, for those who need no explanation."""
    scoring = _Scoring(problem)
    return scoring.total, scoring.total + scoring.gain


_ALONE: Final = -1
"""The place of a joker that is in no part: it scores as a single piece."""


class _Scoring:
    """One problem with all its parts solved."""

    __slots__ = ("gain", "heaps", "joker", "lots", "packed", "parts", "plan", "total", "with_joker")

    def __init__(self, problem: Problem) -> None:
        plan = plan_for(problem.roles, problem.terms)
        self.plan: Plan = plan
        self.lots = _count(plan, problem)
        heaps = [0] * len(plan.heaps)
        for heap, number in zip(plan.heap_of, self.lots, strict=True):
            heaps[heap] += number
        self.heaps = heaps
        self.total = 0
        there = 0
        for heap, number in enumerate(heaps):
            if number:
                there |= 1 << heap
                self.total += number * plan.singles[heap][0]
        self.parts: tuple[Part, ...] = parts_of(plan, there, wildcard=problem.wildcard)
        self.packed: list[Packed] = []
        for part in self.parts:
            packed = pack(part.plain.packing, tuple([heaps[heap] for heap in part.heaps]))
            self.packed.append(packed)
            self.total += packed.gain
        self.gain = 0
        self.joker = _ALONE
        self.with_joker: Packed | None = None
        if problem.wildcard:
            self._place_joker()

    def _place_joker(self) -> None:
        """Give the joker to the part where it gains most."""
        alone = self.plan.joker[0]
        self.gain = alone
        for place in sorted(range(len(self.parts)), key=lambda place: -self.parts[place].most):
            part = self.parts[place]
            if part.most <= self.gain:
                break
            packed = pack(part.joker.packing, (*[self.heaps[heap] for heap in part.heaps], 1))
            gain = packed.gain + alone - self.packed[place].gain
            if gain > self.gain:
                self.gain, self.joker, self.with_joker = gain, place, packed

    def plain(self) -> Allocation:
        """Return the allocation without the joker."""
        hand = _Hand(self.plan, self.lots, joker=False)
        for part, packed in zip(self.parts, self.packed, strict=True):
            hand.make(part, part.plain, packed)
        return hand.allocation()

    def best(self) -> Allocation:
        """Return the allocation with the joker, if there is one and it gains anything."""
        hand = _Hand(self.plan, self.lots, joker=self.gain > 0)
        for place, (part, packed) in enumerate(zip(self.parts, self.packed, strict=True)):
            if place == self.joker and self.with_joker is not None:
                hand.make(part, part.joker, self.with_joker)
            else:
                hand.make(part, part.plain, packed)
        return hand.allocation()


def _count(plan: Plan, problem: Problem) -> list[int]:
    """Return how many pieces each lot of the plan has."""
    lots = [0] * len(plan.lots)
    homes = plan.homes
    for kind, number in problem.pieces:
        lot = homes.get((None, kind))
        if lot is not None:
            lots[lot] += number
    for source, content in problem.stored:
        for kind, number in content:
            lot = homes.get((source, kind))
            if lot is None:
                lot = homes.get((None, kind))
            if lot is not None:
                lots[lot] += number
    return lots


class _Hand:
    """The pieces on their way to the terms: turns the numbers of the parts back into names."""

    __slots__ = ("jokers", "left", "plan", "singles", "taken", "wild")

    def __init__(self, plan: Plan, lots: list[int], *, joker: bool) -> None:
        self.plan = plan
        self.left = list(lots)
        self.wild = joker
        self.singles = [*plan.singles, plan.joker]
        self.taken: dict[int, dict[tuple[str, str], int]] = {}
        self.jokers: dict[int, str] = {}

    def make(self, part: Part, form: Form, packed: Packed) -> None:
        """Make the sets of a part, and note which type each of its choices chose."""
        heaps = (*part.heaps, len(self.plan.heaps))
        for bundle, slot, heap, number in packed.uses:
            self.give(form.bundles[bundle][slot], heaps[heap], number)
        for place, option in enumerate(packed.options):
            choice = form.packing.choices[place]
            for heap in choice.options[option]:
                if self.singles[heaps[heap]][0] < choice.points:
                    self.singles[heaps[heap]] = (choice.points, form.options[place][option])

    def give(self, slot: int, heap: int, number: int) -> None:
        """Put pieces of a heap into a slot."""
        term = self.plan.slots[slot].term
        taken = self.taken.setdefault(term, {})
        if heap == len(self.plan.heaps):
            self.jokers[term] = self.plan.slots[slot].types[0]
            self.wild = False
            return
        left = self.left
        for lot in self.plan.heaps[heap]:
            part = min(number, left[lot])
            if part:
                kind = self.plan.lots[lot]
                key = (kind, self.plan.roles[slot, kind])
                taken[key] = taken.get(key, 0) + part
                left[lot] -= part
                number -= part

    def allocation(self) -> Allocation:
        """Let the pieces that are left score alone, and return who got what."""
        heaps = self.plan.heaps
        for heap, (_, slot) in enumerate(self.singles):
            if slot < 0:
                continue
            if heap == len(heaps):
                if self.wild:
                    self.give(slot, heap, 1)
            else:
                number = sum([self.left[lot] for lot in heaps[heap]])
                if number:
                    self.give(slot, heap, number)
        uses = []
        total = 0
        for number in sorted(self.taken):
            source, term = self.plan.terms[number]
            taken = self.taken[number]
            joker = self.jokers.get(number)
            points = term.points * ((sum(taken.values()) + (joker is not None)) // set_size(term))
            total += points
            uses.append(
                Assignment(
                    source,
                    term,
                    points,
                    tuple([(*key, amount) for key, amount in sorted(taken.items())]),
                    joker,
                )
            )
        return Allocation(total, tuple(uses))


def set_size(term: Term) -> int:
    """Return how many pieces the term pays for at a time."""
    match term:
        case PerSet():
            return sum(need.count for need in term.needs)
        case PerDifferent():
            return term.count
        case _:
            return 1

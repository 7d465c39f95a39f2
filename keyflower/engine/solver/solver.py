"""Which piece scores where, so that the total is as high as possible.

A `Problem` says which pieces there are, what they may count as and which terms pay for them. `solve` returns an
`Allocation` that no other legal one beats; `solve_all` also returns the best allocation without the joker.

How it works:

1. Terms that have no pieces in common are solved separately, as subproblems.
2. Within a subproblem, pieces that can be used in the same ways form one heap (`plan`).
3. A single piece is worth what the best term that pays by the piece pays for it.
4. Terms that pay for sets, or for one type of the owner's choice, make pieces depend on each other. Groups of such
   terms that share no heap are again solved separately (`bundles`).
5. The joker goes where it gains most.

Solved subproblems are kept in a cache, because the next village to be scored is mostly the last one with a small
change. `check` verifies an allocation without knowing any of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from attrs import field

from keyflower.engine.solver.bundles import BestPacking, pack
from keyflower.engine.solver.scoring_problem import Form, Part, Roles, ScoringPlan, Terms, parts_of, plans_for
from keyflower.extend.terms import Once, Term
from keyflower.kernel.values import frozen

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
    """Whether there is a joker: one more piece, free or on any storage source, of any type that is not barred."""
    barred: tuple[str, ...] = field(default=(), kw_only=True)
    """The types that the joker may not be."""


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

    >>> from keyflower.extend import PerPiece
    >>> term = PerPiece(2, ("green",))
    >>> solve(Problem(pieces=(("green", 3),), terms=(("tile", term),))).total
    6
    """
    subproblems = _subproblems(problem)
    return _merged(subproblems, _joker_subproblem(problem, subproblems))


def solve_all(problem: Problem) -> Solution:
    """Return the best allocations without and with the joker."""
    subproblems = _subproblems(problem)
    plain = _merged(subproblems, None)
    chosen = _joker_subproblem(problem, subproblems)
    return Solution(plain, plain if chosen is None else _merged(subproblems, chosen))


def totals(problem: Problem) -> tuple[int, int]:
    """Return the greatest totals without and with the joker, without saying how they come about."""
    subproblems = _subproblems(problem)
    plain = sum([solved.total for solved, _ in subproblems])
    chosen = _joker_subproblem(problem, subproblems)
    return plain, plain if chosen is None else plain + chosen.gain


Subproblems: TypeAlias = list[tuple["_Subproblem", tuple[int, ...]]]
"""The subproblems of a problem, each with the numbers of its terms."""


def _subproblems(problem: Problem) -> Subproblems:
    """Return the solved subproblems of the problem."""
    everywhere = dict(problem.pieces)
    if len(everywhere) < len(problem.pieces):
        everywhere = dict.fromkeys(everywhere, 0)
        for kind, number in problem.pieces:
            everywhere[kind] += number
    stored: dict[tuple[str, str], int] = {}
    for source, content in problem.stored:
        for kind, number in content:
            everywhere[kind] = everywhere.get(kind, 0) + number
            stored[source, kind] = stored.get((source, kind), 0) + number
    return [
        (_solved(plan, _count(plan, everywhere, stored)), numbers)
        for plan, numbers in plans_for(problem.roles, problem.terms, problem.barred)
    ]


def _joker_subproblem(problem: Problem, subproblems: Subproblems) -> _Subproblem | None:
    """Return the subproblem in which the joker gains most, if it gains anything."""
    chosen = None
    if problem.wildcard:
        most = 0
        for candidate, _ in subproblems:
            # The joker is used in one set or as one piece, so it cannot add more than that pays.
            if candidate.plan.most > most and candidate.gain > most:
                chosen = candidate
                most = candidate.gain
    return chosen


def _merged(subproblems: Subproblems, joker: _Subproblem | None) -> Allocation:
    """Put the allocations of the subproblems together."""
    uses: dict[int, Assignment] = {}
    for solved, numbers in subproblems:
        for term, use in solved.best if solved is joker else solved.plain:
            uses[numbers[term]] = use
    ordered = tuple([uses[number] for number in sorted(uses)])
    return Allocation(sum([use.points for use in ordered]), ordered)


def _count(
    plan: ScoringPlan, everywhere: dict[str, int], stored: dict[tuple[str, str], int]
) -> tuple[int, ...]:
    """Return how many pieces each portion of the plan has."""
    portions = [everywhere.get(kind, 0) for kind in plan.portions]
    for source, kind, portion, home in plan.bound:
        portions[portion] = there = stored.get((source, kind), 0)
        if home >= 0:
            portions[home] -= there
    return tuple(portions)


@lru_cache(maxsize=5_000)
def _solved(plan: ScoringPlan, portions: tuple[int, ...]) -> _Subproblem:
    return _Subproblem(plan, portions)


Uses: TypeAlias = list[tuple[int, Assignment]]
"""What pieces are used for, with the numbers of the terms in the plan."""


class _Subproblem:
    """The terms of one plan, solved for given pieces. Whatever nobody asks for is not worked out."""

    __slots__ = ("_best", "_joker", "_plain", "heaps", "packed", "plan", "portions", "there", "total")

    def __init__(self, plan: ScoringPlan, portions: tuple[int, ...]) -> None:
        self.plan = plan
        self.portions = portions
        self._joker: tuple[int, int] | None = None
        self._plain: Uses | None = None
        self._best: Uses | None = None
        heaps: Sequence[int] = portions
        if len(plan.heaps) < len(portions):
            heaps = [sum([portions[portion] for portion in members]) for members in plan.heaps]
        self.heaps = heaps
        total, there = plan.floor, 0
        for heap, number in enumerate(heaps):
            if number:
                there |= 1 << heap
                total += number * plan.singles[heap][0]
        self.packed: list[tuple[Part, BestPacking]] = []
        if there and plan.couplings:
            for part in parts_of(plan, there, wildcard=False):
                packed = pack(part.plain.packing, self.sizes(part))
                self.packed.append((part, packed))
                total += packed.gain
        self.total = total
        self.there = there

    def sizes(self, part: Part) -> tuple[int, ...]:
        """Return how many pieces the heaps of the part have."""
        return tuple([self.heaps[heap] for heap in part.heaps])

    @property
    def joker(self) -> tuple[int, int]:
        """What the joker adds, and the number of the part in which it does (-1: it scores as a single piece)."""
        if self._joker is None:
            self._joker = self._find_joker()
        return self._joker

    def _find_joker(self) -> tuple[int, int]:
        alone = self.plan.joker[0]
        most = alone
        chosen = -1
        parts = parts_of(self.plan, self.there, wildcard=True) if self.plan.couplings else ()
        for number, part in sorted(enumerate(parts), key=lambda numbered: -numbered[1].most):
            if part.most <= most:
                break
            sizes = self.sizes(part)
            gain = pack(part.joker.packing, (*sizes, 1)).gain - pack(part.plain.packing, sizes).gain + alone
            if gain > most:
                most = gain
                chosen = number
        return most, chosen

    @property
    def gain(self) -> int:
        """What the joker adds."""
        return self.joker[0]

    @property
    def plain(self) -> Uses:
        """The uses without the joker."""
        if self._plain is None:
            hand = _Hand(self.plan, self.portions, joker=False)
            for part, packed in self.packed:
                hand.make(part, part.plain, packed)
            self._plain = hand.uses()
        return self._plain

    @property
    def best(self) -> Uses:
        """The uses with the joker."""
        if self._best is None:
            hand = _Hand(self.plan, self.portions, joker=True)
            _, chosen = self.joker
            for number, part in enumerate(parts_of(self.plan, self.there, wildcard=True)):
                if number == chosen:
                    hand.make(part, part.joker, pack(part.joker.packing, (*self.sizes(part), 1)))
                else:
                    hand.make(part, part.plain, pack(part.plain.packing, self.sizes(part)))
            self._best = hand.uses()
        return self._best


class _Hand:
    """Hands the pieces out to the terms, and turns the numbers used while solving back into names."""

    __slots__ = ("jokers", "left", "plan", "singles", "taken", "wild")

    def __init__(self, plan: ScoringPlan, portions: tuple[int, ...], *, joker: bool) -> None:
        self.plan = plan
        self.left = list(portions)
        self.wild = joker
        self.singles = [*plan.singles, plan.joker]
        self.taken: dict[int, dict[tuple[str, str], int]] = {}
        self.jokers: dict[int, str] = {}

    def make(self, part: Part, form: Form, packed: BestPacking) -> None:
        """Hand out the sets of a part, and note which type was chosen for each of its choices."""
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
        term = self.plan.term_of[slot]
        taken = self.taken.setdefault(term, {})
        if heap == len(self.plan.heaps):
            self.jokers[term] = self.plan.slots[slot].joker
            self.wild = False
            return
        left = self.left
        for portion in self.plan.heaps[heap]:
            part = min(number, left[portion])
            if part:
                kind = self.plan.portions[portion]
                key = (kind, self.plan.roles[slot, kind])
                taken[key] = taken.get(key, 0) + part
                left[portion] -= part
                number -= part

    def uses(self) -> Uses:
        """Let the pieces that are left score one by one, and return which term got which pieces."""
        plan, left = self.plan, self.left
        for heap, portions in enumerate(plan.heaps):
            slot = self.singles[heap][1]
            if slot >= 0:
                number = (
                    left[portions[0]] if len(portions) == 1 else sum([left[portion] for portion in portions])
                )
                if number:
                    self.give(slot, heap, number)
        if self.wild and self.singles[-1][1] >= 0:
            self.give(self.singles[-1][1], len(plan.heaps), 1)
        uses = []
        for number, taken in sorted(self.taken.items(), key=itemgetter(0)):
            source, term = plan.terms[number]
            joker = self.jokers.get(number)
            points = term.points * ((sum(taken.values()) + (joker is not None)) // plan.sizes[number])
            pieces = tuple([(*key, amount) for key, amount in sorted(taken.items())])
            uses.append((number, Assignment(source, term, points, pieces, joker)))
        if plan.floor:
            for number, (source, term) in enumerate(plan.terms):
                if isinstance(term, Once) and term.otherwise and number not in self.taken:
                    uses.append((number, Assignment(source, term, term.otherwise, ())))
        return uses

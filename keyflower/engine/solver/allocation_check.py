"""Checks an allocation of pieces to scoring terms against the rules, whoever made it."""

from __future__ import annotations

from collections import Counter

from keyflower.engine.solver import Allocation, Assignment, Problem
from keyflower.engine.solver.scoring_problem import set_size
from keyflower.extend.terms import Once, PerDifferent, PerPieceOfOne, PerSet, PerStored, Term
from keyflower.kernel.values import frozen


@frozen
class Check:
    """What `check` finds out: whether an allocation is legal, and what it is worth."""

    value: int
    """The points of all its uses together; a use with a fault scores nothing."""
    faults: tuple[str, ...]
    """What is wrong with it; empty if it is legal."""


def check(problem: Problem, allocation: Allocation) -> Check:
    """Verify an allocation: is it legal, and what is it worth?

    >>> from keyflower.extend import PerPiece
    >>> term = PerPiece(2, ("green",))
    >>> problem = Problem(pieces=(("green", 3),), terms=(("tile", term),))
    >>> check(problem, Allocation(8, (Assignment("tile", term, 8, (("green", "green", 4),)),)))
    Check(value=8, faults=('green: 4 used, only 3 there',))
    """
    faults: list[str] = []
    value = 0
    for use in allocation.uses:
        wrong = [f"{use.source}: {fault}" for fault in _use_faults(problem, use)]
        faults += wrong
        if not wrong:
            value += use.points
    faults += _shared_faults(problem, allocation)
    claimed = sum(use.points for use in allocation.uses)
    if allocation.total != claimed:
        faults.append(f"the total is given as {allocation.total}, the uses add up to {claimed}")
    return Check(value, tuple(faults))


def _use_faults(problem: Problem, use: Assignment) -> list[str]:
    """Return what is wrong with one use, taken by itself."""
    if (use.source, use.term) not in problem.terms:
        return [f"does not pay {use.term.words()}"]
    faults = []
    able = dict(problem.roles)
    roles: Counter[str] = Counter()
    for kind, role, number in use.pieces:
        if number <= 0:
            faults.append(f"{number} {kind} is not a number of pieces")
        if role not in able.get(kind, (kind,)):
            faults.append(f"{kind} cannot count as {role}")
        roles[role] += number
    if use.joker is not None:
        roles[use.joker] += 1
        if use.joker in problem.barred:
            faults.append(f"the joker cannot be {use.joker}")
    faults += [f"does not take {role}" for role in roles if role not in _accepted(use.term)]
    if faults:
        return faults
    number, rest = divmod(roles.total(), set_size(use.term))
    if rest or not _complete(use.term, roles, number):
        return [f"the pieces do not make up {use.term.words()}"]
    points = number * use.term.points
    if isinstance(use.term, Once):
        points = use.term.points if number else use.term.otherwise
        if number > 1:
            return ["pays only once"]
    if use.points != points:
        return [f"pays {points}, not {use.points}"]
    return []


def _accepted(term: Term) -> set[str]:
    if isinstance(term, PerSet | Once):
        return {role for need in term.needs for role in need.pieces}
    return set(term.pieces)


def _complete(term: Term, roles: Counter[str], number: int) -> bool:
    """Return whether pieces that count as `roles` make up `number` of what the term pays for."""
    match term:
        case PerSet() | Once():
            # Hall's condition: no group of needs is asked to take more pieces than it has places.
            for chosen in range(1, 1 << len(term.needs)):
                inside = [need for place, need in enumerate(term.needs) if chosen >> place & 1]
                outside = {
                    role
                    for place, need in enumerate(term.needs)
                    if not chosen >> place & 1
                    for role in need.pieces
                }
                bound = sum(count for role, count in roles.items() if role not in outside)
                if bound > number * sum(need.count for need in inside):
                    return False
            return True
        case PerDifferent():
            return all(count <= number for count in roles.values())
        case PerPieceOfOne():
            return len(roles) <= 1
        case _:
            return True


def _shared_faults(problem: Problem, allocation: Allocation) -> list[str]:
    """Return what is wrong between the uses: pieces used twice, types chosen twice, two jokers."""
    faults = []
    there = Counter(dict.fromkeys((kind for use in allocation.uses for kind, _, _ in use.pieces), 0))
    lying: Counter[tuple[str, str]] = Counter()
    for kind, number in problem.pieces:
        there[kind] += number
    for source, content in problem.stored:
        for kind, number in content:
            there[kind] += number
            lying[source, kind] += number
    used: Counter[str] = Counter()
    kept: Counter[tuple[str, str]] = Counter()
    choices: Counter[tuple[str, Term]] = Counter()
    for use in allocation.uses:
        choices[use.source, use.term] += isinstance(use.term, PerPieceOfOne | Once)
        for kind, _, number in use.pieces:
            used[kind] += number
            if isinstance(use.term, PerStored):
                kept[use.source, kind] += number
    faults += [
        f"{kind}: {number} used, only {there[kind]} there"
        for kind, number in used.items()
        if number > there[kind]
    ]
    faults += [
        f"{source}: {number} {kind} kept, only {lying[source, kind]} lying there"
        for (source, kind), number in kept.items()
        if number > lying[source, kind]
    ]
    faults += [
        f"{source}: {'only one type may be chosen' if isinstance(term, PerPieceOfOne) else 'pays only once'}"
        for (source, term), number in choices.items()
        if number > max(1, problem.terms.count((source, term)))
    ]
    jokers = sum(use.joker is not None for use in allocation.uses)
    if jokers > problem.wildcard:
        faults.append(f"the joker is used {jokers} times" if problem.wildcard else "there is no joker")
    return faults

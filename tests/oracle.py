"""Slow answers to scoring problems that share no code with the solver: by trying all, and by scipy's milp."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp

from keyflower.engine.solver import Problem
from keyflower.extend.terms import Once, PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored

TypePlace = tuple[str, str | None]
JOKER: TypePlace = ("*", None)


def lots_of(problem: Problem) -> dict[TypePlace, int]:
    """Every type in every place, with its number; the joker is a type of its own."""
    lots: dict[TypePlace, int] = {}
    for kind, number in problem.pieces:
        lots[kind, None] = lots.get((kind, None), 0) + number
    for source, content in problem.stored:
        for kind, number in content:
            lots[kind, source] = lots.get((kind, source), 0) + number
    if problem.wildcard:
        lots[JOKER] = 1
    return lots


def can_be(problem: Problem, lot: TypePlace, types) -> bool:
    if lot == JOKER:
        return not set(types).issubset(problem.barred)
    return not set(dict(problem.roles).get(lot[0], (lot[0],))).isdisjoint(types)


def brute_force(problem: Problem) -> int:
    """The greatest total, by trying everything."""
    lots = {lot: number for lot, number in lots_of(problem).items() if number}
    names = list(lots)
    one_of = [term for _, term in problem.terms if isinstance(term, PerPieceOfOne)]
    makes: list[
        tuple[int, tuple[int, ...], int]
    ] = []  # what a set pays and takes, and which may be made next
    for _, term in problem.terms:
        if isinstance(term, PerSet | PerDifferent | Once):
            ways = sorted(_makes(problem, lots, term))
            first = len(makes)
            if isinstance(term, Once):
                makes += [(term.points - term.otherwise, make, first + len(ways)) for make in ways]
            else:
                makes += [(term.points, make, first + place) for place, make in enumerate(ways)]

    def best_with(chosen: tuple[str, ...]) -> int:
        alone = []
        for lot in names:
            value = 0
            for source, term in problem.terms:
                if isinstance(term, PerStored) and lot not in (JOKER, (lot[0], source)):
                    continue
                if isinstance(term, PerStored | PerPiece) and can_be(problem, lot, term.pieces):
                    value = max(value, term.points)
            for term, role in zip(one_of, chosen, strict=True):
                if can_be(problem, lot, (role,)):
                    value = max(value, term.points)
            alone.append(value)

        @cache
        def best(counts: tuple[int, ...], first: int) -> int:
            most = sum(number * value for number, value in zip(counts, alone, strict=True))
            for place in range(first, len(makes)):
                points, make, following = makes[place]
                if all(number >= used for number, used in zip(counts, make, strict=True)):
                    less = tuple(number - used for number, used in zip(counts, make, strict=True))
                    most = max(most, points + best(less, following))
            return most

        return best(tuple(lots.values()), 0)

    return max(best_with(chosen) for chosen in product(*(term.pieces for term in one_of))) + paid_anyway(
        problem
    )


def paid_anyway(problem: Problem) -> int:
    """What is paid for sets that can be made once, if none of them is made."""
    return sum(term.otherwise for _, term in problem.terms if isinstance(term, Once))


def _makes(problem: Problem, lots: dict[TypePlace, int], term) -> set[tuple[int, ...]]:
    """Every way to make one set, as numbers of pieces of each lot."""
    if isinstance(term, PerSet | Once):
        ways = [[(need.pieces, need.count) for need in term.needs]]
    else:
        ways = [[((role,), 1) for role in roles] for roles in combinations(term.pieces, term.count)]
    return {make for needs in ways for make in _fillings(problem, lots, needs)}


def _fillings(problem: Problem, lots: dict[TypePlace, int], needs) -> set[tuple[int, ...]]:
    makes = {(0,) * len(lots)}
    for types, count in needs:
        fitting = [place for place, lot in enumerate(lots) if can_be(problem, lot, types)]
        for _ in range(count):
            makes = {
                (*make[:place], make[place] + 1, *make[place + 1 :])
                for make, place in product(makes, fitting)
                if make[place] < list(lots.values())[place]
            }
    return makes


class _Model:
    """A mixed-integer model that grows by variables and rows."""

    def __init__(self) -> None:
        self.gains: list[float] = []
        self.rows: list[dict[int, float]] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def variable(self, gain: float = 0) -> int:
        self.gains.append(gain)
        return len(self.gains) - 1

    def row(self, entries: dict[int, float], low: float, high: float) -> None:
        self.rows.append(entries)
        self.low.append(low)
        self.high.append(high)


def build_model(problem: Problem) -> tuple[_Model, int]:
    """The problem as a model whose variables are all whole numbers, and the number of pieces."""
    model = _Model()
    lots = lots_of(problem)
    size = sum(lots.values())
    used: dict[TypePlace, dict[int, float]] = {lot: {} for lot in lots}

    def pieces(types, gain: float, source: str | None = None) -> dict[int, float]:
        mine: dict[int, float] = {}
        for lot in lots:
            if can_be(problem, lot, types) and (source is None or lot in (JOKER, (lot[0], source))):
                variable = model.variable(gain)
                used[lot][variable] = 1
                mine[variable] = 1
        return mine

    for source, term in problem.terms:
        match term:
            case PerPiece():
                pieces(term.pieces, term.points)
            case PerStored():
                pieces(term.pieces, term.points, source)
            case PerPieceOfOne():
                flags: dict[int, float] = {}
                for role in term.pieces:
                    flag = model.variable()
                    flags[flag] = 1
                    model.row({**pieces((role,), term.points), flag: -size}, -numpy.inf, 0)
                model.row(flags, 0, 1)
            case Once():
                sets = model.variable(term.points - term.otherwise)
                model.row({sets: 1}, 0, 1)
                for need in term.needs:
                    model.row({**pieces(need.pieces, 0), sets: -need.count}, 0, 0)
            case PerSet():
                sets = model.variable(term.points)
                for need in term.needs:
                    model.row({**pieces(need.pieces, 0), sets: -need.count}, 0, 0)
            case PerDifferent():
                sets = model.variable(term.points)
                everything: dict[int, float] = {}
                for role in term.pieces:
                    mine = pieces((role,), 0)
                    everything |= mine
                    model.row({**mine, sets: -1}, -numpy.inf, 0)
                model.row({**everything, sets: -term.count}, 0, 0)
    for lot, number in lots.items():
        model.row(used[lot], 0, number)
    return model, size


def integer_program(problem: Problem, *, presolves=(True, False)) -> int:
    """The greatest total according to HiGHS: with and without presolve, each answer checked exactly."""
    model, size = build_model(problem)
    if not model.gains:
        return paid_anyway(problem)
    matrix = numpy.zeros((len(model.rows), len(model.gains)))
    for number, row in enumerate(model.rows):
        for variable, factor in row.items():
            matrix[number, variable] = factor
    best = 0
    for presolve in presolves:
        answer = milp(
            c=-numpy.array(model.gains, dtype=float),
            integrality=numpy.ones(len(model.gains), dtype=int),
            bounds=Bounds(0, size),
            constraints=LinearConstraint(matrix, numpy.array(model.low), numpy.array(model.high)),
            options={"presolve": presolve, "mip_rel_gap": 0},
        )
        if answer.x is None:
            continue
        whole = numpy.rint(answer.x)
        sums = matrix @ whole
        if (sums >= numpy.array(model.low)).all() and (sums <= numpy.array(model.high)).all():
            best = max(best, round(float(whole @ numpy.array(model.gains))))
    return best + paid_anyway(problem)

"""The exact final scoring: which piece scores where, so that the total is the greatest possible."""

from keyflower.engine.solver.solver import (
    Allocation,
    Assignment,
    Problem,
    Solution,
    solve,
    solve_all,
    totals,
)

__all__ = ["Allocation", "Assignment", "Problem", "Solution", "solve", "solve_all", "totals"]

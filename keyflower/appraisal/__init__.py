"""Appraisal: what positions and actions are worth to a seat, in Python; the fast executor does the same sums in C."""

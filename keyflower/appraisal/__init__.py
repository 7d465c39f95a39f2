"""Appraisal: what positions and actions are worth to a seat, in Python; the fast executor computes the same in C."""

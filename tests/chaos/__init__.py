"""Faults and attacks at length, with real play going on: ``make chaos``."""

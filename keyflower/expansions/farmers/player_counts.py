"""The numbers of The Farmers, its variant and its tie-break (rules 1.3, 1.5, 6.10)."""

from __future__ import annotations

from attrs import evolve

from keyflower.extend import EARLIEST_PICK, AnyState, Compiled, Setup, Variant, compiled_as


def farmers_setup(setup: Setup) -> Setup:
    """Return the set-up with the winter tiles dealt when The Farmers is in play, for 2 to 6 players."""
    return evolve(setup, winter_dealt=(4, 4, 4, 3, 3))


def farmers_first(setup: Setup) -> Setup:
    """Return the set-up of variant A (rules 1.5)."""
    return evolve(setup, prefers=(*setup.prefers, "farmers"))


@compiled_as(Compiled(EARLIEST_PICK))
def earliest_boat(state: AnyState, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tied seat that chose its boat first in winter (rules 6.10)."""
    return next(((seat,) for seat in state.picks if seat in tied), tied)


FARMERS_FIRST = Variant(
    "farmers-first",
    "Farmers first",
    "every season uses all tiles of The Farmers; others make up the number",
    farmers_first,
)
"""Variant A."""

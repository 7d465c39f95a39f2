"""The numbers of The Lanterns, its variant and its tie-break."""

from __future__ import annotations

from attrs import evolve

from keyflower.extend import AnyState, Setup, Variant
from keyflower_toy.lamps import lamps_of


def lanterns_setup(setup: Setup) -> Setup:
    """Return the set-up with one more village tile in each season."""
    return evolve(setup, season_tiles=tuple(number + 1 for number in setup.season_tiles))


def long_nights(setup: Setup) -> Setup:
    """Return the set-up with fewer workers."""
    return evolve(setup, starting_workers=setup.starting_workers - 1)


def brightest(state: AnyState, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the tied seats that have the most lamps."""
    numbers = {seat: len(lamps_of(state.seats[seat])) for seat in tied}
    return tuple(seat for seat in tied if numbers[seat] == max(numbers.values()))


LONG_NIGHTS = Variant(
    "long-nights",
    "Long nights",
    "everybody starts with one worker less and one oil more",
    long_nights,
)
"""A variant that changes the set-up, and a phase (see `keyflower_toy.nights.dusk`)."""

"""The numbers of the base game by player count, and its variant (rules 1.3, 1.4)."""

from __future__ import annotations

from attrs import evolve

from keyflower.extend import Pool, Setup, Variant


def base_setup(setup: Setup) -> Setup:
    """Return the set-up with the numbers of the base game, for 2 to 6 players."""
    return evolve(
        setup,
        season_tiles=(6, 7, 8, 9, 10),
        winter_dealt=(3, 3, 3, 2, 2),
        turn_order=(1, 2, 3, 4, 4),
        starting_workers=8,
        handicap=Pool.of(green=1),
    )


def with_open_hands(setup: Setup) -> Setup:
    """Return the set-up of variant B (rules 7)."""
    return evolve(setup, open_hands=True)


OPEN_HANDS = Variant(
    "open-hands",
    "Open hands",
    "workers and skills that were seen on the table stay open, in front of the screen",
    with_open_hands,
)
"""Variant B."""

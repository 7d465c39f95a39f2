"""The numbers of The Merchants and its variant (merchants 1.2, 1.4, 11)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from keyflower.extend import Setup, Variant

_DEALT: Final = (4, 4, 3, 3, 2)
"""Winter tiles dealt to each of 2 to 6 players."""


def merchants_setup(setup: Setup) -> Setup:
    """Return the set-up with the winter tiles dealt; of two expansions the larger deal counts (merchants M14)."""
    return evolve(
        setup, winter_dealt=tuple(max(pair) for pair in zip(setup.winter_dealt, _DEALT, strict=False))
    )


def merchants_first(setup: Setup) -> Setup:
    """Return the set-up of the Merchants variant: its tiles and its boats are certain."""
    return evolve(setup, prefers=(*setup.prefers, "merchants"))


MERCHANTS_FIRST = Variant(
    "merchants-first",
    "Merchants variant",
    "every season uses all tiles and boats of The Merchants; others make up the number",
    merchants_first,
)
"""The Merchants variant."""

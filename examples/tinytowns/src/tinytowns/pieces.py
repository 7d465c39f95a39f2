"""The words and letters of the game: five resources, eight types of buildings."""

from __future__ import annotations

from typing import Final

from keyflower.kernel import Message, name

RESOURCES: Final = {"w": "wood", "h": "wheat", "b": "brick", "g": "glass", "s": "stone"}
"""The resources by the letter of their cube."""
CUBES: Final = {name: letter for letter, name in RESOURCES.items()}
"""The letters of the cubes by resource."""
TYPES: Final = {
    "C": "cottage",
    "F": "farm",
    "W": "well",
    "P": "chapel",
    "T": "tavern",
    "Y": "theater",
    "K": "factory",
}
"""The seven types of buildings by letter; exactly one card of each is in play."""
MONUMENT: Final = "M"
"""The letter of a monument: an eighth type, with a card of one's own."""
EMPTY: Final = "."
"""An empty square; in a pattern, a square that asks for no cube."""
BUILDINGS: Final = frozenset({*TYPES, MONUMENT})
"""The letters of everything that is built."""


def resource_name(resource: str) -> Message:
    """Return what a resource is called; its letter does as well."""
    full = RESOURCES.get(resource, resource)
    return name("resource", full, full)

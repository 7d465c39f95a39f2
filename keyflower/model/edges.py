"""Pastures named by an edge of a tile, for people who look at the village and not at numbered sectors."""

from __future__ import annotations

import re
from typing import Final

from keyflower.kernel.errors import UnknownName
from keyflower.model.enums import WATER
from keyflower.model.hexes import minus, plus
from keyflower.model.layout import Layout
from keyflower.model.pastures import facing_sectors, label_of

_EDGE: Final = re.compile(r"e([0-5])([+-]?)")


def pasture_label(layout: Layout, tile: str, part: str) -> str:
    """Return the label of the region that a word names on a laid tile: its sector ``2``, or the land at an edge.

    ``e3`` is the land at the edge that faces direction 3, counted clockwise as the tile lies. A road ends in the
    middle of its edge: ``e3-`` is the land before it, ``e3+`` the land behind it (rules 6.9).

    Raises:
        UnknownName: if the edge is water, or a road between two regions and the word does not say which.
    """
    match = _EDGE.fullmatch(part)
    place = layout.index.get(tile)
    if match is None or place is None:
        return f"{tile}/{part}"
    placed, edge = layout.tiles[place], int(match[1])
    owners = facing_sectors(placed.edges, placed.rotation)
    before, behind = owners[minus(edge)], owners[plus(edge)]
    if placed.edges[(edge - placed.rotation) % 6] == WATER:
        raise UnknownName(f"Edge {edge} of {tile} is water: no pasture touches it.")
    if not match[2] and before != behind:
        raise UnknownName(
            f"Edge {edge} of {tile} is a road between two pastures: write {tile}/e{edge}- or {tile}/e{edge}+."
        )
    return label_of((tile, before if match[2] != "+" else behind))

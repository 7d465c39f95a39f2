"""Tiles as JSON-able data, for catalogues."""

from __future__ import annotations

from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.codec import Data


def tile_to_data(tile: Tile) -> Data:
    """Return what is printed on a tile as JSON-able data for catalogues, with effects in words."""
    return {
        "id": tile.id,
        "name": tile.name,
        "title": tile.title,
        "expansion": tile.expansion,
        "kind": tile.kind.value,
        "season": None if tile.season is None else tile.season.value,
        "edges": tile.edges,
        "front": _face_to_data(tile.front),
        "back": None if tile.back is None else _face_to_data(tile.back),
        "upgrade": None if tile.upgrade is None else str(tile.upgrade.words()),
        "number": tile.number,
        "min_players": tile.min_players,
        "arrivals": [[*pair] for pair in tile.arrivals],
        "goods": None if tile.goods is None else str(tile.goods.words()),
        "replaces": tile.replaces,
        "reconstructed": [*tile.reconstructed],
        "words": str(tile.words()),
    }


def _face_to_data(face: Face) -> Data:
    return {
        "use": None if face.use is None else str(face.use.words()),
        "cost": None if face.use is None or face.use.cost is None else str(face.use.cost.words()),
        "transport": face.transport,
        "upgrades": face.upgrades,
        "points": face.points,
        "scores": [str(term.words()) for term in face.scores],
        "powers": [str(power.words()) for power in face.powers],
        "words": str(face.words()),
    }

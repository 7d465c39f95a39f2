"""The deck: which tiles of the expansions take part in a game, chosen by what to leave out or what to keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from keyflower.extend.tiles import Tile
from keyflower.kernel.arguments import several, shown
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.text import phrase
from keyflower.model.errors import RulesetError

TileName: TypeAlias = str | Tile
"""A tile, or its name: its short or full id, or its English title."""


def left_out(
    tiles: Mapping[str, Tile],
    without: Iterable[TileName] | TileName = (),
    only: Iterable[TileName] | TileName | None = None,
    replaced: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Return the full ids of the tiles that a choice of the deck leaves out, sorted.

    Args:
        tiles: all tiles, by short id.
        without: tiles to leave out.
        only: tiles to keep. It thins out the groups it names a tile of (the homes, the boats, the turn-order
            tiles, and the tiles of each season), and leaves the other groups whole; `None` keeps everything.
        replaced: the full ids of tiles that others have replaced, with the full id of the other one.

    Raises:
        UnknownName: if there is no such tile.
        RulesetError: if `only` names nothing.
    """
    gone = {tile.id for tile in _named(tiles, without, "without", replaced or {})}
    if only is not None:
        kept = _named(tiles, only, "only", replaced or {})
        if not kept:
            raise RulesetError(
                phrase("only=[] would leave no tile: name the tiles to keep, or leave it out to keep all")
            )
        groups, names = {_group(tile) for tile in kept}, {tile.id for tile in kept}
        gone |= {tile.id for tile in tiles.values() if _group(tile) in groups and tile.id not in names}
    return tuple(sorted(gone))


def _group(tile: Tile) -> tuple[object, ...]:
    return ("season", tile.season) if tile.season else ("kind", tile.kind)


def _named(
    tiles: Mapping[str, Tile],
    wanted: Iterable[TileName] | TileName,
    what: str,
    replaced: Mapping[str, str],
) -> list[Tile]:
    given = (wanted,) if isinstance(wanted, str | Tile) else several(wanted, what, example='["id of a tile"]')
    return [_tile(tiles, one, what, replaced) for one in given]


def _tile(tiles: Mapping[str, Tile], wanted: object, what: str, replaced: Mapping[str, str]) -> Tile:
    if not isinstance(wanted, str | Tile):
        raise UnknownName(f"{what}: a tile is named by its id or title, not {shown(wanted)}")
    name = wanted.id if isinstance(wanted, Tile) else wanted.strip()
    by_id = tiles.get(name.rpartition(":")[2])
    if by_id is not None and name in (by_id.id, by_id.name):
        return by_id
    titled = [tile for tile in tiles.values() if tile.title.casefold() == name.casefold()]
    if len(titled) == 1:
        return titled[0]
    if titled:
        choices = " and ".join(tile.id for tile in titled)
        raise UnknownName(f"{what}: several tiles are called {shown(name)}: {choices}")
    if name in replaced:
        raise UnknownName(f"{what}: {name} is not in this game, because {replaced[name]} replaces it")
    short = name.rpartition(":")[2].casefold().replace(" ", "_")
    raise UnknownName(f"{what}: there is no tile called {shown(name)} in this game{suggest(short, tiles)}")

"""Overrides: printed numbers replaced by data. An impossible value is refused and named by its path.

An override is a table for each tile, as an owner of the printed game writes it in TOML or JSON::

    [an_expansion.a_tile]                   # or ["an_expansion:a_tile"], or [a_tile]
    edges = "FRRFRR"
    upgrade = { any_resource = 2 }
    back = { transport = 3, upgrades = 2 }
    points = [0, 4]

A field that is given replaces the whole field (``upgrade``, ``back.gain``); all others stay as they are. Empty values
(``{}``, ``[]``, ``0``) remove a part of an effect.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from attrs import evolve

from keyflower.extend.costs import Cost
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import GoodKind
from keyflower.extend.overrides.faces import FACE_FIELDS, overridden_face, overridden_scoring
from keyflower.extend.overrides.printed import bundle_of
from keyflower.extend.overrides.reader import OverrideReader
from keyflower.extend.tiles import Tile
from keyflower.kernel.arguments import shown
from keyflower.kernel.errors import suggest
from keyflower.model.enums import TileKind
from keyflower.model.errors import RulesetError

Applied: TypeAlias = tuple[tuple[str, str], ...]
"""What was replaced: pairs of path and value as JSON text, sorted by path."""

TILE_FIELDS: Final = (
    "edges", "points", "upgrade", "front", "back", "scoring", "arrivals", "goods", "number", "min_players",
)  # fmt: skip
"""What can be replaced on a tile; a summer boat's sides may be called ``side_a`` and ``side_b``."""

_SIDES: Final = {"side_a": "front", "side_b": "back"}
_RIVERS: Final = ("WFFWFF", "FWFFWF", "FFWFFW")


def overridden(
    expansions: tuple[Expansion, ...], overrides: Mapping[str, object]
) -> tuple[tuple[Expansion, ...], Applied]:
    """Return the expansions with numbers replaced, and what was replaced.

    Args:
        expansions: the expansions whose tiles are meant.
        overrides: tables of fields by the full id of a tile, by its short id where no other tile has it, or
            in a table named after its expansion.

    Raises:
        RulesetError: naming every path that is unknown or has an impossible value.
    """
    if not isinstance(overrides, Mapping):
        raise RulesetError(f"overrides are a table by tile, not {shown(overrides)}")
    reader = OverrideReader(good for expansion in expansions for good in expansion.goods)
    changed: dict[str, Tile] = {}
    for tile, table in _tables(reader, expansions, overrides):
        if tile.id in changed:
            reader.refuse(tile.id, "named twice")
        else:
            changed[tile.id] = _tile(reader, tile, table)
    result = tuple(
        evolve(expansion, tiles=tuple(changed.get(tile.id, tile) for tile in expansion.tiles))
        for expansion in expansions
    )
    _compare(reader, expansions, result)
    if reader.problems:
        raise RulesetError("these overrides make no sense: " + "; ".join(reader.problems))
    return result, tuple(sorted(reader.accepted.items()))


def merged(earlier: Applied, later: Applied) -> Applied:
    """Return earlier overrides with later ones on top."""
    return tuple(sorted({**dict(earlier), **dict(later)}.items()))


def as_mapping(applied: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return the overrides that `overridden` takes, from the pairs it has returned.

    >>> as_mapping([("x:inn.back.draw_workers", "4"), ("x:inn.points", "[0,1]")])
    {'x:inn': {'back': {'draw_workers': 4}, 'points': [0, 1]}}
    """
    overrides: dict[str, object] = {}
    for path, text in applied:
        *names, last = path.split(".")
        table = overrides
        for name in names:
            inner = table.setdefault(name, {})
            assert isinstance(inner, dict), f"{path} is a field and a table"
            table = inner
        table[last] = json.loads(text)
    return overrides


# ---------------------------------------------------------------------- finding the tiles


def _tables(
    reader: OverrideReader, expansions: tuple[Expansion, ...], overrides: Mapping[str, object]
) -> list[tuple[Tile, object]]:
    """Return the tiles that are named, each with its table."""
    ids = {expansion.id for expansion in expansions}
    tiles = [tile for expansion in expansions for tile in expansion.tiles]
    found = []
    for name, value in overrides.items():
        entries = {str(name): value}
        if name in ids and isinstance(value, Mapping):
            entries = {f"{name}:{short}": table for short, table in value.items()}
        for id, table in entries.items():
            tile = _named(reader, tiles, id)
            if tile is not None:
                found.append((tile, table))
    return found


def _named(reader: OverrideReader, tiles: list[Tile], name: str) -> Tile | None:
    found = [tile for tile in tiles if name in (tile.id, tile.name)]
    if len(found) == 1:
        return found[0]
    if found:
        reader.refuse(name, f"several tiles have this name: {' and '.join(tile.id for tile in found)}")
    else:
        close = suggest(name.rpartition(":")[2], [tile.name for tile in tiles])
        reader.refuse(name, f"there is no such tile{close}")
    return None


# ---------------------------------------------------------------------- one tile


def _tile(reader: OverrideReader, tile: Tile, value: object) -> Tile:
    """Return a tile with those numbers replaced that make sense; the others are refused."""
    boat = tile.kind is TileKind.SUMMER_BOAT
    table = reader.table(tile.id, value, (*TILE_FIELDS, *_SIDES) if boat else TILE_FIELDS)
    before = set(reader.accepted)
    for written, entry in table.items():
        name = _SIDES.get(written, written)
        path = f"{tile.id}.{name}"
        if name != written and name in table:
            reader.refuse(f"{tile.id}.{written}", f"given twice, as {name} too")
            continue
        match name:
            case "edges":
                tile = _edges(reader, tile, path, entry)
            case "points":
                tile = _points(reader, tile, path, entry)
            case "upgrade":
                tile = _upgrade(reader, tile, path, entry)
            case "front":
                tile = evolve(tile, front=overridden_face(reader, tile, tile.front, path, entry))
            case "back":
                tile = _back(reader, tile, path, entry)
            case "scoring":
                tile = _scoring(reader, tile, table)
            case "arrivals":
                tile = _arrivals(reader, tile, path, entry)
            case "goods":
                tile = _goods(reader, tile, path, entry)
            case "number":
                tile = _number(reader, tile, path, entry)
            case "min_players":
                tile = _min_players(reader, tile, path, entry)
    replaced = [path.removeprefix(f"{tile.id}.") for path in reader.accepted if path not in before]
    unsettled = tuple(mark for mark in tile.reconstructed if not _settles(mark, replaced))
    return evolve(tile, reconstructed=unsettled)


def _edges(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if not isinstance(value, str) or len(value) != 6 or set(value) - set("RFW"):
        reader.refuse(path, f"six letters of R, F and W, for both sides of the tile, not {value!r}")
    elif tile.kind is TileKind.HOME and (value.count("W") != 1 or "F" in value):
        reader.refuse(path, f"a home has five roads and one water edge, not {value!r}")
    elif tile.kind in (TileKind.BOAT, TileKind.SUMMER_BOAT) and value not in _RIVERS:
        reader.refuse(path, f"a boat has two opposite water edges and four fields, not {value!r}")
    else:
        reader.accept(path, value)
        return evolve(tile, edges=value)
    return tile


def _points(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    sides = len(tile.faces)
    values = [value] if sides == 1 and isinstance(value, int) else value
    if not isinstance(values, list | tuple) or len(values) != sides:
        shape = "front and back, such as [0, 5]" if sides == 2 else "its only side, such as [5]"
        reader.refuse(path, f"a list of the points of {shape}, not {value!r}")
        return tile
    checked = [reader.number(f"{path}[{place}]", entry) for place, entry in enumerate(values)]
    points = [number for number in checked if number is not None]
    if len(points) != sides:
        return tile
    reader.accept(path, points)
    back = None if tile.back is None else evolve(tile.back, points=points[1])
    return evolve(tile, front=evolve(tile.front, points=points[0]), back=back)


def _upgrade(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if not tile.upgradable:
        reader.refuse(path, "this tile is never upgraded")
        return tile
    sizes = reader.pieces(path, value, (GoodKind.RESOURCE, GoodKind.SKILL), any_of=True)
    if sizes is None:
        return tile
    if not sizes:
        reader.refuse(path, "an upgrade costs something")
        return tile
    reader.accept(path, sizes)
    return evolve(tile, upgrade=Cost(**sizes))


def _back(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if tile.back is None:
        reader.refuse(path, "this tile has only one side")
        return tile
    return evolve(tile, back=overridden_face(reader, tile, tile.back, path, value))


def _scoring(reader: OverrideReader, tile: Tile, table: Mapping[str, object]) -> Tile:
    """Read the scoring of a tile with one side as if it were given in the table of the front."""
    front = table.get("front")
    if tile.back is not None:
        reader.refuse(f"{tile.id}.scoring", "this tile has two sides: say front.scoring or back.scoring")
    elif isinstance(front, Mapping) and "scoring" in front:
        reader.refuse(f"{tile.id}.scoring", "given twice, as front.scoring too")
    else:
        path = f"{tile.id}.front.scoring"
        return evolve(tile, front=overridden_scoring(reader, tile.front, path, table["scoring"]))
    return tile


def _arrivals(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if tile.kind is not TileKind.BOAT:
        reader.refuse(path, "nothing arrives on this tile: it is not a boat")
        return tile
    rows = value if isinstance(value, list | tuple) else ()
    if len(rows) != 3 or not all(isinstance(row, list | tuple) and len(row) == 2 for row in rows):
        reader.refuse(path, f"three pairs of workers and skills: [[7, 1], [7, 1], [3, 2]], not {value!r}")
        return tile
    arrivals = []
    for place, (workers, skills) in enumerate(rows):
        first = reader.number(f"{path}[{place}][0]", workers)
        second = reader.number(f"{path}[{place}][1]", skills)
        if first is not None and second is not None:
            arrivals.append((first, second))
    if len(arrivals) != 3:
        return tile
    reader.accept(path, arrivals)
    return evolve(tile, arrivals=tuple(arrivals))


def _goods(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if tile.kind is not TileKind.TURN_ORDER:
        reader.refuse(path, "only turn-order tiles give goods to the winner of the bid")
        return tile
    sizes = reader.pieces(path, value, reader.gained, draws=True)
    if sizes is None:
        return tile
    reader.accept(path, sizes)
    return evolve(tile, goods=bundle_of(sizes) if sizes else None)


def _number(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if tile.kind not in (TileKind.HOME, TileKind.TURN_ORDER):
        reader.refuse(path, "only homes and turn-order tiles have a number")
        return tile
    number = reader.number(path, value, least=1)
    if number is None:
        return tile
    reader.accept(path, number)
    return evolve(tile, number=number)


def _min_players(reader: OverrideReader, tile: Tile, path: str, value: object) -> Tile:
    if tile.kind is not TileKind.BOAT:
        reader.refuse(path, "only boats depend on the number of players")
        return tile
    number = reader.number(path, value, least=2, most=6)
    if number is None:
        return tile
    reader.accept(path, number)
    return evolve(tile, min_players=number)


def _settles(mark: str, replaced: Iterable[str]) -> bool:
    """Return whether an override gives the printed value of a field that we had to reconstruct."""
    side, _, detail = mark.partition(".")
    for path in replaced:
        given, _, field = path.partition(".")
        if given != side:
            continue
        if not detail or field == detail:
            return True
        # a mark may name a good on a side, which is part of what the side gains
        if detail not in FACE_FIELDS and field in ("gain", "one_of", "pay", "store"):
            return True
    return False


# ---------------------------------------------------------------------- all tiles together


def _compare(reader: OverrideReader, before: tuple[Expansion, ...], after: tuple[Expansion, ...]) -> None:
    """Refuse numbers that are each possible but do not fit together."""
    for old, new in zip(before, after, strict=True):
        for kind in (TileKind.HOME, TileKind.TURN_ORDER):
            if _numbers(old, kind) != _numbers(new, kind):
                path = next(path for path in reader.accepted if path.endswith(".number"))
                text = f"the numbers of {kind.replace('_', '-')} tiles can only be swapped"
                reader.refuse(path, f"{text}; they would be {_numbers(new, kind)}")
    changed = [path for path in reader.accepted if path.endswith(".min_players")]
    boats = [tile for expansion in after for tile in expansion.tiles if tile.kind is TileKind.BOAT]
    for players in range(2, 7) if changed else ():
        there = sum(tile.min_players <= players for tile in boats)
        if there < players <= len(boats):
            reader.refuse(changed[0], f"{players} players would have only {there} boats")


def _numbers(expansion: Expansion, kind: TileKind) -> list[int]:
    return sorted(tile.number for tile in expansion.tiles if tile.kind is kind)

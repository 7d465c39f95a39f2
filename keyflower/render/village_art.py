"""A village: its tiles, the goods and workers on them, and the animals on the pastures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import svg

from keyflower.extend.costs import counted
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.text import phrase
from keyflower.model.hexes import Cell, centre, corners
from keyflower.model.layout import Placed
from keyflower.model.names import place_name, some_of, tile_names
from keyflower.model.pastures import Pasture, facing_sectors
from keyflower.model.pool import Pool
from keyflower.model.village import Village
from keyflower.render.art import (
    Art,
    Point,
    above,
    document,
    framed,
    group,
    kept,
    letters,
    padded,
    polygon,
    words,
)
from keyflower.render.artist import Artist
from keyflower.render.fonts import FAINT, PAPER
from keyflower.render.lookup import tile_named, title_named
from keyflower.render.palette import MEADOWS, PANEL, PLATE, SECTOR
from keyflower.render.piece_art import pool_art
from keyflower.render.theme import darkened
from keyflower.render.tile_art import HEIGHT, SIDE, Load, rim_point, ring_art, runs_of, tile_art

_RIM = 0.85
"""How far from the middle of a tile animals stand: between the square and the edge."""


def _owners(placed: Placed) -> tuple[int, ...]:
    return facing_sectors(placed.edges, placed.rotation)


def meadow_tones(village: Village) -> dict[tuple[str, int], str]:
    """Return a green for each region: one for all of a pasture, and another beyond each road or river."""
    number_of = {
        region: number for number, pasture in enumerate(village.pastures) for region in pasture.regions
    }
    beside: dict[int, set[int]] = {number: set() for number in range(len(village.pastures))}
    for placed in village.layout.tiles:
        around = [number_of[placed.name, owner] for owner, _ in runs_of(_owners(placed)) if owner]
        for one, other in zip(around, around[1:] + around[:1], strict=True):
            if one != other:
                beside[one].add(other)
                beside[other].add(one)
    chosen: dict[int, int] = {}
    for number, others in beside.items():
        taken = {chosen[other] for other in others if other in chosen}
        chosen[number] = next((tone for tone in range(len(MEADOWS)) if tone not in taken), 0)
    return {region: MEADOWS[chosen[number]] for region, number in number_of.items()}


# ---------------------------------------------------------------------- animals


def _run_point(run: list[int]) -> Point:
    """Return the middle of a run of half-edges on the rim."""
    first, last = run[0], run[0] + len(run)
    middle = (first + last) / 2
    if middle == int(middle):
        return rim_point(int(middle))
    (ax, ay), (bx, by) = rim_point(int(middle)), rim_point(int(middle) + 1)
    return ((ax + bx) / 2, (ay + by) / 2)


def _spots(village: Village, pasture: Pasture) -> list[tuple[int, Point]]:
    """Return where the animals of a pasture could stand, each with how much room there is."""
    spots = []
    for name, sector in pasture.regions:
        placed = village.layout.named(name)
        cx, cy = centre(placed.cell, SIDE)
        for owner, run in runs_of(_owners(placed)):
            if owner == sector:
                x, y = _run_point(run)
                spots.append((min(len(run), 4), (cx + x * _RIM, cy + y * _RIM)))
    return spots


def _herd(
    village: Village, pasture: Pasture, animals: Pool, ruleset: Ruleset | None, artist: Artist
) -> svg.G:
    spots = _spots(village, pasture)
    room = max(size for size, _ in spots)
    x, y = next(point for size, point in spots if size == room)
    plate = framed(pool_art(animals, artist), pad=2.5, fill=PLATE, line=1, round_=8)
    place = place_name(pasture.id, title_named(pasture.id.partition("/")[0], ruleset))
    title = phrase("{animals} on {pasture}", animals=counted(animals), pasture=place)
    return group(plate.elements, x=x, y=y, scale=0.78, mark="herd", title=title, data={"pasture": pasture.id})


def _label_point(run: list[int]) -> Point:
    """Return where the number of a sector stands: beside the first half-edge, out of the way of animals."""
    (ax, ay), (bx, by) = rim_point(run[0]), rim_point(run[0] + 1)
    share = 0.45 if len(run) == 2 else 0.62
    return ((ax + (bx - ax) * share) * 0.93, (ay + (by - ay) * share) * 0.93)


def _labels(village: Village) -> list[svg.Element]:
    """Return the numbers of the sectors, so that a pasture can be named."""
    elements: list[svg.Element] = []
    for placed in village.layout.tiles:
        cx, cy = centre(placed.cell, SIDE)
        # where an inlet parts a sector the animals take its first part and the number the last one
        runs = {owner: run for owner, run in runs_of(_owners(placed)) if owner}
        for owner, run in runs.items():
            x, y = _label_point(run)
            elements.append(letters(str(owner), size=10, x=cx + x, y=cy + y, fill=SECTOR))
    return [group(elements, mark="sectors")]


# ---------------------------------------------------------------------- villages


def has_named_pastures(village: Village, ruleset: Ruleset | None) -> bool:
    """Return whether pieces may lie on pastures, so that pastures need names."""
    kinds = [type(place) for place in village.places]
    if ruleset is not None:
        kinds += ruleset.places.values()
    return any(kind.on_pastures for kind in kinds)


def _tile(
    village: Village,
    place: int,
    *,
    ruleset: Ruleset | None,
    artist: Artist,
    tones: Mapping[tuple[str, int], str],
    ids: Mapping[tuple[str, int], str],
) -> svg.G:
    placed, spot = village.layout.tiles[place], village.spots[place]
    owners = _owners(placed)
    on_tile = tuple([(pool, "") for name, pool in village.lying if name == placed.name])
    art = tile_art(
        tile_named(placed.name, ruleset),
        placed.name,
        artist=artist,
        edges=placed.facing,
        side=spot.side,
        load=Load(spot.goods, spot.uses, placed=on_tile),
        laid=True,
        owners=owners,
        tones={owner: tones[placed.name, owner] for owner in set(owners) if owner},
        pastures={owner: ids[placed.name, owner] for owner in set(owners) if owner},
        cell=placed.cell,
    )
    x, y = centre(placed.cell, SIDE)
    return group(art.elements, x=x, y=y)


def _ghost(cell: Cell) -> svg.G:
    """Return an empty place where a tile may be laid."""
    x, y = centre(cell, SIDE)
    shape = polygon(corners((0, 0), SIDE * 0.94), fill=PANEL, stroke=FAINT, width=2.4)
    shape.extra = {"stroke-dasharray": "9 7", "fill-opacity": "0.55"}
    text = f"{cell[0]},{cell[1]}"
    return group(
        [shape], x=x, y=y, mark="ghost", title=phrase("free place {cell}", cell=text), data={"cell": text}
    )


def village_art(
    village: Village,
    *,
    artist: Artist,
    ruleset: Ruleset | None = None,
    ghosts: Iterable[Cell] = (),
    label: str = "",
    rings: Mapping[Cell, Sequence[str]] | None = None,
) -> Art:
    """Return a village around the middle of what it covers, with the free places that are asked for.

    Cells with `rings` are outlined in these colours.
    """
    if not village.spots:
        return words(artist.say(phrase("no tiles yet")), size=14)
    free, ringed = sorted(set(ghosts)), tuple([(cell, *colours) for cell, colours in (rings or {}).items()])

    def draw() -> Art:
        return _drawn_village(village, artist, ruleset, free, label=label, rings=rings or {})

    return kept(
        draw,
        "village",
        village,
        tuple(free),
        label,
        ringed,
        language=artist.language,
        of=(ruleset, artist.looks),
    )


def _drawn_village(
    village: Village,
    artist: Artist,
    ruleset: Ruleset | None,
    free: Sequence[Cell],
    *,
    label: str,
    rings: Mapping[Cell, Sequence[str]],
) -> Art:
    tones = meadow_tones(village)
    ids = {region: pasture.id for pasture in village.pastures for region in pasture.regions}
    elements: list[svg.Element] = [_ghost(cell) for cell in free]
    elements += [
        _tile(village, place, ruleset=ruleset, artist=artist, tones=tones, ids=ids)
        for place in range(len(village))
    ]
    if has_named_pastures(village, ruleset):
        elements += _labels(village)
    herds = dict(village.lying)
    elements += [
        _herd(village, pasture, herds[pasture.id], ruleset, artist)
        for pasture in village.pastures
        if pasture.id in herds
    ]
    for cell, colours in rings.items():
        x, y = centre(cell, SIDE)
        elements.append(group(ring_art(colours), x=x, y=y))
    centres = [centre(cell, SIDE) for cell in (*(placed.cell for placed in village.layout.tiles), *free)]
    left, right = min(x for x, _ in centres) - SIDE, max(x for x, _ in centres) + SIDE
    top, bottom = min(y for _, y in centres) - HEIGHT / 2, max(y for _, y in centres) + HEIGHT / 2
    moved = group(elements, x=-(left + right) / 2, y=-(top + bottom) / 2, mark="village", label=label)
    return Art(right - left, bottom - top, (moved,))


def draw_village(
    village: Village,
    *,
    ruleset: Ruleset | None,
    title: str | None,
    artist: Artist,
    ghosts: Iterable[Cell] = (),
    dark: bool = False,
) -> str:
    """Return the picture of a village."""
    art = village_art(village, ruleset=ruleset, ghosts=ghosts, artist=artist)
    name = title or phrase("Village")
    tiles = tile_names(village.names) if len(village) else phrase("no tiles")
    if title:
        art = above(words(title, size=20), art, gap=10)
    text = phrase("{number}: {tiles}", number=some_of("tile", len(village)), tiles=tiles)
    picture = document(
        padded(art, 14), title=name, description=text, scale=0.9, background=PAPER, language=artist.language
    )
    return darkened(picture) if dark else picture

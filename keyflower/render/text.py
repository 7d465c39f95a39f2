"""Tiles and villages as text: flat-top hexes for a terminal, with a list of what lies where."""

from __future__ import annotations

from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.model.pastures import label_of
from keyflower.model.village import PastUse, Spot, Village
from keyflower.render.canvas import Canvas, Segment, styled
from keyflower.render.lookup import tile_named, title_named
from keyflower.render.palette import PIECE_LETTERS, initials
from keyflower.vocabulary.hexes import Cell
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import BACK, LETTERS, ROAD, WATER, TileKind

_TOP: Final = 11
"""How many characters the upper edge of a hex is wide."""
_STEP: Final = (3, _TOP + 3)
"""How far the next hex to the lower right is, in rows and columns."""
_MARKS: Final = {ROAD: ("#", "road"), WATER: ("~", "water")}
_FIELD_MARK: Final = ('"', "field")
_SLANTS: Final = ((1, 2, "/"), (2, 1, "/"), (3, 0, "/"), (4, 0, "\\"), (5, 1, "\\"), (6, 2, "\\"))
_LINES: Final = ((2, 3, 11), (3, 1, 15), (4, 1, 15), (5, 3, 11))
"""Where the lines inside a hex are: row, first column and width."""

KEY: Final = '# road   " field   ~ water   * upgraded   (R1) lying worker'
"""What the marks on a map of hexes mean."""


# ---------------------------------------------------------------------- hexes


def _edge(kind: str) -> Segment:
    return _MARKS.get(kind, _FIELD_MARK)


def draw_hex(canvas: Canvas, row: int, column: int, edges: str, lines: list[list[Segment]]) -> None:
    """Draw a hex with marks inside its edges and up to four lines of text."""
    # the lower edge of the hex above may be there already, with its own mark
    if not canvas.has(row, column + 3):
        canvas.put(row, column + 3, "_" * _TOP)
    for down, right, slant in _SLANTS:
        canvas.put(row + down, column + right, slant)
        canvas.put(row + down, column + _TOP + 5 - right, "\\" if slant == "/" else "/")
    canvas.put(row + 6, column + 3, "_" * _TOP)
    middle = column + 2 + _TOP // 2
    places = (
        (1, middle, 3),
        (2, column + 14, 1),
        (5, column + 14, 1),
        (6, middle, 3),
        (5, column + 2, 1),
        (2, column + 2, 1),
    )
    for kind, (down, where, length) in zip(edges, places, strict=True):
        mark, style = _edge(kind)
        canvas.put(row + down, where, mark * length, style)
    for (down, right, width), segments in zip(_LINES, lines, strict=False):
        canvas.line(row + down, column + right, width, segments)


def place_of(cell: Cell) -> tuple[int, int]:
    """Return the row and column of a cell on a map of hexes."""
    q, r = cell
    return (6 * r + _STEP[0] * q, _STEP[1] * q)


# ---------------------------------------------------------------------- what lies on tiles


def worker_segments(workers: Pool) -> list[Segment]:
    """Return workers in the notation, each in its colour."""
    segments: list[Segment] = []
    for colour, number in workers.items():
        segments += [(" ", ""), (f"{LETTERS.get(colour, initials(colour))}{number}", colour)]
    if workers.unknown:
        segments += [(" ", ""), (f"?{workers.unknown}", "")]
    return segments[1:]


def use_segments(uses: tuple[PastUse, ...]) -> list[Segment]:
    """Return the uses of a tile in order, the lying workers in parentheses."""
    segments: list[Segment] = []
    for use in uses:
        if segments:
            segments.append(("+", ""))
        segments += worker_segments(use.standing)
        if use.lying:
            segments += [("(", ""), *worker_segments(use.lying), (")", "")]
    return segments


def _goods(goods: Pool, width: int) -> list[Segment]:
    text = str(goods)
    if len(text) > width:
        text = " ".join(
            f"{PIECE_LETTERS.get(good, initials(good)).lower()}{number}" for good, number in goods.items()
        )
    return [(text, "")] if text else []


def _title_lines(title: str, *, upgraded: bool) -> list[list[Segment]]:
    """Return a title in one or two lines of a hex."""
    mark = "*" if upgraded else ""
    if len(title) + len(mark) <= 11:
        return [[(title + mark, "name")]]
    first, _, rest = title.partition(" ")
    if not rest:
        return [[(title[: 10 - len(mark)] + "." + mark, "name")]]
    return [[(first if len(first) <= 11 else first[:10] + ".", "name")], [(rest + mark, "name")]]


def _side_title(tile: Tile | None, name: str, side: int) -> str:
    if tile is None:
        return title_named(name)
    return f"{tile.title}{'ab'[side]}" if tile.kind is TileKind.SUMMER_BOAT and side in (0, 1) else tile.title


def is_upgraded(tile: Tile | None, side: int) -> bool:
    """Return whether the side is the back of a tile that is turned by upgrading."""
    return side == BACK and (tile is None or tile.kind is not TileKind.SUMMER_BOAT)


# ---------------------------------------------------------------------- tiles


def tile_text(tile: Tile) -> str:
    r"""Return a tile as text: a hex with its edges and name, and its words.

    >>> from keyflower import tile
    >>> print(tile_text(tile("miner")))
       ___________
      /    ###    \
     /#   Miner   #\
    /               \
    \               /
     \"           "/
      \____###____/
    <BLANKLINE>
    Miner (spring village, base)
    Front: take 2 iron.
    Upgrade: 1 anvil.
    Back: take 1 gold and 1 iron; 3 points.
    Edges: RRFRFR.
    """
    canvas = Canvas()
    draw_hex(canvas, 0, 0, tile.edges, _title_lines(tile.title, upgraded=False))
    parts = [canvas.render(), "", tile.words(), f"Edges: {tile.edges}."]
    if tile.reconstructed:
        parts.append(f"Reconstructed: {', '.join(tile.reconstructed)}.")
    return "\n".join(parts)


# ---------------------------------------------------------------------- villages


def _lines(tile: Tile | None, name: str, spot: Spot) -> list[list[Segment]]:
    lines = _title_lines(_side_title(tile, name, spot.side), upgraded=is_upgraded(tile, spot.side))
    if spot.goods:
        lines.append(_goods(spot.goods, _LINES[min(len(lines), 3)][2]))
    if spot.uses:
        lines.append(use_segments(spot.uses))
    return lines


def village_map(village: Village, *, ruleset: Ruleset | None = None, colour: bool = False) -> str:
    """Return the tiles of a village as hexes."""
    canvas = Canvas()
    for placed, spot in sorted(village, key=lambda pair: place_of(pair[0].cell)):
        row, column = place_of(placed.cell)
        tile = tile_named(placed.name, ruleset)
        draw_hex(canvas, row, column, placed.facing, _lines(tile, placed.name, spot))
    return canvas.render(colour=colour)


def _tile_rows(village: Village, ruleset: Ruleset | None, *, colour: bool) -> list[str]:
    rows = []
    width = max(len(name) for name in village.names)
    for placed, spot in village:
        tile = tile_named(placed.name, ruleset)
        title = _side_title(tile, placed.name, spot.side)
        row = (
            f"  {placed.name:{width}}  {title}{'*' if is_upgraded(tile, spot.side) else ''} at {placed.cell}"
        )
        if spot.goods:
            row += f", goods {spot.goods}"
        if spot.uses:
            row += ", used " + "".join(
                styled(text, style, colour=colour) for text, style in use_segments(spot.uses)
            )
        rows.append(row)
    return rows


def _place_rows(village: Village) -> list[str]:
    """Return what lies in places of expansions' own: under the title of each, where it lies and the pieces."""
    rows: list[str] = []
    for place in village.places:
        lying = place.lying()
        if lying:
            rows += [
                f"{place.title or place.tag}:",
                *(_lying_row(village, name, pool) for name, pool in lying),
            ]
    return rows


def _lying_row(village: Village, name: str, pool: Pool) -> str:
    pasture = village.layout.pasture(name)
    parts = "" if pasture is None else ", ".join(label_of(region) for region in pasture.regions[1:])
    return f"  {name}  {pool}" + (f"  (with {parts})" if parts else "")


def village_text(village: Village, *, ruleset: Ruleset | None = None, colour: bool = False) -> str:
    """Return a village as text: a map of hexes, its tiles with all that lies on them, and places of expansions.

    Args:
        village: the village.
        ruleset: where its tiles are looked up; the built-in tiles if left out.
        colour: whether to colour it for a terminal.
    """
    if not village.spots:
        return "(no tiles yet)"
    parts = [village_map(village, ruleset=ruleset, colour=colour), "", KEY, "Tiles:"]
    parts += _tile_rows(village, ruleset, colour=colour)
    parts += _place_rows(village)
    return "\n".join(parts)

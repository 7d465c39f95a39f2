"""Tiles and villages as text: flat-top hexes for a terminal, with a list of what lies where."""

from __future__ import annotations

from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.kernel.arguments import instance
from keyflower.kernel.text import AND, Message, Speaker, Spoken, listed, phrase, phrase_of
from keyflower.model.enums import BACK, LETTERS, ROAD, WATER, TileKind
from keyflower.model.hexes import Cell
from keyflower.model.names import good_name, place_title, tile_name
from keyflower.model.pastures import label_of
from keyflower.model.pool import Pool
from keyflower.model.village import PastUse, Spot, Village
from keyflower.render.artist import looks_of
from keyflower.render.canvas import Canvas, Segment, styled
from keyflower.render.lookup import ENGLISH, check_ruleset, speaker_of, tile_named, title_named
from keyflower.render.palette import initials

_TOP: Final = 11
"""How many characters the upper edge of a hex is wide."""
_STEP: Final = (3, _TOP + 3)
"""How far the next hex to the lower right is, in rows and columns."""
_MARKS: Final = {ROAD: ("#", "road"), WATER: ("~", "water")}
_FIELD_MARK: Final = ('"', "field")
_SLANTS: Final = ((1, 2, "/"), (2, 1, "/"), (3, 0, "/"), (4, 0, "\\"), (5, 1, "\\"), (6, 2, "\\"))
_LINES: Final = ((2, 3, 11), (3, 1, 15), (4, 1, 15), (5, 3, 11))
"""Where the lines inside a hex are: row, first column and width."""

KEY: Final = phrase('# road   " field   ~ water   * upgraded   (R1) lying worker')
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
    """Return the uses of a tile in order, lying workers in parentheses."""
    segments: list[Segment] = []
    for use in uses:
        if segments:
            segments.append(("+", ""))
        segments += worker_segments(use.standing)
        if use.lying:
            segments += [("(", ""), *worker_segments(use.lying), (")", "")]
    return segments


def _goods(goods: Pool, width: int, ruleset: Ruleset | None) -> list[Segment]:
    text = str(goods)
    if len(text) > width:
        looks = looks_of(ruleset)
        text = " ".join(f"{looks.letters(good).lower()}{number}" for good, number in goods.items())
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


def side_title(tile: Tile | None, name: str, side: int) -> Message:
    """Return the title of a side; the sides of summer boats have letters."""
    return title_named(name) if tile is None else tile.side_title(side)


def is_upgraded(tile: Tile | None, side: int) -> bool:
    """Return whether the side is the back of a tile that can be upgraded."""
    return side == BACK and (tile is None or tile.kind is not TileKind.SUMMER_BOAT)


# ---------------------------------------------------------------------- tiles


_PRINTED: Final = {
    "back": phrase_of("printed", "back"),
    "min_players": phrase_of("printed", "number of players"),
    "transport": phrase_of("printed", "transport capacity"),
    "upgrades": phrase_of("printed", "number of upgrades"),
    "edges": phrase_of("printed", "edges"),
    "goods": phrase_of("printed", "goods"),
    "points": phrase_of("printed", "printed points"),
    "upgrade": phrase_of("printed", "upgrade"),
}
"""The parts of a tile that may be reconstructed; points are those printed beside what it scores."""


def _reconstructed(field: str) -> str:
    """Return what is reconstructed on a tile, in words; a field such as ``back.wheat`` says on which side."""
    side, _, part = field.rpartition(".")
    what = _PRINTED.get(part) or good_name(part)
    if not side:
        return what
    return (
        phrase("{what} on the back", what=what)
        if side == "back"
        else phrase("{what} on the front", what=what)
    )


def tile_text(tile: Tile, *, language: Spoken = ENGLISH) -> str:
    r"""Return a tile as text: a hex with its edges and name, and its words.

    Args:
        tile: the tile.
        language: a language, by its code such as ``uk`` or as a `Language`.

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
    instance(tile, Tile, "tile")
    say = speaker_of(language, (tile,)).say
    canvas = Canvas()
    title = say(tile_name(tile.name, tile.title))
    draw_hex(canvas, 0, 0, tile.edges, _title_lines(title, upgraded=False))
    parts = [canvas.render(), "", say(tile.words()), say(phrase("Edges: {edges}.", edges=tile.edges))]
    if tile.reconstructed:
        fields = listed(map(_reconstructed, tile.reconstructed))
        parts.append(say(phrase("Reconstructed: {fields}.", fields=fields)))
    return "\n".join(parts)


# ---------------------------------------------------------------------- villages


def _lines(
    tile: Tile | None, name: str, spot: Spot, ruleset: Ruleset | None, language: Speaker
) -> list[list[Segment]]:
    title = language.say(side_title(tile, name, spot.side))
    lines = _title_lines(title, upgraded=is_upgraded(tile, spot.side))
    if spot.goods:
        lines.append(_goods(spot.goods, _LINES[min(len(lines), 3)][2], ruleset))
    if spot.uses:
        lines.append(use_segments(spot.uses))
    return lines


def village_map(
    village: Village, *, ruleset: Ruleset | None = None, colour: bool = False, language: Spoken = ENGLISH
) -> str:
    """Return the tiles of a village as hexes."""
    canvas = Canvas()
    speaker = speaker_of(language, ruleset)
    for placed, spot in sorted(village, key=lambda pair: place_of(pair[0].cell)):
        row, column = place_of(placed.cell)
        tile = tile_named(placed.name, ruleset)
        draw_hex(canvas, row, column, placed.facing, _lines(tile, placed.name, spot, ruleset, speaker))
    return canvas.render(colour=colour)


def _tile_rows(village: Village, ruleset: Ruleset | None, *, colour: bool, language: Speaker) -> list[str]:
    rows = []
    say = language.say
    width = max(len(name) for name in village.names)
    for placed, spot in village:
        tile = tile_named(placed.name, ruleset)
        title = (
            f"{say(side_title(tile, placed.name, spot.side))}{'*' if is_upgraded(tile, spot.side) else ''}"
        )
        place = say(phrase("{title} at {cell}", title=title, cell=f"{placed.cell}"))
        row = f"  {placed.name:{width}}  {place}"
        if spot.goods:
            row += f", {say(phrase('goods'))} {spot.goods}"
        if spot.uses:
            row += f", {say(phrase('used'))} " + "".join(
                styled(text, style, colour=colour) for text, style in use_segments(spot.uses)
            )
        rows.append(row)
    return rows


def _place_rows(village: Village, ruleset: Ruleset | None, language: Speaker) -> list[str]:
    """Return what lies in the places of expansions: under each title, where the pieces lie and which they are."""
    rows: list[str] = []
    for place in village.places:
        lying = place.lying()
        if lying:
            rows += [
                f"{language.say(place.title) or place.tag}:",
                *(_lying_row(village, name, pool, ruleset, language) for name, pool in lying),
            ]
    return rows


def _lying_row(village: Village, name: str, pool: Pool, ruleset: Ruleset | None, language: Speaker) -> str:
    pasture = village.layout.pasture(name)
    if pasture is None or len(pasture.regions) < 2:
        return f"  {name}  {pool}"
    known = {tile: found for tile in pasture.tiles if (found := tile_named(tile, ruleset)) is not None}
    parts = listed([place_title(label_of(region), known) for region in pasture.regions[1:]], AND)
    return f"  {name}  {pool}  ({language.say(phrase('with {parts}', parts=parts))})"


def village_text(
    village: Village, *, ruleset: Ruleset | None = None, colour: bool = False, language: Spoken = ENGLISH
) -> str:
    """Return a village as text: a map of hexes, its tiles with everything on them, and places of expansions.

    Args:
        village: the village.
        ruleset: the rules with its tiles; by default the built-in tiles.
        colour: whether to colour it for a terminal.
        language: a language, by its code such as ``uk`` or as a `Language`.
    """
    instance(village, Village, "village")
    check_ruleset(ruleset)
    speaker = speaker_of(language, ruleset)
    say = speaker.say
    if not village.spots:
        return f"({say(phrase('no tiles yet'))})"
    drawn = village_map(village, ruleset=ruleset, colour=colour, language=speaker)
    parts = [drawn, "", say(KEY), say(phrase("Tiles:"))]
    parts += _tile_rows(village, ruleset, colour=colour, language=speaker)
    parts += _place_rows(village, ruleset, speaker)
    return "\n".join(parts)

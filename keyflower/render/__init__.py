"""Pictures of tiles, villages, the auction and the whole table: as SVG, and as text for a terminal.

SVG needs the extra ``keyflower[svg]``; text needs nothing. All functions are pure: equal values give equal
texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from keyflower._install import missing_extra
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.accessors import Accessors
from keyflower.kernel.arguments import instance, real, several, shown, whole
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.text import Spoken
from keyflower.model.hexes import Cell
from keyflower.model.lots import Berth, Lot
from keyflower.model.state import State
from keyflower.model.village import Village
from keyflower.render.artist import artist_of, looks_of
from keyflower.render.lookup import ENGLISH, check_auction, check_names, check_ruleset, rules_of
from keyflower.render.text_table import auction_text, table_text
from keyflower.render.text_tiles import tile_text, village_text
from keyflower.render.theme import style_sheet, with_variables

__all__ = [
    "auction_svg",
    "auction_text",
    "piece_svg",
    "sprite",
    "style_sheet",
    "table_svg",
    "table_text",
    "tile_svg",
    "tile_text",
    "village_svg",
    "village_text",
    "with_variables",
]

_WIDEST: Final = 100_000
"""The largest width of a picture, in pixels."""
_MOST_COLUMNS: Final = 1_000
_MOST_GHOSTS: Final = 10_000
_FARTHEST: Final = 1_000


def _need_svg() -> None:
    """Fail with the name of the extra unless the drawing library is installed."""
    try:
        import svg  # noqa: F401  # only asked whether it is there; the modules that draw import it themselves
    except ImportError as error:
        raise missing_extra("pictures need the library svg.py", "svg") from error


def _read(
    table: Accessors | State, ruleset: Ruleset | None, names: Sequence[str] | None
) -> tuple[State, Ruleset | None, Sequence[str] | None]:
    """Return the state, the rules and the names of a game, a view or a state."""
    if isinstance(table, State):
        return table, rules_of(table) if ruleset is None else ruleset, names
    rules = getattr(table, "ruleset", None)
    own = rules if isinstance(rules, Ruleset) else None
    return table.state, own if ruleset is None else ruleset, table.match.players if names is None else names


def tile_svg(
    tile: Tile,
    *,
    side: int = 0,
    size: float = 240,
    ruleset: Ruleset | None = None,
    language: Spoken = ENGLISH,
) -> str:
    """Return one side of a tile as SVG.

    Args:
        tile: the tile.
        side: 0 for the front, 1 for the back; a tile without a back shows its front.
        size: how many pixels wide it is at 100 %.
        ruleset: the rules with the pieces on it; by default the built-in expansions.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    instance(tile, Tile, "tile")
    check_ruleset(ruleset)
    side, size = whole(side, "side", least=0, most=1), real(size, "size", least=1, most=_WIDEST)
    _need_svg()
    from keyflower.render.tile_art import draw_tile

    face = side if side < len(tile.faces) else 0
    return draw_tile(tile, side=face, size=size, artist=artist_of(language, ruleset, (tile,)))


def piece_svg(
    good: str,
    *,
    size: float = 48,
    ruleset: Ruleset | None = None,
    language: Spoken = ENGLISH,
) -> str:
    """Return a piece as SVG.

    Args:
        good: its id, such as ``wood``.
        size: how many pixels high it is at 100 %.
        ruleset: the rules with the piece; by default the built-in expansions.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        UnknownName: if there is no such piece.
        MissingExtra: if the extra ``svg`` is not installed.
    """
    instance(good, str, "good")
    check_ruleset(ruleset)
    size = real(size, "size", least=1, most=_WIDEST)
    looks = looks_of(ruleset)
    if good not in looks.goods:
        raise UnknownName(f"there is no piece called {good[:60]!r}{suggest(good, looks.goods)}")
    _need_svg()
    from keyflower.render.piece_art import draw_piece

    return draw_piece(good, size=size, artist=artist_of(language, ruleset))


def village_svg(
    village: Village,
    *,
    ruleset: Ruleset | None = None,
    title: str | None = None,
    ghosts: Iterable[Cell] = (),
    dark: bool = False,
    language: Spoken = ENGLISH,
) -> str:
    """Return a village as SVG: tiles, roads, rivers, goods, workers and animals.

    Args:
        village: the village.
        ruleset: the rules with its tiles; by default the built-in tiles.
        title: a line above the picture.
        ghosts: empty cells to mark as free places, such as those where a tile may be laid.
        dark: dark colours instead of light ones.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    instance(village, Village, "village")
    if title is not None:
        instance(title, str, "title")
    check_ruleset(ruleset)
    cells = several(ghosts, "ghosts", example="[(0, 1)]", most=_MOST_GHOSTS)
    for cell in cells:
        instance(cell, tuple, "a ghost")
        if len(cell) != 2:
            raise TypeError(f"a ghost is a cell such as (0, 1), not {shown(cell)}")
        for one in cell:
            whole(one, "a coordinate of a ghost", least=-_FARTHEST, most=_FARTHEST)
    _need_svg()
    from keyflower.render.village_art import draw_village

    return draw_village(
        village,
        ruleset=ruleset,
        title=title,
        ghosts=cells,
        dark=dark,
        artist=artist_of(language, ruleset),
    )


def auction_svg(
    area: Accessors | State | Sequence[Lot],
    *,
    berths: Sequence[Berth] = (),
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
    columns: int | None = None,
    dark: bool = False,
    language: Spoken = ENGLISH,
) -> str:
    """Return the auction area as SVG: lots with bids at their sides and workers on them, and the boats.

    Args:
        area: a game, a view, a state, or the lots alone.
        berths: the boats, if only lots are given.
        ruleset: the rules with the tiles; by default the built-in tiles.
        names: the names of the players by seat.
        columns: how many lots are in a row.
        dark: dark colours instead of light ones.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    columns = None if columns is None else whole(columns, "columns", least=1, most=_MOST_COLUMNS)
    _need_svg()
    from keyflower.render.auction_art import draw_auction

    if isinstance(area, Accessors | State):
        area, ruleset, names = _read(area, ruleset, names)
    check_auction(area, berths, ruleset, names)
    return draw_auction(
        area,
        berths=berths,
        ruleset=ruleset,
        names=names,
        columns=columns,
        dark=dark,
        artist=artist_of(language, ruleset),
    )


def table_svg(
    table: Accessors | State,
    *,
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
    width: float | None = None,
    columns: int | None = None,
    dark: bool = False,
    language: Spoken = ENGLISH,
) -> str:
    """Return the whole table as SVG; what is hidden is drawn as grey question marks.

    Args:
        table: a game, a view, or a state alone.
        ruleset: the rules with the tiles; by default those of the game, or the built-in tiles.
        names: the names of the players by seat; those of the game if left out.
        width: how wide the table may get before its parts wrap to the next row.
        columns: how many lots are in a row.
        dark: dark colours instead of light ones; `with_variables` leaves the choice to a page.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    columns = None if columns is None else whole(columns, "columns", least=1, most=_MOST_COLUMNS)
    width = None if width is None else real(width, "width", least=1, most=_WIDEST)
    if not isinstance(table, Accessors | State):
        raise TypeError(f"a table is a game, a view or a state, not {shown(table)}")
    _need_svg()
    from keyflower.render.table_art import draw_table

    state, rules, players = _read(table, ruleset, names)
    check_ruleset(rules)
    check_names(players)
    return draw_table(
        state,
        ruleset=rules,
        names=players,
        width=width,
        columns=columns,
        dark=dark,
        artist=artist_of(language, rules),
    )


def sprite(ruleset: Ruleset, *, language: Spoken = ENGLISH) -> str:
    """Return one SVG sheet of all grounds, faces, pieces and signs of a ruleset, as symbols for ``<use>``.

    A client can compose tables from it without further pictures: ``kf-ground-RFFFFF`` (by printed edges,
    to be turned), ``kf-face-miner-0`` (by tile and side, always upright), ``kf-piece-wood``, ``kf-piece-red-lying``,
    ``kf-unknown-worker``, ``kf-season-winter``. Colours are the variables of `style_sheet`.

    Args:
        ruleset: whose tiles and pieces are drawn.
        language: a language, by its code such as ``uk`` or as a `Language`.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    instance(ruleset, Ruleset, "ruleset")
    _need_svg()
    from keyflower.render.sprite_art import draw_sprite

    return draw_sprite(ruleset, artist=artist_of(language, ruleset))

"""Pictures of tiles, villages, the auction and the whole table: as SVG, and as text for a terminal.

SVG needs the extra ``keyflower[svg]``; text needs nothing. All functions are pure: equal values give equal
texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.kernel.errors import MissingExtra
from keyflower.model.lots import Berth, Lot
from keyflower.model.state import State
from keyflower.model.village import Village
from keyflower.render.text import tile_text, village_text
from keyflower.render.text_table import auction_text, table_text

__all__ = [
    "auction_svg",
    "auction_text",
    "table_svg",
    "table_text",
    "tile_svg",
    "tile_text",
    "village_svg",
    "village_text",
]


def _need_svg() -> None:
    """Fail with the name of the extra unless the drawing library is there."""
    try:
        import svg  # noqa: F401  # only asked whether it is there; the modules that draw import it themselves
    except ImportError as error:
        raise MissingExtra("pictures need the library svg.py: pip install keyflower[svg]") from error


def tile_svg(tile: Tile, *, side: int = 0, size: float = 240) -> str:
    """Return one side of a tile as SVG.

    Args:
        tile: the tile.
        side: 0 for the front, 1 for the back; a tile without a back shows its front.
        size: how many pixels wide it is at 100 %.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    _need_svg()
    from keyflower.render.tile_art import draw_tile

    return draw_tile(tile, side=side if side < len(tile.faces) else 0, size=size)


def village_svg(village: Village, *, ruleset: Ruleset | None = None, title: str | None = None) -> str:
    """Return a village as SVG: tiles, roads, rivers, goods, workers and animals.

    Args:
        village: the village.
        ruleset: where its tiles are looked up; the built-in tiles if left out.
        title: a line above the picture.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    _need_svg()
    from keyflower.render.village_art import draw_village

    return draw_village(village, ruleset=ruleset, title=title)


def auction_svg(
    area: State | Sequence[Lot],
    *,
    berths: Sequence[Berth] = (),
    ruleset: Ruleset | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Return the auction area as SVG: lots with bids at their sides and workers on them, and the boats.

    Args:
        area: a state, or the lots alone.
        berths: the boats, if only lots are given.
        ruleset: where tiles are looked up; the built-in tiles if left out.
        names: the names of the players by seat.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    _need_svg()
    from keyflower.render.auction_art import draw_auction

    return draw_auction(area, berths=berths, ruleset=ruleset, names=names)


def table_svg(state: State, *, ruleset: Ruleset | None = None, names: Sequence[str] | None = None) -> str:
    """Return the whole table as SVG; what the state hides is drawn as grey question marks.

    Args:
        state: the state, in full or as a seat sees it.
        ruleset: where tiles are looked up; the built-in tiles if left out.
        names: the names of the players by seat.

    Raises:
        MissingExtra: if the extra ``svg`` is not installed.
    """
    _need_svg()
    from keyflower.render.table_art import draw_table

    return draw_table(state, ruleset=ruleset, names=names)

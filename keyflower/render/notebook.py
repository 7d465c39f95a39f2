"""What notebooks and terminals show for a value: the hooks behind ``_repr_svg_`` and ``_repr_pretty_``."""

from __future__ import annotations

from collections.abc import Sequence

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.kernel.errors import MissingExtra
from keyflower.model.state import State
from keyflower.model.village import Village
from keyflower.render import table_svg, table_text, tile_svg, tile_text, village_svg, village_text


def _table_of(value: object) -> tuple[State, Ruleset | None, Sequence[str] | None] | None:
    """Return the state, rules and names of a game or a view, or of a state alone."""
    if isinstance(value, State):
        return (value, None, None)
    state, ruleset = getattr(value, "state", None), getattr(value, "ruleset", None)
    if not isinstance(state, State):
        return None
    return (state, ruleset if isinstance(ruleset, Ruleset) else None, _names_of(value))


def _names_of(value: object) -> tuple[str, ...] | None:
    for attribute in ("players", "names"):
        names = getattr(value, attribute, None)
        if isinstance(names, Sequence) and all(isinstance(name, str) for name in names):
            return tuple(names)
    return None


def svg_of(value: object) -> str | None:
    """Return the picture of a tile, a village, a state, or anything that has a state; None if there is none.

    There is none for other values, and when the extra ``svg`` is not installed.
    """
    try:
        if isinstance(value, Tile):
            return tile_svg(value)
        if isinstance(value, Village):
            return village_svg(value)
        table = _table_of(value)
        if table is None:
            return None
        state, ruleset, names = table
        return table_svg(state, ruleset=ruleset, names=names)
    except MissingExtra:
        return None


def text_of(value: object) -> str:
    """Return a value as text: tiles, villages and tables drawn with characters, others as their repr."""
    if isinstance(value, Tile):
        return tile_text(value)
    if isinstance(value, Village):
        return village_text(value)
    table = _table_of(value)
    if table is None:
        return repr(value)
    state, ruleset, names = table
    return table_text(state, ruleset=ruleset, names=names)

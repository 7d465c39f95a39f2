"""``keyflower tiles``: the catalogue, searched."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import complain, say, say_json
from keyflower.extend.tiles import Tile
from keyflower.facade import registry
from keyflower.render import tile_text


def found_tiles(
    search: str, *, season: str | None, kind: str | None, expansion: str | None, reconstructed: bool
) -> tuple[Tile, ...]:
    """Return the tiles that fit; installed expansions are looked for only when one is named."""
    known = registry.builtin()
    if expansion is not None and expansion not in [one.id for one in known.expansions]:
        known = registry.discover()
    tiles = known.tiles(season=season, kind=kind, expansion=expansion, search=search or None)
    exact = [tile for tile in tiles if search.casefold() in (tile.name, tile.id, tile.title.casefold())]
    return tuple(tile for tile in exact or tiles if tile.reconstructed or not reconstructed)


def tile_data(tile: Tile) -> dict[str, object]:
    """Return a tile as JSON-able data."""
    return {
        "id": tile.id,
        "name": tile.name,
        "title": tile.title,
        "kind": tile.kind.value,
        "season": None if tile.season is None else tile.season.value,
        "expansion": tile.expansion,
        "edges": tile.edges,
        "front": tile.front.words(),
        "back": None if tile.back is None else tile.back.words(),
        "upgrade": None if tile.upgrade is None else tile.upgrade.words(),
        "points": [face.points for face in tile.faces],
        "reconstructed": list(tile.reconstructed),
    }


def show_tiles(
    console: Console,
    search: str,
    *,
    season: str | None,
    kind: str | None,
    expansion: str | None,
    reconstructed: bool,
    json: bool,
) -> bool:
    """Print the tiles that fit, one in full, several as a table; return whether there are any."""
    tiles = found_tiles(search, season=season, kind=kind, expansion=expansion, reconstructed=reconstructed)
    if json:
        say_json([tile_data(tile) for tile in tiles])
        return bool(tiles)
    if not tiles:
        complain("no tile fits; 'keyflower tiles' lists them all")
    elif len(tiles) == 1:
        _show_one(console, tiles[0])
    else:
        console.print(_table(tiles))
        marked = sum(bool(tile.reconstructed) for tile in tiles)
        note = f"; ~ {marked} with reconstructed numbers" if marked else ""
        console.print(f"{len(tiles)} tiles{note}", style="dim")
    return bool(tiles)


def _show_one(console: Console, tile: Tile) -> None:
    say(console, tile_text(tile))
    console.print(f"id {tile.id}, edges {tile.edges} (clockwise from the top: R road, F field, W water)")
    if tile.reconstructed:
        console.print(f"~ reconstructed: {', '.join(tile.reconstructed)}", style="yellow")


def _table(tiles: tuple[Tile, ...]) -> Table:
    table = Table(show_lines=False)
    table.add_column("tile", no_wrap=True)
    table.add_column("season", no_wrap=True)
    table.add_column("front")
    table.add_column("upgrade")
    table.add_column("back")
    for tile in tiles:
        mark = " ~" if tile.reconstructed else ""
        when = tile.season.value if tile.season is not None else tile.kind.value.replace("_", " ")
        table.add_row(
            Text(f"{tile.name}{mark}", style="bold"),
            when,
            _front(tile),
            "" if tile.upgrade is None else tile.upgrade.words(),
            "" if tile.back is None else tile.back.words(),
        )
    return table


def _front(tile: Tile) -> str:
    words = tile.front.words()
    if tile.goods is not None:
        words = f"{tile.goods.words()}; {words}"
    if tile.arrivals:
        loads = " · ".join(f"{workers}+{skills}" for workers, skills in tile.arrivals)
        words = f"brings {loads}; {words}"
    return words

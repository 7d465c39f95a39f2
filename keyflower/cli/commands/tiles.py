"""``keyflower tiles``: the catalogue, searched."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import complain, say, say_json
from keyflower.extend.tiles import Tile
from keyflower.facade import registry
from keyflower.kernel.text import SEMICOLON, Speaker, listed, name, phrase, phrase_of
from keyflower.model.enums import TileKind
from keyflower.model.names import season_name, some_of
from keyflower.model.speaker import speaker
from keyflower.render import tile_text


def found_tiles(
    search: str,
    *,
    season: str | None,
    kind: str | None,
    expansion: str | None,
    reconstructed: bool,
    language: Speaker,
) -> tuple[Tile, ...]:
    """Return the matching tiles; installed expansions are searched only if named, or if no built-in tile matches."""
    known = registry.builtin()
    if expansion is not None and expansion not in [one.id for one in known.expansions]:
        known = registry.discover()
    tiles = known.tiles(season=season, kind=kind, expansion=expansion)
    found = _fitting(tiles, search, language)
    if not found:
        tiles = registry.discover().tiles(season=season, kind=kind, expansion=expansion)
        found = _fitting(tiles, search, language)
    return tuple(tile for tile in found if tile.reconstructed or not reconstructed)


def _fitting(tiles: tuple[Tile, ...], search: str, language: Speaker) -> list[Tile]:
    """Return the tiles with this name or, if there are none, those with this text."""
    exact = [tile for tile in tiles if search.casefold() in _called(tile, language)]
    return exact or _matching(tiles, search, language)


def _called(tile: Tile, language: Speaker) -> set[str]:
    """Return the names of a tile: id and title; a summer boat also has those of its sides: ``boat_4a``, ``4a``."""
    names = {tile.name, tile.id, tile.title, tile.title_in(language.code)}
    if tile.kind is TileKind.SUMMER_BOAT:
        names |= {f"{called}{side}" for called in (*names, tile.name.rpartition("_")[2]) for side in "ab"}
    return {called.casefold() for called in names}


def _matching(tiles: tuple[Tile, ...], search: str, language: Speaker) -> list[Tile]:
    """Return the tiles that contain a text, in English or in the person's language."""
    wanted = search.casefold()
    return [
        tile
        for tile in tiles
        if wanted in f"{tile.id}\n{tile.words()}\n{tile.words(language=language.code)}".casefold()
    ]


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
    language: Speaker,
) -> bool:
    """Print the matching tiles, one in full, several as a table; return whether there are any."""
    tiles = found_tiles(
        search, season=season, kind=kind, expansion=expansion, reconstructed=reconstructed, language=language
    )
    if json:
        say_json([tile_data(tile) for tile in tiles])
        return bool(tiles)
    if not tiles:
        complain(language.say(phrase("no tile fits; 'keyflower tiles' lists them all")))
    elif len(tiles) == 1:
        _show_one(console, tiles[0], language)
    else:
        own = dict.fromkeys(tile.texts for tile in tiles if tile.texts)
        console.print(_table(tiles, speaker(language.code, *own)))
        marked = sum(bool(tile.reconstructed) for tile in tiles)
        note = [phrase("~ {number} with reconstructed numbers", number=marked)] if marked else []
        console.print(language.say(listed([some_of("tile", len(tiles)), *note], SEMICOLON)), style="dim")
    return bool(tiles)


def _show_one(console: Console, tile: Tile, language: Speaker) -> None:
    say(console, tile_text(tile, language=language.code))
    about = phrase("id {id}; edges clockwise from the top: R road, F field, W water", id=tile.id)
    console.print(language.say(about))


def _table(tiles: tuple[Tile, ...], language: Speaker) -> Table:
    table = Table(show_lines=False)
    tell = language.say
    table.add_column(tell(phrase_of("column", "tile")), no_wrap=True)
    table.add_column(tell(phrase_of("column", "season")), no_wrap=True)
    table.add_column(tell(phrase_of("column", "front")))
    table.add_column(tell(phrase_of("column", "upgrade")))
    table.add_column(tell(phrase_of("column", "back")))
    for tile in tiles:
        mark = " ~" if tile.reconstructed else ""
        kind = name("kind", tile.kind.value, tile.kind.value.replace("_", " "))
        title = "" if language.code == "en" else f"\n{tile.title_in(language)}"
        table.add_row(
            Text.assemble((f"{tile.name}{mark}", "bold"), title),
            tell(kind if tile.season is None else season_name(tile.season)),
            tell(_front(tile)),
            "" if tile.upgrade is None else tell(tile.upgrade.words()),
            "" if tile.back is None else tell(tile.back.words()),
        )
    return table


def _front(tile: Tile) -> str:
    words: list[str] = [tile.front.words()]
    if tile.goods is not None:
        words.insert(0, tile.goods.words())
    if tile.arrivals:
        loads = " · ".join(f"{workers}+{skills}" for workers, skills in tile.arrivals)
        words.insert(0, phrase("brings {loads}", loads=loads))
    return listed(words, SEMICOLON, between=SEMICOLON)

"""The catalogue, made from the registry: pictures, words, costs, and which values are reconstructed."""

from functools import cache
from pathlib import Path
from typing import Any

import keyflower as kf
from docs._ext.pictures import tables
from docs._ext.plots import plots
from keyflower.extend import AND, AddOn, Card, listed
from keyflower.extend.compiled import form_of
from keyflower.facade.registry import builtin
from keyflower.kernel.text import name as name_of
from keyflower.languages.extraction import TERMS
from keyflower.model.enums import COLOURS
from keyflower.model.names import good_name, season_name
from keyflower.render import piece_svg, tile_svg

RECONSTRUCTED = {
    "upgrade": "the cost of the upgrade",
    "points": "the printed points",
    "edges": "the order of the edges",
    "back": "what the back does",
    "goods": "the goods for the winner of the bid",
    "min_players": "the number of players",
}
"""Marks in words; others are spelt by their parts."""


def mark_words(mark: str) -> str:
    """Return a mark of a reconstructed value in words: ``back.transport`` is the transport of the back."""
    if mark in RECONSTRUCTED:
        return RECONSTRUCTED[mark]
    side, _, detail = mark.partition(".")
    return f"the {detail} of the {side}"


def pictures() -> dict[str, str]:
    """Return every side of every tile, and the pieces of the kinds that expansions add, as SVG by file name."""
    kinds = {kind.id for expansion in builtin().expansions for kind in expansion.piece_kinds}
    goods = [good for expansion in builtin().expansions for good in expansion.goods if good.kind in kinds]
    return {**{f"piece-{good.id}.svg": piece_svg(good.id, size=44) for good in goods}, **_tiles()}


def _tiles() -> dict[str, str]:
    return {
        f"{tile.expansion}-{tile.name}-{side}.svg": tile_svg(tile, side=side)
        for tile in kf.tiles()
        for side in range(len(tile.faces))
    }


LANGUAGES = {"uk": "Ukrainian", "pl": "Polish", "ru": "Russian"}


def titles(tile: kf.Tile) -> list[tuple[str, str]]:
    """Return the titles in other languages; a star marks those that are translations of our own."""
    return [
        (language, tile.title_in(code) + (" *" if _origins(code).get(tile.name) == "ours" else ""))
        for code, language in LANGUAGES.items()
    ]


@cache
def _origins(code: str) -> dict[str, str]:
    return kf.languages.title_origins(code)


def rows(tile: kf.Tile) -> list[tuple[str, str]]:
    """Return what is printed on a tile, in words, to show beside its pictures."""
    boat = tile.kind is kf.TileKind.SUMMER_BOAT
    found = [("Id", tile.id)]
    if tile.min_players:
        found.append(("Players", "6" if tile.min_players == 6 else f"{tile.min_players} or more"))
    if tile.arrivals:
        shown = [f"{workers} and {skills}" for workers, skills in tile.arrivals]
        found.append(
            ("Workers and skills", ", ".join(f"{s} {t}" for s, t in zip(kf.Season, shown, strict=False)))
        )
    if tile.cargo:
        shown = [str(cargo.words()).replace(" of any type", "") for cargo in tile.cargo]
        found.append(("Cargo", ", ".join(f"{s} {t}" for s, t in zip(kf.Season, shown, strict=False))))
    if tile.pair:
        found.append(("Alternative to", tile.pair))
    if tile.goods is not None:
        found.append(("Goods", tile.goods.words()))
    if tile.back is None:
        found.append(("Does", tile.front.words()))
    else:
        found.append(("Side a" if boat else "Front", tile.front.words()))
        if tile.upgrade is not None:
            found.append(("Upgrade", tile.upgrade.words()))
        found.append(("Side b" if boat else "Back", tile.back.words()))
    found += titles(tile)
    found.append(("Edges", tile.edges))
    if tile.replaces:
        found.append(("Replaces", tile.replaces))
    if tile.reconstructed:
        found.append(("Reconstructed", ", ".join(mark_words(mark) for mark in tile.reconstructed)))
    return found


def terms() -> list[tuple[str, ...]]:
    """Return the words of the game in English and in the other languages, and the names of colours and pieces."""
    spoken = [kf.languages.language(code) for code in LANGUAGES]
    words = [name_of("term", term) for term in TERMS]
    words += [season_name(season) for season in kf.Season]
    single = {part.piece for parts in own_parts().values() for part in parts}
    goods = [good for expansion in builtin().expansions for good in expansion.goods if good.id not in single]
    words += [
        good_name(good.id, f"{good.name} worker" if good.id in COLOURS else good.name) for good in goods
    ]
    words += [good_name(kind.id) for expansion in builtin().expansions for kind in expansion.piece_kinds]
    told = {str(word).lower(): tuple(one.say(word) for one in spoken) for word in words}
    return [(word, *told[word]) for word in sorted(told)]


@cache
def own_parts() -> dict[str, tuple[Card | AddOn, ...]]:
    """Return the cards and add-ons that expansions declare, by the kind of their pieces."""
    kinds = [kind for expansion in builtin().expansions for kind in expansion.piece_kinds]
    forms = {kind.id: form_of(kind) for kind in kinds}
    return {kind: form.parts for kind, form in forms.items() if form is not None and form.parts}


def heads(kind: str) -> tuple[str, ...]:
    """Return what the columns of a table of pieces say."""
    own = ("Filled with",) if isinstance(own_parts()[kind][0], Card) else ("Colour", "Cost")
    return (kind.capitalize(), "Id", *own, *LANGUAGES.values())


def piece_rows(kind: str) -> list[tuple[str, ...]]:
    """Return every piece of a kind: title, id, what is printed on it, and its name in the other languages."""
    spoken = [kf.languages.language(code) for code in LANGUAGES]
    titles = {good.id: good.name for expansion in builtin().expansions for good in expansion.goods}
    rows = []
    for part in own_parts()[kind]:
        if isinstance(part, Card):
            printed: tuple[str, ...] = (str(listed([need.words() for need in part.needs], AND)),)
        else:
            printed = (part.colour, str(part.cost.words()))
        title = good_name(part.piece, titles[part.piece])
        rows.append((titles[part.piece], part.piece, *printed, *(one.say(title) for one in spoken)))
    return rows


def setup(app: Any) -> dict[str, bool]:
    from docutils import nodes
    from docutils.parsers.rst import directives
    from sphinx.util.docutils import SphinxDirective

    class Tiles(SphinxDirective):
        """A section for each tile of a season or a kind."""

        option_spec = dict.fromkeys(("season", "kind", "expansion"), directives.unchanged)

        def picture(self, tile: kf.Tile, side: int) -> str:
            up = "../" * self.env.docname.count("/")
            name = f"{tile.expansion}-{tile.name}-{side}.svg"
            boat = tile.kind is kf.TileKind.SUMMER_BOAT
            which = ("side a", "side b")[side] if boat else ("front", "back")[side]
            words = f"{tile.title}, {which}"
            return f'<img src="{up}_static/tiles/{name}" alt="{words}" title="{words}" loading="lazy">'

        def section(self, tile: kf.Tile) -> nodes.section:
            section = nodes.section(
                ids=[f"tile-{tile.expansion}-{tile.name}".replace("_", "-")], classes=["tile"]
            )
            title = tile.title + (" *" if tile.reconstructed else "")
            section += nodes.title(title, title)
            images = "".join(self.picture(tile, side) for side in range(len(tile.faces)))
            section += nodes.raw("", f'<div class="tile-pictures">{images}</div>', format="html")
            fields = nodes.field_list(classes=["tile-facts"])
            for name, text in rows(tile):
                code = name in ("Id", "Edges", "Replaces")
                body = nodes.literal(text, text) if code else nodes.inline(text, text)
                fields += nodes.field(
                    "", nodes.field_name(name, name), nodes.field_body("", nodes.paragraph("", "", body))
                )
            section += fields
            return section

        def run(self) -> list[nodes.Node]:
            return [self.section(tile) for tile in kf.tiles(**self.options)]

    class TileIndex(SphinxDirective):
        """One line for each tile of all expansions."""

        option_spec = dict.fromkeys(("expansion",), directives.unchanged)

        def run(self) -> list[nodes.Node]:
            group = nodes.tgroup("", cols=4)
            group += [nodes.colspec(colwidth=width) for width in (24, 26, 20, 30)]
            group += nodes.thead("", self.row("Tile", "Id", "Season or kind", "Upgrade"))
            body = nodes.tbody("")
            for tile in kf.tiles(**self.options):
                kind = str(tile.season) if tile.kind is kf.TileKind.VILLAGE else tile.kind.replace("_", " ")
                title = tile.title + (" *" if tile.reconstructed else "")
                body += self.row(
                    title, tile.name, kind, "–" if tile.upgrade is None else tile.upgrade.words()
                )
            group += body
            return [nodes.table("", group)]

        def row(self, *texts: str) -> nodes.row:
            return nodes.row("", *(nodes.entry("", nodes.paragraph(text, text)) for text in texts))

    class Terms(SphinxDirective):
        """One line for each word of the game, in one language or in all of them."""

        option_spec = dict.fromkeys(("language",), directives.unchanged)

        def row(self, texts: tuple[str, ...]) -> nodes.row:
            return nodes.row("", *(nodes.entry("", nodes.paragraph(text, text)) for text in texts))

        def run(self) -> list[nodes.Node]:
            shown = [0, *(place for place, code in enumerate(LANGUAGES, 1) if self._wanted(code))]
            lines = [("English", *LANGUAGES.values()), *terms()]
            head, *body = [self.row(tuple([texts[place] for place in shown])) for texts in lines]
            group = nodes.tgroup("", cols=len(shown))
            group += [nodes.colspec(colwidth=25) for _ in shown]
            group += nodes.thead("", head)
            group += nodes.tbody("", *body)
            return [nodes.table("", group)]

        def _wanted(self, code: str) -> bool:
            return str(self.options.get("language", code)) == code

    class Pieces(SphinxDirective):
        """One line for each piece of a kind that an expansion adds."""

        option_spec = dict.fromkeys(("kind",), directives.unchanged)

        def row(self, texts: tuple[str, ...]) -> nodes.row:
            return nodes.row("", *(nodes.entry("", nodes.paragraph(text, text)) for text in texts))

        def line(self, texts: tuple[str, ...]) -> nodes.row:
            """Return a row with the picture of the piece in front; its id is the second text."""
            row = self.row(texts)
            up = "../" * self.env.docname.count("/")
            image = f'<img src="{up}_static/tiles/piece-{texts[1]}.svg" alt="" loading="lazy" style="max-width: none">'
            row.insert(0, nodes.entry("", nodes.raw("", image, format="html")))
            return row

        def run(self) -> list[nodes.Node]:
            columns = heads(self.options["kind"])
            group = nodes.tgroup("", cols=len(columns) + 1)
            group += [nodes.colspec(colwidth=25) for _ in range(len(columns) + 1)]
            group += nodes.thead("", self.row(("", *columns)))
            group += nodes.tbody("", *map(self.line, piece_rows(self.options["kind"])))
            return [nodes.table("", group)]

    def write(app: Any, error: Exception | None) -> None:
        if error is None and app.builder.format == "html":
            folder = Path(app.outdir) / "_static" / "tiles"
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in {**pictures(), **tables(), **plots()}.items():
                (folder / name).write_text(text, "utf-8")

    app.add_directive("tiles", Tiles)
    app.add_directive("tile-index", TileIndex)
    app.add_directive("game-terms", Terms)
    app.add_directive("pieces", Pieces)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

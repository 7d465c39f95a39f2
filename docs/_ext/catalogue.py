"""The catalogue, made from the registry: pictures, words, costs, and which values are reconstructed."""

from functools import cache
from pathlib import Path
from typing import Any

import keyflower as kf
from docs._ext.pictures import tables
from docs._ext.plots import plots
from keyflower.expansions.merchants.goods import CONTRACTS, EXTENSIONS, called
from keyflower.languages.extraction import TERMS
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
    """Return every side of every tile, and the contracts, extensions and cabins, as SVG by file name."""
    pieces = {f"piece-{one.id}.svg": piece_svg(one.id, size=44) for one in (*CONTRACTS, *EXTENSIONS)}
    return {
        "piece-cabin.svg": piece_svg("cabin", size=44),
        **pieces,
        **_tiles(),
    }


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
    """Return the words of the game in English and in the other languages."""
    spoken = [kf.languages.language(code) for code in LANGUAGES]
    return [(term, *(one.term(term) for one in spoken)) for term in sorted(TERMS)]


def contracts() -> list[tuple[str, ...]]:
    """Return every contract: title, id, what fills it, and its name in the other languages."""
    spoken = [kf.languages.language(code) for code in LANGUAGES]
    return [
        (one.title, one.id, str(one.needs.words()), *(language.say(called(one.id)) for language in spoken))
        for one in CONTRACTS
    ]


def extensions() -> list[tuple[str, ...]]:
    """Return every extension: title, id, colour, cost, and its name in the other languages."""
    spoken = [kf.languages.language(code) for code in LANGUAGES]
    return [
        (
            one.title,
            one.id,
            one.colour,
            str(one.cost.words()),
            *(language.say(called(one.id)) for language in spoken),
        )
        for one in EXTENSIONS
    ]


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
        """One line for each word of the game."""

        def row(self, texts: tuple[str, ...]) -> nodes.row:
            return nodes.row("", *(nodes.entry("", nodes.paragraph(text, text)) for text in texts))

        def run(self) -> list[nodes.Node]:
            group = nodes.tgroup("", cols=4)
            group += [nodes.colspec(colwidth=25) for _ in range(4)]
            group += nodes.thead("", self.row(("English", *LANGUAGES.values())))
            group += nodes.tbody("", *(self.row(texts) for texts in terms()))
            return [nodes.table("", group)]

    class Pieces(SphinxDirective):
        """One line for each contract, or for each extension."""

        heads: tuple[str, ...] = ()
        lines: list[tuple[str, ...]] = []  # noqa: RUF012  # each directive has its own

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
            group = nodes.tgroup("", cols=len(self.heads) + 1)
            group += [nodes.colspec(colwidth=25) for _ in range(len(self.heads) + 1)]
            group += nodes.thead("", self.row(("", *self.heads)))
            group += nodes.tbody("", *map(self.line, self.lines))
            return [nodes.table("", group)]

    class Contracts(Pieces):
        heads = ("Contract", "Id", "Filled with", *LANGUAGES.values())
        lines = contracts()

    class Extensions(Pieces):
        heads = ("Extension", "Id", "Colour", "Cost", *LANGUAGES.values())
        lines = extensions()

    def write(app: Any, error: Exception | None) -> None:
        if error is None and app.builder.format == "html":
            folder = Path(app.outdir) / "_static" / "tiles"
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in {**pictures(), **tables(), **plots()}.items():
                (folder / name).write_text(text, "utf-8")

    app.add_directive("tiles", Tiles)
    app.add_directive("tile-index", TileIndex)
    app.add_directive("game-terms", Terms)
    app.add_directive("contracts", Contracts)
    app.add_directive("extensions", Extensions)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

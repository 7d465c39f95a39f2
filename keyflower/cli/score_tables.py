"""Printed tables: score sheets, sales of a season, standings."""

from __future__ import annotations

from rich.table import Table

from keyflower.cli.chapters import Chapter
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.text import Message, Speaker, phrase, phrase_of
from keyflower.model.names import season_name, some_of, tile_name


def title_of(ruleset: Ruleset, tile: str) -> Message:
    """Return the printed name of a tile, or the word itself."""
    known = ruleset.tiles.get(tile)
    return tile_name(tile, known.title if known is not None else tile)


def sheet_table(ruleset: Ruleset, name: str, sheet: ScoreSheet, *, language: Speaker) -> Table:
    """Return a score sheet as a table."""
    say = language.say
    total = phrase("{name}: {points}", name=name, points=some_of("point", sheet.total))
    table = Table(title=say(total), title_justify="left", show_footer=True)
    table.add_column(say(phrase_of("column", "for")), footer=say(phrase("in all")))
    table.add_column(say(phrase_of("column", "points")), justify="right", footer=str(sheet.total))
    table.add_column(say(phrase_of("column", "because")))
    for source, points, why in sheet_rows(ruleset, sheet, language):
        table.add_row(source, points, why)
    return table


def sheet_rows(ruleset: Ruleset, sheet: ScoreSheet, language: Speaker) -> list[tuple[str, str, str]]:
    """Return the lines of a score sheet in words: the source, the points, and the reason."""
    say = language.say
    rows = []
    if sheet.flipped:
        turned = phrase("upgraded for free")
        rows.append((say(title_of(ruleset, sheet.flipped)), "", say(turned)))
    for line, (points, source, why) in zip(sheet.lines, sheet.rows(language=language), strict=True):
        known = line.source in ruleset.tiles
        rows.append((say(title_of(ruleset, line.source)) if known else source, str(points), why))
    return rows


def because(detail: str, used: tuple[tuple[str, str, int], ...]) -> str:
    """Return the reason for the points of a line."""
    pieces = ", ".join(
        f"{number} {piece}" + (f" as {role}" if role != piece else "") for piece, role, number in used
    )
    return "; ".join(part for part in (detail, pieces) if part)


def sales_table(chapter: Chapter, language: Speaker) -> Table:
    """Return what each player won in a season, and the points so far."""
    game, say = chapter.last, language.say
    table = Table(show_edge=False)
    table.add_column(say(phrase_of("column", "player")))
    table.add_column(say(phrase_of("column", "won")))
    table.add_column(say(phrase_of("column", "points so far")), justify="right")
    totals = chapter.totals
    for seat, name in enumerate(game.players):
        won = ", ".join(
            f"{say(title_of(game.ruleset, sale.tile))} ({sale.price})"
            for sale in chapter.sales
            if sale.seat == seat
        )
        table.add_row(name, won or "–", str(totals[seat]))
    return table


def totals_table(chapters: list[Chapter], language: Speaker) -> Table:
    """Return the points of every player after every season."""
    game, say = chapters[-1].last, language.say
    title = phrase("Points if the game had ended with the season")
    table = Table(title=say(title), title_justify="left")
    table.add_column(say(phrase_of("column", "player")))
    columns = [chapter.totals for chapter in chapters]
    for chapter in chapters:
        table.add_column(say(season_name(chapter.season)), justify="right")
    for seat, name in enumerate(game.players):
        star = " *" if name in game.winners else ""
        table.add_row(f"{name}{star}", *(str(totals[seat]) for totals in columns))
    return table

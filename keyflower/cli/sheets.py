"""Tables for people: score sheets, sales of a season, standings."""

from __future__ import annotations

from rich.table import Table

from keyflower.cli.chapters import Chapter
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.ruleset import Ruleset


def title_of(ruleset: Ruleset, tile: str) -> str:
    """Return the printed name of a tile, or the word itself."""
    known = ruleset.tiles.get(tile)
    return known.title if known is not None else tile


def sheet_table(ruleset: Ruleset, name: str, sheet: ScoreSheet) -> Table:
    """Return a score sheet as a table."""
    table = Table(title=f"{name}: {sheet.total} points", title_justify="left", show_footer=True)
    table.add_column("for", footer="in all")
    table.add_column("points", justify="right", footer=str(sheet.total))
    table.add_column("because")
    if sheet.flipped:
        table.add_row(title_of(ruleset, sheet.flipped), "", "turned to its back free of cost")
    for line in sheet.lines:
        table.add_row(title_of(ruleset, line.source), str(line.points), because(line.detail, line.used))
    return table


def because(detail: str, used: tuple[tuple[str, str, int], ...]) -> str:
    """Return why a line of a sheet scores."""
    pieces = ", ".join(
        f"{number} {piece}" + (f" as {role}" if role != piece else "") for piece, role, number in used
    )
    return "; ".join(part for part in (detail, pieces) if part)


def sales_table(chapter: Chapter) -> Table:
    """Return what each player won in a season, and the points so far."""
    game = chapter.last
    table = Table(show_edge=False)
    table.add_column("player")
    table.add_column("won")
    table.add_column("points so far", justify="right")
    totals = chapter.totals
    for seat, name in enumerate(game.players):
        won = ", ".join(
            f"{title_of(game.ruleset, sale.tile)} ({sale.price})"
            for sale in chapter.sales
            if sale.seat == seat
        )
        table.add_row(name, won or "–", str(totals[seat]))
    return table


def totals_table(chapters: list[Chapter]) -> Table:
    """Return the points of every player after every season."""
    game = chapters[-1].last
    table = Table(title="Points if the game had ended with the season", title_justify="left")
    table.add_column("player")
    columns = [chapter.totals for chapter in chapters]
    for chapter in chapters:
        table.add_column(chapter.season.value, justify="right")
    for seat, name in enumerate(game.players):
        star = " *" if name in game.winners else ""
        table.add_row(f"{name}{star}", *(str(totals[seat]) for totals in columns))
    return table

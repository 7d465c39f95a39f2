"""Menus: the options of a decision with their numbers, the most likely ones first to the eye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision, Options
from keyflower.model.actions import Bid, Place, Use, sources_text
from keyflower.model.village import Village
from keyflower.vocabulary.hexes import Cell, neighbours, opposite

FEW = 60
"""As many options are listed without being asked."""
_STYLES = {"bid": "cyan", "use": "green", "pass": "bold", "done": "bold"}


def numbered(options: Options) -> list[tuple[int, Action]]:
    """Return the options with the numbers they are chosen by."""
    return list(enumerate(options, start=1))


def shortlist(decision: Decision) -> list[tuple[int, Action]]:
    """Return what is listed without being asked: of bids and uses only the smallest in each colour."""
    found: list[tuple[int, Action]] = []
    seen: set[object] = set()
    for number, action in numbered(decision.options):
        if isinstance(action, Bid | Use):
            key = (action.verb, action.tile, action.workers.pieces, action.open.pieces)
            if key in seen or action.groups:
                continue
            seen.add(key)
        found.append((number, action))
    return found


def turn_table(decision: Decision, titles: dict[str, str]) -> tuple[Table, int]:
    """Return the smallest bids and uses as a table of tiles, and how many options it shows."""
    rows: dict[str, dict[str, list[Text]]] = {}
    listed = 0
    for number, action in shortlist(decision):
        if isinstance(action, Bid | Use):
            workers = sources_text(action.workers, action.open, ())
            cell = Text.assemble((f"{number} ", "dim"), (workers, _STYLES[action.verb]))
            rows.setdefault(action.tile, {}).setdefault(action.verb, []).append(cell)
            listed += 1
    table = Table(box=None, padding=(0, 2, 0, 1))
    for heading in ("tile", "bid", "use"):
        table.add_column(heading)
    for tile, cells in rows.items():
        name = Text.assemble(tile, (f"  {titles[tile]}" if tile in titles else "", "dim"))
        table.add_row(name, *(Text("   ").join(cells.get(verb, [])) for verb in ("bid", "use")))
    return table, listed


_SIDES = ("above", "upper right of", "lower right of", "below", "lower left of", "upper left of")
"""Where a cell lies, seen from a neighbour, by the edge of the neighbour it touches."""


def beside(village: Village, cell: Cell, titles: Mapping[str, str]) -> str:
    """Return where an empty cell lies: ``below Home 1``."""
    found = []
    for edge, other in enumerate(neighbours(cell)):
        there = village.layout.at(other)
        if there is not None:
            found.append(f"{_SIDES[opposite(edge)]} {titles.get(there.name, there.name)}")
    return ", ".join(found)


def place_table(decision: Decision, village: Village, titles: Mapping[str, str]) -> Table:
    """Return every place for every tile, with the rotations that fit."""
    rows: dict[tuple[str, Cell], list[Text]] = {}
    for number, action in numbered(decision.options):
        if isinstance(action, Place):
            cell = Text.assemble((f"{number} ", "dim"), f"r{action.rotation}")
            rows.setdefault((action.tile, action.cell), []).append(cell)
    table = Table(box=None, padding=(0, 2, 0, 1))
    for heading in ("place", "at", "turned", "that is"):
        table.add_column(heading)
    for (tile, at), turns in rows.items():
        table.add_row(tile, f"{at[0]},{at[1]}", Text("  ").join(turns), beside(village, at, titles))
    return table


def show_menu(console: Console, entries: Iterable[tuple[int, Action]]) -> None:
    """Print options in columns."""
    cells = [
        Text.assemble((f"{number:>4} ", "dim"), (str(action), _STYLES.get(action.verb, "")))
        for number, action in entries
    ]
    if console.is_terminal:
        console.print(Columns(cells, padding=(0, 2), equal=True))
    else:
        for cell in cells:
            console.print(cell)


def show_short(console: Console, decision: Decision, titles: dict[str, str]) -> None:
    """Print the options that come to mind first, and say how to see the others.

    Args:
        console: where to print.
        decision: the question.
        titles: what to say about tiles besides their names, such as whose village they lie in.
    """
    listed = 0
    if decision.kind == "turn":
        table, listed = turn_table(decision, titles)
        if listed:
            console.print(table)
        rest = [entry for entry in shortlist(decision) if not isinstance(entry[1], Bid | Use)]
    else:
        rest = numbered(decision.options)[:FEW]
    show_menu(console, rest)
    hidden = len(decision.options) - listed - len(rest)
    if hidden:
        console.print(
            f"     and {hidden} more: 'options' lists all, 'options miner' those with 'miner'", style="dim"
        )


def show_matching(console: Console, decision: Decision, text: str) -> None:
    """Print every option that contains a text."""
    entries = [
        (number, action) for number, action in numbered(decision.options) if text.lower() in str(action)
    ]
    if entries:
        show_menu(console, entries)
    else:
        console.print(f"No option contains '{text}'; there are {len(decision.options)}.", markup=False)

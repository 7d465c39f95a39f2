"""Lists of options with the numbers they are chosen by, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from keyflower.kernel.actions import Action

FEW = 60
"""How many options are listed by default."""
Entries: TypeAlias = list[tuple[int, Action]]
"""Options with the numbers by which they are chosen."""
_STYLES = {"bid": "cyan", "use": "green", "build": "cyan", "pass": "bold", "done": "bold"}


def show_menu(
    console: Console,
    entries: Iterable[tuple[int, Action]],
    notes: Mapping[Action, str] | None = None,
    *,
    written: Callable[[str], Text] = Text,
) -> None:
    """Print options in columns; those with notes one in a line.

    Args:
        console: where to print.
        entries: the options with their numbers.
        notes: remarks on some of them.
        written: colours the text of an option.
    """
    cells = []
    for number, action in entries:
        cell = Text.assemble((f"{number:>4} ", "dim"), written(str(action)))
        cell.stylize(_STYLES.get(action.verb, ""), 5, 5 + len(action.verb))
        note = (notes or {}).get(action)
        if note:
            cell = Text.assemble(cell, "   ", written(note))
        cells.append(cell)
    if console.is_terminal and not notes:
        console.print(Columns(cells, padding=(0, 2), equal=True))
    else:
        for cell in cells:
            console.print(cell)

"""Lists of options with the numbers they are chosen by, for any game."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision, Options

FEW = 60
"""As many options are listed without being asked."""
STYLES = {"bid": "cyan", "use": "green", "build": "cyan", "pass": "bold", "done": "bold"}
"""How options look, by verb."""


def numbered(options: Options) -> list[tuple[int, Action]]:
    """Return the options with the numbers they are chosen by."""
    return list(enumerate(options, start=1))


def show_menu(console: Console, entries: Iterable[tuple[int, Action]]) -> None:
    """Print options in columns."""
    cells = [
        Text.assemble((f"{number:>4} ", "dim"), (str(action), STYLES.get(action.verb, "")))
        for number, action in entries
    ]
    if console.is_terminal:
        console.print(Columns(cells, padding=(0, 2), equal=True))
    else:
        for cell in cells:
            console.print(cell)


def show_few(console: Console, decision: Decision, *, example: str) -> None:
    """Print the first options, and say how to see the others.

    Args:
        console: where to print.
        decision: the question.
        example: a word that options may contain.
    """
    shown = numbered(decision.options)[:FEW]
    show_menu(console, shown)
    tell_hidden(console, len(decision.options) - len(shown), example=example)


def tell_hidden(console: Console, number: int, *, example: str) -> None:
    """Say how many options were not shown, if any, and how to see them."""
    if number:
        console.print(
            f"     and {number} more: 'options' lists all, 'options {example}' those with '{example}'",
            style="dim",
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

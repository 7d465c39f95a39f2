"""Menus: the options of a decision with their numbers, the most likely ones first to the eye."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from keyflower.engine.options import Decision, Options
from keyflower.model.actions import Action, Bid, Use

FEW = 60
"""As many options are listed without being asked."""
_STYLES = {"bid": "cyan", "use": "green", "pass": "bold", "done": "bold"}


def numbered(options: Options) -> list[tuple[int, Action]]:
    """Return the options with the numbers they are chosen by."""
    return list(enumerate(options, start=1))


def shortlist(decision: Decision) -> list[tuple[int, Action]]:
    """Return what is listed without being asked: of bids and uses only the smallest in each colour."""
    everything = numbered(decision.options)
    if len(everything) <= FEW and decision.kind != "turn":
        return everything
    found: list[tuple[int, Action]] = []
    seen: set[object] = set()
    for number, action in everything:
        if isinstance(action, Bid | Use):
            key = (action.verb, action.tile, action.workers.pieces, action.open.pieces)
            if key in seen or action.groups:
                continue
            seen.add(key)
        found.append((number, action))
    return found


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


def show_short(console: Console, decision: Decision) -> None:
    """Print the options that come to mind first, and say how to see the others."""
    listed = shortlist(decision)[:FEW]
    show_menu(console, listed)
    hidden = len(decision.options) - len(listed)
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

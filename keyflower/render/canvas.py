"""A grid of characters to draw on, with colours for terminals that show them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

Segment: TypeAlias = tuple[str, str]
"""A text and its style: a key of `STYLES`, or the empty text."""

STYLES: Final = {
    "road": "33",
    "field": "32",
    "water": "34;1",
    "name": "1",
    "faint": "2",
    "red": "31;1",
    "blue": "34;1",
    "yellow": "33;1",
    "green": "32;1",
    "purple": "35;1",
}
"""The terminal codes of styles."""


def styled(text: str, style: str, *, colour: bool) -> str:
    """Return a text in a style where colours are wanted."""
    code = STYLES.get(style)
    return f"\x1b[{code}m{text}\x1b[0m" if colour and code else text


def width_of(segments: Iterable[Segment]) -> int:
    """Return how many characters segments take."""
    return sum(len(text) for text, _ in segments)


def clipped(segments: Iterable[Segment], width: int) -> list[Segment]:
    """Return segments cut to a width; two dots show that something was cut off."""
    whole = list(segments)
    if width_of(whole) <= width:
        return whole
    kept: list[Segment] = []
    room = max(0, width - 2)
    for text, style in whole:
        kept.append((text[:room], style))
        room -= min(room, len(text))
    return [*kept, (".." if width > 2 else "", "faint")]


class Canvas:
    """Characters by row and column; what was not drawn is blank."""

    def __init__(self) -> None:
        """Start with an empty sheet."""
        self._cells: dict[tuple[int, int], Segment] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text to the right of a place."""
        for place, letter in enumerate(text):
            self._cells[row, column + place] = (letter, style)

    def has(self, row: int, column: int) -> bool:
        """Return whether something was drawn at a place."""
        return (row, column) in self._cells

    def line(self, row: int, column: int, width: int, segments: Iterable[Segment]) -> None:
        """Write segments centred into a space, cut to its width."""
        shown = clipped(segments, width)
        column += (width - width_of(shown)) // 2
        for text, style in shown:
            self.put(row, column, text, style)
            column += len(text)

    def render(self, *, colour: bool = False) -> str:
        """Return the sheet as lines without blanks at their ends."""
        if not self._cells:
            return ""
        top = min(row for row, _ in self._cells)
        left = min(column for _, column in self._cells)
        rows: dict[int, dict[int, Segment]] = {}
        for (row, column), cell in self._cells.items():
            rows.setdefault(row, {})[column] = cell
        lines = []
        for row in range(top, max(rows) + 1):
            cells = rows.get(row, {})
            last = max((column for column, (letter, _) in cells.items() if letter != " "), default=left - 1)
            letters = [cells.get(column, (" ", "")) for column in range(left, last + 1)]
            runs = groupby(letters, key=itemgetter(1))
            texts = [("".join(letter for letter, _ in run), style) for style, run in runs]
            lines.append("".join(styled(text, style, colour=colour) for text, style in texts))
        return "\n".join(lines)

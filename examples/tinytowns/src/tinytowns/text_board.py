"""A town as a board of characters, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from keyflower.render.canvas import Canvas
from tinytowns.pieces import EMPTY, MONUMENT, RESOURCES, TYPES
from tinytowns.squares import ALL, NAMES, SIZE

if TYPE_CHECKING:
    from tinytowns.town import Town

_WIDTH: Final = 12
"""Characters for a square."""
_STYLES: Final = {
    "C": "blue", "F": "red", "W": "faint", "P": "yellow", "T": "green", "Y": "yellow", "K": "name", "M": "purple",
    "w": "road", "h": "yellow", "b": "red", "g": "water", "s": "faint",
}  # fmt: skip
"""How letters are coloured in a terminal."""
WORDS: Final = {
    **RESOURCES,
    **{letter: name.capitalize() for letter, name in TYPES.items()},
    MONUMENT: "Monument",
}
"""What a person calls a cube, or a building whose card is not known."""


def town_text(town: Town, *, colour: bool = False, titles: Mapping[str, str] | None = None) -> str:
    """Return a town as a board drawn with characters; cubes on a building stand below its name."""
    words = WORDS | dict(titles or {})
    canvas = Canvas()
    border = "+".join(["", *["-" * _WIDTH] * SIZE, ""])
    for column in range(SIZE):
        canvas.line(0, 3 + column * (_WIDTH + 1), _WIDTH, [("abcd"[column], "faint")])
    for row in range(SIZE + 1):
        canvas.put(1 + 3 * row, 2, border, "faint")
    for square in ALL:
        row, column = 2 + 3 * (square // SIZE), 2 + (square % SIZE) * (_WIDTH + 1)
        for line in (row, row + 1):
            canvas.put(line, column, "|", "faint")
            canvas.put(line, column + _WIDTH + 1, "|", "faint")
        if not square % SIZE:
            canvas.put(row, 0, NAMES[square][1], "faint")
        letter, load = town.letters[square], town.load(square)
        if letter != EMPTY:
            canvas.line(row, column + 1, _WIDTH, [(words[letter], _STYLES[letter])])
        canvas.line(row + 1, column + 1, _WIDTH, [(" ".join(load), "faint")])
    return canvas.render(colour=colour)

"""`Town`: the board of one player as an immutable value that reads like the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from tinytowns.patterns import ANY, LANES
from tinytowns.pieces import BUILDINGS, EMPTY, MONUMENT, RESOURCES, TYPES
from tinytowns.squares import ALL, NAMES, NUMBERS, SIZE

_NOTHING: Final = EMPTY * len(ALL)
_LETTERS: Final = frozenset({EMPTY, *RESOURCES, *BUILDINGS})
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


@frozen(repr=False)
class Town:
    """The board of one player: sixteen squares, each empty, with a cube or with a building.

    Cubes that lie on a building (the mark of a Factory, what a Warehouse holds) are kept apart.

    >>> town = Town.parse("CW../bK../..../.... b2:g")
    >>> town["a1"], town["b2"], town.cubes_on("b2"), town["d4"]
    ('C', 'K', 'g', '.')
    >>> town
    Town.parse('CW../bK../..../.... b2:g')
    """

    letters: str = field(default=_NOTHING)
    """One letter for each square, row by row: a cube, the type of a building, or a dot."""
    loads: tuple[tuple[int, str], ...] = ()
    """The cubes that lie on buildings: the square and the letters of the cubes, in the order of the squares."""

    @staticmethod
    def parse(text: str) -> Town:
        """Read a town: four rows joined by ``/``, then ``b2:g`` for each building with cubes on it.

        Raises:
            ValueError: if it is no such text; the message says what is wrong.
        """
        board, *loads = text.split() or [""]
        rows = board.split("/")
        if [len(row) for row in rows] != [SIZE] * SIZE or not set(board) <= _LETTERS | {"/"}:
            raise ValueError(
                f"a town is four rows of four squares, such as 'CW../bK../..../....', not {board!r}"
            )
        town = Town("".join(rows))
        for load in loads:
            square, _, cubes = load.partition(":")
            if square not in NUMBERS or not cubes or not set(cubes) <= RESOURCES.keys():
                raise ValueError(f"cubes on a building read like 'b2:g', not {load!r}")
            if town[square] not in BUILDINGS:
                raise ValueError(f"{load}: no building stands on {square}")
            town = town.loaded(NUMBERS[square], cubes)
        return town

    def __str__(self) -> str:
        board = "/".join(self.letters[start : start + SIZE] for start in range(0, len(ALL), SIZE))
        return " ".join([board, *(f"{NAMES[square]}:{cubes}" for square, cubes in self.loads)])

    def __repr__(self) -> str:
        return f"Town.parse({str(self)!r})"

    def svg(self, *, title: str = "", titles: Mapping[str, str] | None = None) -> str:
        """Return the town as a picture; `titles` says what buildings are called, by type. Needs the extra ``svg``."""
        from tinytowns.render import town_svg

        return town_svg(self, title=title, titles=titles)

    def text(self, *, colour: bool = False, titles: Mapping[str, str] | None = None) -> str:
        """Return the town as a board drawn with characters; `titles` says what buildings are called, by type."""
        from keyflower.render.canvas import Canvas

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
            letter, load = self.letters[square], self.load(square)
            if letter != EMPTY:
                canvas.line(row, column + 1, _WIDTH, [(words[letter], _STYLES[letter])])
            canvas.line(row + 1, column + 1, _WIDTH, [(" ".join(load), "faint")])
        return canvas.render(colour=colour)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __getitem__(self, square: str) -> str:
        """Return the letter of a square by its name: a cube, the type of a building, or a dot."""
        return self.letters[NUMBERS[square]]

    def cubes_on(self, square: str) -> str:
        """Return the letters of the cubes that lie on a building."""
        return self.load(NUMBERS[square])

    def load(self, square: int) -> str:
        """Return the letters of the cubes that lie on the building of a square."""
        for there, cubes in self.loads:
            if there == square:
                return cubes
        return ""

    def of(self, letter: str) -> tuple[int, ...]:
        """Return the squares that show a letter."""
        return tuple([square for square, there in enumerate(self.letters) if there == letter])

    def marks(self, letter: str) -> str:
        """Return the cubes on all buildings of a type, in the order of the squares."""
        return "".join([cubes for square, cubes in self.loads if self.letters[square] == letter])

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty squares."""
        return self.of(EMPTY)

    @property
    def is_full(self) -> bool:
        """Whether no square is empty."""
        return EMPTY not in self.letters

    @property
    def buildings(self) -> tuple[int, ...]:
        """The squares with a building."""
        return tuple([square for square, letter in enumerate(self.letters) if letter in BUILDINGS])

    @property
    def types(self) -> set[str]:
        """The letters of the types of buildings that stand here, a monument not counted."""
        return TYPES.keys() & self.letters

    def cubes(self, *, posts: bool) -> int:
        """Return which cubes lie where, as bits in the lanes of `tinytowns.patterns`; posts stand for any resource."""
        bits = 0
        for square, letter in enumerate(self.letters):
            if letter in LANES:
                bits |= 1 << LANES[letter] + square
            elif posts and letter == "K":
                bits |= ANY << square
        return bits

    def put(self, square: int, letter: str) -> Town:
        """Return the town with a cube or a building on a square; cubes that lay there on a building are gone."""
        letters = self.letters[:square] + letter + self.letters[square + 1 :]
        loads = self.loads
        return Town(letters, tuple([load for load in loads if load[0] != square]) if loads else loads)

    def cleared(self, squares: tuple[int, ...]) -> Town:
        """Return the town without the cubes on some squares; buildings stay."""
        kept = list(self.letters)
        for square in squares:
            if kept[square] in RESOURCES:
                kept[square] = EMPTY
        return Town("".join(kept), self.loads)

    def loaded(self, square: int, cubes: str) -> Town:
        """Return the town with nothing but these cubes on the building of a square."""
        others = {there: load for there, load in self.loads if there != square}
        if cubes:
            others[square] = "".join(sorted(cubes, key=list(RESOURCES).index))
        return Town(self.letters, tuple(sorted(others.items())))

"""The shorthand in which scenarios write tiles, bids, uses and pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.errors import PoolError, SetupError, suggest
from keyflower.model.enums import BACK, FRONT, LETTERS, TileKind
from keyflower.model.hexes import Cell
from keyflower.model.pool import EMPTY, Pool

_CELL: Final = re.compile(r"@(-?\d+),(-?\d+)")
_ROTATION: Final = re.compile(r"r([0-5])")
_HERD: Final = re.compile(r"([a-z_]+\d+)/(\d+|e\d[+-]?)")
_USE: Final = re.compile(r"(\w+):([A-Z]\d+(?:\+[A-Z]\d+)*)")
_NUMBER: Final = re.compile(r"([A-Z]|[a-z_]+)(\d+)")
_SIDES: Final = {"front": FRONT, "back": BACK}
_COLOURS: Final = {letter: colour for colour, letter in LETTERS.items()}


@frozen
class TileSpec:
    """A tile of a village as a scenario writes it."""

    name: str
    """The tile."""
    side: int = FRONT
    """The side that is up."""
    cell: Cell | None = None
    """Where it lies; by default anywhere legal."""
    rotation: int | None = None
    """How it is rotated; by default any legal way."""
    goods: Pool = EMPTY
    """What lies on it."""
    herds: tuple[tuple[str, Pool], ...] = ()
    """Animals by the sector of the tile they stand in (``2``), or by the edge they stand at (``e3``)."""
    uses: tuple[tuple[int, Pool], ...] = ()
    """This season's uses: seat and workers."""


def pieces(text: str) -> Pool:
    """Read pieces, as in ``R2 wood1``."""
    try:
        return Pool.parse(text)
    except PoolError as error:
        raise SetupError(str(error)) from None


def numbers(text: str) -> dict[str, int]:
    """Read how many there are of some pieces; unlike in a pool, zero is allowed: ``iron0 green1``.

    >>> numbers("iron0 G1")
    {'iron': 0, 'green': 1}
    """
    found = {}
    for token in text.split():
        match = _NUMBER.fullmatch(token)
        if match is None:
            raise SetupError(f"{token!r} is not a number of pieces: write iron0 or G1")
        found[_COLOURS.get(match[1], match[1])] = int(match[2])
    return found


def tile_name(ruleset: Ruleset, word: str) -> tuple[str, int]:
    """Read the name of a tile with its side: ``miner``, ``keyflower`` for the boat, ``boat_4b``, ``TO1``.

    Raises:
        SetupError: if no tile of the ruleset has this name.
    """
    tiles = ruleset.tiles
    word = re.sub(r"^TO(\d)$", r"turn_order_\1", word)
    for name in (word, f"boat_{word}"):
        if name in tiles:
            return name, FRONT
        if name[:-1] in tiles and tiles[name[:-1]].kind is TileKind.SUMMER_BOAT and name[-1] in "ab":
            return name[:-1], BACK if name[-1] == "b" else FRONT
    raise SetupError(f"there is no tile called {word!r}{suggest(word, tiles)}")


def seat_number(names: Sequence[str], word: str | int) -> int:
    """Read a seat: its name or number.

    Raises:
        SetupError: if there is no such seat.
    """
    if isinstance(word, int) and 0 <= word < len(names):
        return word
    if word in names:
        return names.index(str(word))
    raise SetupError(f"nobody is called {word!r}: players are {', '.join(names)}")


def tile_spec(ruleset: Ruleset, names: Sequence[str], text: str) -> TileSpec:
    """Read a tile of a village: ``stable@0,1 r2 back wood2 sheep2/3 P2:R1``.

    Behind the name may stand the cell, the rotation, the side, goods on it, animals with the sector they
    stand in (``sheep2/3``) or the edge they stand at (``sheep2/e4``), and uses of this season, in any order.
    """
    words = text.replace("@", " @").split()
    if not words:
        raise SetupError("a tile of a village has a name, as in 'stable@0,1 r2 back wood2'")
    name, side = tile_name(ruleset, words[0])
    cell: Cell | None = None
    rotation: int | None = None
    goods = EMPTY
    herds: list[tuple[str, Pool]] = []
    uses: list[tuple[int, Pool]] = []
    for word in words[1:]:
        if match := _CELL.fullmatch(word):
            cell = (int(match[1]), int(match[2]))
        elif match := _ROTATION.fullmatch(word):
            rotation = int(match[1])
        elif word in _SIDES:
            side = _SIDES[word]
        elif match := _HERD.fullmatch(word):
            herds.append((match[2], pieces(match[1])))
        elif match := _USE.fullmatch(word):
            uses.append((seat_number(names, match[1]), pieces(match[2].replace("+", " "))))
        else:
            goods += pieces(word)
    return TileSpec(name, side, cell, rotation, goods, tuple(herds), tuple(uses))


def parties(names: Sequence[str], text: str) -> list[tuple[int, Pool, bool]]:
    """Read bids or uses such as ``P1 R2, P2 B3 lying`` as seat, workers, and whether they lie."""
    found = []
    for part in text.split(","):
        words = part.split()
        if not words:
            continue
        lying = words[-1] == "lying"
        workers = pieces(" ".join(words[1 : -1 if lying else None]))
        if not workers:
            raise SetupError(f"{part.strip()!r} names no workers: write 'P1 R2'")
        found.append((seat_number(names, words[0]), workers, lying))
    return found

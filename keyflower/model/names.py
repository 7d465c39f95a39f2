"""Names that catalogues know by their id: tiles, seasons, colours and other pieces, kinds of things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from keyflower.kernel.errors import alike
from keyflower.kernel.text import (
    AND,
    CAPITAL,
    COMMA,
    OR,
    Listing,
    Message,
    Wording,
    capital,
    joined,
    listed,
    name,
    number_of,
    phrase,
)
from keyflower.model.enums import COLOURS, Season
from keyflower.model.pool import Pool


def tile_name(tile: str, english: str | None = None) -> Message:
    """Return the name of a tile by its short id; `english` is what it is called in English, if not by its id."""
    return name("tile", tile, english)


def tile_names(tiles: Iterable[str], last: str = COMMA) -> Listing:
    """Return a list of tiles, which are called by their ids in English."""
    return listed([tile_name(tile) for tile in tiles], last)


def side_name(tile: str, side: int) -> Message:
    """Return the name of a tile by its short id, and of the side that lies up, which some titles say."""
    return Message(tile, {"side": side}, context="tile")


class Titled(Protocol):
    """What has a title, as tiles do."""

    @property
    def title(self) -> str:
        """The printed name."""
        ...

    def side_title(self, side: int) -> Message:
        """Return the name of a side."""
        ...


def titles(known: Mapping[str, Titled], tiles: Iterable[str], last: str = COMMA) -> Listing:
    """Return a list of tiles, which are called by their titles."""
    return listed([tile_name(tile, known[tile].title) for tile in tiles], last)


def suggest_tile(tile: str, known: Iterable[str]) -> str:
    """Return the end of a message that suggests which tile may have been meant, or nothing."""
    close = alike(tile, known)
    return phrase("; did you mean {names}?", names=listed(map(place_name, close), OR)) if close else ""


def place_name(place: str, english: str | None = None) -> Message:
    """Return the name of a tile or of a pasture of one, such as ``miner/2``, by its id."""
    tile, slash, sector = place.partition("/")
    if not slash:
        return tile_name(tile, english)
    title = tile_name(tile, english)
    if english is not None:
        return phrase("pasture {sector} of {title}", sector=sector, title=title)
    return Message("pasture {sector} of {title}", {"sector": sector, "title": title}, english=place)


def place_title(place: str, known: Mapping[str, Titled]) -> Message:
    """Return the name of a tile or of a pasture of one, which is called by its title in English too."""
    tile = place.partition("/")[0]
    return place_name(place, known[tile].title if tile in known else tile.replace("_", " "))


def with_titles(text: str, known: Mapping[str, Titled]) -> str:
    """Return a text whose tiles are called by their titles in English, where it called them by their ids."""
    if isinstance(text, Listing):
        if text != joined(text.items, text.between, text.last):
            return text  # it is short in English, on purpose
        return Listing([with_titles(item, known) for item in text.items], text.between, text.last)
    if not isinstance(text, Message):
        return text
    if text.context == "tile" and text.template in known:
        tile, side = known[text.template], text.gaps.get("side")
        return tile.side_title(side) if isinstance(side, int) else tile_name(text.template, tile.title)
    inner = text.gaps.get("text")
    if text.context == CAPITAL and isinstance(inner, Wording):
        return capital(with_titles(inner, known))
    if not any(isinstance(gap, Wording) for gap in text.gaps.values()):
        return text
    gaps = {
        key: with_titles(gap, known) if isinstance(gap, Wording) else gap for key, gap in text.gaps.items()
    }
    return Message(text.template, gaps, context=text.context, plural=text.plural, number=text.number)


def season_name(season: Season) -> Message:
    """Return the name of a season."""
    return name("season", season.value)


def colour_name(colour: str) -> Message:
    """Return the name of a colour of workers."""
    return name("colour", colour)


def good_name(good: str, english: str | None = None) -> Message:
    """Return the name of a kind of piece by its id."""
    return name("good", good, english)


def nameless(kind: str) -> tuple[Message, Message, Message]:
    """Return the name of a piece of which only the kind is given: any one, an unknown one, one drawn at random.

    >>> nameless("worker")
    ('any worker', 'unknown worker', 'worker drawn at random')
    """
    word = kind.replace("_", " ")
    return (
        name("any", kind, f"any {word}"),
        name("unknown", kind, f"unknown {word}"),
        name("drawn", kind, f"{word} drawn at random"),
    )


def some_of(kind: str, number: int) -> Message:
    """Return a number of things of a kind that have no names: ``2 workers``, ``1 point``."""
    return number_of(kind, number, f"{number} {kind.replace('_', ' ')}{'s' if number != 1 else ''}")


def one_of(piece: str) -> Message:
    """Return one piece of a type, which English calls by its name alone: ``wood``."""
    return number_of(piece, 1, piece)


SEVERAL: Final[dict[str, str]] = {}
"""English names of several pieces by id, where they differ from the name of one; each `Good` that has one adds it.

Goods fill this table when they are made. That is a side effect, kept for a reason: a cost, a tile and an event need
their words where there are no rules in which to look up the good. The table holds English words only, which no rule
reads, and a good that is made again writes the same.
"""


def pieces_of(piece: str, number: int) -> Message:
    """Return a number of pieces of one type: ``2 red workers``, ``1 wood``."""
    if piece in COLOURS:
        return number_of(piece, number, f"{number} {piece} worker{'s' if number != 1 else ''}")
    return several(piece, number)


def several(piece: str, number: int) -> Message:
    """Return a number of pieces by their name alone: ``2 red``."""
    plain = SEVERAL.get(piece, piece) if number != 1 else piece
    return number_of(piece, number, f"{number} {plain.replace('_', ' ')}")


def nothing() -> Message:
    """Return the word for an empty list."""
    return name("word", "nothing")


def pieces(pool: Pool, *, unseen: str = "") -> Wording:
    """Return pieces as words: ``2 red workers and 1 wood``; `unseen` is the kind of those that are not known."""
    parts = _named_pieces(pool, unseen)
    return listed(parts, AND) if parts else nothing()


def _named_pieces(pool: Pool, unseen: str) -> list[Message]:
    parts = [pieces_of(piece, number) for piece, number in pool.items()]
    if pool.unknown:
        plural = "s" if pool.unknown != 1 else ""
        many = number_of("unseen", pool.unknown, f"{pool.unknown} unseen piece{plural}")
        parts.append(some_of(unseen, pool.unknown) if unseen else many)
    return parts


def cargo(workers: Pool, skills: Pool, others: Pool) -> Wording:
    """Return what a boat carries."""
    pools = [(workers, "worker"), (skills, "skill"), (others, "piece")]
    return listed([part for pool, kind in pools for part in _named_pieces(pool, kind)], AND)

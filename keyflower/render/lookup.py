"""Lookups for pictures: tiles, their titles, and short labels of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.facade.soundness import tiles_of
from keyflower.kernel.arguments import instance, several, shown
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.text import Message, Speaker, Spoken, listed, phrase
from keyflower.model.lots import Berth, Lot
from keyflower.model.names import tile_name
from keyflower.model.speaker import speaker
from keyflower.model.state import State

ENGLISH: Final = "en"
"""The language of pictures unless another one is asked for."""


@lru_cache(maxsize=1)
def _builtin_tiles() -> Mapping[str, Tile]:
    tiles: dict[str, Tile] = {}
    for tile in builtin().tiles():
        # of tiles that share a short name the first one, as the later replace it only in games with them
        tiles.setdefault(tile.name, tile)
        tiles[tile.id] = tile
    return MappingProxyType(tiles)


def check_ruleset(ruleset: Ruleset | None) -> None:
    """Check that a ruleset is one, or left out.

    Raises:
        TypeError: if it is neither.
    """
    if ruleset is not None:
        instance(ruleset, Ruleset, "ruleset")


def check_names(names: Sequence[str] | None) -> None:
    """Check that names are texts, or left out.

    Raises:
        SetupError: if they are not a list.
        TypeError: if one of them is not a text.
    """
    for name in () if names is None else several(names, "names", example='["Ann", "Bob"]'):
        instance(name, str, "a name")


def check_auction(
    lots: Sequence[Lot] | State,
    berths: Sequence[Berth],
    ruleset: Ruleset | None,
    names: Sequence[str] | None,
) -> None:
    """Check what an auction is drawn from.

    Raises:
        SetupError: if there is a single value where a list should be.
        TypeError: if something is of the wrong class.
    """
    check_ruleset(ruleset)
    for lot in () if isinstance(lots, State) else several(lots, "lots", example="state.lots"):
        instance(lot, Lot, "a lot")
    for berth in several(berths, "berths", example="state.berths"):
        instance(berth, Berth, "a berth")
    check_names(names)


def rules_of(state: State) -> Ruleset | None:
    """Return the built-in rules that have all tiles of a state; `None` if none have, or the state is empty.

    Some tiles of an expansion replace others of the same short name, so a state alone does not say which is meant.
    """
    known = {name for name in tiles_of(state) if name != UNSEEN}
    extras = [expansion.id for expansion in builtin().expansions]
    for rules in (resolve(), resolve(extras)) if known else ():
        if known <= rules.tiles.keys():
            return rules
    return None


def tile_named(name: str, ruleset: Ruleset | None = None) -> Tile | None:
    """Return a tile by its name, from a ruleset or the built-in ones; None if it is unknown."""
    return _builtin_tiles().get(name) if ruleset is None else ruleset.tiles.get(name)


def speaker_of(language: Spoken, rules: Ruleset | Iterable[Tile] | None) -> Speaker:
    """Return a language, with the texts of the expansions that a picture is about.

    Raises:
        UnknownName: if there is no language with that code.
        TypeError: if it is not a language at all.
    """
    if not isinstance(language, str) and not callable(getattr(language, "say", None)):
        raise TypeError(f"a language is given by its code such as 'uk', not as {shown(language)}")
    if isinstance(rules, Ruleset):
        return speaker(language, *(own.languages for own in rules.expansions if own.languages))
    return speaker(language, *dict.fromkeys(tile.texts for tile in rules or () if tile.texts))


def title_named(name: str, ruleset: Ruleset | None = None) -> Message:
    """Return the title of a tile; of an unknown tile, one made from its name.

    >>> title_named("gold_mine"), title_named("salt_works")
    ('Gold mine', 'Salt works')
    """
    tile = tile_named(name, ruleset)
    return tile_name(name, tile.title if tile is not None else name.replace("_", " ").capitalize())


def full_names(names: Sequence[str] | None, seats: int, language: Speaker | None = None) -> tuple[str, ...]:
    """Return a name for each seat; seats without one are numbered from 1.

    >>> full_names(["Ann"], 3)
    ('Ann', 'Player 2', 'Player 3')
    """
    given = tuple(names or ())
    rest = [phrase("Player {number}", number=seat + 1) for seat in range(len(given), seats)]
    return (*given[:seats], *(name if language is None else language.say(name) for name in rest))


def short_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return labels of seats that differ, as short as possible.

    >>> short_names(["Ann", "Bob"], 3), short_names(["Ann", "Alf"], 2), short_names(["Al", "Al"], 2)
    (('A', 'B', 'P3'), ('An', 'Al'), ('1', '2'))
    """
    return _labels(tuple(names or ())[:seats], seats)


@lru_cache(maxsize=64)  # asked for every lot of a picture
def _labels(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    given = [name.strip() for name in names]
    rest = [f"P{seat + 1}" for seat in range(len(given), seats)]
    for length in (1, 2, 3):
        short = [*(name[:length] for name in given), *rest]
        if all(short) and len({label.casefold() for label in short}) == seats:
            return tuple(short)
    return tuple(str(seat + 1) for seat in range(seats))


def seats_at(lots: Sequence[Lot], names: Sequence[str] | None) -> int:
    """Return how many seats there must be, judging by names and bids: at least two."""
    highest = max((bid.seat + 1 for lot in lots for bid in lot.bids), default=0)
    return max(2, highest, len(names or ()))


def auction_of(
    area: State | Sequence[Lot], berths: Sequence[Berth], names: Sequence[str] | None
) -> tuple[Sequence[Lot], Sequence[Berth], int]:
    """Return the lots, the boats and the number of seats of an auction area, given as a state or as lots."""
    if isinstance(area, State):
        return area.lots, area.berths, len(area.seats) or seats_at(area.lots, names)
    return area, berths, seats_at(area, names)


def acting_seats(state: State) -> tuple[int, ...]:
    """Return the seat that the next task waits for, if any."""
    seat = getattr(state.agenda[0], "seat", None) if state.agenda else None
    return (seat,) if isinstance(seat, int) and 0 <= seat < len(state.seats) else ()


def status(state: State, names: Sequence[str]) -> str:
    """Return the state of the game in a few words."""
    if state.over:
        return phrase("game over") if state.seats else phrase("nothing set up yet")
    acting = listed([names[seat] for seat in acting_seats(state)])
    return phrase("{players} to act", players=acting) if acting else phrase("in progress")


def tile_titles(tiles: Sequence[str], ruleset: Ruleset | None) -> str:
    """Return tiles by title, the unknown ones as question marks."""
    return listed(["?" if tile == UNSEEN else title_named(tile, ruleset) for tile in tiles])

"""What pictures ask for by name: tiles, their titles, and short labels of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.facade.soundness import tiles_of
from keyflower.kernel.counting import pools_in
from keyflower.kernel.fields import UNSEEN
from keyflower.model.lots import Berth, Lot
from keyflower.model.places import OwnPlace
from keyflower.model.state import State
from keyflower.vocabulary.pool import EMPTY, Pool


@lru_cache(maxsize=1)
def _builtin_tiles() -> Mapping[str, Tile]:
    tiles: dict[str, Tile] = {}
    for tile in builtin().tiles():
        # of tiles that share a short name the first one, as the later replace it only in games with them
        tiles.setdefault(tile.name, tile)
        tiles[tile.id] = tile
    return MappingProxyType(tiles)


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
    """Return a tile by its name, from a ruleset or the built-in ones; None if nobody knows it."""
    return _builtin_tiles().get(name) if ruleset is None else ruleset.tiles.get(name)


def title_named(name: str, ruleset: Ruleset | None = None) -> str:
    """Return the title of a tile, made from its name if nobody knows it.

    >>> title_named("gold_mine"), title_named("salt_works")
    ('Gold mine', 'Salt works')
    """
    tile = tile_named(name, ruleset)
    if tile is not None:
        return tile.title
    return name.replace("_", " ").capitalize()


def full_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return a name for each seat; seats without one are numbered from 1.

    >>> full_names(["Ann"], 3)
    ('Ann', 'Player 2', 'Player 3')
    """
    given = tuple(names or ())
    return tuple(given[seat] if seat < len(given) else f"Player {seat + 1}" for seat in range(seats))


def short_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return different labels of seats, as short as possible.

    >>> short_names(["Ann", "Bob"], 3), short_names(["Ann", "Alf"], 2), short_names(["Al", "Al"], 2)
    (('A', 'B', 'P3'), ('An', 'Al'), ('1', '2'))
    """
    given = [name.strip() for name in (names or ())][:seats]
    rest = [f"P{seat + 1}" for seat in range(len(given), seats)]
    for length in (1, 2, 3):
        short = [*(name[:length] for name in given), *rest]
        if all(short) and len({label.casefold() for label in short}) == seats:
            return tuple(short)
    return tuple(str(seat + 1) for seat in range(seats))


def seats_at(lots: Sequence[Lot], names: Sequence[str] | None) -> int:
    """Return how many seats there must be: as many as names or bids tell, two at least."""
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
    """Return the seat that the next task waits for, if it waits for one."""
    seat = getattr(state.agenda[0], "seat", None) if state.agenda else None
    return (seat,) if isinstance(seat, int) and 0 <= seat < len(state.seats) else ()


def status(state: State, names: Sequence[str]) -> str:
    """Return where the game stands, in a few words."""
    if state.over:
        return "game over" if state.seats else "nothing set up yet"
    acting = ", ".join(names[seat] for seat in acting_seats(state))
    return f"{acting} to act" if acting else "in progress"


def tile_titles(tiles: Sequence[str], ruleset: Ruleset | None) -> str:
    """Return tiles by title, the unknown ones as question marks."""
    return ", ".join("?" if tile == UNSEEN else title_named(tile, ruleset) for tile in tiles)


def place_pools(places: Sequence[OwnPlace]) -> tuple[tuple[str, Pool], ...]:
    """Return what lies in added places that no village shows: the title of each, and all its pieces."""
    found = [(place.title or place.tag, sum(pools_in(place), EMPTY)) for place in places]
    return tuple(found)  # type: ignore[arg-type]  # all pools of Keyflower are of its class

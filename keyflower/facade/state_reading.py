"""The quick way to read the text of a state: cut where its writer joined it, part by part.

Villages, lots and boats hardly change from one state to the next, so most parts of a text have been read before.
The text is cut at the joints that `state_text.state_dumps` makes, and each part is looked up by its own text; only
a part that is new is decoded, checked by the readers in `states`, and kept. What is kept is bounded.

That this means the same as decoding the whole text follows from one rule: **every part between two joints is a
whole JSON value once its brackets are given back**. There is only one way to read a JSON text, so if joints and
parts fit together at all, they are how it is to be read, wherever a strange text was cut. Whatever does not fit
raises one of `MISFITS`, and the caller decodes the whole text, which says what is wrong, or that nothing is: other
orders of keys and blanks are as good, only slower.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from keyflower.facade import states
from keyflower.facade.json_text import part
from keyflower.model.decisions import Task
from keyflower.model.layout import Layout, Placed
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Use, Village
from keyflower.vocabulary.errors import LogError
from keyflower.vocabulary.hexes import Cell
from keyflower.vocabulary.types import Season

Agenda: TypeAlias = tuple[Task, ...]
"""What is to be done."""

MISFITS: Final = (LogError, ValueError, KeyError, TypeError, RecursionError)
"""What is raised when a text is no state as it was cut; it may still be one."""
LONGEST_TEXT: Final = 50_000
"""No longer text is cut."""

_ROOM: Final = 8_192
"""How many small parts of each kind are kept."""
_SMALL: Final = 1_000
"""No longer part is a small one."""
_LARGE_ROOM: Final = 1_024
"""How many large parts of each kind are kept: villages, and the tiles that are out of sight."""
_LARGE: Final = 8_000
"""No longer part is kept at all."""

_LOT: Final = '{"tile":'
_BERTH: Final = '{"boat":'
_SEAT: Final = '{"village":{"tiles":[{"name":'
_NEXT_TILE: Final = '},{"name":'


def agenda_reader(read_task: Callable[[object], Task]) -> Callable[[str], Agenda]:
    """Return a function that reads agendas and keeps them; the rules say which tasks there are."""

    @lru_cache(maxsize=_ROOM)
    def agenda(text: str) -> Agenda:
        return tuple([read_task(task) for task in _part(f"[{text}]", _SMALL)])

    return agenda


def state_from_text(text: str, read_agenda: Callable[[str], Agenda]) -> State:
    """Return the state that a text tells, if it was written by `state_text.state_dumps`.

    Raises:
        MISFITS: if it was not; whether it is a state all the same is for others to say.
    """
    if "\\" in text or len(text) > LONGEST_TEXT:  # without escapes, no quotation mark is part of a name
        raise ValueError("not cut")
    # where a joint is missing, all that follows is the empty text, which is no value
    head, _, rest = text.partition(',"agenda":[')
    agenda, _, rest = rest.partition('],"lots":[')
    lots, _, rest = rest.partition('],"seats":[')
    seats, _, rest = rest.partition('],"berths":[')
    berths, _, rest = rest.partition('],"bag":')
    pools, _, rest = rest.partition(',"piles":')
    unseen, _, rest = rest.partition(',"discarded":')
    viewer, open_hands, season, start, passes = _head(head)
    piles, box = _unseen(unseen)
    discarded, picks = _tail(rest)
    found = states.keyed(part(f'{{"bag":{pools}}}'), "state", _POOLS, _POOLS)
    pool = states.known_pool
    return State(
        viewer,
        open_hands,
        season,
        start,
        passes,
        read_agenda(agenda),
        tuple(map(_lot, _items(lots, _LOT))),
        tuple(map(_seat, _items(seats, _SEAT))),
        tuple(map(_berth, _items(berths, _BERTH))),
        pool(found["bag"]),
        pool(found["stack"]),
        pool(found["supply"]),
        pool(found["aside"]),
        piles,
        box,
        discarded,
        picks,
    )


_PLACE: Final = frozenset({"cell", "rotation"})
_PRINTED: Final = frozenset({"edges", "kind"})
_PLAIN_SPOT: Final = frozenset({"side", "goods"})
_HEAD: Final = frozenset({"viewer", "open_hands", "season", "start", "passes"})
_POOLS: Final = frozenset({"bag", "stack", "supply", "aside"})
_UNSEEN: Final = frozenset({"piles", "box"})
_TAIL: Final = frozenset({"discarded", "picks"})


def _part(text: str, longest: int) -> Any:  # Any: what JSON holds
    """Return what a part holds that is new, unless it is too long to be kept."""
    if len(text) > longest:
        raise ValueError("too long to be kept")
    return part(text)


def _items(text: str, begin: str) -> list[str]:
    """Return the objects of a list, each without its beginning and its closing brace."""
    if not text:
        return []
    if not text.startswith(begin) or text[-1] != "}":
        raise ValueError("not cut")
    return text[len(begin) : -1].split("}," + begin)


@lru_cache(maxsize=_ROOM)
def _head(text: str) -> tuple[int | None, bool, Season, int, int]:
    found = states.keyed(_part(text + "}", _SMALL), "state", _HEAD, _HEAD)
    return (
        states.viewer_from_data(found["viewer"]),
        states.flag_from_data(found["open_hands"]),
        states.season_from_data(found["season"]),
        states.whole_from_data(found["start"]),
        states.whole_from_data(found["passes"]),
    )


@lru_cache(maxsize=_LARGE_ROOM)
def _unseen(text: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the tiles still to come, and those in the box."""
    found = states.keyed(_part(f'{{"piles":{text}}}', _LARGE), "state", _UNSEEN, _UNSEEN)
    return states.piles_from_data(found["piles"]), states.names_from_data(found["box"])


@lru_cache(maxsize=_LARGE_ROOM)
def _tail(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the discarded tiles, and who took a boat."""
    found = states.keyed(_part('{"discarded":' + text, _LARGE), "state", _TAIL, _TAIL)
    return states.names_from_data(found["discarded"]), states.wholes_from_data(found["picks"])


@lru_cache(maxsize=_ROOM)
def _lot(text: str) -> Lot:
    rest, joint, uses = text.partition(',"uses":[')
    front, bid, bids = rest.partition(',"bids":[')
    tile, side = _offer(front)
    return Lot(tile, side, _bids(bids) if bid else (), _uses(uses) if joint else ())


@lru_cache(maxsize=_ROOM)
def _offer(text: str) -> tuple[str, int]:
    """Return the tile of a lot and the side that lies up."""
    lot = states.lot_from_data(_part(f"{_LOT}{text}}}", _SMALL))
    if lot.bids or lot.uses:
        raise ValueError("not cut")
    return lot.tile, lot.side


@lru_cache(maxsize=_ROOM)
def _bids(text: str) -> tuple[Group, ...]:
    """Return the bids of a lot, given all of their list but its opening bracket."""
    return states.bids_from_data(_part(f"[{text}", _SMALL))


@lru_cache(maxsize=_ROOM)
def _uses(text: str) -> tuple[Use, ...]:
    """Return the uses of a tile, given all of their list but its opening bracket."""
    return states.uses_from_data(_part(f"[{text}", _SMALL))


@lru_cache(maxsize=_ROOM)
def _berth(text: str) -> Berth:
    return states.berth_from_data(_part(f"{_BERTH}{text}}}", _SMALL))


def _seat(text: str) -> Seat:
    """Return what belongs to a seat; not kept, because a hand hardly ever comes again together with a village."""
    village, joint, rest = text.partition(']},"')
    if joint:
        return states.seat_of(part(f'{{"{rest}}}'), _village(village), states.known_pool)
    if not text.endswith("]}"):
        raise ValueError("not cut")
    return states.seat_of({}, _village(text[:-2]), states.known_pool)


@lru_cache(maxsize=_LARGE_ROOM)
def _village(text: str) -> Village:
    """Return a village, from the name of its home to the end of its tiles, or of its herds."""
    if len(text) > _LARGE:
        raise ValueError("too long to be kept")
    if text[-1:] == "}":
        layout, spots = _tiles(text)
        return Village(layout, spots)
    tiles, joint, herds = text.partition('],"herds":[')
    if not joint or tiles[-1:] != "}":
        raise ValueError("not cut")
    layout, spots = _tiles(tiles)
    return Village(layout, spots, states.herds_of(layout, part(f"[{herds}]")))


def _tiles(text: str) -> tuple[Layout, tuple[Spot, ...]]:
    """Return how the tiles of a village lie and what lies on them, from the name of the home to the last brace."""
    texts: tuple[str, ...]
    spots: tuple[Spot, ...]
    texts, spots = zip(*map(_tile, text[:-1].split(_NEXT_TILE)), strict=True)
    return _layout(texts), spots


@lru_cache(maxsize=_ROOM)
def _tile(text: str) -> tuple[str, Spot]:
    """Return how a tile lies, still as text, and what lies on it."""
    place = text.index('"', text.index(',"kind":"') + 9) + 1
    return text[:place], _spot(text[place:])


@lru_cache(maxsize=_LARGE_ROOM)
def _layout(texts: tuple[str, ...]) -> Layout:
    """Return the layout of some tiles, shared by all villages that lie so: its facts are worked out once."""
    return states.layout_of(tuple(map(_placed, texts)))


@lru_cache(maxsize=_ROOM)
def _placed(text: str) -> Placed:
    front, _, printed = text.partition(',"edges":')
    name, _, place = front.partition(',"cell":')
    cell, rotation = _place(place)
    edges, kind = _printed(printed)
    return Placed(_name(name), cell, rotation, edges, kind)


@lru_cache(maxsize=_ROOM)
def _name(text: str) -> str:
    return states.text_from_data(_part(text, _SMALL))


@lru_cache(maxsize=_ROOM)
def _place(text: str) -> tuple[Cell, int]:
    """Return where a tile lies and how it is turned."""
    found = states.keyed(_part(f'{{"cell":{text}}}', _SMALL), "tile", _PLACE, _PLACE)
    return states.cell_from_data(found["cell"]), states.whole_from_data(found["rotation"])


@lru_cache(maxsize=_ROOM)
def _printed(text: str) -> tuple[str, str]:
    """Return the edges and the kind of a tile."""
    found = states.keyed(_part(f'{{"edges":{text}}}', _SMALL), "tile", _PRINTED, _PRINTED)
    return states.edges_from_data(found["edges"]), states.text_from_data(found["kind"])


@lru_cache(maxsize=_ROOM)
def _spot(text: str) -> Spot:
    """Return what lies on a tile, from the fields that follow those of the tile itself."""
    plain, joint, uses = text.partition(',"uses":[')
    spot = _plain_spot(plain)
    return Spot(spot.side, spot.goods, _uses(uses)) if joint else spot


@lru_cache(maxsize=_ROOM)
def _plain_spot(text: str) -> Spot:
    """Return what lies on a tile apart from its uses."""
    if not text:
        return states.BARE
    if text[0] != ",":
        raise ValueError("not cut")
    found = states.keyed(_part(f"{{{text[1:]}}}", _SMALL), "tile", frozenset(), _PLAIN_SPOT)
    if not found:
        raise ValueError("nothing after the comma")
    return states.spot_of(found)

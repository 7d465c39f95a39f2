"""States, seats, villages and lots as JSON-able data and back, written out by hand because search saves many.

What equals its default is left out of lots, uses, berths, seats and tiles; pools are their notation
(``R2 B1``), cells are pairs, and a village is the list of its tiles with what lies on them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from marshal import dumps as key_of
from typing import Any, Final, TypeAlias, TypeVar

from keyflower.facade.json_text import MOST, shown
from keyflower.model.decisions import Task
from keyflower.model.layout import Layout, Placed
from keyflower.model.lots import Berth, Group, Lot, group
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Use, Village
from keyflower.vocabulary.errors import LogError, PoolError, suggest
from keyflower.vocabulary.hexes import Cell
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import Season

Data: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""A JSON object."""

LONGEST_TEXT: Final = 2_000
"""No name, answer or pool in saved data is longer."""
MOST_SEATS: Final = 64
"""No seat in saved data has this number, or a higher one."""
MOST_TILES: Final = 200
"""No village in saved data has more tiles."""
ROOM: Final = 8_192
"""How many texts and values of each kind are kept for the next time; then all are forgotten."""

_KEY: Final = 2
"""The version of marshal whose bytes depend on nothing but the value."""
_Part = TypeVar("_Part")
_TEXTS: dict[Pool, str] = {}
_SEASONS: Final = {season.value: season for season in Season}


# ---------------------------------------------------------------------- writing


def pool_to_data(pool: Pool) -> str:
    """Return a pool as its notation."""
    if not pool.total:
        return ""
    text = _TEXTS.get(pool)
    if text is None:
        text = str(pool)
        if len(_TEXTS) < 20_000:
            _TEXTS[pool] = text
    return text


def use_to_data(use: Use) -> Data:
    """Return one use of a tile."""
    data: Data = {"workers": pool_to_data(use.workers)}
    if use.lying.total:
        data["lying"] = pool_to_data(use.lying)
    if use.seat != -1:
        data["seat"] = use.seat
    return data


def _group_to_data(bid: Group) -> Data:
    data: Data = {"seat": bid.seat, "colour": bid.colour, "size": bid.size}
    if bid.lying:
        data["lying"] = True
    return data


def lot_to_data(lot: Lot) -> Data:
    """Return a lot with its bids and uses."""
    data: Data = {"tile": lot.tile}
    if lot.side:
        data["side"] = lot.side
    if lot.bids:
        data["bids"] = [_group_to_data(bid) for bid in lot.bids]
    if lot.uses:
        data["uses"] = [use_to_data(use) for use in lot.uses]
    return data


def berth_to_data(berth: Berth) -> Data:
    """Return a boat in the row."""
    data: Data = {"boat": berth.boat}
    if berth.workers.total:
        data["workers"] = pool_to_data(berth.workers)
    if berth.skills.total:
        data["skills"] = pool_to_data(berth.skills)
    if berth.taken:
        data["taken"] = True
    return data


def village_to_data(village: Village) -> Data:
    """Return a village: its tiles in the order they were laid, and its herds."""
    tiles = []
    for placed, spot in zip(village.layout.tiles, village.spots, strict=True):
        data: Data = {
            "name": placed.name,
            "cell": [*placed.cell],
            "rotation": placed.rotation,
            "edges": placed.edges,
            "kind": placed.kind,
        }
        if spot.side:
            data["side"] = spot.side
        if spot.goods.total:
            data["goods"] = pool_to_data(spot.goods)
        if spot.uses:
            data["uses"] = [use_to_data(use) for use in spot.uses]
        tiles.append(data)
    if not village.herds:
        return {"tiles": tiles}
    return {"tiles": tiles, "herds": [[pasture, pool_to_data(herd)] for pasture, herd in village.herds]}


def seat_to_data(seat: Seat) -> Data:
    """Return what belongs to one seat."""
    data: Data = {"village": village_to_data(seat.village)}
    if seat.workers.total:
        data["workers"] = pool_to_data(seat.workers)
    if seat.open_workers.total:
        data["open_workers"] = pool_to_data(seat.open_workers)
    if seat.skills.total:
        data["skills"] = pool_to_data(seat.skills)
    if seat.open_skills.total:
        data["open_skills"] = pool_to_data(seat.open_skills)
    if seat.stock.total:
        data["stock"] = pool_to_data(seat.stock)
    if seat.won:
        data["won"] = [[tile, side] for tile, side in seat.won]
    if seat.winter:
        data["winter"] = [*seat.winter]
    if seat.offered is not None:
        data["offered"] = [*seat.offered]
    if seat.boat:
        data["boat"] = seat.boat
    if seat.powers:
        data["powers"] = [*seat.powers]
    return data


def state_to_data(state: State, task_to_data: Callable[[Task], Data]) -> Data:
    """Return a state, given how a task is written."""
    return {
        "viewer": state.viewer,
        "open_hands": state.open_hands,
        "season": state.season.value,
        "start": state.start,
        "passes": state.passes,
        "agenda": [task_to_data(task) for task in state.agenda],
        "lots": [lot_to_data(lot) for lot in state.lots],
        "seats": [seat_to_data(seat) for seat in state.seats],
        "berths": [berth_to_data(berth) for berth in state.berths],
        "bag": pool_to_data(state.bag),
        "stack": pool_to_data(state.stack),
        "supply": pool_to_data(state.supply),
        "aside": pool_to_data(state.aside),
        "piles": [[*pile] for pile in state.piles],
        "box": [*state.box],
        "discarded": [*state.discarded],
        "picks": [*state.picks],
    }


# ---------------------------------------------------------------------- reading what is plain


def text_from_data(value: object) -> str:
    """Return a text.

    Raises:
        LogError: if it is none.
    """
    if type(value) is not str or len(value) > LONGEST_TEXT:
        raise LogError(f"{shown(value)} is no text of at most {LONGEST_TEXT} characters")
    return value


def whole_from_data(value: object) -> int:
    """Return a whole number.

    Raises:
        LogError: if it is none (true and false are none), or too large.
    """
    if type(value) is not int or not -MOST <= value <= MOST:
        raise LogError(f"{shown(value)} is no whole number up to {MOST}")
    return value


def flag_from_data(value: object) -> bool:
    """Return true or false.

    Raises:
        LogError: if it is neither.
    """
    if type(value) is not bool:
        raise LogError(f"{shown(value)} is neither true nor false")
    return value


def list_from_data(value: object) -> list[Any] | tuple[Any, ...]:  # Any: what JSON holds
    """Return a list.

    Raises:
        LogError: if it is none.
    """
    if type(value) is not list and type(value) is not tuple:
        raise LogError(f"{shown(value)} is no list")
    return value


def pool_from_data(value: object) -> Pool:
    """Return the pool that a notation means.

    Raises:
        LogError: if it is no notation.
    """
    if type(value) is not str:
        raise LogError(_no_pool(value))
    return known_pool(value)


@lru_cache(maxsize=ROOM)
def known_pool(value: str) -> Pool:
    """Return the pool that a notation means: the same pool each time, while there is room.

    Raises:
        LogError: if it is no notation.
        TypeError: if it is a list or an object; `pool_from_data` says so in words.
    """
    if type(value) is not str or len(value) > LONGEST_TEXT:
        raise LogError(_no_pool(value))
    try:
        return Pool.parse(value)
    except PoolError as error:
        raise LogError(str(error)) from None


def _no_pool(value: object) -> str:
    return f"{shown(value)} is no pool: write 'R2 wood1', or '' for nothing"


def season_from_data(value: object) -> Season:
    """Return a season.

    Raises:
        LogError: if it is none.
    """
    found = _SEASONS.get(value) if isinstance(value, str) else None
    if found is None:
        raise LogError(f"{shown(value)} is no season: {', '.join(_SEASONS)} are")
    return found


def names_from_data(value: object) -> tuple[str, ...]:
    """Return a list of texts."""
    items = list_from_data(value)
    try:
        if len("".join(items)) <= LONGEST_TEXT:  # joining is the quickest way to see that all are texts
            return tuple(items)
    except TypeError:
        pass
    return tuple([text_from_data(item) for item in items])


def wholes_from_data(value: object) -> tuple[int, ...]:
    """Return a list of whole numbers."""
    return tuple([whole_from_data(item) for item in list_from_data(value)])


def viewer_from_data(value: object) -> int | None:
    """Return for whom a state is hidden, or None for nobody."""
    return None if value is None else whole_from_data(value)


def piles_from_data(value: object) -> tuple[tuple[str, ...], ...]:
    """Return lists of texts."""
    return tuple([names_from_data(pile) for pile in list_from_data(value)])


def keyed(data: object, what: str, needed: frozenset[str], allowed: frozenset[str]) -> Data:
    """Return an object that has the keys it needs and no others.

    Raises:
        LogError: if it is no object, or names the keys that are missing or too many.
    """
    if type(data) is not dict:
        raise LogError(f"a {what} is an object, not {shown(data)}")
    if not needed <= data.keys() <= allowed:
        missing = sorted(needed - data.keys())
        if missing:
            raise LogError(f"a {what} needs {', '.join(missing)}")
        strange = shown(next(key for key in data if key not in allowed))
        raise LogError(f"a {what} has no {strange}{suggest(strange.strip(chr(39)), sorted(allowed))}")
    return data


# ---------------------------------------------------------------------- reading what is made of it

_USE: Final = (frozenset({"workers"}), frozenset({"workers", "lying", "seat"}))
_GROUP: Final = (frozenset({"seat", "colour", "size"}), frozenset({"seat", "colour", "size", "lying"}))
_LOT: Final = (frozenset({"tile"}), frozenset({"tile", "side", "bids", "uses"}))
_BERTH: Final = (frozenset({"boat"}), frozenset({"boat", "workers", "skills", "taken"}))
_PLACED: Final = frozenset({"name", "cell", "rotation", "edges", "kind"})
_TILE: Final = (_PLACED, _PLACED | {"side", "goods", "uses"})
_VILLAGE: Final = (frozenset({"tiles"}), frozenset({"tiles", "herds"}))
_BELONGINGS: Final = frozenset(
    {"workers", "open_workers", "skills", "open_skills", "stock", "won", "winter", "offered", "boat", "powers"}
)  # fmt: skip
_SEAT: Final = (frozenset({"village"}), _BELONGINGS | {"village"})
_STATE_KEYS: Final = frozenset(
    {"viewer", "open_hands", "season", "start", "passes", "agenda", "lots", "seats", "berths", "bag", "stack",
     "supply", "aside", "piles", "box", "discarded", "picks"}
)  # fmt: skip
BARE: Final = Spot()
"""What lies on most tiles: nothing, front side up."""


def _side(value: object) -> int:
    if type(value) is not int or value not in (0, 1):
        raise LogError(f"{shown(value)} is no side of a tile: 0 or 1")
    return value


def use_from_data(data: object) -> Use:
    """Return one use of a tile."""
    found = keyed(data, "use", *_USE)
    return Use(
        pool_from_data(found["workers"]),
        pool_from_data(found["lying"]) if "lying" in found else EMPTY,
        whole_from_data(found["seat"]) if "seat" in found else -1,
    )


def uses_from_data(value: object) -> tuple[Use, ...]:
    """Return the uses of a tile."""
    return tuple([use_from_data(use) for use in list_from_data(value)])


def _group_from_data(data: object) -> Group:
    found = keyed(data, "bid", *_GROUP)
    seat, size = whole_from_data(found["seat"]), whole_from_data(found["size"])
    if not 0 <= seat < MOST_SEATS:  # a lot keeps its seats as bits
        raise LogError(f"{shown(seat)} is no seat that can bid")
    if size < 1:  # and somebody leads where there are bids
        raise LogError(f"a bid has workers, not {shown(size)}")
    return group(
        seat,
        text_from_data(found["colour"]),
        size,
        lying=flag_from_data(found["lying"]) if "lying" in found else False,
    )


def bids_from_data(value: object) -> tuple[Group, ...]:
    """Return the bids of a lot."""
    return tuple([_group_from_data(bid) for bid in list_from_data(value)])


def lot_from_data(data: object) -> Lot:
    """Return a lot with its bids and uses."""
    found = keyed(data, "lot", *_LOT)
    return Lot(
        text_from_data(found["tile"]),
        _side(found["side"]) if "side" in found else 0,
        bids_from_data(found["bids"]) if "bids" in found else (),
        uses_from_data(found["uses"]) if "uses" in found else (),
    )


def berth_from_data(data: object) -> Berth:
    """Return a boat in the row."""
    found = keyed(data, "berth", *_BERTH)
    return Berth(
        text_from_data(found["boat"]),
        pool_from_data(found["workers"]) if "workers" in found else EMPTY,
        pool_from_data(found["skills"]) if "skills" in found else EMPTY,
        flag_from_data(found["taken"]) if "taken" in found else False,
    )


@lru_cache(maxsize=8192)
def _placed(name: str, cell: Cell, rotation: int, edges: str, kind: str) -> Placed:
    return Placed(name, cell, rotation, edges, kind)


def cell_from_data(value: object) -> Cell:
    """Return a cell from its two coordinates."""
    pair = list_from_data(value)
    if len(pair) != 2:
        raise LogError("a cell is a pair of whole numbers")
    return whole_from_data(pair[0]), whole_from_data(pair[1])


def edges_from_data(value: object) -> str:
    """Return the printed edges of a tile."""
    edges = text_from_data(value)
    if len(edges) != 6 or not set(edges) <= set("RFW"):
        raise LogError(f"{shown(edges)} are no six edges of R, F and W")
    return edges


def placed_from_data(found: Data) -> Placed:
    """Return a laid tile from an object that has its keys."""
    edges = edges_from_data(found["edges"])
    return _placed(
        text_from_data(found["name"]),
        cell_from_data(found["cell"]),
        whole_from_data(found["rotation"]),
        edges,
        text_from_data(found["kind"]),
    )


def village_from_data(data: object) -> Village:
    """Return a village.

    Raises:
        LogError: also if two tiles have one cell or one name, or a herd has no pasture.
    """
    found = keyed(data, "village", *_VILLAGE)
    tiles, spots = [], []
    items = list_from_data(found["tiles"])
    if len(items) > MOST_TILES:  # asked before they are read, not only when they are laid
        raise LogError(f"{len(items)} tiles are too many for a village")
    for item in items:
        tile = keyed(item, "tile of a village", *_TILE)
        tiles.append(placed_from_data(tile))
        spots.append(BARE if len(tile) == len(_PLACED) else spot_of(tile))
    layout = _known_layout(tuple(tiles))
    return Village(layout, tuple(spots), herds_of(layout, found["herds"]) if "herds" in found else ())


def spot_of(found: Data) -> Spot:
    """Return what lies on a tile, from an object that has no keys but those of a tile."""
    return Spot(
        _side(found["side"]) if "side" in found else 0,
        pool_from_data(found["goods"]) if "goods" in found else EMPTY,
        uses_from_data(found["uses"]) if "uses" in found else (),
    )


def layout_of(tiles: tuple[Placed, ...]) -> Layout:
    """Return the layout of some tiles.

    Raises:
        LogError: if there are too many, or two have one cell or one name.
    """
    if len(tiles) > MOST_TILES:
        raise LogError(f"{len(tiles)} tiles are too many for a village")
    if len({tile.cell for tile in tiles}) < len(tiles):
        raise LogError("two tiles of a village cannot lie on the same cell")
    if len({tile.name for tile in tiles}) < len(tiles):
        raise LogError("two tiles of a village cannot have the same name")
    return Layout(tiles)


_known_layout: Final = lru_cache(maxsize=2048)(layout_of)


def herds_of(layout: Layout, value: object) -> tuple[tuple[str, Pool], ...]:
    """Return the herds of a village.

    Raises:
        LogError: also if a herd has no pasture, or they are in another order than the pastures.
    """
    herds: dict[str, Pool] = {}
    for item in list_from_data(value):
        pair = list_from_data(item)
        if len(pair) != 2:
            raise LogError("a herd is a pair of pasture and animals")
        pasture, herd = text_from_data(pair[0]), pool_from_data(pair[1])
        if not herd or pasture in herds:
            raise LogError(f"the herd of {shown(pasture)} is empty or stands twice")
        herds[pasture] = herd
    right = [pasture.id for pasture in layout.pastures if pasture.id in herds]
    if list(herds) != right:
        raise LogError(f"herds stand on pastures, in their order: {', '.join(right) or 'none of these'}")
    return tuple(herds.items())


def _remembered(read_part: Callable[[object], _Part]) -> Callable[[Any], _Part]:
    """Return a function that reads parts of a state and keeps the values, by the bytes of their data.

    Villages, lots and boats hardly change from one state to the next: most of them have been read before.
    """
    values: dict[bytes, _Part] = {}

    def part_of(data: Any) -> _Part:  # Any: what JSON holds
        try:
            key = key_of(data, _KEY)
        except ValueError:  # nested too deeply, or no JSON: let the reader say so
            return read_part(data)
        value = values.get(key)
        if value is None:
            value = read_part(data)
            if len(values) >= ROOM:
                values.clear()
            if len(key) < ROOM:
                values[key] = value
        return value

    return part_of


_known_village: Final = _remembered(village_from_data)
_known_lot: Final = _remembered(lot_from_data)
_known_berth: Final = _remembered(berth_from_data)


def seat_from_data(data: object) -> Seat:
    """Return what belongs to one seat."""
    found = dict(keyed(data, "seat", *_SEAT))
    return seat_of(found, _known_village(found.pop("village")), pool_from_data)


def seat_of(found: Data, village: Village, pool: Callable[[Any], Pool]) -> Seat:  # Any: what JSON holds
    """Return a seat that has this village, and everything else from an object.

    Args:
        found: what belongs to the seat beside its village.
        village: its village.
        pool: how pools are read.

    Raises:
        LogError: naming what is wrong.
    """
    if not _BELONGINGS.issuperset(found):
        keyed(found, "seat", frozenset(), _BELONGINGS)
    offered = found.get("offered")
    return Seat(
        pool(found["workers"]) if "workers" in found else EMPTY,
        pool(found["open_workers"]) if "open_workers" in found else EMPTY,
        pool(found["skills"]) if "skills" in found else EMPTY,
        pool(found["open_skills"]) if "open_skills" in found else EMPTY,
        pool(found["stock"]) if "stock" in found else EMPTY,
        village,
        tuple([_won(item) for item in list_from_data(found["won"])]) if "won" in found else (),
        names_from_data(found["winter"]) if "winter" in found else (),
        None if offered is None else names_from_data(offered),
        text_from_data(found["boat"]) if "boat" in found else "",
        names_from_data(found["powers"]) if "powers" in found else (),
    )


def _won(value: object) -> tuple[str, int]:
    pair = list_from_data(value)
    if len(pair) != 2:
        raise LogError("a won tile is a pair of tile and side")
    return text_from_data(pair[0]), _side(pair[1])


def state_from_data(data: object, task_from_data: Callable[[object], Task]) -> State:
    """Return a state, given how a task is read.

    Raises:
        LogError: naming what is wrong; whether the pieces add up is not asked here (see `soundness`).
    """
    found = keyed(data, "state", _STATE_KEYS, _STATE_KEYS)
    return State(
        viewer_from_data(found["viewer"]),
        flag_from_data(found["open_hands"]),
        season_from_data(found["season"]),
        whole_from_data(found["start"]),
        whole_from_data(found["passes"]),
        tuple([task_from_data(task) for task in list_from_data(found["agenda"])]),
        tuple([_known_lot(lot) for lot in list_from_data(found["lots"])]),
        tuple([seat_from_data(seat) for seat in list_from_data(found["seats"])]),
        tuple([_known_berth(berth) for berth in list_from_data(found["berths"])]),
        pool_from_data(found["bag"]),
        pool_from_data(found["stack"]),
        pool_from_data(found["supply"]),
        pool_from_data(found["aside"]),
        piles_from_data(found["piles"]),
        names_from_data(found["box"]),
        names_from_data(found["discarded"]),
        wholes_from_data(found["picks"]),
    )

"""Villages as JSON-able data: a list of tiles, each with how it lies and what lies on it, in one object."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from keyflower.kernel.codec import Data, keyed, list_from_data, teach_checked
from keyflower.kernel.drafts import names_of
from keyflower.kernel.errors import LogError
from keyflower.model.layout import Layout, Placed
from keyflower.model.places import OwnPlace
from keyflower.model.village import Spot, Village

if TYPE_CHECKING:
    from cattrs import Converter

MOST_TILES: Final = 200
"""No village in saved data has more tiles."""

_NEEDED: Final = frozenset({"tiles"})
_KEYS: Final = frozenset({"tiles", "places"})
_PLACED: Final = frozenset(names_of(Placed))


def teach_villages(converter: Converter) -> None:
    """Teach a converter to write and read villages."""
    teach_checked(converter, Placed, _placed_problem)
    converter.register_unstructure_hook(Village, _writer(converter))
    converter.register_structure_hook(Village, _reader(converter))


def _writer(converter: Converter) -> Callable[[Village], Data]:
    write_placed = converter.get_unstructure_hook(Placed)
    write_spot = converter.get_unstructure_hook(Spot)

    def write(village: Village) -> Data:
        data: Data = {"tiles": [{**write_placed(placed), **write_spot(spot)} for placed, spot in village]}
        if village.places:
            data["places"] = [
                converter.unstructure(place, unstructure_as=OwnPlace) for place in village.places
            ]
        return data

    return write


def _reader(converter: Converter) -> Callable[[object, type], Village]:
    read_placed = converter.get_structure_hook(Placed)
    read_spot = converter.get_structure_hook(Spot)

    def read(data: object, _: type) -> Village:
        found = keyed(data, "village", _NEEDED, _KEYS)
        items = list_from_data(found["tiles"])
        if len(items) > MOST_TILES:
            raise LogError(f"{len(items)} tiles are too many for a village")
        tiles, spots = [], []
        for item in items:
            placed, spot = _parted(item)
            tiles.append(read_placed(placed, Placed))
            spots.append(read_spot(spot, Spot) if spot else Spot())
        places = tuple(
            [converter.structure(place, OwnPlace) for place in list_from_data(found.get("places", ()))]
        )
        return Village(_layout(tuple(tiles)), tuple(spots), places)

    return read


def _parted(data: object) -> tuple[Data, Data]:
    """Split the data of a tile into how it lies and what lies on it."""
    if type(data) is not dict:
        raise LogError("a tile of a village is an object")
    placed: dict[str, Any] = {}  # Any: what JSON holds
    spot: dict[str, Any] = {}
    for key, value in data.items():
        (placed if key in _PLACED else spot)[key] = value
    return placed, spot


def _placed_problem(placed: Placed) -> str:
    if len(placed.edges) != 6 or not set(placed.edges) <= set("RFW"):
        return f"{placed.edges[:60]!r} are not six edges of R, F and W"
    return ""


@lru_cache(maxsize=2048)  # finding roads and pastures takes longer than reading all the rest
def _layout(tiles: tuple[Placed, ...]) -> Layout:
    if len({tile.cell for tile in tiles}) < len(tiles):
        raise LogError("two tiles of a village cannot lie on the same cell")
    if len({tile.name for tile in tiles}) < len(tiles):
        raise LogError("two tiles of a village cannot have the same name")
    return Layout(tiles)

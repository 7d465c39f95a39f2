"""What lies in expansions' own places, wherever they are: what a picture, a table of text or a client shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keyflower.kernel.fields import EVERYBODY, declared
from keyflower.kernel.pieces import pools_in
from keyflower.kernel.values import frozen
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import State
from keyflower.model.village import Village

NOBODYS = -1
"""The seat number for pieces that belong to nobody."""


@frozen
class Holding:
    """Pieces in a place that an expansion has added, as a viewer may see them."""

    tag: str
    """The tag of the place."""
    title: str
    """The title of the pieces as a whole."""
    pieces: Pool
    """The pieces; those that the viewer does not know are only counted."""
    kind: str = ""
    """What kind of pieces the unknown ones are."""
    seat: int = NOBODYS
    """The seat they belong to."""
    on: str = "table"
    """What they lie on: ``seat``, ``village``, ``tile``, ``pasture``, ``boat`` or ``table``."""
    at: str = ""
    """Which tile, pasture or boat."""


def held_in(
    places: Iterable[OwnPlace], *, seat: int = NOBODYS, on: str = "table", at: str = ""
) -> Iterator[Holding]:
    """Iterate what lies in places: a part whose field has a title by itself, the rest of a place together."""
    for place in places:
        groups: dict[str, tuple[Pool, str]] = {}
        for name, says in declared(type(place)):
            pool: Pool = EMPTY
            for one in pools_in(getattr(place, name)) if says.pieces else ():
                pool += one  # type: ignore[operator]  # all pools of Keyflower are of its class
            title = says.title or place.title or place.tag
            known, kind = groups.get(title, (EMPTY, ""))
            groups[title] = (known + pool, kind or (says.of if says.by != EVERYBODY else ""))
        for title, (pieces, kind) in groups.items():
            if pieces:
                yield Holding(place.tag, title, pieces, kind, seat, on, at)


def held_in_village(village: Village, *, seat: int = NOBODYS) -> Iterator[Holding]:
    """Iterate what lies in the places of a village: on its tiles, on its pastures, or just in it."""
    for place in village.places:
        if type(place).lying is OwnPlace.lying:
            yield from held_in((place,), seat=seat, on="village")
        for name, pieces in place.lying():
            if pieces:
                on = "tile" if name in village else "pasture"
                yield Holding(place.tag, place.title or place.tag, pieces, "", seat, on, name)


def holdings(state: State) -> Iterator[Holding]:
    """Iterate what lies in all expansions' own places: of the table, the boats, the seats and their villages."""
    yield from held_in(state.places)
    for berth in state.berths:
        yield from held_in(berth.places, on="boat", at=berth.boat)
    for number, seat in enumerate(state.seats):
        yield from held_in(seat.places, seat=number, on="seat")
        yield from held_in_village(seat.village, seat=number)

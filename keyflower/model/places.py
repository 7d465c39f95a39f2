"""Places of an expansion's own: where its pieces lie, in a village, behind a screen, on a boat or on the table.

A place is a small frozen value with a tag and declared fields. It is hidden, counted, saved, and put into schemas by
what its fields declare, like the built-in places, and it exists only while something lies in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from keyflower.kernel.fields import covered
from keyflower.model.pool import EMPTY, Pool

if TYPE_CHECKING:
    from keyflower.extend.scoring import Count
    from keyflower.extend.terms import Term
    from keyflower.model.layout import Layout
    from keyflower.model.state import Seat

OwnPlaceT = TypeVar("OwnPlaceT", bound="OwnPlace")


class Where(StrEnum):
    """Where a place is."""

    SEAT = "seat"
    """With a player, in front of the screen or behind it."""
    VILLAGE = "village"
    """In a village, where everybody sees it."""
    BOAT = "boat"
    """On a boat in the row; it goes when the boat is taken."""
    TABLE = "table"
    """On the table, for all players together."""


class OwnPlace:
    """The root of the places of expansions: derive a frozen attrs class whose fields all have defaults.

    Fields are declared with `open_` and `held`; a pool among them holds pieces of the game. A hidden pool says of which
    kind its pieces are (``held(by=OWNER, of="star", ...)``): sampled games deal such pieces there.
    What lies in a village is seen by everybody, so hidden fields belong in a place of a seat, on a boat or on the
    table. On a boat and on the table nothing has an owner: what is `held` there is seen by nobody.
    """

    __slots__ = ()

    tag: ClassVar[str]
    """The permanent name of this place in saved games."""
    title: ClassVar[str] = ""
    """Its title, shown above its pieces."""
    where: ClassVar[Where] = Where.SEAT
    """Where it is; a state that is set up by hand puts it there."""
    on_pastures: ClassVar[bool] = False
    """Whether its pieces are on pastures, which then have numbers in pictures."""

    def relaid(self, layout: Layout) -> Self:
        """Return the place after a tile was laid in its village."""
        return self

    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """Return its pieces in the village, by the name of a tile or the id of a pasture."""
        return ()

    def lock(self, tile: str) -> str | None:
        """Return the colour that a tile of its village has because of this place, whoever has used it.

        Workers of another colour may not use the tile, as if workers of that colour stood on it (rules 2.4).
        """
        return None

    def terms(self, count: Count) -> Iterable[tuple[str, Term]]:
        """Return its terms in the final scoring, each with the tile or the name it scores under.

        They compete for pieces with the terms of tiles. A `PerStored` scores the pieces on that tile. Only
        places of seats and villages are asked; unknown pieces (in a view) score nothing.
        """
        return ()

    def counted(self, count: Count) -> Pool:
        """Return the pieces in the place that terms can score, like those on tiles."""
        return EMPTY

    def printed(self, count: Count, tile: str, points: int) -> int:
        """Return how many of a tile's printed points count; ``points`` is how many count without this place."""
        return points

    def with_lying(self, where: str, pieces: Pool, layout: Layout) -> Self:
        """Return the place with more pieces on a tile or a pasture; a position that is set up by hand puts them there.

        Only pieces of the kinds that the fields are declared to hold are put there (``open_(of="star")``).
        """
        raise NotImplementedError(f"{type(self).__name__} does not say how pieces are put there by hand")

    def with_rest(self, pieces: Pool, supply: Pool, seat: Seat) -> Self | str:
        """Return the place with the leftover pieces of a position set up by hand, where they do no harm.

        Args:
            pieces: what is left over.
            supply: further pieces that may be added to them.
            seat: the seat that gets them.

        Returns:
            the place in the seat's village, or why they cannot go there.
        """
        return f"nothing says where {pieces} can lie that are left over: name a place for them"

    def problem(self, layout: Layout) -> str:
        """Return what is wrong with the place in a village with this layout; empty if nothing is."""
        return ""


def place_in(places: tuple[OwnPlace, ...], kind: type[OwnPlaceT]) -> OwnPlaceT:
    """Return the place of a kind; if nothing lies there, all its fields have their defaults."""
    for place in places:
        if type(place) is kind:
            return place
    return kind()


def with_place(places: tuple[OwnPlace, ...], changed: OwnPlace) -> tuple[OwnPlace, ...]:
    """Return places with one of them set or replaced, sorted by tag; empty ones are left out."""
    others = [place for place in places if type(place) is not type(changed)]
    if changed != type(changed)():
        others.append(changed)
        others.sort(key=_by_tag)
    return tuple(others)


def uncovered(places: tuple[OwnPlace, ...]) -> tuple[OwnPlace, ...]:
    """Return the places of a seat that everybody may see once the game is over."""
    return tuple([place for place in places if any(says.until_over for _, says in covered(type(place)))])


def _by_tag(place: OwnPlace) -> str:
    return place.tag

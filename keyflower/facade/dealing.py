"""Dealing a whole state that fits a view: unknown pieces and tiles are put where they may be.

Which pieces a hidden place can hold is what its field declares (``held(..., of="worker")``), so the places of
expansions are dealt like the built-in ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN, covered
from keyflower.kernel.options import Random, shuffled
from keyflower.model.places import OwnPlace
from keyflower.model.state import TILE, Seat, State
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import SEASONS, Season


def filled(ruleset: Ruleset, state: State, rng: Random) -> State:
    """Return a full state that fits a hidden one, all deals of equal pieces being equally likely.

    Raises:
        HiddenInformation: if the pieces of the view do not add up.
    """
    pieces = _Pieces(ruleset, state, rng)
    hands, piles, box = _tiles(ruleset, state, rng)
    seats = []
    for seat, hand in zip(state.seats, hands, strict=True):
        offered = seat.offered
        if offered is not None and UNSEEN in offered:
            offered = _some(hand, rng)
        dealt = pieces.dealt(seat)
        seats.append(
            evolve(seat, winter=hand, offered=offered, places=pieces.in_places(seat.places), **dealt)
        )
    places, dealt = pieces.in_places(state.places), pieces.dealt(state)
    if state.aside.unknown:
        # what the pieces set aside are follows from how many are nowhere else
        dealt["aside"] = Pool(state.aside.pieces, state.aside.amounts) + pieces.rest()
        if dealt["aside"].total != state.aside.total:
            raise HiddenInformation(_ODD)
    if pieces.rest():
        raise HiddenInformation(_ODD)
    return evolve(state, viewer=None, seats=tuple(seats), piles=piles, box=box, places=places, **dealt)


_ODD: Final = "the pieces of this view do not add up to those of the game"


def _kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the kinds of pieces that a hidden place can hold, by what its fields declare."""
    holders = (Seat, State, *ruleset.places.values())
    kinds = [says.of for holder in holders for _, says in covered(holder) if says.of not in ("", TILE)]
    return tuple(dict.fromkeys(kinds))


class _Pieces:
    """The pieces that the view does not show, by kind and shuffled."""

    def __init__(self, ruleset: Ruleset, state: State, rng: Random) -> None:
        shown = sum(pools_of(state), EMPTY)
        self._left: dict[str, list[str]] = {}
        for kind in ruleset.remember("dealing.kinds", lambda: _kinds(ruleset)):
            names = ruleset.kind(kind)
            everything = Pool.of({name: ruleset.goods[name].limit for name in names})
            self._left[kind] = shuffled((everything - shown.only(names)).expanded(), rng)

    def dealt(
        self, part: Seat | State | OwnPlace
    ) -> dict[str, Any]:  # Any: as attrs.evolve takes fields by name
        """Return the hidden pools of a part of the state, each filled with pieces of the kind it declares."""
        found = {}
        for name, says in covered(type(part)):
            pool = getattr(part, name)
            if says.of in self._left and pool.unknown:
                found[name] = self._filled(pool, says.of)
        return found

    def in_places(self, places: tuple[OwnPlace, ...]) -> tuple[OwnPlace, ...]:
        """Return places of expansions' own with their unknown pieces dealt."""
        return tuple([evolve(place, **self.dealt(place)) for place in places])  # type: ignore[misc]  # attrs classes

    def _filled(self, pool: Pool, kind: str) -> Pool:
        left, number = self._left[kind], pool.unknown
        if number > len(left):
            raise HiddenInformation(_ODD)
        dealt, self._left[kind] = left[:number], left[number:]
        return Pool(pool.pieces, pool.amounts) + Pool.each(dealt)

    def rest(self) -> Pool:
        """Return all pieces that are left, and keep none."""
        found = Pool.each(piece for left in self._left.values() for piece in left)
        self._left = {}
        return found


def _some(hand: Sequence[str], rng: Random) -> tuple[str, ...]:
    """Return any of the possible offers of a hand, none of them empty, each equally likely."""
    mask = rng.randrange((1 << len(hand)) - 1) + 1
    return tuple(sorted(tile for place, tile in enumerate(hand) if mask >> place & 1))


def _tiles(
    ruleset: Ruleset, state: State, rng: Random
) -> tuple[list[tuple[str, ...]], tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the winter hands, the piles and the box with their unknown tiles dealt."""
    seen = set(tiles_of(state))
    unseen = [name for name in ruleset.tiles if name not in seen]
    piles = []
    for season, pile in zip(SEASONS, state.piles, strict=False):
        number = pile.count(UNSEEN)
        coming = [name for name in unseen if ruleset.tiles[name].season is season]
        taken = set(shuffled(coming, rng)[:number])
        piles.append(tuple(name for name in ruleset.tiles if name in taken) if number else pile)
        unseen = [name for name in unseen if name not in taken]
    needed = sum(seat.winter.count(UNSEEN) for seat in state.seats)
    deck = list(_winter_deck(ruleset, unseen, needed, rng))
    if len(deck) < needed:
        raise HiddenInformation("the winter tiles of this view do not add up to those of the game")
    hands = []
    for seat in state.seats:
        number = seat.winter.count(UNSEEN)
        dealt, deck = deck[:number], deck[number:]
        hands.append(tuple(sorted(dealt)) if number else seat.winter)
    held = {name for hand in hands for name in hand}
    box = tuple(sorted(name for name in unseen if name not in held))
    if len(box) != len(state.box):
        raise HiddenInformation("the tiles of this view do not add up to those of the game")
    return hands, tuple(piles), box


def _winter_deck(ruleset: Ruleset, unseen: Sequence[str], needed: int, rng: Random) -> Iterator[str]:
    """Iterate the unseen winter tiles that others may hold, shuffled, those of preferred expansions first."""
    winter = shuffled((name for name in unseen if ruleset.tiles[name].season is Season.WINTER), rng)
    preferred = [name for name in winter if ruleset.tiles[name].expansion in ruleset.setup.prefers]
    others = [name for name in winter if name not in preferred]
    held = (preferred + others)[:needed]
    yield from shuffled(held, rng)

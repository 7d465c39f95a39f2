"""Dealing a whole state that is consistent with a view: unknown pieces and tiles are put where they may be.

Which pieces a hidden place can hold is what its field declares (``held(..., of="worker")``), so the places of
expansions are dealt like the built-in ones.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, filterfalse
from typing import Any, Final, TypeAlias

from attrs import evolve

from keyflower.engine.setup import has_alternatives
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN, covered
from keyflower.kernel.options import Random, shuffled
from keyflower.model.enums import SEASONS, Season
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import TILE, Seat, State


def filled(ruleset: Ruleset, state: State, rng: Random) -> State:
    """Return a full state that is consistent with a hidden one; all deals are equally likely.

    Raises:
        HiddenInformation: if the pieces of the view do not add up.
    """
    pieces = _Pieces(ruleset, state, rng)
    hands, piles, box = _tiles(ruleset, state, rng)
    draft = state.opened()  # `evolve` takes three times as long
    for number, (seat, hand) in enumerate(zip(state.seats, hands, strict=True)):
        dealt = draft.seat(number)
        if seat.offered is not None and UNSEEN in seat.offered:
            dealt.offered = _some(hand, rng)
        dealt.winter = hand
        for name, pool in pieces.dealt(seat).items():
            setattr(dealt, name, pool)
        dealt.places = pieces.in_places(seat.places)
    draft.places = pieces.in_places(state.places)
    for name, pool in pieces.dealt(state).items():
        setattr(draft, name, pool)
    for berth in state.berths:
        if berth.places:
            draft.set_berth(evolve(berth, places=pieces.in_places(berth.places)))
    if state.aside.unknown:
        # what the pieces set aside are follows from how many are nowhere else
        draft.aside = Pool(state.aside.pieces, state.aside.amounts) + pieces.rest()
        if draft.aside.total != state.aside.total:
            raise HiddenInformation(_ODD)
    if pieces.rest():
        raise HiddenInformation(_ODD)
    draft.viewer, draft.piles, draft.box = None, piles, box
    return draft.freeze()


_ODD: Final = "the pieces of this view do not add up to those of the game"
_ODD_TILES: Final = "the tiles of this view do not add up to those of the game"


def _kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the kinds of pieces that a hidden place can hold, by what its fields declare."""
    holders = (Seat, State, *ruleset.places.values())
    kinds = [says.of for holder in holders for _, says in covered(holder) if says.of not in ("", TILE)]
    return tuple(dict.fromkeys(kinds))


_Unseen: TypeAlias = tuple[dict[str, Pool], list[str]]
"""The pieces of each kind and the tiles that a view does not show."""
_MOST_VIEWS: Final = 16
_VIEWS: Final[dict[int, tuple[State, Ruleset, _Unseen]]] = {}
"""How many of the latest views are cached: usually many deals of the same view are asked for."""


def _unseen(ruleset: Ruleset, state: State) -> _Unseen:
    known = _VIEWS.get(id(state))
    if known is None or known[0] is not state or known[1] is not ruleset:
        if len(_VIEWS) >= _MOST_VIEWS:
            _VIEWS.clear()
        shown, left = _together(pools_of(state)), {}
        for kind in ruleset.remember("dealing.kinds", lambda: _kinds(ruleset)):
            names = ruleset.kind(kind)
            everything = Pool.of({name: ruleset.goods[name].limit for name in names})
            left[kind] = everything - shown.only(names)
        seen = set(tiles_of(state))
        tiles = [*filterfalse(seen.__contains__, ruleset.tiles)]
        known = _VIEWS[id(state)] = (state, ruleset, (left, tiles))
    return known[2]


def _together(pools: Iterable[Pool]) -> Pool:
    """Return all known pieces of many pools, added up in one go."""
    counts: dict[str, int] = {}
    for piece, number in chain.from_iterable(map(Pool.items, pools)):
        counts[piece] = counts.get(piece, 0) + number
    return Pool.of(counts)


class _Pieces:
    """The pieces that the view does not show, by kind."""

    def __init__(self, ruleset: Ruleset, state: State, rng: Random) -> None:
        self._rng = rng
        self._left = dict(_unseen(ruleset, state)[0])

    def dealt(self, part: Seat | State | OwnPlace) -> dict[str, Pool]:
        """Return the hidden pools of a part of the state, each filled with pieces of the kind it declares."""
        found = {}
        for name, says in covered(type(part)):
            if says.of in self._left:
                pool = getattr(part, name)
                if pool.unknown:
                    found[name] = self._filled(pool, says.of)
        return found

    def in_places(self, places: tuple[OwnPlace, ...]) -> tuple[OwnPlace, ...]:
        """Return expansions' own places with their unknown pieces dealt."""
        # Any: as attrs.evolve takes fields by name
        changes: list[tuple[Any, dict[str, Any]]] = [(place, self.dealt(place)) for place in places]
        return tuple([evolve(place, **dealt) if dealt else place for place, dealt in changes])

    def _filled(self, pool: Pool, kind: str) -> Pool:
        left, number = self._left[kind], pool.unknown
        if number > left.total:
            raise HiddenInformation(_ODD)
        dealt, self._left[kind] = _drawn(left, number, self._rng)
        return Pool(pool.pieces, pool.amounts) + dealt

    def rest(self) -> Pool:
        """Return all pieces that are left, and keep none."""
        found = sum(self._left.values(), EMPTY)
        self._left = {}
        return found


def _drawn(pool: Pool, number: int, rng: Random) -> tuple[Pool, Pool]:
    """Return a number of pieces from a pool, each equally likely, and the remaining ones.

    Either the pieces to take or those to leave are drawn, whichever are fewer: a bag that gets all the rest needs no
    draw.
    """
    amounts, left = list(pool.amounts), pool.total
    drawn = [0] * len(amounts)
    for total in range(left, left - min(number, left - number), -1):
        kind = bisect(list(accumulate(amounts)), rng.randrange(total))
        amounts[kind] -= 1
        drawn[kind] += 1
    if 2 * number > left:
        drawn, amounts = amounts, drawn
    return pool.part(drawn), pool.part(amounts)


def _picked(names: Sequence[str], number: int, rng: Random) -> list[str]:
    """Return a number of the names in their order, each choice equally likely; again the fewer are drawn."""
    left, size = list(names), len(names)
    for _ in range(min(number, size - number)):
        place = rng.randrange(len(left))
        left[place] = left[-1]
        left.pop()
    stay = set(left)
    wanted = 2 * number > size
    return [name for name in names if (name in stay) is wanted]


def _some(hand: Sequence[str], rng: Random) -> tuple[str, ...]:
    """Return any of the possible offers of a hand, none of them empty, each equally likely."""
    mask = rng.randrange((1 << len(hand)) - 1) + 1
    return tuple(sorted(tile for place, tile in enumerate(hand) if mask >> place & 1))


def _tiles(
    ruleset: Ruleset, state: State, rng: Random
) -> tuple[list[tuple[str, ...]], tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the winter hands, the piles and the box with their unknown tiles dealt."""
    hidden = _unseen(ruleset, state)[1]
    boxed = _not_drawn(ruleset, hidden, rng)
    unseen = [name for name in hidden if name not in boxed] if boxed else hidden
    piles: list[tuple[str, ...]] = []
    for season, pile in zip(SEASONS, state.piles, strict=False):
        number = pile.count(UNSEEN)
        coming = [name for name in unseen if ruleset.tiles[name].season is season] if number else []
        if number > len(coming):
            raise HiddenInformation(_ODD_TILES)
        piles.append(tuple(_picked(coming, number, rng)) if number else pile)
    taken = {name for pile in piles for name in pile}
    unseen = [name for name in unseen if name not in taken]
    deck = _winter_deck(ruleset, unseen, sum([seat.winter.count(UNSEEN) for seat in state.seats]), rng)
    hands = []
    for seat in state.seats:
        number = seat.winter.count(UNSEEN)
        dealt, deck = deck[:number], deck[number:]
        hands.append(tuple(sorted(dealt)) if number else seat.winter)
    held = {name for hand in hands for name in hand}
    box = tuple(sorted([*boxed, *(name for name in unseen if name not in held)]))
    if len(box) != len(state.box):
        raise HiddenInformation(_ODD_TILES)
    return hands, tuple(piles), box


def _not_drawn(ruleset: Ruleset, hidden: list[str], rng: Random) -> list[str]:
    """Return the unseen tiles that are not in play because their alternative was drawn, or may have been."""
    found: list[str] = []
    for name in ruleset.tiles if has_alternatives(ruleset) else ():
        group = ruleset.alternatives(name)
        if len(group) > 1 and name == group[0]:
            unseen = [other for other in group if other in hidden]
            certain = [other for other in unseen if ruleset.tiles[other].expansion in ruleset.setup.prefers]
            if len(unseen) == len(group):
                unseen.remove(_picked(certain or unseen, 1, rng)[0])
            found += unseen
    return found


def _winter_deck(ruleset: Ruleset, unseen: Sequence[str], needed: int, rng: Random) -> list[str]:
    """Return unseen winter tiles that others may hold, shuffled; tiles of preferred expansions are held first."""
    winter = [name for name in unseen if ruleset.tiles[name].season is Season.WINTER]
    if needed > len(winter):
        raise HiddenInformation("the winter tiles of this view do not add up to those of the game")
    wanted = ruleset.setup.prefers
    preferred = [name for name in winter if ruleset.tiles[name].expansion in wanted] if wanted else []
    if needed <= len(preferred):
        return shuffled(_picked(preferred, needed, rng), rng)
    others = [name for name in winter if name not in preferred] if preferred else winter
    return shuffled(preferred + _picked(others, needed - len(preferred), rng), rng)

"""Dealing a whole state that fits a view: unknown pieces and tiles are dealt to where they may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.options import Random
from keyflower.model.state import State
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import SEASONS, Season

_Item = TypeVar("_Item")


def filled(ruleset: Ruleset, state: State, rng: Random) -> State:
    """Return a full state that fits a hidden one, all deals of equal pieces being equally likely.

    Raises:
        HiddenInformation: if the pieces of the view do not add up.
    """
    workers = _Unknown(ruleset, state, GoodKind.WORKER, rng)
    skills = _Unknown(ruleset, state, GoodKind.SKILL, rng)
    hands, piles, box = _tiles(ruleset, state, rng)
    seats = []
    for seat, hand in zip(state.seats, hands, strict=True):
        offered = seat.offered
        if offered is not None and UNSEEN in offered:
            offered = _some(hand, rng)
        seats.append(
            evolve(
                seat,
                workers=workers.fill(seat.workers),
                skills=skills.fill(seat.skills),
                winter=hand,
                offered=offered,
            )
        )
    bag, stack = workers.fill(state.bag), skills.fill(state.stack)
    aside = state.aside
    if aside.unknown:
        # how many of the pieces set aside are workers follows from how many workers are missing elsewhere
        aside = Pool(aside.pieces, aside.amounts) + workers.rest() + skills.rest()
    full = evolve(
        state, viewer=None, seats=tuple(seats), bag=bag, stack=stack, aside=aside, piles=piles, box=box
    )
    if workers.left or skills.left or aside.total != state.aside.total:
        raise HiddenInformation("the pieces of this view do not add up to those of the game")
    return full


class _Unknown:
    """The pieces of one kind that the view does not show, shuffled."""

    def __init__(self, ruleset: Ruleset, state: State, kind: GoodKind, rng: Random) -> None:
        names = ruleset.kind(kind)
        shown = sum((pool.only(names) for pool in pools_of(state)), EMPTY)
        everything = Pool.of({name: ruleset.goods[name].limit for name in names})
        self.left = _shuffled((everything - shown).expanded(), rng)

    def fill(self, pool: Pool) -> Pool:
        """Return a pool with its unknown pieces dealt."""
        number = pool.unknown
        if not number:
            return pool
        if number > len(self.left):
            raise HiddenInformation("the pieces of this view do not add up to those of the game")
        dealt, self.left = self.left[:number], self.left[number:]
        return Pool(pool.pieces, pool.amounts) + Pool.each(dealt)

    def rest(self) -> Pool:
        """Return all pieces that are left."""
        dealt, self.left = self.left, []
        return Pool.each(dealt)


def _shuffled(items: Iterable[_Item], rng: Random) -> list[_Item]:
    left = list(items)
    for place in range(len(left) - 1, 0, -1):
        other = rng.randrange(place + 1)
        left[place], left[other] = left[other], left[place]
    return left


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
        taken = set(_shuffled(coming, rng)[:number])
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
    winter = _shuffled((name for name in unseen if ruleset.tiles[name].season is Season.WINTER), rng)
    preferred = [name for name in winter if ruleset.tiles[name].expansion in ruleset.setup.prefers]
    others = [name for name in winter if name not in preferred]
    held = (preferred + others)[:needed]
    yield from _shuffled(held, rng)

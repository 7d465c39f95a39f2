"""Dealing a whole game that fits a view: unknown pieces and tiles are put where they may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from keyflower.engine.chance import Asking, SeededChance
from keyflower.engine.flow import handler
from keyflower.engine.options import Random, decision, open_seats
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import Table
from keyflower.facade.game import Game
from keyflower.facade.log import Entry
from keyflower.facade.soundness import pools_of, tiles_of
from keyflower.model.decisions import Turn
from keyflower.model.positions import PositionGiven
from keyflower.model.state import UNSEEN, State
from keyflower.vocabulary.errors import HiddenInformation
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import SEASONS, Season

if TYPE_CHECKING:
    from keyflower.facade.view import View

TRIES = 2_000
"""How often a deal is tried until whoever decides can do so; almost always the first will do."""

_Item = TypeVar("_Item")


def deal(view: View, rng: Random) -> Game:
    """Return a whole game that fits a view, all deals of equal pieces being equally likely.

    Raises:
        HiddenInformation: if the pieces of the view do not add up, or nothing fits.
    """
    ruleset = view.ruleset
    for _ in range(TRIES):
        state = _filled(ruleset, view.state, rng)
        if _can_go_on(ruleset, state):
            chance = SeededChance(rng.randrange(1 << 53))
            given = Entry(-1, None, (PositionGiven(state),))
            return Game(evolve(view.setting, origin=chance), state, chance, None, -1, None, given)
    raise HiddenInformation("no deal was found in which those who decide now can do so")


def _filled(ruleset: Ruleset, state: State, rng: Random) -> State:
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
        # which of the pieces set aside are workers follows from how many are nowhere else
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
    """Iterate unseen winter tiles that others may hold, shuffled: all preferred ones first to be held."""
    winter = _shuffled((name for name in unseen if ruleset.tiles[name].season is Season.WINTER), rng)
    preferred = [name for name in winter if ruleset.tiles[name].expansion in ruleset.setup.prefers]
    others = [name for name in winter if name not in preferred]
    held = (preferred + others)[:needed]
    yield from _shuffled(held, rng)


def _can_go_on(ruleset: Ruleset, state: State) -> bool:
    """Return whether the game can wait for those it waits for: they can act, and nothing is automatic."""
    if not state.agenda or type(state.agenda[0]) is Turn:
        return True
    task = state.agenda[0]
    table = Table(ruleset, state, Asking(SeededChance(0)))
    if handler(ruleset, task).automatic(table, task) is not None:
        return False
    return all(decision(ruleset, state, seat).options for seat in open_seats(ruleset, state))

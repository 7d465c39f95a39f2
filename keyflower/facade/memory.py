"""What a player with perfect memory can infer: bounds on what lies behind screens, in the bag, on the stack.

This is no part of a view. A view shows what lies on the table now; the rules let pieces that everybody saw go
behind a screen again, and only who remembers them still knows. `remember` reads a log, whole or redacted, as
somebody who forgets nothing and looks behind no other screen.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.log.log import EventLog
from keyflower.facade.soundness import pools_of
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.events import Event
from keyflower.kernel.setting import seat_number
from keyflower.kernel.state import PoolT
from keyflower.model.state import Draft, State, empty_state
from keyflower.vocabulary.pool import EMPTY, Pool


@frozen
class Bounds:
    """What is certain about the pieces of one kind in a hidden place."""

    total: int
    """How many pieces are there."""
    least: Pool
    """The pieces that are certainly there."""
    most: Pool
    """For each piece, how many can be there at most."""

    @property
    def known(self) -> bool:
        """Whether every piece is certain."""
        return self.least.total == self.total


@frozen
class Screen:
    """What can be inferred about one player's hidden pieces."""

    workers: Bounds
    """The workers behind the screen."""
    skills: Bounds
    """The skill tokens behind the screen."""


@frozen
class Memory:
    """What somebody who has watched the whole game can infer."""

    screens: tuple[Screen, ...]
    """The screens by seat."""
    bag: Bounds
    """The workers in the bag."""
    stack: Bounds
    """The skill tokens on the stack."""


class _Remembering(Draft):
    """A draft in which pieces seen before they went behind a screen stay known."""

    __slots__ = ()

    def screened(self, number: int, pool: PoolT) -> PoolT:
        """Return the pieces as they are: whoever watched remembers them."""
        return pool


def remember(log: EventLog, who: int | str) -> Memory:
    """Return what a seat, or `SPECTATOR`, can infer from the log by perfect memory.

    Bounds are sound: the truth is always between `least` and `most`. They are worked out from counts of
    pieces, not from what players would or would not do.

    Args:
        log: a whole log, or one that is redacted for `who`.
        who: the seat by number or name, or `SPECTATOR`.

    Raises:
        HiddenInformation: if the log is redacted for somebody else.
    """
    viewer = seat_number(log.players, who)
    entries = log.redacted(viewer).entries
    draft = _Remembering(empty_state(viewer))
    for entry in entries:
        for event in entry.events:
            draft = _watched(draft, event)
    return _inferred(log.setting.ruleset, draft.freeze())


def recalled(state: State, memory: Memory) -> State:
    """Return a hidden state in which what must be behind screens is known.

    Bag and stack stay as they are: whoever looks ahead draws unknown pieces from them.

    Raises:
        HiddenInformation: if the memory is of another moment.
    """
    seats = tuple(
        evolve(
            seat,
            workers=_recalled(seat.workers, screen.workers),
            skills=_recalled(seat.skills, screen.skills),
        )
        for seat, screen in zip(state.seats, memory.screens, strict=True)
    )
    return evolve(state, seats=seats)


def _recalled(pool: Pool, bounds: Bounds) -> Pool:
    if pool.total != bounds.total:
        raise HiddenInformation(
            f"the log tells of another moment: {bounds.total} pieces lie where the view has {pool.total}"
        )
    return bounds.least + Pool(unknown=pool.total - bounds.least.total) if pool.unknown else pool


# ---------------------------------------------------------------------- watching


def _watched(draft: _Remembering, event: Event) -> _Remembering:
    """Apply an event; if it takes unknown pieces from a screen, any piece there may be the one that left."""
    number = getattr(event, "seat", None)
    if not isinstance(number, int) or not 0 <= number < len(draft.seats) or not _unknown_in(event):
        event.apply(draft)
        return draft
    before = draft.freeze()
    unknown = _unknown_in(event)
    seat = before.seats[number]
    draft = _Remembering(before)
    after = draft.seat(number)
    after.workers = _less_certain(seat.workers, unknown)
    after.skills = _less_certain(seat.skills, unknown)
    event.apply(draft)
    lost_workers = after.workers.total < seat.workers.total
    lost_skills = after.skills.total < seat.skills.total
    if not lost_workers and not lost_skills:  # pieces came, none left: nothing known has become uncertain
        draft = _Remembering(before)
        event.apply(draft)
    return draft


def _unknown_in(event: Event) -> int:
    """Return how many unknown pieces an event tells of."""
    values = (getattr(event, name) for name in _field_names(type(event)))
    return sum(value.unknown for value in values if isinstance(value, Pool))


def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in getattr(kind, "__attrs_attrs__", ()))


def _less_certain(pool: Pool, number: int) -> Pool:
    """Return a pool of as many pieces of which any `number` may be about to leave."""
    certain = Pool.of({piece: max(0, amount - number) for piece, amount in pool.items()})
    return certain + Pool(unknown=pool.total - certain.total)


# ---------------------------------------------------------------------- inferring


def _inferred(ruleset: Ruleset, state: State) -> Memory:
    if any(pool.total < 0 for pool in (state.bag, state.stack)):
        raise HiddenInformation("the log takes more out of the bag than is in it")
    workers = _bounds(ruleset, state, GoodKind.WORKER, [*(seat.workers for seat in state.seats), state.bag])
    skills = _bounds(ruleset, state, GoodKind.SKILL, [*(seat.skills for seat in state.seats), state.stack])
    screens = tuple(Screen(*pair) for pair in zip(workers[:-1], skills[:-1], strict=True))
    return Memory(screens, workers[-1], skills[-1])


def _bounds(ruleset: Ruleset, state: State, kind: GoodKind, places: list[Pool]) -> list[Bounds]:
    """Return the bounds of hidden places, given what is certain about each alone, by counting all pieces."""
    names = ruleset.kind(kind)
    in_sight = sum((pool.only(names) for pool in pools_of(state)), EMPTY) - _sum(
        pool.only(names) for pool in places
    )
    hidden = Pool.of({name: ruleset.goods[name].limit for name in names}) - in_sight
    # pieces set aside in the middle of a use may be any of those that are out of sight
    aside = state.aside.unknown
    free = [pool.unknown for pool in places]
    certain = [pool.only(names) for pool in places]
    found = []
    for place, pool in enumerate(places):
        least, most = {}, {}
        for name in names:
            elsewhere = sum(free) - free[place] + aside
            spare = hidden[name] - sum(other[name] for other in certain)
            least[name] = certain[place][name] + max(0, min(free[place], spare - elsewhere))
            most[name] = certain[place][name] + max(0, min(free[place], spare))
        found.append(Bounds(pool.total, Pool.of(least), Pool.of(most)))
    return found


def _sum(pools: Iterable[Pool]) -> Pool:
    return sum(pools, EMPTY)

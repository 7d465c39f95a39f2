"""What a player with perfect memory can infer: bounds on what lies behind screens, in the bag, on the stack.

None of this is part of a view. A view shows what lies on the table now. Pieces that everybody saw may go behind a
screen again; after that, only a player who remembers them still knows them. `remember` reads a log, whole or redacted,
as a player would who forgets nothing but cannot look behind the other screens.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.event_log import EventLog
from keyflower.facade.soundness import pools_of
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.events import Event
from keyflower.kernel.fields import Declared, covered
from keyflower.kernel.match import seat_number
from keyflower.kernel.values import frozen
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import TILE, Draft, OpenSeat, Seat, State, empty_state


@frozen
class Bounds:
    """What is certain about one kind of pieces in a hidden place."""

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
    own: tuple[tuple[str, Bounds], ...] = ()
    """What is in the places that expansions have added, each by its name (``lanterns.chart stars``)."""


@frozen
class Memory:
    """What a player who has watched the whole game can infer."""

    screens: tuple[Screen, ...]
    """The screens by seat."""
    bag: Bounds
    """The workers in the bag."""
    stack: Bounds
    """The skill tokens on the stack."""
    own: tuple[tuple[str, Bounds], ...] = ()
    """What is in the hidden places on the table that expansions have added."""


class _Remembering(Draft):
    """A draft in which pieces seen before they went behind a screen stay known."""

    __slots__ = ()

    def screened(self, number: int, pool: Pool) -> Pool:
        """Return the pieces unhidden: a player who watched remembers them."""
        return pool


def remember(log: EventLog, who: int | str) -> Memory:
    """Return what a seat, or `SPECTATOR`, can infer from the log with a perfect memory.

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
    return _inferred(log.match.ruleset, draft.freeze())


def recalled(state: State, memory: Memory) -> State:
    """Return a redacted state in which the pieces that must be behind screens are known.

    Bag and stack do not change: a search draws unknown pieces from them.

    Raises:
        HiddenInformation: if the memory belongs to a different moment.
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
    draft = _Remembering(before)
    seat = draft.seat(number)
    held = _hidden_in(seat)
    for there in held:
        there.put(seat, _less_certain(there.pool, unknown))
    event.apply(draft)
    left = {there.key: there.pool.total for there in _hidden_in(seat)}
    if all(left.get(there.key, 0) >= there.pool.total for there in held):
        # pieces came, none left: nothing known has become uncertain
        draft = _Remembering(before)
        event.apply(draft)
    return draft


@frozen
class _Hidden:
    """A pool that not everybody may see, as its field declares it."""

    place: type[OwnPlace] | None
    """The place of an expansion it belongs to; `None` if it is a field of the seat or of the state itself."""
    field: str
    """The name of the field."""
    kind: str
    """The kind of its pieces."""
    pool: Pool
    """What lies there."""

    @property
    def key(self) -> str:
        """A unique name: the field, behind the tag of the place."""
        return self.field if self.place is None else f"{self.place.tag} {self.field}"

    def put(self, seat: OpenSeat, pool: Pool) -> None:
        """Let other pieces lie there."""
        if self.place is None:
            setattr(seat, self.field, pool)
        else:
            place = seat.place(self.place)
            seat.put(evolve(place, **{self.field: pool}))  # type: ignore[misc]  # places are attrs classes


def _hidden_in(part: Seat | OpenSeat | State) -> list[_Hidden]:
    """Return the pools of a seat, or on the table, that say of which kind their hidden pieces are."""
    owner = State if isinstance(part, State) else Seat
    found = [
        _Hidden(None, name, says.of, getattr(part, name)) for name, says in covered(owner) if _is_pool(says)
    ]
    return found + [
        _Hidden(type(place), name, says.of, getattr(place, name))
        for place in part.places
        for name, says in covered(type(place))
        if _is_pool(says)
    ]


def _is_pool(says: Declared) -> bool:
    return says.of not in ("", TILE)


def _unknown_in(event: Event) -> int:
    """Return how many unknown pieces an event tells of."""
    values = (getattr(event, name) for name in _field_names(type(event)))
    return sum(value.unknown for value in values if isinstance(value, Pool))


def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in getattr(kind, "__attrs_attrs__", ()))


def _less_certain(pool: Pool, number: int) -> Pool:
    """Return what is still certain about a pool from which any `number` pieces may have been taken."""
    certain = Pool.of({piece: max(0, amount - number) for piece, amount in pool.items()})
    return certain + Pool(unknown=pool.total - certain.total)


# ---------------------------------------------------------------------- inferring


def _inferred(ruleset: Ruleset, state: State) -> Memory:
    if any(pool.total < 0 for pool in (state.bag, state.stack)):
        raise HiddenInformation("the log takes more out of the bag than is in it")
    holders: list[Seat | State] = [*state.seats, state]
    parts = [_hidden_in(holder) for holder in holders]
    kinds = dict.fromkeys(there.kind for part in parts for there in part)
    known: dict[tuple[int, str], Bounds] = {}
    for kind in kinds:
        places = [
            (number, there) for number, part in enumerate(parts) for there in part if there.kind == kind
        ]
        bounds = _bounds(ruleset, state, kind, [there.pool for _, there in places])
        known.update(
            ((number, there.key), found) for (number, there), found in zip(places, bounds, strict=True)
        )

    def own(number: int) -> tuple[tuple[str, Bounds], ...]:
        return tuple((there.key, known[number, there.key]) for there in parts[number] if there.place)

    table = len(state.seats)
    screens = [Screen(known[seat, "workers"], known[seat, "skills"], own(seat)) for seat in range(table)]
    return Memory(tuple(screens), known[table, "bag"], known[table, "stack"], own(table))


def _bounds(ruleset: Ruleset, state: State, kind: str, places: list[Pool]) -> list[Bounds]:
    """Return the bounds of hidden places by counting all pieces, given what is certain about each place alone."""
    names = ruleset.kind(kind)
    in_sight = sum((pool.only(names) for pool in pools_of(state)), EMPTY) - _sum(
        pool.only(names) for pool in places
    )
    hidden = Pool.of({name: ruleset.goods[name].limit for name in names}) - in_sight
    # pieces set aside during a use may be any of the hidden ones
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

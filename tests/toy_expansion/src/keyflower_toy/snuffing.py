"""Snuffing a lamp: one more thing that a seat may do in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    Action,
    ActionSyntaxError,
    Draft,
    Event,
    Outcome,
    Pool,
    Refusal,
    Table,
    Turn,
    Widening,
    Words,
)
from keyflower_toy.goods import LANTERN, OIL
from keyflower_toy.lamps import lamps_of


@frozen
class Snuff(Action):
    """Give a lantern back for oil, instead of a bid, a use or a pass."""

    verb: ClassVar[str] = "snuff"
    tile: str
    """The own tile with the lantern."""

    def told(self, who: str) -> str:
        """Return that somebody has snuffed a lamp."""
        return f"{who} snuffs a lamp."

    def __str__(self) -> str:
        return f"snuff {self.tile}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Snuff:
        """Read the tile, named among the own ones."""
        if not rest:
            raise ActionSyntaxError("'snuff' needs one of your tiles, as in 'snuff home'")
        return cls(words.tile(rest, words.state.seats[words.seat].village.names))


@frozen
class LampSnuffed(Event):
    """A seat gave a lantern back to the supply and took oil."""

    tag: ClassVar[str] = "lanterns.lamp-snuffed"
    seat: int
    """Who gave it back."""
    tile: str
    """The tile it lay on."""
    oil: int
    """How much oil there was for it."""

    def apply(self, draft: Draft) -> None:
        """Exchange the lantern for the oil; it was no pass."""
        seat = draft.seat(self.seat)
        oil, lantern = Pool.of({OIL: self.oil}), Pool.of({LANTERN: 1})
        left = seat.village.spot(self.tile).goods - lantern
        draft.passes = 0
        draft.supply = draft.supply + lantern - oil
        seat.stock += oil
        seat.village = seat.village.with_goods(self.tile, left)


class Snuffing(Widening[Turn]):
    """A turn in which a lamp may be snuffed."""

    def prompt(self, table: Table, task: Turn, seat: int) -> str:
        """Say what a turn is."""
        return f"{self.inner.prompt(table, task, seat)} You may also snuff a lamp."

    def options(self, table: Table, task: Turn, seat: int) -> Iterable[Sequence[Action]]:
        """Return what a turn offers, and each lamp that can be snuffed."""
        # must agree with refusals()
        lamps = lamps_of(table.state.seats[seat])
        return (*self.inner.options(table, task, seat), [Snuff(tile) for tile in lamps])

    def refusals(self, table: Table, task: Turn, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now."""
        if not isinstance(action, Snuff):
            return self.inner.refusals(table, task, seat, action)
        if action.tile not in lamps_of(table.state.seats[seat]):
            return (Refusal("snuff.no-lamp", f"{action.tile} is no own tile with a lantern", "lanterns 3"),)
        return ()

    def decide(self, table: Table, task: Turn, seat: int, action: Action) -> Outcome:
        """Snuff the lamp and hand over to the next seat."""
        if not isinstance(action, Snuff):
            return self.inner.decide(table, task, seat, action)
        oil = min(2, table.state.supply[OIL])
        following = Turn((seat + 1) % len(table.state.seats))
        return Outcome((LampSnuffed(seat, action.tile, oil),), (following,))

"""Lighting lamps: an effect that leads to a question of its own, with an action, an event and a power."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    NOTHING_HAPPENS,
    Action,
    ActionSyntaxError,
    AnyState,
    BaseHandler,
    Done,
    Draft,
    Drawing,
    Effect,
    Event,
    Outcome,
    Piece,
    Pool,
    Refusal,
    Resolve,
    Row,
    Seat,
    Sign,
    Table,
    Task,
    Words,
)
from keyflower_toy.goods import LANTERN, OIL

FREE_LIGHT = "lanterns.free-light"
"""The slot of the power to light lamps without oil."""


@frozen
class Light(Action):
    """Light a lamp on an own tile."""

    verb: ClassVar[str] = "light"
    tile: str
    """The tile."""

    def named(self, state: AnyState, seat: int) -> Light:
        """Return the action with the home called by its name: ``Light("home")`` means the own one."""
        return Light(state.seats[seat].village.names[0]) if self.tile == "home" else self

    def __str__(self) -> str:
        return f"light {self.tile}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Light:
        """Read the tile, named among the own ones."""
        if not rest:
            raise ActionSyntaxError("'light' needs one of your tiles, as in 'light home'")
        return cls(words.tile(rest, words.state.seats[words.seat].village.names))


@frozen
class LampLit(Event):
    """A seat put a lantern from the supply on a tile of its village."""

    tag: ClassVar[str] = "lanterns.lamp-lit"
    seat: int
    """Who lit it."""
    tile: str
    """The tile."""
    oil: int = 0
    """How much oil it took."""

    def apply(self, draft: Draft) -> None:
        """Move the oil to the supply and the lantern to the tile."""
        seat = draft.seat(self.seat)
        burnt, lantern = Pool.of({OIL: self.oil}), Pool.of({LANTERN: 1})
        lying = seat.village.spot(self.tile).goods
        draft.supply = draft.supply + burnt - lantern
        seat.stock -= burnt
        seat.village = seat.village.with_goods(self.tile, lying + lantern)


def with_oil(event: dict[str, object]) -> dict[str, object]:
    """Return an event of version 0.9, which wrote the oil that a lamp burns as ``burnt``."""
    return {**{key: value for key, value in event.items() if key != "burnt"}, "oil": event.get("burnt", 0)}


@frozen
class LightLamps(Task):
    """A seat may light some lamps."""

    tag: ClassVar[str] = "lanterns.light-lamps"
    finishes: ClassVar[bool] = True
    seat: int
    """Who lights them."""
    lamps: int
    """How many, at most."""


@frozen
class Illuminate(Effect):
    """Light lamps, each for one oil."""

    lamps: int
    """How many, at most."""

    @property
    def label(self) -> str:
        """The word a player says to choose it."""
        return "lamps"

    @property
    def look(self) -> Drawing:
        """The lamps."""
        return Row((Piece(OIL), Sign.SWAP, Piece(LANTERN, self.lamps)))

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return f"light up to {self.lamps} lamp{'s' if self.lamps != 1 else ''} for 1 oil each"

    def available(self, table: Table) -> bool:
        """Return whether there is any lantern left."""
        return bool(table.state.supply[LANTERN])

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Ask which lamps."""
        return Outcome(then=(LightLamps(task.seat, self.lamps),))


# ---------------------------------------------------------------------- the rules of lighting


def lamps_of(seat: Seat) -> tuple[str, ...]:
    """Return the tiles of a seat that have a lantern."""
    return tuple(placed.name for placed, spot in seat.village if spot.goods[LANTERN])


def price(seat: Seat) -> int:
    """Return how much oil a lamp takes."""
    return 0 if FREE_LIGHT in seat.powers else 1


def dark_tiles(state: AnyState, number: int) -> tuple[str, ...]:
    """Return the tiles on which a seat can light a lamp now."""
    seat = state.seats[number]
    if not state.supply[LANTERN] or seat.stock[OIL] < price(seat):
        return ()
    return tuple(placed.name for placed, spot in seat.village if not spot.goods[LANTERN])


def light_options(state: AnyState, number: int) -> tuple[Sequence[Action], ...]:
    """Return a lamp for each dark tile, and the end."""
    # must agree with light_refusals()
    return ([Light(tile) for tile in dark_tiles(state, number)], [Done()])


def light_refusals(state: AnyState, number: int, action: Action) -> Iterator[Refusal]:
    """Say why an action is not legal where lamps may be lit."""
    if isinstance(action, Done):
        return
    if not isinstance(action, Light):
        yield Refusal("light.expected", "light a lamp, as in 'light home', or say 'done'", "lanterns 1")
        return
    seat = state.seats[number]
    if action.tile not in seat.village:
        yield Refusal("light.not-yours", f"{action.tile} is not in your village", "lanterns 1")
    elif seat.village.spot(action.tile).goods[LANTERN]:
        yield Refusal("light.lit", f"{action.tile} has a lantern already", "lanterns 1")
    if seat.stock[OIL] < price(seat):
        yield Refusal("light.no-oil", "a lamp takes 1 oil", "lanterns 1")
    if not state.supply[LANTERN]:
        yield Refusal("light.no-lantern", "no lantern is left in the supply", "lanterns 1")


def lit(state: AnyState, number: int, action: Action) -> tuple[Event, ...]:
    """Return what a legal answer leads to."""
    if not isinstance(action, Light):
        return ()
    return (LampLit(number, action.tile, price(state.seats[number])),)


class Lighting(BaseHandler[LightLamps]):
    """What the engine needs to know about `LightLamps`."""

    def automatic(self, table: Table, task: LightLamps) -> Outcome | None:
        """Ask, unless no lamp can be lit: oil, lanterns and tiles are seen by everybody."""
        return None if task.lamps and dark_tiles(table.state, task.seat) else NOTHING_HAPPENS

    def problem(self, table: Table, task: LightLamps) -> str:
        """Say if the task cannot be so."""
        return "" if task.lamps >= 0 else "a number of lamps is not negative"

    def prompt(self, table: Table, task: LightLamps, seat: int) -> str:
        """Say how many lamps may be lit."""
        return f"Light up to {task.lamps} more lamps, or say done."

    def options(self, table: Table, task: LightLamps, seat: int) -> Iterable[Sequence[Action]]:
        """Return a lamp for each dark tile, and the end."""
        return light_options(table.state, seat)

    def refusals(self, table: Table, task: LightLamps, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now."""
        return tuple(light_refusals(table.state, seat, action))

    def decide(self, table: Table, task: LightLamps, seat: int, action: Action) -> Outcome:
        """Light the lamp and ask again, or stop."""
        events = lit(table.state, seat, action)
        return Outcome(events, (LightLamps(seat, task.lamps - 1),) if events else ())

"""Phases: oil at the start of spring, lamps lit by all at once at the end of seasons, and embers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    NOTHING_HAPPENS,
    START,
    Action,
    BaseHandler,
    Event,
    Outcome,
    Pool,
    Refusal,
    Season,
    SeasonPhase,
    StockGained,
    Table,
    Task,
)
from keyflower_toy.goods import OIL
from keyflower_toy.lamps import dark_tiles, lamps_of, light_options, light_refusals, lit
from keyflower_toy.setup import LONG_NIGHTS


@frozen
class Nightfall(Task):
    """Every seat may light one lamp, in any order."""

    tag: ClassVar[str] = "lanterns.nightfall"
    waiting: tuple[int, ...]
    """The seats that have not answered yet."""


class NightLighting(BaseHandler[Nightfall]):
    """What the engine needs to know about `Nightfall`."""

    asks: ClassVar[str] = "Night falls: light a lamp, or say done."

    def automatic(self, table: Table, task: Nightfall) -> Outcome | None:
        """Go on without those who cannot light a lamp, as everybody can see."""
        able = tuple(seat for seat in task.waiting if dark_tiles(table.state, seat))
        if able == task.waiting and able:
            return None
        return Outcome(then=(Nightfall(able),)) if able else NOTHING_HAPPENS

    def seats(self, table: Table, task: Nightfall) -> tuple[int, ...]:
        """Return all who have not answered."""
        return task.waiting

    def options(self, table: Table, task: Nightfall, seat: int) -> Iterable[Sequence[Action]]:
        """Return a lamp for each dark tile, and the end."""
        return light_options(table.state, seat)

    def refusals(self, table: Table, task: Nightfall, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now."""
        return tuple(light_refusals(table.state, seat, action))

    def decide(self, table: Table, task: Nightfall, seat: int, action: Action) -> Outcome:
        """Light the lamp and wait for the others."""
        rest = tuple(other for other in task.waiting if other != seat)
        return Outcome(lit(table.state, seat, action), (Nightfall(rest),) if rest else ())


def _oil(table: Table, seats: Iterable[int], number: int) -> Outcome:
    """Give oil to seats in order, as far as the supply goes."""
    events: list[Event] = []
    left = table.state.supply[OIL]
    for seat in seats:
        given = min(number, left)
        left -= given
        if given:
            events.append(StockGained(seat, Pool.of({OIL: given})))
    return Outcome(tuple(events))


def dusk(table: Table) -> Outcome:
    """Give every seat its first oil."""
    number = 2 if LONG_NIGHTS.id in table.ruleset.chosen else 1
    return _oil(table, range(len(table.state.seats)), number)


def nightfall(table: Table) -> Outcome:
    """Let all seats light a lamp."""
    return Outcome(then=(Nightfall(tuple(range(len(table.state.seats)))),))


def embers(table: Table) -> Outcome:
    """Give one oil to those with the most lamps."""
    numbers = [len(lamps_of(seat)) for seat in table.state.seats]
    most = max(numbers)
    return _oil(table, [seat for seat, number in enumerate(numbers) if number == most > 0], 1)


DUSK = SeasonPhase("lanterns.dusk", after=START, run=dusk, seasons=(Season.SPRING,), title="Dusk")
NIGHT = SeasonPhase("lanterns.night", after="end.powers", run=nightfall, title="Night")
EMBERS = SeasonPhase(
    "lanterns.embers",
    after=NIGHT.id,
    run=embers,
    seasons=(Season.SPRING, Season.SUMMER, Season.AUTUMN),
    title="Embers",
)

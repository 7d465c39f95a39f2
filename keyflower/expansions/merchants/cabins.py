"""Cabins: each gives one more upgrade whenever its home is used (merchants 5)."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from keyflower.expansions.merchants.goods import CABIN
from keyflower.extend import (
    DOUBLED,
    EMPTY,
    ON_HOMES,
    YOU,
    Action,
    BaseHandler,
    Compiled,
    Draft,
    Event,
    Haul,
    Layout,
    Outcome,
    OwnPlace,
    PieceKind,
    Pool,
    Resolve,
    Table,
    Task,
    Village,
    Where,
    Widening,
    Worth,
    compiled_as,
    open_,
    phrase,
    pieces_of,
    tile_name,
)


@frozen
class Cabins(OwnPlace):
    """The cabins on the home of a village."""

    tag: ClassVar[str] = "merchants.cabins"
    compiled: ClassVar[Compiled] = Compiled(ON_HOMES)
    title: ClassVar[str] = phrase("Cabins")
    where: ClassVar[Where] = Where.VILLAGE
    home: str = open_(default="")
    """The home they stand on."""
    cabins: Pool = open_(default=EMPTY)
    """The cabins."""

    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """Return the cabins on the home."""
        return ((self.home, self.cabins),)

    def problem(self, layout: Layout) -> str:
        """Say if they are not on the home, or not cabins."""
        if self.home != layout.tiles[0].name or not self.cabins or self.cabins.pieces != (CABIN,):
            return "cabins are on the home of a village, and nothing else is among them"
        return ""


def cabins_on(village: Village, tile: str) -> int:
    """Return how many cabins stand on a tile of a village."""
    there = village.place(Cabins)
    return there.cabins.total if there.home == tile else 0


@frozen
class CabinsBuilt(Event):
    """A seat put cabins from the supply on its home."""

    tag: ClassVar[str] = "merchants.cabins-built"
    seat: int
    """Whose home it is."""
    home: str
    """The home."""
    cabins: Pool
    """The cabins."""

    def apply(self, draft: Draft) -> None:
        """Put them there."""
        draft.supply -= self.cabins
        seat = draft.seat(self.seat)
        there = seat.village.place(Cabins).cabins
        seat.village = seat.village.with_place(Cabins(self.home, there + self.cabins))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"cabins": pieces_of(CABIN, self.cabins.total), "home": tile_name(self.home)}
        if players[self.seat] is YOU:
            return phrase("You put {cabins} on {home}.", **gaps)
        return phrase("{who} puts {cabins} on {home}.", who=players[self.seat], **gaps)


@frozen
class BuildCabins(Task):
    """A seat puts cabins on its home."""

    tag: ClassVar[str] = "merchants.build-cabins"
    finishes: ClassVar[bool] = True
    seat: int
    """Who gets them."""
    cabins: Pool
    """The cabins."""


@compiled_as(Compiled(ON_HOMES))
def _gained(task: Resolve, cabins: Pool) -> Task:
    return BuildCabins(task.seat, cabins)


CABINS = PieceKind(CABIN, _gained, "stands on a home", worth=Worth(held=(80, 50, 20, 0)))
"""Cabins that somebody gets go on the home at once."""


class CabinBuilding(BaseHandler[BuildCabins]):
    """How cabins come to a home."""

    compiled: ClassVar[Compiled] = Compiled(ON_HOMES)

    def automatic(self, table: Table, task: BuildCabins) -> Outcome:
        """Put them there; there is nothing to decide."""
        home = table.state.seats[task.seat].village.layout.tiles[0].name
        return Outcome((CabinsBuilt(task.seat, home, task.cabins),))


class HomeUsing(Widening[Resolve]):
    """The use of a home with cabins: each gives one upgrade more, doubled with the rest (merchants 5)."""

    compiled: ClassVar[Compiled] = Compiled(ON_HOMES)

    def automatic(self, table: Table, task: Resolve) -> Outcome | Action | None:
        """Let the effect take place, and add the upgrades."""
        outcome = self.inner.automatic(table, task)
        owner = table.state.owner(task.tile)
        if owner is None or not isinstance(outcome, Outcome):
            return outcome
        more = cabins_on(table.state.seats[owner].village, task.tile)
        if not more:
            return outcome
        if DOUBLED in table.state.seats[task.seat].powers:
            more *= 2
        then = [
            evolve(step, upgrades=step.upgrades + more) if type(step) is Haul else step
            for step in outcome.then
        ]
        return Outcome(outcome.events, tuple(then))

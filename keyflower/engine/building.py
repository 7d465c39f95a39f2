"""Building: won tiles are laid into the villages, all seats at the same time (rules 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, overload

from keyflower.extend.powers import LAY_FREELY
from keyflower.extend.table import BaseHandler, Outcome, Table
from keyflower.model.actions import Action, Place
from keyflower.model.decisions import Task
from keyflower.model.events import TileLaid, TileLost
from keyflower.model.layout import Place as Where
from keyflower.model.state import Seat
from keyflower.vocabulary.errors import Refusal, suggest


def places(table: Table, seat: Seat, tile: str) -> tuple[Where, ...]:
    """Return every cell and rotation in which a tile may be laid."""
    edges = table.ruleset.tiles[tile].edges
    return seat.village.layout.places(edges, free=LAY_FREELY in seat.powers)


def _can_build(table: Table, seat: Seat) -> bool:
    layout, free = seat.village.layout, LAY_FREELY in seat.powers
    return any(layout.has_place(table.ruleset.tiles[tile].edges, free=free) for tile, _ in seat.won)


class Laying(dict[Where, Place]):
    """The actions that lay one tile, by place; each is made once and shared."""

    def __init__(self, tile: str) -> None:
        """Begin without any action."""
        super().__init__()
        self.tile = tile

    def __missing__(self, where: Where) -> Place:
        """Make the action of a place that is asked for the first time."""
        if len(self) > _MOST_SHARED:
            self.clear()
        action = self[where] = Place(self.tile, *where)
        return action


_MOST_SHARED: Final = 5000
_laying = lru_cache(maxsize=1024)(Laying)


class Places(Sequence[Place]):
    """The ways to lay one tile, each made when it is asked for."""

    __slots__ = ("tile", "where")

    def __init__(self, tile: str, where: Sequence[Where]) -> None:
        """Offer a tile at each of some places."""
        self.tile = tile
        self.where = where

    def __len__(self) -> int:
        """Return how many places there are."""
        return len(self.where)

    def __iter__(self) -> Iterator[Place]:
        """Iterate the actions."""
        return map(_laying(self.tile).__getitem__, self.where)

    @overload
    def __getitem__(self, number: int) -> Place: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Place]: ...

    def __getitem__(self, number: int | slice) -> Place | Sequence[Place]:
        """Return the action at a place of the order, or a run of them."""
        if isinstance(number, slice):
            return Places(self.tile, self.where[number])
        return _laying(self.tile)[self.where[number]]


class Building(BaseHandler):
    """How the engine handles building."""

    def automatic(self, table: Table, task: Task) -> Outcome | None:
        """Close the phase when no seat can lay a tile; tiles that fit nowhere leave the game."""
        seats = table.state.seats
        for seat in seats:
            if seat.won and _can_build(table, seat):
                return None
        return Outcome(
            tuple(TileLost(number, tile) for number, seat in enumerate(seats) for tile, _ in seat.won)
        )

    def seats(self, table: Table, task: Task) -> tuple[int, ...]:
        """Return the seats that still have a tile to lay."""
        seats = table.state.seats
        return tuple([number for number, seat in enumerate(seats) if seat.won and _can_build(table, seat)])

    def prompt(self, table: Table, task: Task, seat: int) -> str:
        """Name the tiles to lay."""
        titles = [table.ruleset.tiles[tile].title for tile, _ in table.state.seats[seat].won]
        return f"Lay your tiles: {', '.join(titles)}."

    def menus(self, table: Table, task: Task, seat: int) -> Iterator[Sequence[Action]]:
        """Iterate the places of each tile, by cell and rotation."""
        own = table.state.seats[seat]
        for tile, _ in own.won:
            yield Places(tile, places(table, own, tile))

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a tile cannot be laid there."""
        own = table.state.seats[seat]
        names = [tile for tile, _ in own.won]
        if not isinstance(action, Place):
            return (Refusal("place.expected", f"first lay your tiles: {', '.join(names)}", "4.4"),)
        if action.tile in own.village:
            return (Refusal("place.laid", f"{action.tile} is laid and stays where it is", "4.4"),)
        if action.tile not in names:
            hint = suggest(action.tile, names)
            return (Refusal("place.not-won", f"{action.tile} is not among {', '.join(names)}{hint}", "4.4"),)
        edges = table.ruleset.tiles[action.tile].edges
        free = LAY_FREELY in own.powers
        misfit = own.village.layout.misfit(edges, action.cell, action.rotation, free=free)
        return () if misfit is None else (Refusal(f"place.{misfit.reason}", str(misfit), "4.4"),)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        """Lay the tile."""
        assert isinstance(action, Place)
        side = dict(table.state.seats[seat].won)[action.tile]
        tile = table.ruleset.tiles[action.tile]
        powers = tuple(power.slot for power in tile.face(side).powers)
        laid = TileLaid(
            seat, tile.name, action.cell, action.rotation, tile.edges, tile.kind.value, side, powers
        )
        return Outcome((laid,), stays=True)

"""Building: seats lay the tiles they have won, all at the same time (rules 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from keyflower.extend.handlers import Outcome, Table
from keyflower.extend.powers import LAY_FREELY
from keyflower.kernel.actions import Action
from keyflower.kernel.combinators import Together
from keyflower.kernel.errors import Refusal, named
from keyflower.kernel.events import Event
from keyflower.kernel.text import phrase
from keyflower.model.actions import Place
from keyflower.model.events import TileLaid, TileLost
from keyflower.model.hexes import Cell
from keyflower.model.names import suggest_tile, tile_name, tile_names, titles
from keyflower.model.state import Seat
from keyflower.model.tasks import BuildAll


def _can_build(table: Table, seat: Seat) -> bool:
    """Return whether a seat has won a tile that it can lay."""
    layout, free = seat.village.layout, LAY_FREELY in seat.powers
    return any(layout.has_place(table.ruleset.tiles[tile].edges, free=free) for tile, _ in seat.won)


class Laying(dict[Cell, tuple[Place, ...]]):
    """The actions that lay one tile, by cell: one for each rotation. They are made once and shared."""

    def __init__(self, tile: str) -> None:
        """Start with an empty table."""
        super().__init__()
        self.tile = tile

    def __missing__(self, cell: Cell) -> tuple[Place, ...]:
        """Make the actions of a cell that is new to the table."""
        if len(self) > _MOST_SHARED:
            self.clear()
        actions = self[cell] = tuple(map(Place, repeat(self.tile), repeat(cell), range(6)))
        return actions


_MOST_SHARED: Final = 1000
laying = lru_cache(maxsize=1024)(Laying)


def _why_not(table: Table, own: Seat, action: Action) -> tuple[Refusal, ...]:
    """Return why a tile cannot be laid like that."""
    names = [tile for tile, _ in own.won]
    if not isinstance(action, Place):
        return (
            Refusal(
                "place.expected",
                phrase("first lay your tiles: {tiles}", tiles=tile_names(names)),
                "4.4",
            ),
        )
    if action.tile in own.village:
        return (
            Refusal(
                "place.laid",
                phrase(
                    "{tile} is already in your village and stays where it is", tile=tile_name(action.tile)
                ),
                "4.4",
            ),
        )
    if action.tile not in names:
        hint = suggest_tile(action.tile, names)
        gaps = {"tile": tile_name(action.tile), "tiles": tile_names(names)}
        return (
            Refusal(
                "place.not-won",
                phrase("you have not won {tile}: you can lay {tiles}{hint}", hint=hint, **gaps),
                "4.4",
                params=named(**gaps),
            ),
        )
    edges, free = table.ruleset.tiles[action.tile].edges, LAY_FREELY in own.powers
    misfit = own.village.layout.misfit(edges, action.cell, action.rotation, free=free)
    if misfit is None:
        return ()
    clashes = [f"{clash.direction} {clash.ours} {clash.theirs} {clash.tile}" for clash in misfit.clashes]
    params = named(
        tile=misfit.tile or action.tile,
        cell=misfit.cell,
        rotation=misfit.rotation,
        clashes="; ".join(clashes),
    )
    return (Refusal(f"place.{misfit.reason}", misfit.words(), "4.4", params=params),)


class Building(Together[Table, BuildAll]):
    """How the engine handles building."""

    def is_asked(self, table: Table, own: Seat) -> bool:
        """Return whether a seat has won a tile that it can lay."""
        return bool(own.won) and _can_build(table, own)

    def ended(self, table: Table, task: BuildAll) -> Outcome:
        """Close the phase when no seat can lay a tile; tiles that fit nowhere leave the game."""
        seats = table.state.seats
        return Outcome(
            tuple(TileLost(number, tile) for number, seat in enumerate(seats) for tile, _ in seat.won)
        )

    def prompt(self, table: Table, task: BuildAll, seat: int) -> str:
        """Name the tiles to lay."""
        won = [tile for tile, _ in table.state.seats[seat].won]
        return phrase("Lay your tiles: {tiles}.", tiles=titles(table.ruleset.tiles, won))

    def options(self, table: Table, task: BuildAll, seat: int) -> list[Sequence[Action]]:
        """Return the places of each tile, by cell and rotation."""
        # must agree with refusals()
        own, tiles = table.state.seats[seat], table.ruleset.tiles
        layout, free = own.village.layout, LAY_FREELY in own.powers
        return [layout.at_places(laying(tile), tiles[tile].edges, free=free) for tile, _ in own.won]

    def refusals(self, table: Table, task: BuildAll, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a tile cannot be laid there."""
        own = table.state.seats[seat]
        if type(action) is Place and action.tile in dict(own.won):
            free = LAY_FREELY in own.powers
            edges = table.ruleset.tiles[action.tile].edges
            if own.village.layout.fits(edges, action.cell, action.rotation, free=free):
                return ()
        return _why_not(table, own, action)

    def acted(self, table: Table, task: BuildAll, seat: int, action: Action) -> tuple[Event, ...]:
        """Lay the tile."""
        assert isinstance(action, Place)
        side = dict(table.state.seats[seat].won)[action.tile]
        tile = table.ruleset.tiles[action.tile]
        powers = tile.face(side).powers
        slots = tuple([power.slot for power in powers]) if powers else ()
        return (
            TileLaid(seat, tile.name, action.cell, action.rotation, tile.edges, tile.kind.value, side, slots),
        )

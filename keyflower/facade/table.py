"""What a game and a view have in common: reading the table."""

from __future__ import annotations

from importlib import import_module

from keyflower.model.lots import Berth, Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import Village
from keyflower.vocabulary.errors import UnknownName, suggest
from keyflower.vocabulary.pictures import Pictured
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import SPECTATOR, Season


def seat_number(players: tuple[str, ...], who: int | str) -> int:
    """Return the number of a seat given by number or name; `SPECTATOR` is a seat too.

    Raises:
        UnknownName: if nobody is called so.
    """
    if isinstance(who, int) and not isinstance(who, bool):
        if who == SPECTATOR or 0 <= who < len(players):
            return who
        raise UnknownName(f"there is no seat {who}: seats are 0 to {len(players) - 1}")
    if who in players:
        return players.index(who)
    raise UnknownName(
        f"nobody is called {who!r}{suggest(str(who), players)}; players are {', '.join(players)}"
    )


class Reading(Pictured):
    """The reading side of a game or a view."""

    __slots__ = ("__weakref__",)  # front-ends keep things beside a game for as long as it lives

    state: State
    """The state that is read."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        raise NotImplementedError(f"{type(self).__name__} does not know its players")

    def seat_of(self, who: int | str) -> int:
        """Return the number of a seat given by number or name.

        Raises:
            UnknownName: if nobody is called so.
        """
        return seat_number(self.players, who)

    @property
    def season(self) -> Season:
        """The running season."""
        return self.state.season

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.agenda

    @property
    def start_player(self) -> str:
        """The name of the holder of the purple worker."""
        return self.players[self.state.start]

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The tiles in the auction area with their bids and uses."""
        return self.state.lots

    @property
    def boats(self) -> tuple[Berth, ...]:
        """The boats in a row with what they carry."""
        return self.state.berths

    @property
    def supply(self) -> Pool:
        """The open supply."""
        return self.state.supply

    def svg(self, *, width: float | None = None, columns: int | None = None, dark: bool = False) -> str:
        """Return a picture of the whole table; needs the extra ``svg``.

        Args:
            width: how wide it may become before its parts go to the next row.
            columns: how many lots stand in a row.
            dark: dark colours instead of light ones.
        """
        return str(import_module("keyflower.render").table_svg(self, width=width, columns=columns, dark=dark))

    def village(self, who: int | str) -> Village:
        """Return the village of a player, by name or seat."""
        return self.state.seats[self.seat_of(who)].village

    def screen(self, who: int | str) -> Seat:
        """Return what belongs to a player: pieces behind the screen, open pieces, won tiles."""
        return self.state.seats[self.seat_of(who)]

"""What a game and a view have in common: reading the table."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.match import Match
from keyflower.kernel.html import html_table
from keyflower.kernel.text import Speaker, Spoken
from keyflower.model.display import Pictured
from keyflower.model.enums import Season
from keyflower.model.lots import Berth, Lot
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.model.village import Village


class Lots(tuple[Lot, ...]):
    """The auction area: a tuple that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        rows = [
            (
                lot.tile,
                ", ".join(f"seat {bid.seat} {bid.workers}" for bid in lot.bids),
                ", ".join(str(use.workers) for use in lot.uses),
            )
            for lot in self
        ]
        return html_table(["tile", "bids", "uses"], rows)


class Accessors(Pictured):
    """The reading side of a game or a view."""

    __slots__ = ()

    if TYPE_CHECKING:  # what both have
        match: Match
        state: State

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game.

        >>> game.ruleset
        <Ruleset base>
        """
        return self.match.ruleset

    def language(self, language: Spoken) -> Speaker:
        """Return a `Language`, with the texts of all expansions in the game.

        Raises:
            UnknownName: if there are no texts in that language.

        >>> game.language("uk").code
        'uk'
        """
        return self.match.language(language)

    @property
    def season(self) -> Season:
        """The current season.

        >>> game.season
        <Season.SPRING: 'spring'>
        """
        return self.state.season

    @property
    def start_player(self) -> str:
        """The name of the player who holds the purple worker.

        >>> game.start_player
        'Bob'
        """
        return self.match.players[self.state.start]

    @property
    def lots(self) -> Lots:
        """The tiles in the auction area with their bids and uses.

        >>> [lot.tile for lot in game.lots][:3]
        ['apprentice_hall', 'keywood', 'miner']
        """
        return Lots(self.state.lots)

    @property
    def boats(self) -> tuple[Berth, ...]:
        """The boats in a row with what they carry.

        >>> [berth.boat for berth in game.boats]
        ['boat_keyflower', 'boat_sea_bastion', 'boat_sea_breese']
        """
        return self.state.berths

    @property
    def supply(self) -> Pool:
        """The open supply.

        >>> game.supply
        Pool.of(green=20, gold=48, iron=24, stone=24, wood=24)
        """
        return self.state.supply

    def svg(
        self,
        *,
        width: float | None = None,
        columns: int | None = None,
        dark: bool = False,
        language: Spoken = "en",
    ) -> str:
        """Return a picture of the whole table; needs the extra ``svg``.

        Args:
            width: how wide it may get before its parts wrap to the next row.
            columns: how many lots are in a row.
            dark: dark colours instead of light ones.
            language: a language, given by its code such as ``uk``.

        >>> game.svg(language="uk")[:4]
        '<svg'
        """
        render = import_module("keyflower.render")
        return str(render.table_svg(self, width=width, columns=columns, dark=dark, language=language))

    def village(self, who: int | str) -> Village:
        """Return the village of a player, by name or seat.

        >>> game.village("Ann").names
        ('home_5',)
        """
        return self.state.seats[self.match.seat_of(who)].village

    def screen(self, who: int | str) -> Seat:
        """Return everything that belongs to a player: pieces behind the screen, open pieces, tiles won.

        >>> view.screen("Ann").workers, view.screen("Bob").workers
        (Pool.of(unknown=8), Pool.of(red=3, blue=2, yellow=3))
        """
        return self.state.seats[self.match.seat_of(who)]

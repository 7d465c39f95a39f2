"""Accumulators: statistics that grow game by game and can be merged, also from several processes."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from keyflower.facade.game import Game
from keyflower.model.enums import TileKind
from keyflower.simulate.plan import Result
from keyflower.simulate.statistics import Share, Standing, Tally, data_of, from_data, merged

__all__ = ["Share", "Standing", "Tally", "TilesWon"]


@frozen
class TilesWon:
    """How many points the owners of each tile ended with."""

    owners: Mapping[str, Tally] = field(factory=dict)
    """The points of the seats in whose village the tile lay at the end, by tile."""

    def add(self, game: Game, result: Result) -> TilesWon:
        """Return the statistic with one more game; homes are left out, as nobody wins them."""
        owners = dict(self.owners)
        for seat, total in enumerate(result.totals):
            for placed, _ in game.village(seat):
                if placed.kind != TileKind.HOME.value:
                    owners[placed.name] = owners.get(placed.name, Tally()).plus(total)
        return evolve(self, owners=owners)

    def merge(self, other: TilesWon) -> TilesWon:
        """Return the statistic of the games of both."""
        return TilesWon(merged(self.owners, other.owners))

    def to_data(self) -> dict[str, object]:
        """Return the statistic as JSON-able data."""
        return data_of(self)

    @staticmethod
    def from_data(data: object) -> TilesWon:
        """Return the statistic from the data of `to_data`.

        Raises:
            SetupError: if the data do not come from `to_data`.
        """
        return from_data(TilesWon, data)

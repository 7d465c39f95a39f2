"""`Result`: what is kept of one simulated game."""

from __future__ import annotations

from attrs import frozen


@frozen
class Result:
    """The outcome of one game."""

    seed: int
    """The seed it was played with."""
    bots: tuple[str, ...]
    """The names of the bots, by seat."""
    totals: tuple[int, ...]
    """The points, by seat."""
    winners: tuple[int, ...]
    """The seats that won."""
    plies: int
    """How many actions were played."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat, for data frames."""
        return [
            {
                "seed": self.seed,
                "seat": seat,
                "bot": bot,
                "points": points,
                "won": seat in self.winners,
                "plies": self.plies,
            }
            for seat, (bot, points) in enumerate(zip(self.bots, self.totals, strict=True))
        ]

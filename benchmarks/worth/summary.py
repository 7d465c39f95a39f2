"""Sums: win rates and points by seat, home, tile, boat and opening bid, with 95 % intervals.

Points are told as a margin: the points of a seat less the average of its table. The margins of a table add up to
nothing, so what a game gives to everybody does not count. Places around the table are not equally good, and they decide
who takes which boat and who has which home; `beyond` is the margin beyond what the place alone brings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from keyflower.simulate import RunStore, Share, Tally

Told: TypeAlias = dict[str, Any]  # Any: what JSON holds
"""One line of a table of the page, as JSON-able data."""


class Sums:
    """What the games of one study came to."""

    def __init__(self, parts: RunStore) -> None:
        seats = parts.frame("seats").collect()
        self.players = seats["seat"].n_unique()
        self.games = seats["number"].n_unique()
        total = pl.col("points").sum().over("number")
        # whole numbers, so that sums are exact: the margin times the number of players
        seats = seats.with_columns(margin=pl.col("points") * self.players - total)
        first = parts.frame("actions").filter(pl.col("ply") == 1).select("number", start="seat")
        place = (pl.col("seat") - pl.col("start")) % self.players
        usual = pl.col("margin").mean().over("place")
        self.seats = (
            seats.join(first.collect(), on="number")
            .with_columns(place=place)
            .with_columns(beyond=(pl.col("margin") - usual) / self.players)
        )
        self._parts = parts

    def _with_seats(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the margin and the win of their seat."""
        own = self.seats.select("number", "seat", "margin", "beyond", "won")
        return frame.drop("won", "points", strict=False).join(own, on=["number", "seat"])

    def told(self, frame: pl.DataFrame, *by: str) -> list[Told]:
        """Return one line for each group: how many, how often they win, their margin, and that beyond their place."""
        margin, beyond = pl.col("margin"), pl.col("beyond")
        groups = frame.group_by(by).agg(
            pl.len().alias("n"),
            pl.col("won").sum(),
            margin.sum(),
            (margin * margin).sum().alias("squares"),
            beyond.mean(),
            beyond.std().alias("spread"),
        )
        return [
            {**{name: row[name] for name in by}, **_line(row, self.players)}
            for row in groups.sort(by).iter_rows(named=True)
        ]

    # ------------------------------------------------------------------ the tables of the page

    def points(self) -> Told:
        """Return what a seat scores on average, and how far winners are ahead."""
        tally = _tally(self.seats["points"])
        best = self.seats.group_by("number").agg(pl.col("points").sort(descending=True).head(2))
        lead = best.select(pl.col("points").list.get(0) - pl.col("points").list.get(1))["points"]
        return {
            "points": round(tally.mean, 2),
            "points_interval": _rounded(tally.interval),
            "deviation": round(tally.deviation, 2),
            "lead": round(_tally(lead).mean, 2),
            "tiles": round(_tally(self.seats["tiles"]).mean, 2),
            "turned": round(_tally(self.seats["turned"]).mean, 2),
        }

    def by_seat(self) -> list[Told]:
        """Return places counted from the start player of spring, with the workers that their boats brought."""
        boats = self._parts.frame("boats").group_by("number", "seat").agg(pl.col("workers", "skills").sum())
        places = self.seats.select("number", "seat", "place").join(boats.collect(), on=["number", "seat"])
        brought = {
            row["place"]: {"boat_workers": round(row["workers"], 2), "boat_skills": round(row["skills"], 2)}
            for row in places.group_by("place").agg(pl.col("workers", "skills").mean()).iter_rows(named=True)
        }
        return [{**line, **brought[line["place"]]} for line in self.told(self.seats, "place")]

    def by_home(self) -> list[Told]:
        """Return the homes."""
        return self.told(self.seats, "home")

    def by_tiles_laid(self) -> list[Told]:
        """Return how many tiles a village has in the end."""
        return self.told(self.seats.with_columns(laid=pl.col("tiles").clip(0, 18)), "laid")

    def by_boat(self) -> list[Told]:
        """Return the boats of each season."""
        return self.told(self._with_seats(self._parts.frame("boats").collect()), "season", "boat")

    def by_pick(self) -> list[Told]:
        """Return in which order seats chose their boats."""
        return self.told(self._with_seats(self._parts.frame("boats").collect()), "season", "pick")

    def openings(self) -> pl.DataFrame:
        """Return the first bid of each seat."""
        bids = self._parts.frame("actions").filter((pl.col("season") == "spring") & (pl.col("verb") == "bid"))
        first = bids.sort("number", "ply").group_by("number", "seat", maintain_order=True).first().collect()
        return self._with_seats(first.with_columns(size=pl.col("workers").clip(0, 5)))

    def by_tile(self) -> list[Told]:
        """Return every tile: price, how often it is sold, its own points, and what its owners come to."""
        lots = self._parts.frame("lots").collect()
        # turn-order tiles are sold in every season, and lie in villages only if they were won in the last
        lots = lots.filter((pl.col("kind") != "turn_order") | (pl.col("season") == "winter"))
        prices = {
            row["tile"]: row
            for row in lots.group_by("tile")
            .agg(
                pl.first("season"),
                pl.first("kind"),
                pl.len().alias("offered"),
                pl.col("seat").count().alias("sold"),
                pl.col("bid").filter(pl.col("seat").is_not_null()).mean().alias("price"),
                pl.col("workers").filter(pl.col("seat").is_not_null()).mean().alias("with_it"),
            )
            .iter_rows(named=True)
        }
        laid = self._parts.frame("tiles").collect()
        own = {
            row["tile"]: row
            for row in laid.group_by("tile")
            .agg(pl.col("gave").mean(), pl.col("turned").mean())
            .iter_rows(named=True)
        }
        adjusted = self.adjusted(laid)
        return [
            {
                **line,
                "season": price["season"],
                "kind": price["kind"],
                "offered": price["offered"],
                "sold": round(price["sold"] / price["offered"], 4),
                "price": round(price["price"], 3),
                "with_it": round(price["with_it"], 3),
                "gave": round(own[name]["gave"], 3),
                "turned": round(own[name]["turned"], 3),
                "worth": adjusted[name][0],
                "worth_interval": adjusted[name][1:],
            }
            for line in self.told(self._with_seats(laid), "tile")
            for name in [str(line["tile"])]
            if name in prices
            for price in [prices[name]]
        ]

    def adjusted(self, laid: pl.DataFrame) -> dict[str, tuple[float, float, float]]:
        """Return how much more margin a seat has with each tile than without, all other tiles being equal.

        A linear regression of the margin on all tiles of the village, the home and the place; everything is counted
        less the average of the table, as points are. The intervals allow for seats of a table depending on each other.
        """
        names = laid["tile"].unique().sort().to_list()
        places = {name: place for place, name in enumerate(names)}
        seats = self.seats.sort("number", "seat")
        rows = seats.with_row_index("row").select("row", "number", "seat")
        where = laid.join(rows, on=["number", "seat"])
        owned = np.zeros((len(seats), len(names) + self.players))
        owned[where["row"].to_numpy(), [places[name] for name in where["tile"]]] = 1.0
        owned[np.arange(len(seats)), len(names) + seats["place"].to_numpy()] = 1.0
        tables = owned.reshape(self.games, self.players, owned.shape[1])
        tables = tables - tables.mean(axis=1, keepdims=True)
        margins = (seats["margin"].to_numpy() / self.players).reshape(self.games, self.players)
        worth, error = _regression(tables, margins)
        return {
            name: (
                round(float(worth[place]), 3),
                round(float(worth[place] - 1.96 * error[place]), 3),
                round(float(worth[place] + 1.96 * error[place]), 3),
            )
            for name, place in places.items()
        }

    def to_data(self) -> Told:
        """Return everything that the page tells."""
        openings = self.openings()
        return {
            "games": self.games,
            "players": self.players,
            **self.points(),
            "seats": self.by_seat(),
            "homes": self.by_home(),
            "laid": self.by_tiles_laid(),
            "boats": self.by_boat(),
            "picks": self.by_pick(),
            "opening_sizes": self.told(openings, "size"),
            "opening_tiles": self.told(openings, "tile"),
            "tiles": self.by_tile(),
        }


def _regression(
    tables: NDArray[np.float64], margins: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return coefficients and standard errors of a regression, clustered by table."""
    flat, known = tables.reshape(-1, tables.shape[2]), margins.ravel()
    inverse = np.linalg.pinv(flat.T @ flat)
    found = inverse @ (flat.T @ known)
    left = (known - flat @ found).reshape(margins.shape)
    scores = np.einsum("gst,gs->gt", tables, left)
    spread = inverse @ (scores.T @ scores) @ inverse
    return found, np.sqrt(np.maximum(np.diag(spread), 0.0))


def _tally(numbers: pl.Series) -> Tally:
    return Tally(len(numbers), int(numbers.sum()), int((numbers * numbers).sum()))


def _line(row: Mapping[str, Any], players: int) -> Told:  # Any: what polars tells
    """Return a group with its rates, averages and intervals."""
    number = row["n"]
    share, tally = Share(row["won"], number), Tally(number, row["margin"], row["squares"])
    low, high = tally.interval
    reach = 1.96 * (row["spread"] or 0.0) / number**0.5 if number > 1 else float("inf")
    return {
        "n": number,
        "wins": round(share.rate, 4),
        "wins_interval": _rounded(share.interval, 4),
        "margin": round(tally.mean / players, 3),
        "margin_interval": _rounded((low / players, high / players)),
        "beyond": round(row["beyond"], 3) + 0.0,  # no minus before a zero
        "beyond_interval": _rounded((row["beyond"] - reach, row["beyond"] + reach)),
    }


def _rounded(interval: tuple[float, float], digits: int = 3) -> list[float | None]:
    return [round(end, digits) if abs(end) != float("inf") else None for end in interval]

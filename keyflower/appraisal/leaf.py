"""`Leaf`: what a game is worth to each seat at the end of a season, learned from games of stewards.

Each seat has some features (points, workers, tiles, what the steward thinks of the rest, ...). One weighted sum of
them tells how many points the seat will have in the end, another how likely it is to win; both only matter in
comparison with the other seats. The numbers are in ``leaf.json``, written by ``python -m benchmarks.learning``;
nothing is learned while a game is played. The native library does the same sums (``native/bots/leaf.c``).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final, TypeAlias

from attrs import frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.weights import Weights
from keyflower.extend.ruleset import Ruleset
from keyflower.model.enums import BACK, COLOURS, FRONT, SEASONS
from keyflower.model.state import State

FEATURES: Final = (
    "points", "promises", "workers", "green workers", "skills", "resources", "wild resources", "stock", "tiles",
    "upgraded tiles", "roads", "promises of own tiles", "best winter tile", "second winter tile", "tiles won",
    "promises of tiles won", "start player", "powers", "animals", "herds",
)  # fmt: skip
"""The features of a seat, in the order in which ``leaf.c`` writes them."""
BLUR: Final = 3.0
"""The points by which a total may be out: equal totals are an open game, ten points between them are not."""
ENDS: Final = len(SEASONS) - 1
"""How many seasons end before the game does."""
Row: TypeAlias = tuple[float, ...]
"""A number for each feature."""


def features(ruleset: Ruleset, state: State, seat: int, weights: Weights) -> Row:
    """Return the features of a seat."""
    appraiser, own = Appraiser.of(ruleset, seat, weights), state.seats[seat]
    when = SEASONS.index(state.season)
    goods, village = own.village.goods, own.village
    points, value = appraiser.points(state), appraiser.value(state)
    wilds = sum(goods[good] for good in goods.pieces if ruleset.goods[good].wild)
    workers, rare = own.workers + own.open_workers, COLOURS[-1]
    hand = own.winter if when < ENDS else ()
    gains = sorted((max(0, appraiser.gain_by_laying(state, tile, FRONT)) for tile in hand), reverse=True)
    herds = [herd for _, herd in village.on_pastures]
    return (
        points,
        value - points,
        workers.total - workers[rare],
        workers[rare],
        own.skills.total + own.open_skills.total,
        goods.total - wilds,
        wilds,
        own.stock.total,
        len(village.spots),
        sum(
            spot.side == BACK and ruleset.tiles[placed.name].upgradable
            for placed, spot in zip(village.layout.tiles, village.spots, strict=True)
        ),
        len(village.layout.road_links),
        appraiser.own_tiles(own, when),
        gains[0] if gains else 0,
        gains[1] if len(gains) > 1 else 0,
        len(own.won),
        sum(appraiser.promise(state, tile, side) for tile, side in own.won),
        float(state.start == seat),
        len(own.powers),
        sum(herd.total for herd in herds),
        len(herds),
    )


def compared(points: Sequence[float], strengths: Sequence[float]) -> tuple[Row, Row]:
    """Return how far each seat is ahead of the average of the others, and how likely it is to win."""
    others, total = len(points) - 1, sum(points)
    most = max(strengths)
    shares = [exp(strength - most) for strength in strengths]
    margins = tuple(own - (total - own) / others for own in points)
    return margins, tuple(share / sum(shares) for share in shares)


@frozen
class Leaf:
    """The learned value for some rules and a number of seats."""

    expansions: frozenset[str]
    """The expansions of the games it was learned from, the base game included."""
    seats: int
    """How many seats they had."""
    margin: tuple[Row, ...]
    """What each feature counts in points, at the end of spring, summer and autumn."""
    win: tuple[Row, ...]
    """What each feature counts for winning, as a logarithm of odds."""

    def values(self, season: int, rows: Sequence[Row]) -> tuple[Row, Row]:
        """Return margins and chances to win at the end of a season, given the features of all seats."""
        return compared(
            [_weighed(self.margin[season], row) for row in rows],
            [_weighed(self.win[season], row) for row in rows],
        )


def finished(totals: Sequence[float]) -> tuple[Row, Row]:
    """Return margins and chances to win of a game that is over; chances are blurred by some points."""
    return compared(totals, [total / BLUR for total in totals])


def _weighed(weights: Row, row: Row) -> float:
    return sum(weight * one for weight, one in zip(weights, row, strict=True))


@lru_cache(maxsize=1)
def learned() -> tuple[Leaf, ...]:
    """Return all learned values; the file is read once."""
    data = json.loads((files("keyflower.appraisal") / "leaf.json").read_text("utf-8"))
    assert tuple(data["features"]) == FEATURES, "leaf.json was written for other features"
    return tuple(
        Leaf(
            frozenset(one["expansions"]),
            one["seats"],
            tuple(tuple(row) for row in one["margin"]),
            tuple(tuple(row) for row in one["win"]),
        )
        for one in data["fits"]
    )


def leaf_of(ruleset: Ruleset, seats: int) -> Leaf:
    """Return the learned value for games of some rules: of the same expansions, or of those most alike.

    Where nothing was learned for exactly these, it is an extrapolation, and `Leaf.expansions` and `Leaf.seats` say so.
    """
    names = frozenset(expansion.id for expansion in ruleset.expansions)

    def distance(leaf: Leaf) -> tuple[int, int]:
        return len(names ^ leaf.expansions), abs(seats - leaf.seats)

    return min(learned(), key=distance)

"""`Features`: what a seat may know as a vector of numbers with names, seen from that seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from keyflower.envs.tokens import TokenChoice, Vocabulary
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.view import View
from keyflower.kernel.arguments import whole
from keyflower.kernel.bots import MOST_PLAYERS
from keyflower.kernel.pieces import pools_in
from keyflower.model.enums import COLOURS, SEASONS, USE_CAP
from keyflower.model.lots import Lot
from keyflower.model.pool import EMPTY
from keyflower.model.state import Seat
from keyflower.model.tasks import TASKS, Haul

_KINDS: Final = tuple(task.tag for task in TASKS)
_LOT: Final = ("lot", "own bid", "other bid", "leads", "back", "used")
_TILE: Final = ("front", "back", "won", "used")
_TILE_MOST: Final = [10, 10, 10, USE_CAP]
_MANY: Final = 1000
"""No transport has more points, and no action says a word more often."""


@frozen(eq=False)
class Features:
    """How views of a ruleset and a number of players become vectors.

    Seats are counted from the viewer: 0 is the viewer, 1 the next clockwise. Counts are divided by 10, so that most
    numbers lie between 0 and 1.
    """

    ruleset: Ruleset
    """The rules."""
    players: int
    """How many seats there are."""
    names: tuple[str, ...] = field(init=False)
    """What each number means."""
    _tiles: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        whole(self.players, "players", least=1, most=MOST_PLAYERS)
        object.__setattr__(self, "_tiles", {name: place for place, name in enumerate(self.ruleset.tiles)})
        object.__setattr__(self, "names", tuple(self._named()))

    @staticmethod
    def of(ruleset: Ruleset, players: int) -> Features:
        """Return the features of a ruleset; they are worked out once."""
        return _features(ruleset, players)

    def _named(self) -> Iterator[str]:
        tiles, goods = tuple(self.ruleset.tiles), tuple(self.ruleset.goods)
        yield from (f"season {season}" for season in SEASONS)
        yield from (f"question {kind}" for kind in (*_KINDS, "other"))
        yield from ("haul points", "haul upgrades")
        yield from (f"start seat {seat}" for seat in range(self.players))
        for seat in range(self.players):
            yield from (f"seat {seat} {good}" for good in goods)
            yield from (f"seat {seat} unknown {kind}" for kind in ("workers", "skills"))
            yield f"seat {seat} winter tiles"
            yield from (f"seat {seat} {tile} {what}" for tile in tiles for what in _TILE)
        yield from (f"winter {tile}" for tile in tiles)
        yield from (f"{tile} {what}" for tile in tiles for what in _LOT)
        yield from (
            f"said {word!r} {number}" for number, word in enumerate(Vocabulary.of(self.ruleset).words)
        )
        yield "last said"

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the smallest and the largest value that each number can have.

        Nobody has more of a piece than there are, and a tile holds six workers in a season.
        """
        goods, tiles = self.ruleset.goods, self.ruleset.tiles.values()
        pieces = {name: good.limit for name, good in goods.items()}
        workers = sum(pieces[colour] for colour in COLOURS)
        skills = sum(pieces[name] for name in self.ruleset.kind(GoodKind.SKILL))
        winter = sum(tile.season is SEASONS[-1] for tile in tiles)
        seat = [*pieces.values(), workers, skills, winter, *_TILE_MOST * len(tiles)]
        table = [10] * (len(SEASONS) + len(_KINDS) + 1) + [_MANY, _MANY] + [10] * self.players
        lots = [10, workers, workers, 10, 10, USE_CAP] * len(tiles)
        said = [_MANY] * len(Vocabulary.of(self.ruleset)) + [10]
        counts = [*table, *seat * self.players, *[10] * len(tiles), *lots, *said]
        return np.zeros(len(counts), np.float32), np.array(counts, np.float32) / np.float32(10)

    def __len__(self) -> int:
        """Return how many numbers a vector has."""
        return len(self.names)

    def vector(self, view: View, choice: TokenChoice | None = None) -> NDArray[np.float32]:
        """Return a view as numbers.

        Args:
            view: what the seat may know.
            choice: the words of its next action so far, if the seat has to decide.
        """
        parts = [*self._table(view)]
        own = view.viewer
        order = [(own + step) % self.players for step in range(self.players)]
        for seat in order:
            parts += self._seat(view.state.seats[seat])
        hand = np.zeros(len(self._tiles), np.float32)
        for name in view.state.seats[own].winter:
            hand[self._tiles[name]] = 1.0
        parts += [hand, self._lots(view, own), self._said(choice)]
        return np.concatenate(parts).astype(np.float32, copy=False)

    def _table(self, view: View) -> list[NDArray[np.float32]]:
        state = view.state
        task = state.agenda[0] if state.agenda else None
        kind = None if task is None else task.tag
        points = (task.points / 10, task.upgrades / 10) if isinstance(task, Haul) else (0.0, 0.0)
        known = [kind == tag for tag in _KINDS]
        starts = [(view.viewer + step) % self.players == state.start for step in range(self.players)]
        season = [state.season is season for season in SEASONS]
        return [
            np.array([*season, *known, kind is not None and not any(known), *points, *starts], np.float32)
        ]

    def _seat(self, seat: Seat) -> list[NDArray[np.float32]]:
        pieces = sum(pools_in(seat), EMPTY)
        unknown = (seat.workers.unknown / 10, seat.skills.unknown / 10, len(seat.winter) / 10)
        tiles = np.zeros((len(self._tiles), len(_TILE)), np.float32)
        for placed, spot in seat.village:
            place = self._tiles[placed.name]
            tiles[place, spot.side] = 1.0
            tiles[place, 3] = sum(use.size for use in spot.uses) / 10
        for name, _ in seat.won:
            tiles[self._tiles[name], 2] = 1.0
        return [
            np.array([*(pieces[good] / 10 for good in self.ruleset.goods), *unknown], np.float32),
            tiles.ravel(),
        ]

    def _lots(self, view: View, own: int) -> NDArray[np.float32]:
        found = np.zeros((len(self._tiles), len(_LOT)), np.float32)
        for lot in view.state.lots:
            found[self._tiles[lot.tile]] = _lot(lot, own)
        return found.ravel()

    def _said(self, choice: TokenChoice | None) -> NDArray[np.float32]:
        size = len(Vocabulary.of(self.ruleset))
        found = np.zeros(size + 1, np.float32)
        for number in choice.said if choice is not None else ():
            found[number] += 0.1
            found[size] = number / size
        return found


@lru_cache(maxsize=32)
def _features(ruleset: Ruleset, players: int) -> Features:
    return Features(ruleset, players)


def _lot(lot: Lot, own: int) -> tuple[float, ...]:
    sizes = {group.seat: group.size for group in lot.bids}
    others = max((size for seat, size in sizes.items() if seat != own), default=0)
    used = sum(use.size for use in lot.uses)
    return (1.0, sizes.get(own, 0) / 10, others / 10, float(lot.leader == own), float(lot.side), used / 10)

"""Batches: whole games by the thousand, on all cores, with the results as columns."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, cast

from attrs import evolve, frozen

from keyflower.appraisal.rating import SlowSteward
from keyflower.appraisal.weights import USUAL, Weights
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.fast.bots import judge_of
from keyflower.fast.capacity import SEATS
from keyflower.fast.library import NativeRules
from keyflower.fast.packed import native_rules
from keyflower.fast.reference import counted, owners_of
from keyflower.fast.stream import Stream
from keyflower.kernel.arguments import whole
from keyflower.kernel.bots import RandomBot, play_out, player_names
from keyflower.kernel.chance import SeededChance, key_of
from keyflower.kernel.errors import MissingExtra, SetupError
from keyflower.kernel.json_text import shown

if TYPE_CHECKING:
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

_MOST_GAMES: Final = 10**9
"""The largest number of games in a batch; larger columns would take dozens of gigabytes."""
CHUNK: Final = 256
"""Random games that a thread plays before it asks for more."""
CHUNK_OF_STEWARDS: Final = 16
"""Games of stewards that a thread plays before it asks for more: each takes some milliseconds."""
POLICIES: Final = ("random", "steward")
"""How the seats of a batch may play."""


@frozen(eq=False)
class Batch:
    """The results of many games, as columns: one entry for each game."""

    seed: int
    """The seed of the batch."""
    tiles: tuple[str, ...]
    """The tiles, in the order of the columns of `owners`."""
    totals: NDArray[np.int32]
    """The points: a row for each game, a column for each seat."""
    winners: NDArray[np.bool_]
    """Who won: a row for each game, a column for each seat; a tie may have several winners."""
    plies: NDArray[np.int32]
    """How many actions were played."""
    owners: NDArray[np.int8]
    """Whose village each tile is in at the end, -1 for nobody: a row for each game, a column for each tile."""
    players: NDArray[np.int8]
    """Who sat where: a row for each game, a column for each seat, with indices into ``weights``, or the seats
    themselves."""

    def __len__(self) -> int:
        """Return how many games were played."""
        return len(self.plies)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games, seed {self.seed}>"


def play_many(
    number: int,
    *,
    seed: int,
    seats: int = 4,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    handicap: Iterable[int] = (),
    overrides: Mapping[str, object] | None = None,
    without: Iterable[TileName] | TileName = (),
    only: Iterable[TileName] | TileName | None = None,
    policy: str = "random",
    weights: Weights | Sequence[Weights] | None = None,
    threads: int | None = None,
) -> Batch:
    """Play whole games, on all cores.

    Game number ``i`` is ``play_out(Game.new(names, seed=seed + i, ...), bots, Stream.of_game(seed, i))``, on
    however many cores it is played.

    Args:
        number: how many games.
        seed: any whole number; the same seed gives the same games.
        seats: how many players.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        handicap: the seats that start with an extra worker.
        overrides: printed numbers to replace.
        without: tiles to leave out, as `Game.new` takes them.
        only: tiles to keep, as `Game.new` takes them.
        policy: how the seats play: ``"random"`` takes every option with equal chance, ``"steward"`` plays like
            `keyflower.bots.StewardBot`.
        weights: what things are worth to stewards. Several weights are those of one player each, and the players move
            on by one seat after every game, as in `simulate`.
        threads: how many threads play; by default one for each core.

    Raises:
        SetupError: if these games cannot be set up.
        MissingExtra: if numpy is not installed.
    """
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("fast", "numpy") from None
    number = whole(number, "the number of games", least=0, most=_MOST_GAMES)
    seats = whole(seats, "the number of seats", least=2, most=SEATS)
    if threads is not None:
        threads = whole(threads, "the number of threads", least=1, most=1024)
    chosen = tuple(sorted(set(handicap)))
    like = Game.new(
        player_names(seats),
        seed=seed,
        expansions=expansions,
        variants=variants,
        handicap=chosen,
        overrides=overrides,
        without=without,
        only=only,
    )
    seated = _seated(seats, policy, weights)
    tiles = tuple(like.ruleset.tiles)
    totals = np.zeros((number, seats), np.int32)
    bits = np.zeros(number, np.uint32)
    plies = np.zeros(number, np.int32)
    owners = np.full((number, len(tiles)), -1, np.int8)
    moves = np.arange(number, dtype=np.int64)[:, None] if isinstance(weights, Sequence) else 0
    players = np.broadcast_to((np.arange(seats) + moves) % seats, (number, seats)).astype(np.int8)
    columns = (totals, bits, plies, owners)
    rules = native_rules(like.ruleset)
    if rules is None:
        _by_reference(like, seed, seated, columns, players)
    else:
        _by_library(
            rules, seed, sum(1 << seat for seat in chosen), seated, columns, players=players, threads=threads
        )
    winners = (bits[:, None] >> np.arange(seats, dtype=np.uint32) & 1).astype(bool)
    return Batch(seed, tiles, totals, winners, plies, owners, players)


def _seated(seats: int, policy: str, weights: Weights | Sequence[Weights] | None) -> list[Weights | None]:
    """Return the weights of each player; `None` plays at random."""
    if policy not in POLICIES:
        raise SetupError(
            f"there is no policy {policy!r} for batches: there are {' and '.join(map(repr, POLICIES))}"
        )
    if policy == "random":
        if weights is not None:
            raise SetupError("weights are for stewards: say policy='steward' with them")
        return [None] * seats
    if weights is None or isinstance(weights, Weights):
        return [weights or USUAL] * seats
    given: object = weights
    if not isinstance(given, Sequence) or not all(isinstance(one, Weights) for one in given):
        raise SetupError(f"weights are Weights, or a list of them, not {shown(given)}")
    if len(weights) != seats:
        raise SetupError(
            f"there are {len(weights)} weights for {seats} players: say one for each, or only one"
        )
    return [*weights]


Columns = tuple["NDArray[np.int32]", "NDArray[np.uint32]", "NDArray[np.int32]", "NDArray[np.int8]"]
"""Totals, winners as bits, numbers of actions and owners."""


def _by_reference(
    like: Game, seed: int, seated: Sequence[Weights | None], columns: Columns, players: NDArray[np.int8]
) -> None:
    """Play by the reference engine."""
    totals, bits, plies, owners = columns
    bots = [RandomBot() if weights is None else SlowSteward(weights) for weights in seated]
    for place in range(len(plies)):
        game = Game.begun(evolve(like.match, origin=SeededChance(seed + place)))
        stream = cast("Random", Stream.of_game(seed, place))  # it has what options and stewards ask for
        game = play_out(game, [bots[player] for player in players[place]], stream)
        plies[place] = game.ply
        totals[place], won = counted(game)
        bits[place] = sum(1 << seat for seat in won)
        owners[place] = owners_of(game, tuple(like.ruleset.tiles))


def _by_library(
    rules: NativeRules,
    seed: int,
    handicapped: int,
    seated: Sequence[Weights | None],
    columns: Columns,
    *,
    players: NDArray[np.int8],
    threads: int | None,
) -> None:
    """Play by the native library, in several threads."""
    import numpy as np

    number, seats = players.shape
    thinking = any(weights is not None for weights in seated)
    judges = [None if weights is None else judge_of(rules, weights) for weights in seated]
    chunk = CHUNK_OF_STEWARDS if thinking else CHUNK

    def played(start: int) -> None:
        places = range(start, min(start + chunk, number))
        keys = np.array([key_of(seed + place) for place in places], np.uint64)
        streams = np.array([Stream.of_game(seed, place).key for place in places], np.uint64)
        row = None
        if thinking:
            sitting = [judges[player] for place in places for player in players[place]]
            row = (ctypes.c_void_p * len(sitting))(*(judge and judge.pointer for judge in sitting))
        filled = [column[start : places.stop].ctypes.data for column in columns]
        rules.long.keyflower_play_many(
            rules.pointer,
            len(places),
            seats,
            handicapped,
            keys.ctypes.data,
            streams.ctypes.data,
            row,
            *filled,
        )

    workers, starts = threads or os.cpu_count() or 1, range(0, number, chunk)
    if workers == 1:
        for start in starts:
            played(start)
        return
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(played, starts):
            pass

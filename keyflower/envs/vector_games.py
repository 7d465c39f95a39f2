"""Games side by side, for the vector environment: played by the native library, or by the reference engine."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from keyflower.envs.features import Features
from keyflower.envs.session import EnvSession
from keyflower.envs.tokens import Vocabulary, spelling
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.rule_choice import RuleChoice
from keyflower.fast.library import NativeRules
from keyflower.fast.packed import native_rules
from keyflower.fast.stream import Stream

_CHUNK: Final = 64
"""The smallest number of games that a thread steps before it asks for more."""


@frozen(eq=False)
class Rows:
    """What all games show: a row for each, overwritten by every step."""

    seen: NDArray[np.float32]
    """What the seat that has to choose sees."""
    mask: NDArray[np.int8]
    """Which words it may choose."""
    ended: NDArray[np.bool_]
    """Whether a game has just ended; the row shows the one after it."""
    seat: NDArray[np.int8]
    """Which seat has to choose."""
    seed: NDArray[np.int64]
    """The seed of the game."""
    totals: NDArray[np.int32]
    """The points of the game that ended last."""
    winners: NDArray[np.uint32]
    """Its winners as bits."""

    @staticmethod
    def empty(games: int, players: int, ruleset: Ruleset) -> Rows:
        """Return rows for this many games."""
        return Rows(
            np.zeros((games, len(Features.of(ruleset, players))), np.float32),
            np.zeros((games, len(Vocabulary.of(ruleset))), np.int8),
            np.zeros(games, np.bool_),
            np.zeros(games, np.int8),
            np.zeros(games, np.int64),
            np.zeros((games, players), np.int32),
            np.zeros(games, np.uint32),
        )


class VectorGames(Protocol):
    """Games that are stepped together; game ``i`` is followed by the one whose seed is larger by their number."""

    def begin(self) -> None:
        """Begin a game for each seed of the rows."""
        ...

    def say(self, words: NDArray[np.int32]) -> None:
        """Choose a word in each game; all of them are allowed."""
        ...


class ReferenceGames:
    """Games that the reference engine plays, one after the other."""

    def __init__(self, rows: Rows, players: int, rules: RuleChoice, learners: frozenset[int]) -> None:
        """Play for these rows."""
        self._rows, self._players, self._rules = rows, players, rules
        self._others = frozenset(range(players)) - learners
        self._tables: list[EnvSession] = []
        self._rolls: list[Stream] = []

    def begin(self) -> None:
        """Begin a game for each seed of the rows."""
        self._tables, self._rolls = [], []
        for game, seed in enumerate(self._rows.seed):
            table, rolls = self._begun(int(seed))
            self._tables.append(table)
            self._rolls.append(rolls)
            self._show(game)

    def _begun(self, seed: int) -> tuple[EnvSession, Stream]:
        rolls = Stream.of_game(seed, 0)
        return EnvSession.new(self._players, seed, self._rules).at_random(self._others, rolls), rolls

    def _show(self, game: int) -> None:
        table, rows = self._tables[game], self._rows
        rows.seat[game] = table.seat
        rows.seen[game] = table.observation(table.seat)
        rows.mask[game] = table.mask(table.seat)

    def say(self, words: NDArray[np.int32]) -> None:
        """Say a word in each game."""
        rows = self._rows
        for game, word in enumerate(words):
            table = self._tables[game].saying(int(word)).at_random(self._others, self._rolls[game])
            rows.ended[game] = table.game.over
            if table.game.over:
                ended = table.game.entry.ended
                assert ended is not None, "a game that is over says how it ended"
                rows.totals[game] = ended.totals
                rows.winners[game] = sum(1 << seat for seat in ended.winners)
                rows.seed[game] += len(self._tables)
                table, self._rolls[game] = self._begun(int(rows.seed[game]))
            self._tables[game] = table
            self._show(game)


class _Shown(ctypes.Structure):
    """Where the rows are: `Shown` of ``native/envs.c``."""

    _fields_ = tuple(
        (name, ctypes.c_void_p) for name in ("seen", "mask", "ended", "seat", "seed", "totals", "winners")
    )


class NativeGames:
    """Games that the native library plays, on several threads and without the interpreter's lock."""

    def __init__(
        self,
        rows: Rows,
        players: int,
        rules: NativeRules,
        row: tuple[int, ...],
        *,
        learners: frozenset[int],
        threads: int,
    ) -> None:
        """Play for these rows, by rules and a spelling that the library knows."""
        self._rows, self._rules = rows, rules
        self._free = rules.short.keyflower_many_free
        numbers = (ctypes.c_int32 * len(row))(*row)
        bits = sum(1 << seat for seat in learners)
        self._memory: int | None = rules.short.keyflower_many(
            rules.pointer, len(rows.seat), players, bits, numbers, len(numbers)
        )
        if not self._memory:
            raise MemoryError(f"there is no memory for {len(rows.seat)} games")
        assert rules.short.keyflower_many_width(self._memory) == rows.seen.shape[1], "both see the same"
        self._shown = _Shown(
            *(
                column.ctypes.data
                for column in (
                    rows.seen, rows.mask, rows.ended, rows.seat, rows.seed, rows.totals, rows.winners,
                )
            )
        )  # fmt: skip
        self._size = len(rows.seat) if threads == 1 else max(_CHUNK, -(-len(rows.seat) // (4 * threads)))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __del__(self) -> None:
        """Free the memory."""
        if getattr(self, "_memory", None):
            self._free(self._memory)

    def _each(self, work: Callable[[int, int], int]) -> None:
        """Do something with all games, in slices that threads share."""
        number, size = len(self._rows.seat), self._size
        starts = range(0, number, size)
        stops = [min(start + size, number) for start in starts]
        done = map(work, starts, stops) if self._pool is None else self._pool.map(work, starts, stops)
        if not all([*done]):
            raise MemoryError("there is not enough memory for the options of this many games")

    def begin(self) -> None:
        """Begin a game for each seed of the rows."""
        reset = self._rules.long.keyflower_many_reset
        shown = ctypes.byref(self._shown)
        self._each(lambda start, stop: reset(self._memory, self._rules.machine.pointer, start, stop, shown))

    def say(self, words: NDArray[np.int32]) -> None:
        """Say a word in each game."""
        step, said, shown = self._rules.long.keyflower_many_step, words.ctypes.data, ctypes.byref(self._shown)
        self._each(
            lambda start, stop: step(self._memory, self._rules.machine.pointer, start, stop, said, shown)
        )


def why_no_tokens(ruleset: Ruleset) -> tuple[str, ...]:
    """Return why rules that can be compiled are not played natively here."""
    if native_rules(ruleset) is None:
        return ("the native library is not built",)
    verbs = ", ".join(action.verb for own in ruleset.expansions for action in own.actions)
    return (f"the native library has no tokens for some actions of these rules' own: {verbs}",)


def games_for(
    rows: Rows,
    players: int,
    ruleset: Ruleset,
    rules: RuleChoice,
    *,
    learners: frozenset[int],
    threads: int | None,
) -> VectorGames:
    """Return games that the native library plays, or the reference engine where it cannot."""
    native = native_rules(ruleset)
    row = None if native is None else spelling(native.tables)
    if native is None or row is None:
        return ReferenceGames(rows, players, rules, learners)
    number = threads or os.cpu_count() or 1
    return NativeGames(rows, players, native, row, learners=learners, threads=number)

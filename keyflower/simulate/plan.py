"""The parts of a simulation: the plan of its games, its statistics, and the results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from attrs import astuple, frozen, has

from keyflower.kernel.bots import AnyBot, play_out, player_names
from keyflower.kernel.errors import SetupError
from keyflower.kernel.game import BaseGame
from keyflower.simulate.frames import frame_of
from keyflower.simulate.statistics import Standing

if TYPE_CHECKING:
    import polars

Value: TypeAlias = int | float | str | bool | Sequence[int] | Sequence[str] | None
"""A value in a row."""
Row: TypeAlias = Mapping[str, Value]
"""One row of a table."""
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
GAMES = "games"
"""The table that every stored run has: one row per game."""

AnyGame: TypeAlias = BaseGame[Any, Any, Any]
"""A game of any kind."""


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

    def row(self, number: int) -> Row:
        """Return one row for the whole game, with its number in the run."""
        return {
            "number": number,
            "seed": self.seed,
            "bots": [*self.bots],
            "totals": [*self.totals],
            "winners": [*self.winners],
            "plies": self.plies,
        }

    @staticmethod
    def of_row(row: Mapping[str, Any]) -> Result:  # Any: as read from a file
        """Return the result that a row of `row` describes.

        Raises:
            SetupError: if it is another kind of row.
        """
        try:
            return Result(
                row["seed"], tuple(row["bots"]), tuple(row["totals"]), tuple(row["winners"]), row["plies"]
            )
        except (LookupError, TypeError) as error:
            raise SetupError("a row of a run does not tell of a game: the run is damaged") from error

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


class Accumulator(Protocol):
    """A statistic: an immutable value; adding a game returns a new one.

    A statistic that only looks at results may have an attribute ``needs_game = False``: it then gets ``None``
    instead of the game where results alone can be computed faster. To be stored in a folder, it must also be
    a `KeptAccumulator`.
    """

    def add(self, game: Any, result: Result) -> Self:  # Any: the game it is about
        """Return the statistic with one more finished game."""
        ...

    def merge(self, other: Self) -> Self:
        """Return the statistic of the games of both."""
        ...


@runtime_checkable
class KeptAccumulator(Accumulator, Protocol):
    """A statistic that can be kept in a folder, as JSON."""

    def to_data(self) -> object:
        """Return the statistic as JSON-able data."""
        ...

    def from_data(self, data: Any, /) -> Self:  # Any: what `to_data` has returned
        """Return the statistic that `to_data` has written; a class method or a static method."""
        ...


class Archive(Protocol):
    """Where a long run is stored, part by part; stored parts need not be played again."""

    def known_plan(self) -> Mapping[str, Any]:  # Any: JSON-able data
        """Return the plan of the run that is kept here, empty if there is none.

        Raises:
            SetupError: if it is damaged.
        """
        ...

    def begin(self, plan: Mapping[str, object]) -> None:
        """Start a run, or resume one that was stopped.

        Raises:
            SetupError: if another run is kept here.
        """
        ...

    def numbers(self) -> list[int]:
        """Return the numbers of the complete parts, in order."""
        ...

    def part(self, number: int, *, table: str = GAMES) -> list[dict[str, Any]] | None:  # Any: as kept
        """Return the rows of one part of a table, or ``None`` if it does not exist.

        Raises:
            SetupError: if it is damaged.
        """
        ...

    def write(self, number: int, tables: Mapping[str, Sequence[Row]], statistics: Sequence[object]) -> None:
        """Store a part, with its statistics as JSON-able data: completely or not at all."""
        ...

    def statistics(self, number: int) -> list[Any]:  # Any: the data that were given to `write`
        """Return the statistics of a part as data.

        Raises:
            SetupError: if they are damaged, or those of another part.
        """
        ...

    def rows(self, table: str = GAMES) -> Iterator[dict[str, Any]]:  # Any: as kept
        """Iterate the rows of a table."""
        ...

    def frame(self, table: str = GAMES) -> Any:  # Any: a frame of a library that the kernel does not know
        """Return a table as a data frame."""
        ...


Kept_co = TypeVar("Kept_co", bound=tuple[object, ...], covariant=True)


@frozen(repr=False)
class Results(Generic[Kept_co]):
    """The results of many games; a notebook shows the points and wins of each bot, with their intervals."""

    games: Sequence[Result]
    """One result for each game, in the order of the seeds; results in a folder are read on demand."""
    accumulators: Kept_co
    """The statistics, in the order in which they were passed."""
    lost: tuple[int, ...] = ()
    """The seeds of games whose worker died; these games are missing everywhere else."""
    stored: Archive | None = None
    """The folder that was written, if any."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat of each game, for data frames."""
        return [row for result in self.games for row in result.rows()]

    def frame(self) -> polars.DataFrame:
        """Return the rows as a polars data frame; needs the extra ``analysis``.

        Raises:
            MissingExtra: if polars is not installed.
        """
        return frame_of(self.rows())

    def _standing(self) -> Standing | None:
        """Return points and wins if they are known without reading a folder."""
        known = next((one for one in self.accumulators if isinstance(one, Standing)), None)
        if known is None and self.stored is None:
            known = Standing()
            for result in self.games:
                known = known.add(None, result)
        return known

    def _number(self) -> str:
        number = len(self.games)
        told = "1 game" if number == 1 else f"{number:,} games"
        told += f", {len(self.lost):,} lost" if self.lost else ""
        return told if self.stored is None else f"{told}, in {self.stored}"

    def __repr__(self) -> str:
        standing = self._standing()
        means = [] if standing is None else [f"{bot} {points}" for bot, points in standing.ranked]
        return f"<Results of {self._number()}{': ' if means else ''}{', '.join(means)}>"

    def _repr_html_(self) -> str:
        standing = self._standing()
        return f"<p>{escape(self._number())}</p>{'' if standing is None else standing.html()}"


TableOf: TypeAlias = Callable[[Any, Result], Iterable[Row]]  # Any: the game it is about
"""Turns a finished game into rows; the number and the seed of the game are put in front of each."""


Job: TypeAlias = tuple[int, int]
"""The number and the seed of a game."""
FinalScore: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Totals and winners of a game, and how many actions were played."""


@frozen
class Played:
    """The stored part of some games."""

    results: tuple[Result, ...]
    """Their results."""
    statistics: tuple[Accumulator, ...]
    """The statistics of these games alone."""
    tables: Mapping[str, Sequence[Row]]
    """Their rows, by table."""


Driver: TypeAlias = Callable[[AnyGame, Sequence[AnyBot], Random], tuple[AnyGame, int]]
"""Lets the bots of all seats play a game to its end; returns the game and how many actions were played."""


Shortcut: TypeAlias = Callable[[Sequence[str], Sequence[AnyBot], int], FinalScore | None]
"""Plays a game, given its players, bots and seed, for its outcome alone; returns `None` if that is not possible."""


def driven(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    """Let the bots play step by step."""
    game = play_out(game, bots, rng)
    return game, game.ply


@frozen
class Plan:
    """What all games of a simulation have in common."""

    start: Callable[[Sequence[str], int], AnyGame]
    """Sets up a game for some players from a seed; with several processes it must be picklable."""
    bots: tuple[tuple[str, AnyBot], ...]
    """The bots with their names, by seat."""
    accumulators: tuple[Accumulator, ...] = ()
    """Empty statistics to fill."""
    rotate: bool = True
    """Whether the bots move on by one seat after every game."""
    drive: Driver = driven
    """Plays a game to its end, by default step by step. Any other driver must reach the same final game."""
    tables: tuple[tuple[str, TableOf], ...] = ()
    """Further tables to write, by name; with several processes they must be picklable."""
    shortcut: Shortcut | None = None
    """Plays a game if only its result is needed. It must reach the same result."""
    about: tuple[tuple[str, object], ...] = ()
    """What else must be the same in a run that is resumed, as JSON-able data."""

    def play(self, tasks: Sequence[Job]) -> Played:
        """Play some games, one after the other."""
        results, statistics = [], self.accumulators
        tables: dict[str, list[Row]] = {name: [] for name, _ in self.tables}
        wants_games = bool(self.tables) or any(getattr(one, "needs_game", True) for one in statistics)
        for number, seed in tasks:
            game, result = self._played(number, seed, wants_game=wants_games)
            results.append(result)
            statistics = tuple([one.add(game, result) for one in statistics])
            for name, table in self.tables:
                tables[name] += [{"number": number, "seed": seed, **row} for row in table(game, result)]
        return Played(tuple(results), statistics, tables)

    def _played(self, number: int, seed: int, *, wants_game: bool) -> tuple[AnyGame | None, Result]:
        """Play one game; the game itself is returned only if it is needed or had to be made anyway."""
        turn = number % len(self.bots) if self.rotate else 0
        seated = self.bots[turn:] + self.bots[:turn]
        names, bots = tuple([name for name, _ in seated]), [bot for _, bot in seated]
        players = player_names(len(seated))
        if self.shortcut is not None and not wants_game:
            outcome = self.shortcut(players, bots, seed)
            if outcome is not None:
                return None, Result(seed, names, *outcome)
        game, plies = self.drive(self.start(players, seed), bots, Random(seed))
        ended = game.entry.ended
        assert ended is not None, "a game that is over says how it ended"
        return game, Result(seed, names, ended.totals, ended.winners, plies)

    def to_data(self, chunk: int) -> dict[str, object]:
        """Return what a resumed run must have in common with this one."""
        return {
            **dict(self.about),
            "bots": [[name, _shown(bot), _mark(bot)] for name, bot in self.bots],
            "chunk": chunk,
            "rotate": self.rotate,
            "statistics": [type(one).__name__ for one in self.accumulators],
            "tables": sorted([GAMES, *(name for name, _ in self.tables)]),
        }


def _shown(value: object) -> str:
    """Return the `repr` of a value without addresses in memory, which differ in every process."""
    return _ADDRESS.sub("", repr(value))


def _mark(bot: Any) -> str:  # Any: what a bot is made of is its own business
    """Return a short text that depends on every number a bot uses; its `repr` may leave out defaults."""
    return blake2b(_shown(astuple(bot)).encode(), digest_size=6).hexdigest() if has(type(bot)) else ""

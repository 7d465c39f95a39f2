"""What a simulation is made of: a plan of its games, statistics that grow, and the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from attrs import astuple, frozen, has

from keyflower.kernel.driving import AnyBot, play_out
from keyflower.kernel.game import Game

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
"""The players of simulated games, by seat."""

Cell: TypeAlias = int | float | str | bool | Sequence[int] | Sequence[str] | None
"""What a row holds."""
Row: TypeAlias = Mapping[str, Cell]
"""One row of a table."""
GAMES = "games"
"""The table that every stored run has: one row per game."""

AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of any kind."""


def player_names(number: int) -> list[str]:
    """Return names for some players; whether the rules allow that many is not checked here."""
    return [*NAMES, *(f"Player {seat + 1}" for seat in range(len(NAMES), number))][:number]


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
        """Return one row for the whole game, which is the given one of its run."""
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
        """Return the result that `row` has written."""
        return Result(
            row["seed"], tuple(row["bots"]), tuple(row["totals"]), tuple(row["winners"]), row["plies"]
        )

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
    """A statistic as a value: adding a game returns a new one."""

    def add(self, game: Any, result: Result) -> Self:  # Any: the game it is about
        """Return the statistic with one more finished game."""
        ...

    def merge(self, other: Self) -> Self:
        """Return the statistic of the games of both."""
        ...


class Archive(Protocol):
    """Where a long run is kept, part by part; what is there need not be played again."""

    def known_plan(self) -> Mapping[str, Any]:  # Any: JSON-able data
        """Return the plan of the run that is kept here, empty if there is none."""
        ...

    def begin(self, plan: Mapping[str, object]) -> None:
        """Begin a run, or go on with one that was stopped.

        Raises:
            SetupError: if another run is kept here.
        """
        ...

    def numbers(self) -> list[int]:
        """Return the numbers of the parts that are there as a whole, in order."""
        ...

    def part(self, number: int, *, table: str = GAMES) -> list[dict[str, Any]] | None:  # Any: as kept
        """Return the rows of one part of a table, or `None` if it is not there."""
        ...

    def write(self, number: int, tables: Mapping[str, Sequence[Row]], statistics: object) -> None:
        """Keep a part; it is there as a whole or not at all."""
        ...

    def statistics(self, number: int) -> Any:  # Any: whatever was given to `write`
        """Return the statistics of a part."""
        ...

    def rows(self, table: str = GAMES) -> Iterator[dict[str, Any]]:  # Any: as kept
        """Iterate the rows of a table."""
        ...

    def frame(self, table: str = GAMES) -> Any:  # Any: a frame of a library that the kernel does not know
        """Return a table as a data frame."""
        ...


Kept_co = TypeVar("Kept_co", bound=tuple[object, ...], covariant=True)


@frozen
class Results(Generic[Kept_co]):
    """The results of many games."""

    games: Sequence[Result]
    """One result for each game, in the order of the seeds; those of a folder are read when they are asked for."""
    accumulators: Kept_co
    """The statistics, in the order they were asked for and of the classes they were given."""
    lost: tuple[int, ...] = ()
    """The seeds of games whose worker died; these games are missing everywhere else."""
    stored: Archive | None = None
    """Where everything was written, if anywhere."""

    def rows(self) -> list[dict[str, int | str | bool]]:
        """Return one row for each seat of each game, for data frames."""
        return [row for result in self.games for row in result.rows()]


Table: TypeAlias = Callable[[Any, Result], Iterable[Row]]  # Any: the game it is about
"""What turns a finished game into rows; the number and the seed of the game are put before them."""


@frozen
class Played:
    """What is left of one game."""

    result: Result
    """How it ended."""
    statistics: tuple[Accumulator, ...]
    """The statistics of this game alone."""
    tables: Mapping[str, Sequence[Row]]
    """Its rows, by table."""


Driver: TypeAlias = Callable[[AnyGame, Sequence[AnyBot], Random], tuple[AnyGame, int]]
"""Lets the bots of all seats play a game to its end; returns the game and how many actions were played."""


def driven(game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> tuple[AnyGame, int]:
    """Let the bots play step by step."""
    game = play_out(game, bots, rng)
    return game, game.ply


@frozen
class Plan:
    """What every game of a simulation has in common."""

    start: Callable[[Sequence[str], int], AnyGame]
    """Sets up a game for some players from a seed; with several processes it must be picklable."""
    bots: tuple[tuple[str, AnyBot], ...]
    """The bots with their names, by seat."""
    accumulators: tuple[Accumulator, ...] = ()
    """Empty statistics to fill."""
    rotate: bool = True
    """Whether the bots move on by one seat after every game."""
    drive: Driver = driven
    """Plays a game to its end, by default step by step. Another driver must come to the same game."""
    tables: tuple[tuple[str, Table], ...] = ()
    """Further tables to write, by name; with several processes they must be picklable."""
    about: tuple[tuple[str, object], ...] = ()
    """What else a run must have in common with one that it goes on from, as JSON-able data."""

    def play(self, numbered: tuple[int, int]) -> Played:
        """Play one game, given by number and seed."""
        number, seed = numbered
        turn = number % len(self.bots) if self.rotate else 0
        seated = self.bots[turn:] + self.bots[:turn]
        game = self.start(player_names(len(seated)), seed)
        game, plies = self.drive(game, [bot for _, bot in seated], Random(seed))
        ended = game.entry.ended
        assert ended is not None, "a game that is over says how it ended"
        result = Result(seed, tuple(name for name, _ in seated), ended.totals, ended.winners, plies)
        marks = {"number": number, "seed": seed}
        tables = {name: [{**marks, **row} for row in table(game, result)] for name, table in self.tables}
        return Played(result, tuple(one.add(game, result) for one in self.accumulators), tables)

    def to_data(self, chunk: int) -> dict[str, object]:
        """Return what a run that is gone on with must have in common with this one."""
        return {
            **dict(self.about),
            "bots": [[name, repr(bot), _mark(bot)] for name, bot in self.bots],
            "chunk": chunk,
            "rotate": self.rotate,
            "statistics": [type(one).__name__ for one in self.accumulators],
            "tables": sorted([GAMES, *(name for name, _ in self.tables)]),
        }


def _mark(bot: Any) -> str:  # Any: what a bot is made of is its own business
    """Return a short text that changes with every number a bot thinks with; its repr may leave out the usual ones."""
    return blake2b(repr(astuple(bot)).encode(), digest_size=6).hexdigest() if has(type(bot)) else ""

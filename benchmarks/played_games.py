"""The games of the table of strengths: a line for each in ``benchmarks/strength.csv``, so that later runs go on.

The games of a match are there from the first seed for publishing on, without a gap, and only as long as the bots play
them alike. Whoever goes on with a match plays its last game again first, and stops if it ends otherwise.
"""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.seeds import PUBLISHING

FILE = Path(__file__).parent / "strength.csv"


class PlayedGame(NamedTuple):
    """How a game of a match ended for the player that is measured."""

    match: str
    seed: int
    seat: int
    """Where the measured player sat."""
    won: bool
    margin: float
    """How many points it was ahead of the average of the others."""
    revision: str
    """The last commit that changed the package it played with."""

    @property
    def number(self) -> int:
        """The number of the game in its match."""
        return PUBLISHING.index(self.seed)


def read(file: Path = FILE) -> list[PlayedGame]:
    """Return all games of a file, in the order in which they were played."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            PlayedGame(match, int(seed), int(seat), won == "1", float(margin), revision)
            for match, seed, seat, won, margin, revision in csv.reader(lines)
        ]


def of_match(match: str, file: Path = FILE) -> list[PlayedGame]:
    """Return the games of one match."""
    found = [game for game in read(file) if game.match == match]
    assert [game.number for game in found] == [*range(len(found))], f"games of {match} are missing"
    return found


def add(game: PlayedGame, file: Path = FILE) -> None:
    """Add a game to a file."""
    line = (game.match, game.seed, game.seat, int(game.won), f"{game.margin:.2f}", game.revision)
    with file.open("a", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerow(line)


def ahead(totals: Iterable[int], seat: int) -> float:
    """Return how many points a seat is ahead of the average of the others, to two digits."""
    points = [*totals]
    return round(points[seat] - (sum(points) - points[seat]) / (len(points) - 1), 2)


def revision() -> str:
    """Return the last commit that changed the package."""
    told = subprocess.run(
        ["git", "log", "-1", "--format=%h", "--abbrev=8", "--", "keyflower"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        check=True,
        text=True,
    )
    return told.stdout.strip()


def check(before: PlayedGame, again: PlayedGame) -> None:
    """Stop if a game that is played again ends otherwise: then the bots have changed."""
    if (before.won, before.margin) != (again.won, again.margin):
        raise SystemExit(
            f"Game {before.number} of {before.match} ended {before.margin:+.2f} with {before.revision} and ends "
            f"{again.margin:+.2f} now. The bots have changed: remove the rows of this match from {FILE.name} first."
        )

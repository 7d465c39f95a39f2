"""The search of Tiny Towns, measured: its points alone, and how often it beats the greedy bot.

``python -m benchmarks.tiny_towns --alone 40 --greedy 100`` plays the games that ``tiny_towns.jsonl`` does not have yet,
and writes each to it when it ends; a run that was stopped goes on. Games against the greedy bot come in pairs: the same
seed, the seats swapped. Every decision is searched with 200 playouts, so the load of the machine makes no difference.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.seeds import PUBLISHING
from keyflower.kernel import SearchBot, play_out
from keyflower.simulate import Share, Tally
from tinytowns import Game
from tinytowns.bots import GreedyBot
from tinytowns.policy import TownPolicy

_FIRST: Final = 700_000
"""Where in the range of seeds these games begin; no other benchmark takes them."""
_PLAYOUTS: Final = 200
"""How many playouts the search makes for each decision in the games of `ROWS`."""
ROWS: Final = Path(__file__).with_suffix(".jsonl")
"""The games that the README tells of, one in a line."""


def games(alone: int, greedy: int) -> Iterator[tuple[str, int, int]]:
    """Iterate the games: of which kind each is, its seed, and the seat of the search; both kinds in turn."""
    left = [("alone", PUBLISHING[_FIRST + number], 0) for number in range(alone)]
    right = [("greedy", PUBLISHING[_FIRST + number // 2], number % 2) for number in range(greedy)]
    share = max(1, -(-len(right) // max(1, len(left))))
    for place in range(max(len(left), -(-len(right) // share))):
        yield from left[place : place + 1]
        yield from right[share * place : share * (place + 1)]


def played(kind: str, seed: int, seat: int, playouts: int) -> list[int]:
    """Play a game and return the points: those of the search first, then those of the greedy bot."""
    search = SearchBot(playouts=playouts, policy=TownPolicy())
    if kind == "alone":
        over = play_out(Game.new(["Ann"], seed=seed), [search], Random(seed))
        return [over.score(0).total, 0]
    bots = [GreedyBot(), GreedyBot()]
    over = play_out(
        Game.new(["Ann", "Bob"], seed=seed), {**dict(enumerate(bots)), seat: search}, Random(seed)
    )
    won = over.players[seat] in over.winners
    return [over.score(seat).total, over.score(1 - seat).total, int(won)]


Row = dict[str, Any]  # Any: kind, seed, seat and points of a game


def report(rows: list[Row]) -> str:
    """Return averages and shares, each with its 95 % interval."""
    alone, ours, theirs, wins = counted(rows)
    return (
        f"alone: {alone} points in {alone.count} games\n"
        f"against greedy: won {wins} games, {ours} points to {theirs}"
    )


def counted(rows: list[Row]) -> tuple[Tally, Tally, Tally, Share]:
    """Return the points alone, those of the search against greedy, those of greedy, and the games that it won."""
    alone, ours, theirs, wins = Tally(), Tally(), Tally(), list[int]()
    for row in rows:
        first, second, *won = row["points"]
        if row["kind"] == "alone":
            alone = alone.plus(first)
        else:
            ours, theirs = ours.plus(first), theirs.plus(second)
            wins += won
    return alone, ours, theirs, Share(sum(wins), len(wins))


def sentences(rows: list[Row]) -> str:
    """Return what the README of Tiny Towns says about the games."""
    alone, ours, theirs, wins = counted(rows)
    low, high = (round(100 * end) for end in wins.interval)
    return f"""\
`python -m benchmarks.tiny_towns`, in the root of the repository, measures how well its search plays: alone, and against
the greedy bot. With {_PLAYOUTS} playouts a move it made {_mean(alone)} alone on average
(in {alone.count} games), and won {wins.hits} of {wins.of} games of two against the greedy bot
(95 % interval {low} % to {high} %), with {_mean(ours)} to {_mean(theirs)}.
The seeds had not been used for tuning. Every game is a line of `benchmarks/tiny_towns.jsonl`; the command continues
with the games that are still missing, each of which takes about half a minute of computing time."""


def _mean(points: Tally) -> str:
    low, high = points.interval
    return f"{points.mean:.1f} points (95 % interval {low:.1f} to {high:.1f})"


def main() -> None:
    """Play what is missing, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=ROWS)
    parser.add_argument("--alone", type=int, default=40)
    parser.add_argument("--greedy", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=_PLAYOUTS)
    given = parser.parse_args()
    if given.playouts != _PLAYOUTS and given.file == ROWS:
        parser.error("games with another number of playouts go into a file of their own: --file")
    rows = []
    if given.file.exists():
        rows = [json.loads(line) for line in given.file.read_text("utf-8").splitlines()]
    known = {(row["kind"], row["seed"], row["seat"]) for row in rows}
    for kind, seed, seat in games(given.alone, given.greedy):
        if (kind, seed, seat) not in known:
            rows.append(
                {
                    "kind": kind,
                    "seed": seed,
                    "seat": seat,
                    "points": played(kind, seed, seat, given.playouts),
                }
            )
            with given.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print(report(rows))


if __name__ == "__main__":
    main()

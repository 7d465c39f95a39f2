"""The search of Tiny Towns, measured: its points alone, and how often it beats the greedy bot.

``python -m benchmarks.tiny_towns --file games.jsonl --alone 40 --greedy 100`` plays games and writes each to the file
when it ends; a run that was stopped goes on. Games against the greedy bot come in pairs: the same seed, the seats
swapped. Every decision is searched with 200 playouts, so the load of the machine makes no difference.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.seeds import PUBLISHING
from keyflower.kernel import SearchBot, play_out
from keyflower.simulate import Share, Tally
from tinytowns import Game
from tinytowns.bots import GreedyBot
from tinytowns.policy import TownPolicy

_FIRST: Final = 700_000
"""Where in the range of seeds these games begin; no other benchmark takes them."""


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


def report(rows: list[dict[str, object]]) -> str:
    """Return averages and shares, each with its 95 % interval."""
    alone, ours, theirs, wins, number = Tally(), Tally(), Tally(), 0, 0
    for row in rows:
        points = row["points"]
        assert isinstance(points, list)
        if row["kind"] == "alone":
            alone = alone.plus(points[0])
        else:
            ours, theirs = ours.plus(points[0]), theirs.plus(points[1])
            wins, number = wins + points[2], number + 1
    return (
        f"alone: {alone} points in {alone.count} games\n"
        f"against greedy: won {Share(wins, number)} games, {ours} points to {theirs}"
    )


def main() -> None:
    """Play what is missing, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("tiny_towns.jsonl"))
    parser.add_argument("--alone", type=int, default=40)
    parser.add_argument("--greedy", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=200)
    given = parser.parse_args()
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

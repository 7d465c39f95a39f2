"""`python -m benchmarks.pinned`: today's search against that of an earlier revision; can be stopped and started again.

python -m benchmarks.pinned --revision f8475798 --games 400 --playouts 60

The earlier revision is unpacked and built in a folder of its own and runs in a process of its own, so nothing of it has
to be kept in the package. Both processes play the same game from the same seed: whoever has to decide is asked, and the
answer is played in both. At the end the points of both have to be the same. One new player sits among earlier ones.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import IO, TypeAlias

from benchmarks.seeds import PUBLISHING
from keyflower.bots import SearchBot
from keyflower.facade.game import Game
from keyflower.kernel.bots import player_names
from keyflower.simulate import Share

ROOT = Path(__file__).parents[1]
RUNS = Path(__file__).parent / "runs"
PINNED = "f8475798"
"""The last revision whose search had no learned value."""
EARLIER = """
import sys
from random import Random
from keyflower import Game
from keyflower.bots import SearchBot
from keyflower.fast.library import loaded
assert loaded() is not None, "the earlier revision needs its native library"
bot = SearchBot(playouts=int(sys.argv[1]))
for line in sys.stdin:
    word, *rest = line.rstrip("\\n").split("\\t")
    if word == "new":
        game, rng = Game.new(rest[1:], seed=int(rest[0])), Random(int(rest[0]))
    elif word == "choose":
        view = game.view(int(rest[0])).remembering(game.log)
        print(str(bot.choose(view, view.decision, rng)), flush=True)
    elif word == "play":
        game = game.play(rest[1], seat=int(rest[0]))
    else:
        print(*[game.scores[seat].total for seat in range(len(game.players))], flush=True)
"""
Row: TypeAlias = dict[str, float]
"""The number of a game, whether the new player won it, and how far ahead of the others it was."""


def unpacked(revision: str, folder: Path) -> Path:
    """Return where an earlier revision stands, built."""
    place = folder / revision
    if not (place / "built").exists():
        place.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(
            ["git", "archive", revision, "keyflower"], cwd=ROOT, capture_output=True, check=True
        )
        subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)
        subprocess.run([sys.executable, "-m", "keyflower.fast"], cwd=place, check=True)
        (place / "built").touch()
    return place


class Earlier:
    """An earlier revision in a process of its own."""

    def __init__(self, place: Path, playouts: int) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", EARLIER, str(playouts)],
            env={**os.environ, "PYTHONPATH": str(place)},
            cwd=place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, *words: object) -> None:
        """Say something that needs no answer."""
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write("\t".join(map(str, words)) + "\n")
        pipe.flush()

    def ask(self, *words: object) -> str:
        """Say something and return the answer."""
        self.tell(*words)
        pipe: IO[str] | None = self._process.stdout
        assert pipe is not None
        return pipe.readline().rstrip("\n")


def played(number: int, seats: int, bot: SearchBot, earlier: Earlier) -> Row:
    """Play one game; the new player sits one seat further in each."""
    seed, own = PUBLISHING[number], number % seats
    names, rng = player_names(seats), Random(seed)
    game = Game.new(names, seed=seed)
    earlier.tell("new", seed, *names)
    while not game.over:
        seat = min(game.decisions)
        if seat == own:
            view = game.view(seat).remembering(game.log)
            action = str(bot.choose(view, view.decision, rng))
        else:
            action = earlier.ask("choose", seat)
        earlier.tell("play", seat, action)
        game = game.play(action, seat=seat)
    totals = [game.scores[seat].total for seat in range(seats)]
    told = earlier.ask("points")
    assert told == " ".join(map(str, totals)), f"the games differ: {told} and {totals}"
    return {
        "game": number,
        "won": int(names[own] in game.winners),
        "margin": totals[own] - (sum(totals) - totals[own]) / (seats - 1),
    }


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--revision", default=PINNED)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--playouts", type=int, default=60)
    parser.add_argument("--out", type=Path, default=RUNS / "pinned")
    given = parser.parse_args()
    file = given.out / f"{given.revision}-{given.seats}-{given.playouts}.jsonl"
    earlier = Earlier(unpacked(given.revision, given.out), given.playouts)
    rows: list[Row] = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a") as out:
        for number in range(len(rows), given.games):
            rows.append(played(number, given.seats, SearchBot(playouts=given.playouts), earlier))
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
    won, margins = Share(sum(row["won"] == 1 for row in rows), len(rows)), [row["margin"] for row in rows]
    error = 1.96 * stdev(margins) / len(rows) ** 0.5 if len(rows) > 1 else float("inf")
    print(f"wins {won} games (par {100 / given.seats:.0f}), margin {fmean(margins):+.1f} ± {error:.1f}")


if __name__ == "__main__":
    main()
